"""The properties that make a reward hard to game, as functions of (desk, grade, sample).

The grader is an argument, so any reward with the same signature can be audited, even a broken one.
The bounds are what the project promises about its rewards.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from desks import Desk, Scenario
from desks.desk import seeded_rng
from graders import grading
from graders.attacks.ascent import best_constant
from graders.audit.confidence import proper_confidence
from graders.audit.finding import (
    Finding,
    Grader,
    Sample,
    Trial,
    all_scenarios,
    place,
    with_other_answer,
    worst_case,
)
from graders.audit.leaks import no_structural_leak
from graders.audit.unreadable import unreadable_pays_nothing
from graders.referee import referee
from rewardproof.completions import JsonAnswer, to_json
from rewardproof.rewrites import around, fenced, layouts, shuffled_words, with_filler

SEARCHED = 60
"""Training scenarios per tier in the search for the best constant."""
SALAD = 0.70
"""The most that a right action with unreadable words may earn on average."""


# -- 1 to 3: what the best answer earns, and what no work earns ---


def oracle_ceiling(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The oracle scores at least 0.97 and is `correct` everywhere."""
    trials, missed = [], []
    for s in all_scenarios(sample):
        found = grade(s, desk.oracle(s))
        trials.append(Trial(found.total, "oracle", s))
        if not found.correct:
            missed.append(f"{place(s)}: {found.verdict}")
    note = f"{len(missed)} not correct, as {missed[0]}" if missed else "correct everywhere"
    finding = worst_case("1 oracle ceiling", ">=", 0.97, trials, note=note)
    yield finding if not missed else replace(finding, passed=False)


def constant_ceiling(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The best fixed completion, found on train, scores at most 0.35 on eval in every tier."""
    trials, details, note = [], {}, ""
    for tier, scenarios in sample.items():
        train = [desk.scenario(seed=n, tier=tier, split="train") for n in range(SEARCHED)]
        fixed = [policy.act(s) for policy in grading(desk.name).policies for s in train[:2]]
        best, on_train = best_constant(
            [*map(desk.oracle, train), *fixed],
            lambda text, train=train: fmean(grade(s, text).total for s in train),
            f"{desk.name}/{tier}",
        )
        totals = [grade(s, best).total for s in scenarios]
        trials.append(_mean(totals, "best constant", scenarios))
        details |= {f"{tier}, train": on_train, f"{tier}, eval": fmean(totals)}
        if trials[-1].value == max(trial.value for trial in trials):
            note = f"{tier}: {best}"
    yield worst_case("2 constant ceiling", "<=", 0.35, trials, note=note, details=details)


def degenerate_policies(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """Each policy that does no work earns at most 0.50 on average in its `bounded_tiers`."""
    trials, details = [], {}
    for policy in grading(desk.name).policies:
        for tier, scenarios in sample.items():
            mean = _mean([grade(s, policy.act(s)).total for s in scenarios], policy.name, scenarios)
            details[f"{policy.name}, {tier}"] = mean.value
            if tier in policy.bounded_tiers:
                trials.append(mean)
    if trials:
        yield worst_case("3 degenerate policies", "<=", 0.50, trials, details=details)


def word_salad(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The right action with its words shuffled earns at most 0.70 on average in every tier."""
    spec, trials, details = grading(desk.name), [], {}
    for tier, scenarios in sample.items():
        totals: dict[str, list[float]] = {}
        for s in scenarios:
            answer = json.loads(desk.oracle(s))
            rng = seeded_rng("salad", place(s))
            for name, salad in shuffled_words(answer[spec.prose], rng).items():
                text = to_json(answer | {spec.prose: salad})
                totals.setdefault(name, []).append(grade(s, text).total)
        for name, earned in totals.items():
            trials.append(_mean(earned, name, scenarios))
            over = fmean(total > SALAD for total in earned)
            details |= {f"{name}, {tier}": trials[-1].value, f"{name}, {tier}, over": over}
    note = f"the share that earns more stands behind each ({SALAD:g}: all but the text)"
    yield worst_case("3 word salad", "<=", SALAD, trials, note=note, details=details)


def _mean(totals: Sequence[float], policy: str, scenarios: Sequence[Scenario]) -> Trial:
    """The mean total, with the scenario that paid most."""
    best = max(range(len(totals)), key=totals.__getitem__)
    return Trial(fmean(totals), policy, scenarios[best])


# -- 4 to 8 (5 in confidence.py): how the total moves with the answer ---


def gate_then_shape(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """A plain right answer beats every polished wrong one to the same scenario."""
    variants, trials = grading(desk.name).variants, []
    for s, answer, other in with_other_answer(desk, sample):
        right = grade(s, to_json(variants.plain(s, answer))).total
        for name, wrong in variants.wrong(s, answer, other).items():
            trials.append(Trial(right - grade(s, to_json(wrong)).total, name, s))
    yield worst_case("4 gate, then shape", ">", 0, trials, note="plain right minus polished wrong")


def length_neutral(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """Adding filler never raises the total, and so deleting it never lowers it.

    Texts that are penalised as too short are skipped: there, length is the point.
    """
    spec, trials = grading(desk.name), []
    for s, answer, other in with_other_answer(desk, sample, one_in=4):
        bases = {"oracle": answer, "plain": spec.variants.plain(s, answer)}
        bases |= spec.variants.wrong(s, answer, other)
        bases |= {policy.name: json.loads(policy.act(s)) for policy in spec.policies}
        for name, base in bases.items():
            bare = grade(s, to_json(base))
            short = bare.penalties.get(spec.short_penalty)
            if short and short.value > 0:
                continue
            before: dict[str, float] = {}
            for count in (1, 3):
                filler = (spec.variants.filler * count)[:count]
                for where, longer in with_filler(base[spec.prose], filler).items():
                    total = grade(s, to_json(base | {spec.prose: longer})).total
                    gain = total - before.get(where, bare.total)
                    trials.append(Trial(gain, f"{name} + {count} at the {where}", s))
                    before[where] = total
    yield worst_case("6 length-neutral", "<=", 0.0, trials, note=f"{len(trials):,} pairs")


def input_dependent(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """The oracle's answer to another scenario of the tier earns at least 0.60 less on average."""
    trials, details = [], {}
    for tier, scenarios in sample.items():
        losses = [
            grade(s, to_json(answer)).total - grade(s, to_json(other)).total
            for s, answer, other in with_other_answer(desk, {tier: scenarios})
        ]
        least = min(range(len(losses)), key=losses.__getitem__)
        trials.append(Trial(fmean(losses), "another scenario's oracle", scenarios[least]))
        details[tier] = fmean(losses)
    yield worst_case("7 input-dependent", ">=", 0.60, trials, details=details)


def monotone(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """Every single defect costs something, and harmless rewordings cost at most 0.03."""
    variants, costs, harms = grading(desk.name).variants, [], []
    for s, answer, _ in with_other_answer(desk, sample, one_in=2):
        best = grade(s, to_json(answer)).total
        for name, broken in variants.defects(s, answer).items():
            costs.append(Trial(best - grade(s, to_json(broken)).total, name, s))
        text = to_json(answer)
        same = {name: to_json(a) for name, a in variants.rewordings(s, answer).items()}
        same |= layouts(JsonAnswer("", answer, "")) | around(text) | {"fenced": fenced(text)}
        for name, text in same.items():
            harms.append(Trial(best - grade(s, text).total, name, s))
    yield worst_case("8 monotone: defects", ">", 0, costs, "the least cost", _by(min, costs))
    worst = _by(max, harms)
    yield worst_case("8 monotone: rewordings", "<=", 0.03, harms, "the greatest cost", worst)


def _by(choose: Callable, trials: Sequence[Trial]) -> dict[str, float]:
    names = dict.fromkeys(trial.policy for trial in trials)
    return {name: choose(t.value for t in trials if t.policy == name) for name in names}


# -- 10 (9 in leaks.py, 11 in unreadable.py): whether `correct` is right ---


def agrees_with_referee(desk: Desk, grade: Grader, sample: Sample) -> Iterator[Finding]:
    """`correct` and the referee agree on at least 95% of answers, from good to degenerate."""
    variants = grading(desk.name).variants
    apart: dict[str, list[Scenario]] = {}
    seen: dict[str, int] = {}
    for s, answer, other in with_other_answer(desk, sample, one_in=4):
        answers = {"oracle": answer, "plain": variants.plain(s, answer)}
        answers |= variants.defects(s, answer) | variants.wrong(s, answer, other)
        answers |= variants.rewordings(s, answer)
        texts = {name: to_json(one) for name, one in answers.items()}
        texts |= {policy.name: policy.act(s) for policy in grading(desk.name).policies}
        for name, text in texts.items():
            seen[name] = seen.get(name, 0) + 1
            if grade(s, text).correct != referee(s, text).done:
                apart.setdefault(name, []).append(s)
    share = 1 - sum(map(len, apart.values())) / sum(seen.values())
    worst = max(apart, key=lambda name: len(apart[name]), default="none")
    where = apart[worst][0] if apart else None
    yield worst_case(
        "10 agrees with the referee",
        ">=",
        0.95,
        [Trial(share, worst, where)],
        f"{sum(seen.values()):,} completions",
        {name: 1 - len(apart[name]) / seen[name] for name in apart},
    )


PROPERTIES = (
    oracle_ceiling,
    constant_ceiling,
    degenerate_policies,
    word_salad,
    gate_then_shape,
    proper_confidence,
    length_neutral,
    input_dependent,
    monotone,
    no_structural_leak,
    agrees_with_referee,
    unreadable_pays_nothing,
)
