"""What a command prints beside its results: progress and errors."""

import sys


def say(line: str) -> None:
    """Print a line to standard error at once, apart from the results."""
    print(line, file=sys.stderr, flush=True)


def first_line(error: Exception) -> str:
    """The first line of an error's message, at most 300 characters."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
