"""The tools as a TRL environment, for a model to call during training.

TRL turns every public method of an environment except `reset` into a tool, so this is a thin layer
over the pure core, with the seven tools and nothing else.
"""

from typing import Any

from transformers import PreTrainedTokenizerBase

from envs import MULTI_TURN_DESKS
from envs.it_triage_tools.episode import Episode
from envs.it_triage_tools.schemas import SCHEMAS
from envs.it_triage_tools.tools import Tools
from training.models.rollout import with_tools
from training.rl.rewards import get_scenario


class ToolEnvironment(Tools):
    """One model's episodes, one at a time; the dataset's column `scenario` names the ticket."""

    def reset(self, scenario: str, **_: Any) -> None:
        """Begin the training ticket with that id; its prompt says everything already."""
        self.episode = Episode(get_scenario(scenario))


def environment_factory(
    desk: str, tokenizer: PreTrainedTokenizerBase
) -> tuple[list[dict[str, Any]] | None, type[ToolEnvironment] | None]:
    """A desk's tools and TRL's `environment_factory` for it; None and None for a single-turn desk.
    PolicyError if the model's chat template does not support tools."""
    if desk not in MULTI_TURN_DESKS:
        return None, None
    with_tools("this model", tokenizer)
    return SCHEMAS, ToolEnvironment
