"""Causal attention in blocks of queries: what a CPU trains fastest in bfloat16.

PyTorch's fused attention takes three times as long backwards on a CPU as the plain products do, and
these, taken at once, work out the half of the scores that causality hides.
"""

import torch
from torch import Tensor, nn
from transformers import AttentionInterface
from transformers.masking_utils import AttentionMaskInterface

NAME = "causal_blocks"
BLOCK = 128
"""Queries in a block; the last one is shorter or longer by half."""


def causal_blocks(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float,
    dropout: float = 0.0,
    **_: object,
) -> tuple[Tensor, None]:
    """Attention of (rows, heads, tokens, width), each token on itself and those before it; keys and
    values may have fewer heads, each for as many of the queries'.

    For sequences that begin together and are padded on the right: there is no mask, and none is
    read. Returns (rows, tokens, heads, width).
    """
    length = query.shape[2]
    query, key = (query * scaling).to(value.dtype), key.to(value.dtype)
    if (shared := query.shape[1] // key.shape[1]) > 1:
        key, value = key.repeat_interleave(shared, 1), value.repeat_interleave(shared, 1)
    starts = range(0, max(length - BLOCK // 2, 1), BLOCK)
    hidden = torch.full((length, length), -torch.inf, device=query.device).triu(1).to(value.dtype)
    blocks = []
    for start, end in zip(starts, [*starts[1:], length], strict=True):
        scores = query[:, :, start:end] @ key[:, :, :end].transpose(-1, -2)
        weights = (scores + hidden[start:end, :end]).softmax(-1)
        blocks.append(weights @ value[:, :, :end])
    return torch.cat(blocks, dim=2).transpose(1, 2), None


AttentionInterface.register(NAME, causal_blocks)
AttentionMaskInterface.register(NAME, lambda *given, **named: None)
