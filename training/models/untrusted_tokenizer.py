"""A stranger's tokenizer, from what `tokenizer.json` holds and nothing that it points to.

`tokenizer_config.json` may name a class and, as its vocabulary, any file on this machine: a model
made for that would then write the file out. So only the special tokens and the chat template are
read from it, as text.
"""

import json
from pathlib import Path
from typing import Any

from transformers import PreTrainedTokenizerFast

SPECIAL_TOKENS = ("bos_token", "eos_token", "unk_token", "pad_token")
MAX_FILE_BYTES = 8_000_000
"""Bytes of a file beside the vocabulary, at most."""


def tokenizer_of(folder: str) -> PreTrainedTokenizerFast:
    """The tokenizer in a folder; OSError or ValueError where there is none, or it is damaged."""
    vocabulary = Path(folder) / "tokenizer.json"
    if not vocabulary.is_file():
        raise ValueError("it has no tokenizer.json: take a model that has one")
    said = _object(Path(folder) / "tokenizer_config.json")
    named = {name: text for name in SPECIAL_TOKENS if (text := _token(said.get(name))) is not None}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(vocabulary), **named)
    tokenizer.chat_template = _template(Path(folder), said)
    return tokenizer


def _template(folder: Path, said: dict[str, Any]) -> str | None:
    """The chat template: from its own file, else from where older models have it."""
    path = folder / "chat_template.jinja"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    told = _object(folder / "chat_template.json").get("chat_template", said.get("chat_template"))
    if isinstance(told, list):
        named = {one.get("name"): one.get("template") for one in told if isinstance(one, dict)}
        told = named.get("default")
    return told if isinstance(told, str) else None


def _token(told: Any) -> str | None:
    """A special token, given as text or as an object with its stripping rules."""
    if isinstance(told, dict):
        told = told.get("content")
    return told if isinstance(told, str) else None


def _object(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ValueError(f"{path.name} has over {MAX_FILE_BYTES:,} bytes")
    told = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(told, dict):
        raise ValueError(f"{path.name}: a JSON object was expected")
    return told
