"""Votes on the Arena's answers, in the store: which of two models did the work.

A vote is kept with the case, the two models, the graders' verdict at the time, and whether names
and scores were still hidden. Of the answers and of whoever votes, only hashes are kept, as for
claims (`ui/game/claims/book.py`). Counted are this page's own cases, models and scripts: whoever
brings a case keeps it, and a model from elsewhere is whatever its name pretends to be.

A voter has one vote on the same two answers, the first: after it, names and scores are known.
Whoever deletes the token can vote again, at the pace that the page allows.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field

from desks.desk import Frozen
from ui.store import ScenarioName, StoreFile, insert

MAX_VOTES = 20_000
"""Beyond it, the oldest are deleted."""
MAX_PER_MATCH = 200
"""Votes on the same two answers; later ones are not counted."""
Choice = Literal["first", "same", "second"]
Spec = Annotated[str, Field(pattern="^(pretrained|pocket|scripted):", max_length=300)]
"""A model or a script of this page."""
Cast = Literal["counted", "known", "full"]
"""What became of a vote; "known": this voter had voted on these two answers."""
SWAPPED: dict[str, Choice] = {"first": "second", "same": "same", "second": "first"}


class Ballot(Frozen):
    """A vote, and what it is on. `first` comes before `second` in the alphabet."""

    desk: Annotated[str, Field(max_length=60)]
    scenario: ScenarioName
    first: Spec
    second: Spec
    made: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    """A hash of the two models: a model that is trained again keeps its name."""
    blind: bool
    """Whether neither names nor scores had been shown."""
    vote: Choice
    graders: Choice
    """Which of the two the graders paid more."""


class Counted(Ballot):
    """How many such votes there are."""

    votes: Annotated[int, Field(ge=1)]


def match_id(desk: str, scenario: str, sampled: bool, sides: Sequence[tuple[str, str]]) -> str:
    """The identity of a match, in hex: its case, its setting, and each side's spec and answer, in
    whatever order."""
    whole = json.dumps([desk, scenario, sampled, sorted(sides)])
    return sha256(whole.encode()).hexdigest()


class Votes(StoreFile):
    """The table of votes."""

    TABLES = """
CREATE TABLE IF NOT EXISTS ballots (
    "match" TEXT NOT NULL, voter BLOB NOT NULL, desk TEXT NOT NULL, scenario TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL, made TEXT NOT NULL, blind INTEGER NOT NULL,
    vote TEXT NOT NULL, graders TEXT NOT NULL, UNIQUE ("match", voter)
) STRICT;
"""

    def cast(self, match: str, token: str, ballot: Ballot) -> Cast:
        """Count a vote on the match of that id, unless this voter had voted on it."""
        voter = sha256(f"{match}/{token}".encode()).digest()
        with self.opened() as file:
            file.execute("BEGIN IMMEDIATE")  # nobody votes between the count and the vote
            cast = file.execute(
                'SELECT count(*), total(voter = ?) FROM ballots WHERE "match" = ?', (voter, match)
            )
            count, before = cast.fetchone()
            if before:
                return "known"
            if count >= MAX_PER_MATCH:
                return "full"
            insert(file, "ballots", {'"match"': match, "voter": voter, **ballot.model_dump()})
            file.execute(
                "DELETE FROM ballots WHERE rowid IN (SELECT rowid FROM ballots ORDER BY rowid "
                "LIMIT max(0, (SELECT count(*) FROM ballots) - ?))",
                (MAX_VOTES,),
            )
        return "counted"

    def counted(self) -> list[Counted]:
        """All votes; those that are alike are counted together."""
        names = list(Ballot.model_fields)
        alike = ", ".join(names)
        order = f"SELECT {alike}, count(*) FROM ballots GROUP BY {alike}"
        with self.opened() as file:
            return [
                Counted.model_validate(dict(zip([*names, "votes"], row, strict=True)))
                for row in file.execute(order)
            ]
