"""Tickets written freely: they name what their case is about, and are answered rightly."""

import json

import pytest

from desks.it_triage.scenarios import faults_of
from desks.it_triage.telling import short_name
from graders import grade
from training.sft.curriculum import Curriculum
from training.sft.demonstrations import TICKETS, WRITTEN, demonstrations
from training.sft.tickets import answered
from training.sft.worksheets import worksheet

FILE = WRITTEN / TICKETS
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
TOLD = list(answered(FILE))


def _text(s):
    return " ".join(f"{s.ticket.subject} {s.ticket.body}".lower().split())


def test_each_is_another_case_and_another_text():
    assert len(TOLD) > 700
    assert len({row["scenario"] for row in ROWS}) == len(ROWS)
    assert len({row["body"] for row in ROWS}) == len(ROWS)
    assert {s.split for s, _ in TOLD} == {"train"}
    assert len({s.situation for s, _ in TOLD}) == 7
    assert sum(s.situation == "two_articles" for s, _ in TOLD) > 100


def test_a_ticket_names_the_systems_it_is_about_and_the_worksheet_has_them_in_its_order():
    for s, _ in TOLD:
        faults, _, _ = faults_of(s.seed, s.tier, s.split)
        systems = {(one.product, one.version) for one in faults}
        first, *_ = worksheet(s).splitlines()
        listed = first.removeprefix("system: ").split("; ")
        assert len(listed) == len(systems)
        for product, version in systems:
            assert f"{product} {version}" in listed or f"{short_name(product)} {version}" in listed
        products = [one.rpartition(" ")[0].lower() for one in listed]
        assert products == sorted(products, key=_text(s).index)


def test_the_answer_is_right():
    for s, said in TOLD:
        assert json.loads(said)["citations"] == [
            one.id for one in s.passages if one.id in s.truth.gold
        ]
        assert grade(s, said).correct


@pytest.mark.slow
def test_they_are_mixed_among_disguised_tickets_and_have_other_names_too():
    course = Curriculum(desk="it_triage", examples=40, disguised=True, freely_written=True)
    shown = [one.prompt[-1]["content"] for one in demonstrations(course)]
    subjects = {s.ticket.subject for s, _ in TOLD}
    own = [text.splitlines()[1].removeprefix("Subject: ") in subjects for text in shown]
    assert sum(own) > len(TOLD) / 2
    assert any(own[:40])
    assert not all(own[:40])
    as_written = {s.ticket.body for s, _ in TOLD}
    kept = sum(any(body in text for text in shown) for body in as_written)
    assert kept < len(as_written) / 4, kept


def test_episodes_with_tools_show_them_too():
    course = Curriculum(desk="it_triage_tools", examples=5, disguised=True, freely_written=True)
    shown = list(demonstrations(course))
    assert len(TOLD) * 0.8 < len(shown) <= len(TOLD) + 5
