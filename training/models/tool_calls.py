"""Parse a model's tool calls and render their results, as TRL does in training.

Importing this module loads no torch: TRL is imported by what needs it.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from envs.it_triage_tools.schemas import SCHEMAS

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Message = Mapping[str, Any]


def with_response_schema(tokenizer: "PreTrainedTokenizerBase") -> "PreTrainedTokenizerBase":
    """The tokenizer, able to parse calls; ValueError if TRL does not know its chat template."""
    from trl.chat_template_utils import add_response_schema

    known = getattr(tokenizer, "response_template", None) or getattr(
        tokenizer, "response_schema", None
    )
    return tokenizer if known else add_response_schema(tokenizer)


def parse_turn(
    tokenizer: "PreTrainedTokenizerBase", before: list[int], written: list[int]
) -> Message:
    """A turn as a message, with `tool_calls` if it makes any."""
    from trl.chat_template_utils import parse_response

    return parse_response(tokenizer, written, prefix=before, tools=SCHEMAS)


def parse_call(call: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A call's tool and arguments; arguments that are not an object are wrapped in one."""
    function = call["function"]
    given = function["arguments"]
    return str(function["name"]), given if isinstance(given, dict) else {"arguments": given}


def result_tokens(tokenizer: "PreTrainedTokenizerBase", results: Sequence[Message]) -> list[int]:
    """The tokens between a turn that called tools and the next turn: the results, and the opening
    of that turn. Computed as in `GRPOTrainer._get_tool_suffix_ids`: what the results add to a
    conversation after its last end token."""
    call = {"type": "function", "function": {"name": results[0]["name"], "arguments": {}}}
    talk = [
        {"role": "user", "content": "dummy"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
    ]
    short = tokenizer.apply_chat_template(talk, return_dict=False)
    whole = tokenizer.apply_chat_template(
        [*talk, *results], add_generation_prompt=True, return_dict=False
    )
    ends = [place for place, token in enumerate(short) if token == tokenizer.eos_token_id]
    return whole[ends[-1] + 1 :] if ends else whole[len(short) :]
