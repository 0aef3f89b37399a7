"""The check of a desk finds what is planted, and nothing on the desks that there are."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest

from desks import Desk, load
from graders import Grading, check, grading
from graders.check import check_desk, main
from graders.grading import Policy

DESK = load("it_triage")
OF = grading("it_triage")
SEEDS = 4


@pytest.mark.slow
def test_every_desk_is_ready(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """More seeds are compared in tests/desks/test_desk_contract.py."""
    monkeypatch.setattr(check, "DISTINCT_SEEDS", 200)
    assert check_desk(desk) == []


def of_the_truth(s) -> str:
    return json.dumps({"cited": s.truth.gold})


def told(s) -> list[dict[str, str]]:
    system, user = DESK.prompt(s)
    return [system, user | {"content": f"{user['content']}\n{of_the_truth(s)}"}]


def named(s) -> list[dict[str, str]]:
    system, user = DESK.prompt(s)
    return [system, user | {"content": f"{user['content']}\n{s.situation}"}]


NUMBERS = count()


def undrawn(seed, tier, split, voices="all"):
    raise IndexError(f"no {tier} case")


def another(seed, tier, split, voices="all"):
    return DESK.scenario(seed + next(NUMBERS), tier, split, voices)


DESKS: dict[str, tuple[Desk, str]] = {
    "draws nothing": (replace(DESK, scenario=undrawn), "scenario: IndexError: no easy case"),
    "draws anew": (replace(DESK, scenario=another), "comes out otherwise the second time"),
    "few cases": (
        replace(DESK, scenario=lambda seed, *rest: DESK.scenario(seed % 7, *rest)),
        "of 50 seeds of easy, train, 7 differ",
    ),
    "shows its truth": (replace(DESK, prompt=told), "shows its truth"),
    "names the situation": (replace(DESK, prompt=named), "names its situation"),
    "one message": (replace(DESK, prompt=lambda s: DESK.prompt(s)[1:]), "one system message"),
    "answers in prose": (
        replace(DESK, oracle=lambda s: DESK.oracle(s).replace(", ", ",\n")),
        "bare JSON on one line",
    ),
    "a poor oracle": (replace(DESK, oracle=lambda s: OF.blank), "the oracle earns"),
    "no action": (replace(DESK, action=None), "the pydantic model of an answer"),
    "no grading": (replace(DESK, name="exec_assist_"), "unknown desk 'exec_assist_'"),
}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer scenarios, of which all must differ."""
    monkeypatch.setattr(check, "DISTINCT_SEEDS", 50)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("desk", "says"), DESKS.values(), ids=DESKS)
def test_a_fault_of_a_desk_is_found(desk: Desk, says: str) -> None:
    assert any(says in fault for fault in check_desk(desk, SEEDS))


def broken_by_digits(text: str) -> str | None:
    """A referee's fault that rounds the figures of a text."""
    return None if round(float(text) if text.isdigit() else 0) == 0 else "a figure"


GRADINGS: dict[str, tuple[Callable[[Grading], Grading], str]] = {
    "an unknown type of action": (
        lambda spec: replace(spec, action_type=lambda action: "dance"),
        "is not among action_types",
    ),
    "no such field": (lambda spec: replace(spec, prose="reply"), "'reply' is no field of"),
    "a referee that rejects": (
        lambda spec: replace(spec, referee_fault=lambda s, action: "too blue"),
        "the referee rejects the oracle: too blue",
    ),
    "a referee that accepts": (
        lambda spec: replace(spec, referee_fault=lambda s, action: None),
        "the referee accepts the answer to",
    ),
    "a referee that figures break": (
        lambda spec: replace(
            spec, referee_fault=lambda s, action: broken_by_digits(action.resolution)
        ),
        "HOSTILE[0] as resolution: OverflowError",
    ),
    "no policies": (lambda spec: replace(spec, policies=()), "at least one way to answer"),
    "a policy that knows": (
        lambda spec: replace(spec, policies=(Policy("seer", "", of_the_truth),)),
        "the policy seer looks at the truth",
    ),
    "features of the truth": (
        lambda spec: replace(spec, features=lambda s: {"gold": len(of_the_truth(s))}),
        "are of its truth",
    ),
    "nothing wrong": (
        lambda spec: replace(spec, variants=replace(spec.variants, wrong=lambda *_: {})),
        "there are no wrong of any case",
    ),
}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("planted", "says"), GRADINGS.values(), ids=GRADINGS)
def test_a_fault_of_a_grading_is_found(planted, says: str, monkeypatch) -> None:
    spoilt = planted(OF)
    monkeypatch.setattr(check, "grading", lambda name: spoilt)
    monkeypatch.setattr("graders.referee.grading", lambda name: spoilt)
    assert any(says in fault for fault in check_desk(DESK, SEEDS))


@pytest.mark.usefixtures("few")
def test_the_command_says_that_a_desk_is_ready(capsys) -> None:
    assert main(["--desk", "it_triage"]) == 0
    assert "it_triage is ready" in capsys.readouterr().out


def test_weights_that_do_not_add_up_are_a_fault_of_the_grading(monkeypatch) -> None:
    def spoilt(name: str) -> Grading:
        return replace(OF, rubric=replace(OF.rubric, parts={}))

    monkeypatch.setattr(check, "grading", spoilt)
    [fault] = check_desk(DESK, SEEDS)
    assert fault.startswith("grading: ValueError: it_triage: the parts' weights add up to")


def test_a_desk_that_cannot_be_loaded_is_named() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "graders.check", "--desk", "it_triage"],
        env=os.environ | {"REWARDDESK_DESKS": "no_such_desk"},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 2
    assert "error: REWARDDESK_DESKS: no_such_desk cannot be loaded: No module" in told.stderr
