"""The signals of a run's health: each reads the run's history and says what, if anything, is wrong.

Signals look at running means, and have to hold for a number of steps, their patience, before they
are reported.
"""

from collections.abc import Callable, Iterator
from statistics import fmean
from typing import NamedTuple

from training.rl.history import WINDOW, History

WELL = 0.2
"""If the reward is this far above its start, little exploration is a sign of success."""
RISEN, SHARED = 0.3, 0.25
"""Thresholds of `_reward_outpaces_work`: for the rise of the reward, and for that of the work."""
PARTED = "pay outran the work"
"""What `_reward_outpaces_work` says, in short; in records its signal is called "parted"."""
DONE = ("referee", "correct")
"""The measures that `_reward_outpaces_work` counts as work done."""


# -- the signals: each yields a clause that says what, if anything, is wrong ---


def _well(h: History) -> bool:
    now = h.last("reward")
    return now >= h.start("reward") + WELL or now >= 0.9


def _flat_groups(h: History) -> Iterator[str]:
    share = h.last("zero_variance")
    if share >= 0.7 and not _well(h):
        yield f"{share:.0%} of the groups score the same throughout, so that they teach nothing"


def _spread(h: History) -> Iterator[str]:
    now, start = h.last("reward_std"), h.start("reward_std")
    if start > 0 and now <= 0.3 * start and not _well(h):
        yield f"the spread of the rewards has shrunk from {start:.3f} to {now:.3f}"


def _entropy_low(h: History) -> Iterator[str]:
    now, start = h.last("entropy"), h.start("entropy")
    if start > 0 and now <= 0.15 * start and not _well(h):
        yield f"the entropy has fallen from {start:.3f} to {now:.3f}: it no longer tries anything"


def _entropy_high(h: History) -> Iterator[str]:
    now, start = h.last("entropy", 3), h.start("entropy")
    if now >= 2.5 * start and now >= start + 0.2:
        yield f"the entropy has jumped from {start:.3f} to {now:.3f}: the policy is coming apart"


def _kl(h: History) -> Iterator[str]:
    now = h.last("kl", 5)
    if now >= 2:
        yield f"the policy has drifted from the base by a KL divergence of {now:.2f} a token"


def _distinct(h: History, generations: int) -> Iterator[str]:
    now = h.last("distinct_actions", 5)
    # Different prompts call for different actions: at least one per group, even if groups agree.
    if now <= 0.5 / generations:
        yield f"the answers are all but the same whatever is asked: {now:.1%} of them differ"


def _length(h: History) -> Iterator[str]:
    now, start = h.last("length", 5), h.start("length")
    if start > 0 and (now <= 0.4 * start or now >= 1.8 * start):
        yield f"the length has gone from {start:.0f} to {now:.0f} tokens"


def _clipped(h: History) -> Iterator[str]:
    now, start = h.last("clipped", 5), h.start("clipped")
    if now >= start + 0.25:
        yield f"{now:.0%} of the completions are cut off at the length limit, from {start:.0%}"


def _valid(h: History) -> Iterator[str]:
    now, start = h.last("valid", 5), h.start("valid")
    if now <= start - 0.25:
        yield f"only {now:.0%} of the completions can be read, from {start:.0%}"


def _part_share(h: History) -> Iterator[str]:
    for name in h.names("parts/"):
        start, now = (
            mean(name) / total if (total := mean("total")) else 0.0 for mean in (h.start, h.last)
        )
        if now >= 0.75 and now >= start + 0.25:
            part = name.partition("/")[2]
            yield f"{part} alone is {now:.0%} of the total, from {start:.0%}"


def _input_dependence(h: History) -> Iterator[str]:
    now, start = h.last("input_dependence"), h.start("input_dependence")
    lost = start > 0.08 and now < 0.25 * start
    gamed = h.last("reward") > h.start("reward") + 0.15 and now < 0.05
    if lost or gamed:
        yield f"answers earn almost as much on another scenario: {now:.3f} less, from {start:.3f}"


def _penalties(h: History) -> Iterator[str]:
    for name in h.names("penalties/"):
        penalty = name.partition("/")[2]
        now, start = h.last(f"values/{penalty}"), h.start(f"values/{penalty}")
        if now > 0.5 and now > start + 0.3:
            yield f"the penalty {penalty} applies in {now:.0%}, from {start:.0%}"


def _referee(h: History) -> Iterator[str]:
    now = h.last("overruled", 20)
    if now > 0.15 and now > h.start("overruled") + 0.1:
        yield f"the referee overrules {now:.0%} of the answers, which are graded correct"


def _reward_outpaces_work(h: History) -> Iterator[tuple[int, str]]:
    """The step since which the reward has risen and the work has not, with the clause.

    Of all such steps, the one with the greatest rise of the reward. A rise is at least `RISEN`
    times the rewards' standard deviation at the start, and twice its own standard error. The work
    has not risen if none of the measures in `DONE` gained over `SHARED` times that rise.
    """
    if not all(map(h.names, DONE)):
        return
    least = RISEN * h.start("reward_std")
    since, greatest = None, 0.0
    for step in range(h.length - 2 * WINDOW + 1):
        paid, error = h.gain("reward", step)
        if paid > greatest and paid >= least and paid >= 2 * error:
            done = max(h.gain(name, step)[0] for name in DONE)
            if done <= SHARED * paid:
                since, greatest = step, paid
    if since is None:
        return
    reward, done = (_moved(h, name, since) for name in ("reward", DONE[0]))
    clause = f"the reward has gone {reward}, and the work done {done}"
    gains = {name: h.gain(name, since)[0] for name in h.names("paid/") or h.names("parts/")}
    if gains:
        best = max(gains, key=gains.__getitem__)
        clause += f"; what pays more is {best.partition('/')[2]}, by {gains[best]:.2f}"
    yield since + 1, clause


def _moved(h: History, name: str, since: int) -> str:
    was, now = h.window(name, since), h.window(name, h.length - WINDOW)
    return f"from {fmean(was):.2f} to {fmean(now):.2f}"


class Signal(NamedTuple):
    """A signal: (history) -> what is wrong, its patience in steps, and its cure.

    A signal that knows since which step things are wrong yields that too; for others it is the
    step at which they first held.
    """

    wrong: Callable[[History], Iterator[str | tuple[int, str]]]
    patience: int
    cure: str


TOO_FAST = "Lower the learning rate, and set beta above 0"
EXPLORE = "Raise the number of generations or the temperature, or set spare_prompts above 0"
LOOK = "Read completions.parquet, and mend the grader that pays for it"


def signals(generations: int) -> dict[str, Signal]:
    """All signals by name, for groups of `generations` completions."""
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
