"""A row of a table of wordings, its cases for the readers that it is put to, and both judges."""

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from desks import Scenario
from graders import grade
from graders.referee import referee


class Row(NamedTuple):
    """A wording and what it says. `unheld` names each reader that does not find so, and why."""

    text: str
    says: str
    unheld: dict[str, str]


def rows(table: str) -> list[Row]:
    """A row for each line, with "\\n" for a line break, below what it says: "= do not". After #, on
    that line or the next, is which readers it is not held to: "unheard: facts, rubric", or
    "misheard: ..." if they find something else in it."""
    found, says = [], ""
    for line in table.strip().split("\n"):
        text, _, marks = line.strip().partition("# ")
        if text.startswith("= "):
            says = text.removeprefix("= ")
        elif text:
            found.append(Row(text.strip().replace("\\n", "\n"), says, {}))
        for mark in filter(None, marks.split("; ")):
            why, _, readers = mark.partition(": ")
            found[-1].unheld.update(dict.fromkeys(readers.split(", "), why))
    return found


def cases(table: Iterable[Row], *readers: str) -> pytest.MarkDecorator:
    """Every row for every reader. Where it is not held it must fail, or its mark is out of date."""
    return pytest.mark.parametrize(
        ("reader", "row"),
        [
            pytest.param(
                reader,
                row,
                id=f"{reader}-{row.text}",
                marks=[pytest.mark.xfail(reason=row.unheld[reader], strict=True)]
                if reader in row.unheld
                else [],
            )
            for row in table
            for reader in readers
        ],
    )


def judged(judge: str, scenario: Scenario, text: str) -> tuple[bool, str]:
    """Whether a completion is right for the judge that a reader's name begins with, and why."""
    if judge.startswith("rubric"):
        found = grade(scenario, text)
        assert found.error is None
        return found.correct, found.verdict
    ruling = referee(scenario, text)
    return ruling.done, ruling.reason
