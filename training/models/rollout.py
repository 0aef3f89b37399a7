"""An episode with the tools, as a language model plays it: token ids in, its next turn out.

Turns are parsed and results rendered as TRL does in training, so that a model is evaluated as it
was trained. Only a call of a tool that there is not, or with arguments that are no object, is told
of in the desk's words, not TRL's, and costs a step at once, not when the episode is graded.
"""

from collections.abc import Mapping
from typing import Any

from transformers import PreTrainedTokenizerBase

from desks import Scenario
from desks.desk import Message
from envs.it_triage_tools.desk import transcript
from envs.it_triage_tools.episode import Episode
from envs.it_triage_tools.schemas import SCHEMAS
from training.models.policy import PolicyError, draw_key
from training.models.tool_calls import parse_call, parse_turn, result_tokens, with_response_schema


def with_tools(name: str, tokenizer: PreTrainedTokenizerBase) -> PreTrainedTokenizerBase:
    """The tokenizer of the model of that name, able to parse calls; PolicyError if it cannot."""
    try:
        return with_response_schema(tokenizer)
    except ValueError as error:
        raise PolicyError(f"{name} cannot call tools: {error}") from None


class Rollout:
    """One episode so far: the next turn is sampled with the seed `key`, and the episode ends once
    its tokens `ids` exceed `room`, the model's context minus one turn."""

    def __init__(
        self,
        s: Scenario,
        prompt: list[Message],
        tokenizer: PreTrainedTokenizerBase,
        room: int,
        seed: int,
    ) -> None:
        self.ids: list[int] = tokenizer.apply_chat_template(
            prompt, tools=SCHEMAS, add_generation_prompt=True, return_dict=True
        )["input_ids"]
        self.over, self.key = len(self.ids) > room, draw_key(prompt, seed)
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.said = ""
        self._episode, self._tokenizer, self._room = Episode(s), tokenizer, room

    def take(self, tokens: list[int]) -> None:
        """Add the next turn: carry out its calls or, if it has none, end the episode."""
        message = parse_turn(self._tokenizer, self.ids, tokens)
        self.key += 1
        results = []
        for call in message.get("tool_calls") or []:
            name, arguments = parse_call(call)
            self.calls.append((name, arguments))
            content = self._episode.call_text(name, arguments)
            results.append({"role": "tool", "name": name, "content": content})
        if not results:
            self.said, self.over = message.get("content") or "", True
            return
        self.ids = [*self.ids, *tokens, *result_tokens(self._tokenizer, results)]
        self.over = self._episode.over or len(self.ids) > self._room

    @property
    def transcript(self) -> str:
        """The calls so far and what was said instead of another, as the desk grades it."""
        return transcript(self.calls, self.said)
