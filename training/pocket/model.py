"""The pocket model: LFM2, short convolutions alternating with attention, small enough for a CPU.

Attention alone takes hours to learn to copy; with a convolution before each attention it takes
minutes. The rest is a matter of initialisation: larger matrices than usual, values that pass
through attention nearly unchanged, and a first attention that looks for equal tokens.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, linear
from transformers import AutoModelForCausalLM, Lfm2Config, Lfm2ForCausalLM, PreTrainedTokenizerFast
from transformers.models.lfm2.modeling_lfm2 import rotate_half

from training.pocket.lessons import Head, Kind
from training.pocket.tokens import DATE

LAYERS = "cacacacaca"
"""c: short convolution, a: attention."""
WIDTH, INNER, HEADS = 128, 256, 4
LONGEST = 1_536
"""Tokens of prompt and completion together."""
THETA, TURNING = 10_000.0, 8
"""So many pairs of a head's dimensions rotate with the position, the fastest ones; the others do
not, so that distant tokens can be matched by meaning."""
SHARP = 1.5
"""The initial gain of queries and keys: at 1, hundreds of tokens drown out the one that matches."""
_CLOCK = re.compile(r"([A-Z][a-z]{2})?(\d\d):(\d\d)")
_HOURS = re.compile(r"[+-]\d{1,2}")
EMBEDDED, COPIED = 0.1, 0.1
"""Initial standard deviation of the embeddings, and how much of a value attention passes on."""
OWN = 0.7
"""How much of its own embedding a token keeps if it shares a meaning with others."""


def build(tokenizer: PreTrainedTokenizerFast, alike: bool = False) -> Lfm2ForCausalLM:
    """A new model for that tokenizer, initialised from torch's generator.

    `alike`: tokens with the same letters, in any case and with or without a space before them,
    begin near each other.
    """
    config = Lfm2Config(
        vocab_size=-(-len(tokenizer) // 64) * 64,
        hidden_size=WIDTH,
        intermediate_size=INNER,
        block_auto_adjust_ff_dim=False,
        num_hidden_layers=len(LAYERS),
        layer_types=["conv" if kind == "c" else "full_attention" for kind in LAYERS],
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        max_position_embeddings=LONGEST,
        rope_parameters=_positions(),
        tie_word_embeddings=True,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
    )
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    _start(model)
    _know_dates(model.model.embed_tokens.weight, tokenizer)
    if alike:
        _know_letters(model.model.embed_tokens.weight, tokenizer)
    return model


def _positions() -> dict[str, Any]:
    """Rotary positions whose slow dimensions do not rotate."""
    still = WIDTH // HEADS // 2 - TURNING
    factors = [1.0] * TURNING + [1e9] * still
    return {
        "rope_type": "longrope",
        "rope_theta": THETA,
        "short_factor": factors,
        "long_factor": factors,
        "original_max_position_embeddings": LONGEST,
        "factor": 1.0,
        "attention_factor": 1.0,
    }


@torch.no_grad()
def _start(model: Lfm2ForCausalLM) -> None:
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=module.in_features**-0.5)
    nn.init.normal_(model.model.embed_tokens.weight, std=EMBEDDED)
    first = True
    for layer in model.model.layers:
        if not layer.is_attention_layer:
            continue
        attention = layer.self_attn
        attention.q_layernorm.weight.fill_(SHARP)
        attention.k_layernorm.weight.fill_(SHARP)
        nn.init.orthogonal_(attention.v_proj.weight)
        attention.out_proj.weight.copy_(COPIED * attention.v_proj.weight.T)
        if first:
            attention.k_proj.weight.copy_(attention.q_proj.weight)
            first = False


@torch.no_grad()
def _know_dates(embeddings: Tensor, tokenizer: PreTrainedTokenizerFast) -> None:
    """Start the embeddings of dates and times near what they mean.

    A date shares a component with its weekday's name, its day's number and its month's name, and
    one with every second week; a time of day lies on circles of 24, 12, 6, 3 and 1.5 hours.
    """
    shared = EMBEDDED * torch.randn(7 + 32 + 13 + 2, embeddings.shape[1])
    weekdays, days, months, fortnights = shared.split((7, 32, 13, 2))
    year = [date(2001, 1, 1) + timedelta(days=n) for n in range(365)]
    names = {f"{day:%A}": weekdays[day.weekday()] for day in year}
    names |= {f"{day:%a}": weekdays[day.weekday()] for day in year}
    names |= {f"{day:%B}": months[day.month] for day in year}
    names |= {str(number): days[number] for number in range(1, 32)}
    for token in range(len(tokenizer)):
        text = tokenizer.decode([token]).strip()
        if DATE.fullmatch(text):
            day = date.fromisoformat(text)
            parity = fortnights[(day.toordinal() - day.weekday()) // 7 % 2]
            meaning = weekdays[day.weekday()] + days[day.day] + months[day.month] + parity
            embeddings[token] = OWN * embeddings[token] + meaning / 2
        elif found := _CLOCK.fullmatch(text):
            if found[1]:
                embeddings[token] = OWN * embeddings[token] + names[found[1]] / 2
            place = _place(int(found[2]) + int(found[3]) / 60)
            embeddings[token, -len(place) :] = EMBEDDED * place
        elif found := _HOURS.fullmatch(text):
            place = _place(int(found[0]))
            embeddings[token, -len(place) :] = EMBEDDED * place
        elif text in names:
            embeddings[token] = OWN * embeddings[token] + names[text] / 2


@torch.no_grad()
def _know_letters(embeddings: Tensor, tokenizer: PreTrainedTokenizerFast) -> None:
    """Give tokens of the same letters a shared component: "Hold", " hold", "hold" are one word."""
    letters: dict[str, list[int]] = {}
    for token in range(len(tokenizer)):
        letters.setdefault(tokenizer.decode([token]).strip().lower(), []).append(token)
    for text, tokens in letters.items():
        if text and len(tokens) > 1:
            shared = EMBEDDED * torch.randn(embeddings.shape[1])
            embeddings[tokens] = (1 - OWN) * embeddings[tokens] + OWN * shared


def _place(hour: float) -> Tensor:
    angles = 2 * torch.pi * hour / 24 * torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0])
    return torch.cat([angles.sin(), angles.cos()])


def look(
    model: Lfm2ForCausalLM, hidden: Sequence[Tensor], head: Head, places: Tensor
) -> tuple[Tensor, float]:
    """The loss of one attention head on where it should look, and how often it looks there most.

    Both are `levelled` over the tokens to look at.

    `hidden` is as a forward pass gives it, each (rows, tokens, width); `places` (n, 3): row, token
    that looks, token that it should look at.
    """
    layer = model.model.layers[head.layer]
    attention, width = layer.self_attn, WIDTH // HEADS
    values = layer.operator_norm(hidden[head.layer])
    mine = slice(head.number * width, (head.number + 1) * width)
    rows, at, to = places.unbind(1)
    queries = attention.q_layernorm(linear(values[rows, at], attention.q_proj.weight[mine]))
    keys = attention.k_layernorm(linear(values, attention.k_proj.weight[mine]))
    positions = torch.arange(values.shape[1])
    cos, sin = (turn[0] for turn in model.model.rotary_emb(values, positions[None]))
    queries, keys = _turned(queries, cos[at], sin[at]), _turned(keys, cos, sin)
    scores = torch.cat(
        [queries[rows == row].float() @ keys[row].float().T for row in rows.unique_consecutive()]
    )
    scores = (scores * attention.scaling).masked_fill(positions > at[:, None], -torch.inf)
    each, right = cross_entropy(scores, to, reduction="none"), scores.argmax(-1) == to
    places = rows * values.shape[1] + to
    return levelled(each, places), levelled(right.float(), places).item()


def levelled(each: Tensor, classes: Tensor) -> Tensor:
    """Mean of (n,) values in which each class weighs the square root of its frequency.

    Most lines do not clash and most half hours are free. In a plain mean the few that decide are
    drowned out, and a head that always says "no" is nearly always right.
    """
    _, kind, counts = classes.unique(return_inverse=True, return_counts=True)
    weights = counts[kind] ** -0.5
    return (weights * each).sum() / weights.sum()


def _turned(values: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions, as the model itself applies them."""
    return values * cos + rotate_half(values) * sin


class Heads(nn.Module):
    """Throw-away heads that answer a lesson's questions from hidden states."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        super().__init__()
        self.kinds = kinds
        self.norms = nn.ModuleDict({kind: nn.RMSNorm(WIDTH) for kind in kinds})
        self.answers = nn.ModuleDict({k: nn.Linear(WIDTH, one.classes) for k, one in kinds.items()})

    def loss(self, kind: str, hidden: Tensor, values: Tensor) -> tuple[Tensor, float]:
        """Loss and accuracy for (n, width) hidden states and (n,) values.

        Both are `levelled` over the values, except where a value is a bit mask.
        """
        logits = self.answers[kind](self.norms[kind](hidden.float()))
        if not self.kinds[kind].several:
            each = cross_entropy(logits, values, reduction="none")
            right = (logits.argmax(-1) == values).float()
            return levelled(each, values), levelled(right, values).item()
        bits = (values[:, None] >> torch.arange(self.kinds[kind].classes)) & 1
        right = ((logits > 0) == bits.bool()).all(-1).float().mean()
        each = binary_cross_entropy_with_logits(logits, bits.float(), reduction="none")
        return each.sum(-1).mean(), right.item()
