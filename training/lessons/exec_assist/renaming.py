"""Invented names, so that a model learns to copy names and cannot know them by heart.

The splits share no names. What a train scenario calls people, companies and topics is replaced, in
the prompt and in every completion alike, by words of random syllables.
"""

import re
from collections.abc import Callable
from random import Random

from desks.exec_assist.models import ExecScenario
from training.lessons.invention import another, invented

_WORD = re.compile(
    r"(?<![\w@.])(?!(?:my|your) time|time\b|minutes\b|from\b|to \d|on [A-Z]|for \d|by [A-Z])"
    r"(?:[a-z]+|(?:(?<=^)|(?<=[.?!] ))[A-Z][a-z]+)(?![\w@])",
    re.MULTILINE,
)
"""A word that may be drowned out: not of those that hold a date or a time together."""


def muffled(rng: Random, s: ExecScenario, thread: str) -> str:
    """A thread in which a random share of the words is drowned out by invented ones.

    The splits share no sentences either: whoever has to do without any word in turn does not learn
    sentences by heart. What days, times, names and the topic say stays.
    """
    share = rng.choice((0.0, 0.2, 0.4, 0.6))
    topic = s.truth.topic.split()

    def drowned(found: re.Match[str]) -> str:
        word = found[0]
        if word.lower() in topic or rng.random() >= share:
            return word
        other = invented(rng, most=1)
        return other.capitalize() if word[0].isupper() else other

    lines = thread.split("\n")
    sentences = {max(email.split("\n"), key=len) for email in thread.split("\n\n")}
    return "\n".join(_WORD.sub(drowned, one) if one in sentences else one for one in lines)


def names_of(s: ExecScenario) -> set[str]:
    """Every word of a scenario that names a person, a company or a topic, in lower case."""
    people = (s.executive, s.sender, *s.contacts)
    names = [*(one.name for one in people), *(one.who for one in s.calendar.pending)]
    words = {part.lower() for name in names for part in name.split()}
    words |= {one.email.split("@")[1].split(".")[0] for one in (s.sender, *s.contacts)}
    return words | {s.truth.topic.split()[0]}


def renaming(rng: Random, s: ExecScenario) -> Callable[[str], str]:
    """A function that replaces the names of `s` in a text, each by one invention throughout."""
    names = sorted(names_of(s))
    inventions: dict[str, str] = {}
    for name in names:
        inventions[name] = another(rng, set(inventions.values()))
    # A name also begins after a line break as JSON writes it: its n is no part of the name.
    pattern = re.compile(rf"(?:\b|(?<=\\n))(?:{'|'.join(names)})\b", re.IGNORECASE)

    def as_written(found: re.Match[str]) -> str:
        word = inventions[found[0].lower()]
        return word.capitalize() if found[0][0].isupper() else word

    return lambda text: pattern.sub(as_written, text)
