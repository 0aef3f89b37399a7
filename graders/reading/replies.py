"""What an email tells its reader: the times it promises or rules out, and what it says was done.

A reply is read clause by clause. A clause that says "not", "taken" or "busy" rules its times out;
one that tells of the writer's own day ("I have a call at 10:00") or of a task ("send it by noon")
is set apart; any other promises them. A time belongs to the reader's clock unless words right after
it say otherwise ("our time", "UTC"). This is a reader of plain business English, not of all
English: what it cannot place, it leaves out rather than guesses.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from graders.reading import phrases
from graders.reading.clocks import Day, Time, clock_times, days, lengths
from graders.reading.words import Words

Whose = Literal["reader", "writer", "utc"]
Stance = Literal[
    "books", "agrees", "moves", "declines", "refuses", "cancels", "defers", "offers", "accepts"
]
Kind = Literal["promise", "ruled_out", "own_day", "task"]

TOGETHER = 16
"""Characters between the starts of two words for one day."""
TOGETHER_AT = 25
"""Characters between the two ends of one stretch of time."""
BEFORE, AFTER = 80, 60
"""How far around a time its context reaches, in characters."""


class Clock(NamedTuple):
    """A time of day: characters [start, end) of its clause, and the minutes since midnight that it
    may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    whose: Whose
    day: tuple[Day, ...]
    """The day that it is said of, as the clause names it: a weekday, a date, or both."""
    kind: Kind
    closes: bool
    """It ends a stretch ("to 15:00", "until noon")."""


class Clause(NamedTuple):
    """A clause: what it names, whether it rules out, and what it says."""

    text: str
    lower: Words
    """The text in lower case, with the same places."""
    negative: bool
    clocks: tuple[Clock, ...]
    days: tuple[Day, ...]
    lengths: frozenset[int]
    """Minutes."""
    stances: frozenset[Stance]


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole email, read."""

    text: str
    clauses: tuple[Clause, ...]
    starts: tuple[int, ...]
    """Where in the text each clause starts."""

    def says(self, *stances: Stance) -> bool:
        """Whether a clause takes one of these stances."""
        return any(clause.stances.intersection(stances) for clause in self.clauses)

    def clocks(self, *kinds: Kind) -> Iterator[tuple[Clause, Clock]]:
        """The times of these kinds, each with its clause."""
        for clause in self.clauses:
            for clock in clause.clocks:
                if clock.kind in kinds:
                    yield clause, clock


def read_reply(text: str, marks: Mapping[str, Whose]) -> Reply:
    """Read an email. `marks`: lower-case words that, after a time, say whose clock it is by."""
    lower = _lower(text)
    edges = [0, *(e for found in phrases.BREAK.finditer(lower) for e in found.span()), len(text)]
    clauses: list[Clause] = []
    starts: list[int] = []
    hangs = False  # "Once you agree, it is booked": the main clause stands under the condition
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start < end:
            clause = _clause(text[start:end], Words(lower[start:end]), marks, hangs)
            if (
                clauses
                and clause.negative
                and not clause.clocks
                and phrases.BUT.match(lower, start)
            ):
                clauses[-1] = _taken_back(clauses[-1])
            starts.append(start)
            clauses.append(clause)
            hangs = text[end : end + 1] == "," and bool(phrases.SUBORDINATE.match(lower, start))
    return Reply(text, tuple(clauses), tuple(starts))


def _taken_back(clause: Clause) -> Clause:
    """ "I could do 11:00, but Alma can't": what the "but" leaves of the clause before it."""
    return clause._replace(clocks=tuple(c._replace(kind="ruled_out") for c in clause.clocks))


def _lower(text: str) -> str:
    """The text in lower case, character by character, so that places stay the same."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower()[0] for c in text)


def _clause(part: str, lower: Words, marks: Mapping[str, Whose], hangs: bool) -> Clause:
    negative, stances = False, _NO_STANCE
    if lower.may_hold(_TELLING):
        negative = bool(phrases.NEGATIVE.search(phrases.NO_OBSTACLE.without(lower)))
        stances = frozenset(_stances(lower, negative, hangs))
    named, times, long = days(part, lower), clock_times(part, lower), lengths(part, lower)
    kind: Kind = _kind(lower, negative, stances) if times else "promise"
    return Clause(
        text=part,
        lower=lower,
        negative=negative,
        clocks=tuple(_clocks(lower, times, named, marks, kind)) if times else (),
        days=tuple([day for _, day in named]),
        lengths=frozenset(
            [
                minutes
                for at, minutes in long
                if not phrases.RULED_OUT.search(lower, max(0, at - BEFORE), at)
            ]
        ),
        stances=stances,
    )


def _kind(lower: Words, negative: bool, stances: frozenset[Stance]) -> Kind:
    if "books" in stances:
        return "promise"
    if negative:
        return "ruled_out"
    if "offers" in stances:
        return "promise"
    return "own_day" if phrases.OWN_DAY.search(lower) else "promise"


def _clocks(
    lower: Words,
    times: list[Time],
    named: list[tuple[int, Day]],
    marks: Mapping[str, Whose],
    kind: Kind,
) -> Iterator[Clock]:
    starts = [time.start for time in times]
    of_a_task = phrases.TASK.search(lower) is not None
    own = phrases.OWN_DAY.search(lower) if kind == "own_day" else None
    for at, (time, owner) in enumerate(zip(times, _owners(lower, times, marks), strict=True)):
        before = lower[max(0, time.start - BEFORE) : time.start]
        # "to 15:00" closes only what a time shortly before it opens
        opened = at and time.start - times[at - 1].end < TOGETHER_AT
        closing = phrases.CLOSES if opened else phrases.ENDS
        closes = time.second or bool(closing.search(before))
        yield Clock(
            minutes=time.minutes,
            start=time.start,
            end=time.end,
            whose=owner,
            day=_day_of(time.start, named, starts),
            kind=_narrowed(kind, before, of_a_task, own is not None and own.start() <= time.start),
            closes=closes and not phrases.CHANGED.search(before),
        )


def _narrowed(kind: Kind, before: str, of_a_task: bool, in_own_day: bool) -> Kind:
    """The kind of one time in a clause of some kind, by the words before it. `in_own_day`: what the
    clause tells of the writer's own day begins before the time."""
    if phrases.RULED_OUT.search(before):
        return "ruled_out"
    if of_a_task and phrases.DUE.search(before):
        return "task"
    if kind == "own_day" and not in_own_day and not phrases.AT.search(before):
        return "promise"  # "10:00 to 11:00 I am": thrown in, and told of nothing
    return kind


def _owners(lower: str, times: list[Time], marks: Mapping[str, Whose]) -> list[Whose]:
    """Whose clock each time is by: the mark right after it or its stretch, or after the next time
    that "or" or "and" joins to it; an unmarked time is read by the reader's own clock."""
    if not marks:
        return ["reader"] * len(times)
    pattern = _marked(tuple(marks))
    found: list[Whose | None] = []
    for time in times:
        after = unicodedata.normalize("NFKD", lower[time.end : time.end + AFTER])
        mark = pattern.match(after.encode("ascii", "ignore").decode())
        found.append(marks[mark[1]] if mark else None)
    for n in reversed(range(len(times) - 1)):
        between = lower[times[n].end : times[n + 1].start]
        if found[n] is None and len(between) < AFTER and phrases.JOINED.search(between):
            found[n] = found[n + 1]
    return [whose or "reader" for whose in found]


@lru_cache(maxsize=1024)
def _marked(words: tuple[str, ...]) -> re.Pattern[str]:
    """One of the words, after nothing but the rest of the time: its end, its day, little words."""
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        r"(?:\s?(?:[-/]|to|until|till|and|or)\s?\d{1,4}(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?)?"
        r"(?:[\s,(]|(?:in|by|at|on|the|of|am|pm|over|time|hours|morning|afternoon|evening"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july"
        r"|august|september|october|november|december)\b|\d{1,2}(?:st|nd|rd|th)?\b(?![:.h]\d))*+"
        rf"\b({either})\b(?!(?<=here)\s(?:is|are)\b)"
    )


def _day_of(at: int, named: list[tuple[int, Day]], starts: list[int]) -> tuple[Day, ...]:
    """The day last named before a time, or else first after it: all words for it that stand
    together, with no time between them ("Tuesday 10 March")."""
    if len(named) < 2:
        return tuple([day for _, day in named])
    anchor = max(0, bisect_left(named, (at,)) - 1)
    where = named[anchor][0]

    def together(other: int) -> bool:
        low, high = sorted((where, other))
        return high - low <= TOGETHER and bisect_right(starts, low) == bisect_left(starts, high)

    nearby = named[max(0, anchor - 3) : anchor + 4]
    return tuple([day for other, day in nearby if other == where or together(other)])


#: How a word begins in any clause that takes a stance; the rest matters beside a time or a stance.
_TELLING = frozenset().union(
    *(
        phrase.begun
        for phrase in vars(phrases).values()
        if isinstance(phrase, phrases.Phrase)
        and phrase not in (phrases.CONDITION, phrases.OWN_DAY, phrases.TASK, phrases.LIMIT)
    )
)
_NO_STANCE: frozenset[Stance] = frozenset()


def _stances(lower: Words, negative: bool, hangs: bool) -> Iterator[Stance]:
    if phrases.CANCELS.search(lower):
        yield "cancels"
    if phrases.REFUSES.search(lower):
        yield "refuses"
    elif phrases.DECLINES.search(lower):
        yield "declines"
    if phrases.OFFERS.search(lower):
        yield "offers"
    if phrases.DEFERS.search(lower):
        yield "defers"
    if phrases.ACCEPTS.search(lower):
        yield "accepts"
    if phrases.AGREES.search(lower) and not negative:
        yield "agrees"
    if hangs or phrases.CONDITION.search(lower):
        return
    if not phrases.RECEIPT.search(lower) and phrases.BOOKS.claimed(
        phrases.BOOKED_OUT.without(lower)
    ):
        yield "books"
    if phrases.MOVES.claimed(lower):
        yield "moves"
