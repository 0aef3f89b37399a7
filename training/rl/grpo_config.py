"""A preset as TRL's own settings."""

from pathlib import Path

import torch
from trl import GRPOConfig

from training.common.console import CommandError
from training.rl.presets import Preset
from training.rl.processes import micro_batch
from training.rl.rewards import reward_weights


def grpo_config(
    preset: Preset,
    name: str,
    out: Path,
    trackio: bool,
    on_gpu: bool,
    dtype: torch.dtype,
    processes: int = 1,
) -> GRPOConfig:
    """TRL's settings for a preset and the dtype of its weights; checkpoints go to `out`.
    CommandError as from `check_gain`."""
    check_gain(preset, on_gpu, dtype)
    passed = micro_batch(preset, processes)
    passes = preset.prompts * preset.generations // (processes * passed)
    return GRPOConfig(
        output_dir=str(out),
        project="rewarddesk",
        run_name=name,
        max_steps=preset.steps,
        per_device_train_batch_size=passed,
        gradient_accumulation_steps=passes,
        steps_per_generation=passes,
        num_generations=preset.generations,
        max_completion_length=preset.max_completion_length,
        max_tool_calling_iterations=preset.max_turns or None,
        temperature=preset.temperature,
        # NaN is for health to report; vLLM knows no such option.
        generation_kwargs=None if preset.vllm else {"remove_invalid_values": True},
        use_vllm=bool(preset.vllm),
        vllm_mode=preset.vllm or "colocate",
        vllm_server_base_url=preset.vllm_server or None,
        learning_rate=preset.learning_rate,
        lr_scheduler_type=preset.schedule,
        warmup_steps=preset.warmup_steps,
        beta=preset.beta,
        loss_type=preset.loss_type,
        scale_rewards=preset.scale_rewards,
        max_grad_norm=preset.max_grad_norm,
        reward_weights=reward_weights(preset.desk, preset.reward_weights, preset.reward),
        # By default bfloat16 and checkpointing are on, which slows a CPU down.
        use_cpu=not on_gpu,
        bf16=on_gpu and dtype == torch.bfloat16,
        fp16=on_gpu and dtype == torch.float16,
        # Checkpointing drops the KV cache that share_prompts needs.
        gradient_checkpointing=on_gpu and not preset.share_prompts,
        dataloader_pin_memory=on_gpu,
        ddp_find_unused_parameters=False,  # all that are trained are used
        logging_steps=1,
        logging_nan_inf_filter=False,
        save_strategy="steps",
        save_steps=preset.save_every,
        save_total_limit=2,
        report_to="trackio" if trackio else "none",
        disable_tqdm=True,
        seed=preset.seed,
    )


def check_gain(preset: Preset, on_gpu: bool, dtype: torch.dtype) -> None:
    """CommandError if the gain, which is trained in float32, would meet weights in half precision
    where nothing casts between them: on a CPU, or where `generate` of transformers writes."""
    if not preset.gain_rate or dtype == torch.float32:
        return
    told = "gain_rate: the gain is trained in float32, which does not fit weights in half precision"
    if not on_gpu:
        raise CommandError(f"{told} on a CPU: set gain_rate=0")
    if not (preset.share_prompts or preset.vllm):
        raise CommandError(f"{told} without share_prompts: set share_prompts=true, or gain_rate=0")
