"""A line on the reward chart of a training run: what the best cheat found beforehand is paid.

    report = prove(reward, tasks, good="answer")
    draw_cheat_line(trainer, report)

With each log of a mean reward it logs the cheat's pay beside it, and warns once when training
reaches it: from there on the reward may pay for what was found.
"""

import warnings
from typing import Any

from rewardproof.report import Report

LINE = "rewardproof/best_cheat"
"""The name of the line."""
REWARDS = ("reward", "eval_reward")
"""The logs that it is compared with."""


def best_cheat(report: Report) -> float | None:
    """The most that a reward was found to pay for what it must not; None if nothing was found."""
    return max((one.paid for one in report.findings if one.is_overpaid), default=None)


def draw_cheat_line(trainer: Any, report: Report) -> None:
    """Add the line to a trainer of transformers or TRL, before whatever writes its charts."""
    from transformers import TrainerCallback

    pay, warned = best_cheat(report), False

    class CheatLine(TrainerCallback):
        """Logs what the best cheat is paid; warns when a mean reward reaches it."""

        def on_log(
            self, args: Any, state: Any, control: Any, logs: dict[str, Any], **more: Any
        ) -> None:
            nonlocal warned
            reached = [logs[name] for name in REWARDS if logs.get(name) is not None]
            if pay is None or not reached:
                return
            for charted in (logs, *state.log_history[-1:]):
                charted[LINE] = pay
            if max(reached) >= pay and not warned:
                warned = True
                warnings.warn(
                    f"step {state.global_step}: the mean reward, {max(reached):.3g}, has reached"
                    f" what the best cheat found is paid, {pay:.3g}: read some completions",
                    stacklevel=2,
                )

    trainer.callback_handler.callbacks.insert(0, CheatLine())
