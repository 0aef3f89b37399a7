"""The audit: it passes on our graders, fails on the reports', and finds what was planted."""

import json
import math
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest

from desks import DESKS, TIERS, Desk, Scenario, load
from desks.cases import CaseError, write_cases
from desks.own.runbooks import passages_of
from desks.own.ticket_case import Library, ticket_case
from desks.own.tickets import OwnTicket
from graders import grade, grading, rubric
from graders.attacks.ascent import best_constant
from graders.audit import audit, eval_sample, properties, sample_of
from graders.audit.__main__ import main
from graders.audit.finding import Finding, Grader, Sample, with_other_answer
from graders.referee import referee
from graders.score import Grade, Part, Score
from rewardproof.completions import to_json

SMALL = 20


def failing(findings: list[Finding]) -> set[str]:
    """The numbers of the properties that fail."""
    return {finding.property.split()[0] for finding in findings if not finding.passed}


@cache
def scenarios(name: str, count: int) -> Sample:
    desk = load(name)
    return {tier: [desk.scenario(n, tier, "eval") for n in range(count)] for tier in TIERS}


# -- ours passes, theirs fails ---


@pytest.mark.slow
def test_our_graders_pass(desk: Desk) -> None:
    findings = audit(desk, grade, scenarios(desk.name, SMALL))
    assert len({finding.property.split()[0] for finding in findings}) == 11
    assert not [(f.property, f.measured, f.worst_policy, f.note) for f in findings if not f.passed]


@pytest.mark.parametrize("name", DESKS)
def test_the_reports_graders_fail_and_the_record_says_why(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "findings.json"
    theirs = ["--desk", name, "--grader", "as_reported"]
    assert main([*theirs, "--tier", "medium", "--n", "12", "--json", str(file)]) == 1
    record = json.loads(file.read_text(encoding="utf-8"))
    findings = [Finding(**one) for one in record["findings"]]
    assert len(failing(findings)) >= 4
    assert {"2", "3", "4", "6", "7", "8", "10"} <= failing(findings)
    assert [asdict(one) for one in findings] == record["findings"]
    assert (record["desk"], record["grader"], record["n"]) == (name, "as_reported", 12)
    assert record["passed"] is False
    shown = capsys.readouterr().out
    for finding in findings:
        assert finding.property in shown
        if not finding.passed:
            assert finding.worst_policy in shown
            assert finding.worst_scenario.count("/") == 2
    assert "FAIL" in shown


@pytest.mark.slow
def test_the_command_exits_with_0_where_all_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--desk", "exec_assist", "--n", "10", "--tier", "easy"]) == 0
    assert "FAIL" not in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--n", "9"], ["--n", "x"], ["--tier", "harder"]])
def test_a_senseless_command_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--desk", "exec_assist", *arguments])
    assert stopped.value.code == 2


def test_an_audit_of_too_little_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 10"):
        eval_sample(load("exec_assist"), 9)


@pytest.mark.slow
def test_cases_that_were_brought_are_audited_too(tmp_path: Path, capsys) -> None:
    file, cases = tmp_path / "cases.jsonl", scenarios("exec_assist", SMALL)["medium"]
    write_cases(file, cases)
    record = tmp_path / "findings.json"
    assert main(["--cases", str(file), "--json", str(record)]) == 0
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert (kept["desk"], kept["n"]) == ("exec_assist", SMALL)
    assert "FAIL" not in capsys.readouterr().out
    write_cases(file, [s for s in cases if s.truth.acceptable[0].action == "book"] * 2)
    assert main(["--cases", str(file)]) == 1
    assert "conflict_blind" in capsys.readouterr().out


@pytest.mark.slow
def test_cases_with_an_empty_calendar_are_audited(tmp_path: Path, capsys) -> None:
    file, cases = tmp_path / "cases.jsonl", scenarios("exec_assist", SMALL)["easy"]
    free = [s for s in cases if s.truth.acceptable[0].action == "book"]
    for number, s in enumerate(free):
        bare = s.calendar.model_copy(update={"events": (), "series": (), "pending": ()})
        free[number] = s.model_copy(update={"calendar": bare})
    write_cases(file, free * 3)
    main(["--cases", str(file)])
    assert "rows fail" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--n", "20"], "are audited all"),
        (["--desk", "it_triage"], "it_triage was expected"),
        ([], "an audit of 2 easy cases measures nothing; at least 10"),
        (["--json", "nowhere/found.json"], "No such file or directory: 'nowhere/found.json'"),
    ],
)
def test_cases_that_cannot_be_audited_are_refused(
    tmp_path: Path, capsys, arguments: list[str], said: str
) -> None:
    file = tmp_path / "cases.jsonl"
    write_cases(file, scenarios("exec_assist", SMALL)["easy"][:2])
    with pytest.raises(SystemExit) as stopped:
        main(["--cases", str(file), *arguments])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_tickets_whose_runbooks_name_no_command_are_audited(tmp_path: Path, capsys) -> None:
    library = Library(passages_of("printers.md", b"# Fire\n\nUnplug the printer.", "printers.md"))
    asked = OwnTicket(id="1", reporter="", subject="The printer", body="", applies="printers.md")
    cases = [ticket_case(asked, library, number) for number in range(10)]
    assert not cases[0].truth.facts
    write_cases(tmp_path / "cases.jsonl", cases)
    main(["--cases", str(tmp_path / "cases.jsonl")])
    assert "rows fail" in capsys.readouterr().out


def test_cases_without_a_key_cannot_be_audited() -> None:
    ticket = OwnTicket(id="1", reporter="", subject="The printer is on fire", body="")
    library = Library(passages_of("printers.md", b"# Fire\n\nUnplug the printer.", "printers.md"))
    with pytest.raises(CaseError, match="needs the key"):
        sample_of([ticket_case(ticket, library)])


# -- a planted defect is found ---


def changed(how: Callable[[Grade, Scenario, str], Grade]) -> Grader:
    return lambda scenario, text: how(grade(scenario, text), scenario, text)


def floor(found: Grade, scenario: Scenario, text: str) -> Grade:
    """Whatever can be read earns 0.55."""
    return found if found.error else replace(found, total=max(found.total, 0.55))


def harsh(found: Grade, scenario: Scenario, text: str) -> Grade:
    return replace(found, total=found.total * 0.9)


def pays_words(found: Grade, scenario: Scenario, text: str) -> Grade:
    return replace(found, total=found.total + len(text) / 1e6)


def takes_words(found: Grade, scenario: Scenario, text: str) -> Grade:
    """A harmless rewording of a word or two costs."""
    return replace(found, total=found.total - len(text.split()) / 100)


def forgives_everybody(found: Grade, scenario: Scenario, text: str) -> Grade:
    return replace(found, correct=found.error is None)


def sees_no_guests(found: Grade, scenario: Scenario, text: str) -> Grade:
    """Who else is invited does not count."""
    action = found.action
    if found.correct or action is None or action.meeting_details is None:
        return found
    asked = {"attendees": list(scenario.truth.request.attendees)}
    details = action.meeting_details.model_copy(update=asked)
    return grade(scenario, action.model_copy(update={"meeting_details": details}).model_dump_json())


def ungated(scenario: Scenario, text: str) -> Grade:
    return replace(rubric(scenario), gate=1.0).grade(scenario, text)


def gated_confidence(scenario: Scenario, text: str) -> Grade:
    """Calibration inside the gate: the best confidence is no longer the true probability."""
    ours = rubric(scenario)
    parts = {name: replace(part, gated=True) for name, part in ours.parts.items()}
    return replace(ours, parts=parts).grade(scenario, text)


def bold_confidence(scenario: Scenario, text: str) -> Grade:
    """Paid by distance and not by its square: the best confidence is 0 or 1."""
    ours = rubric(scenario)

    def linear(reading: object) -> Score:
        right = ours.verdict(reading)[0]
        return Score(1 - abs(reading.action.confidence - right), "")

    parts = {**ours.parts, "calibration": Part(linear, 0.10, gated=False)}
    return replace(ours, parts=parts).grade(scenario, text)


PLANTED = [
    (properties.oracle_ceiling, "exec_assist", changed(harsh)),
    (properties.oracle_ceiling, "it_triage", changed(harsh)),
    (properties.constant_ceiling, "exec_assist", changed(floor)),
    (properties.constant_ceiling, "it_triage", changed(floor)),
    (properties.degenerate_policies, "exec_assist", ungated),
    (properties.degenerate_policies, "it_triage", changed(floor)),
    (properties.gate_then_shape, "exec_assist", ungated),
    (properties.gate_then_shape, "it_triage", ungated),
    (properties.proper_confidence, "it_triage", gated_confidence),
    (properties.proper_confidence, "it_triage", bold_confidence),
    (properties.length_neutral, "exec_assist", changed(pays_words)),
    (properties.length_neutral, "it_triage", changed(pays_words)),
    (properties.input_dependent, "exec_assist", changed(floor)),
    (properties.input_dependent, "it_triage", changed(floor)),
    (properties.monotone, "exec_assist", changed(sees_no_guests)),
    (properties.monotone, "exec_assist", changed(takes_words)),
    (properties.monotone, "it_triage", changed(takes_words)),
    (properties.agrees_with_referee, "exec_assist", changed(forgives_everybody)),
    (properties.agrees_with_referee, "it_triage", changed(forgives_everybody)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measure", "name", "planted"),
    PLANTED,
    ids=[f"{measure.__name__}-{name}-{n}" for n, (measure, name, _) in enumerate(PLANTED)],
)
def test_a_planted_defect_is_found(measure: Callable, name: str, planted: Grader) -> None:
    sample = {"medium": scenarios(name, 20)["medium"]}
    assert all(finding.passed for finding in measure(load(name), grade, sample))
    broken = list(measure(load(name), planted, sample))
    assert any(not finding.passed for finding in broken)
    for finding in broken:
        assert finding.passed or finding.worst_policy


def newest_is_gold(desk: Desk) -> Desk:
    """The right article was written last, and has the greatest id."""

    def scenario(seed: int, tier: str, split: str, voices: str) -> Scenario:
        s = desk.scenario(seed, tier, split, voices)
        if len(s.truth.gold) != 1:
            return s
        passages = tuple(
            passage.model_copy(update={"id": "KB-9999"}) if passage.id in s.truth.gold else passage
            for passage in s.passages
        )
        truth = s.truth.model_copy(update={"gold": ("KB-9999",)})
        return s.model_copy(update={"passages": passages, "truth": truth})

    return replace(desk, scenario=scenario)


def longer_when_none(desk: Desk) -> Desk:
    """Whoever asks for nothing writes twice as much."""

    def scenario(seed: int, tier: str, split: str, voices: str) -> Scenario:
        s = desk.scenario(seed, tier, split, voices)
        if s.truth.request is not None:
            return s
        last = s.thread[-1]
        chatty = last.model_copy(update={"body": f"{last.body}\n{last.body}"})
        return s.model_copy(update={"thread": (*s.thread[:-1], chatty)})

    return replace(desk, scenario=scenario)


def fewer_when_unanswered(desk: Desk) -> Desk:
    """Three passages where none answers, as in the report."""

    def scenario(seed: int, tier: str, split: str, voices: str) -> Scenario:
        s = desk.scenario(seed, tier, split, voices)
        return s if s.truth.answerable else s.model_copy(update={"passages": s.passages[:3]})

    return replace(desk, scenario=scenario)


@pytest.mark.parametrize(
    ("name", "leaking"),
    [
        ("exec_assist", longer_when_none),
        ("it_triage", fewer_when_unanswered),
        ("it_triage", newest_is_gold),
    ],
)
def test_a_planted_leak_is_found(name: str, leaking: Callable[[Desk], Desk]) -> None:
    [found] = properties.no_structural_leak(
        leaking(load(name)), grade, {"medium": scenarios(name, 10)["medium"]}
    )
    assert not found.passed
    assert found.measured > 0.1


# -- what the audit is made of ---


def test_policies_see_no_truth(desk: Desk) -> None:
    for tier in TIERS:
        for here, there in zip(range(10), range(10, 20), strict=True):
            s, other = desk.scenario(here, tier, "eval"), desk.scenario(there, tier, "eval")
            swapped = s.model_copy(update={"truth": other.truth})
            for policy in grading(desk.name).policies:
                assert policy.act(s) == policy.act(swapped), policy.name


def test_policies_answer_in_the_desks_format_and_say_what_they_do(desk: Desk) -> None:
    policies = grading(desk.name).policies
    assert len({policy.name for policy in policies}) == len(policies)
    for policy in policies:
        assert policy.what
        for tier in TIERS:
            desk.parse(policy.act(desk.scenario(1, tier, "eval")))


@pytest.mark.parametrize(
    "said", ["The fee is 45.50.", "99.30, 24:00 and 34:59pm", "It is 25:10am."]
)
def test_what_is_no_time_of_day_is_none_to_policies(said: str) -> None:
    desk = load("exec_assist")
    s = desk.scenario(3, "easy", "eval")
    only = s.thread[-1]
    odd = only.model_copy(update={"body": f"{said} {only.body}"})
    case = s.model_copy(update={"thread": (*s.thread[:-1], odd)})
    for policy in grading("exec_assist").policies:
        desk.parse(policy.act(case))


def test_the_hurried_read_the_time_asked_for() -> None:
    """Were the reader of times broken, the policies that use it would be weak by accident."""
    desk = load("exec_assist")
    hurried = next(p for p in grading("exec_assist").policies if p.name == "conflict_blind")
    easy = [desk.scenario(seed, "easy", "eval") for seed in range(150)]
    bookable = [s for s in easy if s.truth.accepts("book")]
    assert sum(grade(s, hurried.act(s)).correct for s in bookable) >= 0.9 * len(bookable)


def test_the_referee_knows_right_from_wrong_variants(desk: Desk) -> None:
    """The variants are made from the truth; the referee finds out by itself."""
    variants = grading(desk.name).variants
    judged = wrong = 0
    for s, answer, other in with_other_answer(desk, scenarios(desk.name, SMALL)):
        assert referee(s, to_json(variants.plain(s, answer))).done
        for name, polished in variants.wrong(s, answer, other).items():
            judged += 1
            wrong += not referee(s, to_json(polished)).done
            assert polished != answer, name
    assert judged > 100
    assert wrong / judged > 0.98


def test_every_defect_and_rewording_changes_the_answer(desk: Desk) -> None:
    variants = grading(desk.name).variants
    names = set()
    for s, answer, _ in with_other_answer(desk, scenarios(desk.name, SMALL)):
        for name, broken in variants.defects(s, answer).items():
            assert broken != answer, name
            names.add(name)
            desk.parse(to_json(broken))
        for reworded in variants.rewordings(s, answer).values():
            desk.parse(to_json(reworded))
    assert len(names) >= 15


def test_the_search_for_a_constant_climbs() -> None:
    """Of values seen in separate answers it puts the best together."""
    answers = [json.dumps({"a": n, "b": -n, "c": "x"}) for n in range(8)]
    calls = 0

    def score(text: str) -> float:
        nonlocal calls
        calls += 1
        answer = json.loads(text)
        return answer["a"] + answer["b"]

    best, best_score = best_constant(answers, score, "test", values=8, sweeps=2)
    assert json.loads(best) == {"a": 7, "b": 0, "c": "x"}
    assert math.isclose(best_score, 7.0)
    assert calls <= 8 * (1 + 3 * 2) + 1
