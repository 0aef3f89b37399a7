"""Learning from demonstrations: what a pretrained model is taught before any reward."""
