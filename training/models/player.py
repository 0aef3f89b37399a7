"""A language model that works with tools: it plays episodes, several at once, turn by turn.

An answer is the episode's transcript. The turns are read and the results written as TRL does it in
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
from training.rl import seat
from training.rl.rewards import called


class Player(LanguageModel):
    """A model at the desk of the seven tools; `limit` counts the tokens of one turn."""

    def __init__(self, *others: Any) -> None:
        super().__init__(*others)
        try:
            seat.readable(self._tokenizer)
        except ValueError as error:
            raise PolicyError(f"{self.name} cannot call tools: {error}") from None

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        raise PolicyError(f"{self.name} plays episodes: use answer(), not complete()")

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        raise PolicyError(f"{self.name} plays episodes: use answer(), not stream()")

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        rounds = [Round(self, s, seed) for s in scenarios]
        while going := [one for one in rounds if not one.over]:
            lengths = [len(one.ids) for one in going]
            for places in self.batches(lengths):
                turn = [going[place] for place in places]
                keys = [one.key for one in turn] if sample else []
                steps = self._steps([one.ids for one in turn], keys)
                for one, tokens in zip(turn, completions_of(steps, len(turn)), strict=True):
                    one.take(tokens)
        return [one.transcript for one in rounds]

    def opening(self, s: Scenario) -> list[int]:
        """The tokens of an episode's prompt, the tools' schemas in it."""
        told = self._tokenizer.apply_chat_template(
            self.desk.prompt(s), tools=SCHEMAS, add_generation_prompt=True, return_dict=True
        )
        return told["input_ids"]

    def turn(self, before: list[int], tokens: list[int]) -> Mapping[str, Any]:
        """What was written, as a message."""
        return seat.read(self._tokenizer, before, tokens)

    def after(self, results: list[dict[str, str]]) -> list[int]:
        """The tokens of the results of a turn, up to the next."""
        return seat.after(self._tokenizer, results)

    @property
    def room(self) -> int:
        """Tokens that the model reads, less one turn."""
        config = self._model.config.get_text_config()
        return getattr(config, "max_position_embeddings", 1 << 20) - self._limit


class Round:
    """One episode of a player, as far as it has come."""

    def __init__(self, player: Player, s: Scenario, seed: int) -> None:
        self.ids = player.opening(s)
        self.over = len(self.ids) > player.room
        self._player, self._episode = player, Episode(s)
        self._calls: list[tuple[str, Mapping[str, Any]]] = []
        self._said, self._key, self._turns = "", draw_key(player.desk.prompt(s), seed), 0

    @property
    def key(self) -> int:
        """What seeds the next turn's sampling."""
        return self._key + self._turns

    @property
    def transcript(self) -> str:
        """All that was called and said."""
        return transcript(self._calls, self._said)

    def take(self, tokens: list[int]) -> None:
        """The next turn."""
        message = self._player.turn(self.ids, tokens)
        self._turns += 1
        results = []
        for one in message.get("tool_calls") or []:
            name, arguments = called(one)
            self._calls.append((name, arguments))
            told = self._episode.call_text(name, arguments)
            results.append({"role": "tool", "name": name, "content": told})
        if not results:
            self._said, self.over = message.get("content") or "", True
            return
        self.ids = [*self.ids, *tokens, *self._player.after(results)]
        self.over = self._episode.over or len(self.ids) > self._player.room
