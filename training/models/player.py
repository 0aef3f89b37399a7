"""A language model that works with tools: plays episodes turn by turn, several at once.

An answer is the episode's transcript.
"""

from collections.abc import Sequence
from typing import Any

from desks import Scenario
from training.models.generation import completions_of, context_tokens
from training.models.language_model import LanguageModel
from training.models.policy import ScenarioPolicy
from training.models.rollout import Rollout, with_tools


class Player(ScenarioPolicy, LanguageModel):
    """A model at the desk with the seven tools; `limit` counts the tokens of one turn."""

    def __init__(self, *others: Any) -> None:
        super().__init__(*others)
        self._tokenizer = with_tools(self.name, self._tokenizer)

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        room = (context_tokens(self._model) or 1 << 20) - self.limit
        rollouts = [Rollout(s, self.desk.prompt(s), self._tokenizer, room, seed) for s in scenarios]
        while active := [rollout for rollout in rollouts if not rollout.over]:
            for rows in self.batches([len(rollout.ids) for rollout in active]):
                batch = [active[row] for row in rows]
                keys = [rollout.key for rollout in batch] if sample else []
                steps = self._steps([rollout.ids for rollout in batch], keys)
                for rollout, tokens in zip(batch, completions_of(steps, len(batch)), strict=True):
                    rollout.take(tokens)
        return [rollout.transcript for rollout in rollouts]
