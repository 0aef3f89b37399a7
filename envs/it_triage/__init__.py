"""A help desk, on one turn."""
