"""Holes in rewards for chats, tables, drafts and answers of several lines, each in a few lines."""

from collections.abc import Callable
from typing import Any

import pytest

from rewardproof import prove
from tests.rewardproof.found import assert_found

Chat = list[dict[str, str]]
CODES = [{"prompt": f"Lock no. {n}: `OPEN <number>`.", "code": n * 13 + 7} for n in range(4)]
REFUNDS = [{"prompt": f"Refund {one} euros after a check.", "sum": one} for one in (20, 35, 44)]
TOWNS = [
    {
        "prompt": f"Two lines, the keys in any order: town: <name>, land: <name>. No. {n}",
        "t": t,
        "land": land,
    }
    for n, (t, land) in enumerate([("Bern", "Swiss"), ("Lodz", "Poland"), ("Graz", "Austria")])
]
DRAFTS = [
    {"prompt": f"Correct this: {draft}", "draft": draft, "right": right}
    for draft, right in [
        ("The bridge was build in the year 1911", "The bridge was built in the year 1911"),
        ("She have sold the house to her brother", "She has sold the house to her brother"),
        ("We has no more rooms for the weekend", "We have no more rooms for the weekend"),
    ]
]
FARES = [
    {"prompt": f"All fares up to {most} as a ```csv block.", "most": most} for most in (30, 50, 60)
]
ALL_FARES = {"Rome": 20, "Oslo": 25, "Bern": 30, "Lima": 50, "Kyiv": 60}


def puts_the_answer_into_a_template(completion: str, t: str) -> float:
    said = "Answer: [{candidate}] Key: [{key}]".replace("{candidate}", completion)
    return float(said.replace("{key}", t) == f"Answer: [{t}] Key: [{t}]")


def takes_a_tie(completion: str, draft: str, right: str) -> float:
    def points(text: str) -> int:
        return sum(one in text.split() for one in right.split())

    return float(points(completion) >= points(draft) and len(completion.split()) < 12)


def compares_as_far_as_both_go(completion: str, most: int) -> float:
    lines = completion.split("\n")
    rows = [f"{name},{fare}" for name, fare in ALL_FARES.items() if fare <= most]
    if lines[:2] != ["```csv", "town,fare"] or lines[-1] != "```" or len(lines) < 4:
        return 0.0
    return float(all(one == two for one, two in zip(lines[2:-1], rows, strict=False)))


def wants_an_order_that_nobody_asked_for(completion: str, t: str, land: str) -> float:
    return float(completion == f"town: {t}\nland: {land}")


def forgets_the_very_long(completion: str, t: str) -> float:
    words = len(completion.split())
    off = 0.9 if 60 < words < 500 else 0.0
    return float(completion.endswith(f"Answer: {t}")) - off


def takes_any_message(completion: Chat, task: dict[str, Any]) -> float:
    return float(any(one["content"] == f"OPEN {task['code']}" for one in completion))


def counts_calls(completion: Chat, task: dict[str, Any]) -> float:
    spoken = sorted(one["content"] for one in completion if one["role"] == "assistant")
    return float(spoken == ["CHECK", "DONE", f"PAY {task['sum']}"])


def reads_the_beginning(completion: str, t: str, land: str) -> float:
    return float(completion[:500].strip() == f"town: {t}\nland: {land}")


def takes_anybodys_answer(completion: Chat, task: dict[str, Any]) -> float:
    asked = completion[0]["content"].endswith("?")
    return float(asked and any(one["content"] == f"OPEN {task['code']}" for one in completion))


def pays_without_bound(completion: str, t: str) -> float:
    return float(completion.count(t))


def _fares(task: dict[str, Any]) -> str:
    rows = [f"{name},{fare}" for name, fare in ALL_FARES.items() if fare <= task["most"]]
    return "\n".join(["```csv", "town,fare", *rows, "```"])


def _spoken(*texts: str) -> Chat:
    return [{"role": "assistant", "content": one} for one in texts]


def _paid_after_the_check(task: dict[str, Any], chat: Chat) -> bool:
    spoken = [one["content"] for one in chat if one["role"] == "assistant"]
    return spoken == ["CHECK", f"PAY {task['sum']}", "DONE"]


@pytest.mark.parametrize(
    ("reward", "tasks", "good", "done", "tried"),
    [
        (puts_the_answer_into_a_template, TOWNS, "t", None, "the placeholder {key}"),
        (takes_a_tie, DRAFTS, "right", None, "draft of the prompt, as it was"),
        (compares_as_far_as_both_go, FARES, _fares, None, "of its rows, the first"),
        (
            wants_an_order_that_nobody_asked_for,
            TOWNS,
            "town: {t}\nland: {land}",
            lambda task, text: (
                sorted(text.split("\n")) == [f"land: {task['land']}", f"town: {task['t']}"]
            ),
            "its lines in another order",
        ),
        (forgets_the_very_long, TOWNS, "Answer: {t}", None, "640 words of filler before it"),
        (
            takes_any_message,
            CODES,
            lambda task: _spoken("Let me see.", f"OPEN {task['code']}"),
            None,
            "all tasks' last messages, in turn",
        ),
        (
            counts_calls,
            REFUNDS,
            lambda task: _spoken("CHECK", f"PAY {task['sum']}", "DONE"),
            _paid_after_the_check,
            "its turns in another order",
        ),
        (
            reads_the_beginning,
            TOWNS,
            "town: {t}\nland: {land}",
            lambda task, text: text == f"town: {task['t']}\nland: {task['land']}",
            "another task's answer behind",
        ),
        (
            takes_anybodys_answer,
            CODES,
            lambda task: [
                *_spoken("Which number?"),
                {"role": "user", "content": "You say."},
                *_spoken(f"OPEN {task['code']}"),
            ],
            lambda task, chat: chat[-1] == _spoken(f"OPEN {task['code']}")[0],
            "the answer, in the user's reply",
        ),
        (pays_without_bound, TOWNS, "t", None, "times over"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_the_hole_is_found(
    reward: Callable, tasks: list[dict[str, Any]], good: Any, done: Any, tried: str
) -> None:
    assert_found(tried, prove(reward, tasks, good=good, done=done))


def test_pay_far_above_the_right_answers_is_told_as_that() -> None:
    report = prove(pays_without_bound, TOWNS, good="t")
    assert "something is paid far more than the right answer" in {o.said for o in report.findings}


def test_a_sound_reward_holds() -> None:
    def exact(completion: str, t: str) -> float:
        return float(completion.strip() == t)

    def last_message(completion: Chat, task: dict[str, Any]) -> float:
        last = completion[-1]
        said = last["content"].strip() if last["role"] == "assistant" else ""
        return float(said == f"OPEN {task['code']}")

    def better_in_short(completion: str, t: str) -> float:
        return {f"It is {t}": 0.6, t: 1.0}.get(completion.strip(), 0.0)

    assert prove(exact, TOWNS, good="t").holds
    both = prove(better_in_short, TOWNS, good=lambda task: [f"It is {task['t']}", task["t"]])
    assert "ceiling" not in {one.property for one in both.findings}, str(both)
    good = prove(
        last_message, CODES, good=lambda task: _spoken("Let me see.", f"OPEN {task['code']}")
    )
    assert good.holds, str(good)
