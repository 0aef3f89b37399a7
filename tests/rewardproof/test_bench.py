"""What is found of planted faults. The figures stand in rewardproof's README."""

from pathlib import Path

import pytest

from tests.rewardproof_bench.__main__ import proved
from tests.rewardproof_bench.entries import COLLECTIONS, Entry, entries
from tests.rewardproof_real.verdicts import VERDICTS

ROOT = Path(__file__).parents[2]
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


def test_planted_faults_are_found() -> None:
    found = [(one, not proved(one).holds) for one in ENTRIES["held_out"]]
    missed = [one.name for one, is_found in found if one.defect and not is_found]
    alarms = [one.name for one, is_found in found if is_found and not one.defect]
    assert len(missed) <= 3, sorted(missed)
    assert len(alarms) <= 3, sorted(alarms)


def test_each_find_in_real_rewards_has_a_verdict_of_a_known_kind() -> None:
    assert {one.is_a for one in VERDICTS.values()} == {"fault", "meant", "false alarm"}
    assert all(one.why for one in VERDICTS.values())
