"""Which completions are being written, in which order: they are written in lockstep, a token each.

The order decides which random number each one gets, so it is the same wherever it is worked out.
"""

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

COMPACT_BELOW = 0.8
"""Finished rows are dropped once at most this share of the rows would be left: dropping them copies
the KV cache of the others."""


class Lockstep:
    """The rows of a batch that is being written; each stands for one prompt, by its number."""

    def __init__(self, prompts: Sequence[Sequence[int]], grouped: bool) -> None:
        """With `grouped`, equal prompts (token ids) stand together, if there are equally many of
        each; otherwise each prompt is a group of its own, in their order."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, prompt in enumerate(prompts):
            groups.setdefault(tuple(prompt), []).append(number)
        numbers = list(groups.values())
        if not grouped or len(set(map(len, numbers))) > 1:
            numbers = [[n] for n in range(len(prompts))]
        self.active = set(range(len(prompts)))
        """The prompts that are still being answered."""
        self._rows = torch.tensor(numbers)

    @property
    def groups(self) -> list[list[int]]:
        """The prompts of the rows, by group."""
        return self._rows.tolist()

    @property
    def numbers(self) -> list[int]:
        """The prompt of each row; some are finished already."""
        return self._rows.flatten().tolist()

    def finish(self, done: Iterable[int]) -> Tensor | None:
        """Count these prompts as answered. Returns the rows that are kept, as (groups, rows of
        each), if it is worth dropping the others, which is done; else None."""
        self.active.difference_update(done)
        unfinished = torch.isin(self._rows, torch.tensor(list(self.active)))
        left, each = unfinished.any(1).nonzero()[:, 0], int(unfinished.sum(1).max())
        if not self.active or len(left) * each > COMPACT_BELOW * self._rows.numel():
            return None
        first = unfinished[left].int().argsort(dim=1, descending=True, stable=True)[:, :each]
        kept = left[:, None] * self._rows.shape[1] + first
        self._rows = self._rows.flatten()[kept]
        return kept
