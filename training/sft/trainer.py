"""TRL's SFTTrainer for demonstrations, each of which is a sequence of texts that share a prompt."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from peft import LoraConfig
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import PreTrainedModel, PreTrainedTokenizerBase
from trl import SFTConfig, SFTTrainer

from training.models.fused_lora import with_fused_lora
from training.models.gpu import gpu_usable
from training.models.llama_cpp.gguf_files import LINEAR_LAYERS
from training.sft.curriculum import Curriculum
from training.sft.demonstrations import COLUMNS, Demonstration, pack


class SharedPromptTrainer(SFTTrainer):
    """For texts that share a prompt. Computes logits only for the tokens to learn, in one matrix
    product: on a CPU, TRL's tiled loss takes as long as all other layers together."""

    def compute_loss(
        self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = 1
    ) -> Tensor:
        ids, places, segments, labels, sources, weights = (inputs[name] for name in COLUMNS)
        logits = model(
            input_ids=ids,
            position_ids=places,
            segments=segments[0].tolist(),
            use_cache=False,
            logits_to_keep=sources[0],
        ).logits[0]
        losses = cross_entropy(logits.float(), labels[0], reduction="none")
        return (losses * weights[0]).sum() / num_items_in_batch


def lora_config(curriculum: Curriculum, layers: int) -> LoraConfig:
    """LoRA of the linear layers of a model with so many layers, but for the frozen ones."""
    return with_fused_lora(
        LoraConfig(
            r=curriculum.lora_rank,
            lora_alpha=2 * curriculum.lora_rank,
            target_modules=[part.rpartition(".")[2] for part in LINEAR_LAYERS],
            layers_to_transform=list(range(curriculum.frozen, layers)),
            task_type="CAUSAL_LM",
        )
    )


def sft_config(curriculum: Curriculum, out: Path, steps: int) -> SFTConfig:
    """TRL's settings for a course of so many steps; checkpoints go to `out`."""
    return SFTConfig(
        output_dir=str(out),
        max_steps=steps,
        train_sampling_strategy="sequential",
        per_device_train_batch_size=1,
        gradient_accumulation_steps=curriculum.batch,
        learning_rate=curriculum.learning_rate,
        lr_scheduler_type="cosine_with_min_lr",
        lr_scheduler_kwargs={"min_lr_rate": 0.1},
        warmup_steps=20,
        adam_beta2=0.98,
        dataset_kwargs={"skip_prepare_dataset": True},
        remove_unused_columns=False,
        use_cpu=not gpu_usable(),
        bf16=gpu_usable(),  # on a CPU the weights themselves are bfloat16
        gradient_checkpointing=False,
        dataloader_pin_memory=gpu_usable(),
        logging_steps=10,
        save_steps=50,
        save_total_limit=2,
        report_to="none",
        disable_tqdm=True,
        seed=curriculum.seed,
    )


def make_trainer(
    curriculum: Curriculum,
    out: Path,
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    shown: Iterable[Demonstration],
) -> SharedPromptTrainer:
    """The trainer of a course, which shows these demonstrations in this order; if the model has no
    adapter to go on from, it gets a new one."""
    rows = [pack(one, tokenizer) for one in shown]
    new = None if curriculum.adapter else lora_config(curriculum, model.config.num_hidden_layers)
    return SharedPromptTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(rows),
        data_collator=lambda one: {name: torch.tensor(one[0][name])[None] for name in COLUMNS},
        peft_config=new,
        args=sft_config(curriculum, out, len(rows) // curriculum.batch),
    )
