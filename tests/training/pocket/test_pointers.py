"""Where attention is told to look: at what the calendar's own arithmetic says."""

import re

import pytest

from desks import TIERS, load
from training.pocket import lessons
from training.pocket.batches import Demonstrations
from training.pocket.demonstrations.exec_assist import GOOD
from training.pocket.lessons.exec_assist import pointers
from training.pocket.recipes import Recipe
from training.pocket.tokens import PLAN
from training.warm_start import learn_tokenizer

DESK = load("exec_assist")
CELL = re.compile(r"[A-Z][a-z]{2}\d\d:\d\d")


@pytest.fixture(scope="module")
def tokenizer():
    return learn_tokenizer(Recipe(corpus=60))


def cases(tokenizer, n=40):
    for seed in range(n):
        for tier in TIERS:
            s = DESK.scenario(seed, tier, "train", "plain")
            text = tokenizer.apply_chat_template(
                DESK.prompt(s), add_generation_prompt=True, tokenize=False
            )
            yield s, text, text.rindex(PLAN)


def line_at(text, at):
    return text[text.rfind("\n", 0, at) + 1 : text.find("\n", at)]


def test_what_is_asked_for_looks_at_the_clashes(tokenizer):
    seen = 0
    for s, text, plan in cases(tokenizer):
        found = list(pointers.in_prompt(s, text, plan))
        asked = {p.at for p in found if p.kind == "asked" and p.to != plan}
        lines = {line_at(text, p.to) for p in found if p.kind == "holder" and p.at in asked}
        named = {m[1] for line in lines if (m := re.search(r"\d ([ep]\d+) ", line))}
        assert named <= set(s.truth.conflicts)
        seen += bool(named)
    assert seen > 20


def test_the_answer_begins_with_the_half_hour_of_the_first_clash(tokenizer):
    seen = 0
    for s, text, plan in cases(tokenizer):
        places = pointers.clash_places(s, text, plan)
        assert tuple(places) == s.truth.conflicts
        for p in pointers.in_prompt(s, text, plan):
            if p.kind == "clash":
                assert p.at == len(text) - 1
                assert p.to == next(iter(places.values()), plan)
                seen += p.to != plan
        for id_, at in places.items():
            entries = (*s.calendar.events, *s.calendar.pending)
            for one in (entry for entry in entries if entry.id == id_):
                start = max(one.start, s.truth.request.slot.start)
                assert text.startswith(f"{start:%a%H:%M}", at)
    assert seen > 20


def test_a_line_ends_with_a_look_at_its_id_and_a_half_hour_looks_at_its_zone(tokenizer):
    seen = set()
    for s, text, plan in cases(tokenizer):
        for p in pointers.in_prompt(s, text, plan):
            if p.kind == "id_of_line":
                assert text.startswith(re.search(r" ([ep]\d+) ", line_at(text, p.at - 1))[1], p.to)
            elif p.kind == "hours_ahead":
                assert re.search(r"[+-]\d+$", text[: p.to])
                assert line_at(text, p.to).startswith(text[p.at : p.at + 3])
            seen.add(p.kind)
    assert {"id_of_line", "hours_ahead", "request"} <= seen


def test_the_time_that_counts_is_the_one_asked_for(tokenizer):
    for s, text, plan in cases(tokenizer):
        for p in pointers.in_prompt(s, text, plan):
            if p.kind == "time_asked" and s.sender.zone == s.executive.zone:
                start = f"{s.truth.request.slot.start:%H:%M}"
                assert start in text[p.to - 15 : p.to]


def test_a_line_looks_at_its_day(tokenizer):
    for s, text, plan in cases(tokenizer):
        for p in pointers.in_prompt(s, text, plan):
            if p.kind == "day_of_line":
                id_ = re.search(r" (e\d+) ", text[text.rfind("\n", 0, p.at) : p.at])[1]
                event = next(one for one in s.calendar.events if one.id == id_)
                assert text.startswith(f"{event.start:%Y-%m-%d}", p.to)


def test_copied_tokens_are_the_same_or_stand_for_the_same(tokenizer):
    shown = Demonstrations(Recipe(), tokenizer)
    for number in range(60):
        row = shown.row(number, TIERS[number % 3], GOOD, "whole")
        for kind, at, to in row.pointers:
            assert 0 <= to <= at < len(row.ids)
            if kind == "copied":
                written, source = (tokenizer.decode([row.ids[n]]).strip() for n in (at + 1, to))
                stands_for = re.fullmatch(r"[ep]\d+", written) and CELL.fullmatch(source)
                assert stands_for or source.endswith(written)


def test_runs_are_copied_from_where_they_match_longest():
    prompt, answer = [1, 2, 3, 9, 2, 3, 4, 5], [7, 2, 3, 4, 8, 9]
    assert list(lessons.copies(prompt, answer)) == [(1, 4), (2, 5), (3, 6)]
