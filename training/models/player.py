"""A language model that works with tools: plays episodes turn by turn, several at once.

An answer is the episode's transcript. Turns are parsed and results rendered as TRL does in
training, so that a model is evaluated as it was trained.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from transformers import PreTrainedTokenizerBase

from desks import Scenario
from desks.desk import Message
from envs.it_triage_tools.desk import transcript
from envs.it_triage_tools.episode import Episode
from envs.it_triage_tools.schemas import SCHEMAS
from training.models.generation import completions_of
from training.models.language_model import LanguageModel
from training.models.policy import PolicyError, draw_key
from training.models.tool_calls import parse_call, parse_turn, result_tokens, with_response_schema


class Player(LanguageModel):
    """A model at the desk with the seven tools; `limit` counts the tokens of one turn."""

    def __init__(self, *others: Any) -> None:
        super().__init__(*others)
        try:
            with_response_schema(self._tokenizer)
        except ValueError as error:
            raise PolicyError(f"{self.name} cannot call tools: {error}") from None

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        raise PolicyError(f"{self.name} plays episodes: use answer(), not complete()")

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        raise PolicyError(f"{self.name} plays episodes: use answer(), not stream()")

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        config = self._model.config.get_text_config()
        room = getattr(config, "max_position_embeddings", 1 << 20) - self._limit
        rollouts = [Rollout(s, self.desk.prompt(s), self._tokenizer, room, seed) for s in scenarios]
        while active := [rollout for rollout in rollouts if not rollout.over]:
            for rows in self.batches([len(rollout.ids) for rollout in active]):
                batch = [active[row] for row in rows]
                keys = [rollout.key for rollout in batch] if sample else []
                steps = self._steps([rollout.ids for rollout in batch], keys)
                for rollout, tokens in zip(batch, completions_of(steps, len(batch)), strict=True):
                    rollout.take(tokens)
        return [transcript(rollout.calls, rollout.said) for rollout in rollouts]


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
