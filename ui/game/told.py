"""A kept attempt in a few words: what its picture, its preview and the page say of it."""

from functools import lru_cache
from typing import NamedTuple

import graders
from desks import DESKS
from graders import grading
from graders.levels import levels
from ui.game import ladder
from ui.game.attempts import StoredAttempt
from ui.links import GameRef
from ui.wording import plain

MAX_WORDS = 200
"""Characters of the answer that are quoted."""
CACHE_SIZE = 256


class Told(NamedTuple):
    """An attempt in words. All of it is plain text; `words` is what a player wrote."""

    won: bool
    paid: float
    what: str
    """What it was paid for, to follow the amount: "for an answer that ..."."""
    place: str
    title: str
    """The level's title."""
    words: str
    ours: float
    """What this project's rubric pays for the same answer today."""
    verdict: str

    @property
    def headline(self) -> str:
        """The amount, and what it was paid for."""
        return f"{self.paid:.2f} {self.what}"


def what(won: bool) -> str:
    """What an attempt was paid for."""
    return f"for an answer that does not {'do the work' if won else 'break the level'}"


def place(game: GameRef) -> str:
    """The desk, and which of its levels."""
    names = [one.name for one in levels(game.desk)]
    number = names.index(game.level_name) + 1
    return f"{DESKS[game.desk].workplace}, level {number} of {len(names)}"


@lru_cache(CACHE_SIZE)
def told(one: StoredAttempt) -> Told:
    """An attempt in words; LinkError if its level no longer exists."""
    game = ladder.game_of(one)
    found = graders.grade(game.scenario, one.completion)
    prose = getattr(found.action, grading(one.desk).prose, None) or one.completion
    return Told(
        won=one.won,
        paid=one.score,
        what=what(one.won),
        place=place(game),
        title=game.level.title,
        words=plain(prose, MAX_WORDS),
        ours=min(max(found.total, 0.0), 1.0),
        verdict=plain(found.verdict, MAX_WORDS),
    )
