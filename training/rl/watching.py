"""What is watched while a model learns, whatever it is paid for: our grade, the referee, deeds."""

import json
from collections.abc import Sequence
from statistics import fmean

from desks import TIERS
from envs import grading, load, outcome
from graders import Grade
from graders.referee import referee
from training.evals.measures import UNREADABLE
from training.rl.rewards import SPLIT, find, judged


def watch(desk: str, names: Sequence[str], texts: Sequence[str]) -> dict[str, float]:
    """Means over a step's completions, each on the scenario of that id.

    `parts/` and `penalties/` are contributions, `values/` the graders' values. `overruled` is the
    share that is graded correct and that the referee does not hold to be done; `input_dependence`
    is what an answer loses on another scenario of its tier.
    """
    grades = [judged(name, text) for name, text in zip(names, texts, strict=True)]
    desks = grading(load(desk).scenario(0, TIERS[0], SPLIT))
    of = desks.rubric
    told = {
        "total": fmean(one.total for one in grades),
        "correct": fmean(one.correct for one in grades),
        "valid": fmean(one.action is not None for one in grades),
        "distinct_actions": len({_decided(one, desks.prose) for one in grades}) / len(grades),
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
    kinds = [desks.action_type(one.action) if one.action else UNREADABLE for one in grades]
    for kind in (*desks.action_types, UNREADABLE):
        told[f"actions/{kind}"] = kinds.count(kind) / len(kinds)
    return told | _second_opinion(names, texts, grades)


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
    return "/".join([desk, tier, str(int(seed) + 1), *how])


def _decided(one: Grade, prose: str) -> str:
    """An action without its prose, to be compared; all that cannot be read is one."""
    if one.action is None:
        return UNREADABLE
    return json.dumps(one.action.model_dump(mode="json", exclude={prose}), sort_keys=True)
