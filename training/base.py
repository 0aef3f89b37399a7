"""Which base an adapter belongs to: the base's hash, kept beside the adapter and checked.

An adapter on another base, or on one whose tokenizer was rebuilt, loads without complaint and
writes nonsense. So `name_base` leaves `base.json` in the adapter's folder, and `check_base`
compares. A base has one of its own, so that a damaged one is noticed before a run begins.
"""

import json
from hashlib import sha256
from pathlib import Path

NAMED = "base.json"
_HASHED = ("*.safetensors", "tokenizer.json", "chat_template.jinja")


class BaseError(ValueError):
    """A base that is missing or is not the one expected; the message says what to do."""


def base_hash(folder: Path) -> str:
    """SHA-256, in hex, of all that a base writes with: weights, tokenizer, chat template."""
    files = sorted(path for pattern in _HASHED for path in folder.glob(pattern))
    if not any(path.suffix == ".safetensors" for path in files):
        raise BaseError(
            f"no weights (*.safetensors) in {folder}: make a base with warm_start first"
        )
    whole = sha256()
    for path in files:
        with path.open("rb") as file:
            each = sha256()
            while piece := file.read(1 << 20):
                each.update(piece)
        whole.update(f"{path.name} {each.hexdigest()}\n".encode())
    return whole.hexdigest()


def name_base(adapter: Path, base: Path) -> None:
    """Write beside an adapter which base it was trained on, or beside a base what it is."""
    told = json.dumps({"sha256": base_hash(base)}, indent=1) + "\n"
    (adapter / NAMED).write_text(told, encoding="utf-8")


def check_base(adapter: Path, base: Path) -> None:
    """BaseError unless the adapter names this base."""
    path = adapter / NAMED
    try:
        named = json.loads(path.read_text(encoding="utf-8"))["sha256"]
    except FileNotFoundError:
        raise BaseError(
            f"{adapter} does not say which base it was trained on: {NAMED} is missing. Take the "
            "folder as the training run left it"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise BaseError(f'{path}: a JSON object with "sha256" was expected') from None
    if named != (found := base_hash(base)):
        raise BaseError(
            f"{adapter} was trained on another base: it names {str(named)[:12]}, and {base} is "
            f"{found[:12]}. Put the base of that run there, or train the adapter again"
        )
