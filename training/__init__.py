"""Learning: the only place that imports torch, transformers, trl or peft."""
