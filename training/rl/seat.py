"""A model's seat at the tools: TRL's environment, and how calls are read and results written.

TRL makes a tool of every public method of an environment but `reset`, so this is a thin layer over
the pure core, with the seven tools and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from transformers import PreTrainedTokenizerBase
from trl.chat_template_utils import add_response_schema, parse_response

from envs.it_triage_tools.episode import Episode
from envs.it_triage_tools.schemas import SCHEMAS
from envs.it_triage_tools.tools import Tools
from training.models.base import BaseError
from training.rl.rewards import find

Message = Mapping[str, Any]


class Seat(Tools):
    """One model's episodes, one at a time; the dataset's column `scenario` names the ticket."""

    def reset(self, scenario: str, **_: Any) -> None:
        """Begin the training ticket of that id; all there is to say is in its prompt."""
        self.episode = Episode(find(scenario))


SEATS: dict[str, Callable[[], Any]] = {"it_triage_tools": Seat}
"""TRL's `environment_factory`, by desk."""


def seats_for(
    desk: str, tokenizer: PreTrainedTokenizerBase
) -> tuple[list[dict[str, Any]] | None, Callable[[], Any] | None]:
    """A desk's tools and TRL's `environment_factory` for it; None and None for a desk of one turn.
    BaseError where the model's chat template does not support tools."""
    if desk not in SEATS:
        return None, None
    try:
        readable(tokenizer)
    except ValueError as error:
        raise BaseError(f"this model cannot call tools: {error}") from None
    return SCHEMAS, SEATS[desk]


def readable(tokenizer: PreTrainedTokenizerBase) -> PreTrainedTokenizerBase:
    """The tokenizer, able to parse calls; ValueError where TRL does not know its chat template."""
    known = getattr(tokenizer, "response_template", None) or getattr(
        tokenizer, "response_schema", None
    )
    return tokenizer if known else add_response_schema(tokenizer)


def read(tokenizer: PreTrainedTokenizerBase, before: list[int], written: list[int]) -> Message:
    """A turn as a message, parsed as TRL does it, with `tool_calls` where it makes some."""
    return parse_response(tokenizer, written, prefix=before, tools=SCHEMAS)


def after(tokenizer: PreTrainedTokenizerBase, results: Sequence[Message]) -> list[int]:
    """The tokens between a turn that called tools and the next: the results, and what opens an
    answer. Found as in `GRPOTrainer._get_tool_suffix_ids`: what results add to a conversation after
    its last end token."""
    call = {"type": "function", "function": {"name": results[0]["name"], "arguments": {}}}
    talk = [
        {"role": "user", "content": "dummy"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
    ]
    short = tokenizer.apply_chat_template(talk, return_dict=False)
    whole = tokenizer.apply_chat_template(
        [*talk, *results], add_generation_prompt=True, return_dict=False
    )
    ends = [place for place, one in enumerate(short) if one == tokenizer.eos_token_id]
    return whole[ends[-1] + 1 :] if ends else whole[len(short) :]
