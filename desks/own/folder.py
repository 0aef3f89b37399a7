"""Several runbooks at once, as a page sends them: a JSON list of [name, content in base64]."""

import base64
import json
from collections.abc import Callable, Iterable

from pydantic import TypeAdapter

from desks.own import runbooks
from desks.own.errors import OwnError
from desks.own.runbooks import (
    MAX_FILES,
    MAX_PASSAGES,
    MAX_UNPACKED,
    Passage,
    passages_of,
    read_runbooks,
)

_FILES = TypeAdapter(list[tuple[str, str]])


def read_folder(
    data: bytes, name: str, at_line: Callable[[int], None] = lambda number: None
) -> list[Passage]:
    """The passages of all files. OwnError if one cannot be read, or they are too many."""
    found: list[Passage] = []
    left = MAX_UNPACKED
    for file, content in _files(data, name):
        if file.lower().endswith(".zip"):
            pieces = read_runbooks(content, file)
        else:
            pieces = list(passages_of(file, content, file))
        found += pieces
        left -= sum(one.size for one in pieces)
        if len(found) > MAX_PASSAGES or left < 0:
            said = f"at most {MAX_PASSAGES:,} passages, of {MAX_UNPACKED:,} characters in all"
            raise OwnError(name, None, f"{said}, were expected")
    if not found:
        raise OwnError(name, None, "a runbook was expected: " + ", ".join(runbooks.KINDS))
    return found


def packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files as `read_folder` takes them."""
    return json.dumps([(name, base64.b64encode(data).decode()) for name, data in files]).encode()


def _files(data: bytes, name: str) -> list[tuple[str, bytes]]:
    try:
        pairs = _FILES.validate_json(data)
        files = [(file[:200], base64.b64decode(text, validate=True)) for file, text in pairs]
    except ValueError:
        raise OwnError(name, None, "a list of files was expected") from None
    if len(files) > MAX_FILES:
        raise OwnError(name, None, f"at most {MAX_FILES:,} files were expected")
    return files
