"""Causal attention in blocks of queries: the fastest way to train in bfloat16 on a CPU.

There the backward pass of PyTorch's fused attention takes three times as long as that of plain
matrix products. Over all queries at once, plain products would also compute the half of the scores
that the causal mask hides; in blocks they skip most of it.
"""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from transformers import AttentionInterface
from transformers.masking_utils import AttentionMaskInterface

NAME = "causal_blocks"
BLOCK = 128
"""Queries in a block; the last block is longer or shorter by up to half."""


def causal_blocks(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float,
    dropout: float = 0.0,
    segments: Sequence[int] | None = None,
    **_: object,
) -> tuple[Tensor, None]:
    """Attention of (rows, heads, tokens, width), where each token sees itself and those before it.
    Keys and values may have fewer heads, each shared by equally many query heads.

    Sequences must begin together and be padded on the right: they then need no mask, and
    `attention_mask` is ignored. With `segments`, the lengths of a prompt and of the completions
    after it, each completion sees only the prompt and itself. Returns (rows, tokens, heads, width).
    """
    query, key = (query * scaling).to(value.dtype), key.to(value.dtype)
    if (shared := query.shape[1] // key.shape[1]) > 1:
        key, value = key.repeat_interleave(shared, 1), value.repeat_interleave(shared, 1)
    prompt, *_ = lengths = list(segments or [query.shape[2]])
    largest = BLOCK + BLOCK // 2
    hidden = torch.full((largest, largest), -torch.inf, device=query.device).triu(1)
    hidden = hidden.to(value.dtype)
    blocks, begin = [], 0
    for length in lengths:
        starts = range(begin, begin + max(length - BLOCK // 2, 1), BLOCK)
        for start, end in zip(starts, [*starts[1:], begin + length], strict=True):
            seen = slice(begin, end)
            keys, values = key[:, :, seen], value[:, :, seen]
            if begin:
                keys = torch.cat([key[:, :, :prompt], keys], 2)
                values = torch.cat([value[:, :, :prompt], values], 2)
            scores = query[:, :, start:end] @ keys.transpose(-1, -2)
            scores[..., start - end :] += hidden[: end - start, : end - start]
            blocks.append(scores.softmax(-1) @ values)
        begin += length
    return torch.cat(blocks, dim=2).transpose(1, 2), None


AttentionInterface.register(NAME, causal_blocks)
AttentionMaskInterface.register(NAME, lambda *given, **named: None)
