"""A journal of answers: a file in which an evaluation that broke off finds what it had.

One line of JSON per answer, {"key": ..., "text": ...}, is appended as soon as the answer is there.
The key is a hash of whatever the answer depends on: the policy with its limit and its files, the
sampling and the case. So a file may serve several evaluations, and a prompt that was changed is
asked anew.
"""

import fcntl
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from desks import Scenario
from desks.strict_json import MAX_BYTES
from training.common.console import CommandError
from training.models.base import content_hash
from training.models.policy import Policy

MAX_LINE_BYTES = 16 * MAX_BYTES
"""Longest line that is read, in bytes: more than any completion takes that is graded."""
MAX_FILE_BYTES = 1_000_000_000
"""Largest file that is read, in bytes."""
KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
BEGINNING = b'{"key": "'
"""How every line begins."""


class JournalError(CommandError):
    """A file that is no journal, or is in use; the message says where and what was expected."""


class Journal:
    """The answers in a file, and where further ones are added; without a file, none are kept."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file
        self._texts = dict(_read(file)) if file else {}

    def keys(
        self, policy: Policy, scenarios: Sequence[Scenario], sample: bool, seed: int
    ) -> list[str]:
        """What the policy's answer to each scenario is kept under."""
        if not self._file:
            return [""] * len(scenarios)
        read = list(map(content_hash, policy.read))
        how = [policy.name, policy.limit, read, sample, seed]
        # The whole scenario too: an agent with tools sees more of it than its prompt.
        asked = ([policy.desk.prompt(s), s.model_dump_json()] for s in scenarios)
        return [sha256(json.dumps([how, one]).encode()).hexdigest() for one in asked]

    def get(self, key: str) -> str | None:
        return self._texts.get(key)

    def add(self, key: str, text: str) -> None:
        """Keep an answer. OSError if the file cannot be written."""
        if self._file:
            self._file.write(f"{json.dumps({'key': key, 'text': text})}\n".encode())
            self._file.flush()


@contextmanager
def opened(path: Path | None) -> Iterator[Journal]:
    """The journal in a file, which is made if there is none; with no path, one that keeps nothing.

    A last line that was not written to its end is taken away. JournalError if the file is no
    journal or another evaluation writes to it, OSError if it cannot be opened.
    """
    if path is None:
        yield Journal()
        return
    with path.open("ab+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalError(
                f"{path} is in use by another evaluation: wait for its end"
            ) from None
        try:
            journal = Journal(file)
        except ValueError as error:
            raise JournalError(f"{path} is no journal of answers: {error}") from None
        yield journal


def _read(file: BinaryIO) -> Iterator[tuple[str, str]]:
    """The keys and texts in a file, which is cut off after its last whole line; ValueError says
    which line is none."""
    if (size := file.seek(0, 2)) > MAX_FILE_BYTES:
        raise ValueError(f"it has {size:,} bytes; at most {MAX_FILE_BYTES:,} are read")
    end, number = file.seek(0), 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if not line.endswith(b"\n") and end + len(line) == size:
            if not (line.startswith(BEGINNING) or BEGINNING.startswith(line)):
                raise ValueError(f"line {number} does not begin with {BEGINNING.decode()}")
            file.truncate(end)
            return
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise ValueError(f"line {number} is not one JSON value, or too long") from None
        match found:
            case {"key": str(key), "text": str(text)} if len(found) == 2 and KEY.fullmatch(key):
                yield key, text
            case _:
                raise ValueError(f'line {number}: {{"key": HASH, "text": TEXT}} was expected')
        end += len(line)
