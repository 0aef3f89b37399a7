"""The signals of a run's health: each reads its history and says what is wrong, or nothing.

All windows are running means, and a signal has to hold for a number of steps, its patience, before
it is reported.
"""

from collections.abc import Callable
from statistics import fmean
from typing import NamedTuple

from training.rl.history import WINDOW, History

WELL = 0.2
"""If the reward is this far above its start, little exploration is a sign of success."""
RISEN, SHARED = 0.3, 0.25
"""Thresholds of `reward_outpaces_work`, for the rise of the reward and for that of the work."""
DONE = ("referee", "correct")
"""The measures that `reward_outpaces_work` takes for the work."""


# -- the signals: each returns a clause that says what is wrong, or None ---


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
    # Different prompts want different actions: one per group, even if each group agrees on one.
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
    if now is None or start is None or now <= max(0.15, start + 0.1):
        return None
    return f"the referee overrules {now:.0%} of the answers, which are graded correct"


def reward_outpaces_work(h: History) -> int | None:
    """The step since which the reward has risen and the work has not, or None.

    Of all such steps, the one with the greatest rise of the reward. A rise is at least `RISEN` of
    the spread within groups at the start, and twice its standard error; the work is what the
    referee rules done and what is graded correct, and neither gained over `SHARED` of the rise.
    """
    spread = h.start("reward_std")
    if spread is None or not all(map(h.names, DONE)):
        return None
    best, greatest = None, 0.0
    for since in range(h.length - 2 * WINDOW + 1):
        paid, error = h.gain("reward", since)
        if paid > greatest and paid >= max(RISEN * spread, 2 * error):
            done = max(h.gain(name, since)[0] for name in DONE)
            if done <= SHARED * paid:
                best, greatest = since, paid
    return best


def _reward_outpaces_work(h: History) -> tuple[int, str] | None:
    since = reward_outpaces_work(h)
    if since is None:
        return None
    reward, done = (_moved(h, name, since) for name in ("reward", DONE[0]))
    clause = f"the reward has gone {reward}, and the work done {done}"
    gains = {name: h.gain(name, since)[0] for name in h.names("paid/") or h.names("parts/")}
    if gains:
        best = max(gains, key=gains.__getitem__)
        clause += f"; what pays more is {best.partition('/')[2]}, by {gains[best]:.2f}"
    return since + 1, clause


def _moved(h: History, name: str, since: int) -> str:
    was, now = h.window(name, since), h.window(name, h.length - WINDOW)
    return f"from {fmean(was):.2f} to {fmean(now):.2f}"


class Signal(NamedTuple):
    """A signal: (history) -> what is wrong or None, its patience in steps, and its cure.

    A signal that knows since which step returns that too; others began when they first held.
    """

    wrong: Callable[[History], str | tuple[int, str] | None]
    patience: int
    cure: str


TOO_FAST = "Lower the learning rate, and set beta above 0"
EXPLORE = "Raise the number of generations or the temperature, or set spare_prompts above 0"
LOOK = "Read completions.parquet, and mend the grader that pays for it"


def signals(generations: int) -> dict[str, Signal]:
    """All signals by name, for groups of so many completions."""
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
        "parted": Signal(_reward_outpaces_work, 3, LOOK),
    }
