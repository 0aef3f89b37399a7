"""Which base an adapter belongs to: the base's hash, kept beside the adapter and checked.

An adapter on another base, or on one whose tokenizer was rebuilt, loads without complaint and
writes nonsense. So `name_base` leaves `base.json` in the adapter's folder, and `check_base`
compares. A base has one of its own, so that a damaged one is noticed before a run begins.
"""

import json
import re
from hashlib import file_digest, sha256
from pathlib import Path

NAMED = "base.json"
REPOSITORY = re.compile(r"\w[\w.-]{0,95}/\w[\w.-]{0,95}", re.ASCII)
"""OWNER/NAME of the Hub."""
_HASHED = (
    "*.safetensors",
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template.jinja",
)


def on_hub(base: str) -> bool:
    """Whether that is the name of a model of the Hub, and no folder's."""
    return not base.startswith((".", "/", "assets/")) and bool(REPOSITORY.fullmatch(base))


class BaseError(ValueError):
    """A base that is missing or is not the one expected; the message says what to do."""


def base_hash(folder: Path) -> str:
    """SHA-256, in hex, of all that a base writes with: weights, tokenizer, settings."""
    files = sorted(path for pattern in _HASHED for path in folder.glob(pattern))
    if not any(path.suffix == ".safetensors" for path in files):
        raise BaseError(
            f"no weights (*.safetensors) in {folder}: make a base with warm_start first"
        )
    whole = sha256()
    for path in files:
        whole.update(f"{path.name} {file_hash(path)}\n".encode())
    return whole.hexdigest()


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def name_base(adapter: Path, base: Path) -> None:
    """Write beside an adapter which base it was trained on, or beside a base what it is."""
    told = json.dumps({"sha256": base_hash(base)}, indent=1) + "\n"
    (adapter / NAMED).write_text(told, encoding="utf-8")


def named_base(folder: Path) -> str | None:
    """The hash of the base that a folder names; None where it names none."""
    path = folder / NAMED
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["sha256"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        raise BaseError(f'{path}: a JSON object with "sha256" was expected') from None


def check_base(adapter: Path, base: Path) -> None:
    """BaseError unless the adapter names this base."""
    named = named_base(adapter)
    if named is None:
        raise BaseError(
            f"{adapter} does not say which base it was trained on: {NAMED} is missing. Take the "
            "folder as the training run left it"
        )
    if named != (found := base_hash(base)):
        raise BaseError(
            f"{adapter} was trained on another base: it names {named[:12]}, and {base} is "
            f"{found[:12]}. Put the base of that run there, or train the adapter again"
        )
