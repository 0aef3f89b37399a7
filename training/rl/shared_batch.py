"""A step's completions as tensors, gathered from all processes and dealt out to them again."""

from collections.abc import Sequence

import torch
from accelerate import PartialState
from accelerate.utils import gather, pad_across_processes
from torch import Tensor

Batch = dict[str, Tensor]
"""TRL's tensors by name: scalars, (rows,) or (rows, tokens), padded."""
ON_THE_LEFT = ("prompt_ids", "prompt_mask")
"""What is padded on the left."""


def gathered(batch: Batch, padding: int) -> Batch:
    """The rows of all processes, in their order, in every process; scalars are left as they are.
    `padding` is the token id that pads."""
    rows = {}
    for name, value in batch.items():
        fill = padding if name.endswith("_ids") else 0
        left = name in ON_THE_LEFT
        padded = pad_across_processes(value, dim=1, pad_index=fill, pad_first=left)
        rows[name] = gather(padded) if value.ndim else value
    return rows


def own_share(batch: Batch, rows: Sequence[int]) -> Batch:
    """This process's equal share of those rows of a gathered batch, with the number of tokens that
    all of them together learn from."""
    state = PartialState()
    share = len(rows) // state.num_processes
    kept = torch.tensor(rows)
    learned = batch["completion_mask"] * batch.get("tool_mask", 1)  # what a tool said is not
    tokens = learned[kept.to(learned.device)].sum()
    kept = kept[state.process_index * share :][:share]
    own = {
        name: value[kept.to(value.device)] if value.ndim else value for name, value in batch.items()
    }
    return own | {"num_items_in_batch": tokens}
