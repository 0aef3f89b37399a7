"""What a reply makes its reader believe, held against what the action does.

The reader is the sender of the last email and looks at a clock of their own: a time without a zone
is theirs. Every time that a reply names must be that of the meeting (or of a slot on offer), or be
explained: said to be taken, given up, a limit, or the boundary of an entry named with it. Then the
promises: no booking, refusal, move or guest may be claimed that the action does not make.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cached_property
from zoneinfo import ZoneInfo

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee import clock_words, speech
from graders.referee.clock_words import Mention
from graders.referee.diary import stretch

READERS = ("your time", "your local time", "yours", "for you", "your end", "your side")
WRITERS = ("my time", "my local time", "mine", "our time", "here", "for me", "my end", "my side")
_WORD = re.compile(r"\w")


def fault(scenario: ExecScenario, action: ExecAction) -> str | None:
    """What the reply says that is not so, or None."""
    letter = Letter(scenario, action)
    if not _WORD.search(letter.text):
        return "the reply is empty"
    checks = (letter.false_promise, letter.false_guest, letter.false_time, letter.false_day)
    return next((why for check in checks if (why := check()) is not None), None)


@dataclass(frozen=True)
class _Said:
    """What a clause says of the times in it, worked out once however many there are."""

    clause: str

    @cached_property
    def taken(self) -> bool:
        return bool(speech.REFUSES.search(self.clause)) and not speech.OFFERS.search(self.clause)

    @cached_property
    def ours(self) -> bool:
        return bool(speech.BOOKS.search(self.clause) or speech.OURS.search(self.clause))

    @cached_property
    def explained(self) -> bool:
        return bool(speech.EXPLAINS.search(self.clause))


@dataclass(frozen=True)
class Letter:
    """A reply, its reader's clock, and what the action really does."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def text(self) -> str:
        return speech.NO_CLASH.sub("free", clock_words.plain(self.action.email_reply))

    @cached_property
    def clauses(self) -> list[str]:
        """Its clauses, each once however often it is said."""
        said = (c for s in clock_words.sentences(self.text) for c in clock_words.clauses(s))
        return list(dict.fromkeys(said))

    @property
    def kind(self) -> str:
        return self.action.calendar_action

    @property
    def books(self) -> bool:
        return self.kind in ("book", "reschedule")

    # -- the moments that the action is about, all aware ---

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
    def _mentioned(self) -> dict[str, list[Mention]]:
        """The times by the clause that names them."""
        found: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.clause, []).append(mention)
        return found

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
        """Whether a time is where the meeting begins or may begin; in a stretch, where it ends."""
        if mention.closes and not speech.CHANGES.search(mention.before):
            return any(mention.means(at + self.length, since=at) for at in self.starts)
        return any(map(mention.means, self.starts))

    # -- the checks ---

    def false_promise(self) -> str | None:
        """A booking, a refusal or a move that the reply claims and the action does not make."""
        for clause in self.clauses:
            says, sure = clause.strip()[:80], not speech.UNSURE.search(clause)
            if not self.books and sure and speech.BOOKS.search(clause):
                return f"the reply claims a booking that is not made: {says}"
            if sure and self._accepts(clause):
                return f"the reply accepts, the action does not: {says}"
            if self.kind in ("decline", "none") and self._offers(clause):
                return f"the reply offers a time, the action does not: {says}"
            if self.books and self._refuses(clause):
                return f"the reply refuses what is booked: {says}"
            if self.books and speech.LEAVES_OPEN.search(clause):
                return f"the reply leaves open what is booked: {says}"
            if self.kind != "reschedule" and sure and speech.MOVES.search(clause):
                return f"the reply claims a move that is not made: {says}"
        only_refuses = any(map(speech.REFUSES.search, self.clauses)) and not (
            any(map(speech.GIVES_CHOICE.search, self.clauses))
            or any(map(self._on_the_table, self.mentions))
        )
        if self.kind == "propose_alternatives" and only_refuses:
            return "the reply refuses, the action proposes"
        return None

    def _refuses(self, clause: str) -> bool:
        """Whether a clause turns the booked meeting down, and not another time or a longer one."""
        if not speech.REFUSES.search(clause) or speech.LIMITS.search(clause):
            return False
        named = self._mentioned.get(clause)
        return not named or any(map(self._on_the_table, named))

    def _accepts(self, clause: str) -> bool:
        """Whether a clause accepts what is not booked. Where nothing was asked, a "yes" is none."""
        if self.kind not in ("decline", "none") or not (said := speech.ACCEPTS.search(clause)):
            return False
        return self.kind == "decline" or not said[0].casefold().endswith("yes")

    def _offers(self, clause: str) -> bool:
        given = clause in self._mentioned and not speech.EXPLAINS.search(clause)
        return given and bool(speech.OFFERS.search(clause))

    def false_guest(self) -> str | None:
        """Someone said to be invited who is not."""
        details = self.action.meeting_details
        guests = {address.casefold() for address in details.attendees} if details else set()
        people = [*self.scenario.contacts, self.scenario.sender, self.scenario.executive]
        there = {p.first_name for p in people[-2:]}
        there |= {word for p in people if p.email.casefold() in guests for word in p.name.split()}
        away = {p.first_name for p in people} - there
        for clause in self.clauses:
            if not speech.INVITES.search(clause) or speech.UNSURE.search(clause):
                continue
            named = {name for name in away if speech.calls(name, clause)}
            named |= {name for name in speech.INVITED.findall(clause) if name not in there}
            if named:
                return f"the reply says that {min(named)} is invited"
        return None

    def false_time(self) -> str | None:
        """A time that is neither booked nor offered nor explained, or is and is called taken."""
        if self.kind in ("decline", "none"):
            return None
        asked = self._aware(self.scenario.truth.request.slot.start)[0]
        all_said = {clause: _Said(clause) for clause in self._mentioned}
        for mention in self.mentions:
            said = all_said[mention.clause]
            if self._on_the_table(mention):
                limit = mention.means(asked) or speech.LIMIT.search(mention.before)
                if not self.books and not limit and said.taken:
                    return f"the reply calls an offered slot taken: {said.clause.strip()[:80]}"
                continue
            if speech.GIVEN_UP.search(mention.before) or self._is_boundary(mention):
                continue
            if not self.books and mention.means(asked):  # "10:00 would do for me, but ..."
                said = _Said(mention.before + mention.after)
            if (self.books and said.ours) or not said.explained:
                return f"the reply names a time that does not hold: {said.clause.strip()[:80]}"
        return None

    def _is_boundary(self, mention: Mention) -> bool:
        """Whether a time is where an entry begins or ends that is named, or said to be moved, or
        where what somebody else asked for does, who is named."""
        move = self.action.reschedule
        if move is not None and speech.MOVES.search(mention.before):
            now = self.moved[2:] if speech.TO.search(mention.before) else self.moved
            return any(map(mention.means, now))
        if any(
            any(map(mention.means, times)) and speech.names(title, mention.clause)
            for title, times in self._entries
        ):
            return True
        return any(
            any(map(mention.means, self._aware(earlier.start, earlier.end)))
            for earlier in self.scenario.calendar.pending
            if earlier.who in mention.clause
        )

    @cached_property
    def _entries(self) -> list[tuple[str, list[datetime]]]:
        """The calendar's entries, and where each begins and ends, before a move and after it."""
        move = self.action.reschedule
        return [
            (
                event.title,
                [
                    *self._aware(event.start, event.end),
                    *(self.moved if move is not None and move.event_id == event.id else ()),
                ],
            )
            for event in self.scenario.calendar.events
        ]

    def false_day(self) -> str | None:
        """A day or a length, given without a time, that is not the meeting's."""
        if self.kind in ("decline", "none"):
            return None
        minutes = self.length // timedelta(minutes=1)
        named = clock_words.lengths(self.text)
        if named and minutes not in named:
            return f"the reply speaks of {min(named)} minutes, the meeting has {minutes}"
        for clause in self.clauses:
            untold = clause not in self._mentioned and not speech.EXPLAINS.search(clause)
            if self.books and speech.BOOKS.search(clause) and untold:
                reader = ZoneInfo(self.scenario.sender.zone)
                either = {at.date() for at in (self.starts[0], self.starts[0].astimezone(reader))}
                for on_day in clock_words.days(clause, self.scenario.now.date()):
                    if not any(map(on_day, either)):
                        return f"the reply names another day: {clause.strip()[:80]}"
        return None
