"""Rubrics that verifiers ships, one of them with an environment."""

from collections.abc import Iterator
from typing import Any

import verifiers
from verifiers.envs.integrations.reasoninggym_env import ReasoningGymEnv

from tests.rewardproof_real.entry import Real
from tests.rewardproof_real.mathematics import ROWS, is_right

COUNT = 8


def rewards() -> Iterator[Real]:
    """The rubric for mathematics, a parser's reward for form, an environment of reasoning-gym."""
    worked = "I work it out.\nThe result is \\boxed{{{answer}}}."
    yield Real("MathRubric", verifiers.MathRubric(), ROWS, worked, is_right)
    parser = verifiers.XMLParser(["reasoning", "answer"])
    form = verifiers.Rubric(funcs=[parser.get_format_reward_func()], parser=parser)
    tagged = "<reasoning>\nI work it out.\n</reasoning>\n<answer>\n{answer}\n</answer>"
    yield Real("XMLParser's format reward", form, ROWS, tagged)
    yield _of_gym()


def _of_gym() -> Real:
    environment = ReasoningGymEnv("leg_counting", num_train_examples=COUNT, num_eval_examples=1)
    rows = [dict(one) for one in environment.get_dataset()]
    right = {row["answer"]: environment.rg_dataset[int(row["answer"])]["answer"] for row in rows}

    def good(task: dict[str, Any]) -> str:
        return f"I count them.\n<answer>{right[task['answer']]}</answer>"

    return Real("ReasoningGymEnv(leg_counting)", environment, rows, good)
