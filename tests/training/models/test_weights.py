"""What a configuration describes against what the files hold: any sound model passes, before and
without its weights being read."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig, AutoModelForCausalLM

from training.models.base import BaseError
from training.models.weights import check_adapter, check_weights, headers

SMALL = {
    "vocab_size": 64,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "max_position_embeddings": 64,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
GPT2 = {"vocab_size": 64, "n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 64}
EXPERTS = {"num_local_experts": 4, "num_experts_per_tok": 2}
KINDS = {
    "qwen2": SMALL | {"tie_word_embeddings": True},
    "llama": SMALL,
    "gemma2": SMALL,
    "phi3": SMALL,
    "lfm2": SMALL | {"full_attn_idxs": [1]},
    "mixtral": SMALL | EXPERTS,
    "gpt2": GPT2,
}


def saved(folder, kind="llama", dtype=torch.bfloat16):
    torch.manual_seed(0)
    config = AutoConfig.for_model(kind, **KINDS[kind])
    AutoModelForCausalLM.from_config(config).to(dtype).save_pretrained(folder)
    return folder


def changed(folder, **fields):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_was_saved_whole_passes(tmp_path, kind):
    check_weights(saved(tmp_path, kind))


def test_weights_in_several_files_are_read_together(tmp_path):
    folder = saved(tmp_path)
    whole = load_file(folder / "model.safetensors")
    names = sorted(whole)
    for n, some in enumerate((names[::2], names[1::2]), 1):
        part = {name: whole[name] for name in some}
        save_file(part, folder / f"model-0000{n}-of-00002.safetensors", {"format": "pt"})
    (folder / "model.safetensors").unlink()
    check_weights(folder)
    assert set(headers(folder)) == set(whole)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"hidden_size": 65_536}, r"embed_tokens.weight is BF16 \[64, 32\].*\[64, 65536\]"),
        ({"vocab_size": 10_000_000}, r"should be \[10000000, 32\]"),
        ({"num_hidden_layers": 3}, "describes .* weights, and its files hold"),
        ({"num_hidden_layers": 10**9}, "1,000,000,000 layers"),
        ({"num_hidden_layers": 3, "attention_bias": True}, "and its files hold"),
    ],
)
def test_what_describes_more_than_there_is_is_refused(tmp_path, fields, says):
    with pytest.raises(BaseError, match=says):
        check_weights(changed(saved(tmp_path), **fields))


@pytest.mark.parametrize("dtype", [torch.int8, torch.float64, torch.float8_e4m3fn])
def test_packed_and_doubled_weights_are_refused(tmp_path, dtype):
    folder = saved(tmp_path)
    whole = {name: one.to(dtype) for name, one in load_file(folder / "model.safetensors").items()}
    save_file(whole, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(BaseError, match="of BF16, F16, F32"):
        check_weights(folder)


LORA = {"peft_type": "LORA", "r": 8}


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"r": 10**9}, "rank"),
        ({"r": True}, "rank"),
        ({"r": 0}, "rank"),
        ({"rank_pattern": {"q_proj": 10**9}}, "rank"),
        ({"peft_type": "PREFIX_TUNING"}, "plain LoRA"),
        ({"megatron_config": {"tensor_model_parallel_size": 1}}, "plain LoRA"),
    ],
)
def test_an_adapter_that_is_no_plain_lora_is_refused(tmp_path, told, says):
    path = tmp_path / "adapter_config.json"
    path.write_text(json.dumps(LORA))
    check_adapter(tmp_path)
    path.write_text(json.dumps(LORA | told))
    with pytest.raises(BaseError, match=says):
        check_adapter(tmp_path)
