"""Tickets on runbooks in plain words: with a key, answered in the runbook's words, none renamed."""

import json

import pytest

from graders import grade
from training.sft.curriculum import Curriculum
from training.sft.demonstrations import WRITTEN, demonstrations
from training.sft.runbooks import answered
from training.sft.worksheets import worksheet

TOLD = list(answered(WRITTEN / "it_triage_runbooks.jsonl"))


def test_an_answer_quotes_the_one_passage_that_applies_or_hands_over():
    assert len(TOLD) > 250
    for s, said in TOLD:
        action = json.loads(said)
        assert action["citations"] == list(s.truth.gold)
        assert action["escalate"] == (not s.truth.gold)
        if s.truth.gold:
            [text] = [one.text for one in s.passages if one.id == s.truth.gold[0]]
            assert action["resolution"] in text
        assert s.split == "train"
    answered = sum(s.truth.answerable for s, _ in TOLD)
    assert 0.4 < answered / len(TOLD) < 0.6
    assert all(grade(s, said).correct for s, said in TOLD)


def test_a_worksheet_has_a_verdict_on_each_passage():
    for s, _ in TOLD:
        about, *verdicts, applies = worksheet(s).splitlines()
        assert about == f"about: {s.ticket.subject}"
        assert [one.split()[-1] for one in verdicts] == [one.id for one in s.passages]
        assert [one.split()[-1] for one in verdicts if ", fits: " in one] == list(s.truth.gold)
        assert applies == f"applies: {', '.join(s.truth.gold) or 'none'}"


@pytest.mark.slow
def test_they_are_mixed_among_disguised_tickets_and_keep_their_names():
    course = Curriculum(desk="it_triage", examples=40, disguised=True, freely_written=True)
    shown = [one.prompt[-1]["content"] for one in demonstrations(course)]
    subjects = {s.ticket.subject for s, _ in TOLD}
    own = [text.splitlines()[1].removeprefix("Subject: ") in subjects for text in shown]
    assert sum(own) == len(TOLD)
    assert any(own[:40])
    assert not all(own[:40])


@pytest.mark.parametrize("wrong", [{"desk": "it_triage"}, {"desk": "it_triage_tools"}])
def test_there_are_none_of_them_elsewhere(wrong):
    with pytest.raises(ValueError, match="freely_written: only among disguised cases"):
        Curriculum(freely_written=True, **wrong)
