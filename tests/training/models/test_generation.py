"""Reading a prompt once changes nothing: what is written and weighed is as of the plain model."""

import pytest
import torch
from peft import LoraConfig, get_peft_model
from torch import distributed
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from transformers import (
    Lfm2Config,
    Lfm2ForCausalLM,
    LlamaConfig,
    LlamaForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
)

from training.models import attention
from training.models.generation import (
    completions_of,
    generate,
    greedy,
    sample_tokens,
    token_logprobs,
)
from training.rl.adapter import last_norm

SIZES = {
    "vocab_size": 40,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "initializer_range": 0.5,
    "pad_token_id": 0,
    "bos_token_id": None,
    "eos_token_id": 1,
}
MADE = {
    "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(num_hidden_layers=2, **SIZES)),
    "lfm2": lambda: Lfm2ForCausalLM(
        Lfm2Config(
            num_hidden_layers=4,
            layer_types=["conv", "full_attention"] * 2,
            block_auto_adjust_ff_dim=False,
            **SIZES,
        )
    ),
    "llama": lambda: LlamaForCausalLM(LlamaConfig(num_hidden_layers=2, **SIZES)),
    "packed": lambda: LlamaForCausalLM(
        LlamaConfig(num_hidden_layers=2, attn_implementation=attention.NAME, **SIZES)
    ),
}
ENDS = {1, 2}
PROMPTS = [[5, 6, 7, 8, 9, 3], [5, 6], [30], [5, 6], [11, 12, 13, 14]]


@pytest.fixture(scope="module", params=list(MADE))
def model(request):
    """With a LoRA that is not zero and a gain that is trained, as in training."""
    torch.manual_seed(4)
    model = MADE[request.param]()
    lora = LoraConfig(
        r=4,
        target_modules="all-linear",
        modules_to_save=[last_norm(model)],
        init_lora_weights=False,
    )
    return get_peft_model(model, lora).eval()


def plainly(model, prompt, limit):
    """The likeliest tokens, one whole forward pass for each."""
    ids = list(prompt)
    while len(ids) < len(prompt) + limit:
        with torch.no_grad():
            ids.append(model(input_ids=torch.tensor([ids])).logits[0, -1].argmax().item())
        if ids[-1] in ENDS:
            break
    return ids[len(prompt) :]


@pytest.mark.parametrize("limit", [1, 2, 12])
def test_rows_that_share_prompts_and_end_apart_are_written_as_alone(model, limit):
    steps = list(generate(model, PROMPTS, limit, ENDS, greedy))
    expected = [plainly(model, prompt, limit) for prompt in PROMPTS]
    assert completions_of(iter(steps), len(PROMPTS)) == expected
    assert len(steps) == max(map(len, expected))


def test_rows_that_have_ended_are_dropped_and_the_others_go_on(model):
    """Whatever is drawn, a row gets the tokens picked for it and none after its end."""
    told: list[list[int]] = []

    def pick(logits, rows):
        told.append(list(rows))
        at = len(told)
        return torch.tensor([1 if at > row else 3 for row in rows])  # row n writes n threes

    prompts = [[5 + n] for n in range(6)]
    found = completions_of(generate(model, prompts, 20, ENDS, pick), 6)
    assert found == [[3] * n + [1] for n in range(6)]
    assert len(told[-1]) < 3


def test_draws_are_from_the_models_distribution(model):
    with torch.no_grad():
        odds = model(input_ids=torch.tensor([PROMPTS[0]])).logits[0, -1].softmax(-1)
    torch.manual_seed(0)
    count = 4_000
    rows = completions_of(generate(model, [PROMPTS[0]] * count, 1, ENDS, sample_tokens), count)
    seen = torch.bincount(torch.tensor(rows)[:, 0], minlength=len(odds)) / count
    assert (seen - odds).abs().max() < 4 * 0.5 / count**0.5


def test_giving_up_stops_the_model(model):
    steps = generate(model, PROMPTS, 400, set(), greedy)
    first = next(steps)
    assert [number for number, _ in first] == [0, 1, 2, 3, 4]
    assert torch.is_grad_enabled()
    steps.close()


def test_a_model_that_fsdp_divides_learns_after_it_has_written(tmp_path):
    """The answers to the probe are its first forward pass; here, one process has all parts."""
    meeting = f"file://{tmp_path / 'meeting'}"
    distributed.init_process_group("gloo", init_method=meeting, rank=0, world_size=1)
    try:
        model, mesh = MADE["qwen2"](), init_device_mesh("cpu", (1,))
        for part in (*model.model.layers, model):
            fully_shard(part, mesh=mesh)
        assert len(list(generate(model, PROMPTS, 2, set(), greedy))) == 2
        model(input_ids=torch.tensor(PROMPTS[:1])).logits.sum().backward()
        assert all(weights.grad is not None for weights in model.parameters())
    finally:
        distributed.destroy_process_group()


COMPLETIONS = [[4, 9, 20, 1], [3], [8, 8, 8, 8, 8, 1], [30, 2], [7, 1]]


def test_chances_entropies_and_gradients_are_those_of_whole_passes(model):
    rows = [torch.tensor(row) for row in PROMPTS], [torch.tensor(row) for row in COMPLETIONS]
    weights = [w for w in model.parameters() if w.requires_grad]
    logprobs, entropies = token_logprobs(model, *rows, temperature=0.7)
    assert logprobs.shape == entropies.shape == (5, 6)
    assert not entropies.requires_grad

    total = torch.zeros(())
    for prompt, text, told, spread in zip(*rows, logprobs, entropies, strict=True):
        logits = model(input_ids=torch.cat([prompt, text])[None]).logits[0, len(prompt) - 1 : -1]
        known = (logits / 0.7).log_softmax(-1)
        expected = known.gather(1, text[:, None])[:, 0]
        assert torch.allclose(told[: len(text)], expected, atol=1e-4)
        assert torch.allclose(spread[: len(text)], -(known.exp() * known).sum(-1), atol=1e-4)
        assert not told[len(text) :].any()
        assert not spread[len(text) :].any()
        total = total + (expected * torch.arange(1, len(text) + 1)).sum()
    ours = torch.autograd.grad((logprobs * torch.arange(1, 7)).sum(), weights)
    plain = torch.autograd.grad(total, weights)
    assert max(one.abs().max() for one in plain) > 0.1
    for one, other in zip(ours, plain, strict=True):
        assert torch.allclose(one, other, atol=1e-3, rtol=1e-3)


def test_what_a_tool_wrote_is_read_but_has_no_chance_of_its_own(model):
    rows = [torch.tensor(row) for row in PROMPTS], [torch.tensor(row) for row in COMPLETIONS]
    own = [torch.arange(len(text)) % 3 != 1 for text in rows[1]]
    own[1] = torch.tensor([False])
    weights = [w for w in model.parameters() if w.requires_grad]
    everyone = token_logprobs(model, *rows, temperature=0.7)
    told = token_logprobs(model, *rows, temperature=0.7, own=own)
    mine = torch.nn.utils.rnn.pad_sequence(own, batch_first=True)
    for one, other in zip(told, everyone, strict=True):
        assert torch.allclose(one, other * mine, atol=1e-5)
    ours = torch.autograd.grad(told[0].square().sum(), weights)
    plain = torch.autograd.grad((everyone[0] * mine).square().sum(), weights)
    for one, other in zip(ours, plain, strict=True):
        assert torch.allclose(one, other, atol=1e-4, rtol=1e-3)


def test_a_group_of_single_tokens_needs_no_more_than_its_prompt(model):
    texts = [torch.tensor([9]), torch.tensor([1])]
    logprobs, _ = token_logprobs(model, [torch.tensor([5, 6])] * 2, texts, temperature=1.0)
    with torch.no_grad():
        known = model(input_ids=torch.tensor([[5, 6]])).logits[0, -1].log_softmax(-1)
    assert torch.allclose(logprobs[:, 0], known[[9, 1]], atol=1e-5)
