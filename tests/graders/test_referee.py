"""Both judges on drawn scenarios: what one more sentence changes, and what a letter tells."""

import json
import re
from datetime import datetime
from functools import cache
from itertools import product

import pytest

from desks import TIERS, Scenario, load
from tests.graders.wordings import exec_assist, it_triage
from tests.graders.wordings.row import Row, cases, judged

CHANGES = {"nothing": True, "takes back": False, "its own": False}
"""Whether an answer is still right with one more sentence that says so."""


@cache
def drawn(desk: str) -> list[tuple[Scenario, dict]]:
    """Scenarios with their best answers: bookings, and tickets that an article answers."""
    found = (load(desk).scenario(seed, tier, "eval") for tier in TIERS for seed in range(6))
    both = [(one, json.loads(load(desk).oracle(one))) for one in found]
    return [(s, a) for s, a in both if a.get("calendar_action") == "book" or a.get("citations")]


def one_more(desk: str, field: str, reader: str, row: Row) -> None:
    assert len(drawn(desk)) > 5
    for scenario, answer in drawn(desk):
        body, line, end = answer[field].rpartition("\nBest regards")
        more = f"{body}\n{row.text}{line}{end}" if body else f"{answer[field]} {row.text}"
        found = judged(reader, scenario, json.dumps(answer | {field: more}))[0]
        assert found == CHANGES[row.says], (scenario.tier, scenario.seed)


@cases(
    [row for row in exec_assist.SENTENCES if row.says in CHANGES], "rubric_drawn", "referee_drawn"
)
def test_one_more_sentence_in_a_letter(reader: str, row: Row) -> None:
    one_more("exec_assist", "email_reply", reader, row)


@cases(
    [row for row in it_triage.ADDED if row.says in CHANGES and "{" not in row.text],
    "rubric_drawn",
    "referee_drawn",
)
def test_one_more_sentence_of_advice(reader: str, row: Row) -> None:
    one_more("it_triage", "resolution", reader, row)


@pytest.mark.parametrize("judge", ["rubric", "referee"])
def test_a_letter_is_the_story_of_its_action_or_of_another(judge: str) -> None:
    desk, told = load("exec_assist"), set()
    held = [row for row in exec_assist.LETTERS if not {judge, f"{judge}_other"} & {*row.unheld}]
    for tier, seed in product(TIERS, range(25)):
        scenario = desk.scenario(seed, tier, "eval")
        answer = json.loads(desk.oracle(scenario))
        kind, request = answer["calendar_action"], scenario.truth.request
        if scenario.executive.zone != scenario.sender.zone or kind == "reschedule":
            continue
        offers = [datetime.fromisoformat(one["start"]) for one in answer["proposed_slots"]]
        words = {"offers": " or ".join(f"{start:%A %d %B, %H:%M}" for start in offers)}
        if request:
            start, end = request.slot.start, request.slot.end
            words |= {"day": f"{start:%A %d %B}", "a": f"{start:%H:%M}", "b": f"{end:%H:%M}"}
        words["topic"] = scenario.truth.topic
        for row in held:
            if all(words.get(field) for field in re.findall(r"{(\w+)}", row.text)):
                told.add(kind)
                reply = f"Dear {scenario.sender.first_name},\n{row.text.format(**words)}"
                reply += f"\nKind regards,\n{scenario.executive.name}"
                found = judged(judge, scenario, json.dumps(answer | {"email_reply": reply}))[0]
                assert found == (exec_assist.DONE.get(row.says) == kind), (tier, seed, row.text)
    assert told == {"book", "propose_alternatives", "decline", "none"}
