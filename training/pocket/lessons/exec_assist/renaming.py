"""Invented names, so that a model learns to copy names rather than memorise them.

The splits share no names. In a train scenario the names of people, companies and topics are
replaced, in the prompt and in every completion alike, by words of random syllables, other English
words, and splices of two: whatever a name is made of, the model has to find it in the text.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

from desks import load
from desks.exec_assist import cast
from desks.exec_assist.models import ExecScenario
from desks.once import once
from training.pocket.lessons.invention import english, invented, spliced

_WORD = re.compile(
    r"(?<![\w@.])(?!(?:my|your) time|time\b|minutes\b|from\b|to \d|on [A-Z]|for \d|by [A-Z])"
    r"(?:[a-z]+|(?:(?<=^)|(?<=[.?!] ))[A-Z][a-z]+)(?![\w@])",
    re.MULTILINE,
)
"""A word that may be replaced by noise: not one that holds a date or a time together."""


ENGLISH_SHARE, SPLICED_SHARE = 0.3, 0.3
"""Shares of the names that are English words, and that are spliced from two."""
LIGHT_SHARE = 0.5
"""Share of the cases in other voices whose names are invented."""


@once
def _strange() -> tuple[str, ...]:
    """English words that neither split uses as a name."""
    return tuple(word for word in english() if word not in cast.words())


NOISE = (0.0, 0.2, 0.4, 0.6)
"""Shares of the words that are replaced by noise; one is drawn for each thread."""
MILD_NOISE = (0.0, 0.2, 0.4)
"""The same for the scenarios of GRPO, which must stay readable."""


def noisy_text(rng: Random, s: ExecScenario, thread: str, noise: Sequence[float] = NOISE) -> str:
    """A thread with a share of its words, drawn from `noise`, replaced by invented ones.

    The splits share no sentences either, and a model for which any word may be missing does not
    memorise sentences. Days, times, names and the topic stay.
    """
    share = rng.choice(noise)
    topic = s.truth.topic.split()

    def replaced(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in topic or rng.random() >= share:
            return word
        other = invented(rng, most=1)
        return other.capitalize() if word[0].isupper() else other

    lines = thread.split("\n")
    sentences = {max(email.split("\n"), key=len) for email in thread.split("\n\n")}
    return "\n".join(_WORD.sub(replaced, one) if one in sentences else one for one in lines)


def add_noise(rng: Random, s: ExecScenario) -> ExecScenario:
    """The scenario with some words of each email replaced by noise; what it asks for stays."""
    thread = tuple(
        email.model_copy(update={"body": noisy_text(rng, s, email.body, MILD_NOISE)})
        for email in s.thread
    )
    return s.model_copy(update={"thread": thread})


def names_of(s: ExecScenario) -> set[str]:
    """Every word, in lower case, of the names of people, companies and topics in a scenario."""
    people = (s.executive, s.sender, *s.contacts)
    names = [*(one.name for one in people), *(one.who for one in s.calendar.pending)]
    words = {part.lower() for name in names for part in name.split()}
    words |= {one.email.split("@")[1].split(".")[0] for one in (s.sender, *s.contacts)}
    return words | {s.truth.topic.split()[0]}


def _name(rng: Random) -> str:
    kind = rng.random()
    if kind < ENGLISH_SHARE:
        return rng.choice(_strange())
    return spliced(rng) if kind < ENGLISH_SHARE + SPLICED_SHARE else invented(rng)


def renaming(rng: Random, s: ExecScenario) -> Callable[[str], str]:
    """A function that replaces the names of `s` in a text, each by the same invention each time."""
    names = sorted(names_of(s))
    inventions: dict[str, str] = {}
    said = set(re.findall(r"[a-z]+", load("exec_assist").prompt(s)[-1]["content"].lower()))
    for name in names:
        while (other := _name(rng)) in said:
            continue
        said.add(other)
        inventions[name] = other
    # A name may also follow an escaped line break of JSON, whose n is not part of the name.
    pattern = re.compile(rf"(?:\b|(?<=\\n))(?:{'|'.join(names)})\b", re.IGNORECASE)

    def as_written(match: re.Match[str]) -> str:
        word = inventions[match[0].lower()]
        return word.capitalize() if match[0][0].isupper() else word

    return lambda text: pattern.sub(as_written, text)


def light_renaming(rng: Random, s: ExecScenario) -> Callable[[str], str]:
    """The same for a model that reads English, which sees real names as well: about half of the
    cases keep their own."""
    return renaming(rng, s) if rng.random() < LIGHT_SHARE else str
