"""What a reply makes its reader believe, held against what the action does.

The reader is the sender of the last email and looks at a clock of their own: a time without a zone
is theirs. Every time that a reply names must be that of the meeting (or of a slot on offer), or be
explained: said to be taken, given up, a limit, or the boundary of an entry named with it. Then the
promises: a reply may not claim a booking, a refusal, a move or a guest that the action does not make.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo, available_timezones

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import clock_words
from graders.referee.clock_words import Mention
from graders.referee.diary import stretch


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE | re.IGNORECASE)


_BOOKS = _pattern(r"""
    \b(?:I|we)(?:'ve|\ have|'ll|\ will)?(?:\ now|\ just|\ already|\ gladly|\ happily)?
      \ (?:book(?:ed)?|confirm(?:ed)?|schedule[d]?|block(?:ed)?|reserved?|put\ (?:it|you|us|this|that))\b
  | (?:\b(?:is|are|been|it)|'s)(?:\ now|\ all)?
      \ (?:booked|confirmed|scheduled|set|fixed|reserved|arranged|in\ (?:the|my|our|your)\ (?:calendar|diary))\b
  | ^\W*(?:all\ )?(?:booked|confirmed|scheduled|agreed)\b | \bsee\ you\b
  | \binvit(?:e|ation)s?\ (?:is|are|has\ been|have\ been|was)\ (?:now\ )?(?:sent|out|on)\b
  | \b(?:I|we)(?:'ve|\ have)?\ (?:just\ )?sent\ (?:you\ )?(?:an|the)\ (?:calendar\ )?invit""")
_ACCEPTS = _pattern(r"""
    \b(?:that|this|it|which)(?:\ time|\ slot)?\ (?:works|suits\ me|is\ fine|is\ good|will\ do)\b
  | ^\W*yes\b | \bcount\ me\ in\b | \bI(?:'ll|\ will)\ be\ there\b | \bI\ accept\b""")
_UNSURE = _pattern(r"""
    \bnot\b | n't\b | \bnothing\b | \bnever\b | \bcannot\b | \bif\b | \bonce\b | \bwhether\b | \bwhich\b
  | \bplease\ (?:confirm|book|let)\b | \bwould\b | \bas\ soon\ as\b | \bwhen\ you\b | \bafter\ you\b""")
_REFUSES = _pattern(r"""
    (?:\b(?:cannot|can\ not|could\ not|unable\ to|not\ able\ to|will\ not|am\ not)\b|n't\b|'m\ not\b)
      [^,]*\b(?:make|meet|attend|join|accept|come|see\ you|do|manage|offer|available|free|take\ part)\b
  | \bdeclin(?:e|ing|ed)\b | \bnot\ (?:available|free|possible)\b | \b(?:keeps|prevents)\ me\ from\b
  | \b(?:have\ to|must)\ pass\b | \bno\ (?:free\ |open\ )?(?:time|slots?)\b | \bregret\ (?:that|to)\b
  | \b(?:does\ not|doesn't)\ (?:work|suit|fit)\b | \bimpossible\b | \bunavailable\b
  | \b(?:is|are|am)\ (?:already\ )?(?:taken|busy|occupied)\b | \b(?:clashes|collides)\ with\b""")
_LIMITS = _pattern(r"\b(?:longer|more\ than|beyond|later\ than|earlier\ than|another|other|anyone)\b")
_OFFERS = _pattern(r"""
    \bhow\ about\b | \bwhat\ about\b | \b(?:could|can|would|shall|may)\b | \binstead\b | \balternativ
  | \bslots?\b | \boptions?\b | \bsuggest | \bpropos | \beither\b | \bpick\b | \bchoose\b | \boffer | \?""")
_ASKS_TO_CHOOSE = _pattern(r"\bpick\b | \bchoose\b | \bwhich\ (?:one|of|suits|works|would)\b | \balternativ")
_OWN = r"(?:it|this|that|us|you|(?:our|the|this)\ (?:meeting|appointment|call|talk|discussion))\b"
_MOVES = _pattern(rf"""
    \b(?:I|we)(?:'ve|\ have|'ll|\ will|\ am|\ are|'m|'re)?(?:\ now|\ just|\ already|\ also)?
      \ (?:moved?|moving|rescheduled?|shift(?:ed)?|push(?:ed)?|postponed?|swapped|bump(?:ed)?)\b(?!\ {_OWN})
  | \b(?:my|our)\ [\w\ -]{{2,40}}\ (?:is|was|has\ been|will\ be)(?:\ now)?\ (?:moved|rescheduled|shifted|postponed)\b
  | \b(?:moved|rescheduled|shifted|postponed)\ my\b""")
_INVITES = _pattern(r"\b(?:invit\w+|added|adding|included?|copied|cc'd|looped\ in|will\ join|bring(?:ing)?)\b")
_NAMED = re.compile(r"\b(?:invited|added|included|copied|bringing)\s+((?!I\b)[A-Z][a-z]+)")
_EXPLAINS = _pattern(r"""
    \b(?:taken|busy|full|occupied|unavailable|impossible|outside|late|early|tied\ up|pencilled|gives\ way)\b
  | \b(?:clash|conflict|collid|overlap)\w* | n't\b | \bcannot\b | \bunable\b | \bnot\b | \bno\ longer\b
  | \bin\ an?\ \w+ | \bhave\ (?:an?|another|my)\ \w+ | \b(?:already|booked\ by)\b
  | \b(?:leave|finish|ends?|starts?|begins?|runs?|takes|close|until|till|before|after|by|deadline|latest)\b
  | \b(?:you|your)\ (?:asked|requested|suggested|wanted|proposed|first|original|request)\b | \boriginal""")
_GIVEN_UP = re.compile(
    r"(?:instead of|rather than|in place of|\bnot(?: at| on)?|no longer(?: at)?)\s+"
    r"(?:(?:mon|tues|wednes|thurs|fri)day\s+)?(?:at\s+)?$",
    re.IGNORECASE,
)
_NO_CLASH = re.compile(
    r"\b(?:no|not|without|n't) (?:an? |any )?(?:clash\w*|conflicts?|overlaps?|taken|busy)", re.IGNORECASE
)
_HEARER = {"your time": 0, "your local time": 0, "yours": 0, "for you": 0, "your end": 0, "your side": 0}
_WRITER = {"my time": 1, "mine": 1, "our time": 1, "here": 1, "for me": 1, "my end": 1, "my side": 1}


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply says that is not so, or None."""
    letter = Letter(scenario, action)
    if not re.search(r"\w", letter.text):
        return "the reply is empty"
    checks = (letter.false_promise, letter.false_time, letter.false_day, letter.false_length)
    return next((why for check in checks if (why := check()) is not None), None)


@dataclass(frozen=True)
class Letter:
    """A reply, its reader's clock, and what the action really does."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def text(self) -> str:
        return _NO_CLASH.sub("free", self.action.email_reply.replace("’", "'"))

    @cached_property
    def clauses(self) -> list[str]:
        return [c for sentence in clock_words.sentences(self.text) for c in clock_words.clauses(sentence)]

    @property
    def kind(self) -> str:
        return self.action.calendar_action

    @property
    def books(self) -> bool:
        return self.action.meeting_details is not None

    # -- moments, all aware -------------------------------------------------------------------------

    def _aware(self, *moments: datetime) -> list[datetime]:
        home = ZoneInfo(self.scenario.executive.zone)
        return [moment.replace(tzinfo=home) for moment in moments]

    @cached_property
    def said_starts(self) -> list[datetime]:
        """Where the meeting stands, or where it may stand by the offers."""
        slots = [self.action.meeting_details] if self.books else self.action.proposed_slots
        return self._aware(*(stretch(slot, self.scenario)[0] for slot in slots))

    @cached_property
    def said_ends(self) -> list[datetime]:
        slots = [self.action.meeting_details] if self.books else self.action.proposed_slots
        return self._aware(*(stretch(slot, self.scenario)[1] for slot in slots))

    @cached_property
    def moved(self) -> list[datetime]:
        """The boundaries of the moved entry, before and after."""
        move = self.action.reschedule
        if move is None:
            return []
        old = [e for e in self.scenario.calendar.events if e.id == move.event_id]
        return self._aware(*(t for e in old for t in (e.start, e.end)), *stretch(move, self.scenario))

    @cached_property
    def mentions(self) -> list[Mention]:
        return clock_words.mentions(
            self.text, self._zones, ZoneInfo(self.scenario.sender.zone), self.scenario.now.date()
        )

    @cached_property
    def _zones(self) -> dict[str, tzinfo]:
        """What a reader takes a phrase after a time for."""
        reader, writer = self.scenario.sender.zone, self.scenario.executive.zone
        zones: dict[str, tzinfo] = {
            f"{name.rsplit('/', 1)[-1].replace('_', ' ').lower()} time": ZoneInfo(name)
            for name in _PLACES
        }
        day = self._aware(datetime.combine(self.scenario.calendar.days[0], datetime.min.time()))[0]
        for name in (writer, reader):
            zone = ZoneInfo(name)
            zones[name.rsplit("/", 1)[-1].replace("_", " ").lower()] = zone
            for moment in (day, day.replace(month=1), day.replace(month=7)):
                if (short := moment.astimezone(zone).tzname().lower()).isalpha():
                    zones[short] = zone
                    zones[short[0] + short[-1]] = zone
        both = (ZoneInfo(reader), ZoneInfo(writer))
        return zones | {phrase: both[who] for phrase, who in (_HEARER | _WRITER).items()}

    # -- the checks ---------------------------------------------------------------------------------

    def false_promise(self) -> str | None:
        """A booking, refusal, move or guest that the reply claims and the action does not make."""
        for clause in self.clauses:
            sure = not _UNSURE.search(clause)
            if not self.books and sure and _BOOKS.search(clause):
                return f"the reply claims a booking that is not made: {clause.strip()[:80]}"
            if self.kind in ("decline", "none") and sure and _ACCEPTS.search(clause):
                return f"the reply accepts, the action does not: {clause.strip()[:80]}"
            if self.books and self._refuses(clause):
                return f"the reply refuses what is booked: {clause.strip()[:80]}"
            if self.books and _ASKS_TO_CHOOSE.search(clause):
                return f"the reply leaves a choice, the action books: {clause.strip()[:80]}"
            if self.kind != "reschedule" and _MOVES.search(clause) and "not" not in clause.lower():
                return f"the reply claims a move that is not made: {clause.strip()[:80]}"
            if stranger := self._stranger(clause):
                return f"the reply names {stranger} as a guest, who is not invited"
        if self.kind == "propose_alternatives" and self._only_refuses():
            return "the reply refuses, the action proposes"
        return None

    def _refuses(self, clause: str) -> bool:
        """Whether a clause turns the booked meeting down, and not something else."""
        if not _REFUSES.search(clause) or _LIMITS.search(clause):
            return False
        named = [m for m in self.mentions if m.clause == clause]
        return not named or any(self._is_said(m) for m in named)

    def _only_refuses(self) -> bool:
        return any(_REFUSES.search(c) for c in self.clauses) and not (
            any(_OFFERS.search(c) for c in self.clauses) or any(map(self._is_said, self.mentions))
        )

    def _stranger(self, clause: str) -> str | None:
        if not _INVITES.search(clause) or _UNSURE.search(clause):
            return None
        guests = {g.casefold() for g in (self.action.meeting_details.attendees if self.books else ())}
        known = {p.first_name for p in self.scenario.contacts if p.email.casefold() in guests}
        known |= {self.scenario.sender.first_name, self.scenario.executive.first_name}
        for person in self.scenario.contacts:
            first = person.first_name
            if first not in known and re.search(rf"\b{re.escape(first)}\b", clause):
                return first
        named = _NAMED.search(clause)
        known_words = {word for name in known for word in name.split()}
        return named[1] if named and named[1] not in known_words else None

    def _is_said(self, mention: Mention) -> bool:
        return any(mention.means(moment) for moment in [*self.said_starts, *self.said_ends])

    def false_time(self) -> str | None:
        if self.kind in ("decline", "none"):
            return None
        for mention in self.mentions:
            denied = _REFUSES.search(mention.clause) and not _UNSURE_BOOKING.search(mention.clause)
            if self._is_said(mention):
                continue
            claims = self.books and _BOOKS.search(mention.clause)
            if _GIVEN_UP.search(mention.before) or self._is_boundary(mention):
                continue
            if claims or not _EXPLAINS.search(mention.clause):
                return f"the reply names a time that is not {'booked' if self.books else 'on offer'}"
        return None
