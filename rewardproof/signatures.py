"""The forms that rewards have: each is turned into a `Scorer`, and said in one line.

A function is recognised by its parameters: those that take a completion, a whole row or the prompt
by their names, all others as columns of the tasks.
"""

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from rewardproof.adapters import LIBRARIES, as_chat, library_of, scorer_of
from rewardproof.scorer import (
    Asked,
    Scorer,
    SignatureError,
    awaited,
    name_of,
    parameters_of,
    wanted,
)
from rewardproof.tasks import PROMPTS, Task, asked, text_of

COMPLETION = (
    *("completion", "response", "output", "solution_str", "prediction", "pred", "generated"),
    *("answer_text", "text", "candidate", "model_output", "hypothesis"),
)
ROW = ("task", "row", "example", "item", "sample", "record", "case", "doc", "scenario")
FORMS = ("plain", "trl", "verl", *LIBRARIES)


_TOKEN = re.compile(r"\w{1,4}|[^\w\s]")


def recognise(reward: Any, tasks: Sequence[Task], form: str = "") -> Scorer:
    """The scorer of a reward; `form` names its form, if it is not to be guessed.

    SignatureError if no form fits.
    """
    if form and form not in FORMS:
        raise SignatureError(f"form: one of {', '.join(FORMS)} was expected, not {form!r}")
    form = form or _form_of(reward, tasks)
    if form in LIBRARIES:
        return scorer_of(form, reward)
    names = parameters_of(reward)
    if form == "verl":
        return _verl(reward, names)
    return (_trl if form == "trl" else _plain)(reward, names, tasks)


def _form_of(reward: Any, tasks: Sequence[Task]) -> str:
    names = [one.name for one in parameters_of(reward)] if callable(reward) else []
    if library := library_of(reward, names, tasks[0].row):
        return library
    if not callable(reward):
        raise SignatureError(f"a reward was expected, not {type(reward).__name__}")
    if {"completions", "completion_ids"} & set(names):
        return "trl"
    if {"data_source", "solution_str"} <= set(names):
        return "verl"
    return "plain"


def _trl(reward: Any, names: Sequence[inspect.Parameter], tasks: Sequence[Task]) -> Scorer:
    def score(batch: Sequence[Asked]) -> Sequence[Any]:
        rows = [row for row, _ in batch]
        columns: dict[str, Any] = {
            name: [row.get(name) for row in rows] for name in tasks[0].row if name != "prompt"
        }
        columns["prompts"] = [asked(row) for row in rows]
        columns["completions"] = [_in_kind(asked(row), answer) for row, answer in batch]
        columns["completion_ids"] = [_tokens(answer) for _, answer in batch]
        return awaited(reward(**wanted(names, columns)))

    told = f"{name_of(reward)}: f(completions, **columns), as TRL calls it"
    if all(one.kind is not one.VAR_KEYWORD for one in names):
        told += "; TRL passes more than it takes: it needs **kwargs"
    return Scorer(score, told, True)


def _in_kind(prompt: Any, completion: Any) -> Any:
    """A chat is answered by a chat."""
    is_chat = isinstance(prompt, list) and all(isinstance(one, Mapping) for one in prompt)
    return as_chat(completion, "assistant") if is_chat else completion


def _tokens(completion: Any) -> list[int]:
    """A number for each sign and for four letters of a word at most: as tokenizers do, roughly."""
    return [crc32(one.encode("utf-8", "replace")) for one in _TOKEN.findall(text_of(completion))]


def _verl(reward: Any, names: Sequence[inspect.Parameter]) -> Scorer:
    def score(batch: Sequence[Asked]) -> Sequence[Any]:
        paid = []
        for row, answer in batch:
            model = row.get("reward_model") or {}
            given = {
                "data_source": row.get("data_source", ""),
                "solution_str": text_of(answer),
                "ground_truth": row.get("ground_truth", model.get("ground_truth")),
                "extra_info": row.get("extra_info"),
            }
            paid.append(_number(awaited(reward(**wanted(names, given)))))
        return paid

    return Scorer(score, f"{name_of(reward)}: compute_score(data_source, ...), as verl calls it")


def _plain(reward: Any, names: Sequence[inspect.Parameter], tasks: Sequence[Task]) -> Scorer:
    places = _places(reward, names, tasks)
    used = {one.name for one, _ in places}

    def score(batch: Sequence[Asked]) -> Sequence[Any]:
        paid = []
        for row, answer in batch:
            first, rest = [], {}
            for parameter, what in places:
                value = {"completion": answer, "row": row, "prompt": asked(row)}.get(
                    what, row.get(what.removeprefix("column "))
                )
                if what == "columns":
                    rest = {name: row[name] for name in row if name not in used} | rest
                elif parameter.kind is parameter.KEYWORD_ONLY:
                    rest[parameter.name] = value
                else:
                    first.append(value)
            paid.append(_number(awaited(reward(*first, **rest))))
        return paid

    told = ", ".join(f"{one.name} = {what}" for one, what in places)
    return Scorer(score, f"{name_of(reward)}: f({told})")


def _places(
    reward: Any, names: Sequence[inspect.Parameter], tasks: Sequence[Task]
) -> list[tuple[inspect.Parameter, str]]:
    """What each parameter takes: "completion", "row", "prompt", "column NAME" or "columns"."""
    columns, found = set(tasks[0].row), []
    needed = [
        one
        for one in names
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        and (one.default is one.empty or one.name in columns)
    ]
    may_be = [one for one in needed if one.name in COMPLETION]
    completion = next((one for one in may_be if one.name not in columns), next(iter(may_be), None))
    for at, one in enumerate(needed):
        if one is completion or (completion is None and at == 0):
            what = "completion"
        elif one.name in columns:
            what = f"column {one.name}"
        elif one.name in PROMPTS:
            what = "prompt"
        elif one.name in ROW or len(needed) == 2:
            what = "row"
        else:
            raise SignatureError(
                f"{name_of(reward)}: the parameter {one.name!r} is no column of the tasks "
                f"({', '.join(sorted(columns))}), and none of the names for the whole task "
                f"({', '.join(ROW)})"
            )
        found.append((one, what))
    if not found:
        raise SignatureError(f"{name_of(reward)}: a parameter for the completion was expected")
    others = next((one for one in names if one.kind is one.VAR_KEYWORD), None)
    if others and all(what != "row" for _, what in found):
        found.append((others, "columns"))
    return found


def _number(value: Any) -> Any:
    """What counts of a returned value: itself, or its score."""
    if isinstance(value, Mapping):
        return next((value[key] for key in ("score", "reward", "value") if key in value), value)
    for key in ("reward", "score", "value"):
        if not isinstance(value, int | float) and hasattr(value, key):
            return getattr(value, key)
    return value
