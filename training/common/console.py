"""What a command says while it works, and of what went wrong."""

import sys


def say(line: str) -> None:
    """A line for whoever watches, at once and apart from the results."""
    print(line, file=sys.stderr, flush=True)


def first_line(error: Exception) -> str:
    """What an error says first, for a message of one line."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
