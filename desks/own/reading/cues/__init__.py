"""The words by which an email says what its days and times are for."""
