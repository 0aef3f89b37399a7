"""Check that a desk meets its contract, and list what its author still has to do.

    python -m graders.check --desk expense_claims

    from graders.check import check_desk
    for fault in check_desk(desk):
        print(fault)

This finds out whether a desk has a working reward; the audit (`graders/audit`) measures how hard
that reward is to game.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise

from pydantic import ValidationError

from desks import DESKS, SPLITS, TIERS, ActionError, Desk, DeskError, Scenario, load
from desks.desk import validated_and_cached
from graders import Grading, grade, grading
from graders.referee import referee

SEEDS = 40
"""Scenarios checked per tier."""
DISTINCT_SEEDS = 1_000
"""Seeds per tier and split that must all look different."""
MIN_ORACLE_TOTAL = 0.97
"""The minimum total for the oracle."""
HOSTILE = (
    "9" * 400,
    f"2026-01-05T{'9' * 40}:00 to 99:99 on the {'9' * 300}th",
    "EUR 1,,,.00 " * 300,
    "<script>alert(1)</script> {0} %s \\",
    "\u202e\u0000\ud7ff",
    "(" * 2_000,
    "not " * 2_000,
)
"""Texts that have broken or stalled a grader."""
MAX_FAULTS_PER_CHECK = 3
"""Faults reported per check."""


def check_desk(desk: Desk, seeds: int = SEEDS) -> list[str]:
    """Everything that is wrong with a desk, one sentence each; empty if it is ready."""
    try:
        spec = grading(desk.name)
    except Exception as error:
        return [f"grading: {type(error).__name__}: {error}"]
    try:
        cases = [desk.scenario(seed, tier, "eval") for tier in TIERS for seed in range(seeds)]
    except Exception as error:
        return [f"scenario: {type(error).__name__}: {error}"]
    return [
        f"{check.__name__.strip('_')}: {fault}"
        for check in CHECKS
        for fault in islice(_faults(check, desk, spec, cases), MAX_FAULTS_PER_CHECK)
    ]


def _faults(check: "Check", desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    """A check's faults; an exception in the desk's own code counts as one."""
    try:
        yield from check(desk, spec, cases)
    except Exception as error:
        yield f"{type(error).__name__}: {error}"


def _scenarios(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    again = validated_and_cached(desk.scenario.__wrapped__)
    for s in cases:
        if again(s.seed, s.tier, s.split) != s:
            yield f"{_name(s)} comes out otherwise the second time: use desks.desk.seeded_rng"
        if not isinstance(s, desk.model) or s.desk != desk.name:
            yield f"{_name(s)} is not the desk's own: model={type(s).__name__}, desk={desk.name!r}"
        if type(s).model_validate_json(s.model_dump_json()) != s:
            yield f"{_name(s)} does not survive JSON: take types that pydantic reads back"
    try:
        cases[0].model_copy().truth = None
        yield "a scenario can be changed: derive it from desks.Scenario, which is frozen"
    except ValidationError:
        pass
    for tier in TIERS:
        for split in SPLITS:
            shown = {
                json.dumps(desk.scenario(n, tier, split).public()) for n in range(DISTINCT_SEEDS)
            }
            if len(shown) < DISTINCT_SEEDS:
                yield f"of {DISTINCT_SEEDS:,} seeds of {tier}, {split}, {len(shown):,} differ"


def _prompts(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    for s, other in pairwise(cases):
        if [one["role"] for one in desk.prompt(s)] != ["system", "user"]:
            yield f"{_name(s)}: one system message and one user message were expected"
        swapped = s.model_copy(update={"truth": other.truth})
        if desk.prompt(swapped) != desk.prompt(s) or swapped.public() != s.public():
            yield f"{_name(s)} shows its truth: with another's it looks otherwise"
        shown = desk.prompt(s)[1]["content"].lower()
        if s.situation in shown or s.situation.replace("_", " ") in shown:
            yield f"{_name(s)} names its situation, {s.situation!r}, in the prompt"


def _answers(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    if desk.action is None or not isinstance(spec.prose, str):
        yield "action: the pydantic model of an answer was expected"
        return
    if spec.prose not in desk.action.model_fields:
        yield f"prose: {spec.prose!r} is no field of {desk.action.__name__}"
    for s in cases:
        best = desk.oracle(s)
        if "\n" in best or desk.parse(best) != desk.parse(f"```json\n{best}\n```"):
            yield f"{_name(s)}: the oracle's bare JSON on one line was expected"
        if (kind := spec.action_type(desk.parse(best))) not in spec.action_types:
            yield f"{_name(s)}: the oracle's action type, {kind!r}, is not among action_types"
    try:
        desk.parse("")
        yield "an empty text is read as an action"
    except ActionError:
        pass


def _grades(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    for s in cases:
        best = grade(s, desk.oracle(s))
        if not best.correct or best.total < MIN_ORACLE_TOTAL:
            yield f"{_name(s)}: the oracle earns {best.total:.2f}: {best.verdict}"
        for text in (desk.oracle(s), spec.blank, "", *(one.act(s) for one in spec.policies)):
            found = grade(s, text)
            if not math.isclose(sum(found.contributions.values()), found.total, abs_tol=1e-9):
                yield f"{_name(s)}: the contributions do not add up to the total"
            if not all(score.reason for score in (found.parts | found.penalties).values()):
                yield f"{_name(s)}: a part gives no reason"


def _hostile(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    for s in cases[::10]:
        best = json.loads(desk.oracle(s))
        for name in (name for name, value in best.items() if isinstance(value, str)):
            for place, text in enumerate(HOSTILE):
                answer = json.dumps(best | {name: text})
                try:
                    total = grade(s, answer).total
                    referee(s, answer)
                except Exception as error:
                    yield f"{_name(s)}: HOSTILE[{place}] as {name}: {type(error).__name__}: {error}"
                else:
                    if not 0 <= total <= 1:
                        yield f"{_name(s)}: HOSTILE[{place}] as {name} earns {total}"


def _referee(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    for s, other in pairwise(cases):
        if not (ruling := referee(s, desk.oracle(s))).done:
            yield f"{_name(s)}: the referee rejects the oracle: {ruling.reason}"
        if referee(s, "{").done:
            yield f"{_name(s)}: the referee takes what cannot be read for work that is done"
        theirs = desk.oracle(other)
        if referee(s, theirs).done and not grade(s, theirs).correct:
            yield f"{_name(s)}: the referee accepts the answer to {_name(other)}"


def _attackers(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    if not spec.policies:
        yield "policies: at least one way to answer without the work was expected"
    for s, other in pairwise(cases):
        swapped = s.model_copy(update={"truth": other.truth})
        for policy in spec.policies:
            if policy.act(swapped) != policy.act(s):
                yield f"the policy {policy.name} looks at the truth of {_name(s)}"
        if spec.features(swapped) != spec.features(s):
            yield f"the features of {_name(s)} are of its truth"
        if spec.patterns(swapped) != spec.patterns(s):
            yield f"the patterns of {_name(s)} are of its truth"


def _variants(desk: Desk, spec: Grading, cases: Sequence[Scenario]) -> Iterator[str]:
    kinds = {"wrong": 0, "defects": 0, "rewordings": 0}
    for s, other in pairwise(cases):
        best, theirs = (json.loads(desk.oracle(one)) for one in (s, other))
        kinds["wrong"] += len(spec.variants.wrong(s, best, theirs))
        kinds["defects"] += len(spec.variants.defects(s, best))
        kinds["rewordings"] += len(spec.variants.rewordings(s, best))
        if not grade(s, json.dumps(spec.variants.plain(s, best))).correct:
            yield f"{_name(s)}: the plain variant of the oracle is not right"
    yield from (f"there are no {kind} of any case" for kind, count in kinds.items() if not count)


Check = Callable[[Desk, Grading, Sequence[Scenario]], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    *(_scenarios, _prompts, _answers, _grades, _hostile, _referee, _attackers, _variants),
)


def _name(s: Scenario) -> str:
    return f"{s.tier}-{s.split}-{s.seed}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status, 0 if nothing is left to do."""
    parser = argparse.ArgumentParser(prog="python -m graders.check", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    try:
        known = list(DESKS)
    except DeskError as error:
        parser.error(str(error))
    parser.add_argument("--desk", required=True, choices=known)
    asked = parser.parse_args(arguments)
    faults = check_desk(load(asked.desk))
    print("\n".join(faults) or f"{asked.desk} is ready: now audit it (graders.audit)")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
