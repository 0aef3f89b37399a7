"""What a run trains, and how it is saved: LoRA and, if asked for, the last norm's gain.

A base that writes almost everything right still errs when sampled: a wrong date here, half a name
there. LoRA can rotate a layer's output but not enlarge it, since a norm follows. The gain of that
last norm can: it scales every logit, as a lower temperature would.
"""

import shutil
from pathlib import Path
from typing import Any

from peft import LoraConfig
from safetensors import SafetensorError
from torch.optim import Optimizer
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from training.models.base import BaseError, write_hashes
from training.models.fused_lora import round_lora
from training.rl.presets import Preset
from training.runs.record import ADAPTER, EVALUATIONS, RecordError


def lora_config(preset: Preset, model: PreTrainedModel) -> LoraConfig | None:
    """The adapter that a preset asks for; None if the run starts from one. Raises BaseError."""
    if preset.adapter:
        return None
    return LoraConfig(
        r=preset.lora_rank,
        lora_alpha=preset.lora_alpha,
        lora_dropout=0.0,
        target_modules="all-linear",
        modules_to_save=[last_norm(model)] if preset.gain_rate else None,
        task_type="CAUSAL_LM",
    )


def last_norm(model: PreTrainedModel) -> str:
    """The name of the norm after a model's last layer; BaseError unless there is exactly one."""
    names = [name for name, _ in model.base_model.named_children() if name.endswith("norm")]
    if len(names) != 1:
        raise BaseError(f"{type(model).__name__} has no one last norm: set gain_rate=0")
    return f"{model.base_model_prefix}.{names[0]}"


def set_gain_rate(optimizer: Optimizer, model: PreTrainedModel, rate: float) -> None:
    """Give the gain, if it is trained, its own learning rate and float32 weights, which PEFT gives
    only to LoRA: half precision rounds small steps away."""
    gains = {id(p): p for name, p in model.named_parameters() if ".modules_to_save." in name}
    for group in optimizer.param_groups:
        group["params"] = [p for p in group["params"] if id(p) not in gains]
    if gains:
        for p in gains.values():
            p.data = p.data.float()
        optimizer.add_param_group({"params": list(gains.values()), "lr": rate, "weight_decay": 0.0})


def save(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    out: Path,
    base: Path,
    weights: dict[str, Any] | None = None,
) -> None:
    """Save a run's adapter, its tokenizer and its base's hash, all or nothing; RecordError if
    they cannot be written. `weights` are the model's, by name, if it does not hold them all."""
    new, final = out / f".{ADAPTER}", out / ADAPTER
    shutil.rmtree(new, ignore_errors=True)
    if weights is None:
        round_lora(model, base)
    try:
        model.save_pretrained(new, state_dict=weights, selected_adapters=["default"])  # not "ref"
        tokenizer.save_pretrained(new)
        write_hashes(new, base)
        (new / "README.md").unlink(missing_ok=True)  # PEFT's empty template
        shutil.rmtree(final, ignore_errors=True)
        new.rename(final)
        for evaluation in EVALUATIONS:
            (out / evaluation).unlink(missing_ok=True)  # of the previous adapter
    except (OSError, SafetensorError) as error:
        shutil.rmtree(new, ignore_errors=True)
        raise RecordError(
            f"the adapter could not be written to {final}: {error}. Make room, then go on with "
            "--resume"
        ) from None
