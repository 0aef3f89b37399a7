"""How the C library gives and takes memory: what a training run on a CPU depends on."""

import ctypes
import sys

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Parameters of glibc's `mallopt`."""
LARGEST = 2**31 - 1


def keep_freed_memory() -> None:
    """Make glibc reuse the memory of freed tensors, however large, and not return it to the system.

    Returned memory comes back as zeroed pages, one fault each: with the logits of a vocabulary of
    49,152 that was a third of the time of a forward and backward pass. Other C libraries are left
    alone.
    """
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(M_MMAP_THRESHOLD, LARGEST)
        libc.mallopt(M_TRIM_THRESHOLD, LARGEST)
