"""Checks that an environment keeps its contract, and says what its author must still do.

python -m envs.check expense_claims

from envs.check import check_env
for fault in check_env(environment("expense_claims"), solver):
    print(fault)
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from desks import TIERS, load
from envs.base import DeskEnvironment
from envs.bounds import RefusedError
from envs.server import environment, names
from envs.single_turn import SingleTurn

SEEDS = 3
"""Seeds played in each tier."""
BAD_RESETS: tuple[dict[str, Any], ...] = (
    {"seed": -1},
    {"tier": "impossible"},
    {"split": "test"},
    {"unknown": 1},
)
SECRETS = ("truth", "situation", "gold", "oracle")

Actions = Sequence[dict[str, Any]]
Solver = Callable[[int, str, str], Actions]
"""(seed, tier, split) -> the fields of the actions of an episode that is solved correctly."""


def check_env(kind: type[DeskEnvironment], solver: Solver | None = None) -> list[str]:
    """Everything that is wrong with an environment, a sentence each; empty if it is ready.

    Without `solver`, no episode is played to its end.
    """
    return [*_faults(_declared, kind), *_faults(_resets, kind), *_faults(_played, kind, solver)]


def _faults(check: Callable[..., Iterator[str]], *given: Any) -> Iterator[str]:
    """A check's faults; an exception from the environment's own code is one too."""
    try:
        yield from check(*given)
    except Exception as error:
        yield f"{check.__name__.strip('_')}: {type(error).__name__}: {error}"


def _declared(kind: type[DeskEnvironment]) -> Iterator[str]:
    needed = ("NAME", "ABOUT", "RUBRIC", "ACTION", "OBSERVATION")
    yield from (f"{kind.__name__}.{name} is missing" for name in needed if not hasattr(kind, name))
    for model in (getattr(kind, name) for name in needed[-2:] if hasattr(kind, name)):
        fields = json.dumps(model.model_json_schema()).lower()
        yield from (
            f"{model.__name__} has room for what must stay hidden: {secret}"
            for secret in SECRETS
            if f'"{secret}"' in fields
        )


def _resets(kind: type[DeskEnvironment]) -> Iterator[str]:
    env = kind()
    try:
        env.step(kind.ACTION.model_construct())
        yield "a step before the first reset is not refused"
    except RefusedError:
        pass
    for asked in BAD_RESETS:
        try:
            env.reset(**asked)
            yield f"reset({asked}) is not refused"
        except RefusedError:
            pass
    for tier in TIERS:
        first, again, other = (kind().reset(seed, tier=tier) for seed in (5, 5, 6))
        if first != again:
            yield f"seed 5 of {tier} looks different the second time"
        if first == other:
            yield f"seeds 5 and 6 of {tier} look the same"
        if first.done or first.reward is not None or first.parts or first.steps_left < 1:
            yield f"the first observation of {tier} tells of an end"
        if kind.OBSERVATION.model_validate_json(first.model_dump_json()) != first:
            yield f"the observation of {tier} does not survive JSON"


def _played(kind: type[DeskEnvironment], solver: Solver | None) -> Iterator[str]:
    if solver is None:
        return
    for tier in TIERS:
        for seed in range(SEEDS):
            env = kind()
            env.reset(seed, tier=tier, split="eval")
            for fields in solver(seed, tier, "eval"):
                last = env.step(kind.ACTION(**fields))
            name = f"{tier}-eval-{seed}"
            if not last.done or last.correct is not True:
                yield f"{name}: after the work is done: done={last.done}, correct={last.correct}"
            elif not math.isclose(sum(last.parts.values()), last.reward, abs_tol=1e-9):
                yield f"{name}: the parts add up to {sum(last.parts.values())}, not {last.reward}"
            elif (env.state.done, env.state.steps_left) != (True, 0):
                yield f"{name}: the state does not know that it is over"


def oracle_solver(desk: str) -> Solver:
    """The solver of a single-turn desk, whose only action is the oracle's answer."""
    loaded = load(desk)
    return lambda *case: [{"completion": loaded.oracle(loaded.scenario(*case))}]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; exit status 0 if nothing is left to do."""
    parser = argparse.ArgumentParser(prog="python -m envs.check", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("name", choices=names())
    asked = parser.parse_args(arguments)
    kind = environment(asked.name)
    faults = check_env(kind, oracle_solver(kind.DESK) if issubclass(kind, SingleTurn) else None)
    print("\n".join(faults) or f"{asked.name} is ready")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
