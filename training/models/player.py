"""A language model that works with tools: plays episodes turn by turn, several at once.

An answer is the episode's transcript. Turns are parsed and results rendered as TRL does in
training, so that a model is evaluated as it was trained.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
        rollouts = [Rollout(self, s, seed) for s in scenarios]
        while active := [rollout for rollout in rollouts if not rollout.over]:
            for rows in self.batches([len(rollout.ids) for rollout in active]):
                batch = [active[row] for row in rows]
                keys = [rollout.key for rollout in batch] if sample else []
                steps = self._steps([rollout.ids for rollout in batch], keys)
                for rollout, tokens in zip(batch, completions_of(steps, len(batch)), strict=True):
                    rollout.take(tokens)
        return [rollout.transcript for rollout in rollouts]

    def opening(self, s: Scenario) -> list[int]:
        """The token ids of an episode's prompt, with the tools' schemas."""
        return self._tokenizer.apply_chat_template(
            self.desk.prompt(s), tools=SCHEMAS, add_generation_prompt=True, return_dict=True
        )["input_ids"]

    def parse(self, before: list[int], tokens: list[int]) -> Mapping[str, Any]:
        """A turn's tokens, parsed into a message."""
        return parse_turn(self._tokenizer, before, tokens)

    def result_tokens(self, results: list[dict[str, str]]) -> list[int]:
        """The tokens of a turn's results, up to the start of the next turn."""
        return result_tokens(self._tokenizer, results)

    @property
    def room(self) -> int:
        """Tokens of the model's context, less one turn."""
        config = self._model.config.get_text_config()
        return getattr(config, "max_position_embeddings", 1 << 20) - self._limit


class Rollout:
    """One episode of a player, as far as it has come."""

    def __init__(self, player: Player, s: Scenario, seed: int) -> None:
        self.ids = player.opening(s)
        self.over = len(self.ids) > player.room
        self._player, self._episode = player, Episode(s)
        self._calls: list[tuple[str, Mapping[str, Any]]] = []
        self._said, self._key, self._turns = "", draw_key(player.desk.prompt(s), seed), 0

    @property
    def key(self) -> int:
        """The seed for sampling the next turn."""
        return self._key + self._turns

    @property
    def transcript(self) -> str:
        """All that was called and said so far."""
        return transcript(self._calls, self._said)

    def take(self, tokens: list[int]) -> None:
        """Take in the next turn: make its calls or, without any, end the episode."""
        message = self._player.parse(self.ids, tokens)
        self._turns += 1
        results = []
        for call in message.get("tool_calls") or []:
            name, arguments = parse_call(call)
            self._calls.append((name, arguments))
            content = self._episode.call_text(name, arguments)
            results.append({"role": "tool", "name": name, "content": content})
        if not results:
            self._said, self.over = message.get("content") or "", True
            return
        self.ids = [*self.ids, *tokens, *self._player.result_tokens(results)]
        self.over = self._episode.over or len(self.ids) > self._player.room
