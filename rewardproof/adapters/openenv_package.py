"""What an OpenEnv package brings to be validated: its environment, tasks and right answers.

A package says in `openenv.yaml` where they are: `capabilities.oracle`, of the form `script`, names
a Python file that holds `environment` (a class), `tasks` (rows with a `prompt` and what `reset`
takes), `good(row)` and, where there is an independent check, `done(row, completion)`.
`capabilities.canaries` may name a file with wrong completions: a JSON object a line, with `task`,
the row's number, and `completion`. The package's code is run: validate your own.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from openenv.validation import NormalizedManifest, Subject
from openenv.validation.runner import source_digest

from rewardproof.completions import Completion
from rewardproof.named import NamingError, module
from rewardproof.proof import prove
from rewardproof.report import Report
from rewardproof.subject import subject_of
from rewardproof.tasks import Task, TaskError, read_lines, read_tasks

BUDGET = 2_000
"""Calls of the reward in one proof, which all checks share."""
Canary = tuple[int, Completion]
"""A task's number, and a completion that is wrong for it."""


class PackageError(ValueError):
    """A package does not say what its right answers are: where what was expected."""


class Package(NamedTuple):
    """The environment's class, and cases with what solves them and what does not."""

    environment: Any
    tasks: Sequence[Task]
    good: Sequence[Sequence[Completion]]
    """The right completions of each task."""
    canaries: Sequence[Canary]


class Proved(NamedTuple):
    """A package, what it declares, and what was found."""

    package: Package
    manifest: NormalizedManifest
    report: Report

    @property
    def top(self) -> float:
        """The greatest reward that is declared."""
        return self.manifest.reward.range[1]

    @property
    def bottom(self) -> float:
        """The least reward that is declared."""
        return self.manifest.reward.range[0]

    def most(self, properties: Sequence[str]) -> float:
        """The most that a try of these kinds was paid."""
        paid = (self.report.most[name] for name in properties if name in self.report.most)
        return max(paid, default=self.bottom)


def proved(subject: Subject) -> Proved:
    """The proof of a package, one for all checks; PackageError if nothing can be proved."""
    told = subject.manifest.capabilities
    if told.oracle is None or told.oracle.form != "script":
        raise PackageError("openenv.yaml: capabilities.oracle of the form script was expected")
    root = subject.root.resolve()
    where = (told.oracle.location, told.canaries)
    package, report = _proof(root, source_digest(root), *where)
    return Proved(package, subject.manifest, report)


@lru_cache(maxsize=1)
def _proof(root: Path, digest: str, oracle: str, canaries: str | None) -> tuple[Package, Report]:
    """The proof of a package as long as it, of this digest, stays as it is."""
    try:
        found = module(str(_inside(root, oracle)))
        missing = [name for name in ("environment", "tasks", "good") if not hasattr(found, name)]
        if missing:
            raise PackageError(f"{oracle}: {', '.join(missing)} was expected")
        tasks, done = read_tasks(found.tasks), getattr(found, "done", None)
        good = subject_of(tasks, found.good, None, done).good
    except (PackageError, NamingError, TaskError):
        raise
    except Exception as error:  # whatever a package's own code raises
        raise PackageError(f"{oracle}: {type(error).__name__}: {error}") from error
    wrong = _canaries(_inside(root, canaries), len(tasks)) if canaries else []
    rows = [one.row for one in tasks]
    report = prove(
        found.environment, rows, good=found.good, done=done, budget=BUDGET, form="openenv"
    )
    return Package(found.environment, tasks, good, wrong), report


def _inside(root: Path, location: str) -> Path:
    file = (root / location).resolve()
    if not file.is_relative_to(root) or not file.is_file():
        raise PackageError(f"{location}: a file in the package was expected")
    return file


def _canaries(file: Path, count: int) -> list[Canary]:
    found: list[Canary] = []
    with file.open(encoding="utf-8") as lines:
        for number, row in enumerate(read_lines(lines, file.name), 1):
            match row:
                case {"task": int(task), "completion": str() | list() as completion} if (
                    0 <= task < count
                ):
                    found.append((task, completion))
                case _:
                    told = f"a task from 0 to {count - 1} and a completion were expected"
                    raise PackageError(f"{file.name}, object {number}: {told}")
    if not found:
        raise PackageError(f"{file.name}: one canary at least was expected")
    return found
