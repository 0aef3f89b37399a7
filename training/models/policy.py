"""The policy interface: anything that answers a desk's prompts."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from desks import Desk, Scenario
from desks.desk import Message, seeded_rng
from training.common import ROOT
from training.common.console import CommandError

MODELS = ROOT / "assets" / "models"
BASE, WARM, TRAINED = "base", "warm", "trained"
"""The models of a desk. A run's `base` is what it began with, warm start included, and its
`trained` what it ended with."""
ZERO_SHOT = "zero_shot"
"""The model under a run's warm start, as it comes."""
PRETRAINED, POCKET = "pretrained", "pocket"
"""The two kinds of models that are shipped; the first also names the folder of its adapters."""
CONCURRENT_REQUESTS = 4
"""Requests that an endpoint is sent at a time, unless told otherwise."""
BATCH_SIZE = 60
"""Scenarios that a model is given at once where each answer is wanted as soon as it is there."""


class PolicyError(CommandError):
    """A policy that cannot be loaded or cannot answer; the message says what to do about it."""


class Policy(ABC):
    """Anything that answers a desk's prompts.

    Its answers depend on its `name`, which is the spec that it was loaded by, on its `limit`, how
    many tokens it may write, and on what was read from this machine: files, and folders of files.
    """

    def __init__(self, name: str, desk: Desk, limit: int = 0, read: Sequence[Path] = ()) -> None:
        self.name, self.desk, self.limit, self.read = name, desk, limit, read

    @abstractmethod
    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        """A completion for each prompt (chat messages), in order.

        `sample`: at temperature 1 from the whole distribution, else greedy. The same prompt and
        seed give the same completion if the model runs on this machine. PolicyError if a prompt is
        too long, or nothing comes back.
        """

    @abstractmethod
    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        """The completion as it grows: each text extends the one before, the last is complete.

        Closing the iterator stops the model.
        """

    def read_ahead(self, prompt: list[Message]) -> Iterator[object]:
        """Read a prompt step by step, so that a stream for it begins sooner; what that writes is
        the same. Where this is not possible, there is no step. PolicyError if it cannot be read."""
        return iter(())

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        """A completion for each scenario of the desk."""
        return self.complete([self.desk.prompt(s) for s in scenarios], sample, seed)

    def each(
        self, scenarios: Sequence[Scenario], sample: bool, seed: int
    ) -> Iterator[tuple[int, str]]:
        """The place and the completion of each scenario as soon as it is there, in any order."""
        for start in range(0, len(scenarios), BATCH_SIZE):
            texts = self.answer(scenarios[start : start + BATCH_SIZE], sample, seed)
            yield from enumerate(texts, start)


class ScenarioPolicy(Policy):
    """A policy that answers scenarios, and no prompts: a script, or whoever plays episodes."""

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        raise PolicyError(f"{self.name} works from scenarios: use answer(), not complete()")

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        raise PolicyError(f"{self.name} works from scenarios: use answer(), not stream()")


def draw_key(prompt: list[Message], seed: int) -> int:
    """The seed for sampling a prompt's completion, below 2^31. It depends on the prompt's text and
    the call's seed but not on the place in a batch, so that batching does not change results."""
    return seeded_rng("completion", seed, *(m["content"] for m in prompt)).getrandbits(31)
