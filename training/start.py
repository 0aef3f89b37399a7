"""Where a run starts from: the base, found, checked by its hash, and loaded."""

import json
from hashlib import sha256
from pathlib import Path

import torch
from huggingface_hub import HfApi, snapshot_download
from huggingface_hub.errors import HfHubHTTPError
from safetensors import SafetensorError
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)

from training.base import NAMED, BaseError, base_hash
from training.presets import Preset

NEEDED = ["*.safetensors", "*.json", "*.txt", "*.jinja"]
"""Files of a model on the Hub that a run reads."""


def find_base(preset: Preset) -> tuple[Path, str]:
    """The folder of the base and its hash, once it is known to be what it should be.

    A folder is held against `base_sha256` or the base.json beside it; a model of the Hub against
    the hashes that the Hub gives for its large files, and `base_sha256` if there is one. BaseError
    says what is wrong and what to do.
    """
    folder = Path(preset.base)
    if folder.is_dir():
        expected = preset.base_sha256 or _named(folder)
        found = base_hash(folder)
        if expected is None:
            raise BaseError(
                f"{folder} does not say what it should be: there is no {NAMED} beside it and no "
                f"base_sha256 in the preset. If it is the base you mean: --set base_sha256={found}"
            )
    elif preset.base.startswith((".", "/", "assets/")) or preset.base.count("/") != 1:
        raise BaseError(
            f"no base in {folder}: python -m training.warm_start --desk {preset.desk} makes one"
        )
    else:
        folder = _from_hub(preset.base, preset.revision)
        found = base_hash(folder)
        expected = preset.base_sha256 or found
    if found != expected:
        raise BaseError(
            f"the base in {folder} is not the one expected: its hash is {found[:12]}, and it "
            f"should be {expected[:12]}. It is damaged, or another one: get it again, or make it "
            "again"
        )
    return folder, found


def _named(folder: Path) -> str | None:
    path = folder / NAMED
    if not path.exists():
        return None
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["sha256"])
    except (ValueError, KeyError, TypeError):
        raise BaseError(f'{path}: a JSON object with "sha256" was expected') from None


def _from_hub(name: str, revision: str) -> Path:
    try:
        known = HfApi().model_info(name, revision=revision, files_metadata=True)
        folder = Path(snapshot_download(name, revision=known.sha, allow_patterns=NEEDED))
    except (HfHubHTTPError, OSError, ValueError) as error:  # ValueError: no name, or no JSON
        raise BaseError(
            f"{name} cannot be had from the Hub: {_first_line(error)}. Is the name right, the "
            "network up, HF_ENDPOINT (if set) a Hub, and the token (if it is gated) allowed?"
        ) from None
    for file in known.siblings or []:
        path = folder / file.rfilename
        if file.lfs and path.exists() and _file_hash(path) != file.lfs.sha256:
            raise BaseError(
                f"{path} is damaged: its hash is not the one the Hub gives. Delete it and start "
                "again"
            )
    return folder


def _file_hash(path: Path) -> str:
    whole = sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            whole.update(piece)
    return whole.hexdigest()


def load_base(preset: Preset, folder: Path) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """The base and its tokenizer, which pads on the left; the adapter's files will name the base as
    the preset does. BaseError where it cannot be loaded or has no chat template."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, padding_side="left")
        model, found = AutoModelForCausalLM.from_pretrained(
            folder, dtype=precision(), use_safetensors=True, output_loading_info=True
        )
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise BaseError(f"the base in {folder} cannot be loaded: {_first_line(error)}") from None
    if found["missing_keys"]:
        raise BaseError(f"the base in {folder} is not whole: weights are missing. Get it again")
    if tokenizer.chat_template is None:
        raise BaseError(
            f"{preset.base} has no chat template: take a model made for chat (Instruct)"
        )
    model.name_or_path = preset.base
    model.config._name_or_path = preset.base
    return model, tokenizer


def precision() -> torch.dtype:
    """What weights are loaded in: float32 on a CPU; on a GPU bfloat16, or float16 on an old one."""
    if not torch.cuda.is_available():
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(False) else torch.float16


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
