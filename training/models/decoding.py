"""Fast decoding of a Llama on a CPU: many completions in lockstep, in as few operations as can be.

In transformers a step of sixteen completions takes three times as long: each layer's attention
copies the prompts' KV cache for every completion and every head. Here a prompt's keys and values
are held once for all completions of its group, a layer's projections are fused, and LoRA is merged
into the weights beforehand. `tests/training/test_decoding.py` compares it with the plain model.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import linear, rms_norm, silu
from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM, PreTrainedModel


class Layer(NamedTuple):
    """A layer's weights."""

    before: Tensor
    qkv: Tensor
    out: Tensor
    between: Tensor
    gate_up: Tensor
    down: Tensor


def is_plain(model: nn.Module) -> bool:
    """Whether `Decoder` supports a model: on a CPU, a Llama of linear layers without bias, possibly
    under LoRA, whose rotary embedding does not depend on the length."""
    core = _core(model)
    config = core.config
    return (
        core.device.type == "cpu"
        and isinstance(core, LlamaForCausalLM)
        and isinstance(config, LlamaConfig)
        and not (config.attention_bias or config.mlp_bias)
        and (config.rope_parameters or {}).get("rope_type") == "default"
        and config.hidden_act == "silu"
    )


def _core(model: nn.Module) -> PreTrainedModel:
    """The model itself, without PEFT's wrapper."""
    return model.get_base_model() if hasattr(model, "get_base_model") else model


def _weight(layer: nn.Module) -> Tensor:
    """A linear layer's weights with its active LoRA merged in."""
    if not hasattr(layer, "lora_A"):
        return layer.weight
    whole = layer.get_base_layer().weight.float()
    for name in () if layer.disable_adapters or layer.merged else layer.active_adapters:
        if name in layer.lora_A:
            a, b = layer.lora_A[name].weight.float(), layer.lora_B[name].weight.float()
            whole = whole + layer.scaling[name] * (b @ a)
    return whole.to(layer.get_base_layer().weight.dtype)


class Decoder:
    """A model's weights, ready for decoding."""

    def __init__(self, model: PreTrainedModel) -> None:
        """`model` must satisfy `is_plain`, and its weights must not change from now on."""
        core = _core(model)
        config, inner = core.config, core.model
        self.model, self._rotary = model, inner.rotary_emb
        self.embedded, self.last, self.head = (
            one.weight for one in (inner.embed_tokens, inner.norm, core.lm_head)
        )
        self.size, self.eps = (config.hidden_size,), config.rms_norm_eps
        self.kept = config.num_key_value_heads
        self.shared = config.num_attention_heads // self.kept
        """Query heads per key head."""
        self.width = inner.layers[0].self_attn.head_dim
        self.layers = [self._put_together(one) for one in inner.layers]

    def turns(self, places: int) -> tuple[Tensor, Tensor]:
        """Cosine and sine of the rotary embedding by position: (places, width) each."""
        cos, sin = self._rotary(self.embedded[:1], torch.arange(places)[None])
        return cos[0], sin[0]

    def _put_together(self, layer: nn.Module) -> Layer:
        attention, mlp = layer.self_attn, layer.mlp
        queries = _weight(attention.q_proj) * self.width**-0.5
        first = (queries, _weight(attention.k_proj), _weight(attention.v_proj))
        return Layer(
            layer.input_layernorm.weight,
            torch.cat(first),
            _weight(attention.o_proj),
            layer.post_attention_layernorm.weight,
            torch.cat([_weight(mlp.gate_proj), _weight(mlp.up_proj)]),
            _weight(mlp.down_proj),
        )

    def begin(self, prompts: Sequence[Sequence[int]], each: int, limit: int) -> "Writing":
        """Read prompts (token ids), to continue each `each` times by up to `limit` tokens."""
        return Writing(self, prompts, each, limit)


class Writing:
    """The KV caches of some prompts, and of `each` completions being written after each."""

    def __init__(
        self, decoder: Decoder, prompts: Sequence[Sequence[int]], each: int, limit: int
    ) -> None:
        self._of, self._each, self._at = decoder, each, 0
        lengths = torch.tensor([len(one) for one in prompts])
        longest, count = int(lengths.max()), len(prompts)
        layers, kept, width = len(decoder.layers), decoder.kept, decoder.width
        like = decoder.embedded.new_zeros
        self._keys = like(layers, count, kept, longest, width)
        self._values = like(layers, count, kept, longest, width)
        self._new_keys = like(layers, count * each, kept, limit, width)
        self._new_values = like(layers, count * each, kept, limit, width)
        read = torch.stack([self._read(n, one) for n, one in enumerate(prompts)])
        self.logits = read.repeat_interleave(each, 0)
        """The logits of the first token, for each row: (rows, vocabulary)."""
        hidden = torch.arange(longest)[None] >= lengths[:, None]
        self._hidden = like(hidden.shape).masked_fill(hidden, -torch.inf)[:, None, None]
        self._places = lengths.repeat_interleave(each)
        cos, sin = decoder.turns(longest + limit)
        self._cos, self._sin = cos[:, None], sin[:, None]

    def _read(self, number: int, prompt: Sequence[int]) -> Tensor:
        kept = DynamicCache()
        ids = torch.tensor([list(prompt)])
        model = self._of.model
        found = model(input_ids=ids, past_key_values=kept, use_cache=True, logits_to_keep=1).logits
        for at, layer in enumerate(kept.layers):
            self._keys[at, number, :, : len(prompt)] = layer.keys[0]
            self._values[at, number, :, : len(prompt)] = layer.values[0]
        return found[0, -1]

    def keep(self, groups: Tensor) -> None:
        """Continue with these groups alone, in this order."""
        rows = (groups[:, None] * self._each + torch.arange(self._each)).flatten()
        self._keys, self._values = self._keys[:, groups], self._values[:, groups]
        self._new_keys, self._new_values = self._new_keys[:, rows], self._new_values[:, rows]
        self._hidden, self._places = self._hidden[groups], self._places[rows]

    def step(self, tokens: Tensor) -> Tensor:
        """Append a token to each row; returns the logits of the next one: (rows, vocabulary)."""
        of, at, rows = self._of, self._at, len(tokens)
        cos, sin = self._cos[self._places + at], self._sin[self._places + at]
        state = of.embedded[tokens]
        asked = of.kept * of.shared
        for number, layer in enumerate(of.layers):
            seen = rms_norm(state, of.size, layer.before, of.eps)
            heads = linear(seen, layer.qkv).view(rows, -1, of.width)
            turned = heads[:, : asked + of.kept]
            left, right = turned.chunk(2, -1)
            turned = turned * cos + torch.cat([-right, left], -1) * sin
            self._new_keys[number, :, :, at] = turned[:, asked:]
            self._new_values[number, :, :, at] = heads[:, asked + of.kept :]
            state = state + linear(self._look(number, turned[:, :asked]), layer.out)
            seen = rms_norm(state, of.size, layer.between, of.eps)
            gate, up = linear(seen, layer.gate_up).chunk(2, -1)
            state = state + linear(silu(gate) * up, layer.down)
        self._at += 1
        return linear(rms_norm(state, of.size, of.last, of.eps), of.head)

    def _look(self, number: int, queries: Tensor) -> Tensor:
        """Attention of each row to its prompt, shared by its group, and to its own tokens."""
        of, rows = self._of, len(queries)
        keys, values = self._keys[number], self._values[number]
        longest = keys.shape[2]
        queries = queries.view(rows, of.kept, of.shared, of.width)
        on_prompt = self._to_groups(queries) @ keys.transpose(-1, -2) + self._hidden
        own = self._new_keys[number, :, :, : self._at + 1]
        on_own = self._to_groups(queries @ own.transpose(-1, -2))
        weights = torch.cat([on_prompt, on_own], -1).softmax(-1, dtype=torch.float32)
        weights = weights.to(values.dtype)
        found = self._to_rows(weights[..., :longest] @ values)
        own = self._new_values[number, :, :, : self._at + 1]
        return (found + self._to_rows(weights[..., longest:]) @ own).reshape(rows, -1)

    def _to_groups(self, of_rows: Tensor) -> Tensor:
        """(rows, kept, shared, ...) to (groups, kept, each x shared, ...)."""
        _, kept, shared, last = of_rows.shape
        together = of_rows.view(-1, self._each, kept, shared, last).transpose(1, 2)
        return together.reshape(-1, kept, self._each * shared, last)

    def _to_rows(self, of_groups: Tensor) -> Tensor:
        """The inverse of `_to_groups`."""
        groups, kept, _, last = of_groups.shape
        apart = of_groups.view(groups, kept, self._each, -1, last).transpose(1, 2)
        return apart.reshape(groups * self._each, kept, -1, last)
