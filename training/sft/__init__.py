"""Learning from demonstrations: what a pretrained model is shown before any reward."""
