"""Generate completions, and compute their log-probabilities; each prompt is read only once.

The completions of a group share their prompt, which is several times as long as they are. So a
prompt goes through the model once, and its KV cache (and the state of short convolutions) serves
all its completions, with gradients if they are needed. Nothing is approximated:
`tests/training/models/test_generation.py` compares both with the plain model.
"""

import os
from collections.abc import Callable, Collection, Iterator, Sequence

import torch
from torch import Tensor, nn
from transformers import DynamicCache, PreTrainedModel, StaticCache

from training.models import attention
from training.models.decoding import Decoder, is_plain
from training.models.lockstep import Lockstep

SMALL = 50_000_000
"""Below this many parameters one thread is best: several threads, waiting for each other on cores
that other work uses too, took ten times as long."""
Pick = Callable[[Tensor, Sequence[int]], Tensor]
"""(logits (rows, vocabulary), the prompt number of each row) -> the next token of each row."""


def threads(model: PreTrainedModel) -> int:
    """How many threads to run a model with on a CPU: one if it is small, else torch's number, but
    at most one per core."""
    if model.num_parameters() < SMALL:
        return 1
    return min(torch.get_num_threads(), os.cpu_count() or 1)


def context_tokens(model: PreTrainedModel) -> int | None:
    """How many tokens a model reads in all; None if its configuration does not say."""
    return getattr(model.config.get_text_config(), "max_position_embeddings", None)


def sample_tokens(logits: Tensor, rows: Sequence[int]) -> Tensor:
    """A token for each row, sampled from the model's distribution with torch's generator."""
    return tokens_at(logits, torch.rand(len(logits), 1, device=logits.device))


def tokens_at(logits: Tensor, drawn: Tensor, temperature: float = 1.0) -> Tensor:
    """The token that a uniform number (rows, 1) from [0, 1) chooses for each row.

    One number a row is enough; `torch.multinomial` draws one a token of the vocabulary, a quarter
    of the time of decoding with a vocabulary of 49,152.
    """
    below = (logits / temperature).softmax(-1).cumsum(-1)
    return torch.searchsorted(below, (1 - drawn) * below[:, -1:])[:, 0]  # never 0


def greedy(logits: Tensor, rows: Sequence[int]) -> Tensor:
    """The likeliest token for each row."""
    return logits.argmax(-1)


@torch.no_grad()  # in inference mode, FSDP would keep buffers that cannot be trained with
def generate(
    model: PreTrainedModel,
    prompts: Sequence[Sequence[int]],
    limit: int,
    stop_ids: Collection[int],
    pick: Pick,
) -> Iterator[list[tuple[int, int]]]:
    """Continue each prompt (token ids) until a stop token or `limit` tokens, all rows in lockstep.

    Each step yields (number of the prompt, token) for every row still being written, its stop token
    included. Closing the iterator stops the model.
    """
    fast = reads_groups(model)
    lockstep = Lockstep(prompts, fast)
    groups = lockstep.groups
    first = [prompts[group[0]] for group in groups]
    state = (
        Decoder(model, first, len(groups[0]), limit)
        if fast
        else _PaddedDecoder(model, first, limit)
    )
    logits = state.logits
    for at in range(limit):
        rows = lockstep.numbers
        tokens = pick(logits.float(), rows)
        written = zip(rows, tokens.tolist(), strict=True)
        step = [row for row in written if row[0] in lockstep.active]
        yield step
        kept = lockstep.finish(number for number, token in step if token in stop_ids)
        if not lockstep.active or at == limit - 1:
            return
        if kept is not None:
            state.keep_rows(kept)
            tokens = tokens[kept.flatten()]
        logits = state.step(tokens)


def reads_groups(model: PreTrainedModel) -> bool:
    """Whether `generate` keeps the completions of a group together."""
    return packs_groups(model) or (model.num_parameters() >= SMALL and is_plain(model))


class _PaddedDecoder:
    """Like `Decoder`, for any model: each group is one row; each distinct prompt is read once."""

    def __init__(
        self, model: PreTrainedModel, prompts: Sequence[Sequence[int]], limit: int
    ) -> None:
        distinct = list(dict.fromkeys(map(tuple, prompts)))
        longest = max(map(len, distinct))
        ids = torch.zeros(len(distinct), longest, dtype=torch.long)
        seen = torch.ones(len(distinct), longest + limit, dtype=torch.long)
        for row, prompt in enumerate(distinct):
            ids[row, longest - len(prompt) :] = torch.tensor(prompt)
            seen[row, : longest - len(prompt)] = 0
        self._model, self._read = model, longest
        self._seen = seen.to(model.device)
        self._positions = (self._seen.cumsum(1) - 1).clamp(min=0)  # padding on the left has none
        self._cache = StaticCache(model.config, max_cache_len=longest + limit)
        logits = self._logits(ids.to(model.device), 0)
        rows = torch.tensor([distinct.index(tuple(prompt)) for prompt in prompts])
        self.logits = logits[rows.to(model.device)]
        self.keep_rows(rows)

    def keep_rows(self, rows: Tensor) -> None:
        """Continue with these rows alone, in this order."""
        rows = rows.flatten().to(self._seen.device)
        self._seen, self._positions = self._seen[rows], self._positions[rows]
        self._cache.reorder_cache(rows)

    def step(self, tokens: Tensor) -> Tensor:
        self._read += 1
        return self._logits(tokens[:, None], self._read - 1)

    def _logits(self, ids: Tensor, begin: int) -> Tensor:
        """Read tokens, the first at position `begin`; returns the logits after the last."""
        return self._model(
            input_ids=ids,
            attention_mask=self._seen[:, : self._read],
            position_ids=self._positions[:, begin : self._read],
            past_key_values=self._cache,
            use_cache=True,
            logits_to_keep=1,
        ).logits[:, -1]


def completions_of(steps: Iterator[list[tuple[int, int]]], count: int) -> list[list[int]]:
    """The tokens written to each of `count` prompts, from the steps that `generate` yields."""
    texts: list[list[int]] = [[] for _ in range(count)]
    for step in steps:
        for number, token in step:
            texts[number].append(token)
    return texts


def token_logprobs(
    model: nn.Module,
    prompts: Sequence[Tensor],
    completions: Sequence[Tensor],
    temperature: float,
    own: Sequence[Tensor] | None = None,
) -> tuple[Tensor, Tensor]:
    """The log-probability of each completion token, and the entropy of the distribution that it was
    drawn from.

    `prompts` and `completions` are token ids without padding, one per row; both results are (rows,
    longest completion), 0 beyond a completion's end. `own` says of each token whether the model
    wrote it, by default of all; for those that a tool wrote, the results are 0. Gradients flow
    through the log-probabilities into the shared forward pass over each prompt.
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for row, prompt in enumerate(prompts):
        groups.setdefault(tuple(prompt.tolist()), []).append(row)
    longest = max(map(len, completions))
    logprobs: list[Tensor] = [torch.empty(0)] * len(prompts)
    entropies: list[Tensor] = [torch.empty(0)] * len(prompts)
    for rows in groups.values():
        texts = [completions[row] for row in rows]
        written = [own[row] if own else torch.ones_like(completions[row]).bool() for row in rows]
        logits_of = _packed_logits if packs_groups(model) else _logits
        logits = logits_of(model, prompts[rows[0]], texts, written)
        for row, text, mine, scores in zip(rows, texts, written, logits, strict=True):
            known = (scores.float() / temperature).log_softmax(-1)
            nothing, at = known.new_zeros(longest), mine.nonzero()[:, 0]
            logprobs[row] = nothing.index_put((at,), known.gather(1, text[mine, None])[:, 0])
            known = known.detach()
            entropies[row] = nothing.index_put((at,), -(known.exp() * known).sum(-1))
    return torch.stack(logprobs), torch.stack(entropies)


def _logits(
    model: nn.Module, prompt: Tensor, texts: Sequence[Tensor], own: Sequence[Tensor]
) -> Sequence[Tensor]:
    """The logits that predict each own token of the texts: (tokens, vocabulary) per text."""
    cache = DynamicCache(config=model.config)
    first = model(
        input_ids=prompt[None], past_key_values=cache, use_cache=True, logits_to_keep=1
    ).logits.expand(len(texts), -1, -1)
    if max(map(len, texts)) == 1:
        return [scores[mine] for scores, mine in zip(first, own, strict=True)]
    cache.reorder_cache(torch.zeros(len(texts), dtype=torch.long, device=prompt.device))
    written = nn.utils.rnn.pad_sequence([text[:-1] for text in texts], batch_first=True)
    rest = model(input_ids=written, past_key_values=cache, use_cache=True).logits
    every = torch.cat([first, rest], 1)
    return [scores[: len(mine)][mine] for scores, mine in zip(every, own, strict=True)]


def packs_groups(model: nn.Module) -> bool:
    """Whether a model reads a group as one packed sequence: only with our blockwise attention."""
    return model.config._attn_implementation == attention.NAME


def _packed_logits(
    model: nn.Module, prompt: Tensor, texts: Sequence[Tensor], own: Sequence[Tensor]
) -> Sequence[Tensor]:
    """The same as `_logits` from one packed sequence: the prompt, then every text without its last
    token."""
    begin, lengths = len(prompt), [len(text) - 1 for text in texts]
    steps = torch.arange(begin + max(lengths), device=prompt.device)
    positions = [steps[:begin], *(steps[begin : begin + length] for length in lengths)]
    predicting, at = [], begin
    for length, mine in zip(lengths, own, strict=True):
        places = torch.tensor([begin - 1, *range(at, at + length)], device=prompt.device)
        predicting.append(places[mine])
        at += length
    logits = model(
        input_ids=torch.cat([prompt, *(text[:-1] for text in texts)])[None],
        position_ids=torch.cat(positions)[None],
        segments=[begin, *filter(None, lengths)],
        use_cache=False,
        logits_to_keep=torch.cat(predicting),
    ).logits[0]
    return logits.split([len(places) for places in predicting])
