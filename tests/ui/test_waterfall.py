"""The waterfall starts at nothing, each step goes on from the last, and the end is the total."""

from itertools import pairwise

import pytest

from desks import DESKS, TIERS, load
from graders import grade, grading, rubric
from ui.arena import waterfall


@pytest.mark.parametrize("name", DESKS)
@pytest.mark.parametrize("tier", TIERS)
def test_every_fall_goes_on_from_the_last_and_ends_at_the_total(name, tier):
    desk = load(name)
    for seed in range(4):
        scenario = desk.scenario(seed, tier, "eval")
        acts = [
            desk.oracle,
            *(policy.act for policy in grading(name).policies),
            lambda s: "no JSON",
        ]
        for act in acts:
            found = grade(scenario, act(scenario))
            *falls, total = waterfall.steps(rubric(scenario), found)
            ends = [0.0, *(one.end for one in falls)]
            assert [one.start for one in falls] == ends[:-1]
            assert abs(ends[-1] - total.end) < 0.005
            assert (total.start, total.end) == (0.0, found.total)
            assert all(b.end > b.start for b in falls if b.kind == "earned")
            assert all(b.end < b.start for b in falls if b.kind != "earned")
            order = [one.kind for one in falls]
            rank = {"earned": 0, "withheld": 1, "lost": 2}
            assert all(rank[a] <= rank[b] for a, b in pairwise(order))
            drawn = waterfall.draw(rubric(scenario), found)
            assert drawn.count("<li") == len(falls) + 1
