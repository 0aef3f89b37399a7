"""What is watched while a model trains: each signal reads the history of a run's numbers and says
what is wrong, or nothing.

A run is held against its own start, the mean of its first ten steps. All windows are running means,
and a signal has to hold for some steps, its patience, before it is told.
"""

import math
from collections.abc import Callable, Mapping
from statistics import fmean, pvariance
from typing import Any, NamedTuple

WINDOW = 10
WELL = 0.2
"""A reward so much above its start: then little exploration is a sign of success."""


class History:
    """The numbers so far, by name; a step in which one was not measured has None."""

    def __init__(self) -> None:
        self._values: dict[str, list[float | None]] = {}
        self.length = 0

    def add(self, numbers: Mapping[str, Any]) -> None:
        for name in {*numbers, *self._values}:
            value = numbers.get(name)
            number = isinstance(value, int | float) and math.isfinite(value)
            self._values.setdefault(name, [None] * self.length).append(value if number else None)
        self.length += 1

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._values if name.startswith(prefix))

    def last(self, name: str, steps: int = WINDOW) -> float | None:
        """The mean of the last steps; None until there are as many beyond the start."""
        return self._mean(name, self.length - steps, self.length) if self.grown(steps) else None

    def start(self, name: str) -> float | None:
        return self._mean(name, 0, WINDOW)

    def grown(self, steps: int = WINDOW) -> bool:
        return self.length >= WINDOW + steps

    def running(self, name: str, step: int) -> float | None:
        """The mean of the ten steps that end with this one, counted from 1."""
        return self._mean(name, max(0, step - WINDOW), step)

    def below_start(self, name: str) -> float:
        """By how many standard errors the last ten steps lie under the first ten; else below 0."""
        first, last = self.window(name, 0), self.window(name, self.length - WINDOW)
        error = math.sqrt((pvariance(first) + pvariance(last)) / WINDOW) + 1e-9
        return (fmean(first) - fmean(last)) / error

    def window(self, name: str, begin: int) -> list[float]:
        values = self._values.get(name, [])[begin : begin + WINDOW]
        return [value for value in values if value is not None] or [0.0]

    def _mean(self, name: str, begin: int, end: int) -> float | None:
        known = [one for one in self._values.get(name, [])[begin:end] if one is not None]
        return fmean(known) if known else None


# -- the signals: each gives a clause that says what is wrong, or None ---


def _well(h: History) -> bool:
    now, start = h.last("reward"), h.start("reward")
    return now is not None and start is not None and (now >= start + WELL or now >= 0.9)


def _flat_groups(h: History) -> str | None:
    share = h.last("zero_variance")
    if share is None or share < 0.7 or _well(h):
        return None
    return f"{share:.0%} of the groups score the same throughout, so that they teach nothing"


def _spread(h: History) -> str | None:
    now, start = h.last("reward_std"), h.start("reward_std")
    if now is None or not start or now > 0.3 * start or _well(h):
        return None
    return f"the spread of the rewards has shrunk from {start:.3f} to {now:.3f}"


def _entropy_low(h: History) -> str | None:
    now, start = h.last("entropy"), h.start("entropy")
    if now is None or not start or now > 0.15 * start or _well(h):
        return None
    return f"the entropy has fallen from {start:.3f} to {now:.3f}: it no longer tries anything"


def _entropy_high(h: History) -> str | None:
    now, start = h.last("entropy", 3), h.start("entropy")
    if now is None or start is None or now < 2.5 * start or now < start + 0.2:
        return None
    return f"the entropy has jumped from {start:.3f} to {now:.3f}: the policy is coming apart"


def _kl(h: History) -> str | None:
    now = h.last("kl", 5)
    if now is None or now < 2:
        return None
    return f"the policy has drifted from the base by a KL divergence of {now:.2f} a token"


def _distinct(h: History, generations: int) -> str | None:
    now = h.last("distinct_actions", 5)
    # Prompts that differ want different actions: one for each group, where each is of one mind.
    if now is None or now > 0.5 / generations:
        return None
    return f"the answers are all but the same whatever is asked: {now:.1%} of them differ"


def _length(h: History) -> str | None:
    now, start = h.last("length", 5), h.start("length")
    if now is None or not start or 0.4 * start < now < 1.8 * start:
        return None
    return f"the length has gone from {start:.0f} to {now:.0f} tokens"


def _clipped(h: History) -> str | None:
    now, start = h.last("clipped", 5), h.start("clipped")
    if now is None or start is None or now < start + 0.25:
        return None
    return f"{now:.0%} of the completions are cut off at the length limit, from {start:.0%}"


def _valid(h: History) -> str | None:
    now, start = h.last("valid", 5), h.start("valid")
    if now is None or start is None or now > start - 0.25:
        return None
    return f"only {now:.0%} of the completions can be read, from {start:.0%}"


def _part_share(h: History) -> str | None:
    for name in h.names("parts/"):
        shares = []
        for mean in (h.start, h.last):
            part, total = mean(name), mean("total")
            shares.append(part / total if part is not None and total else 0.0)
        if shares[1] >= 0.75 and shares[1] >= shares[0] + 0.25:
            part = name.partition("/")[2]
            return f"{part} alone is {shares[1]:.0%} of the total, from {shares[0]:.0%}"
    return None


def _input_dependence(h: History) -> str | None:
    now, start = h.last("input_dependence"), h.start("input_dependence")
    if now is None or start is None:
        return None
    reward, before = h.last("reward"), h.start("reward")
    lost = start > 0.08 and now < 0.25 * start
    gamed = reward is not None and before is not None and reward > before + 0.15 and now < 0.05
    if not lost and not gamed:
        return None
    return f"answers earn almost as much on another scenario: {now:.3f} less, from {start:.3f}"


def _penalties(h: History) -> str | None:
    for name in h.names("penalties/"):
        penalty = name.partition("/")[2]
        now, start = h.last(f"values/{penalty}"), h.start(f"values/{penalty}")
        if now is not None and start is not None and now > 0.5 and now > start + 0.3:
            return f"the penalty {penalty} applies in {now:.0%}, from {start:.0%}"
    return None


def _referee(h: History) -> str | None:
    now, start = h.last("overruled", 20), h.start("overruled")
    if now is not None and start is not None and now > max(0.15, start + 0.1):
        return f"the referee overrules {now:.0%} of the answers, which are graded correct"
    reward, before = h.last("reward", 20), h.start("reward")
    done, once = h.last("referee", 20), h.start("referee")
    if None in (reward, before, done, once) or reward < before + 0.25 or done > once:
        return None
    return f"the reward has risen from {before:.2f} to {reward:.2f}, and no more work is done"


class Signal(NamedTuple):
    """A thing to watch: (history) -> what is wrong or None, for how many steps, and its cure."""

    wrong: Callable[[History], str | None]
    patience: int
    cure: str


TOO_FAST = "Lower the learning rate, and set beta above 0"
EXPLORE = "Raise the number of generations or the temperature, or set spare_prompts above 0"
LOOK = "Read completions.parquet, and mend the grader that pays for it"


def signals(generations: int) -> dict[str, Signal]:
    """What is watched, by name, where groups have so many completions."""
    return {
        "zero_variance": Signal(_flat_groups, 5, EXPLORE),
        "reward_spread": Signal(_spread, 5, EXPLORE),
        "entropy_low": Signal(_entropy_low, 5, f"{TOO_FAST}. {EXPLORE}"),
        "entropy_high": Signal(_entropy_high, 3, TOO_FAST),
        "kl": Signal(_kl, 5, "Raise beta or lower the learning rate"),
        "distinct_actions": Signal(lambda h: _distinct(h, generations), 5, TOO_FAST),
        "length": Signal(_length, 5, LOOK),
        "clipped": Signal(_clipped, 5, "Raise max_completion_length, or lower the learning rate"),
        "valid": Signal(_valid, 3, TOO_FAST),
        "part_share": Signal(_part_share, 10, LOOK),
        "input_dependence": Signal(_input_dependence, 10, LOOK),
        "penalties": Signal(_penalties, 10, LOOK),
        "referee": Signal(_referee, 10, LOOK),
    }
