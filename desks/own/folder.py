"""Several runbooks at once, as a page sends them: a JSON list of [name, content in base64]."""

import base64
import binascii
import json
from collections.abc import Callable

from desks.own import runbooks
from desks.own.errors import OwnError
from desks.own.runbooks import MAX_FILES, MAX_PASSAGES, MAX_UNPACKED, Passage, read_runbooks
from desks.own.text import check_size


def read_folder(
    data: bytes, name: str, at_line: Callable[[int], None] = lambda number: None
) -> list[Passage]:
    """The passages of all files. OwnError if one cannot be read, or they are too many."""
    check_size(data, name, 2 * MAX_UNPACKED)
    found: list[Passage] = []
    for file, content in _files(data, name):
        found += read_runbooks(content, file)
        if len(found) > MAX_PASSAGES:
            raise OwnError(name, None, f"at most {MAX_PASSAGES:,} passages were expected")
    if not found:
        raise OwnError(name, None, "a runbook was expected: " + ", ".join(runbooks.KINDS))
    return found


def _files(data: bytes, name: str) -> list[tuple[str, bytes]]:
    try:
        pairs = [(str(file)[:200], base64.b64decode(text)) for file, text in json.loads(data)]
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise OwnError(name, None, "a list of files was expected") from None
    if len(pairs) > MAX_FILES:
        raise OwnError(name, None, f"at most {MAX_FILES:,} files were expected")
    return pairs
