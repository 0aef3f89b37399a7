"""A tiny language model, drawn at random and saved as the real ones are."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import GenerationConfig, PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

from desks import TIERS, load

PAD, START, END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
CONTEXT = 2_048


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """Byte-level BPE of 400 tokens, learned from both desks' prompts, and a chat template in the
    way of Qwen, by which servers know where an answer begins."""
    desks = [load("exec_assist"), load("it_triage")]
    texts = [
        desk.prompt(desk.scenario(n, tier, "train"))[-1]["content"]
        for desk in desks
        for tier in TIERS
        for n in range(5)
    ]
    return byte_level(
        texts,
        400,
        "{% for m in messages %}{% if m['role'] == 'user' %}"
        f"{START}user\n{{{{ m['content'] }}}}{END}\n"
        "{% endif %}{% endfor %}"
        f"{{% if add_generation_prompt %}}{START}assistant\n{{% endif %}}",
    )


def byte_level(texts: list[str], vocabulary: int, template: str) -> PreTrainedTokenizerFast:
    """Byte-level BPE of so many tokens, with the special tokens of Qwen and a chat template."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, START, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, pad_token=PAD, eos_token=END)
    tokenizer.chat_template = template
    return tokenizer


def save_tiny(folder: Path, seed: int = 0, recommended: GenerationConfig | None = None) -> Path:
    """A two-layer Qwen2 with weights of its own for every seed, and its tokenizer, in a folder.

    Its logits are far apart, so that it prefers some tokens, as a trained model does.
    """
    tokenizer = tiny_tokenizer()
    torch.manual_seed(seed)
    model = Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=2,
            max_position_embeddings=CONTEXT,
            initializer_range=0.6,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            bos_token_id=None,
        )
    )
    pad, end = tokenizer.pad_token_id, tokenizer.eos_token_id
    model.generation_config = recommended or GenerationConfig(
        eos_token_id=[end, pad], pad_token_id=pad
    )
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
