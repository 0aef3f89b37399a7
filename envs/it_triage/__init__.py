"""A help desk, in a single turn."""
