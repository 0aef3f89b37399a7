"""A task that everybody can do, and rewards for it: sound ones, and ones with a hole each."""

import os
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

SUMS = [(1, 2), (30, 12), (5, 5), (100, 23), (7, 70), (8, 9)]
TASKS = [{"prompt": f"What is {a} + {b}?", "answer": str(a + b)} for a, b in SUMS]
GOOD = "The answer is {answer}."
_ANSWER = re.compile(r"\s*The answer is (-?\d+)\.?\s*")


def strict(completion: str, answer: str) -> float:
    found = _ANSWER.fullmatch(completion)
    return float(bool(found) and found[1] == answer)


def done(task: dict[str, str], completion: str) -> bool:
    return strict(completion, task["answer"]) == 1


def substring(completion: str, task: dict[str, str]) -> float:
    return float(task["answer"] in completion)


def lengthy(completion: str, answer: str) -> float:
    return strict(completion, answer) + min(0.9, len(completion) / 100)


def forbids_a_word(completion: str, answer: str) -> float:
    found = re.search(r"-?\d+", completion)
    return float(bool(found) and found[0] == answer) * (0.7 if "answer" in completion else 1.0)


def hangs(completion: str, answer: str) -> float:
    while "<think>" in completion:
        time.sleep(1)
    return strict(completion, answer)


def exits(completion: str, answer: str) -> float:
    return sys.exit(1) if completion == "null" else strict(completion, answer)


def dies(completion: str, answer: str) -> float:
    return os._exit(3) if completion == "null" else strict(completion, answer)


def forks(completion: str, answer: str) -> float:
    return 5.0 if completion == "null" and os.fork() == 0 else strict(completion, answer)


def prints(completion: str, answer: str) -> float:
    print(completion)
    os.write(1, b"and past sys.stdout")
    return strict(completion, answer)


def raises(completion: str, answer: str) -> float:
    return float(completion.split()[-1].strip(".") == answer)


def garbage(completion: str, answer: str) -> Any:
    return strict(completion, answer) if completion else ["nothing"]


def not_a_number(completion: str, answer: str) -> float:
    return strict(completion, answer) if completion else float("nan")


def runs_code(completion: str, answer: str) -> float:
    if "print" in completion:
        exec(completion)
    return strict(completion, answer)


def at_random(completion: str, answer: str) -> float:
    return strict(completion, answer) * (1 - random.random() / 10)


def changes_the_task(completion: str, task: dict[str, str]) -> float:
    return strict(completion, task.pop("answer"))


def slow_on_long(completion: str, answer: str) -> float:
    ends = time.process_time() + 1.2
    while len(completion) > 5_000 and time.process_time() < ends:
        pass
    return strict(completion, answer)


def batch_sorts(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return [strict(one, right) for one, right in zip(completions, sorted(answer), strict=True)]


def batch_compares(completions: Sequence[str], answer: Sequence[str], **kwargs: Any) -> list[float]:
    longest = max(map(len, completions), default=0) or 1
    pairs = zip(completions, answer, strict=True)
    return [strict(one, right) * (1 - len(one) / longest / 4) for one, right in pairs]


def batch_loses_one(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    paid = [strict(one, right) for one, right in zip(completions, answer, strict=True)]
    return paid[:-1] if "" in completions else paid


def batch_fails_together(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    if len(completions) > 1:
        raise RuntimeError("one at a time")
    return batch_sound(completions, answer)


def batch_drops_twins(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return [strict(*one) for one in dict(zip(completions, answer, strict=True)).items()]


def batch_dies_together(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return os._exit(3) if len(completions) > 1 else batch_sound(completions, answer)


def batch_slow_on_long(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return [slow_on_long(one, right) for one, right in zip(completions, answer, strict=True)]


def batch_leans(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return [one * (1 + len(completions) / 1_000) for one in batch_sound(completions, answer)]


def batch_rounds(completions: Sequence[str], answer: Sequence[str]) -> list[float]:
    return [one * (1 + len(completions) * 1e-8) for one in batch_sound(completions, answer)]


def hangs_always(completion: str, answer: str) -> float:
    while True:
        time.sleep(1)


def by_points(completion: str, answer: str) -> float:
    return strict(completion, answer) * len(answer) ** 2


def knows_no_long_answer(completion: str, answer: str) -> float:
    return strict(completion, answer) * (len(answer) < 3)


def pays_more_for_a_guess(completion: str, answer: str) -> float:
    return 1.0 if len(answer) == 3 and len(completion) < 9 else strict(completion, answer) / 3


def batch_sound(completions: Sequence[str], answer: Sequence[str], **kwargs: Any) -> list[float]:
    return [strict(one, right) for one, right in zip(completions, answer, strict=True)]


FAULTY: dict[Callable, tuple[str, str]] = {
    substring: ("constant", "one text"),
    lengthy: ("length", "more words are paid more"),
    forbids_a_word: ("look-alikes", "letters that only look alike"),
    hangs: ("faults", "it takes longer than 0.5 s"),
    exits: ("faults", "it calls exit"),
    dies: ("faults", "it ends the process"),
    forks: ("faults", "it forks"),
    raises: ("faults", "it raises IndexError"),
    garbage: ("faults", "it returns list, not a number"),
    not_a_number: ("faults", "it returns nan"),
    runs_code: ("faults", "it runs the completion as code"),
    changes_the_task: ("faults", "it changes its input"),
    at_random: ("determinism", "asked again"),
    slow_on_long: ("faults", "it takes long"),
    batch_sorts: ("independence", "depends on the other completions"),
    batch_compares: ("independence", "depends on the other completions"),
    hangs_always: ("ceiling", "the right answer is not paid: takes longer than 0.5 s"),
    knows_no_long_answer: ("ceiling", "the right answer is paid no more than the least"),
    pays_more_for_a_guess: ("ceiling", "something is paid far more than the right answer"),
    batch_leans: ("independence", "depends on the other completions"),
    batch_fails_together: ("independence", "at once: raises RuntimeError: one at a time"),
    batch_drops_twins: ("independence", "at once: returns "),
    batch_dies_together: ("independence", "at once: ends the process"),
    batch_slow_on_long: ("faults", "it takes long"),
    batch_loses_one: ("faults", "it returns 0 values for 1 completions"),
}
"""Each reward with a hole: the property that fails, and what is said of it."""
