"""What every desk promises, whatever its work: the same checks for all of them."""

import hashlib
import json
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from pydantic import ValidationError

from desks import SPLITS, TIERS, ActionError, Desk

#: Words of the user message by tier, and of an oracle completion.
LONGEST = {
    "exec_assist": {"easy": 280, "medium": 300, "hard": 520},
    "it_triage": dict.fromkeys(TIERS, 500),
}
LONGEST_ANSWER = 120

DIGEST = """
import hashlib, sys
from desks import SPLITS, TIERS, load
desk, seen = load(sys.argv[1]), hashlib.sha256()
for split in SPLITS:
    for tier in TIERS:
        for seed in range(30):
            scenario = desk.scenario(seed, tier, split)
            seen.update(scenario.model_dump_json().encode() + desk.oracle(scenario).encode())
print(seen.hexdigest())
"""


def some(desk: Desk, tier: str, split: str = "eval", count: int = 60) -> list:
    return [desk.scenario(seed, tier, split) for seed in range(count)]


def test_the_same_arguments_give_the_same_scenario_in_any_process(desk: Desk) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST, desk.name],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed, zone in (("1", "Asia/Tokyo"), ("4711", "America/New_York"))
    }
    assert len(digests) == 1


@pytest.mark.parametrize("tier", TIERS)
def test_a_scenario_survives_json(desk: Desk, tier: str) -> None:
    for scenario in some(desk, tier, count=10):
        assert type(scenario).model_validate_json(scenario.model_dump_json()) == scenario


def test_a_scenario_cannot_be_changed(desk: Desk) -> None:
    with pytest.raises(ValidationError):
        desk.scenario(0, "easy", "eval").truth = None


@pytest.mark.parametrize("tier", TIERS)
def test_what_a_model_sees_does_not_depend_on_the_truth(desk: Desk, tier: str) -> None:
    for one, other in pairwise(some(desk, tier)):
        swapped = one.model_copy(update={"truth": other.truth})
        assert json.dumps(swapped.public()) == json.dumps(one.public())
        assert desk.prompt(swapped) == desk.prompt(one)


@pytest.mark.parametrize("tier", TIERS)
def test_no_hidden_label_is_public(desk: Desk, tier: str) -> None:
    for scenario in some(desk, tier):
        assert not set(scenario.public()) & scenario.HIDDEN
        _, user = desk.prompt(scenario)
        shown = (json.dumps(scenario.public()) + user["content"]).lower()
        assert '"situation"' not in shown
        assert scenario.situation not in shown
        assert scenario.situation.replace("_", " ") not in shown


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("split", SPLITS)
def test_prompt_and_answer_are_short(desk: Desk, tier: str, split: str) -> None:
    for scenario in some(desk, tier, split, 200):
        system, user = desk.prompt(scenario)
        assert (system["role"], user["role"]) == ("system", "user")
        assert len(user["content"].split()) <= LONGEST[desk.name][tier]
        assert len(desk.oracle(scenario).split()) <= LONGEST_ANSWER


@pytest.mark.parametrize("tier", TIERS)
def test_the_oracle_answers_with_bare_json_on_one_line(desk: Desk, tier: str) -> None:
    for scenario in some(desk, tier):
        text = desk.oracle(scenario)
        assert "\n" not in text
        assert desk.parse(text) == desk.parse(f"```json\n{text}\n```")


@pytest.mark.slow
def test_no_two_of_the_first_1000_seeds_are_the_same(desk: Desk) -> None:
    seen = {
        hashlib.sha256(json.dumps(desk.scenario(seed, tier, "train").public()).encode()).digest()
        for tier in TIERS
        for seed in range(1_000)
    }
    assert len(seen) == 1_000 * len(TIERS)


@pytest.mark.parametrize(
    ("seed", "tier", "split", "says"),
    [
        (0, "impossible", "eval", "unknown tier 'impossible'; expected one of easy, medium, hard"),
        (0, "easy", "test", "unknown split 'test'; expected one of train, eval"),
        (-1, "easy", "eval", "no seed -1; seeds count from 0"),
    ],
)
def test_what_there_is_not_is_refused(
    desk: Desk, seed: int, tier: str, split: str, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        desk.scenario(seed, tier, split)


def test_the_same_call_put_otherwise_is_the_same_call(desk: Desk) -> None:
    assert desk.scenario(7, "hard", "eval") is desk.scenario(seed=7, tier="hard", split="eval")


def test_a_scenario_knows_its_desk_and_does_not_write_it_down(desk: Desk) -> None:
    scenario = desk.scenario(0, "easy", "eval")
    assert scenario.desk == desk.name
    assert "desk" not in scenario.model_dump()


def test_an_error_of_the_reader_is_one_for_a_person(desk: Desk) -> None:
    with pytest.raises(ActionError, match="expected"):
        desk.parse("")
