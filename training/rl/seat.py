"""Where a model sits while it works with tools: TRL's environment, and how a call is written.

TRL makes a tool of every public method of an environment but `reset`, so this is a thin seat on
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
    """One model's episode at a time; the dataset's column `scenario` says which."""

    def reset(self, scenario: str, **_: Any) -> None:
        """Sit down to the training ticket of that id; its prompt says all that there is to say."""
        self.episode = Episode(find(scenario))


SEATS: dict[str, Callable[[], Any]] = {"it_triage_tools": Seat}
"""What TRL is given as `environment_factory`, by desk."""


def seats_for(
    desk: str, tokenizer: PreTrainedTokenizerBase
) -> tuple[list[dict[str, Any]] | None, Callable[[], Any] | None]:
    """The tools of a desk and TRL's `environment_factory` for it; None and None for a desk of one
    turn. BaseError where the model's chat template knows no tools."""
    if desk not in SEATS:
        return None, None
    try:
        readable(tokenizer)
    except ValueError as error:
        raise BaseError(f"this model cannot call tools: {error}") from None
    return SCHEMAS, SEATS[desk]


def readable(tokenizer: PreTrainedTokenizerBase) -> PreTrainedTokenizerBase:
    """The tokenizer with what it takes to read calls back; ValueError where its chat template is
    none that TRL knows."""
    known = getattr(tokenizer, "response_template", None) or getattr(
        tokenizer, "response_schema", None
    )
    return tokenizer if known else add_response_schema(tokenizer)


def read(tokenizer: PreTrainedTokenizerBase, before: list[int], written: list[int]) -> Message:
    """A turn as a message, with `tool_calls` where it makes some; as TRL reads it."""
    return parse_response(tokenizer, written, prefix=before, tools=SCHEMAS)


def after(tokenizer: PreTrainedTokenizerBase, results: Sequence[Message]) -> list[int]:
    """The tokens between a turn that called tools and the next: the results and what precedes an
    answer. As `GRPOTrainer._get_tool_suffix_ids` finds them: what they add to a conversation, from
    its last end token on."""
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
