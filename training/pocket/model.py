"""The pocket model: LFM2, short convolutions alternating with attention, small enough for a CPU.

Attention alone takes hours to learn to copy; with a convolution before each attention it takes
minutes. The rest is a matter of initialisation: larger matrices than usual, values that pass
through attention nearly unchanged, and a first attention that looks for equal tokens.
"""

import calendar
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, linear
from transformers import AutoModelForCausalLM, Lfm2Config, Lfm2ForCausalLM, PreTrainedTokenizerFast
from transformers.models.lfm2.modeling_lfm2 import rotate_half

from training.pocket.lessons import Head, Question
from training.pocket.tokens import DATE

LAYERS = "cacacacaca"
"""c: short convolution, a: attention."""
WIDTH, MLP_WIDTH, HEADS = 128, 256, 4
CONTEXT_TOKENS = 1_536
"""Tokens of prompt and completion together."""
ROPE_THETA, ROTATED_PAIRS = 10_000.0, 8
"""Of a head's pairs of dimensions, only the `ROTATED_PAIRS` fastest rotate with the position; the
others do not, so that distant tokens can be matched by meaning."""
QK_GAIN = 1.5
"""The initial gain of queries and keys: at 1, hundreds of tokens drown out the one that matches."""
_CLOCK = re.compile(r"([A-Z][a-z]{2})?(\d\d):(\d\d)")
_HOURS = re.compile(r"[+-]\d{1,2}")
EMBEDDING_STD, VALUE_GAIN = 0.1, 0.1
"""Initial standard deviation of the embeddings, and how much of a value attention passes on."""
OWN_SHARE = 0.7
"""How much of its own embedding a token keeps if it shares a meaning with others."""


def build(tokenizer: PreTrainedTokenizerFast, case_insensitive: bool = False) -> Lfm2ForCausalLM:
    """A new model for that tokenizer, initialised with torch's generator.

    `case_insensitive`: tokens with the same letters, in any case and with or without a space before
    them, begin near each other.
    """
    config = Lfm2Config(
        vocab_size=-(-len(tokenizer) // 64) * 64,
        hidden_size=WIDTH,
        intermediate_size=MLP_WIDTH,
        block_auto_adjust_ff_dim=False,
        num_hidden_layers=len(LAYERS),
        layer_types=["conv" if kind == "c" else "full_attention" for kind in LAYERS],
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        max_position_embeddings=CONTEXT_TOKENS,
        rope_parameters=_rope_parameters(),
        tie_word_embeddings=True,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
    )
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    _initialize(model)
    _initialize_dates(model.model.embed_tokens.weight, tokenizer)
    if case_insensitive:
        _initialize_letters(model.model.embed_tokens.weight, tokenizer)
    return model


def _rope_parameters() -> dict[str, Any]:
    """Rotary positions whose slow dimensions do not rotate."""
    still = WIDTH // HEADS // 2 - ROTATED_PAIRS
    factors = [1.0] * ROTATED_PAIRS + [1e9] * still
    return {
        "rope_type": "longrope",
        "rope_theta": ROPE_THETA,
        "short_factor": factors,
        "long_factor": factors,
        "original_max_position_embeddings": CONTEXT_TOKENS,
        "factor": 1.0,
        "attention_factor": 1.0,
    }


@torch.no_grad()
def _initialize(model: Lfm2ForCausalLM) -> None:
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=module.in_features**-0.5)
    nn.init.normal_(model.model.embed_tokens.weight, std=EMBEDDING_STD)
    attentions = [layer.self_attn for layer in model.model.layers if layer.is_attention_layer]
    for attention in attentions:
        attention.q_layernorm.weight.fill_(QK_GAIN)
        attention.k_layernorm.weight.fill_(QK_GAIN)
        nn.init.orthogonal_(attention.v_proj.weight)
        attention.out_proj.weight.copy_(VALUE_GAIN * attention.v_proj.weight.T)
    attentions[0].k_proj.weight.copy_(attentions[0].q_proj.weight)


@torch.no_grad()
def _initialize_dates(embeddings: Tensor, tokenizer: PreTrainedTokenizerFast) -> None:
    """Initialise the embeddings of dates and times by what they mean.

    A date shares a component with its weekday's name, its day's number and its month's name, and
    one with every second week; a time of day lies on circles of 24, 12, 6, 3 and 1.5 hours.
    """
    shared = EMBEDDING_STD * torch.randn(7 + 32 + 13 + 2, embeddings.shape[1])
    weekdays, days, months, fortnights = shared.split((7, 32, 13, 2))
    names = dict(zip(calendar.day_name, weekdays, strict=True))
    names |= zip(calendar.day_abbr, weekdays, strict=True)
    names |= zip(calendar.month_name[1:], months[1:], strict=True)
    names |= {str(number): days[number] for number in range(1, 32)}
    for token in range(len(tokenizer)):
        text = tokenizer.decode([token]).strip()
        if DATE.fullmatch(text):
            day = date.fromisoformat(text)
            parity = fortnights[(day.toordinal() - day.weekday()) // 7 % 2]
            meaning = weekdays[day.weekday()] + days[day.day] + months[day.month] + parity
            embeddings[token] = OWN_SHARE * embeddings[token] + meaning / 2
        elif match := _CLOCK.fullmatch(text):
            if match[1]:
                embeddings[token] = OWN_SHARE * embeddings[token] + names[match[1]] / 2
            place = _on_circles(int(match[2]) + int(match[3]) / 60)
            embeddings[token, -len(place) :] = EMBEDDING_STD * place
        elif match := _HOURS.fullmatch(text):
            place = _on_circles(int(match[0]))
            embeddings[token, -len(place) :] = EMBEDDING_STD * place
        elif text in names:
            embeddings[token] = OWN_SHARE * embeddings[token] + names[text] / 2


@torch.no_grad()
def _initialize_letters(embeddings: Tensor, tokenizer: PreTrainedTokenizerFast) -> None:
    """Give tokens of the same letters a shared component: "Hold", " hold", "hold" are one word."""
    letters: dict[str, list[int]] = {}
    for token in range(len(tokenizer)):
        letters.setdefault(tokenizer.decode([token]).strip().lower(), []).append(token)
    for text, tokens in letters.items():
        if text and len(tokens) > 1:
            shared = EMBEDDING_STD * torch.randn(embeddings.shape[1])
            embeddings[tokens] = (1 - OWN_SHARE) * embeddings[tokens] + OWN_SHARE * shared


def _on_circles(hour: float) -> Tensor:
    angles = 2 * torch.pi * hour / 24 * torch.tensor([1.0, 2.0, 4.0, 8.0, 16.0])
    return torch.cat([angles.sin(), angles.cos()])


def attention_loss(
    model: Lfm2ForCausalLM, hidden: Sequence[Tensor], head: Head, pointers: Tensor
) -> tuple[Tensor, float]:
    """The loss of one attention head on where it should look, and how often it scores that highest.

    Both are balanced means over the tokens to look at.

    `hidden` holds the hidden states of a forward pass, each (rows, tokens, width); `pointers` is
    (n, 3): row, token that looks, token that it should look at.
    """
    layer = model.model.layers[head.layer]
    attention, width = layer.self_attn, WIDTH // HEADS
    values = layer.operator_norm(hidden[head.layer])
    of_head = slice(head.number * width, (head.number + 1) * width)
    rows, at, to = pointers.unbind(1)
    queries = attention.q_layernorm(linear(values[rows, at], attention.q_proj.weight[of_head]))
    keys = attention.k_layernorm(linear(values, attention.k_proj.weight[of_head]))
    positions = torch.arange(values.shape[1])
    cos, sin = (turn[0] for turn in model.model.rotary_emb(values, positions[None]))
    queries, keys = _rotated(queries, cos[at], sin[at]), _rotated(keys, cos, sin)
    scores = torch.cat(
        [queries[rows == row].float() @ keys[row].float().T for row in rows.unique_consecutive()]
    )
    scores = (scores * attention.scaling).masked_fill(positions > at[:, None], -torch.inf)
    losses, hits = cross_entropy(scores, to, reduction="none"), scores.argmax(-1) == to
    targets = rows * values.shape[1] + to
    return balanced_mean(losses, targets), balanced_mean(hits.float(), targets).item()


def balanced_mean(values: Tensor, classes: Tensor) -> Tensor:
    """Mean of (n,) values in which each class weighs the square root of its frequency.

    Most lines do not clash and most half hours are free. In a plain mean the few that decide are
    drowned out, and a head that always says "no" is nearly always right.
    """
    _, class_of, counts = classes.unique(return_inverse=True, return_counts=True)
    weights = counts[class_of] ** -0.5
    return (weights * values).sum() / weights.sum()


def _rotated(values: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions, as the model itself applies them."""
    return values * cos + rotate_half(values) * sin


class Heads(nn.Module):
    """Auxiliary heads that answer a lesson's questions from hidden states; discarded afterwards."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        super().__init__()
        self.questions = questions
        self.norms = nn.ModuleDict({name: nn.RMSNorm(WIDTH) for name in questions})
        self.answers = nn.ModuleDict(
            {name: nn.Linear(WIDTH, one.classes) for name, one in questions.items()}
        )

    def loss(self, question: str, hidden: Tensor, values: Tensor) -> tuple[Tensor, float]:
        """Loss and accuracy for (n, width) hidden states and (n,) values.

        Both are balanced means over the values, except where a value is a bit mask.
        """
        logits = self.answers[question](self.norms[question](hidden.float()))
        if not self.questions[question].several:
            losses = cross_entropy(logits, values, reduction="none")
            hits = (logits.argmax(-1) == values).float()
            return balanced_mean(losses, values), balanced_mean(hits, values).item()
        bits = (values[:, None] >> torch.arange(self.questions[question].classes)) & 1
        hits = ((logits > 0) == bits.bool()).all(-1).float().mean()
        losses = binary_cross_entropy_with_logits(logits, bits.float(), reduction="none")
        return losses.sum(-1).mean(), hits.item()
