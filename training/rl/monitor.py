"""What is monitored during training, whatever the reward: our grade, the referee, the actions."""

from collections.abc import Sequence
from statistics import fmean

from desks import TIERS
from envs import grading, load
from graders.referee import referee
from training.evals.measures import UNREADABLE, decided
from training.rl.rewards import SPLIT, Answer, get_scenario, rubric_grade


def monitor(desk: str, answers: Sequence[Answer]) -> dict[str, float]:
    """Means over a step's answers.

    `parts/` and `penalties/` are contributions, `values/` the graders' values. `overruled` is the
    share that is graded correct but that the referee does not rule done; `input_dependence` is how
    much less an answer earns on another scenario of its tier.
    """
    grades = list(map(rubric_grade, answers))
    spec = grading(load(desk).scenario(0, TIERS[0], SPLIT))
    rubric = spec.rubric
    means = {
        "total": fmean(one.total for one in grades),
        "correct": fmean(one.correct for one in grades),
        "valid": fmean(one.action is not None for one in grades),
        "distinct_actions": len({decided(one, spec.prose) for one in grades}) / len(grades),
    }
    for kind, parts in (("parts", rubric.parts), ("penalties", rubric.penalties)):
        for name in parts:
            scores = [(one.parts | one.penalties)[name] for one in grades]
            means[f"{kind}/{name}"] = fmean(score.contribution for score in scores)
            means[f"values/{name}"] = fmean(score.value for score in scores)
    for tier in TIERS:
        totals = [rubric_grade(one).total for one in answers if get_scenario(one.name).tier == tier]
        if totals:
            means[f"tiers/{tier}"] = fmean(totals)
    kinds = [spec.action_type(one.action) if one.action else UNREADABLE for one in grades]
    for kind in (*spec.action_types, UNREADABLE):
        means[f"actions/{kind}"] = kinds.count(kind) / len(kinds)
    done = [referee(*one.outcome).done for one in answers]
    elsewhere = [rubric_grade(Answer(_next(one.name), one.text)).total for one in answers]
    return means | {
        "referee": fmean(done),
        "overruled": fmean(g.correct and not d for g, d in zip(grades, done, strict=True)),
        "input_dependence": means["total"] - fmean(elsewhere),
    }


def _next(name: str) -> str:
    desk, tier, seed, *how = name.split("/")
    return "/".join([desk, tier, str(int(seed) + 1), *how])
