"""The levels: each can be won but the last, and each takes away what won the one before."""

from itertools import pairwise

import pytest

from desks import TIERS, Desk
from graders import grading, rubric
from graders.levels import WINNING_SHARE, Level, attempt, levels

SEEDS = 12


def wins(desk: Desk, level: Level) -> set[tuple[str, str, int]]:
    """Which policies win on which scenarios."""
    return {
        (policy.name, tier, seed)
        for tier in TIERS
        for seed in range(SEEDS)
        for s in [desk.scenario(seed, tier, "eval")]
        for policy in grading(desk.name).policies
        if attempt(level, s, policy.act(s)).won
    }


@pytest.mark.slow
def test_every_level_takes_something_from_the_attackers_and_the_last_takes_all(desk: Desk) -> None:
    won = [wins(desk, level) for level in levels(desk.name)]
    assert all(before - after for before, after in pairwise(won))
    assert all(won[:-1])
    assert not won[-1]


def test_the_attacker_that_a_level_names_wins_it(desk: Desk) -> None:
    for level in levels(desk.name):
        if level.attacker:
            assert level.attacker in {name for name, _, _ in wins(desk, level)}, level.name


def test_good_work_wins_no_level(desk: Desk) -> None:
    for level in levels(desk.name):
        for tier in TIERS:
            s = desk.scenario(3, tier, "eval")
            tried = attempt(level, s, desk.oracle(s))
            assert tried.ruling.done
            assert not tried.won


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, "null", "I have booked it."])
def test_what_is_no_action_wins_no_level(desk: Desk, text: str) -> None:
    s = desk.scenario(0, "easy", "eval")
    for level in levels(desk.name):
        tried = attempt(level, s, text)
        assert tried.bar > 0
        assert (tried.grade.total, tried.won) == (0, False)


def test_the_last_level_is_the_rubric_that_trains(desk: Desk) -> None:
    *_, last = levels(desk.name)
    s = desk.scenario(1, "hard", "eval")
    assert last.rubric is rubric(s)
    tried = attempt(last, s, desk.oracle(s))
    assert tried.bar == WINNING_SHARE * tried.grade.total


def test_levels_are_told_apart(desk: Desk) -> None:
    found = levels(desk.name)
    assert len({level.name for level in found}) == len(found) >= 5
    assert all(level.title and level.defence and level.weakness for level in found)


def test_an_unknown_desk_has_none() -> None:
    with pytest.raises(KeyError):
        levels("reception")
