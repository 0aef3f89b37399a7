"""What a reply makes its reader believe, held against what the action does.

The reader is the sender of the last email and looks at a clock of their own: a time without a zone
is theirs. Every time that a reply names must be that of the meeting (or of a slot on offer), or be
explained: said to be taken, given up, a limit, or the boundary of an entry named with it. Then the
promises: a reply may not claim a booking, a refusal, a move or a guest that the action does not make.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import clock_words
from graders.referee.clock_words import Mention
from graders.referee.diary import stretch


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE | re.IGNORECASE)


_I = r"\b(?:I|we)(?:'ve|\ have|'ll|\ will|'m|\ am|'re|\ are)?(?:\ now|\ just|\ already|\ also|\ gladly)?"
_IS = r"(?:\b(?:is|are|was|were|been|be|it)|'s)(?:\ now|\ all)?"
_OURS = r"(?:it|this|that|us|you|(?:our|the|this)\ (?:meeting|appointment|call|talk|discussion))\b"

BOOKS = _pattern(rf"""
    {_I}\ (?:book(?:ed)?|confirm(?:ed)?|scheduled?|block(?:ed)?|reserved?|put\ (?:it|you|us|this|that))\b
  | {_IS}\ (?:booked|confirmed|scheduled|set|fixed|reserved|in\ (?:the|my|our|your)\ (?:calendar|diary))\b
  | ^\W*(?:all\ )?(?:booked|confirmed|scheduled|agreed)\b | \bsee\ you\b
  | \binvit(?:e|ation)s?\ (?:is|are|has\ been|have\ been|was)\ (?:now\ )?(?:sent|out|on)\b
  | {_I}\ sent\ (?:you\ )?(?:an?|the)\ (?:calendar\ )?invit""")
ACCEPTS = _pattern(r"""
    \b(?:that|this|it|which)(?:\ time|\ slot)?\ (?:works|suits\ me|is\ fine|is\ good|will\ do)\b
  | ^\W*yes\b | \bcount\ me\ in\b | \bI(?:'ll|\ will)\ be\ there\b | \bI\ accept\b""")
UNSURE = _pattern(r"""
    \bnot\b | n't\b | \bnothing\b | \bnever\b | \bcannot\b | \bif\b | \bonce\b | \bwhether\b | \bwould\b
  | \bwhich\ (?:one|of|suits|works|time|slot)\b | \bplease\ (?:confirm|book)\b | \b(?:when|after)\ you\b""")
REFUSES = _pattern(rf"""
    (?:\b(?:cannot|can\ not|could\ not|unable\ to|able\ to|will\ not|am\ not)\b|n't\b|'m\ not\b)
      [^,]*\b(?:make|meet|attend|join|accept|come|see\ you|do|manage|offer|available|free|take\ part)\b
  | \bdeclin(?:e|ing|ed)\b | \bnot\ (?:available|free|possible)\b | \b(?:keeps|prevents)\ me\ from\b
  | \b(?:have\ to|must)\ pass\b | \bno\ (?:free\ |open\ )?(?:time|slots?)\b | \bregret\ (?:that|to)\b
  | \b(?:does\ not|doesn't)\ (?:work|suit|fit)\b | \bimpossible\b | \bunavailable\b
  | (?:{_IS}|\bam)\ (?:already\ )?(?:taken|busy|occupied)\b | \b(?:clashes|collides)\ with\b""")
LIMITS = _pattern(
    r"\b(?:longer|more\ than|beyond|later\ than|earlier\ than|another|other|anyone)\b"
)
OFFERS = _pattern(r"""
    \b(?:how|what)\ about\b | \b(?:could|can|would|shall|may|instead|either|options?|slots?)\b
  | \b(?:alternativ|suggest|propos|pick|choose|offer) | \?""")
LEAVES_OPEN = _pattern(
    r"\bpick\b | \bchoose\b | \bwhich\ (?:one|of|suits|works)\b | \balternatives\b"
)
MOVES = _pattern(rf"""
    {_I}\ (?:moved?|moving|rescheduled?|shift(?:ed)?|push(?:ed)?|postponed?|swapped|bump(?:ed)?)\b(?!\ {_OURS})
  | \b(?:my|our)\ [\w\ -]{{2,40}}\ (?:is|was|has\ been|will\ be)\ (?:moved|rescheduled|shifted|postponed)\b
  | \b(?:moved|rescheduled|shifted|postponed)\ my\b""")
INVITES = _pattern(
    r"\b(?:invit\w+|added|adding|included?|copied|looped\ in|will\ join|bring(?:ing)?)\b"
)
INVITED = re.compile(r"\b(?:invited|added|included|copied|bringing)\s+((?!I\b)[A-Z][a-z]+)")
EXPLAINS = _pattern(r"""
    \b(?:taken|busy|full|occupied|unavailable|impossible|outside|late|early|tied\ up|pencilled)\b
  | \b(?:clash|conflict|collid|overlap)\w* | n't\b | \bcannot\b | \bunable\b | \bnot\b | \bno\ longer\b
  | \bin\ an?\ \w+ | \bhave\ (?:an?|another|my)\ \w+ | \b(?:already|booked\ by)\b
  | \b(?:leave|finish|ends?|starts?|begins?|runs?|takes|until|till|before|after|by|deadline|latest)\b
  | \byour?\ (?:asked|requested|suggested|wanted|proposed|first|original|request)\b""")
GIVEN_UP = _pattern(r"""
    (?:instead\ of|rather\ than|\bnot(?:\ at|\ on)?|no\ longer(?:\ at)?)\s+
    (?:(?:mon|tues|wednes|thurs|fri)day\s+)?(?:at\s+)?$""")
RANGE_END = _pattern(r"(?:until|till|to|-|–)\s*$")
NO_CLASH = _pattern(r"""
    (?:\b(?:no|not|without)|n't)\ (?:an?\ |any\ )?(?:clash\w*|conflicts?|overlaps?|taken|busy)\b""")

READERS = ("your time", "your local time", "yours", "for you", "your end", "your side")
WRITERS = ("my time", "my local time", "mine", "our time", "here", "for me", "my end", "my side")


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply says that is not so, or None."""
    letter = Letter(scenario, action)
    if not re.search(r"\w", letter.text):
        return "the reply is empty"
    checks = (letter.false_promise, letter.false_guest, letter.false_time, letter.false_day)
    return next((why for check in checks if (why := check()) is not None), None)


@dataclass(frozen=True)
class Letter:
    """A reply, its reader's clock, and what the action really does."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def text(self) -> str:
        return NO_CLASH.sub("free", clock_words.plain(self.action.email_reply))

    @cached_property
    def clauses(self) -> list[str]:
        return [c for s in clock_words.sentences(self.text) for c in clock_words.clauses(s)]

    @property
    def kind(self) -> str:
        return self.action.calendar_action

    @property
    def books(self) -> bool:
        return self.kind in ("book", "reschedule")

    # -- the moments that the action is about, all aware --------------------------------------------

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
        slot = self.scenario.truth.request.slot
        return slot.end - slot.start

    @cached_property
    def moved(self) -> list[datetime]:
        """The boundaries of the moved entry, before and after."""
        if (move := self.action.reschedule) is None:
            return []
        entry = next(e for e in self.scenario.calendar.events if e.id == move.event_id)
        return self._aware(entry.start, entry.end, *stretch(move, self.scenario))

    @cached_property
    def mentions(self) -> list[Mention]:
        reader = ZoneInfo(self.scenario.sender.zone)
        today = self.scenario.now.date()
        return clock_words.mentions(self.text, self._zones, reader, today)

    @cached_property
    def _zones(self) -> dict[str, tzinfo]:
        """What a reader takes a phrase after a time for."""
        first = datetime.combine(self.scenario.calendar.days[0], datetime.min.time())
        zones: dict[str, tzinfo] = {}
        for person, phrases in (
            (self.scenario.executive, WRITERS),
            (self.scenario.sender, READERS),
        ):
            zone = ZoneInfo(person.zone)
            city = person.zone.rsplit("/", 1)[-1].replace("_", " ").lower()
            seasons = (first, first.replace(month=1, day=1), first.replace(month=7, day=1))
            short = {moment.replace(tzinfo=zone).tzname().lower() for moment in seasons}
            zones |= dict.fromkeys((*phrases, city, *filter(str.isalpha, short)), zone)
        return zones

    def _on_the_table(self, mention: Mention) -> bool:
        """Whether a time is where the meeting begins or ends, or may."""
        return any(mention.means(at) or mention.means(at + self.length) for at in self.starts)

    # -- the checks ---------------------------------------------------------------------------------

    def false_promise(self) -> str | None:
        """A booking, a refusal or a move that the reply claims and the action does not make."""
        for clause in self.clauses:
            says, sure = clause.strip()[:80], not UNSURE.search(clause)
            if not self.books and sure and BOOKS.search(clause):
                return f"the reply claims a booking that is not made: {says}"
            if self.kind in ("decline", "none") and sure and ACCEPTS.search(clause):
                return f"the reply accepts, the action does not: {says}"
            if self.books and self._refuses(clause):
                return f"the reply refuses what is booked: {says}"
            if self.books and LEAVES_OPEN.search(clause):
                return f"the reply leaves open what is booked: {says}"
            if self.kind != "reschedule" and sure and MOVES.search(clause):
                return f"the reply claims a move that is not made: {says}"
        only_refuses = any(map(REFUSES.search, self.clauses)) and not (
            any(map(OFFERS.search, self.clauses)) or any(map(self._on_the_table, self.mentions))
        )
        if self.kind == "propose_alternatives" and only_refuses:
            return "the reply refuses, the action proposes"
        return None

    def _refuses(self, clause: str) -> bool:
        """Whether a clause turns the booked meeting down, and not another time or a longer one."""
        if not REFUSES.search(clause) or LIMITS.search(clause):
            return False
        named = [mention for mention in self.mentions if mention.clause == clause]
        return not named or any(map(self._on_the_table, named))

    def false_guest(self) -> str | None:
        """Someone said to be invited who is not."""
        details = self.action.meeting_details
        guests = {address.casefold() for address in details.attendees} if details else set()
        people = [*self.scenario.contacts, self.scenario.sender, self.scenario.executive]
        there = {p.first_name for p in people[-2:]}
        there |= {word for p in people if p.email.casefold() in guests for word in p.name.split()}
        away = {p.first_name for p in people} - there
        for clause in self.clauses:
            if not INVITES.search(clause) or UNSURE.search(clause):
                continue
            named = {name for name in away if re.search(rf"\b{re.escape(name)}\b", clause)}
            named |= {name for name in INVITED.findall(clause) if name not in there}
            if named:
                return f"the reply says that {min(named)} is invited"
        return None

    def false_time(self) -> str | None:
        """A time that is neither booked nor on offer nor explained, or one that is, called taken."""
        if self.kind in ("decline", "none"):
            return None
        asked = self._aware(self.scenario.truth.request.slot.start)[0]
        for mention in self.mentions:
            clause = mention.clause
            if self._on_the_table(mention):
                limit = mention.means(asked) or RANGE_END.search(mention.before)
                if (
                    not self.books
                    and not limit
                    and REFUSES.search(clause)
                    and not OFFERS.search(clause)
                ):
                    return f"the reply calls an offered slot taken: {clause.strip()[:80]}"
                continue
            if GIVEN_UP.search(mention.before) or self._is_boundary(mention):
                continue
            if (self.books and BOOKS.search(clause)) or not EXPLAINS.search(clause):
                return f"the reply names a time that does not hold: {clause.strip()[:80]}"
        return None

    def _is_boundary(self, mention: Mention) -> bool:
        """Whether a time is where a named entry of the calendar begins or ends, or the moved one."""
        if any(map(mention.means, self.moved)) and not BOOKS.search(mention.clause):
            return bool(MOVES.search(mention.clause) or self._names_entry(mention, moved=True))
        return self._names_entry(mention)

    def _names_entry(self, mention: Mention, moved: bool = False) -> bool:
        for event in self.scenario.calendar.events:
            said = (
                rf"\b(?:the|my|our|an?|another|have|from)\s+(?:\w+\s+)?{re.escape(event.title)}\b"
            )
            if re.search(said, mention.clause, re.IGNORECASE):
                times = self.moved if moved else self._aware(event.start, event.end)
                return any(map(mention.means, times))
        return False

    def false_day(self) -> str | None:
        """A day or a length, given without a time, that is not the meeting's."""
        if self.kind in ("decline", "none"):
            return None
        minutes = self.length // timedelta(minutes=1)
        named = clock_words.lengths(self.text)
        if named and minutes not in named:
            return f"the reply speaks of {min(named)} minutes, the meeting has {minutes}"
        timed = {mention.clause for mention in self.mentions}
        for clause in self.clauses:
            if self.books and BOOKS.search(clause) and clause not in timed:
                reader = ZoneInfo(self.scenario.sender.zone)
                either = {at.date() for at in (self.starts[0], self.starts[0].astimezone(reader))}
                for on_day in clock_words.days(clause, self.scenario.now.date()):
                    if not any(map(on_day, either)):
                        return f"the reply names another day: {clause.strip()[:80]}"
        return None
