"""A run's record: written during training, read back, plotted."""
