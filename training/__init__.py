"""Models and training: the only package that imports torch, transformers, trl or peft, but for
`rewardproof/training.py`."""

import os

# How many times a waiting OpenMP thread spins before it sleeps: a few microseconds' worth. The
# default is milliseconds' worth, with which llama.cpp takes minutes for a second's work while other
# work occupies the cores. Read once, when torch or llama.cpp is loaded.
os.environ.setdefault("GOMP_SPINCOUNT", "10000")
