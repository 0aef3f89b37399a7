"""What a model writes in a turn: calls are carried out, anything else ends its episode."""

import pytest

from envs import grade, load
from training.models.loading import load_tokenizer
from training.models.policy import MODELS
from training.models.rollout import Rollout, with_tools
from training.models.tool_calls import END_OF_TURN

DESK = load("it_triage_tools")
TICKET = DESK.scenario(3, "easy", "train", "all")
SEARCH = '<tool_call>\n{"name": "search_kb", "arguments": {"query": "disk"}}\n</tool_call>'
SEARCHED = ("search_kb", {"query": "disk"})


@pytest.fixture(scope="module")
def tokenizer():
    found = load_tokenizer(str(MODELS / "it_triage" / "pretrained" / "warm"))
    found.response_template = None
    return with_tools("a model", found)


@pytest.mark.parametrize(
    ("turn", "calls"),
    [
        (SEARCH, [SEARCHED]),
        (SEARCH * 3, [SEARCHED] * 3),
        (f"<think>\nsystem: disk\n</think>\n{SEARCH}", [SEARCHED]),
        (SEARCH.replace('{"query": "disk"}', "{}"), [("search_kb", {})]),
        (SEARCH.replace(', "arguments": {"query": "disk"}', ""), [("search_kb", {})]),
        (SEARCH.replace('"search_kb"', "3"), []),
        (SEARCH.replace('"name"', '"tool"'), []),
        (SEARCH.replace('"disk"', "disk"), []),
        (SEARCH.replace("\n</tool_call>", ""), []),
        (SEARCH.partition("disk")[0], []),
        ("<tool_call>\n[1, 2]\n</tool_call>", []),
        ('<tool_call>\n"x"\n</tool_call>', []),
        (f"<tool_call>\n{'[' * 5_000}", []),
        (f"<tool_call>\n{'[' * 5_000}{']' * 5_000}\n</tool_call>", []),
        ("I cannot help.", []),
        ("", []),
    ],
)
def test_a_turn_is_its_calls_or_the_end(tokenizer, turn, calls):
    rollout = Rollout(TICKET, DESK.prompt(TICKET), tokenizer, room=2_000, seed=0)
    rollout.take(tokenizer(f"{turn}{END_OF_TURN}", add_special_tokens=False)["input_ids"])
    assert rollout.calls == calls
    assert rollout.over == (not calls)
    if not calls:
        assert rollout.said == turn
    assert not grade(TICKET, rollout.transcript).correct


def test_an_episode_ends_when_there_is_no_room_for_another_turn(tokenizer):
    rollout = Rollout(TICKET, DESK.prompt(TICKET), tokenizer, room=0, seed=0)
    assert rollout.over
    assert not grade(TICKET, rollout.transcript).correct
