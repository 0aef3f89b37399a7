"""What all commands share: an argument parser, error handling, and messages to standard error."""

import argparse
import reprlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

Main = Callable[[Sequence[str] | None], int | None]


class CommandError(ValueError):
    """Ends a command; the message says what is wrong and what to do."""


def command(*others: type[Exception], interrupted: str = "") -> Callable[[Main], Main]:
    """Decorate a command's `main`, which returns its exit status, or None for 0.

    A CommandError, an OSError or one of the `others` is logged, and the status is 1. If
    `interrupted` is given, it is logged on an interrupt, and the status is 130.
    """

    def decorate(main: Main) -> Main:
        @wraps(main)
        def run(arguments: Sequence[str] | None = None) -> int:
            try:
                return main(arguments) or 0
            except (CommandError, OSError, *others) as error:
                log(f"error: {error}")
                return 1
            except KeyboardInterrupt:
                if not interrupted:
                    raise
                log(interrupted)
                return 130

        return run

    return decorate


def argument_parser(name: str, description: str) -> argparse.ArgumentParser:
    """A parser for `python -m training.NAME`; the description is that module's docstring."""
    raw = argparse.RawDescriptionHelpFormatter
    prog = f"python -m training.{name}"
    return argparse.ArgumentParser(prog, description=description, formatter_class=raw)


def complaint(error: Mapping[str, Any]) -> str:
    """What is wrong with a setting, which is named, by one of a ValidationError's errors."""
    key = ".".join(map(str, error["loc"]))
    message = error["msg"].removeprefix("Value error, ")
    return f"{key}: {message}, not {reprlib.repr(error['input'])}" if key else message


def log(line: str) -> None:
    """Print a line to standard error at once; results go to standard output."""
    print(line, file=sys.stderr, flush=True)


def first_line(error: Exception) -> str:
    """The first line of an error's message, at most 300 characters."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
