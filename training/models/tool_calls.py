"""Parse a model's tool calls and render their results, as TRL does in training.

Importing this module loads no torch: TRL is imported by what needs it.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from envs.it_triage_tools.schemas import SCHEMAS

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

Message = Mapping[str, Any]
ASSISTANT, END_OF_TURN = "<|im_start|>assistant", "<|im_end|>"
"""Around a turn of the model in ChatML, the format of Qwen's and SmolLM2's chats."""


def with_response_schema(tokenizer: "PreTrainedTokenizerBase") -> "PreTrainedTokenizerBase":
    """The tokenizer, able to parse calls: as TRL does if it knows the chat template, else in any
    ChatML template as Qwen writes them; ValueError if the template is neither."""
    from trl.chat_template_utils import add_response_schema

    known = getattr(tokenizer, "response_template", None) or getattr(
        tokenizer, "response_schema", None
    )
    if known:
        return tokenizer
    try:
        return add_response_schema(tokenizer)
    except ValueError:
        if ASSISTANT not in str(tokenizer.chat_template):
            raise
        tokenizer.response_template = response_template(f"{ASSISTANT}\n", END_OF_TURN)
        return tokenizer


def response_template(anchor: str, end: str) -> dict[str, object]:
    """How transformers parses a call from what was written (`parse_response`), given the text
    before a turn and the text that ends it."""
    call = {
        "open": "<tool_call>",
        "close_pattern": r"</tool_call>\s*",
        "repeats": True,
        "content": "json",
        "transform": {"type": "function", "function": "{content}"},
    }
    said = {"close_pattern": re.escape(end), "content": "text"}
    return {
        "defaults": {"role": "assistant"},
        "start_anchor": anchor,
        "fields": {"tool_calls": call, "content": said},
    }


def parse_turn(
    tokenizer: "PreTrainedTokenizerBase", before: list[int], written: list[int]
) -> Message:
    """A turn as a message, with `tool_calls` if it makes any."""
    from trl.chat_template_utils import parse_response

    try:
        return parse_response(tokenizer, written, prefix=before, tools=SCHEMAS)
    except RecursionError:  # JSON nested too deeply is no call
        return {"role": "assistant", "content": tokenizer.decode(written, skip_special_tokens=True)}


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
