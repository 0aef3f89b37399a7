"""Property 5: whether stating one's true confidence pays best."""

from collections.abc import Iterator, Sequence

from desks import Desk, Scenario
from graders import grading
from graders.audit.finding import (
    EPSILON,
    Finding,
    Grader,
    Sample,
    Trial,
    all_scenarios,
    not_applicable,
    with_other_answer,
    worst_case,
)
from graders.calibration import auroc, brier_skill, ece, risk_coverage
from rewardproof.completions import to_json

COVERAGES = (0.5, 0.8)
ENOUGH = 1_000
"""With fewer answers the ECE mostly shows noise."""


def proper_confidence(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """If an answer is right with probability p, the expected total is greatest at confidence p."""
    name = "5 proper confidence"
    variants, trials, grid = grading(desk.name).variants, [], [step / 20 for step in range(21)]
    for s, answer, other in with_other_answer(desk, sample, one_in=20):
        if "confidence" not in answer:
            yield not_applicable(name, "no confidence is stated")
            return

        def totals(action: dict, s: Scenario = s) -> list[float]:
            return [grade(s, to_json(action | {"confidence": q})).total for q in grid]

        right = totals(answer)
        for what, wrong in list(variants.wrong(s, answer, other).items())[:2]:
            for p, off in _off_the_mark(grid, right, totals(wrong)):
                trials.append(Trial(off, f"{what}, p = {p}", s))
    p, y = _stated(desk, grade, sample)
    yield worst_case(name, "<=", 0.0, trials, note=_in_words(p, y), details=_risks(p, y))


def _off_the_mark(
    grid: Sequence[float], right: Sequence[float], wrong: Sequence[float]
) -> Iterator[tuple[float, float]]:
    """For every p, its distance to the confidence that pays most."""
    for p in grid:
        expected = [p * r + (1 - p) * w for r, w in zip(right, wrong, strict=True)]
        top = max(expected)
        yield p, max(abs(q - p) for q, e in zip(grid, expected, strict=True) if e > top - EPSILON)


def _stated(desk: Desk, grade: Grader, sample: Sample) -> tuple[list[float], list[int]]:
    """The confidences that all scripted policies state, and whether each answer was right."""
    p, y = [], []
    for s in all_scenarios(sample):
        for policy in grading(desk.name).policies:
            found = grade(s, policy.act(s))
            if found.action is not None:
                p.append(found.action.confidence)
                y.append(int(found.correct))
    return p, y


def _in_words(p: Sequence[float], y: Sequence[int]) -> str:
    error = f"{ece(p, y):.3f}" if len(p) >= ENOUGH else f"not told: n is under {ENOUGH:,}"
    return (
        f"the scripted policies together (n = {len(p):,}): "
        f"Brier skill over the best constant {_number(brier_skill(p, y))}, "
        f"AUROC {_number(auroc(p, y))}, ECE {error}; "
        + ", ".join(f"{what} {risk:.3f}" for what, risk in _risks(p, y).items())
    )


def _risks(p: Sequence[float], y: Sequence[int]) -> dict[str, float]:
    """The share of wrong answers among the most confident ones, at each coverage."""
    points = risk_coverage(p, y)
    return {
        f"risk at {least:.0%} coverage": next(risk for share, risk in points if share >= least)
        for least in COVERAGES
    }


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
