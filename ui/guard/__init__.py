"""What stands between visitors and the page: requests are validated, and their number limited."""
