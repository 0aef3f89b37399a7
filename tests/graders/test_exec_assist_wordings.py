"""Wordings of letters, for all that read them: the clauses, the rubric and the referee."""

from desks import Scenario
from graders.reading.exec_assist.replies import read_reply
from tests.graders.morning import BOOKED, MORNINGS, action, letter
from tests.graders.wordings.exec_assist import DONE, LETTERS, SENTENCES, TIMES
from tests.graders.wordings.row import Row, cases, judged

SPOILT = {
    "books": ["propose_alternatives"],
    "takes back": ["book", "propose_alternatives"],
    "moves": list(MORNINGS),
    "demands": list(MORNINGS),
    "thanks": [],
    "nothing": [],
}
"""The actions whose right letters are wrong with a sentence more that says so; else a booking's."""
LABELS = {
    "books": {"books"},
    "offers": {"offers"},
    "declines": {"declines", "refuses", "absent", "busy"},
    "waits": {"defers", "condition"},
    "takes back": {"retracts"},
    "moves": {"moves"},
}
BESIDE_NINE = {
    "meant": {"9:00": True, "11:15": False},
    "ruled out": {"9:00": False},
    "aside": {"10:00": True},
}
"""Whether a letter that books nine o'clock is still right if it says so of a time."""
HARMLESS = ("thanks", "nothing")
WORDS = {"day": "Monday 9 March", "a": "9:00", "b": "10:00", "topic": "pricing review"}
WORDS |= {"offers": "Monday 9 March, 06:00 or Monday 9 March, 07:00"}


def reply(kind: str, text: str) -> tuple[Scenario, str]:
    world, _, fields = MORNINGS[kind]
    return world, action(kind, text, **fields)


@cases([row for row in SENTENCES if row.says in LABELS | dict.fromkeys(HARMLESS)], "clauses")
def test_a_clause_is_labelled_by_what_it_says(reader: str, row: Row) -> None:
    read = read_reply(row.text, {})
    decisive = {label for labels in LABELS.values() for label in labels if read.says(label)}
    if row.says in HARMLESS:
        assert not decisive - {"condition"}
    else:
        assert decisive
        assert decisive <= LABELS[row.says]


@cases([row for row in SENTENCES + LETTERS if row.says in DONE], "rubric", "referee")
def test_a_letter_is_the_story_of_its_action(reader: str, row: Row) -> None:
    found, why = judged(reader, *reply(DONE[row.says], letter(row.text.format(**WORDS))))
    assert found, why


@cases(SENTENCES + LETTERS, "rubric_other", "referee_other")
def test_a_letter_is_the_story_of_no_other_action(reader: str, row: Row) -> None:
    for kind in MORNINGS:
        if DONE.get(row.says) != kind:
            assert not judged(reader, *reply(kind, letter(row.text.format(**WORDS))))[0], kind


@cases(SENTENCES, "rubric_added", "referee_added")
def test_a_right_letter_with_one_more_sentence(reader: str, row: Row) -> None:
    spoilt = SPOILT.get(row.says, ["book"])
    for kind, (_, base, _) in MORNINGS.items():
        if kind in spoilt or row.says in HARMLESS or DONE.get(row.says) == kind:
            body = base.split("\n")[1]
            found, why = judged(reader, *reply(kind, letter(f"{body} {row.text}")))
            assert found == (kind not in spoilt), (kind, why)


@cases(TIMES, "clauses", "rubric", "referee")
def test_a_time_is_meant_or_ruled_out_or_an_aside(reader: str, row: Row) -> None:
    if reader == "clauses":
        text = row.text.format(t="11:15")
        times = read_reply(text, {}).times("promise", "offer", "listed", "open")
        assert [text[t.start : t.end] for t in times] == ["11:15"] * (row.says == "meant")
        return
    for time, fits in BESIDE_NINE[row.says].items():
        text = f"{BOOKED.split(chr(10))[1]} {row.text.format(t=time)}"
        assert judged(reader, *reply("book", letter(text)))[0] == fits, time
    if row.says == "meant":
        assert not judged(reader, *reply("none", letter(row.text.format(t="11:15"))))[0]
