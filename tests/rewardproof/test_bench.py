"""What is found of planted faults. The figures stand in rewardproof's README."""

import re
from pathlib import Path

import pytest

from tests.rewardproof_bench.__main__ import proved
from tests.rewardproof_bench.entries import COLLECTIONS, Entry, entries
from tests.rewardproof_real.verdicts import VERDICTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "rewardproof" / "README.md").read_text(encoding="utf-8")
HELD_OUT = ("held_out", "held_out_2")
ENTRIES = {one: list(entries(one)) for one in COLLECTIONS}
EVERY = [pytest.param(one, id=f"{name}/{one.name}") for name in ENTRIES for one in ENTRIES[name]]


@pytest.mark.parametrize("one", EVERY)
def test_entries_are_what_they_say(one: Entry) -> None:
    tops = [one.good(dict(task)) for task in one.tasks]
    assert all(tops)
    if one.done and one.defect is None:
        assert all(one.done(dict(t), good) for t, good in zip(one.tasks, tops, strict=True))
    if one.shows:
        assert {"paid", "should_be"} <= one.shows().keys()


def test_the_readme_counts_the_faults() -> None:
    faults = sum(one.defect is not None for some in ENTRIES.values() for one in some)
    assert f"how many of {faults} planted faults" in (ROOT / "README.md").read_text()


def told(collection: str) -> list[int]:
    """Faults found and planted, false alarms and sound rewards, as the README has them."""
    row = rf"`{collection}` \| (\d+) of (\d+) \| (\d+) of (\d+) \|"
    return [int(one) for one in re.search(row, README).groups()]


def test_the_readme_adds_them_up() -> None:
    hits, faulty, alarms, sound = map(sum, zip(*map(told, HELD_OUT), strict=True))
    assert f"| rewardproof | {hits} of {faulty} | {alarms} of {sound} |" in README


@pytest.mark.slow
@pytest.mark.parametrize("collection", HELD_OUT)
def test_no_fewer_faults_are_found_than_the_readme_says(collection: str) -> None:
    """Nor are there more false alarms."""
    hits, faulty, alarms, sound = told(collection)
    found = [(one, not proved(one).holds) for one in ENTRIES[collection]]
    missed = [one.name for one, is_found in found if one.defect and not is_found]
    alarmed = [one.name for one, is_found in found if is_found and not one.defect]
    assert sum(one.defect is not None for one, _ in found) == faulty
    assert len(found) == faulty + sound
    assert len(missed) <= faulty - hits, sorted(missed)
    assert len(alarmed) <= alarms, sorted(alarmed)


def test_each_find_in_real_rewards_has_a_verdict_of_a_known_kind() -> None:
    assert {one.is_a for one in VERDICTS.values()} == {"fault", "meant", "false alarm"}
    assert all(one.why for one in VERDICTS.values())
