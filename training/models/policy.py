"""What a policy is: something that answers a desk's prompts, however it does so."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from desks import Desk, Scenario
from desks.desk import Message, stream
from training.common import ROOT

MODELS = ROOT / "assets" / "models"
BASE, WARM, TRAINED = "base", "warm", "trained"
"""The models of a desk; a run's are its base, with the warm start on it where there is one, and
what was trained."""
PRETRAINED, POCKET = "pretrained", "pocket"
"""The two kinds of models that are shipped; the first is the folder of its adapters, too."""


class PolicyError(ValueError):
    """A policy that cannot be loaded or cannot answer; the message says what to do about it."""


class Policy(ABC):
    """What answers a desk's prompts. `name` is the spec that it was loaded by."""

    def __init__(self, name: str, desk: Desk) -> None:
        self.name, self.desk = name, desk

    @abstractmethod
    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        """A completion for each prompt (chat messages), in their order.

        `sample`: at temperature 1 from the whole distribution, else greedy. The same prompt and
        seed give the same completion, as far as the model is on this machine. PolicyError where
        a prompt is too long, or nothing comes back.
        """

    @abstractmethod
    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        """The completion as it grows: each text holds the one before, the last is the whole.

        It may be given up at any time; the model then stops writing.
        """

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        """A completion for each scenario of the desk."""
        return self.complete([self.desk.prompt(s) for s in scenarios], sample, seed)


def draw_key(prompt: list[Message], seed: int) -> int:
    """What seeds the sampling of a prompt, below 2^31: its text and the call's seed, and not its
    place in a batch, so that a run repeats however it is cut into batches."""
    return stream("completion", seed, *(m["content"] for m in prompt)).getrandbits(31)
