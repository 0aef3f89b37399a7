"""What answers: policies of every kind, how models are found, loaded, run and kept in bounds."""
