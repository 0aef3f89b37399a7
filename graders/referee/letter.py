"""The letter weighed: of the stories that it could tell, is the one that happened the only one?

The stories are few: the meeting is on, it is refused, it is left open, times are offered, something
is moved. Every piece of the letter is evidence for some of them, by the words in it (`weights`) and
by what its times can be of the case (`moments`). What happened must be told, and no rival may be.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import people, times
from graders.referee.moments import Moments
from graders.referee.times import Mention, plain
from graders.referee.weights import (
    ASIDE,
    ASKED,
    BACK,
    BUSY,
    FINE,
    IF,
    MORE,
    MOVE,
    NO,
    OFFER,
    OPEN,
    PROMISE,
    RUDE,
    SOFT,
    SORRY,
    YES,
    Piece,
    pieces,
)  # fmt: skip

_WORD, _LETTERS = re.compile(r"\w"), re.compile(r"[a-z]+")
_ENDS = re.compile(
    r"\b(?:until|till|before|by|ending|ends?|ends? at|finish(?:ing)?(?: at)?|done at|over at)\s*$",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"\b(?:mov|chang|shift|reschedul|push|postpon)\w*", re.IGNORECASE)
_TO = re.compile(r"\bto\s+(?:\w+day\s+)?(?:at\s+)?$")
_OLD = re.compile(
    r"(?:instead of|rather than|\bnot(?: at| on)?|\bno longer(?: at)?|\bfrom)\s+"
    r"(?:(?:mon|tues|wednes|thurs|fri)day\s+)?(?:at\s+)?$",
    re.IGNORECASE,
)
_US = frozenset("i me we us you your".split())
_JOINS = frozenset(
    "a an the my our i we have has had is are was in on from at before after until with".split()
)
_ERRANDS = frozenset(
    "invite invitation calendar link details dial-in confirmation agenda note reminder it".split()
)
_MATTERS = frozenset(
    "plan report contract strategy policy update review timeline summary agreement proposal "
    "workshop budget project".split()
)
_ABOUT = frozenset("for about discuss regarding over through on".split())
_OUR = frozenset("the our your".split())
_ANY = frozenset(
    "time half full hour hours minutes whole week invitation calendar meeting call talk slot same "
    "three with then next first morning afternoon following from until when that which where "
    "while also new revised updated draft great good little short both".split()
)


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply says that is not so, or does not say, or None."""
    letter = Letter(scenario, action)
    if not _WORD.search(letter.text):
        return "the reply is empty"
    checks = (
        lambda: people.fault(scenario, action, letter.text, letter.pieces),
        letter.out_of_line,
        letter.false_time,
        letter.false_day,
        letter.rival,
        letter.untold,
        letter.other_matter,
    )
    return next((why for check in checks if (why := check()) is not None), None)


@dataclass(frozen=True)
class Letter:
    """A reply, and the moments of its case."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def text(self) -> str:
        return plain(self.action.email_reply)

    @cached_property
    def small(self) -> str:
        return self.text.lower()

    @cached_property
    def pieces(self) -> list[Piece]:
        return pieces(self.small)

    @property
    def kind(self) -> str:
        return self.action.calendar_action

    @cached_property
    def moments(self) -> Moments:
        return Moments(self.scenario, self.action)

    @cached_property
    def timed(self) -> dict[int, list[Mention]]:
        """The times of the reply, by the start of the piece that names them."""
        found: dict[int, list[Mention]] = {}
        queue = iter(self.moments.named_in(self.text))
        mention = next(queue, None)
        for piece, after in zip(self.pieces, [*self.pieces[1:], None], strict=True):
            while mention and (after is None or mention.at < after.start):
                found.setdefault(piece.start, []).append(mention)
                mention = next(queue, None)
        return found

    @cached_property
    def sentences(self) -> dict[int, list[Piece]]:
        found: dict[int, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.sentence, []).append(piece)
        return found

    # -- what a piece says, and of what ---

    def _before(self, mention: Mention, piece: Piece) -> str:
        return self.text[max(mention.at - 40, piece.start) : mention.at]

    @cached_property
    def _on_the_table(self) -> dict[Mention, bool]:
        """Of each time, whether the meeting begins there or may; in a stretch, whether it ends."""
        found = {}
        for piece in self.pieces:
            for mention in self.timed.get(piece.start, ()):
                before = self._before(mention, piece)
                ends = mention.closes and not _CHANGED.search(before)
                either = bool(_ENDS.search(before)) and not mention.closes
                found[mention] = ((ends or either) and self.moments.ends(mention)) or (
                    not ends and self.moments.begins(mention)
                )
        return found

    def _elsewhere(self, piece: Piece) -> bool:
        """Whether all the times that a piece names are other ones than the meeting's."""
        named = self.timed.get(piece.start, ())
        return bool(named) and not any(self._on_the_table[m] for m in named)

    def _dated(self, piece: Piece) -> bool:
        return piece.start in self.timed or bool(
            times.DAY.search(self.text, piece.start, piece.end)
        )

    def _entries(self, piece: Piece) -> list[str]:
        """The entries, and those who asked before, that a piece names."""
        said = self.small[piece.start : piece.end]
        asked = (one.who for one in self.scenario.calendar.pending)
        return [title for title in self._titles if title in said] + [
            who for who in asked if who.split()[0].lower() in piece.words
        ]

    @cached_property
    def _titles(self) -> list[str]:
        calendar = self.scenario.calendar
        found = dict.fromkeys(e.title.lower() for e in (*calendar.events, *calendar.series))
        return [title for title in found if title in self.small]

    def _said(self, piece: Piece, *kinds: str) -> bool:
        """Whether there is evidence of a kind anywhere in a piece's sentence."""
        return any(one.votes[kind] for one in self.sentences[piece.sentence] for kind in kinds)

    def _firm(self, piece: Piece) -> bool:
        return YES in piece and IF not in piece and not piece.asks and NO not in piece

    def _quoted(self, piece: Piece) -> str:
        return self.text[piece.start : piece.end].strip()[:80]

    # -- the checks ---

    def out_of_line(self) -> str | None:
        for piece in self.pieces:
            if BACK in piece:
                return f"the reply takes back what it says: {self._quoted(piece)}"
            if RUDE in piece:
                return f"the reply insults its reader: {self._quoted(piece)}"
            if PROMISE in piece and IF not in piece and _ERRANDS.isdisjoint(piece.words):
                return f"the reply promises what nobody asked for: {self._quoted(piece)}"
        return None

    def false_time(self) -> str | None:
        """A time that is nothing of the case, or something else than the words around it say."""
        if self.kind == "none":
            return None
        for piece in self.pieces:
            for mention in self.timed.get(piece.start, ()):
                if why := self._false(mention, piece):
                    return f"the reply names a time that {why}: {self._quoted(piece)}"
        return None

    def _false(self, mention: Mention, piece: Piece) -> str | None:
        before, books = self._before(mention, piece), self.moments.books
        asked = self.moments.asked(mention)
        if self._on_the_table[mention]:
            taken = (NO in piece or BUSY in piece) and OFFER not in piece and YES not in piece
            excused = asked or piece.asks or _ENDS.search(before)
            wrong = self.kind == "propose_alternatives" and taken and not excused
            return "is on offer, and calls it taken" if wrong else None
        if not self.moments.known(mention):
            return None if self.kind == "decline" and NO in piece else "is nothing of the case"
        if self.kind == "decline" or _OLD.search(before):
            return None
        if MOVE in piece and self.action.reschedule and _TO.search(before):
            return None if self.moments.new_home(mention) else "is not where the entry goes"
        no = NO in piece or BUSY in piece
        if books and YES in piece and self._elsewhere(piece) and not no:
            return "does not hold"
        if asked and not books:
            grounds = self._said(piece, NO, BUSY, ASIDE, SORRY, ASKED)
        else:
            grounds = no or ASIDE in piece or ASKED in piece or MORE in piece
        entry = self._entries(piece) and not _JOINS.isdisjoint(piece.words)
        return None if grounds or entry else "does not hold"

    def false_day(self) -> str | None:
        """A day or a length, given without a time, that is not the meeting's."""
        if not self.moments.books:
            return None
        minutes = self.moments.length // timedelta(minutes=1)
        named = times.lengths(self.text)
        if named and minutes not in named:
            return f"the reply speaks of {min(named)} minutes, the meeting has {minutes}"
        reader = ZoneInfo(self.scenario.sender.zone)
        start = self.moments.starts[0]
        either = {start.date(), start.astimezone(reader).date()}
        for piece in self.pieces:
            claims = YES in piece or FINE in piece or SOFT in piece
            aside = any(kind in piece for kind in (ASIDE, NO, IF)) or piece.start in self.timed
            if not claims or aside:
                continue
            for day in times.days(self.text, self.scenario.now.date(), piece.start, piece.end):
                if not any(all(on_day(one) for on_day in day.tests) for one in either):
                    return f"the reply names another day: {self._quoted(piece)}"
        return None

    def rival(self) -> str | None:
        """Another story than what happened, told as firmly."""
        tells = {
            "propose_alternatives": self._against_offers,
            "decline": self._against_refusal,
            "none": self._against_nothing,
        }.get(self.kind, self._against_booking)
        for piece in self.pieces:
            entries = self._entries(piece)
            if MOVE in piece and self.kind != "reschedule" and (entries or "my" in piece.words):
                return f"the reply claims a move that is not made: {self._quoted(piece)}"
            about_another = entries and MOVE not in piece and _US.isdisjoint(piece.words)
            if not about_another and (why := tells(piece)):
                return f"the reply {why}: {self._quoted(piece)}"
        return None

    def _against_booking(self, piece: Piece) -> str | None:
        if OPEN in piece and IF not in piece:
            return "leaves open what is booked"
        if piece.asks and OFFER in piece:
            return "offers a choice, the meeting is booked"
        ours = not _US.isdisjoint(piece.words) or SORRY in piece or len(piece.words) < 6
        if self._elsewhere(piece):
            return None
        if NO in piece and MORE not in piece and (ours or self._dated(piece)):
            return "refuses what is booked"
        busy = piece.votes[BUSY] > piece.votes[YES] + piece.votes[FINE] and ASIDE not in piece
        return "calls what is booked taken" if busy and not self._entries(piece) else None

    def _against_offers(self, piece: Piece) -> str | None:
        if self._firm(piece) and BUSY not in piece and OFFER not in piece:
            return "claims a booking that is not made"
        fine = (FINE in piece or SOFT in piece) and NO not in piece and BUSY not in piece
        return "agrees to another time" if fine and self._elsewhere(piece) else None

    def _against_refusal(self, piece: Piece) -> str | None:
        if IF in piece or BUSY in piece:
            return None
        fine = (FINE in piece or SOFT in piece) and piece.start in self.timed
        if self._firm(piece) or (fine and not self._said(piece, NO, BUSY, SORRY)):
            return "accepts, the action does not"
        offers = (self._said(piece, OFFER) or piece.asks) and self._dated(piece)
        free = offers and not self._said(piece, NO, BUSY)
        return "offers a time, the action does not" if free else None

    def _against_nothing(self, piece: Piece) -> str | None:
        if IF in piece:
            return None
        if self._firm(piece):
            return "promises something, and nothing was asked for"
        invited = not {"invitation", "decline"}.isdisjoint(piece.words) or self._said(piece, SORRY)
        if NO in piece and invited and not _US.isdisjoint(piece.words):
            return "refuses something, and nothing was asked for"
        offers = OFFER in piece and (piece.start in self.timed or piece.asks)
        return "offers a time, and nothing was asked for" if offers else None

    def untold(self) -> str | None:
        """Whether what happened is told nowhere."""
        if self.kind == "none" or any(map(self._tells, self.pieces)):
            return None
        return "the reply does not tell what was decided"

    def _tells(self, piece: Piece) -> bool:
        if self.kind == "decline":
            return NO in piece or BUSY in piece or SORRY in piece
        named = piece.start in self.timed and not self._elsewhere(piece)
        if named and (ASKED not in piece or self._said(piece, YES, FINE, SOFT, OFFER)):
            return True
        dated = self._dated(piece)
        if not self.moments.books:
            return OFFER in piece or OPEN in piece or (FINE in piece and dated)
        agrees = FINE in piece and (dated or len(piece.words) < 6)
        return self._firm(piece) or agrees or (SOFT in piece and dated)

    def other_matter(self) -> str | None:
        """A matter that the meeting is said to be about, and that nobody has written of."""
        said, topic = _LETTERS.findall(self.small), self.scenario.truth.topic.lower().split()
        if topic[0] in said:
            return None
        thread = " ".join(f"{mail.subject} {mail.body}" for mail in self.scenario.thread)
        known = set(_LETTERS.findall(thread.lower())) | _ANY
        for lead, article, kind, head in zip(*(said[n:] for n in range(4)), strict=False):
            if article not in _OUR or kind in known:
                continue
            named, short = f"{kind} {head}", len(kind) < 4 or len(head) < 4
            entry = named in self._titles and self.kind != "none" and self.small.count(named) < 2
            like = head == topic[-1] or (lead in _ABOUT and head in _MATTERS)
            strange = topic[-1] not in said and lead in _ABOUT and head not in known and not short
            if not entry and (like or (strange and self._told_firmly(named))):
                return f"the reply is about another matter: {named}"
        return None

    def _told_firmly(self, words: str) -> bool:
        return any(words in self.small[p.start : p.end] for p in filter(self._firm, self.pieces))
