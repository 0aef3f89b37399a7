"""Rewards for TRL: one function for each part and each penalty of a desk's rubric.

Each returns what its part contributes to the total, so that their sum is `Grade.total` and every
part is logged by itself. A part of weight 0 in the rubric contributes nothing: its function returns
the value instead, under a reward weight of 0 that a preset may raise. A completion is graded once,
however many functions ask, and one that cannot be read earns 0 (a number: TRL takes None for the
group's mean).

A scenario goes by its id, DESK/TIER/SEED, which is a column of the dataset; all are of the train
split. DESK/TIER/SEED/disguised is the same with invented names (`training/lessons/disguise.py`).
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any, get_args

from desks import TIERS, Scenario
from desks.exec_assist.models import CalendarAction
from envs import PLAYED, grade, load, outcome, rubric
from envs.it_triage_tools.desk import transcript
from graders import Grade, Rubric
from graders.referee import referee
from training.lessons.disguise import disguised
from training.measures import UNREADABLE, deed

SPLIT = "train"
KEPT = 1_024
"""Grades kept at hand: several steps' worth."""
KINDS = {
    "exec_assist": get_args(CalendarAction),
    "it_triage": ("resolve", "escalate"),
    "it_triage_tools": ("resolve", "escalate"),
}
_PROSE = {"email_reply", "resolution"}

Completion = Sequence[Mapping[str, Any]]
"""Messages of the assistant, as TRL gives them for a conversational prompt."""
RewardFunction = Callable[..., list[float]]


def scenario_id(desk: str, tier: str, seed: int, disguise: bool = False) -> str:
    """How a training scenario is named."""
    return f"{desk}/{tier}/{seed}" + "/disguised" * disguise


def find(name: str) -> Scenario:
    """The training scenario of that id."""
    desk, tier, seed, *how = name.split("/")
    s = load(desk).scenario(int(seed), tier, SPLIT)
    return disguised(s) if how else s


def text_of(name: str, completion: Completion) -> str:
    """What the assistant answered to the scenario of that id: its text, a message without one being
    empty, or on a desk of several turns the transcript of its calls."""
    if name.split("/")[0] not in PLAYED:
        return completion[-1].get("content") or ""
    calls, said = [], ""
    for message in completion:
        calls += [called(one) for one in message.get("tool_calls") or []]
        if message["role"] == "assistant" and not message.get("tool_calls"):
            said = message.get("content") or ""
    return transcript(calls, said)


def called(one: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tool and the arguments of a call in a message, whatever a model made of it."""
    function = one["function"]
    given = function["arguments"]
    return str(function["name"]), given if isinstance(given, dict) else {"arguments": given}


@lru_cache(maxsize=KEPT)
def judged(name: str, text: str) -> Grade:
    """The grade of a completion on the scenario of that id."""
    return grade(find(name), text)


def reward_functions(desk: str) -> list[RewardFunction]:
    """A function for each part and penalty, in the rubric's order, named like it."""
    of = _rubric(desk)
    return [_function(name, pays) for name, pays in _pays(of).items()]


def reward_weights(desk: str, changed: Mapping[str, float]) -> list[float]:
    """The weight of each function: 1, or 0 for what the rubric only logs, unless changed."""
    return [changed.get(name, float(pays)) for name, pays in _pays(_rubric(desk)).items()]


def _rubric(desk: str) -> Rubric:
    return rubric(load(desk).scenario(0, TIERS[0], SPLIT))


def _pays(of: Rubric) -> dict[str, bool]:
    return {name: part.weight > 0 for name, part in (of.parts | of.penalties).items()}


def _function(name: str, pays: bool) -> RewardFunction:
    def reward(completions: Sequence[Completion], scenario: Sequence[str], **_: Any) -> list[float]:
        grades = [judged(s, text_of(s, c)) for s, c in zip(scenario, completions, strict=True)]
        scores = [(one.parts | one.penalties)[name] for one in grades]
        return [score.contribution if pays else score.value for score in scores]

    reward.__name__ = name
    return reward


# -- what else is watched ---


def watch(desk: str, names: Sequence[str], texts: Sequence[str], group: int) -> dict[str, float]:
    """Means over a step's completions, which come in groups of that size on one scenario each.

    `parts/` and `penalties/` are contributions, `values/` the graders' values. The referee, and the
    grade on another scenario of the tier, are dear: the first of each group stands for it.
    `overruled` is the share that is graded correct and that the referee does not hold to be done;
    `input_dependence` is what an answer loses on another scenario.
    """
    grades = [judged(name, text) for name, text in zip(names, texts, strict=True)]
    of = _rubric(desk)
    told = {
        "total": fmean(one.total for one in grades),
        "correct": fmean(one.correct for one in grades),
        "valid": fmean(one.action is not None for one in grades),
        "distinct_actions": len({_decided(one) for one in grades}) / len(grades),
    }
    for kind, parts in (("parts", of.parts), ("penalties", of.penalties)):
        for name in parts:
            scores = [(one.parts | one.penalties)[name] for one in grades]
            told[f"{kind}/{name}"] = fmean(score.contribution for score in scores)
            told[f"values/{name}"] = fmean(score.value for score in scores)
    for tier in TIERS:
        totals = [g.total for name, g in zip(names, grades, strict=True) if f"/{tier}/" in name]
        if totals:
            told[f"tiers/{tier}"] = fmean(totals)
    deeds = Counter(deed(one.action) for one in grades)
    for kind in (*KINDS[desk], UNREADABLE):
        told[f"actions/{kind}"] = deeds[kind] / len(grades)
    return told | _second_opinion(names[::group], texts[::group], grades[::group])


def _second_opinion(
    names: Sequence[str], texts: Sequence[str], grades: Sequence[Grade]
) -> dict[str, float]:
    done = [
        referee(*outcome(find(name), text)).done for name, text in zip(names, texts, strict=True)
    ]
    elsewhere = [judged(_next(name), text).total for name, text in zip(names, texts, strict=True)]
    return {
        "referee": fmean(done),
        "overruled": fmean(g.correct and not d for g, d in zip(grades, done, strict=True)),
        "input_dependence": fmean(g.total for g in grades) - fmean(elsewhere),
    }


def _next(name: str) -> str:
    desk, tier, seed, *how = name.split("/")
    return scenario_id(desk, tier, int(seed) + 1, bool(how))


def _decided(one: Grade) -> str:
    """An action without its prose, to be compared; all that cannot be read is one."""
    if one.action is None:
        return UNREADABLE
    return json.dumps(one.action.model_dump(mode="json", exclude=_PROSE), sort_keys=True)
