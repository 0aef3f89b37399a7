"""A reward of one's own that reads its case, for ExecAssist: it pays for the right calendar action.

It reads neither the reply nor the times of a meeting. What it then pays for, `rewardproof` finds:

    python -m training.tasks --preset exec_assist_pocket > tasks.jsonl
    python -m rewardproof examples.right_action:right_action --tasks tasks.jsonl --good oracle
    python -m training.grpo --preset exec_assist_pocket --out /tmp/run \\
        --set reward=examples.right_action:right_action

`training/rl/rewards.py` says what a reward is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from desks import load
from desks.desk import ActionError
from training.rl.rewards import get_scenario, text_of


def right_action(
    completions: Sequence[Sequence[Mapping[str, Any]]], scenario: Sequence[str], **_: Any
) -> list[float]:
    """1 for an answer with an action that is right in its case, 0 for any other."""
    return [float(_is_right(name, said)) for name, said in zip(scenario, completions, strict=True)]


def _is_right(name: str, said: Sequence[Mapping[str, Any]]) -> bool:
    case = get_scenario(name)  # with what is right, in `truth`
    try:
        answer = load(case.desk).parse(text_of(name, said))
    except ActionError:  # no answer in the desk's JSON
        return False
    return case.truth.accepts(answer.calendar_action) is not None
