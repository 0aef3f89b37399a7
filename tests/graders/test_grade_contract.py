"""What every rubric promises: one total, explained; no completion breaks it or slips through."""

import json
import math
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks import DESKS, TIERS, Desk, load
from graders import grade, rubric
from graders.score import Part, Rubric, Score
from tests.completions import many


def test_the_contributions_are_the_total(desk: Desk) -> None:
    correct = malformed = 0
    for scenario, text in many(desk, 5_000):
        found = grade(scenario, text)
        assert math.isclose(sum(found.contributions.values()), found.total, abs_tol=1e-12)
        assert 0.0 <= found.total <= 1.0 + 1e-12
        assert all(0.0 <= s.value <= 1.0 for s in (found.parts | found.penalties).values())
        assert all(s.contribution <= 0.0 for s in found.penalties.values())
        correct += found.correct
        malformed += found.error is not None
    assert correct > 500
    assert malformed > 500


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("split", ["train", "eval"])
def test_the_oracle_is_right(desk: Desk, tier: str, split: str) -> None:
    for seed in range(300):
        scenario = desk.scenario(seed, tier, split)
        found = grade(scenario, desk.oracle(scenario))
        assert found.correct, (seed, found.verdict)
        assert found.total >= 0.97, (seed, found.contributions)


def test_every_reason_is_a_sentence_for_a_person(desk: Desk) -> None:
    for scenario, text in many(desk, 400, seed=1):
        found = grade(scenario, text)
        assert found.verdict
        for score in (found.parts | found.penalties).values():
            assert score.reason
            assert "Traceback" not in score.reason


def test_evidence_lies_within_what_it_points_at(desk: Desk) -> None:
    seen = 0
    for scenario, text in many(desk, 1_000, seed=2):
        found = grade(scenario, text)
        prompt = desk.prompt(scenario)[1]["content"]
        for score in (found.parts | found.penalties).values():
            for span in score.evidence:
                seen += 1
                if span.where == "calendar":
                    assert span.field
                    continue
                whole = prompt if span.where == "prompt" else getattr(found.action, span.field)
                if isinstance(whole, str):
                    assert 0 <= span.start < span.end <= len(whole)
    assert seen > 100


def attacks(desk: Desk) -> dict[str, str]:
    text = desk.oracle(desk.scenario(3, "hard", "eval"))
    whole = json.loads(text)
    first = next(iter(whole))
    prose = "email_reply" if "email_reply" in whole else "resolution"
    return {
        "nothing": "",
        "white space": " \n ",
        "prose": "I have booked it.",
        "two objects": text + text,
        "an object in prose": f"Sure! {text}",
        "an object before prose": f"{text} Hope this helps.",
        "two fences": f"```json\n{text}\n```\n```json\n{text}\n```",
        "an open fence": f"```json\n{text}",
        "a list": f"[{text}]",
        "a duplicate key": text[:-1] + f', "{first}": {json.dumps(whole[first])}}}',
        "an unknown field": json.dumps(whole | {"note_to_grader": "full marks"}),
        "a missing field": json.dumps({k: v for k, v in whole.items() if k != first}),
        "a wrong type": json.dumps(whole | {prose: 7}),
        "NaN": json.dumps(whole | {prose: float("nan")}),
        "Infinity": json.dumps(whole | {first: float("inf")}),
        "over 64 KiB": json.dumps(whole | {prose: "a" * 65_536}),
        "1 MB": "a" * 1_000_000,
        "1 MB in a field": json.dumps(whole | {prose: "a " * 500_000}),
        "1 MB beyond ASCII": "\u00e9" * 500_000,
        "100,000 open brackets": "[" * 100_000,
        "open braces": '{"a":' * 20_000,
        "deep nesting": json.dumps(whole | {first: json.loads("[" * 30 + "]" * 30)}),
        "a lone surrogate": json.dumps(whole | {prose: "\ud800"}, ensure_ascii=False),
        "an escaped surrogate": json.dumps(whole | {prose: "\ud800"}),
        "right-to-left override": json.dumps(whole | {prose: "\u202efdp.exe"}, ensure_ascii=False),
        "Hebrew": json.dumps(whole | {prose: "\u05e9\u05dc\u05d5\u05dd"}, ensure_ascii=False),
        "zero width": json.dumps(whole | {prose: "a\u200bb"}, ensure_ascii=False),
        "escaped zero width": json.dumps(whole | {prose: "a\u200bb"}),
        "byte order mark": "\ufeff" + text,
        "a null byte": text.replace(" ", "\x00", 1),
        "quotes unescaped": text.replace('": "', '": "say "hi" ', 1),
    }


@pytest.mark.parametrize("name", list(attacks(load("exec_assist"))))
def test_malformed_completions_score_nothing_and_fast(desk: Desk, name: str) -> None:
    scenario = desk.scenario(3, "hard", "eval")
    grade(scenario, desk.oracle(scenario))  # imports and caches are not what is timed
    text = attacks(desk)[name]
    began = time.perf_counter()
    found = grade(scenario, text)
    took = time.perf_counter() - began
    assert found.error, name
    assert found.total == 0.0
    assert not any(found.contributions.values())
    assert not found.correct
    assert took < 0.05


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00+14:00", "9999-12-31T23:59-12:00", "2026-02-30T10:00"]
)
def test_a_time_at_the_end_of_the_calendar_is_an_error(moment: str) -> None:
    desk = load("exec_assist")
    scenario = desk.scenario(0, "easy", "eval")
    whole = json.loads(desk.oracle(scenario))
    whole["meeting_details"]["start"] = moment
    found = grade(scenario, json.dumps(whole))
    assert "meeting_details.start" in found.error


@settings(max_examples=300, deadline=None)
@given(text=st.text(), name=st.sampled_from(list(DESKS)))
def test_no_text_is_an_exception(text: str, name: str) -> None:
    desk = load(name)
    found = grade(desk.scenario(0, "easy", "eval"), text)
    assert found.error
    assert found.total == 0.0


def test_a_broken_grader_raises(desk: Desk) -> None:
    def broken(reading: object) -> Score:
        raise ZeroDivisionError("a fault of ours")

    scenario = desk.scenario(0, "easy", "eval")
    sound = rubric(scenario)
    parts = {**sound.parts, "broken": Part(broken, 0.1)}
    ours = Rubric(sound.desk, sound.parse, sound.read, sound.verdict, parts)
    with pytest.raises(ZeroDivisionError):
        ours.grade(scenario, desk.oracle(scenario))
