"""Claims and votes in the game's store (`ui/game/store.py`).

A vote is kept under a hash of the claim and of a random token that the voter's browser made. An
address would be shared by a whole office, and its hash can be reversed by trying all addresses; the
token says nothing about anybody, and the hashes of one voter on two claims have nothing in common.
Whoever deletes the token can vote again, at the pace that the page allows: votes advise the
maintainers and decide nothing.
"""

import sqlite3
from collections.abc import Sequence
from hashlib import sha256

from ui.game.claims.record import Claim, State, Tally, Verdict
from ui.game.store import Store
from ui.store import insert, one_row, rows

MAX_CLAIMS = 500
"""Beyond it, the oldest that are hidden or rejected are deleted, then the oldest open ones."""
MAX_VOTES = 1_000
"""Votes on a claim; later ones are not counted."""
ON_WALL = 10
"""Claims of a state that the wall shows, the newest first."""


def publish(store: Store, new: Claim) -> Claim:
    """Keep a claim, and make room for it. Returns the one that is kept: an earlier one, in whatever
    state, if it is of the same completion and scenario."""
    digest = sha256(new.completion.encode()).digest()
    with store.opened() as file:
        if insert(file, "claims", new.model_dump() | {"digest": digest}):
            _make_room(file, new)
            return new
        same = (new.desk, new.scenario, digest)
        kept = one_row(file, Claim, "claims WHERE desk = ? AND scenario = ? AND digest = ?", same)
        assert kept is not None
        return kept


def claim(store: Store, id_: str) -> Claim | None:
    """The claim of that id, in whatever state, or None."""
    with store.opened() as file:
        return _claim(file, id_)


def shown(store: Store, id_: str) -> Claim | None:
    """The claim of that id, unless it is hidden."""
    found = claim(store, id_)
    return found if found and found.state != "hidden" else None


def everything(store: Store) -> list[Claim]:
    """All claims, the oldest first."""
    with store.opened() as file:
        return list(rows(file, Claim, "claims ORDER BY made", ()))


def on_wall(store: Store, state: State) -> list[Claim]:
    """The newest claims of a state."""
    with store.opened() as file:
        rest = "claims WHERE state = ? ORDER BY made DESC LIMIT ?"
        return list(rows(file, Claim, rest, (state, ON_WALL)))


def count(store: Store) -> int:
    """How many claims are not hidden."""
    with store.opened() as file:
        return file.execute("SELECT count(*) FROM claims WHERE state != 'hidden'").fetchone()[0]


def settle(store: Store, id_: str, state: State) -> Claim | None:
    """Set a claim's state; returns it, or None if there is none of that id."""
    with store.opened() as file:
        file.execute("UPDATE claims SET state = ? WHERE id = ?", (state, id_))
        return _claim(file, id_)


# --- votes ---


class VotesFullError(Exception):
    """A claim has all the votes that are counted, and a new one is not."""


def vote(store: Store, id_: str, token: str, verdict: Verdict) -> Tally | None:
    """Count a vote, in place of the voter's earlier one, and return all; None, and nothing is
    counted, unless the claim is open. VotesFullError if no new vote is counted any more."""
    voter = sha256(f"{id_}/{token}".encode()).digest()
    with store.opened() as file:
        found = _claim(file, id_)
        if found is None or found.state != "open":
            return None
        counted = file.execute(
            "INSERT INTO votes SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM votes WHERE "
            "claim = ?1) < ?4 OR EXISTS (SELECT 1 FROM votes WHERE claim = ?1 AND voter = ?2) "
            "ON CONFLICT DO UPDATE SET verdict = ?3",
            (id_, voter, verdict, MAX_VOTES),
        )
        if not counted.rowcount:
            raise VotesFullError
        return _tally(file, id_)


def tallies(store: Store, claims: Sequence[Claim]) -> list[Tally]:
    """The votes on each claim."""
    with store.opened() as file:
        return [_tally(file, one.id) for one in claims]


# --- inside one transaction ---


def _claim(file: sqlite3.Connection, id_: str) -> Claim | None:
    return one_row(file, Claim, "claims WHERE id = ?", (id_,))


def _tally(file: sqlite3.Connection, id_: str) -> Tally:
    order = "SELECT verdict, count(*) FROM votes WHERE claim = ? GROUP BY verdict"
    votes = dict(file.execute(order, (id_,)))
    return Tally(votes.get("wrong", 0), votes.get("fine", 0))


def _make_room(file: sqlite3.Connection, new: Claim) -> None:
    file.execute(
        "DELETE FROM claims WHERE id IN (SELECT id FROM claims WHERE state != 'confirmed' AND "
        "id != ? ORDER BY state = 'open', made LIMIT max(0, (SELECT count(*) FROM claims) - ?))",
        (new.id, MAX_CLAIMS),
    )
    file.execute("DELETE FROM votes WHERE claim NOT IN (SELECT id FROM claims)")
