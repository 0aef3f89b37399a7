"""Whether a run is healthy: a pure core that is given the numbers of one step after another.

    health = Health(generations=8)
    for numbers in read_steps(folder):
        for event in health.step(numbers):
            print(event.sentence)

So a recorded run can be replayed through it. A run is compared with its own start: the mean of its
first ten steps. The signals are in `training/rl/signals.py`. Their bounds were tuned on planted
collapses and on noisy healthy runs; `tests/training/rl/test_health.py` measures both.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from training.rl.history import WINDOW, History
from training.rl.signals import TOO_FAST, signals

REPORT_AGAIN_AFTER = 50
"""Steps without a signal after which it may be reported again."""
MUST_BE_FINITE = ("reward", "loss", "grad_norm", "kl", "entropy")


@dataclass(frozen=True)
class Event:
    """Something to report. "warning": look; "collapse": the run is lost; "fatal": it must end."""

    step: int
    signal: str
    kind: Literal["warning", "collapse", "fatal"]
    since: int
    """The step at which it began."""
    sentence: str
    """What is wrong, since when, and what usually cures it."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Health:
    """Takes the numbers of each step in turn, and returns the events of that step."""

    def __init__(self, generations: int) -> None:
        self._signals = signals(generations)
        self._history = History()
        self._began: dict[str, int] = {}
        """Signals that hold, with the step at which they began."""
        self._reported: dict[str, float] = {}
        """Signals that were reported, with the last step at which they held."""

    def step(self, numbers: Mapping[str, Any]) -> list[Event]:
        """The events of this step; its numbers are those of `steps.jsonl`."""
        number = int(numbers["step"])
        self._history.add(numbers)
        return [*self._not_finite(numbers, number), *self._warned(number), *self._lost(number)]

    def _not_finite(self, numbers: Mapping[str, Any], step: int) -> Iterator[Event]:
        for name in MUST_BE_FINITE:
            value = numbers.get(name)
            if value is not None and not math.isfinite(float(value)):
                cure = f"{TOO_FAST}, and start again from the base: these weights are spoilt"
                wrong = f"{name} is {value} since step {step}. {cure}."
                yield Event(step, "not_finite", "fatal", step, wrong)
                return

    def _warned(self, step: int) -> Iterator[Event]:
        for name, signal in self._signals.items():
            wrong = next(signal.wrong(self._history), None)
            if held := self._holds(name, wrong is not None, signal.patience, step):
                since, clause = wrong if isinstance(wrong, tuple) else (held, wrong)
                sentence = f"Since step {since} {clause}. {signal.cure}."
                yield Event(step, name, "warning", since, sentence)

    def _holds(self, name: str, holds: bool, patience: int, step: int) -> int | None:
        """The step since which a signal has held, if it is to be reported now."""
        if not holds:
            self._began.pop(name, None)
            return None
        since = self._began.setdefault(name, step)
        if step - self._reported.get(name, -REPORT_AGAIN_AFTER) < REPORT_AGAIN_AFTER:
            self._reported[name] = max(self._reported[name], step)
            return None
        if step - since + 1 < patience:
            return None
        self._reported[name] = step
        return since

    def _lost(self, step: int) -> Iterator[Event]:
        """Report a reward below its start: a collapse if that looks permanent, else a warning."""
        h = self._history
        now, start = h.running("reward"), h.start("reward")
        if h.length <= WINDOW or not now < start:
            self._began.pop("below", None)
            self._holds("reward", False, 0, step)
            self._holds("collapse", False, 0, step)
            return
        since = self._began.setdefault("below", step)
        gain, error = h.gain("reward", 0)
        streak, errors = step - since + 1, -gain / (error + 1e-9)
        broken = {"valid", "distinct_actions", "clipped", "entropy_high"} & self._began.keys()
        flat = h.last("zero_variance", 5) >= 0.9
        lost = (
            (bool(broken or flat) and streak >= (3 if errors > 1 else 8))
            or (streak >= 8 and errors > 5)
            or (streak >= 2 * WINDOW and errors > 3.5)
        )
        fallen = f"the reward has fallen below its start, from {start:.3f} to {now:.3f}"
        if self._holds("collapse", lost, 1, step):
            sentence = (
                f"Since step {since} {fallen}: the run has collapsed. {TOO_FAST}, take 8 "
                "generations or more, and start again from the base."
            )
            yield Event(step, "collapse", "collapse", since, sentence)
        elif self._holds("reward", streak >= 2 * WINDOW and not lost, 1, step):
            self._reported["reward"] = math.inf  # only once: a slow run may go up and down
            sentence = f"Since step {since} {fallen}, on average of {WINDOW} steps. {TOO_FAST}."
            yield Event(step, "reward", "warning", since, sentence)
