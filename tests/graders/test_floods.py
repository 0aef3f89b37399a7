"""No legal completion takes long to judge, and none takes more than in proportion to its length.

One request that does would hold everything else: a match of `re` does not let go of the
interpreter. The pieces are those that a search over many thousand floods found to be slowest.
"""

from collections.abc import Callable
from random import Random

import pytest

from desks import TIERS, Scenario, load
from graders import as_reported, grade
from graders.levels import levels
from graders.referee import referee
from tests.floods import LONGEST, SHAPES, WORDS, best_text, draw, flooded, pieces, shapes
from tests.slowness import least, over, seconds

SHORT = 2_000
QUICK = 0.05
"""Seconds that need no second look."""
SLOW = 0.25
"""Seconds; most take a twentieth. What was mended took up to .6, and the worst of it 62 for a
resolution of 62,000 characters."""
GROWTH = 10
"""Between the two lengths: 4 in proportion, 16 with the square."""
AT_RANDOM = 60


def with_evidence(scenario: Scenario, text: str) -> object:
    found = grade(scenario, text)
    assert found.error is None, found.error
    return found.evidence


def between(scenario: Scenario, text: str) -> object:
    """On the level that has parts of the report's graders and of ours."""
    return levels(scenario.desk)[2].rubric.grade(scenario, text)


JUDGES = (with_evidence, referee, as_reported.grade, between)


def slow(
    judge: Callable[[Scenario, str], object], scenario: Scenario, one: str, other: str, shape: str
) -> str | None:
    """What is wrong with the time that a judge takes over a flood, or None."""
    short, long = (
        flooded(scenario, shapes(one, other, best_text(scenario), length)[shape])
        for length in (SHORT, LONGEST)
    )
    if seconds(lambda: judge(scenario, long), SLOW) < QUICK:
        return None
    near = least(lambda: judge(scenario, short), 10 * SLOW)
    far = least(lambda: judge(scenario, long), 10 * SLOW)
    if far < QUICK or (far < GROWTH * near and not over(far, SLOW)):
        return None
    where = f"{scenario.tier} {scenario.seed}, {shape}: {one!r}, {other!r}"
    return f"{judge.__name__}, {where}: {near:.3f} s, four times as long {far:.3f} s"


WORST = {
    "exec_assist": (
        ("1", "-"),
        ("İ", "2"),
        ("2İ", " "),
        ("a.", "b"),
        ("½²", "a"),
        ("?", "a"),
        ("10:00 ", "and "),
        ("9:00 ", "not "),
        ("not 10:00 ", "I "),
        ("I have a call at 10:00 ", "my "),
        ("don't noon ", "noon "),
        ("9:17 is out. ", "\n"),
        ("can't make 10:00 ", "9:17 busy "),
        ("10:00 thanks ", "by "),
        ("10:00-11:00 ", "mov "),
        ("Monday, ", "10:00 "),
        (" ", "at "),
        ("10:00+ ", "ǰ"),
    ),
    "it_triage": (
        (":", "a"),
        (".", " "),
        ("{", "b"),
        ("&?", " "),
        ("*", "a"),
        ("`", "b"),
        ("\n", " "),
        ("—", "a—b "),
        ("not ", "do not "),
        ("or nor or ", "lists "),
        ("instead of ", "the "),
        ("ignore all the above. ", "a "),
        ("abc def ghi ", ". "),
        ("Aa ", "1.5 "),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
@pytest.mark.parametrize("desk", WORST)
def test_the_worst_floods_are_judged_in_proportion(
    desk: str, judge: Callable[[Scenario, str], object]
) -> None:
    found = []
    for number, (one, other) in enumerate(WORST[desk]):
        scenario = load(desk).scenario(number, TIERS[number % 3], "eval")
        wanted = {"alone", "behind the best", SHAPES[number % len(SHAPES)]}
        found += [slow(judge, scenario, one, other, shape) for shape in sorted(wanted)]
    assert not list(filter(None, found))


@pytest.mark.slow
@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("desk", WORST)
def test_what_a_scenario_names_is_judged_in_proportion(desk: str, tier: str) -> None:
    scenario, rng = load(desk).scenario(2, tier, "eval"), Random(f"{desk} {tier}")
    named = pieces(scenario)
    found = [
        slow(judge, scenario, one, rng.choice((*named, *WORDS)), shape)
        for one in rng.sample(named, min(10, len(named)))
        for shape in (rng.choice(SHAPES),)
        for judge in (with_evidence, referee)
    ]
    assert not list(filter(None, found))


@pytest.mark.slow
@pytest.mark.parametrize("desk", WORST)
def test_floods_at_random_are_judged_in_proportion(desk: str) -> None:
    rng = Random(desk)
    drawn = [draw(rng, desk) for _ in range(AT_RANDOM)]
    judges = (with_evidence, referee)
    assert not [why for one in drawn for judge in judges if (why := slow(judge, *one))]
