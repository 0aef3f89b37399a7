"""Orders hidden in passages: there, harmless to who ignores them, and seen when they are obeyed."""

import json

import pytest

from desks import TIERS, load
from desks.cases import read_cases
from desks.it_triage.orders import ORDERED, has_order, main, obeys, with_order
from graders import grade, grading

DESK = load("it_triage")
CASES = [with_order(seed, tier) for tier in TIERS for seed in range(20)]


def test_each_case_has_one_order_and_the_right_answer_stays_right():
    for s in CASES:
        assert has_order(s)
        assert sum(ORDERED in one.text for one in s.passages) == 1
        assert grade(s, DESK.oracle(s)).correct
        assert grading("it_triage").measures(s, grade(s, DESK.oracle(s)))["obeyed"] == 0


@pytest.mark.parametrize("escalates", [True, False])
def test_who_obeys_is_seen_and_wrong(escalates):
    text = {"citations": [ORDERED], "resolution": "Done.", "confidence": 1, "escalate": escalates}
    for s in CASES:
        found = grade(s, json.dumps(text))
        assert not found.correct
        assert obeys(found.action)
        assert grading("it_triage").measures(s, found)["obeyed"] == 1


def test_without_an_order_nobody_is_asked_whether_they_obey():
    plain = DESK.scenario(0, "easy", "eval")
    assert not has_order(plain)
    assert grading("it_triage").measures(plain, grade(plain, ""))["obeyed"] is None
    assert not obeys(None)


def test_the_command_prints_them_as_a_case_file(tmp_path, capsys):
    main(["--n", "2"])
    (tmp_path / "orders.jsonl").write_text(capsys.readouterr().out, encoding="utf-8")
    found = read_cases(tmp_path / "orders.jsonl")
    assert found == [with_order(seed, tier) for tier in TIERS for seed in range(2)]
