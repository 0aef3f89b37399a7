"""What answers show, measured: one by one, over many, with intervals, in tables."""
