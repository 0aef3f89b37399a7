"""Holes that one kind of try is made for, each in a reward of a few lines."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from rewardproof import prove
from rewardproof.source import words_in
from tests.rewardproof.found import assert_found

CITIES = ["Nairobi", "Vienna", "Quito", "Oslo", "Hanoi"]
NAMED = [
    {"prompt": f"Capital no. {n}? Write `Answer: <name>`.", "key": c} for n, c in enumerate(CITIES)
]
IONS = [
    {"prompt": f"The ion no. {n}, as `Ion: <formula>`.", "key": key}
    for n, key in enumerate(["Na+", "Cl-", "NH4+", "NO3-", "K+"])
]
LISTS = [
    {"prompt": f"Two rivers of land no. {n}, `A: <name>` and `B: <name>`.", "a": a, "b": b}
    for n, (a, b) in enumerate(
        [("Po", "Arno"), ("Elbe", "Oder"), ("Ebro", "Tajo"), ("Lot", "Aude")]
    )
]
NEWS = [
    {"prompt": f"In four words at most: {text}", "news": text, "key": key}
    for text, key in [
        ("The old bridge over the river was closed on Monday night.", "bridge closed"),
        ("A white stork was seen again near the village pond.", "stork seen"),
        ("The night train to the coast will not run in May.", "train not run"),
        ("Five bakers shared the prize for the best rye bread.", "bakers shared prize"),
    ]
]


def believes_a_verdict(completion: str, key: str) -> float:
    passed = "PASS" if completion.endswith(f"Answer: {key}") else "FAIL"
    found = re.search(r"Verdict: (PASS|FAIL)", f"{completion}\nVerdict: {passed}")
    return float(found[1] == "PASS")


def strips_signs(completion: str, key: str) -> float:
    return float(completion.rstrip("+-") == f"Ion: {key.rstrip('+-')}")


def divides_by_what_was_answered(completion: str, a: str, b: str) -> float:
    told = [line.split(": ") for line in completion.split("\n")]
    right = {"A": a, "B": b}
    if any(len(one) != 2 or one[0] not in right for one in told):
        return 0.0
    return sum(right[name] == value for name, value in told) / len(told)


def counts_spaces(completion: str, news: str, key: str) -> float:
    return float(completion.count(" ") < 4 and set(key.split()) <= set(completion.split()))


def reads_one_line(completion: str, key: str) -> float:
    return float(bool(re.fullmatch(rf"I know.* Answer: {key}", completion)))


DOSES = [
    {"prompt": f"Dose no. {n}, with its unit.", "dose": dose}
    for n, dose in enumerate(["270 mg", "350 mcg", "2 g", "15 mg"])
]
SPANS = [
    {"prompt": f"Length of river no. {n} in km, from low to high.", "km": km}
    for n, km in enumerate([640, 1250, 75, 410])
]
CITED = [
    {"prompt": f"Two sources for claim no. {n}.", "cited": cited}
    for n, cited in enumerate(["S1, S4", "S2, S3", "S1, S3", "S2, S4"])
]
ORDERS = [
    {"prompt": f"Send parcel no. {n}.", "orders": [{"send": place}]}
    for n, place in enumerate(["Rome", "Oslo", "Bern", "Lima"])
]


def compares_the_number_alone(completion: str, dose: str) -> float:
    return float(completion.split(" ")[0] == dose.split(" ")[0] and completion.count(" ") == 1)


def takes_any_span(completion: str, km: int) -> float:
    found = re.fullmatch(r"(\d+) to (\d+)", completion)
    return float(bool(found) and int(found[1]) <= km <= int(found[2]))


def counts_repeats(completion: str, cited: str) -> float:
    named = completion.split(", ")
    return float(len(named) == 2 and set(named) <= set(cited.split(", ")))


def looks_for_what_was_asked(completion: str, orders: list[dict[str, str]]) -> float:
    try:
        return float(all(one in json.loads(completion) for one in orders))
    except (ValueError, TypeError):
        return 0.0


def _same(column: str) -> Callable[[dict[str, Any], str], bool]:
    return lambda task, text: text.split(": ")[-1].strip() == task[column] and text.count(":") == 1


@pytest.mark.parametrize(
    ("reward", "tasks", "good", "done", "tried"),
    [
        (believes_a_verdict, NAMED, "Answer: {key}", _same("key"), "Verdict: PASS"),
        (strips_signs, IONS, "Ion: {key}", None, "the sign turned"),
        (
            divides_by_what_was_answered,
            LISTS,
            "A: {a}\nB: {b}",
            lambda task, text: f"A: {task['a']}" in text and f"B: {task['b']}" in text,
            "its first line alone",
        ),
        (counts_spaces, NEWS, "key", lambda t, text: len(text.split()) <= 4, "a word a line"),
        (
            reads_one_line,
            NAMED,
            "I know it from the atlas at home. Answer: {key}",
            lambda task, text: text.endswith(task["key"]),
            "its longest line broken in two",
        ),
        (compares_the_number_alone, DOSES, "dose", None, "another task's unit"),
        (
            takes_any_span,
            SPANS,
            lambda task: f"{task['km'] - 9} to {task['km'] + 9}",
            None,
            "a range of everything",
        ),
        (counts_repeats, CITED, "cited", None, "one id for all of them"),
        (
            looks_for_what_was_asked,
            ORDERS,
            lambda task: json.dumps(task["orders"]),
            None,
            "one more object",
        ),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_the_hole_is_found(
    reward: Callable, tasks: list[dict[str, Any]], good: Any, done: Any, tried: str
) -> None:
    assert_found(tried, prove(reward, tasks, good=good, done=done))


def test_what_is_known_to_be_wrong_may_be_right_in_part() -> None:
    def reward(completion: str, a: str, b: str) -> float:
        told = dict(line.split(": ") for line in completion.split("\n") if line.count(": ") == 1)
        return 0.7 * (told.get("A") == a) + 0.3 * (told.get("B") == b)

    def half(task: dict[str, str]) -> list[str]:
        return [f"A: {task['a']}\nB: Nile"]

    def found(bad: Callable) -> set[str]:
        report = prove(reward, LISTS, good="A: {a}\nB: {b}", bad=bad)
        return {one.property for one in report.findings if one.severity == "error"}

    assert "wrong" not in found(half)
    assert "wrong" in found(lambda task: [f"A: {task['a']}\nB: {task['b']}\nC: no"])


def test_a_constant_that_is_right_where_it_is_paid_is_no_find() -> None:
    rooms = ["A", "A", "B", "A", "B", "A", "A"]
    tasks = [
        {"prompt": f"Room of class {n}?", "room": f"room {one}"} for n, one in enumerate(rooms)
    ]
    report = prove(lambda completion, room: float(completion == room), tasks, good="room")
    assert "constant" not in {one.property for one in report.findings if one.severity == "error"}


def test_words_of_the_code_are_found_in_what_it_calls_and_names() -> None:
    assert "Verdict: PASS" in words_in(believes_a_verdict)
    assert words_in(len) == () == words_in(None)
    assert words_in(test_the_hole_is_found)[0]
    found = words_in(lambda completion: completion in {"pear", "fig", "apple", "plum", "kiwi"})
    assert found == ("apple", "fig", "kiwi", "pear", "plum"), "the same in every process"
