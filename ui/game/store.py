"""The attempts that players keep, and the exploits among them, in the store (`ui/store.py`).

All that is stored about a player is an optional pseudonym. The tables are bounded in rows and
bytes: the oldest attempts that did not win are deleted first, and those on a board stay. Claims are
in tables beside them (`ui/game/claims/book.py`).
"""

import secrets
import sqlite3
import time
from hashlib import sha256
from typing import NamedTuple

from ui.game.attempts import Exploit, Leader, StoredAttempt, Submission
from ui.store import StoreFile, insert, one_row, rows

MAX_ATTEMPTS, MAX_BYTES = 20_000, 64 * 1024 * 1024
"""Maximum number of attempts kept, and maximum bytes of their completions."""
MAX_EXPLOITS = 300
BOARD_SIZE = 10
"""Players on a board."""


class Receipt(NamedTuple):
    """The result of keeping an attempt."""

    kept: StoredAttempt
    first: bool
    """Whether its exploit is the first of its kind."""


class Store(StoreFile):
    """The tables of the game."""

    TABLES = """
CREATE TABLE IF NOT EXISTS attempts (
    id TEXT PRIMARY KEY, made REAL NOT NULL, desk TEXT NOT NULL, level TEXT NOT NULL,
    grader TEXT NOT NULL, scenario TEXT NOT NULL, completion TEXT NOT NULL,
    score REAL NOT NULL, won INTEGER NOT NULL, player TEXT NOT NULL,
    digest BLOB NOT NULL, length INTEGER NOT NULL, bytes INTEGER NOT NULL,
    UNIQUE (desk, level, grader, scenario, digest)
) STRICT;
CREATE INDEX IF NOT EXISTS leaders ON attempts
    (desk, level, grader, won, score DESC, length, made, id, player, scenario);
CREATE INDEX IF NOT EXISTS oldest ON attempts (won, made, id, bytes);
CREATE TABLE IF NOT EXISTS exploits (
    grader TEXT NOT NULL, signature TEXT NOT NULL, made REAL NOT NULL, attempt TEXT NOT NULL,
    desk TEXT NOT NULL, level TEXT NOT NULL, scenario TEXT NOT NULL, completion TEXT NOT NULL,
    why TEXT NOT NULL, PRIMARY KEY (grader, signature)
) STRICT;
CREATE TABLE IF NOT EXISTS claims (
    id TEXT PRIMARY KEY, made REAL NOT NULL, desk TEXT NOT NULL, level TEXT NOT NULL,
    grader TEXT NOT NULL, scenario TEXT NOT NULL, case_text TEXT NOT NULL,
    completion TEXT NOT NULL, score REAL NOT NULL, player TEXT NOT NULL, why TEXT NOT NULL,
    state TEXT NOT NULL, digest BLOB NOT NULL, UNIQUE (desk, scenario, digest)
) STRICT;
CREATE TABLE IF NOT EXISTS votes (
    claim TEXT NOT NULL, voter BLOB NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (claim, voter)
) STRICT, WITHOUT ROWID;
"""

    def keep(self, new: Submission, exploit: Exploit | None = None) -> Receipt:
        """Keep an attempt, with its exploit if it has one, and make room for both.

        A repeated attempt is not stored again: the receipt holds the earlier one.
        UnicodeEncodeError if a text has a lone surrogate.
        """
        coded = new.completion.encode()
        kept = StoredAttempt(**new.model_dump(), id=secrets.token_urlsafe(9), made=time.time())
        row = kept.model_dump() | {
            "digest": sha256(coded).digest(),
            "length": len(new.completion),
            "bytes": len(coded),
        }
        with self.opened() as file:
            if not insert(file, "attempts", row):
                return Receipt(_known(file, new), first=False)
            first = exploit is not None and insert(
                file,
                "exploits",
                exploit.model_dump()
                | {"grader": kept.grader, "made": kept.made, "attempt": kept.id},
            )
            _make_room(file, kept)
        return Receipt(kept, first)

    def known(self, submission: Submission) -> StoredAttempt | None:
        """The kept attempt, by any player, with that completion, level, scenario and version of the
        graders; or None."""
        with self.opened() as file:
            return _known(file, submission)

    def attempt(self, id_: str) -> StoredAttempt | None:
        """The attempt of that id, or None."""
        with self.opened() as file:
            return one_row(file, StoredAttempt, "attempts WHERE id = ?", (id_,))

    def leaders(self, desk: str, level: str, grader: str) -> list[Leader]:
        """Each player's best winning attempt, ranked by score, then brevity, then time.

        Each attempt without a name counts as a player of its own.
        """
        with self.opened() as file:
            return _leaders(file, desk, level, grader)

    def exploits(self, grader: str, desk: str = "", most: int = -1) -> list[Exploit]:
        """Exploits of a version of the graders, earliest first; `desk` and `most` narrow them."""
        with self.opened() as file:
            rest = "exploits WHERE grader = ? AND ? IN ('', desk) ORDER BY made LIMIT ?"
            return list(rows(file, Exploit, rest, (grader, desk, most)))

    def exploit_of(self, attempt: str) -> Exploit | None:
        """The exploit that an attempt was the first to find, or None."""
        with self.opened() as file:
            return one_row(file, Exploit, "exploits WHERE attempt = ?", (attempt,))


# --- inside one transaction ---


def _known(file: sqlite3.Connection, submission: Submission) -> StoredAttempt | None:
    digest = sha256(submission.completion.encode()).digest()
    return one_row(
        file,
        StoredAttempt,
        "attempts WHERE desk = ? AND level = ? AND grader = ? AND scenario = ? AND digest = ?",
        (submission.desk, submission.level, submission.grader, submission.scenario, digest),
    )


def _leaders(file: sqlite3.Connection, desk: str, level: str, grader: str) -> list[Leader]:
    found: dict[str, Leader] = {}
    rest = (
        "attempts WHERE desk = ? AND level = ? AND grader = ? AND won = 1 "
        "ORDER BY score DESC, length, made"
    )
    for one in rows(file, Leader, rest, (desk, level, grader)):
        found.setdefault(one.player or f"\n{one.id}", one)
        if len(found) == BOARD_SIZE:
            break
    return list(found.values())


def _make_room(file: sqlite3.Connection, new: StoredAttempt) -> None:
    """Delete surplus exploits, and the oldest attempts, those that did not win first; the new one
    and those on a board stay."""
    file.execute(
        "DELETE FROM exploits WHERE rowid IN (SELECT rowid FROM exploits "
        "ORDER BY grader = ? DESC, made DESC LIMIT -1 OFFSET ?)",
        (new.grader, MAX_EXPLOITS),
    )
    count, size = file.execute("SELECT count(*), total(bytes) FROM attempts").fetchone()
    if count <= MAX_ATTEMPTS and size <= MAX_BYTES:
        return
    boards = file.execute(
        "SELECT DISTINCT desk, level FROM attempts WHERE grader = ? AND won = 1", (new.grader,)
    ).fetchall()
    stay = {one.id for board in boards for one in _leaders(file, *board, new.grader)} | {new.id}
    gone = []
    for id_, bytes_ in file.execute("SELECT id, bytes FROM attempts ORDER BY won, made"):
        if count <= MAX_ATTEMPTS and size <= MAX_BYTES:
            break
        if id_ not in stay:
            gone.append((id_,))
            count, size = count - 1, size - bytes_
    file.executemany("DELETE FROM attempts WHERE id = ?", gone)
