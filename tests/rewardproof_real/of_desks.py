"""This project's: its desks as OpenEnv environments, and the graders of two published reports."""

from collections.abc import Callable, Iterator
from typing import Any

import graders
from desks import load
from envs.server import environment
from graders import as_reported
from tests.rewardproof_real.entry import Real

DESKS = ("exec_assist", "it_triage")
TIERS = ("easy", "medium", "hard")
COUNT = 9


def rewards() -> Iterator[Real]:
    """Each desk's environment, and what a report on it graded by."""
    for name in DESKS:
        rows = [_row(name, seed) for seed in range(COUNT)]
        yield Real(f"environment {name}", environment(name), rows, "ideal", _is_done(name))
        yield Real(f"report on {name}", _reported(name), rows, "ideal", _is_done(name))


def _row(name: str, seed: int) -> dict[str, Any]:
    case = {"seed": seed, "tier": TIERS[seed % len(TIERS)], "split": "train"}
    desk = load(name)
    scenario = desk.scenario(**case)
    return case | {"prompt": desk.prompt(scenario), "ideal": desk.oracle(scenario)}


def _scenario(name: str, task: dict[str, Any]) -> Any:
    return load(name).scenario(task["seed"], task["tier"], task["split"])


def _is_done(name: str) -> Callable[[dict[str, Any], str], bool]:
    return lambda task, completion: bool(graders.grade(_scenario(name, task), completion).correct)


def _reported(name: str) -> Callable[[str, dict[str, Any]], float]:
    def reported(completion: str, task: dict[str, Any]) -> float:
        return as_reported.grade(_scenario(name, task), completion).total

    return reported
