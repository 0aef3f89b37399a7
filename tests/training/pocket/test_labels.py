"""Labels on the prompt's tokens, held against the calendar's own arithmetic."""

import re
from datetime import timedelta

import pytest

from desks import TIERS, load
from desks.desk import seeded_rng
from desks.exec_assist.calendar import blocks, busy_colleagues, in_hours, open_starts
from training.pocket.batches import token_at
from training.pocket.lessons.exec_assist import classes, labels
from training.pocket.lessons.exec_assist.drills import brief, drill
from training.pocket.lessons.exec_assist.planner import WEEKDAYS, week_of
from training.pocket.lessons.exec_assist.renaming import renaming
from training.pocket.recipes import Recipe
from training.pocket.tokens import PLAN
from training.warm_start import learn_tokenizer

N = 60


@pytest.fixture(scope="module")
def tokenizer():
    return learn_tokenizer(Recipe(corpus=60))


def cases(tokenizer, renamed=True):
    desk = load("exec_assist")
    for seed in range(N):
        for tier in TIERS:
            s = desk.scenario(seed, tier, "train", "plain")
            rename = renaming(seeded_rng("labels", seed, tier), s) if renamed else str
            text = tokenizer.apply_chat_template(
                [m | {"content": rename(m["content"])} for m in desk.prompt(s)],
                add_generation_prompt=True,
                tokenize=False,
            )
            yield s, text


def cells(s, text, kind):
    """(start of the half hour, value) for every place of the planner that has such a label."""
    begin = text.rindex(PLAN)
    values = {
        mark.at: mark.value for mark in labels.in_prompt(s, text, begin) if mark.question == kind
    }
    for found in re.finditer(r"(Mon|Tue|Wed|Thu|Fri)(\d\d):(\d\d)", text[begin:]):
        if begin + found.start() in values:
            day = week_of(s) + timedelta(days=WEEKDAYS.index(found[1]))
            at = day + timedelta(hours=int(found[2]), minutes=int(found[3]))
            yield at, values[begin + found.start()]


@pytest.mark.parametrize("renamed", [True, False])
def test_open_starts_are_those_of_the_solver(tokenizer, renamed):
    for s, text in cases(tokenizer, renamed):
        request = s.truth.request
        marked = {at for at, value in cells(s, text, "cell_opens") if value}
        if request is None:
            assert not marked
            continue
        taken = blocks(s.calendar, request.priority)
        theirs = busy_colleagues(s.calendar, request.attendees)
        length = request.slot.end - request.slot.start
        assert marked == set(open_starts(s.calendar, (*taken, *theirs), length, request.deadline))
        proposed = s.truth.accepts("propose_alternatives")
        assert proposed is None or marked == set(proposed.starts)


def test_what_is_asked_and_in_the_way_are_the_clashes(tokenizer):
    seen = 0
    for s, text in cases(tokenizer):
        if s.truth.request is None:
            continue
        holds = dict(cells(s, text, "cell_holds"))
        asked = [at for at, value in cells(s, text, "cell_asked") if value]
        ids = [*s.calendar.events, *s.calendar.series, *s.calendar.pending]
        entries = {classes.entry_class(one.id): one.id for one in ids}
        assert len(entries) == len(ids)
        named = {entries[holds[at]] for at in asked if holds[at] in entries}
        assert named <= set(s.truth.conflicts)
        seen += bool(named)
        if s.truth.accepts("book"):
            assert {holds[at] for at in asked} == {classes.FREE}
    assert seen > N / 4


def test_what_is_closed_is_not_in_the_hours(tokenizer):
    for s, text in cases(tokenizer):
        for at, value in cells(s, text, "cell_holds"):
            inside = in_hours(s.calendar, at, at + timedelta(minutes=30))
            assert (value == classes.CLOSED) != inside


def test_line_labels_name_the_clashes(tokenizer):
    for s, text in cases(tokenizer):
        found = [
            m for m in labels.in_prompt(s, text, text.rindex(PLAN)) if m.question == "line_clashes"
        ]
        assert all(text[mark.at] == "\n" for mark in found)
        lines = {text[: m.at].rsplit("\n", 1)[1]: m.value for m in found}
        clashing = {re.search(r" ([ep]\d+) ", line)[1] for line, yes in lines.items() if yes}
        assert clashing == set(s.truth.conflicts)


def test_every_label_is_an_answer_that_its_head_can_give(tokenizer):
    seen = set()
    for s, text in cases(tokenizer):
        for mark in labels.in_prompt(s, text, text.rindex(PLAN)):
            kind = labels.QUESTIONS[mark.question]
            assert 0 <= mark.value < (1 << kind.classes if kind.several else kind.classes)
            assert 0 <= mark.at < len(text)
            seen.add(mark.question)
    assert seen == set(labels.QUESTIONS), "a kind that no prompt has"


def test_labels_do_not_depend_on_names(tokenizer):
    for (s, one), (_, other) in zip(
        cases(tokenizer, renamed=True), cases(tokenizer, renamed=False), strict=True
    ):
        pair = [labels.in_prompt(s, text, text.rindex(PLAN)) for text in (one, other)]
        assert [(m.question, m.value) for m in pair[0]] == [(m.question, m.value) for m in pair[1]]


def test_a_drill_has_one_day_and_labels_of_its_own(tokenizer):
    rng = seeded_rng("drills")
    for s, text in cases(tokenizer):
        short, decidable = drill(rng, s, text)
        assert len(short) < len(text)
        row = short[short.rindex(PLAN) :]
        [day] = [day for day in WEEKDAYS if day in row]
        assert decidable == (s.truth.request is None or f"{s.truth.request.slot.start:%a}" == day)
        whole = dict(cells(s, text, "cell_holds"))
        own = dict(cells(s, short, "cell_holds"))
        assert own
        assert own.items() <= whole.items()
        for entry in (*s.calendar.events, *s.calendar.pending):
            assert (f" {entry.id} " in short) == (f"{entry.start:%a}" == day)


def test_a_brief_says_what_is_asked_and_nothing_that_could_clash(tokenizer):
    said = {"asks", "priority", "ask_day", "ask_start", "ask_end", "until_day", "until_time"}
    asked = said | {"slot_day", "slot_start", "slot_end", "invited", "hours_ahead"}
    for s, text in cases(tokenizer):
        short = brief(text)
        calendar = text.rindex("\nCalendar of ")
        assert short.startswith(text[:calendar])
        assert len(short) < 0.7 * len(text)
        entries = (*s.calendar.events, *s.calendar.series, *s.calendar.pending)
        assert not [one for one in entries if f" {one.id} " in short[calendar:]]
        assert not list(cells(s, short, "cell_holds"))
        told = [
            [
                (m.question, m.value)
                for m in labels.in_prompt(s, one, one.rindex(PLAN))
                if m.question in asked
            ]
            for one in (text, short)
        ]
        assert told[0] == told[1]


def test_tokens_are_found_by_their_characters():
    token = token_at([(0, 3), (3, 5), (5, 9)])
    assert [token(at) for at in (0, 2, 3, 4, 5, 8)] == [0, 0, 1, 1, 2, 2]


def test_who_is_invited_is_told_at_the_line_of_each_contact(tokenizer):
    found = set()
    for s, text in cases(tokenizer, renamed=False):
        for mark in labels.in_prompt(s, text, text.rindex(PLAN)):
            if mark.question == "invited":
                email = text[text.rindex("<", 0, mark.at) + 1 : mark.at]
                assert mark.value == int(
                    bool(s.truth.request) and email in s.truth.request.attendees
                )
                found.add(mark.value)
    assert found == {0, 1}
