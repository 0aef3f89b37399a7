"""A pretrained model with the tools, run by llama.cpp: plays up to `SLOTS` episodes at once."""

from collections.abc import Sequence
from pathlib import Path

from desks import Desk, Scenario
from training.models.llama_cpp.engine import SLOT_TOKENS
from training.models.llama_cpp.policy import LlamaCppPolicy
from training.models.loading import load_tokenizer
from training.models.policy import ScenarioPolicy
from training.models.pretrained import MODEL, model_folder
from training.models.rollout import Rollout, with_tools
from training.models.tool_calls import END_OF_TURN


class LlamaCppPlayer(ScenarioPolicy, LlamaCppPolicy):
    """The base, or an adapter of it, at the desk with the seven tools; `limit` counts the tokens of
    one turn."""

    def __init__(
        self, name: str, desk: Desk, adapter: Path | None, limit: int, constrained: bool = False
    ) -> None:
        super().__init__(name, desk, adapter, limit, constrained)
        self._room = SLOT_TOKENS - limit
        self._tokenizer = with_tools(name, load_tokenizer(str(adapter or model_folder(MODEL))))

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        return [text for _, text in sorted(self.each(scenarios, sample, seed))]

    def _one(self, s: Scenario, sample: bool, seed: int) -> str:
        rollout = Rollout(s, self.desk.prompt(s), self._tokenizer, self._room, seed)
        while not rollout.over:
            turn = "".join(self.pieces(rollout.ids, rollout.key if sample else None))
            rollout.take(
                self._tokenizer(f"{turn}{END_OF_TURN}", add_special_tokens=False).input_ids
            )
        return rollout.transcript
