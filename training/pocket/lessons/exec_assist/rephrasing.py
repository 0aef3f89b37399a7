"""Other words for what a thread says, since the splits share no sentences.

The train split has sixteen sentences that ask for a meeting; a model that learns from them alone
memorises them. So a warm start replaces most sentences with some from the `phrasings.yaml` in this
folder, which neither split has.
"""

import re
from pathlib import Path
from random import Random

import yaml

from desks.exec_assist.models import ExecScenario
from desks.exec_assist.phrasings import pools
from desks.once import once

REPHRASED_SHARE = 0.8
"""How many of the sentences are replaced."""
_CLOCK = r"\d\d:\d\d(?: (?:my|your) time)?"
_FIELDS = {
    "topic": r"[a-z]+ [a-z]+",
    "when": rf"on [A-Z][a-z]+ \d.*?\d\d:\d\d to {_CLOCK}",
    "minutes": r"\d+",
    "who": r"[A-Z]\w+ \w+(?: and [A-Z]\w+ \w+)*",
    "deadline": rf"[A-Z][a-z]+ \d+ [A-Z][a-z]+, {_CLOCK}",
}


@once
def others() -> dict[str, list[str]]:
    """The sentences of the warm start, by pool."""
    path = Path(__file__).with_name("phrasings.yaml")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@once
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Each sentence of the train split that can be replaced, as a pattern, with its pool."""
    return [(pool, pattern(one)) for pool in others() for one in pools()[pool]["train"]]


def pattern(sentence: str) -> re.Pattern[str]:
    """A pattern for a sentence of the splits in an email, with its fields as named groups."""
    text = re.escape(sentence)
    for field, said in _FIELDS.items():
        text = text.replace(rf"\{{{field}\}}", f"(?P<{field}>{said})")
    return re.compile(text)


def rephrased(rng: Random, s: ExecScenario) -> ExecScenario:
    """The scenario with most of its sentences replaced; their meaning stays."""
    thread = tuple(
        email.model_copy(update={"body": _put_otherwise(rng, email.body)}) for email in s.thread
    )
    return s.model_copy(update={"thread": thread})


def _put_otherwise(rng: Random, body: str) -> str:
    for pool, sentence_pattern in _patterns():
        match = sentence_pattern.search(body)
        if match and rng.random() < REPHRASED_SHARE:
            replacement = rng.choice(others()[pool]).format(**match.groupdict())
            body = f"{body[: match.start()]}{replacement}{body[match.end() :]}"
    return body
