"""LoRA in as few operations as possible: the fastest way to train it on a CPU.

PEFT adds a layer's two low-rank products in a pass of their own, forward and backward, with casts
in between. At a hidden size of a few hundred, these passes cost more than the products themselves.
"""

from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, PeftModel
from peft.tuners.lora import Linear
from torch import Tensor, nn
from torch.autograd.function import FunctionCtx, once_differentiable
from transformers import PretrainedConfig, PreTrainedModel


class _Product(torch.autograd.Function):
    """x W' + scale (x A') B', where W is frozen and A and B may have a higher precision."""

    @staticmethod
    def forward(
        ctx: FunctionCtx, x: Tensor, w: Tensor, a: Tensor, b: Tensor, scale: float
    ) -> Tensor:
        flat, low_a, low_b = x.reshape(-1, x.shape[-1]), a.to(x.dtype), b.to(x.dtype)
        inner = flat @ low_a.T
        ctx.save_for_backward(flat, w, low_a, low_b, inner)
        ctx.scale, ctx.dtype = scale, a.dtype
        out = (flat @ w.T).addmm_(inner, low_b.T, alpha=scale)
        return out.view(*x.shape[:-1], -1)

    @staticmethod
    @once_differentiable
    def backward(ctx: FunctionCtx, grad: Tensor) -> tuple[Tensor | None, ...]:
        flat, w, a, b, inner = ctx.saved_tensors
        flat_grad = grad.reshape(-1, grad.shape[-1])
        inner_grad = (flat_grad @ b) * ctx.scale
        grad_b = (flat_grad.T @ inner).to(ctx.dtype) * ctx.scale
        grad_a = (inner_grad.T @ flat).to(ctx.dtype)
        grad_x = None
        if ctx.needs_input_grad[0]:
            grad_x = (flat_grad @ w).addmm_(inner_grad, a).view(*grad.shape[:-1], -1)
        return grad_x, None, grad_a, grad_b, None


class FusedLoraLinear(Linear):
    """PEFT's linear layer under LoRA, fused where it can be: one adapter, no dropout, no bias."""

    def forward(self, x: Tensor, *others: Any, **more: Any) -> Tensor:
        [name, *rest] = self.active_adapters
        base = self.get_base_layer()
        plain = name in self.lora_A and isinstance(self.lora_dropout[name], nn.Identity)
        if not plain or self.disable_adapters or self.merged or rest or base.bias is not None:
            return super().forward(x, *others, **more)
        a, b = self.lora_A[name].weight, self.lora_B[name].weight
        x = x.to(base.weight.dtype)
        return _Product.apply(x, base.weight, a, b, self.scaling[name])


def with_fused_lora(config: LoraConfig) -> LoraConfig:
    """Make a configuration use `FusedLoraLinear`; returns it. Meant for LoRA without dropout."""
    config._register_custom_module({nn.Linear: FusedLoraLinear})
    return config


def load_adapter(model: PreTrainedModel, folder: Path) -> PeftModel:
    """A model with the adapter in a folder applied, ready for further training."""
    config = with_fused_lora(LoraConfig.from_pretrained(folder))
    return PeftModel.from_pretrained(model, folder, is_trainable=True, config=config)


def round_lora(model: PeftModel, base: Path) -> None:
    """Round LoRA's weights to bfloat16, which halves the adapter's file, if the model computes in
    bfloat16 or the base in that folder is stored so: some CPUs can only compute in float32."""
    own = model.get_base_model().get_input_embeddings().weight.dtype
    stored = PretrainedConfig.from_pretrained(base).dtype
    if torch.bfloat16 in (own, stored):
        for name, weights in model.named_parameters():
            if "lora_" in name:
                weights.data = weights.data.to(torch.bfloat16)
