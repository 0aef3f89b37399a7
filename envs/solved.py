"""Cases with what solves them, as `rewardproof openenv` asks each environment's folder for."""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from desks import TIERS
from envs.base import DeskEnvironment
from envs.bounds import RefusedError
from envs.check import Solver
from envs.models import Completion
from rewardproof.tasks import content_of

COUNT = 9
"""Cases, spread over the tiers."""
Row = dict[str, Any]


class Solved(NamedTuple):
    """An environment with cases, the best answers to them, and whether an answer does the work."""

    environment: type[DeskEnvironment]
    tasks: Sequence[Row]
    good: Callable[[Row], Any]
    done: Callable[[Row, Any], bool]


def solved(kind: type[DeskEnvironment], solver: Solver) -> Solved:
    """The same for an environment whose episodes `solver` solves. A completion is the answer of a
    single turn, or a chat whose messages are actions."""
    tasks = [_row(kind, seed) for seed in range(COUNT)]
    is_single = issubclass(kind.ACTION, Completion)

    def good(row: Row) -> Any:
        actions = solver(row["seed"], row["tier"], row["split"])
        if is_single:
            return actions[0]["completion"]
        return [{"role": "assistant", "content": json.dumps(fields)} for fields in actions]

    def done(row: Row, completion: Any) -> bool:
        env = kind()
        env.reset(row["seed"], tier=row["tier"], split=row["split"])
        texts = [completion] if isinstance(completion, str) else _said(completion)
        for text in texts:
            try:
                seen = env.step(
                    kind.ACTION(**({"completion": text} if is_single else json.loads(text)))
                )
            except (ValueError, TypeError, RecursionError, RefusedError):
                return False
            if seen.done:
                return bool(seen.correct)
        return False

    return Solved(kind, tasks, good, done)


def _row(kind: type[DeskEnvironment], seed: int) -> Row:
    case = {"seed": seed, "tier": TIERS[seed % len(TIERS)], "split": "train"}
    return case | {"prompt": kind().reset(**case).messages}


def _said(chat: Sequence[Row]) -> list[str]:
    return [content_of(one) for one in chat if one.get("role", "assistant") == "assistant"]
