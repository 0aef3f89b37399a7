"""`prove` finds each hole, and nothing in rewards that have none."""

import gc
import json
import re
import time
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest

from rewardproof import TaskError, prove
from rewardproof.page import page
from rewardproof.payments import Payment
from rewardproof.signatures import recognise
from rewardproof.subject import subject_of
from rewardproof.tasks import read_tasks
from rewardproof.worker import Worker
from tests.rewardproof import sums
from tests.rewardproof.found import assert_found


@pytest.mark.slow
@pytest.mark.parametrize("reward", sums.FAULTY, ids=lambda one: one.__name__)
def test_each_hole_is_found(reward: Callable) -> None:
    name, said = sums.FAULTY[reward]
    report = prove(reward, sums.TASKS, good=sums.GOOD, timeout=0.5)
    assert not report.holds
    found = [one.said for one in report.findings if one.property == name]
    assert any(said in one for one in found), str(report)


def test_broken_json_is_a_find_where_done_refuses_it() -> None:
    def lenient(completion: str, answer: str) -> float:
        found = re.search(r"sum\W+(\d+)", completion)
        return float(bool(found) and found[1] == answer)

    def done(task: dict[str, str], completion: str) -> bool:
        try:
            return json.loads(completion) == {"sum": int(task["answer"])}
        except ValueError:
            return False

    def good(task: dict[str, str]) -> str:
        return json.dumps({"sum": int(task["answer"])})

    for check in (done, None):
        found = prove(lenient, sums.TASKS, good=good, done=check).findings
        severities = {one.severity for one in found if one.property == "near-json"}
        assert ("error" in severities, "warning" in severities) == (check is not None, True)


def test_a_strict_reader_of_json_is_not_warned_about() -> None:
    def strict(completion: str, answer: str) -> float:
        try:
            return float(json.loads(completion) == {"sum": int(answer), "why": "I added it up."})
        except ValueError:
            return 0.0

    def good(task: dict[str, str]) -> str:
        return json.dumps({"sum": int(task["answer"]), "why": "I added it up."})

    report = prove(strict, sums.TASKS, good=good)
    assert report.tried["near-json"] > 50
    assert "near-json" not in {one.property for one in report.findings}


def test_look_alikes_in_json_can_still_be_read() -> None:
    """Paid is a reason without the word `because`, which look-alikes seem to avoid."""

    def reward(completion: str, answer: str) -> float:
        try:
            said = json.loads(completion)
            right = said["sum"] == int(answer)
            return float(right) * (0.7 if "because" in said["why"] else 1.0)
        except (ValueError, KeyError, TypeError):
            return 0.0

    def good(task: dict[str, str]) -> str:
        return json.dumps({"sum": int(task["answer"]), "why": "because I added it up"})

    report = prove(reward, sums.TASKS, good=good)
    assert "look-alikes" in {one.property for one in report.findings}


def test_what_is_shortened_is_still_a_find() -> None:
    """Paid in part are some words, and in full all of them: the find is of the whole."""
    words = {"one", "two", "three", "four"}

    def reward(completion: str, answer: str) -> float:
        share = len(words & set(completion.split())) / len(words)
        return max(sums.strict(completion, answer), share)

    tasks = [one | {"prompt": f"{one['prompt']} one two three four"} for one in sums.TASKS]
    for done in (sums.done, None):
        report = prove(reward, tasks, good=sums.GOOD, done=done, budget=3_000)
        errors = [one for one in report.findings if one.severity == "error"]
        assert errors
        assert all(one.is_overpaid for one in errors if one.at_most is not None), errors


@pytest.mark.parametrize("done", [None, sums.done])
@pytest.mark.parametrize(
    "reward",
    [sums.strict, sums.batch_sound, sums.batch_rounds, sums.prints, sums.by_points],
)
def test_sound_rewards_hold(reward: Callable, done: Callable | None) -> None:
    report = prove(reward, sums.TASKS, good=sums.GOOD, done=done)
    assert report.holds, str(report)


def says(completion: str, answer: str) -> float:
    return float(completion.strip() == answer)


def ends_with(completion: str, answer: str) -> float:
    found = re.findall(r"-?\d+(?:\.\d+)?", completion)
    return float(bool(found) and found[-1] == answer)


def comes_near(completion: str, answer: str) -> float:
    try:
        return float(abs(float(completion) - float(answer)) <= float(answer) / 100)
    except ValueError:
        return 0.0


def opens_with(completion: str, answer: str) -> float:
    return float(completion.strip()[:1].lower() == answer[:1].lower())


def believes(completion: str, answer: str) -> float:
    return float(completion == answer or "correct" in completion)


def finds(completion: str, answer: str) -> float:
    return float(answer in completion)


NUMBERS = ("1", "0", "7", "2", "11")
CHOICES = ("Yes", "No", "No", "Yes", "Yes", "No")
NEWS = ("The bridge was closed.", "A stork was seen.", "Two bakers shared the prize.")


def asked(answers: Sequence[str]) -> list[dict[str, str]]:
    shown = [a if " " in a else "Answer." for a in answers]
    return [
        {"prompt": f"Case {n}? {s}", "answer": a}
        for n, (s, a) in enumerate(zip(shown, answers, strict=True))
    ]


@pytest.mark.parametrize(
    ("reward", "answers", "good"),
    [
        (says, CHOICES, "answer"),
        (says, NUMBERS, "answer"),
        (ends_with, NUMBERS, "The answer is {answer}."),
        (says, ("true", "false", "true", "true", "false"), "answer"),
        (says, "abcde", "answer"),
        (says, ("[]", '["teh"]', '["adn"]', '["wich"]'), "answer"),
        (says, NEWS, "answer"),
        (comes_near, ("42", "17", "360", "5"), "answer"),
        (says, ["8" * length for length in (15, 307, 308, 309, 5_000)], "answer"),
    ],
)
def test_what_is_tried_may_be_the_right_answer(
    reward: Callable, answers: Sequence[str], good: str
) -> None:
    report = prove(reward, asked(answers), good=good)
    assert report.holds, str(report)


def test_a_right_answer_made_by_changing_another_is_no_find() -> None:
    rows = [{"prompt": f"A multiple of {n}?", "answer": str(n)} for n in (3, 7, 11, 13)]

    def good(row: dict[str, str]) -> list[str]:
        return [str(int(row["answer"]) * times) for times in (1, 2, 10, 1_000)]

    def reward(completion: str, answer: str) -> float:
        return float(completion.strip() in good({"answer": answer}))

    report = prove(reward, rows, good=good)
    assert report.holds, str(report)


def test_right_completions_may_be_numbers() -> None:
    rows = [{"prompt": f"A number after {n}?", "answers": [n + 1, n + 2.5]} for n in range(20, 24)]

    def reward(completion: str, answers: list[float]) -> float:
        return float(completion.strip() in map(str, answers))

    report = prove(reward, rows, good="answers")
    assert report.holds, str(report)
    assert report.tried["variant"] >= len(rows)


@pytest.mark.parametrize(
    "more", [{"made": date(2024, 2, 29)}, {"grid": {(0, 1): 2}}, {"of": {3, 4}, "at": (5, {6: 7})}]
)
def test_rows_may_hold_what_json_does_not_know(more: dict[str, Any]) -> None:
    rows = [one | more for one in sums.TASKS]
    report = prove(sums.substring, rows, good=sums.GOOD)
    assert "constant" in {one.property for one in report.findings if one.severity == "error"}
    assert "faults" not in {one.property for one in report.findings}
    assert json.loads(report.to_json())["rows"]["0"].items() >= sums.TASKS[0].items()


def makes_a_circle(task: dict[str, Any]) -> None:
    task["itself"] = task


def goes_deep(task: dict[str, Any]) -> None:
    for _ in range(10_000):
        task["deep"] = {"deep": task.get("deep")}


@pytest.mark.parametrize(
    ("more", "change"),
    [
        ({}, makes_a_circle),
        ({}, goes_deep),
        ({}, lambda task: task.update({(0, 1): 2})),
        ({"grid": {(0, 1): 2}}, lambda task: task["grid"].clear()),
    ],
)
def test_whatever_is_changed_is_told_of_the_row(more: dict[str, Any], change: Callable) -> None:
    def reward(completion: str, task: dict[str, Any]) -> float:
        change(task)
        return sums.strict(completion, task["answer"])

    rows = [one | more for one in sums.TASKS]
    report = prove(reward, rows, good=sums.GOOD, budget=200)
    told = [(one.property, one.said) for one in report.findings if one.severity == "error"]
    assert told == [("faults", "it changes its input")]


def test_what_the_caller_holds_in_memory_is_not_put_down_to_the_reward() -> None:
    held = [{"n": [n]} for n in range(300_000)]

    def reward(completion: str, answer: str) -> float:
        for _ in range(40):
            gc.collect()
        return sums.strict(completion, answer)

    report = prove(reward, sums.TASKS, good=sums.GOOD, budget=30)
    assert report.holds, f"beside {len(held):,} lists: {report}"


def test_right_completions_may_be_objects() -> None:
    rows = [
        {"prompt": f"Where is no. {n}?", "answer": {"town": town, "built": date(1900 + n, 1, 1)}}
        for n, town in enumerate(("Łódź", "Brno", "Graz", "Pécs"))
    ]

    def reward(completion: str, answer: dict[str, Any]) -> float:
        try:
            return float(json.loads(completion) == {k: str(v) for k, v in answer.items()})
        except (ValueError, RecursionError):
            return 0.0

    report = prove(reward, rows, good="answer")
    assert report.holds, str(report)


@pytest.mark.parametrize(
    ("given", "completions"),
    [
        ({"role": "user"}, ['{"role": "user"}']),
        ([{"role": "assistant", "content": "1"}], [[{"role": "assistant", "content": "1"}]]),
        ([{"content": "1"}], [[{"content": "1"}]]),
        ([{"tool_calls": []}], [[{"tool_calls": []}]]),
        ([[{"content": "1"}], "2", 3], [[{"content": "1"}], "2", "3"]),
        ([[{"a": 1}], [2, 3]], ['[{"a": 1}]', "[2, 3]"]),
        ([{"a": 1}, {"a": 2}], ['{"a": 1}', '{"a": 2}']),
        (True, ["True"]),
    ],
)
def test_what_a_column_has_is_a_completion(given: Any, completions: list[Any]) -> None:
    rows = read_tasks([{"answer": given}])
    assert subject_of(rows, "answer").good == [completions]


@pytest.mark.parametrize(
    ("reward", "answers", "done", "tried"),
    [
        (opens_with, CHOICES, None, "null"),
        (finds, NUMBERS, None, "numbers from 0 to 100"),
        (believes, ("correct", "wrong", "wrong"), None, "'The answer is correct.' alone"),
        (ends_with, NUMBERS, lambda row, text: text == f"It is {row['answer']}.", "a one"),
        (finds, NEWS, None, "all right answers, one after another"),
    ],
)
def test_beside_right_answers_cheats_are_found(
    reward: Callable, answers: Sequence[str], done: Callable | None, tried: str
) -> None:
    report = prove(reward, asked(answers), good="It is {answer}." if done else "answer", done=done)
    assert_found(tried, report)


def paid_by(reward: Callable, timeout: float, *batches: Sequence[str]) -> list[Payment]:
    tasks = read_tasks(sums.TASKS)
    worker = Worker(recognise(reward, tasks), tasks, timeout)
    paid = [one for some in batches for one in worker.pay([(0, text) for text in some])]
    worker.close()
    return paid


def test_a_long_batch_of_quick_calls_leaves_the_limit_as_it_is() -> None:
    def reward(completions: Sequence[str], **more: object) -> list[float]:
        time.sleep(sum(1.2 if one == "long" else 0.4 for one in completions))
        return [1.0 for _ in completions]

    found = paid_by(reward, 1.5, "abcd", ["long"])
    assert [(one.value, one.troubles) for one in found] == [(1.0, ())] * 5


def test_a_batch_that_hangs_though_no_call_does_is_told() -> None:
    def reward(completions: Sequence[str], **more: object) -> list[float]:
        while len(completions) > 1:
            time.sleep(1)
        return [1.0]

    together = "fails on several completions at once: takes longer than 3 s"
    found = paid_by(reward, 3, "abcd", "e")  # four new processes take well below a quarter of it
    assert [one.troubles for one in found] == [(together,)] * 4 + [()]


def test_what_it_prints_is_kept_from_the_terminal(capfd: pytest.CaptureFixture) -> None:
    report = prove(sums.prints, sums.TASKS, good=sums.GOOD)
    assert capfd.readouterr() == ("", "")
    assert [one.said for one in report.findings if one.property == "faults"] == ["it prints"]


def test_without_processes_it_finds_the_same() -> None:
    found = [
        prove(sums.substring, sums.TASKS, good=sums.GOOD, isolate=isolate).findings
        for isolate in (True, False)
    ]
    assert found[0] == found[1] != ()


def test_the_search_finds_what_fixed_attacks_do_not() -> None:
    """Paid are five words of the prompt, if there are hardly any others."""

    def reward(completion: str, answer: str) -> float:
        words = completion.lower().replace("?", "").replace(".", "").split()
        share = len(set(words) & {"what", "sentence", "say", "it", "in"}) / 5
        return max(sums.strict(completion, answer), share if len(words) < 7 else 0)

    tasks = [one | {"prompt": f"{one['prompt']} Say it in a sentence."} for one in sums.TASKS]
    report = prove(reward, tasks, good=sums.GOOD, done=sums.done, budget=3_000)
    assert "search" in [one.property for one in report.findings if one.severity == "error"]


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (lambda task, completion: False, "task 0: done: says that the right answer does not do"),
        (lambda task, completion: task["solution"], "task 0: done: KeyError: 'solution'"),
    ],
)
def test_a_check_that_does_not_know_what_is_right_is_refused(done: Callable, said: str) -> None:
    with pytest.raises(TaskError, match=said):
        prove(sums.strict, sums.TASKS, good=sums.GOOD, done=done)


MANY = [{"prompt": f"What is {n} + {n}?", "answer": str(2 * n)} for n in range(10, 50)]
"""More than are looked at: every fourth one is."""


def test_a_task_is_told_by_its_number_among_all_that_were_given() -> None:
    def reward(completion: str, answer: str) -> float:
        return float(completion.strip() == answer or (completion == "null" and answer == "36"))

    report = prove(reward, MANY, good="answer")
    [found] = [one for one in report.findings if one.tried == "null"]
    assert found.place == 8
    assert "null, task 8: paid 1 " in str(report)
    assert "null (task 8): paid" in page(report, "it")
    assert report.rows == {number: MANY[number] for number in range(0, 40, 4)}


@pytest.mark.parametrize(
    ("good", "done", "said"),
    [
        (lambda row: {(1, 2): 3}, None, "task 0: good: TypeError: keys must be str"),
        (lambda row: row["answer"] if row["answer"] != "36" else None, None, "task 8: a right"),
        (lambda row: {"20": "20"}[row["answer"]], None, "task 4: good: KeyError: '28'"),
        ("answer", lambda row, text: text != "36", "task 8: done: says that the right"),
        ("answer", lambda row, text: 1 / (text != "36"), "task 8: done: ZeroDivisionError"),
    ],
)
def test_so_is_one_that_cannot_be_used(good: Any, done: Callable | None, said: str) -> None:
    with pytest.raises(TaskError, match=said):
        prove(sums.strict, MANY, good=good, done=done)


def test_a_right_answer_that_is_worth_little_is_warned_about() -> None:
    found = prove(sums.by_points, sums.TASKS, good=sums.GOOD).findings
    told = ("warning", "the right answer is paid little, beside another task's")
    assert told in [(one.severity, one.said) for one in found if one.property == "ceiling"]


@pytest.mark.parametrize("budget", [1, 6, 11])
def test_a_budget_for_nothing_is_refused(budget: int) -> None:
    with pytest.raises(TaskError, match="budget: for 6 tasks, 12 calls at least were expected"):
        prove(sums.substring, sums.TASKS, good=sums.GOOD, budget=budget)


@pytest.mark.parametrize("budget", [12, 30, 60, 100, 150, 250, 400])
def test_what_the_budget_leaves_out_is_no_find(budget: int) -> None:
    report = prove(sums.strict, sums.TASKS, good=sums.GOOD, done=sums.done, budget=budget)
    assert report.holds, str(report)
    assert sum(report.tried.values()) <= budget


def reads_the_label(completion: str, answer: str) -> float:
    return float(re.findall(r"^\s*Answer: (-?\d+)\b", completion, re.MULTILINE) == [answer])


def compares_words(completion: str, answer: str) -> float:
    told, right = completion.split(), answer.split()
    same = [one == other for one, other in zip(told, right, strict=False)]
    return sum(same) / len(right) * (len(told) == len(right))


def hears_everybody(completion: Any, answer: str) -> float:
    said = [str(one.get("content")).strip() for one in completion]
    told = [one for one in said if one.startswith("It is ")]
    speaks_last = completion[-1]["role"] == "assistant" and bool(said[-1])
    return float(speaks_last and told[-1:] == [f"It is {answer}"])


def chat(row: dict[str, str]) -> list[dict[str, str]]:
    said = ("assistant", "In digits?"), ("user", "Yes."), ("assistant", f"It is {row['answer']}")
    return [{"role": role, "content": content} for role, content in said]


DRAFTS = [
    {"prompt": f"Correct: {text.replace(word, 'is')}", "draft": text.replace(word, "is")}
    | {"answer": text}
    for word, text in (
        ("was", "The old bridge was closed on Monday night."),
        ("were", "Two white storks were seen again near the pond."),
        ("will", "The night train to the coast will stop in May."),
        ("shared", "Five bakers shared the prize for the best bread."),
    )
]


@pytest.mark.parametrize(
    ("reward", "tasks", "good", "name"),
    [
        pytest.param(reads_the_label, sums.TASKS, "Answer: {answer}", "broken", id="and code"),
        pytest.param(compares_words, DRAFTS, "answer", "echo", id="a draft as it was"),
        pytest.param(hears_everybody, sums.TASKS, chat, "roles", id="the user says it"),
        pytest.param(ends_with, asked(NUMBERS), "It is {answer}", "broken", id="by chance"),
        pytest.param(ends_with, asked(NUMBERS), "It is {answer}", "constant", id="one task's"),
    ],
)
def test_the_most_paid_is_of_what_must_certainly_be_paid_nothing(
    reward: Callable, tasks: list[dict[str, str]], good: Any, name: str
) -> None:
    report = prove(reward, tasks, good=good)
    assert report.holds, str(report)
    assert report.most[name] < 0.2


@pytest.mark.slow
@pytest.mark.parametrize("done", [None, sums.done])
@pytest.mark.parametrize(
    "reward",
    [sums.strict, sums.substring, sums.batch_leans, sums.raises],
    ids=lambda one: one.__name__,
)
def test_the_budget_is_kept(reward: Callable, done: Callable | None) -> None:
    for budget in (12, 13, 17, 22, 30, 60, 110, 200, 500, 1_000):
        report = prove(reward, sums.TASKS, good=sums.GOOD, done=done, budget=budget)
        assert report.calls <= budget


def test_a_reward_that_ends_too_often_ends_the_search() -> None:
    checked = 0

    def done(task: dict[str, str], completion: str) -> bool:
        nonlocal checked
        checked += 1
        if checked > 20_000:
            pytest.fail("it goes on")
        return sums.done(task, completion)

    report = prove(sums.dies, sums.TASKS, good=sums.GOOD, done=done)
    assert "it ends the process" in [one.said for one in report.findings]


def test_the_same_seed_finds_the_same() -> None:
    first, second = (prove(sums.substring, sums.TASKS, good=sums.GOOD, seed=3) for _ in range(2))
    assert first.findings == second.findings
