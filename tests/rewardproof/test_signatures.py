"""Rewards are recognised by their parameters, and called as their library would."""

from collections.abc import Callable
from typing import Any

import pytest

from rewardproof.scorer import SignatureError
from rewardproof.signatures import recognise
from rewardproof.tasks import read_tasks

ROWS = [
    {"prompt": "one?", "answer": "1", "data_source": "sums", "ground_truth": "1"},
    {"prompt": "two?", "answer": "2", "data_source": "sums", "ground_truth": "2"},
]


def by_row(completion: str, task: dict) -> float:
    return float(task["answer"] == completion)


def any_names(c: str, t: dict) -> float:
    return float(t["answer"] == c)


def by_column(completion: str, answer: str) -> float:
    return float(answer == completion)


def backwards(answer: str, completion: str) -> float:
    return float(answer == completion)


def by_keyword(completion: str, *, answer: str, prompt: str) -> float:
    return float(answer == completion and prompt.endswith("?"))


def rest_of_columns(completion: str, **columns: Any) -> float:
    return float(columns["answer"] == completion)


def trl(completions: list[str], prompts: list[str], answer: list[str], **more: Any) -> list[float]:
    assert prompts == ["one?", "two?"][: len(prompts)] or len(prompts) == 1
    return [float(one == right) for one, right in zip(completions, answer, strict=True)]


async def trl_async(completions: list[str], answer: list[str]) -> list[float]:
    return [float(one == right) for one, right in zip(completions, answer, strict=True)]


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: Any = None
) -> dict[str, float]:
    return {"score": float(data_source == "sums" and ground_truth == solution_str), "format": 1}


def with_a_column(text: str, response: str) -> float:
    return float(response == text)


def without_the_column(text: str, answer: str) -> float:
    return float(text == answer)


def asked_first(prompt: str, completion: str) -> float:
    return float(prompt == {"1": "one?"}.get(completion))


def trl_chats(completions: list[list[dict]], prompts: list, answer: list[str]) -> list[float]:
    assert all(one[-1]["role"] == "user" for one in prompts)
    told = [one[-1]["content"] for one in completions]
    return [float(one == right) for one, right in zip(told, answer, strict=True)]


class WithCall:
    def __call__(self, response: str, answer: str) -> bool:
        return response == answer


@pytest.mark.parametrize(
    ("reward", "said", "batched"),
    [
        (by_row, "by_row: f(completion = completion, task = row)", False),
        (any_names, "any_names: f(c = completion, t = row)", False),
        (by_column, "by_column: f(completion = completion, answer = column answer)", False),
        (backwards, "backwards: f(answer = column answer, completion = completion)", False),
        (
            by_keyword,
            "by_keyword: f(completion = completion, answer = column answer, prompt",
            False,
        ),
        (rest_of_columns, "rest_of_columns: f(completion = completion, columns = columns)", False),
        (trl, "as TRL calls it", True),
        (trl_async, "as TRL calls it", True),
        (compute_score, "as verl calls it", False),
        (WithCall(), "WithCall: f(response = completion, answer = column answer)", False),
    ],
    ids=lambda one: getattr(one, "__name__", None),
)
def test_it_is_called_as_it_is(reward: Callable, said: str, batched: bool) -> None:
    scorer = recognise(reward, read_tasks(ROWS))
    assert said in scorer.said
    assert scorer.batched == batched
    jobs = [(row, "1") for row in ROWS]
    paid = scorer.score(jobs) if batched else [scorer.score([job])[0] for job in jobs]
    assert [float(one) for one in paid] == [1.0, 0.0]


def without_prompt(**named: str) -> list[dict[str, Any]]:
    """The rows with other columns in the prompt's place, each with what it holds."""
    kept = [{name: row[name] for name in row if name != "prompt"} for row in ROWS]
    asked = [{name: row[of] for name, of in named.items()} for row in ROWS]
    return [one | other for one, other in zip(kept, asked, strict=True)]


@pytest.mark.parametrize(
    ("reward", "rows", "said"),
    [
        (with_a_column, without_prompt(prompt="prompt", text="answer"), "response = completion"),
        (without_the_column, ROWS, "text = completion"),
        (without_the_column, without_prompt(text="prompt"), "text = completion"),
        (asked_first, without_prompt(question="prompt"), "prompt = prompt"),
        (asked_first, without_prompt(instruction="prompt"), "prompt = prompt"),
        (asked_first, ROWS, "prompt = column prompt"),
    ],
)
def test_what_each_parameter_takes(reward: Callable, rows: list[dict[str, Any]], said: str) -> None:
    scorer = recognise(reward, read_tasks(rows))
    assert said in scorer.said
    assert [scorer.score([(row, "1")])[0] for row in rows] == [1.0, 0.0]


@pytest.mark.parametrize("column", ["prompt", "messages"])
def test_a_chat_is_answered_by_a_chat(column: str) -> None:
    chats = [[{"role": "user", "content": row["prompt"]}] for row in ROWS]
    rows = [{column: chat, "answer": row["answer"]} for chat, row in zip(chats, ROWS, strict=True)]
    scorer = recognise(trl_chats, read_tasks(rows))
    said = [{"role": "assistant", "content": "1"}]
    for one in ("1", said):
        assert scorer.score([(row, one) for row in rows]) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("reward", "form", "said"),
    [
        (lambda completion, solution, more: 0, "", "'solution' is no column of the tasks (answer,"),
        (lambda: 0, "", "a parameter for the completion was expected"),
        (by_row, "trlx", "one of plain, trl, verl"),
        (0.5, "", "a reward was expected, not float"),
    ],
)
def test_what_cannot_be_called_is_told(reward: Any, form: str, said: str) -> None:
    with pytest.raises(SignatureError, match=said.replace("(", r"\(")):
        recognise(reward, read_tasks(ROWS), form)
