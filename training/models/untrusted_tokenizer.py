"""A stranger's tokenizer, built from the contents of `tokenizer.json` and no other file it names.

`tokenizer_config.json` may name a class and, as its vocabulary, any file on this machine: a
malicious model would then write that file out. So only the special tokens and the chat template are
read from it, as text.
"""

import json
from pathlib import Path
from typing import Any

from transformers import PreTrainedTokenizerFast

SPECIAL = ("bos_token", "eos_token", "unk_token", "pad_token")
MAX_FILE_BYTES = 8_000_000
"""Maximum bytes of any file but the vocabulary."""


def tokenizer_of(folder: str) -> PreTrainedTokenizerFast:
    """The tokenizer in a folder; OSError or ValueError if there is none, or it is damaged."""
    vocabulary = Path(folder) / "tokenizer.json"
    if not vocabulary.is_file():
        raise ValueError("it has no tokenizer.json: take a model that has one")
    config = _object(Path(folder) / "tokenizer_config.json")
    named = {name: text for name in SPECIAL if (text := _token(config.get(name))) is not None}
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(vocabulary), **named)
    tokenizer.chat_template = _template(Path(folder), config)
    return tokenizer


def _template(folder: Path, config: dict[str, Any]) -> str | None:
    """The chat template: from its own file, else from where older models keep it."""
    path = folder / "chat_template.jinja"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    older = _object(folder / "chat_template.json")
    template = older.get("chat_template", config.get("chat_template"))
    if isinstance(template, list):
        named = {one.get("name"): one.get("template") for one in template if isinstance(one, dict)}
        template = named.get("default")
    return template if isinstance(template, str) else None


def _token(token: Any) -> str | None:
    """A special token, given as text or as an object with its stripping rules."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else None


def _object(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ValueError(f"{path.name} has over {MAX_FILE_BYTES:,} bytes")
    content = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(content, dict):
        raise ValueError(f"{path.name}: a JSON object was expected")
    return content
