"""LoRA in fewer steps is LoRA: the same outputs and the same gradients as PEFT's own."""

import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

from training.models.fused_lora import FusedLoraLinear, round_lora, with_fused_lora

IDS = torch.arange(3, 15).view(2, 6)
SIZES = {"vocab_size": 40, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2}


def made(how, dropout=0.0, bias=False):
    torch.manual_seed(0)
    config = LlamaConfig(**SIZES, num_attention_heads=2, attention_bias=bias)
    lora = LoraConfig(
        r=4, target_modules="all-linear", init_lora_weights=False, lora_dropout=dropout
    )
    return get_peft_model(LlamaForCausalLM(config), how(lora))


def outcome(model):
    """Logits, and the gradient of each weight that is trained."""
    logits = model(input_ids=IDS).logits
    logits.square().sum().backward()
    return [logits, *(one.grad for one in model.parameters() if one.requires_grad)]


@pytest.mark.parametrize("settings", [{}, {"bias": True}], ids=["plain", "with a bias"])
def test_outputs_and_gradients_are_pefts(settings):
    ours, theirs = made(with_fused_lora, **settings), made(lambda lora: lora, **settings)
    assert any(isinstance(one, FusedLoraLinear) for one in ours.modules())
    for one, other in zip(outcome(ours), outcome(theirs), strict=True):
        assert torch.allclose(one, other, rtol=1e-4, atol=1e-4)


def test_an_adapter_that_is_switched_off_or_merged_is_so():
    ours, theirs = made(with_fused_lora), made(lambda lora: lora)
    with ours.disable_adapter(), theirs.disable_adapter(), torch.no_grad():
        assert torch.allclose(ours(IDS).logits, theirs(IDS).logits, atol=1e-5)
    with torch.no_grad():
        before = ours(IDS).logits
        ours.merge_adapter()
        assert torch.allclose(ours(IDS).logits, before, atol=1e-4)


def test_dropout_is_left_to_peft():
    model = made(with_fused_lora, dropout=0.5).train()
    torch.manual_seed(1)
    first = model(IDS).logits
    torch.manual_seed(2)
    assert not torch.allclose(first, model(IDS).logits)


def test_weights_of_greater_precision_keep_it():
    model = made(with_fused_lora)
    for name, one in model.named_parameters():
        if "lora_" not in name:
            one.data = one.data.bfloat16()
    grads = outcome(model)[1:]
    assert {one.dtype for one in grads} == {torch.float32}


@pytest.mark.parametrize(
    ("stored", "loaded", "saved"),
    [
        (torch.bfloat16, torch.bfloat16, torch.bfloat16),
        (torch.bfloat16, torch.float32, torch.bfloat16),  # on a CPU that cannot do better
        (torch.float32, torch.bfloat16, torch.bfloat16),  # on a GPU
        (torch.float32, torch.float32, torch.float32),
    ],
)
def test_lora_is_rounded_as_far_as_its_model(stored, loaded, saved, tmp_path):
    LlamaConfig(**SIZES, dtype=stored).save_pretrained(tmp_path)
    model = made(with_fused_lora)
    model.get_base_model().to(loaded)
    for name, weights in model.named_parameters():
        if "lora_" in name:
            weights.data = weights.data.float()
    round_lora(model, tmp_path)
    assert {w.dtype for name, w in model.named_parameters() if "lora_" in name} == {saved}
