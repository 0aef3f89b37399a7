"""What an email's action does and what its reply says: times, guests, promises, refusals."""
