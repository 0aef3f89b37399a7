"""The desk is ready, its judges agree on its truth, and its splits share no word."""

import pytest

from desks import TIERS, register
from examples.expense_claims import DESK
from examples.expense_claims.scenarios import WORDS
from graders.check import check_desk
from graders.referee import referee

register(DESK)


def test_the_desk_is_ready() -> None:
    assert check_desk(DESK) == []


@pytest.mark.parametrize("tier", TIERS)
def test_the_referee_settles_every_claim_as_the_truth_does(tier: str) -> None:
    claims = [DESK.scenario(seed, tier, "train") for seed in range(500)]
    assert not [s.seed for s in claims if not referee(s, DESK.oracle(s)).done]


def test_no_wording_is_of_both_splits() -> None:
    assert not [name for name, told in WORDS.items() if set(told[::2]) & set(told[1::2])]
