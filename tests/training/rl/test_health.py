"""Health on planted collapses and on sound runs, all with the noise that real ones have."""

import math
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean, median

import pytest

from training.rl.health import Event, Health

GENERATIONS = 8
Numbers = dict[str, float]
SEEDS = range(8)


def measured(rng: Random, step: int, level: float, alive: float = 1.0, prompts: int = 5) -> Numbers:
    """One step of a run whose expected reward is `level` and whose policy is so much `alive`: at 0
    all answers are the same. Noise as of so many prompts."""

    def noisy(mean: float, spread: float, low: float = 0.0, high: float = 1.0) -> float:
        return min(max(rng.gauss(mean, spread / math.sqrt(prompts)), low), high)

    reward = noisy(level, 0.35 * alive)
    solved = max(0.0, (level - 0.5) * 1.2)
    return {
        "step": step,
        "reward": reward,
        "total": reward,
        "reward_std": noisy((0.28 - 0.2 * solved) * alive, 0.06 * alive),
        "zero_variance": noisy(1 - alive * (0.9 - 0.6 * solved), 0.15),
        "entropy": noisy((0.25 - 0.3 * solved) * alive + 0.02, 0.03, 0.0, 9.0),
        "kl": noisy(0.05 + step / 600, 0.05, 0.0, 9.0),
        "distinct_actions": noisy(alive * (0.7 - 0.4 * solved) + 0.02, 0.1),
        "length": noisy(60, 8, 1, 999),
        "clipped": noisy(0.01, 0.02),
        "valid": noisy(0.97 * min(1.0, 0.2 + alive), 0.05),
        "correct": noisy(reward - 0.1, 0.05),
        "referee": noisy(reward - 0.1, 0.25),
        "overruled": noisy(0.03, 0.1),
        "input_dependence": noisy((level - 0.12) * alive, 0.3, -1.0),
        "grad_norm": noisy(0.1, 0.05),
        "loss": rng.gauss(0, 0.01),
        "parts/email_quality": 0.3 * reward,
        "parts/scheduling": 0.4 * reward,
        "parts/conflict_resolution": 0.3 * reward,
        "penalties/too_long": 0.0,
        "values/too_long": noisy(0.1, 0.2),
    }


def rising(step: int) -> tuple[float, float]:
    """From .3 to .85 in about 100 steps."""
    return 0.3 + 0.55 * (1 - math.exp(-step / 40)), 1.0


def slow(step: int) -> tuple[float, float]:
    """A slow rise, as of a low learning rate."""
    return 0.3 + 0.2 * step / 300, 1.0


def steep(step: int) -> tuple[float, float]:
    return 0.25 + 0.7 * min(1.0, step / 25), 1.0


def cliff(step: int) -> tuple[float, float]:
    """Nothing can be read from step 17 on, as in the study."""
    return (0.3, 1.0) if step < 14 else (0.0, 0.0) if step > 17 else (0.2, 0.5)


def floor(step: int) -> tuple[float, float]:
    """A peak, and then one constant answer at .14, as in the first report."""
    if step < 40:
        return 0.3 + 0.1 * step / 40, 1.0
    return max(0.14, 0.4 - 0.02 * (step - 40)), max(0.0, 1 - (step - 40) / 12)


def decay(step: int) -> tuple[float, float]:
    """A slow slide below the start, while it still varies."""
    return (0.45, 1.0) if step < 60 else (max(0.1, 0.45 - 0.006 * (step - 60)), 1.0)


def shallow(step: int) -> tuple[float, float]:
    """A floor that is hardly under the start."""
    return (0.3 + 0.003 * step, 1.0) if step < 50 else (0.24, 0.05)


SOUND = (rising, slow, steep)
LOST = (cliff, floor, decay, shallow)
Shape = Callable[[int], tuple[float, float]]


def run(shape: Shape, seed: int, steps: int, prompts: int = 5) -> list[Numbers]:
    rng = Random(f"{shape.__name__}/{seed}")
    return [measured(rng, step, *shape(step), prompts) for step in range(1, steps + 1)]


def events(numbers: list[Numbers]) -> Iterator[Event]:
    health = Health(GENERATIONS)
    for one in numbers:
        yield from health.step(one)


def fell(numbers: list[Numbers]) -> int:
    """The step from which the running mean of ten rewards stays below that of the first ten."""
    rewards = [one["reward"] for one in numbers]
    start = fmean(rewards[:10])
    below = [fmean(rewards[n - 9 : n + 1]) < start for n in range(9, len(rewards))]
    last_above = max((n for n, b in enumerate(below) if not b), default=-1)
    return last_above + 11


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", LOST, ids=lambda shape: shape.__name__)
def test_a_collapse_is_named_within_twenty_steps(shape, seed):
    numbers = run(shape, seed, 200)
    when = fell(numbers)
    named = [one for one in events(numbers) if one.signal in ("collapse", "reward")]
    assert named, f"{shape.__name__}: fell at {when}, never named"
    assert named[0].since <= named[0].step <= when + 20
    assert "fallen below its start" in named[0].sentence
    assert "learning rate" in named[0].sentence
    assert any(one.kind == "collapse" for one in named)


@pytest.mark.parametrize("prompts", [1, 5])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", SOUND, ids=lambda shape: shape.__name__)
def test_a_sound_run_is_warned_of_at_most_once_in_300_steps(shape, seed, prompts):
    told = list(events(run(shape, seed, 300, prompts)))
    assert len(told) <= 1, [one.sentence for one in told]
    assert not [one for one in told if one.kind != "warning"]


def changed(**how: Callable[[float], float]) -> list[Event]:
    """What is told of a sound run in which some numbers change from step 60 on."""
    numbers = run(rising, 1, 140)
    for one in numbers[60:]:
        one |= {name.replace("__", "/"): value(one["reward"]) for name, value in how.items()}
    return list(events(numbers))


@pytest.mark.parametrize(
    ("signal", "how"),
    [
        ("kl", {"kl": lambda r: 4.0}),
        ("entropy_high", {"entropy": lambda r: 1.5}),
        ("length", {"length": lambda r: 200.0}),
        ("length", {"length": lambda r: 10.0}),
        ("clipped", {"clipped": lambda r: 0.8}),
        ("valid", {"valid": lambda r: 0.4}),
        ("distinct_actions", {"distinct_actions": lambda r: 0.025}),
        ("input_dependence", {"input_dependence": lambda r: 0.0}),
        ("part_share", {"parts__scheduling": lambda r: 0.9 * r}),
        ("penalties", {"values__too_long": lambda r: 0.9}),
        ("referee", {"overruled": lambda r: 0.5}),
        ("zero_variance", {"zero_variance": lambda r: 1.0, "reward": lambda r: 0.35}),
        ("reward_spread", {"reward_std": lambda r: 0.01, "reward": lambda r: 0.35}),
        ("entropy_low", {"entropy": lambda r: 0.001, "reward": lambda r: 0.35}),
    ],
)
def test_each_signal_is_told_once_with_what_is_wrong_since_when_and_a_cure(signal, how):
    told = [one for one in changed(**how) if one.signal == signal]
    assert len(told) == 1, [one.signal for one in changed(**how)]
    event = told[0]
    assert 61 <= event.since <= event.step <= 61 + 35
    assert event.sentence.startswith(f"Since step {event.since} ")
    assert event.sentence.count(". ") >= 1  # what is wrong; what cures it


@pytest.mark.parametrize("value", [math.nan, math.inf, "nan"])
@pytest.mark.parametrize("name", ["grad_norm", "loss", "reward"])
def test_what_is_not_finite_is_fatal_at_once(name, value):
    numbers = run(rising, 0, 3)
    numbers[-1][name] = value
    (event,) = events(numbers)
    assert (event.kind, event.step, event.signal) == ("fatal", 3, "not_finite")


def test_a_recorded_run_without_some_of_the_numbers_can_be_read():
    bare = [{"step": one["step"], "reward": one["reward"]} for one in run(cliff, 0, 60)]
    assert [one.kind for one in events(bare)] == ["collapse"]
    assert not list(events([{"step": n, "reward": None, "kl": None} for n in range(1, 60)]))


def test_a_run_that_goes_on_is_told_of_as_if_it_had_not_stopped():
    numbers = run(floor, 0, 120)
    whole = list(events(numbers))
    health = Health(GENERATIONS)
    first = [event for one in numbers[:70] for event in health.step(one)]
    again = Health(GENERATIONS)
    for one in numbers[:70]:
        again.step(one)
    second = [event for one in numbers[70:] for event in again.step(one)]
    assert first + second == whole


def paid_for_nothing(turn: int, seed: int) -> list[Numbers]:
    """A run that learns until a step, and after it only to be paid: a hundredth and a half more at
    each, while the work is as easy or as hard as the prompts are."""
    numbers = run(rising, seed, turn + 60)
    level = rising(turn)[0]
    rng = Random(f"paid/{turn}/{seed}")
    for one in numbers[turn:]:
        plain = measured(rng, one["step"], level)
        one |= {name: plain[name] for name in ("referee", "correct")}
        one["reward"] = min(0.9, plain["reward"] / 2 + level / 2 + 0.015 * (one["step"] - turn))
    for one in numbers:
        one |= {"paid/manners": 0.8 * one["reward"], "paid/work": 0.2 * one["reward"]}
    return numbers


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("turn", [1, 15, 40])
def test_who_is_paid_more_and_does_no_more_is_named(turn, seed):
    named = [one for one in events(paid_for_nothing(turn, seed)) if one.signal == "parted"]
    assert named, "never named"
    assert turn - 30 <= named[0].since <= named[0].step
    assert "and the work done from" in named[0].sentence
    assert "what pays more is manners" in named[0].sentence


def test_who_is_paid_more_and_does_no_more_is_named_within_twenty_steps_of_the_parting():
    """At the median: ten steps are needed to see a mean, and these runs part gently."""
    delays = []
    for seed in range(24):
        named = [one for one in events(paid_for_nothing(20, seed)) if one.signal == "parted"]
        delays.append(named[0].step - 20 if named else math.inf)
    assert median(delays) <= 20, sorted(delays)
