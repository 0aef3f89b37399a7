"""Findings kept as JSON files, and tried again: a hole that was closed stays closed."""

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rewardproof.payments import SLOW
from rewardproof.report import Finding, Report, as_json, visible
from rewardproof.signatures import recognise
from rewardproof.tasks import read_tasks
from rewardproof.worker import Here, Worker, can_isolate

SUFFIX = ".rewardproof.json"
"""How the name of a case's file ends."""
_FIELDS = {"reward", "form", "timeout", "property", "said", "task", "completion"}
_FIELDS |= {"at_least", "at_most"}


class CaseError(ValueError):
    """A file that is no case: says which, and what was expected."""


@dataclass(frozen=True)
class Case:
    """A completion, and what a sound reward pays for it."""

    reward: str
    """MODULE:NAME or FILE.py:NAME."""
    form: str
    timeout: float
    """Seconds for a call."""
    property: str
    said: str
    task: Mapping[str, Any]
    completion: Any
    at_least: float | None
    at_most: float | None

    def fault(self, reward: Any) -> str:
        """What the reward does wrong on this case, in words; empty if nothing."""
        tasks = read_tasks([self.task])
        scorer = recognise(reward, tasks, self.form)
        runs = Worker(scorer, tasks, self.timeout) if can_isolate() else Here(scorer, tasks)
        try:
            paid = runs.pay([(0, self.completion)])[0]
            if paid.seconds > SLOW and not paid.fault:  # or was that what it loads at first?
                paid = runs.pay([(0, self.completion)])[0]
        finally:
            runs.close()
        if troubles := [one for one in paid.troubles if one != "prints"]:
            return f"it {troubles[0]}: {visible(self.completion)}"
        value, least, most = paid.value, self.at_least, self.at_most
        if most is not None and value is not None and value > most:
            bound = f"at most {most:g}"
        elif least is not None and (value is None or value < least):
            bound = f"at least {least:g}"
        else:
            return ""
        told = "nothing" if value is None else f"{value:g}"
        return f"{self.said}: {told}, {bound} was expected: {visible(self.completion)}"


def keep(
    report: Report, reward: str, folder: Path, form: str = "", timeout: float = 10.0
) -> list[Path]:
    """Write a case for each error that one call can show; returns the files. Cases that are there
    already stay, and the same one is the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for one in filter(_can_be_replayed, report.findings):
        case = {
            "reward": reward,
            "form": form,
            "timeout": timeout,
            "property": one.property,
            "said": one.said,
            "task": dict(report.rows[one.place]),
            "completion": one.completion,
            "at_least": one.at_least,
            "at_most": one.at_most,
        }
        shown = as_json([reward, one.said, one.tried, case["task"], one.completion], indent=None)
        told = f"{reward.rpartition(':')[2]} {one.property} {zlib.crc32(shown.encode()):08x}"
        name = re.sub(r"\W+", "-", told)
        file = folder / f"{name}{SUFFIX}"
        file.write_text(as_json(case) + "\n", encoding="utf-8")
        written.append(file)
    return written


def _can_be_replayed(one: Finding) -> bool:
    """Whether one call for one completion shows it."""
    shown = one.at_least is not None or one.at_most is not None or one.property == "faults"
    return one.severity == "error" and one.property != "independence" and shown


def read_case(file: Path) -> Case:
    """The case in a file; CaseError."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise CaseError(f"{file}: {error}") from None
    if not isinstance(told, dict) or told.keys() != _FIELDS:
        raise CaseError(f"{file}: an object with {', '.join(sorted(_FIELDS))} was expected")
    return Case(**told)
