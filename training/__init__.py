"""Models and training: the only package that imports torch, transformers, trl or peft."""

import os

# How often an OpenMP thread spins, waiting for others, before it sleeps: some microseconds' worth.
# The default is milliseconds, and while other work occupies the cores, llama.cpp then takes minutes
# for a second's work. Read once, when torch or llama.cpp is loaded.
os.environ.setdefault("GOMP_SPINCOUNT", "10000")
