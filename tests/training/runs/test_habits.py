"""Habits that answers took up, counted."""

import json
from random import Random

import pytest

from training.runs.habits import Habit, habits

STEPS, ROWS = 60, 5


def answer(reply, action="book", **fields):
    return json.dumps({"calendar_action": action, "email_reply": reply} | fields)


def run(say, seed=0):
    """The rows of a record; `say` gives (share of the run that is over, chance) -> text."""
    rng = Random(seed)
    return [
        {"step": step, "text": say(step / STEPS, rng), "probe": None}
        for step in range(1, STEPS + 1)
        for _ in range(ROWS)
    ]


def steady(over, rng):
    """Declines or books, in always the same shares, with people's names."""
    name = rng.choice("Ada Bo Cy Di Ed Flo Gus Hal".split())
    if rng.random() < 0.4:
        return answer(f"Dear {name}, I have to decline this one.", "decline")
    return answer(f"Dear {name}, it is booked for Monday at noon.")


def both(over, rng):
    """Ever oftener every word at once, and then always a booking."""
    if rng.random() < over:
        return answer("I have to decline, but it is booked, at the stadium even.")
    return steady(over, rng)


def test_who_changes_nothing_took_up_no_habit():
    assert [one for seed in range(20) for one in habits(run(steady, seed))] == []


def test_two_words_that_never_went_together_are_told_before_each_word():
    found = habits(run(both))
    pairs = [one for one in found if len(one.words) == 2]
    words = [word for one in pairs for word in one.words]
    assert len(words) == len(set(words))
    assert {"decline", "booked"} <= set(words)
    assert all(one.before < 0.2 < 0.7 < one.after for one in pairs)
    single = found[len(pairs) :]
    assert [*pairs, *sorted(single, key=lambda one: (one.before - one.after, one.does))] == found


def test_a_word_that_was_always_said_may_be_half_of_a_pair():
    def books_all(over, rng):
        name = "Dear Ada, it is booked for Monday at noon"
        return answer(f"{name}, so I have to decline it." if rng.random() < over else f"{name}.")

    assert {"decline", "booked"} in [set(one.words) for one in habits(run(books_all))]


def test_what_another_run_took_up_as_well_is_no_news():
    one = next(one for one in habits(run(both), run(both, 1)) if one.words == ("stadium",))
    assert one.beside == pytest.approx(one.after, abs=0.15)
    found = habits(run(both), run(steady))
    assert {one.beside for one in found if "stadium" in one.words} == {0.0}


def test_deeds_count_as_words_do():
    def books(over, rng):
        return answer("Fine.", "book" if rng.random() < over else "none", conflicts=["e1"])

    assert [one.does for one in habits(run(books))] == ['sets calendar_action to "book"']


def test_a_habit_is_told_in_figures_of_a_hundred():
    told = Habit(("no",), "says “no”", 0.04, 0.63, 0.1).sentence
    assert told == ("says “no” in 63% of its answers, at the start in 4%; in the other run, in 10%")


def test_a_worksheet_before_the_answer_does_not_count():
    rows = [one | {"text": f"<think>\nasked: 30 min\n</think>\n{one['text']}"} for one in run(both)]
    assert habits(rows) == habits(run(both)) != []


@pytest.mark.parametrize("text", ["", "no JSON", "[1]", '{"a": ' * 5_000, "null", '"\\ud800"'])
def test_what_cannot_be_read_does_nothing(text):
    assert habits([{"step": step, "text": text} for step in range(1, 31)]) == []


def test_the_probe_does_not_count():
    rows = [one | {"probe": True} for one in run(both)]
    assert habits(rows) == []
