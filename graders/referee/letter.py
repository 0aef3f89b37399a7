"""The letter weighed: of the stories that it could tell, is the one that happened the only one?

The stories are few: the meeting is on, it is refused, it is left open, times are offered, something
is moved. Every piece of the letter is evidence for some of them, by the words in it (`weights`) and by
what its times can be of the case: the meeting, what was asked, a limit, an entry's edge. What
happened must be told, and no rival may be told about the same thing.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import people, times
from graders.referee.diary import stretch
from graders.referee.times import Mention
from graders.referee.weights import (
    ASIDE, ASKED, BACK, BUSY, FINE, IF, MORE, MOVE, NO, OFFER, OPEN, PROMISE, RUDE, SOFT, SORRY, YES,
    Piece, pieces,
)  # fmt: skip

READERS = ("your time", "your local time", "yours", "for you", "your end", "your side")
WRITERS = ("my time", "my local time", "mine", "our time", "here", "for me", "my end", "my side")
_ISO_ZONE = re.compile(r"(?<=\dT)(\d\d:\d\d(?::\d\d)?)(?:Z|([+-]\d\d:\d\d))")
_ISO_TIME = re.compile(r"(?<=\d)T(?=\d\d:)")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-") | {0x2019: "'"}
_WORD = re.compile(r"\w")
_LIMIT = re.compile(r"\b(?:until|till|before|by|ending|ends?|ends? at|finish at)\s*$", re.IGNORECASE)
_CHANGED = re.compile(r"\b(?:mov|chang|shift|reschedul|push|postpon)\w*", re.IGNORECASE)
_ERRANDS = frozenset(
    "invite invitation calendar link details dial-in confirmation agenda note reminder it".split()
)
_LETTERS = re.compile(r"[a-z]+")
_ABOUT = frozenset("for about discuss regarding over through on".split())
_ARTICLES = frozenset("the our your".split())
_MATTERS = frozenset(
    "plan report contract strategy policy update review timeline summary agreement proposal workshop "
    "budget project".split()
)
_ADJECTIVES = frozenset("new whole full revised updated draft same next first great good little short".split())
_PLAIN = frozenset(
    "time half full hour hours minutes whole day week invitation calendar meeting call talk slot same "
    "three two four of us both and in on at with then next first day morning afternoon following from too until when that which where while also".split()
)
_US = frozenset("i me we us you your".split())
_TO = re.compile(r"\bto\s+(?:\w+day\s+)?(?:at\s+)?$")
_OLD = re.compile(
    r"(?:instead of|rather than|\bnot(?: at| on)?|\bno longer(?: at)?|\bfrom)\s+"
    r"(?:(?:mon|tues|wednes|thurs|fri)day\s+)?(?:at\s+)?$",
    re.IGNORECASE,
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


def plain(text: str) -> str:
    """A text with plain letters, apostrophes and dashes, and with ISO 8601 times in words."""
    text = unicodedata.normalize("NFKD", text.translate(_DASHES))
    text = "".join(c for c in text if not unicodedata.combining(c))
    return _ISO_TIME.sub(" ", _ISO_ZONE.sub(r"\1 UTC\2", text))


@dataclass(frozen=True)
class Letter:
    """A reply, its reader's clock, and what the action really does."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def text(self) -> str:
        return plain(self.action.email_reply)

    @cached_property
    def pieces(self) -> list[Piece]:
        return pieces(self.text.lower())

    @property
    def kind(self) -> str:
        return self.action.calendar_action

    @property
    def books(self) -> bool:
        return self.kind in ("book", "reschedule")

    # -- the moments of the case, all aware ---

    def _aware(self, *moments: datetime) -> list[datetime]:
        home = ZoneInfo(self.scenario.executive.zone)
        return [moment.replace(tzinfo=home) for moment in moments]

    @cached_property
    def starts(self) -> list[datetime]:
        """Where the meeting begins, or where it may begin by the offers."""
        slots = [self.action.meeting_details] if self.books else self.action.proposed_slots
        return self._aware(*(stretch(slot, self.scenario)[0] for slot in slots))

    @cached_property
    def length(self) -> timedelta:
        request = self.scenario.truth.request
        return request.slot.end - request.slot.start if request else timedelta()

    @cached_property
    def asked(self) -> list[datetime]:
        request = self.scenario.truth.request
        return self._aware(request.slot.start, request.slot.end) if request else []

    @cached_property
    def others(self) -> list[datetime]:
        """What else of the case may be named: limits, hours, and the edges of entries."""
        calendar, request = self.scenario.calendar, self.scenario.truth.request
        spans = [*calendar.events, *calendar.pending, *calendar.last_week]
        spans += [busy for one in calendar.colleagues for busy in one.busy]
        found = [edge for span in spans for edge in (span.start, span.end)]
        for day in calendar.days:
            found += [datetime.combine(day, at) for at in (calendar.opens, calendar.closes)]
            for series in calendar.series:
                found += [datetime.combine(day, e.time()) for e in (series.first.start, series.first.end)]
        if request and request.deadline:
            found.append(request.deadline)
        if self.action.reschedule:
            found += stretch(self.action.reschedule, self.scenario)
        return self._aware(*dict.fromkeys(found)) + self.asked

    @cached_property
    def mentions(self) -> list[Mention]:
        reader = ZoneInfo(self.scenario.sender.zone)
        return times.mentions(self.text, self._zones, reader, self.scenario.now.date())

    @cached_property
    def _zones(self) -> dict[str, tzinfo]:
        """What a reader takes a phrase after a time for."""
        first = datetime.combine(self.scenario.calendar.days[0], datetime.min.time())
        seasons = (first, first.replace(month=1, day=1), first.replace(month=7, day=1))
        zones: dict[str, tzinfo] = {}
        for person, phrases in (
            (self.scenario.executive, WRITERS),
            (self.scenario.sender, READERS),
        ):
            zone = ZoneInfo(person.zone)
            city = person.zone.rsplit("/", 1)[-1].replace("_", " ").lower()
            short = {moment.replace(tzinfo=zone).tzname().lower() for moment in seasons}
            short |= {name[0] + "t" for name in short if len(name) == 3 and name.isalpha() and "america" in person.zone.lower()}
            zones |= dict.fromkeys((*phrases, city, *filter(str.isalpha, short)), zone)
        return zones

    @cached_property
    def _piece_starts(self) -> list[int]:
        return [piece.start for piece in self.pieces]

    def piece(self, mention: Mention) -> Piece:
        return self.pieces[max(bisect_right(self._piece_starts, mention.at) - 1, 0)]

    @cached_property
    def timed(self) -> dict[int, list[Mention]]:
        """The times by the start of the piece that names them."""
        found: dict[int, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(self.piece(mention).start, []).append(mention)
        return found

    @cached_property
    def _on_the_table(self) -> dict[Mention, bool]:
        """Of each time, whether the meeting begins there or may; in a stretch, whether it ends."""
        return {
            mention: (
                any(mention.means(at + self.length, since=at) for at in self.starts)
                or (not mention.closes and any(map(mention.means, self.starts)))
            )
            if self._closes(mention)
            else any(map(mention.means, self.starts))
            for mention in self.mentions
        }

    def _closes(self, mention: Mention) -> bool:
        before = self._before(mention)
        return bool((mention.closes and not _CHANGED.search(before)) or _LIMIT.search(before))

    def _before(self, mention: Mention) -> str:
        return self.text[max(mention.at - 40, self.piece(mention).start) : mention.at]

    # -- what a piece is about ---

    def about_another(self, piece: Piece) -> bool:
        """Whether a piece speaks of another entry or request, and not of those who write."""
        return bool(self.titles(piece)) and _US.isdisjoint(piece.words)

    def titles(self, piece: Piece) -> list[str]:
        """The entries, and those who asked before, that a piece names in a sentence."""
        said = self.text[piece.start : piece.end].lower()
        found = [title for title in self._titles if title in said]
        return found + [p.who for p in self.scenario.calendar.pending if p.who.split()[0].lower() in piece.words]

    @cached_property
    def _titles(self) -> list[str]:
        calendar = self.scenario.calendar
        return list(dict.fromkeys(e.title.lower() for e in (*calendar.events, *calendar.series)))

    def elsewhere(self, piece: Piece) -> bool:
        """Whether all the times that a piece names are other ones than the meeting's."""
        named = self.timed.get(piece.start, ())
        return bool(named) and not any(self._on_the_table[m] for m in named)

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
        for mention in self.mentions:
            piece = self.piece(mention)
            why = self._false(mention, piece)
            if why:
                return f"the reply names a time that {why}: {self._quoted(piece)}"
        return None

    def _false(self, mention: Mention, piece: Piece) -> str | None:
        if self._on_the_table[mention]:
            taken = (NO in piece or BUSY in piece) and not (OFFER in piece or YES in piece)
            limit = _LIMIT.search(self._before(mention)) or any(map(mention.means, self.asked))
            if self.kind == "propose_alternatives" and taken and not limit and not piece.asks:
                return "is on offer, and calls it taken"
            return None
        if self.kind == "none":
            return None
        if not any(map(mention.means, self.others)) and mention.minutes.isdisjoint(self._told_before):
            return None if self.kind == "decline" and NO in piece else "is nothing of the case"
        if self.kind == "decline" or _OLD.search(self._before(mention)):
            return None
        if MOVE in piece and self.action.reschedule and _TO.search(self._before(mention)):
            home = self._aware(*stretch(self.action.reschedule, self.scenario))
            return None if any(map(mention.means, home)) else "is not where the entry goes"
        if self.books and YES in piece and self.elsewhere(piece) and not (BUSY in piece or NO in piece):
            return "does not hold"
        known = self.titles(piece) and not self._bare(piece)
        if any(map(mention.means, self.asked)) and not self.books:
            grounds = self._said(piece, NO, BUSY, ASIDE, SORRY, ASKED)
        else:
            grounds = any(kind in piece for kind in (NO, BUSY, ASIDE, ASKED, MORE))
        return None if known or grounds else "does not hold"

    @cached_property
    def _told_before(self) -> set[int]:
        """Every time that the thread names, as minutes of a day."""
        return {
            minute
            for mail in self.scenario.thread
            for found in times.TIME.finditer(plain(mail.body))
            for minute in times.minutes(found)
        }

    def _said(self, piece: Piece, *kinds: str) -> bool:
        """Whether there is evidence of a kind anywhere in a piece's sentence."""
        around = self.sentences[piece.sentence]
        return any(one.votes[kind] for one in around for kind in kinds)

    @cached_property
    def sentences(self) -> dict[int, list[Piece]]:
        found: dict[int, list[Piece]] = {}
        for piece in self.pieces:
            found.setdefault(piece.sentence, []).append(piece)
        return found

    def _bare(self, piece: Piece) -> bool:
        """Whether a piece is a heap of names, without a word that joins them."""
        joins = "a an the my our i we have has had is are was in on from at before after until with".split()
        return set(joins).isdisjoint(piece.words)

    def false_day(self) -> str | None:
        """A day or a length, given without a time, that is not the meeting's."""
        if self.kind in ("decline", "none"):
            return None
        minutes = self.length // timedelta(minutes=1)
        named = times.lengths(self.text)
        if named and minutes not in named and self.books:
            return f"the reply speaks of {min(named)} minutes, the meeting has {minutes}"
        reader = ZoneInfo(self.scenario.sender.zone)
        either = {d for at in self.starts for d in (at.date(), at.astimezone(reader).date())}
        for piece in self.pieces:
            claims = YES in piece or FINE in piece or SOFT in piece
            if not self.books or not claims or piece.start in self.timed or ASIDE in piece or NO in piece or IF in piece:
                continue
            for day in times.days(self.text, self.scenario.now.date(), piece.start, piece.end):
                if not any(all(on_day(one) for on_day in day.tests) for one in either):
                    return f"the reply names another day: {self._quoted(piece)}"
        return None

    def rival(self) -> str | None:
        """Another story than what happened, told as firmly."""
        tells = {
            "book": self._against_booking,
            "reschedule": self._against_booking,
            "propose_alternatives": self._against_offers,
            "decline": self._against_refusal,
            "none": self._against_nothing,
        }[self.kind]
        for piece in self.pieces:
            if self.about_another(piece) and MOVE not in piece:
                continue
            if MOVE in piece and self.kind != "reschedule" and (self.titles(piece) or "my" in piece.words):
                return f"the reply claims a move that is not made: {self._quoted(piece)}"
            if why := tells(piece):
                return f"the reply {why}: {self._quoted(piece)}"
        return None

    def _against_booking(self, piece: Piece) -> str | None:
        votes = piece.votes
        if OPEN in piece and IF not in piece:
            return "leaves open what is booked"
        if piece.asks and OFFER in piece:
            return "offers a choice, the meeting is booked"
        meant = not _US.isdisjoint(piece.words) or SORRY in piece or self._dated(piece) or len(piece.words) < 6
        if NO in piece and MORE not in piece and meant and not self.elsewhere(piece):
            return "refuses what is booked"
        if BUSY in piece and votes[BUSY] > votes[YES] + votes[FINE] and not self.elsewhere(piece):
            if ASIDE not in piece and not self.titles(piece):
                return "calls what is booked taken"
        return None

    def _firm(self, piece: Piece) -> bool:
        return YES in piece and IF not in piece and not piece.asks and NO not in piece

    def _against_offers(self, piece: Piece) -> str | None:
        if self._firm(piece) and BUSY not in piece and OFFER not in piece:
            return "claims a booking that is not made"
        if (FINE in piece or SOFT in piece) and self.elsewhere(piece) and not piece.votes[NO] + piece.votes[BUSY]:
            return "agrees to a time that is not on offer"
        return None

    def _against_refusal(self, piece: Piece) -> str | None:
        dated = piece.start in self.timed or bool(
            times.days(self.text, self.scenario.now.date(), piece.start, piece.end)
        )
        if IF in piece:
            return None
        if self._firm(piece) and BUSY not in piece:
            return "accepts, the action does not"
        offers = self._said(piece, OFFER) or piece.asks
        if offers and dated and not self._said(piece, NO, BUSY):
            return "offers a time, the action does not"
        fine = FINE in piece or SOFT in piece
        if fine and piece.start in self.timed and not self._said(piece, NO, BUSY, SORRY):
            return "accepts, the action does not"
        return None

    def _against_nothing(self, piece: Piece) -> str | None:
        if IF in piece:
            return None
        if self._firm(piece):
            return "promises something, and nothing was asked for"
        invited = "invitation" in piece.words or SORRY in piece or "decline" in piece.words
        if NO in piece and (invited or self._said(piece, SORRY)) and not _US.isdisjoint(piece.words):
            return "refuses something, and nothing was asked for"
        if OFFER in piece and (piece.start in self.timed or piece.asks):
            return "offers a time, and nothing was asked for"
        return None

    def untold(self) -> str | None:
        """Whether what happened is told nowhere."""
        told = [self.piece(m) for m, meant in self._on_the_table.items() if meant]
        on = [
            piece
            for piece in told
            if ASKED not in piece or self._said(piece, YES, FINE, SOFT, OFFER)
        ]
        if self.kind == "none":
            return None
        if self.kind == "decline":
            told = any(p.votes[NO] + p.votes[BUSY] + p.votes[SORRY] for p in self.pieces)
        elif self.books:
            told = bool(on) or any(
                self._firm(p)
                or (FINE in p and (self._dated(p) or len(p.words) < 6))
                or (SOFT in p and self._dated(p))
                for p in self.pieces
            )
        else:
            told = bool(on) or any(
                OFFER in p or OPEN in p or (FINE in p and self._dated(p)) for p in self.pieces
            )
        return None if told else "the reply does not tell what was decided"

    def other_matter(self) -> str | None:
        """A matter that the meeting is said to be about, and that nobody has written of."""
        said, topic = _LETTERS.findall(self.text.lower()), self.scenario.truth.topic.lower().split()
        if len(topic) == 2 and topic[0] not in said:
            for article, kind, head in zip(said, said[1:], said[2:], strict=False):
                named = f"{kind} {head}"
                known = kind in self._known | _ADJECTIVES or (
                    named in self._titles and self.text.lower().count(named) < 2
                )
                if head == topic[1] and article in _ARTICLES and not known:
                    return f"the reply is about another matter: {kind} {head}"
        if not self._topic.isdisjoint(said):
            return None
        for piece in self.pieces:
            for lead, article, *named in zip(*(piece.words[n:] for n in range(4)), strict=False):
                strange = self._known.isdisjoint(named) and (
                    self.kind == "none" or " ".join(named) not in self._titles
                )
                if lead in _ABOUT and article in _ARTICLES and strange:
                    if not (self._firm(piece) or named[-1] in _MATTERS):
                        continue
                    if _PLAIN.isdisjoint(named) and all(len(w) > 3 and w.isalpha() for w in named):
                        return f"the reply is about another matter: {' '.join(named)}"
        return None

    @cached_property
    def _topic(self) -> set[str]:
        return set(self.scenario.truth.topic.lower().split())

    @cached_property
    def _known(self) -> set[str]:
        """Every word of the thread."""
        said = [text for mail in self.scenario.thread for text in (mail.subject, mail.body)]
        return set(_LETTERS.findall(" ".join(said).lower()))

    def _dated(self, piece: Piece) -> bool:
        return piece.start in self.timed or bool(
            times.DAY.search(self.text, piece.start, piece.end)
        )

    def _quoted(self, piece: Piece) -> str:
        return self.text[piece.start : piece.end].strip()[:80]
