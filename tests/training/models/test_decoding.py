"""Completions decoded together are those that the model writes by itself."""

import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM

from training.models import generation
from training.models.decoding import is_plain
from training.models.generation import completions_of, greedy

PROMPTS = [[5, 6, 7, 8, 9], [10, 11, 12], [33, 4] * 10]
LIMIT = 24
SMALL = {
    "vocab_size": 300,
    "hidden_size": 96,
    "intermediate_size": 128,
    "num_hidden_layers": 3,
    "num_attention_heads": 6,
    "num_key_value_heads": 2,
    "max_position_embeddings": 128,
    "eos_token_id": None,
}


@pytest.fixture
def model():
    torch.manual_seed(0)
    return LlamaForCausalLM(LlamaConfig(**SMALL, initializer_range=0.4)).eval()


def with_lora(model):
    adapted = get_peft_model(model, LoraConfig(r=4, target_modules="all-linear"))
    for name, weights in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weights, std=0.4)
    return adapted.eval()


def plainly(model, prompt):
    """What `generate` writes greedily."""
    ids = torch.tensor([prompt])
    told = model.generate(
        input_ids=ids, attention_mask=torch.ones_like(ids), max_new_tokens=LIMIT, do_sample=False
    )
    return told[0, len(prompt) :].tolist()


@pytest.fixture
def together(monkeypatch):
    monkeypatch.setattr(generation, "SMALL", 0)

    def write(model, prompts, ends=()):
        steps = generation.generate(model, prompts, LIMIT, set(ends), greedy)
        return completions_of(steps, len(prompts))

    return write


@pytest.mark.parametrize("adapted", [False, True], ids=["alone", "under LoRA"])
@pytest.mark.parametrize("each", [1, 2])
def test_every_completion_is_the_models_own(model, together, adapted, each):
    base = [plainly(model, one) for one in PROMPTS]
    model = with_lora(model) if adapted else model
    alone = [plainly(model, one) for one in PROMPTS]
    assert (alone != base) == adapted
    assert together(model, PROMPTS * each) == alone * each


def test_a_prompt_whose_completions_have_ended_is_dropped(model, together):
    alone = [plainly(model, one) for one in PROMPTS]
    end = alone[0][3]
    expected = [one[: one.index(end) + 1] if end in one else one for one in alone]
    assert len(set(map(len, expected))) > 1
    assert together(model, PROMPTS, [end]) == expected


def test_groups_of_other_sizes_are_written_as_well(model, together):
    alone = [plainly(model, one) for one in PROMPTS]
    read = []
    model.register_forward_hook(lambda *_: read.append(1))
    assert together(model, [*PROMPTS, PROMPTS[0]]) == [*alone, alone[0]]
    assert len(read) == len(PROMPTS), "each prompt once"


def test_other_models_are_left_to_transformers(model, together):
    assert is_plain(model)
    assert is_plain(with_lora(model))
    biased = LlamaForCausalLM(LlamaConfig(**SMALL, attention_bias=True))
    other = Qwen2ForCausalLM(Qwen2Config(**SMALL)).eval()
    assert not is_plain(biased)
    assert not is_plain(other)
    assert together(other, PROMPTS) == [plainly(other, one) for one in PROMPTS]
