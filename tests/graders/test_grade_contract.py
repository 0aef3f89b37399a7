"""What every rubric promises: one total, explained; no completion breaks it or slips through."""

import json
import math
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks import DESKS, TIERS, Desk, Scenario, load
from graders import grade, rubric
from graders.score import Part, Rubric, Score
from tests.completions import many, prose


@pytest.mark.slow
def test_the_contributions_are_the_total(desk: Desk) -> None:
    correct = malformed = 0
    for scenario, text in many(desk, 10_000):
        found = grade(scenario, text)
        assert math.isclose(sum(found.contributions.values()), found.total, abs_tol=1e-12)
        assert 0.0 <= found.total <= 1.0 + 1e-12
        assert all(0.0 <= s.value <= 1.0 for s in (found.parts | found.penalties).values())
        assert all(s.contribution <= 0.0 for s in found.penalties.values())
        correct += found.correct
        malformed += found.error is not None
    assert correct > 1_000
    assert malformed > 1_000


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
        for spans in found.evidence.values():
            for span in spans:
                seen += 1
                if span.where == "calendar":
                    calendar = scenario.calendar
                    standing = (*calendar.events, *calendar.series, *calendar.pending)
                    assert span.field in {one.id for one in standing}
                    continue
                whole = prompt if span.where == "prompt" else getattr(found.action, span.field)
                if isinstance(whole, str):
                    assert 0 <= span.start < span.end <= len(whole)
    assert seen > 100


def attacks(desk: Desk) -> dict[str, str]:
    text = desk.oracle(desk.scenario(3, "hard", "eval"))
    whole = json.loads(text)
    first = next(iter(whole))
    text_field = prose(whole)
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
        "a wrong type": json.dumps(whole | {text_field: 7}),
        "NaN": json.dumps(whole | {text_field: float("nan")}),
        "Infinity": json.dumps(whole | {first: float("inf")}),
        "prose of over 8,000 characters": json.dumps(whole | {text_field: "a" * 8_001}),
        "over 64 KiB": json.dumps(whole | {text_field: "a" * 65_536}),
        "1 MB": "a" * 1_000_000,
        "1 MB in a field": json.dumps(whole | {text_field: "a " * 500_000}),
        "1 MB beyond ASCII": "\u00e9" * 500_000,
        "100,000 open brackets": "[" * 100_000,
        "open braces": '{"a":' * 20_000,
        "deep nesting": json.dumps(whole | {first: json.loads("[" * 30 + "]" * 30)}),
        "a lone surrogate": json.dumps(whole | {text_field: "\ud800"}, ensure_ascii=False),
        "an escaped surrogate": json.dumps(whole | {text_field: "\ud800"}),
        "right-to-left override": json.dumps(
            whole | {text_field: "\u202efdp.exe"}, ensure_ascii=False
        ),
        "Hebrew": json.dumps(whole | {text_field: "\u05e9\u05dc\u05d5\u05dd"}, ensure_ascii=False),
        "zero width": json.dumps(whole | {text_field: "a\u200bb"}, ensure_ascii=False),
        "escaped zero width": json.dumps(whole | {text_field: "a\u200bb"}),
        "byte order mark": "\ufeff" + text,
        "a null byte": text.replace(" ", "\x00", 1),
        "quotes unescaped": text.replace('": "', '": "say "hi" ', 1),
    }


@pytest.mark.parametrize("name", list(attacks(load("exec_assist"))))
def test_malformed_completions_score_nothing_and_fast(desk: Desk, name: str) -> None:
    scenario = desk.scenario(3, "hard", "eval")
    grade(scenario, desk.oracle(scenario))  # imports and caches are not what is timed
    text = attacks(desk)[name]
    found = grade(scenario, text)
    assert found.error, name
    assert found.total == 0.0
    assert not any(found.contributions.values())
    assert not found.correct
    assert min(_took(scenario, text) for _ in range(3)) < 0.05


def _took(scenario: Scenario, text: str) -> float:
    began = time.process_time()
    grade(scenario, text)
    return time.process_time() - began


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


@settings(max_examples=300)
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
    parts = {**sound.parts, "broken": Part(broken, 0.0)}
    ours = Rubric(sound.desk, sound.parse, sound.read, sound.verdict, parts)
    with pytest.raises(ZeroDivisionError):
        ours.grade(scenario, desk.oracle(scenario))


def test_what_is_wrong_keeps_a_fifth_of_the_gated_parts(desk: Desk) -> None:
    """The formula of `graders.score`, worked out a second time from values and weights alone."""
    wrong = penalised = 0
    for scenario, text in many(desk, 900, seed=4):
        found, ours = grade(scenario, text), rubric(scenario)
        if found.error:
            continue
        through = 1.0 if found.correct else 0.2
        shares = {
            name: part.weight * found.parts[name].value * (through if part.gated else 1.0)
            for name, part in ours.parts.items()
        }
        gated = sum(shares[name] for name, part in ours.parts.items() if part.gated)
        losses = {
            name: -gated * part.weight * found.penalties[name].value
            for name, part in ours.penalties.items()
        }
        assert found.contributions == pytest.approx(shares | losses)
        wrong += not found.correct
        penalised += any(losses.values())
    assert wrong > 100
    assert penalised > 50 or not ours.penalties


@pytest.mark.parametrize(
    ("parts", "penalties", "says"),
    [
        ((0.6, 0.45), (), "add up to 1.05"),
        ((0.5, 0.4), (), "add up to 0.9"),
        ((), (), "add up to 0"),
        ((1.2, -0.2), (), "below 0"),
        ((1.0,), (0.6, 0.5), "more than 1"),
        ((1.0,), (-0.1,), "below 0"),
    ],
)
def test_weights_that_do_not_make_a_total_are_refused(
    desk: Desk, parts: tuple[float, ...], penalties: tuple[float, ...], says: str
) -> None:
    ours = rubric(desk.scenario(0, "easy", "eval"))

    def weighing(weights: tuple[float, ...]) -> dict[str, Part]:
        return {f"part {n}": Part(lambda reading: Score(1.0, ""), w) for n, w in enumerate(weights)}

    with pytest.raises(ValueError, match=says):
        replace(ours, parts=weighing(parts), penalties=weighing(penalties))
