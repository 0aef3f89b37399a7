"""Which base an adapter belongs to, checked by hashes kept beside it.

An adapter that was changed, or that is applied to another base or to one with a rebuilt tokenizer,
loads without complaint and writes nonsense. So `write_hashes` leaves `base.json` in the adapter's
folder, and `check_base` compares. A base has its own `base.json`, so that a damaged base is noticed
before a run begins.
"""

import json
import re
from collections.abc import Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from training.common.files import write_json
from training.models.policy import PolicyError

HASH_FILE, ADAPTER_KEY = "base.json", "adapter_sha256"
ADAPTER_CONFIG = "adapter_config.json"
REPOSITORY = re.compile(r"\w[\w.-]{0,95}/\w[\w.-]{0,95}", re.ASCII)
"""OWNER/NAME on the Hub."""
_HASHED = (
    "*.safetensors",
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.jinja",
)


def on_hub(base: str) -> bool:
    """Whether `base` names a model on the Hub rather than a folder."""
    return not base.startswith((".", "/", "assets/")) and bool(REPOSITORY.fullmatch(base))


class BaseError(PolicyError):
    """A base that is missing or is not the one expected; the message says what to do."""


def is_adapter(folder: Path) -> bool:
    """Whether a folder holds an adapter."""
    return (folder / ADAPTER_CONFIG).is_file()


def adapter_config(folder: Path) -> dict[str, Any]:
    """The settings of the adapter in a folder; BaseError if they cannot be read."""
    try:
        config = json.loads((folder / ADAPTER_CONFIG).read_text(encoding="utf-8"))
        if not isinstance(config, dict):
            raise ValueError("a JSON object was expected")
    except (OSError, ValueError, RecursionError) as error:
        raise BaseError(
            f"no adapter in {folder}: {ADAPTER_CONFIG}: {error}. Get it again"
        ) from None
    return config


def base_hash(folder: Path) -> str:
    """SHA-256, in hex, of all that determines a base's output: weights, tokenizer, settings."""
    files = sorted(path for pattern in _HASHED for path in folder.glob(pattern))
    if not any(path.suffix == ".safetensors" for path in files):
        raise BaseError(
            f"no weights (*.safetensors) in {folder}: make a base with warm_start first"
        )
    return _hash_of(files)


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def adapter_hash(folder: Path) -> str:
    """SHA-256, in hex, of what an adapter does to its base: weights and settings, but not the path
    of the base, which may differ on another machine."""
    config = adapter_config(folder)
    settings = {k: v for k, v in config.items() if k != "base_model_name_or_path"}
    try:
        weights = file_hash(folder / "adapter_model.safetensors")
    except OSError as error:
        raise BaseError(f"no adapter in {folder}: {error}. Get it again") from None
    return sha256(f"{json.dumps(settings, sort_keys=True)} {weights}".encode()).hexdigest()


def content_hash(path: Path) -> str:
    """SHA-256, in hex, of a file or of all files in a folder."""
    return _hash_of(sorted(filter(Path.is_file, path.iterdir())) if path.is_dir() else [path])


def _hash_of(files: Sequence[Path]) -> str:
    whole = sha256()
    for path in files:
        whole.update(f"{path.name} {file_hash(path)}\n".encode())
    return whole.hexdigest()


def write_hashes(folder: Path, base: Path) -> None:
    """Write a folder's base.json: an adapter's has the hashes of its base and of itself, a base's
    its own hash."""
    hashes = {"sha256": base_hash(base)}
    if is_adapter(folder):
        hashes[ADAPTER_KEY] = adapter_hash(folder)
    write_json(folder / HASH_FILE, hashes)


def named_base(folder: Path) -> str | None:
    """The hash of the base that a folder's base.json names; None if there is none."""
    return _read_hashes(folder).get("sha256")


def check_base(adapter: Path, base: Path) -> None:
    """BaseError unless the adapter names this base and, if it names its own hash, has that hash."""
    hashes = _read_hashes(adapter)
    if not hashes:
        raise BaseError(
            f"{adapter} does not say which base it was trained on: {HASH_FILE} is missing. Take "
            "the folder as the training run left it"
        )
    if hashes["sha256"] != (actual := base_hash(base)):
        raise BaseError(
            f"{adapter} was trained on another base: it names {hashes['sha256'][:12]}, and {base} "
            f"is {actual[:12]}. Put the base of that run there, or train the adapter again"
        )
    _check_hash(adapter, hashes)


def check_adapter_hash(adapter: Path, base: str) -> None:
    """BaseError unless the adapter has the hash that it names, if any, and names `base` as its
    base."""
    _check_hash(adapter, _read_hashes(adapter))
    if (named := adapter_config(adapter).get("base_model_name_or_path")) != base:
        raise BaseError(f"{adapter} is an adapter of {named}, and not of {base}")


def _check_hash(adapter: Path, hashes: dict[str, str]) -> None:
    if (named := hashes.get(ADAPTER_KEY)) and named != (actual := adapter_hash(adapter)):
        raise BaseError(
            f"{adapter} is not the adapter that was trained: {HASH_FILE} names {named[:12]}, and "
            f"it is {actual[:12]}. It was damaged or changed: get it again, or train it again"
        )


def _read_hashes(folder: Path) -> dict[str, str]:
    """The hashes in a folder's base.json; {} if there is none."""
    path = folder / HASH_FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {key: str(content[key]) for key in ("sha256", *(content.keys() & {ADAPTER_KEY}))}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BaseError(f'{path}: a JSON object with "sha256" was expected') from None
