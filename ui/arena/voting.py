"""A vote on a finished match: whether it is counted, and what the visitor is told of it."""

from dataclasses import dataclass

from desks.once import once
from ui import inference
from ui.arena import preferences
from ui.arena.contenders import BROUGHT
from ui.arena.duel import Answer
from ui.arena.votes import SWAPPED, Ballot, Cast, Choice, Votes, match_id
from ui.drawing import number_of
from ui.guard.throttle import RateLimiter
from ui.links import Ref
from ui.own.ref import OwnRef
from ui.store import StoreError

TOLD: dict[Cast, str] = {
    "known": "You have already voted on these answers: that vote stays.",
    "full": "These very answers have all the votes they need: yours is not counted.",
}


@dataclass(frozen=True)
class FinishedMatch:
    """A finished match; the specs and their answers in the order in which they were shown."""

    desk: str
    ref: Ref | OwnRef
    specs: tuple[str, str]
    answers: tuple[Answer, Answer]
    sampled: bool
    blind: bool
    graders: Choice
    """Which answer the graders pay more."""

    @property
    def id(self) -> str:
        """Its identity (`ui.arena.votes.match_id`)."""
        texts = (one.text for one in self.answers)
        sides = list(zip(self.specs, texts, strict=True))
        return match_id(self.desk, str(self.ref), self.sampled, sides)

    def ballot(self, vote: Choice) -> Ballot:
        """A vote on it; `vote` names a side in the order shown."""
        (first, second), graders = sorted(self.specs), self.graders
        if (first, second) != self.specs:
            vote, graders = SWAPPED[vote], SWAPPED[graders]
        return Ballot(
            desk=self.desk,
            scenario=str(self.ref),
            first=first,
            second=second,
            made=inference.made(self.desk, first, second),
            blind=self.blind,
            vote=vote,
            graders=graders,
        )

    @property
    def uncounted(self) -> str:
        """Why votes on it are not counted, in a sentence; empty if they are."""
        if isinstance(self.ref, OwnRef):
            return "Your case is yours alone: this vote is kept nowhere."
        if any(spec.partition(":")[0] in BROUGHT for spec in self.specs):
            return "Only votes on this page’s own models are counted: this one is kept nowhere."
        if self.specs[0] == self.specs[1]:
            return "Both are the same model: there is nothing to count."
        return ""


@once
def votes() -> Votes:
    """The votes, opened on first use; StoreError if they cannot be."""
    return Votes()


class Voting:
    """Counts votes at the pace that the page allows each visitor."""

    def __init__(self) -> None:
        self._limiter = RateLimiter(burst=20, refill_seconds=60.0)

    def count(self, match: FinishedMatch, vote: Choice, token: str, visitor: str) -> str:
        """Count a vote, if it is one to count; what became of it, in a sentence."""
        if why := match.uncounted:
            return why
        if wait := self._limiter.wait(visitor):
            return (
                "That was a lot at once: this vote is not counted. The next one is in "
                f"{number_of(wait, 'second')}."
            )
        try:
            cast = votes().cast(match.id, token, match.ballot(vote))
        except StoreError:
            return "Votes cannot be kept just now: yours is not counted."
        counted = "Your vote is counted" + ("." if match.blind else ", with those in plain view.")
        return TOLD.get(cast, counted)

    def table(self) -> str:
        """How often people preferred which model, as HTML."""
        try:
            return preferences.draw(votes().counted())
        except StoreError:
            return preferences.unread()
