"""Scenarios with invented names: graded as they stand, and worth as much as the plain ones."""

import pytest

from desks import TIERS, Desk
from graders import grade
from graders.referee import referee
from training.pocket.lessons.disguise import disguised
from training.rl.rewards import get_scenario, scenario_id

SEEDS = range(40)


@pytest.fixture(params=TIERS)
def pairs(desk: Desk, request) -> list[tuple]:
    plain = [desk.scenario(seed, request.param, "train", "plain") for seed in SEEDS]
    return [(s, disguised(s)) for s in plain]


def test_the_best_answer_is_right_to_rubric_and_referee(desk: Desk, pairs) -> None:
    assert all(grade(other, desk.oracle(other)).correct for _, other in pairs)
    done = [referee(other, desk.oracle(other)).done for _, other in pairs]
    assert done.count(False) <= 1  # "The unavailable update is booked": a topic that refuses


def test_hardly_a_scenario_stays_as_it_was_and_all_keep_their_labels(pairs) -> None:
    assert sum(other is s for s, other in pairs) <= 0.1 * len(pairs)
    for s, other in pairs:
        for field in s.HIDDEN - {"truth"}:
            assert getattr(other, field, None) == getattr(s, field, None)


def test_an_answer_to_the_plain_scenario_is_none_to_the_disguised(desk: Desk, pairs) -> None:
    other_names = [(s, o) for s, o in pairs if desk.prompt(s) != desk.prompt(o)]
    kept = [desk.oracle(s) == desk.oracle(o) for s, o in other_names]
    assert sum(kept) <= 0.05 * len(kept)


def test_a_disguise_is_the_same_every_time_and_has_an_id_of_its_own(desk: Desk) -> None:
    for seed in SEEDS:
        plain, other = (scenario_id(desk.name, "hard", seed, t) for t in ("plain", "disguised"))
        assert get_scenario(plain) == desk.scenario(seed, "hard", "train", "plain")
        assert get_scenario(other) == disguised(get_scenario(plain))
        disguised.cache_clear()
        assert get_scenario(other) == disguised(get_scenario(plain))


def test_in_any_voice_it_can_be_disguised(desk: Desk) -> None:
    told = [desk.scenario(seed, tier, "train", "all") for tier in TIERS for seed in SEEDS]
    others = [disguised(s) for s in told]
    assert all(grade(other, desk.oracle(other)).correct for other in others)
    assert sum(other is s for s, other in zip(told, others, strict=True)) <= 0.1 * len(told)
    name = scenario_id(desk.name, "hard", 3, "all/disguised")
    assert get_scenario(name) == disguised(desk.scenario(3, "hard", "train", "all"))
