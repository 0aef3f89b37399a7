"""What every command shares: its arguments' parser, and what it prints beside its results."""

import argparse
import sys


def argument_parser(command: str, description: str) -> argparse.ArgumentParser:
    """A parser for `python -m training.COMMAND`, which is described by its module's docstring."""
    raw = argparse.RawDescriptionHelpFormatter
    prog = f"python -m training.{command}"
    return argparse.ArgumentParser(prog, description=description, formatter_class=raw)


def log(line: str) -> None:
    """Print a line to standard error at once, apart from the results."""
    print(line, file=sys.stderr, flush=True)


def first_line(error: Exception) -> str:
    """The first line of an error's message, at most 300 characters."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
