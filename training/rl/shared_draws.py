"""Random numbers for completions that several processes write, the same as one process would draw.

In every process the same generator draws for all rows of the step, in the order in which one
process would write them, and each uses those of its own rows. So what is sampled does not depend on
how many processes there are, but for the last digit of the logits. For this, the processes tell
each other after every token whose completions have ended.
"""

from collections.abc import Collection, Iterable, Sequence

import torch
from accelerate import PartialState
from accelerate.utils import gather, synchronize_rng_states
from torch import Tensor

from training.models.lockstep import Lockstep
from training.rl.processes import from_all


class SharedDraws:
    """The draws of one batch: for each token `next`, then `finish`; at the end `to_the_end`."""

    def __init__(
        self, prompts: Sequence[Sequence[int]], grouped: bool, limit: int, device: torch.device
    ) -> None:
        """`prompts` are this process's, as many as every other's; at most `limit` tokens each."""
        state = PartialState()
        if state.num_processes > 1:
            synchronize_rng_states(["torch", *(["cuda"] if device.type == "cuda" else [])])
        self._lockstep = Lockstep(from_all(prompts), grouped)
        self._own, self._first = len(prompts), state.process_index * len(prompts)
        self._left, self._device = limit, device

    def next(self, numbers: Collection[int]) -> Tensor:
        """A number in [0, 1) for each of these prompts of this process: (prompts, 1)."""
        order = self._lockstep.numbers
        drawn = torch.rand(len(order), 1, device=self._device)
        place = {number: at for at, number in enumerate(order)}
        self._left -= 1  # a finished row that only others have dropped gets any number
        return drawn[[place.get(self._first + number, 0) for number in numbers]]

    def finish(self, done: Iterable[int]) -> None:
        """Tell the others which prompts of this process are answered, and hear which of theirs."""
        ended = torch.zeros(self._own, dtype=torch.uint8, device=self._device)
        ended[list(done)] = 1
        self._lockstep.finish(gather(ended).nonzero()[:, 0].tolist())

    def to_the_end(self) -> None:
        """Go on drawing until the other processes' completions have ended, too."""
        while self._left and self._lockstep.active:
            self.next(())
            self.finish(())
