"""A run's record: written as it goes, read back, drawn."""
