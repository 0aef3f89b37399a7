"""What the form says of an answer that is no action: fields by their names, and what they need."""

import json

import pytest

from desks import ActionError, load
from ui import help_desk
from ui.inbox import tab as inbox
from ui.workbench.bench import Bench
from ui.workbench.in_words import faults_of

MEETING = {"title": "Plan", "start": "2026-03-02T10:00", "end": "2026-03-02T10:30", "attendees": []}
OFFER = {"start": "2026-03-02T10:00", "end": ""}
EXPECTED = "is not a date and time: 2026-03-10T14:00 was expected."


def said(bench: Bench, text: str) -> dict[str, str]:
    with pytest.raises(ActionError) as caught:
        load(bench.desk).parse(text)
    return faults_of(caught.value, text, bench.names)


def changed(bench: Bench, **fields: object) -> str:
    return json.dumps(bench.blank | fields, ensure_ascii=False)


@pytest.mark.parametrize(
    ("fields", "sentences"),
    [
        ({"meeting_details": MEETING | {"end": ""}}, ["The meeting has no end."]),
        (
            {"meeting_details": MEETING | {"start": "tomorrow", "end": "2026-13-41T10:00"}},
            [f"The start of the meeting {EXPECTED}", f"The end of the meeting {EXPECTED}"],
        ),
        (
            {"meeting_details": MEETING | {"start": "1999-03-02T10:00"}},
            ["The start of the meeting is not within the years 2000 to 2100."],
        ),
        ({"meeting_details": {}}, [f"The meeting has no {one}." for one in ("start", "end")]),
        ({"proposed_slots": [OFFER]}, ["Offer 1 has no end."]),
        ({"proposed_slots": [OFFER | {"end": OFFER["start"]}] * 6}, ["at most 5 entries"]),
        (
            {"reschedule": {"event_id": "e1", "start": "", "end": ""}},
            ["The entry to move has no new start.", "The entry to move has no new end."],
        ),
        ({"calendar_action": "panic"}, ["The action is none of the choices."]),
        ({"email_reply": None}, ["The reply is not text."]),
        ({"email_reply": "a" * 8_001}, ["The reply is longer than 8,000 characters."]),
        ({"email_reply": "Hi\u200b Bob"}, ["The reply holds U+200B at character 2; hidden"]),
        ({"meeting_details": MEETING | {"title": "\u0416"}}, ["The title holds U+0416"]),
        ({"surprise": 1}, ["The surprise is not a field of the answer."]),
        ({"conflicts": "e1"}, ["The clash is not a list."]),
    ],
)
def test_a_field_of_an_email_is_named_and_what_it_needs(fields, sentences):
    found = said(inbox.BENCH, changed(inbox.BENCH, **fields))
    for sentence in sentences:
        assert any(sentence in one for one in found.values()), found
    for path, sentence in found.items():
        assert "Input should" not in sentence
        assert "Value error" not in sentence
        assert "_" not in sentence, "no path of the schema"
        assert path.split(".")[0] in fields


def test_a_field_of_a_ticket_is_named_too():
    text = changed(help_desk.BENCH, citations=["KB-1"], confidence=2, escalate=None)
    assert said(help_desk.BENCH, text) == {
        "citations.0": "Citation 1 does not have the form that was expected.",
        "confidence": "The confidence is more than 1.",
        "escalate": "The escalate is neither yes nor no.",
    }


@pytest.mark.parametrize(
    "text",
    ["", "[]", '["\u200b"]', "[" * 9_000 + "\u200b", '{"\u200b": 1}', '{"a": "\\u200b"}', "{} {}"],
)
def test_what_no_form_writes_still_ends_in_a_sentence(text):
    found = said(inbox.BENCH, text)
    assert found
    assert all(one.endswith(".") for one in found.values())


def test_few_faults_are_told_at_once():
    assert len(said(inbox.BENCH, json.dumps({f"field {n}": n for n in range(2_000)}))) == 6


def test_for_a_model_the_message_stays_that_of_the_schema():
    with pytest.raises(
        ActionError, match=r"^meeting_details\.end: .*2026-03-10T14:00 was expected"
    ):
        load("exec_assist").parse(changed(inbox.BENCH, meeting_details=MEETING | {"end": ""}))
