"""Where a run starts from: its base, which is found, checked against its hash, and loaded."""

import os
from pathlib import Path

import torch
from transformers import PreTrainedModel

from training.common.console import first_line, log
from training.models import attention
from training.models.base import HASH_FILE, BaseError, base_hash, check_base, named_base, on_hub
from training.models.decoding import is_plain
from training.models.from_hub import fetch_verified
from training.models.fused_lora import load_adapter
from training.models.generation import SMALL
from training.models.gpu import gpu_usable
from training.models.loading import DAMAGED, Loaded, load_model, load_tokenizer
from training.models.pretrained import SOURCES, model_folder
from training.rl.presets import Preset

BIG = 1_000_000_000
"""More parameters than that are not for a CPU."""


def find_base(preset: Preset) -> tuple[Path, str]:
    """The folder of the base and its hash, checked to be the right one.

    A pretrained model that comes as one file is converted (`training/models/pretrained.py`). A
    folder is checked against `base_sha256` or its own base.json; a model on the Hub against the
    Hub's hashes of its large files, and `base_sha256` if there is one. BaseError says what is
    wrong and what to do.
    """
    folder, expected = Path(preset.base), preset.base_sha256
    if preset.base in SOURCES:
        folder = model_folder(preset.base)
    elif folder.is_dir():
        expected = expected or named_base(folder)
        if expected is None:
            raise BaseError(
                f"{folder} does not say what it should be: there is no {HASH_FILE} in it and no "
                "base_sha256 in the preset. If it is the base you mean: --set "
                f"base_sha256={base_hash(folder)}"
            )
    elif on_hub(preset.base):
        folder = fetch_verified(preset.base, preset.revision)
    else:
        raise BaseError(
            f"no base in {folder}: python -m training.warm_start makes those of our desks"
        )
    actual = base_hash(folder)
    expected = expected or actual
    if actual != expected:
        raise BaseError(
            f"the base in {folder} is not the one expected: its hash is {actual[:12]}, and it "
            f"should be {expected[:12]}. It is damaged, or another one: get it again, or make it "
            "again"
        )
    return folder, actual


def load_base(preset: Preset, folder: Path) -> Loaded:
    """The base, with the preset's adapter if there is one, and the adapter's or else the base's
    tokenizer, which pads on the left. What is saved will name the base as the preset does.
    BaseError if something cannot be loaded, does not belong together or has no chat template."""
    model, tokenizer = load_model(str(folder))
    if not gpu_usable() and is_plain(model) and model.num_parameters() >= SMALL:
        model.set_attn_implementation(attention.NAME)
    model.name_or_path = preset.base
    model.config._name_or_path = preset.base
    if preset.adapter:
        model, tokenizer = _with_adapter(model, preset, folder)
    tokenizer.padding_side = "left"
    return model, tokenizer


def _with_adapter(model: PreTrainedModel, preset: Preset, base: Path) -> Loaded:
    """The base with the run's initial adapter, which is trainable, and the adapter's tokenizer."""
    folder = Path(preset.adapter)
    check_base(folder, base)
    try:
        adapted = load_adapter(model, folder)
        tokenizer = load_tokenizer(str(folder))
    except DAMAGED as error:
        raise BaseError(f"cannot put {folder} on its base: {first_line(error)}") from None
    config = adapted.peft_config["default"]
    if (config.r, config.lora_alpha) != (preset.lora_rank, preset.lora_alpha):
        raise BaseError(
            f"{folder} is of rank {config.r} and alpha {config.lora_alpha}, and the preset asks "
            f"for {preset.lora_rank} and {preset.lora_alpha}"
        )
    if preset.gain_rate and not config.modules_to_save:
        raise BaseError(f"{folder} holds no gain of the last norm: set gain_rate=0")
    return adapted, tokenizer


def tell(model: PreTrainedModel) -> None:
    """Log what is trained on what, with a warning if a CPU is too slow for it."""
    count, on_gpu = model.num_parameters(), gpu_usable()
    if on_gpu:
        gpu = torch.cuda.get_device_properties()
        place, memory = gpu.name, gpu.total_memory
    else:
        place, memory = "the CPU", os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    dtype = str(model.dtype).removeprefix("torch.")
    size = f"{count / 1e6:,.0f} million parameters in {dtype}"
    log(f"{size} on {place}, {memory / 2**30:.0f} GiB of memory")
    if count > BIG and not on_gpu:
        log(
            "warning: there is no GPU, or torch cannot use it (a build for CPUs, an old driver); a "
            "model of this size takes far too long on a CPU"
        )
