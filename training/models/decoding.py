"""Fast decoding of a Llama on a CPU: completions in lockstep, in as few operations as possible.

In transformers a step of sixteen completions takes three times as long: each layer's attention
copies the prompts' KV cache for every completion and every head. Here a prompt's keys and values
are stored once for all completions of its group, a layer's projections are fused, and LoRA is
merged into the weights beforehand. `tests/training/models/test_decoding.py` compares the decoder
with the plain model.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import linear, rms_norm, silu
from transformers import DynamicCache, LlamaForCausalLM, PreTrainedModel


class Layer(NamedTuple):
    """A layer's weights."""

    input_norm: Tensor
    qkv: Tensor
    out: Tensor
    mlp_norm: Tensor
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
    merged = layer.get_base_layer().weight.float()
    for name in () if layer.disable_adapters or layer.merged else layer.active_adapters:
        if name in layer.lora_A:
            a, b = layer.lora_A[name].weight.float(), layer.lora_B[name].weight.float()
            merged = merged + layer.scaling[name] * (b @ a)
    return merged.to(layer.get_base_layer().weight.dtype)


class Decoder:
    """A model's weights, and the KV caches of some prompts and of `each` completions per prompt, of
    up to `limit` tokens."""

    def __init__(
        self, model: PreTrainedModel, prompts: Sequence[Sequence[int]], each: int, limit: int
    ) -> None:
        """`model` must satisfy `is_plain`, and its weights must not change afterwards."""
        core = _core(model)
        config, inner = core.config, core.model
        self._embedding, self._final_norm, self._lm_head = (
            module.weight for module in (inner.embed_tokens, inner.norm, core.lm_head)
        )
        self._norm_shape, self._eps = (config.hidden_size,), config.rms_norm_eps
        self._kv_heads, self._query_heads = config.num_key_value_heads, config.num_attention_heads
        self._head_dim = inner.layers[0].self_attn.head_dim
        self._layers = [self._fused(layer) for layer in inner.layers]
        self._each, self._step = each, 0
        lengths = torch.tensor([len(prompt) for prompt in prompts])
        longest, count = int(lengths.max()), len(prompts)
        layers, heads, width = len(self._layers), self._kv_heads, self._head_dim
        zeros = self._embedding.new_zeros
        self._keys = zeros(layers, count, heads, longest, width)
        self._values = zeros(layers, count, heads, longest, width)
        self._new_keys = zeros(layers, count * each, heads, limit, width)
        self._new_values = zeros(layers, count * each, heads, limit, width)
        first: dict[tuple[int, ...], int] = {}
        logits: list[Tensor] = []
        for n, prompt in enumerate(prompts):  # equal ones stand apart if groups differ in size
            if (same := first.setdefault(tuple(prompt), n)) == n:
                logits.append(self._read(model, n, prompt))
            else:
                logits.append(logits[same])
                self._keys[:, n], self._values[:, n] = self._keys[:, same], self._values[:, same]
        self.logits = torch.stack(logits).repeat_interleave(each, 0)
        """The logits of the first token, for each row: (rows, vocabulary)."""
        padding = torch.arange(longest)[None] >= lengths[:, None]
        self._mask = zeros(padding.shape).masked_fill(padding, -torch.inf)[:, None, None]
        self._positions = lengths.repeat_interleave(each)
        cos, sin = inner.rotary_emb(self._embedding[:1], torch.arange(longest + limit)[None])
        self._cos, self._sin = cos[0][:, None], sin[0][:, None]

    def _fused(self, layer: nn.Module) -> Layer:
        attention, mlp = layer.self_attn, layer.mlp
        queries = _weight(attention.q_proj) * self._head_dim**-0.5
        qkv = (queries, _weight(attention.k_proj), _weight(attention.v_proj))
        return Layer(
            layer.input_layernorm.weight,
            torch.cat(qkv),
            _weight(attention.o_proj),
            layer.post_attention_layernorm.weight,
            torch.cat([_weight(mlp.gate_proj), _weight(mlp.up_proj)]),
            _weight(mlp.down_proj),
        )

    def _read(self, model: PreTrainedModel, number: int, prompt: Sequence[int]) -> Tensor:
        """Read a prompt into the cache; returns the logits of the token after it."""
        cache, ids = DynamicCache(), torch.tensor([list(prompt)])
        logits = model(
            input_ids=ids, past_key_values=cache, use_cache=True, logits_to_keep=1
        ).logits
        for n, layer in enumerate(cache.layers):
            self._keys[n, number, :, : len(prompt)] = layer.keys[0]
            self._values[n, number, :, : len(prompt)] = layer.values[0]
        return logits[0, -1]

    def keep_rows(self, rows: Tensor) -> None:
        """Continue with these rows alone, in this order: (groups, rows of each)."""
        groups, flat = rows[:, 0] // self._each, rows.flatten()
        self._each = rows.shape[1]
        self._keys, self._values = self._keys[:, groups], self._values[:, groups]
        self._new_keys, self._new_values = self._new_keys[:, flat], self._new_values[:, flat]
        self._mask, self._positions = self._mask[groups], self._positions[flat]

    def step(self, tokens: Tensor) -> Tensor:
        """Append a token to each row; returns the logits of the next one: (rows, vocabulary)."""
        step, rows = self._step, len(tokens)
        cos, sin = self._cos[self._positions + step], self._sin[self._positions + step]
        state = self._embedding[tokens]
        queries, rotated_heads = self._query_heads, self._query_heads + self._kv_heads
        for n, layer in enumerate(self._layers):
            normed = rms_norm(state, self._norm_shape, layer.input_norm, self._eps)
            heads = linear(normed, layer.qkv).view(rows, -1, self._head_dim)
            rotated = heads[:, :rotated_heads]
            left, right = rotated.chunk(2, -1)
            rotated = rotated * cos + torch.cat([-right, left], -1) * sin
            self._new_keys[n, :, :, step] = rotated[:, queries:]
            self._new_values[n, :, :, step] = heads[:, rotated_heads:]
            state = state + linear(self._attend(n, rotated[:, :queries]), layer.out)
            normed = rms_norm(state, self._norm_shape, layer.mlp_norm, self._eps)
            gate, up = linear(normed, layer.gate_up).chunk(2, -1)
            state = state + linear(silu(gate) * up, layer.down)
        self._step += 1
        normed = rms_norm(state, self._norm_shape, self._final_norm, self._eps)
        return linear(normed, self._lm_head)

    def _attend(self, number: int, queries: Tensor) -> Tensor:
        """Attention of each row to its prompt, shared by its group, and to its own tokens."""
        rows = len(queries)
        keys, values = self._keys[number], self._values[number]
        longest = keys.shape[2]
        queries = queries.view(rows, self._kv_heads, -1, self._head_dim)
        prompt_scores = self._to_groups(queries) @ keys.transpose(-1, -2) + self._mask
        own_keys = self._new_keys[number, :, :, : self._step + 1]
        own_scores = self._to_groups(queries @ own_keys.transpose(-1, -2))
        weights = torch.cat([prompt_scores, own_scores], -1).softmax(-1, dtype=torch.float32)
        weights = weights.to(values.dtype)
        attended = self._to_rows(weights[..., :longest] @ values)
        own_values = self._new_values[number, :, :, : self._step + 1]
        return (attended + self._to_rows(weights[..., longest:]) @ own_values).reshape(rows, -1)

    def _to_groups(self, of_rows: Tensor) -> Tensor:
        """(rows, kv heads, queries each, ...) to (groups, kv heads, each x queries each, ...)."""
        _, heads, queries, last = of_rows.shape
        together = of_rows.view(-1, self._each, heads, queries, last).transpose(1, 2)
        return together.reshape(-1, heads, self._each * queries, last)

    def _to_rows(self, of_groups: Tensor) -> Tensor:
        """The inverse of `_to_groups`."""
        groups, heads, _, last = of_groups.shape
        apart = of_groups.view(groups, heads, self._each, -1, last).transpose(1, 2)
        return apart.reshape(groups * self._each, heads, -1, last)
