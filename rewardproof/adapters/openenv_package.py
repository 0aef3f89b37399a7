"""What an OpenEnv package brings to be validated: its environment, tasks and right answers.

A package says in `openenv.yaml` where they are: `capabilities.oracle`, of the form `script`, names
a Python file that holds `environment` (a class), `tasks` (rows with a `prompt` and what `reset`
takes), `good(row)` and, where there is an independent check, `done(row, completion)`.
`capabilities.canaries` may name a file with wrong completions: a JSON object a line, with `task`,
the row's number, and `completion`. The package's code is run: validate your own.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from openenv.validation import NormalizedManifest, Subject
from openenv.validation.runner import source_digest

from rewardproof.named import module
from rewardproof.proof import prove
from rewardproof.report import Report
from rewardproof.tasks import read_lines

BUDGET = 2_000
"""Calls of the reward in one proof, which all checks share."""


class PackageError(ValueError):
    """A package does not say what its right answers are: where what was expected."""


class Package(NamedTuple):
    """The environment's class, and cases with what solves them."""

    environment: Any
    tasks: list[dict[str, Any]]
    good: Callable[[dict[str, Any]], Any]
    done: Callable[[dict[str, Any], Any], bool] | None


class Proved(NamedTuple):
    """A package, what it declares, and what was found."""

    package: Package
    manifest: NormalizedManifest
    report: Report

    @property
    def top(self) -> float:
        """The greatest reward that is declared."""
        return self.manifest.reward.range[1]

    def most(self, properties: tuple[str, ...]) -> float:
        """The most that a try of these kinds was paid; the least reward declared if none was."""
        paid = [self.report.most[name] for name in properties if name in self.report.most]
        return max(paid, default=self.manifest.reward.range[0])


def proved(subject: Subject) -> Proved:
    """The proof of a package; PackageError, and what `prove` raises."""
    told = subject.manifest.capabilities
    if told.oracle is None or told.oracle.form != "script":
        raise PackageError("openenv.yaml: capabilities.oracle of the form script was expected")
    root = subject.root.resolve()
    found = _proof(root, source_digest(root), told.oracle.location, told.canaries)
    return Proved(found[0], subject.manifest, found[1])


def _inside(root: Path, location: str) -> Path:
    file = (root / location).resolve()
    if not file.is_relative_to(root.resolve()) or not file.is_file():
        raise PackageError(f"{location}: a file in the package was expected")
    return file


def _package(root: Path, oracle: str, canaries: str | None) -> Package:
    found = module(str(_inside(root, oracle)))
    missing = [name for name in ("environment", "tasks", "good") if not hasattr(found, name)]
    if missing:
        raise PackageError(f"{oracle}: {', '.join(missing)} was expected")
    tasks = [{**row, "canaries": []} for row in found.tasks]
    if canaries:
        _add_canaries(tasks, _inside(root, canaries))
    return Package(found.environment, tasks, found.good, getattr(found, "done", None))


def _add_canaries(tasks: list[dict[str, Any]], file: Path) -> None:
    with file.open(encoding="utf-8") as lines:
        for number, row in enumerate(read_lines(lines, file.name), 1):
            match row:
                case {"task": int(task), "completion": str() | list() as completion} if (
                    0 <= task < len(tasks)
                ):
                    tasks[task]["canaries"].append(completion)
                case _:
                    told = "a task's number and a completion were expected"
                    raise PackageError(f"{file.name}, object {number}: {told}")


@lru_cache(maxsize=1)
def _proof(root: Path, digest: str, oracle: str, canaries: str | None) -> tuple[Package, Report]:
    """One proof for all checks, as long as the package, of this digest, stays as it is."""
    package = _package(root, oracle, canaries)
    report = prove(
        package.environment,
        package.tasks,
        good=package.good,
        bad=lambda row: row["canaries"],
        done=package.done,
        budget=BUDGET,
        form="openenv",
    )
    return package, report
