"""Sentences for the emails, by kind and split, from `phrasings.yaml`."""

from pathlib import Path
from random import Random
from typing import Any

from desks.desk import Split
from desks.once import once
from desks.yaml_file import read_yaml

_FILE = Path(__file__).with_name("phrasings.yaml")


@once
def pools() -> dict[str, dict[Split, list[Any]]]:
    """All pools by name and split: sentences, or for "other" pairs of subject and body."""
    return read_yaml(_FILE)


def say(rng: Random, split: Split, pool: str, **words: object) -> str:
    """A random sentence from the split's pool, filled in."""
    return rng.choice(pools()[pool][split]).format(**words)


def others(rng: Random, split: Split, count: int) -> list[tuple[str, str]]:
    """`count` different emails that ask for nothing, as (subject, body)."""
    return [(subject, body) for subject, body in rng.sample(pools()["other"][split], count)]
