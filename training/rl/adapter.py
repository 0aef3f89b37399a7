"""What a run trains of a model, and how that is kept: LoRA, and perhaps the last norm's gain.

A base that writes all but right is made uncertain by its sampling: a wrong date here, half a name
there. LoRA turns what a layer gives and cannot make it larger, since a norm follows. The gain of
that last norm can: it multiplies every logit, as a lower temperature would.
"""

import shutil
from pathlib import Path

from peft import LoraConfig
from safetensors import SafetensorError
from torch.optim import Optimizer
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from training.models.base import BaseError, name_base
from training.rl.presets import Preset
from training.runs.record import ADAPTER, EVALUATION, GREEDY, VOICES, RecordError


def configured(preset: Preset, model: PreTrainedModel) -> LoraConfig | None:
    """The adapter that a preset asks for, None where it begins with one; BaseError as from
    `last_norm`."""
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
    """The name of the norm after a model's last layer; BaseError where there is not just one."""
    names = [name for name, _ in model.base_model.named_children() if name.endswith("norm")]
    if len(names) != 1:
        raise BaseError(f"{type(model).__name__} has no one last norm: set gain_rate=0")
    return f"{model.base_model_prefix}.{names[0]}"


def set_gain_rate(optimizer: Optimizer, model: PreTrainedModel, rate: float) -> None:
    """Give the gain, where it is trained, a learning rate of its own, and float32, which PEFT gives
    to LoRA alone: half precision rounds small steps away."""
    gains = {id(one): one for name, one in model.named_parameters() if ".modules_to_save." in name}
    for group in optimizer.param_groups:
        group["params"] = [one for one in group["params"] if id(one) not in gains]
    if gains:
        for one in gains.values():
            one.data = one.data.float()
        optimizer.add_param_group({"params": list(gains.values()), "lr": rate, "weight_decay": 0.0})


def save(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, out: Path, base: Path) -> None:
    """Put a run's adapter, its tokenizer and its base's hash in place, all of it or nothing;
    RecordError where it cannot be written."""
    new, final = out / f".{ADAPTER}", out / ADAPTER
    shutil.rmtree(new, ignore_errors=True)
    try:
        model.save_pretrained(new)
        tokenizer.save_pretrained(new)
        name_base(new, base)
        (new / "README.md").unlink(missing_ok=True)  # PEFT's, which says nothing
        shutil.rmtree(final, ignore_errors=True)
        new.rename(final)
        for evaluation in (EVALUATION, GREEDY, VOICES):
            (out / evaluation).unlink(missing_ok=True)  # it was of another adapter
    except (OSError, SafetensorError) as error:
        shutil.rmtree(new, ignore_errors=True)
        raise RecordError(
            f"the adapter could not be written to {final}: {error}. Make room, then go on with "
            "--resume"
        ) from None
