"""The one SQLite file that keeps what visitors leave: attempts, claims and votes.

It is at the path in `REWARDDESK_STORE`, in WAL mode: readers never wait for a writer, and a process
that dies in the middle of a write leaves the previous state. Nothing in it says who somebody is.
Its rows are untrusted and parsed strictly.

Each kind of record has a subclass of `StoreFile` with tables of its own: `ui/game/store.py`,
`ui/arena/votes.py`.
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ValidationError

from ui.links import Ref

STORE = "REWARDDESK_STORE"
DEFAULT = Path("rewarddesk.sqlite")
TIMEOUT_SECONDS = 5.0
"""Seconds that a writer waits for another."""
_FORMAT = 1
"""It grows when a table changes. A table that an older file lacks is added when it is opened."""
_LOG = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)
ScenarioName = Annotated[str, AfterValidator(lambda text: str(Ref.parse(text)))]
"""A scenario's name, such as hard-eval-7."""


class StoreError(Exception):
    """The file cannot be used just now; the message is for the visitor."""


def place() -> Path:
    """Where the file is."""
    return Path(os.environ.get(STORE, DEFAULT))


class StoreFile:
    """The file. Every method opens its own connection, so that any thread may call any of them.

    All of them raise StoreError if the file cannot be used.
    """

    TABLES = ""
    """SQL that creates the tables of this kind of record, unless they exist."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or place()
        with self.opened() as file:
            file.execute("PRAGMA journal_mode = WAL")
            (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (format_,) = file.execute("PRAGMA user_version").fetchone()
            if tables and format_ != _FORMAT:
                raise sqlite3.DatabaseError(f"format {format_}, not {_FORMAT}: move the file away")
            file.executescript(
                f"BEGIN IMMEDIATE;{self.TABLES}PRAGMA user_version = {_FORMAT};COMMIT;"
            )

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """A connection for one transaction; StoreError if the file or a row is invalid."""
        try:
            with closing(sqlite3.connect(self.path, timeout=TIMEOUT_SECONDS)) as file, file:
                yield file
        except (sqlite3.Error, ValidationError) as error:
            _LOG.warning("%s: %s", self.path, error)
            raise StoreError("What visitors keep cannot be reached just now") from error


# --- inside one transaction ---


def insert(file: sqlite3.Connection, table: str, row: dict) -> bool:
    """Insert a row unless it exists; True if it was new."""
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    order = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
    return file.execute(order, tuple(row.values())).rowcount == 1


def rows(file: sqlite3.Connection, model: type[T], rest: str, values: tuple) -> Iterator[T]:
    """Yield a table's rows; ValidationError if one is invalid."""
    names = list(model.model_fields)
    for row in file.execute(f"SELECT {', '.join(names)} FROM {rest}", values):
        yield model.model_validate(dict(zip(names, row, strict=True)))


def one_row(file: sqlite3.Connection, model: type[T], rest: str, values: tuple) -> T | None:
    """The first of those rows, or None."""
    return next(rows(file, model, rest, values), None)
