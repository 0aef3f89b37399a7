"""Sentences for the emails, by kind and split, from `phrasings.yaml`."""

from pathlib import Path
from typing import Any

from desks.desk import Split
from desks.once import once
from desks.yaml_file import read_yaml


@once
def pools() -> dict[str, dict[Split, list[Any]]]:
    """All pools by name and split: sentences, or for "other" pairs of subject and body."""
    return read_yaml(Path(__file__).with_name("phrasings.yaml"))
