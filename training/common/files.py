"""Atomic file writes, whole or not at all; JSON and JSONL."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any


def write_atomic(path: Path, content: str | bytes) -> None:
    """Replace a file atomically: until then, and after any failure, the old content stays.

    OSError if the folder is missing, not writable or full.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)  # mkstemp makes it private to its owner
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Replace a file by a value as JSON, atomically."""
    write_atomic(path, json.dumps(value, indent=1) + "\n")


def json_lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """A table as JSONL; TypeError or ValueError if a value cannot be encoded as JSON."""
    return "".join(json.dumps(row, allow_nan=False) + "\n" for row in rows)


def read_json_lines(path: Path) -> Iterator[Any]:
    """The rows of a JSONL file of our own."""
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())
