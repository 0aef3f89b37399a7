"""Learning: the only place that imports torch, transformers, trl or peft."""

import os

# OpenMP's threads spin so often where they wait for each other, some microseconds long, and then
# sleep. Left to itself it lets them spin for milliseconds, and where other work is on the cores
# llama.cpp takes minutes over a second's work. It is read once, when torch or llama.cpp is loaded.
os.environ.setdefault("GOMP_SPINCOUNT", "10000")
