"""How the words that say what something is for are written down."""

import re
from textwrap import dedent


def lines(phrases: str) -> list[str]:
    """The lines of a text; one that is indented goes on with the one before it."""
    return re.sub(r"\n +", "", dedent(phrases).strip("\n")).splitlines()


def either(phrases: str) -> str:
    """The alternatives of a pattern, one or more a line."""
    return "|".join(lines(phrases))


def cue(phrases: str) -> re.Pattern[str]:
    """Any of these, wherever it stands."""
    return re.compile(either(phrases))


def any_of(phrases: str) -> re.Pattern[str]:
    """Any of these, as whole words."""
    return re.compile(rf"\b(?:{either(phrases)})(?!\w)")
