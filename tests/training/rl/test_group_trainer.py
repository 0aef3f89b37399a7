"""The part of the trainer that writes completions, on models of other makes than ours."""

from types import SimpleNamespace

import torch
from transformers import Gemma3Config, Gemma3ForConditionalGeneration

from training.rl.group_trainer import GroupTrainer

SIZES = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
}


def test_a_base_that_also_sees_pictures_writes_within_its_context():
    """Its configuration says how much text it reads in a configuration of its own."""
    torch.manual_seed(0)
    text = SIZES | {"vocab_size": 64, "num_key_value_heads": 1, "head_dim": 16}
    config = Gemma3Config(
        text_config=text | {"max_position_embeddings": 10},
        vision_config=SIZES | {"image_size": 28, "patch_size": 14},
        mm_tokens_per_image=4,
        image_token_index=63,
    )
    trainer = SimpleNamespace(
        model=Gemma3ForConditionalGeneration(config).eval(),
        temperature=1.0,
        eos_token_ids=[],
        _preset=SimpleNamespace(turn_limit=8),
    )
    written = GroupTrainer._write(trainer, [[5, 6, 7, 8], [9, 10]])
    assert list(map(len, written)) == [6, 6]
