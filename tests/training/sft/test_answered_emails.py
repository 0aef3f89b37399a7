"""Emails written freely: they say what their case asks for, and are answered rightly."""

import json

import pytest

from graders import grade
from training.sft.curriculum import Curriculum
from training.sft.demonstrations import WRITTEN, demonstrations
from training.sft.emails import answered
from training.sft.worksheets import worksheet

FILE = WRITTEN / "exec_assist_emails.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
TOLD = list(answered(FILE))


def test_each_is_another_case_and_another_text():
    assert len(TOLD) > 1200
    assert len({row["scenario"] for row in ROWS}) == len(ROWS)
    assert len({row["body"] for row in ROWS}) == len(ROWS)
    assert {s.split for s, _ in TOLD} == {"train"}
    assert len({s.situation for s, _ in TOLD}) >= 11


def test_an_email_says_what_is_quoted_from_it():
    for row, (s, _) in zip(ROWS, TOLD, strict=True):
        body, request = row["body"], s.truth.request
        assert all(said in body for said in (*row["when"], row["until"]))
        assert s.truth.topic in f"{row['subject']}\n{body}".lower()
        assert bool(row["when"]) == (request is not None)
        assert bool(row["until"]) == bool(request and request.deadline)
        guests = request.attendees[1:] if request else ()
        assert all(one.name in body for one in s.contacts if one.email in guests)
        assert row["own_clock"] <= (s.executive.zone != s.sender.zone)


@pytest.mark.slow
def test_the_answer_is_right_and_the_worksheet_quotes_the_email():
    for row, (s, said) in zip(ROWS, TOLD, strict=True):
        assert grade(s, said).correct
        if row["when"]:
            assert f"says: {', '.join(row['when'])}\n" in worksheet(s)
        assert ("until: any time" in worksheet(s)) == bool(row["when"] and not row["until"])


@pytest.mark.slow
def test_they_are_mixed_among_disguised_cases():
    course = Curriculum(
        desk="exec_assist",
        drills=0,
        reading_cases=0,
        examples=30,
        what_ifs=1,
        disguised=True,
        freely_written=True,
    )
    shown = [one.prompt[-1]["content"] for one in demonstrations(course)]
    assert len(shown) == 30 + len(TOLD)
    quoted = [row["when"][0] for row in ROWS if row["when"] and len(row["when"][0]) > 30]
    own = [any(said in text for said in quoted) for text in shown]
    assert sum(own) > len(quoted) / 2
    assert any(own[:30])
    assert not all(own[:30])
