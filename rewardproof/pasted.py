"""A reward that was pasted as text: for a browser, where Python runs in the visitor's own machine.

What is pasted is executed, so that this is only for whoever pasted it.
"""

from collections.abc import Callable
from typing import Any

from rewardproof.proof import prove
from rewardproof.scorer import SignatureError
from rewardproof.tasks import TaskError, read_lines

NAMES = ("reward", "score", "reward_func", "compute_score")
"""What the reward may be called; otherwise it is the last function."""


class PastedError(ValueError):
    """What was pasted cannot be used: says what, where, and what was expected."""


def prove_pasted(
    code: str, tasks: str, good: str, budget: int, progress: Callable[[int, int], None]
) -> str:
    """The report as JSON: of the function in `code`, on `tasks`, one JSON object a line.

    `good` is a column, or a text with {COLUMN}s. PastedError.
    """
    reward = function_in(code)
    try:
        rows = list(read_lines(tasks.split("\n"), "tasks"))
        return prove(reward, rows, good, budget=budget, isolate=False, progress=progress).to_json()
    except (TaskError, SignatureError) as error:
        raise PastedError(str(error)) from None


def function_in(code: str) -> Callable[..., Any]:
    """The reward that some code defines; PastedError."""
    held: dict[str, Any] = {"__name__": "pasted"}
    try:
        exec(compile(code, "reward", "exec"), held)
    except SyntaxError as error:
        raise PastedError(f"reward, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise PastedError(f"reward: {type(error).__name__}: {error}") from None
    named = [held[name] for name in NAMES if callable(held.get(name))]
    defined = [
        one for one in held.values() if callable(one) and getattr(one, "__module__", "") == "pasted"
    ]
    if not (named or defined):
        raise PastedError("reward: a function was expected, as def reward(completion, answer): ...")
    return (named or defined[-1:])[0]
