"""Training: the recorded runs, drawn, and a run of one's own."""
