"""What an email tells its reader: the times it gives or rules out, and what it says was done.

A reply is read clause by clause. What a clause says is the phrases in it that are surely claimed:
one behind a "not", a "could" or an "if" is none. What stands beside a time gives it its role. It
belongs to the reader's clock unless words right after it say otherwise ("our time", "UTC").
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Literal, NamedTuple, TypeVar

from graders.reading import beside
from graders.reading.clocks import Day, Time, clock_times, days, lengths
from graders.reading.phrases import Cue, Says, cues

Placed = TypeVar("Placed", bound=tuple)
_place = itemgetter(0)
Whose = Literal["reader", "writer", "utc"]
Role = Literal["promise", "ruled out", "aside", "told", "task", "open"]
"""Given to the reader; ruled out; of the writer's own day; of a limit or of what the reader wrote;
of a task; or the reader cannot tell."""

TOGETHER = 16
"""Characters between the starts of two words for one day."""
TOGETHER_AT = 25
"""Characters between the two ends of one stretch of time."""
BEFORE, AFTER = 80, 60
"""How far around a time its context reaches, in characters."""
CLAIMS = frozenset({"books", "moves", "commits", "gives", "suits", "busy", "invites", "vacant"})
"""What counts only where nothing right before it denies it."""
SETTLES = frozenset({"books", "moves", "commits", "agrees"})
"""What counts under no condition."""
REFUSALS = frozenset({"busy", "refuses", "declines"})
ROLES: Mapping[Says, Role] = {
    **dict.fromkeys(("books", "offers", "gives", "suits", "commits", "vacant"), "promise"),
    **dict.fromkeys(("busy", "refuses", "declines", "elsewhere"), "ruled out"),
}
"""What the times beside a phrase are."""


class Clock(NamedTuple):
    """A time of day: characters [start, end) of the reply, and the minutes since midnight that it
    may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    whose: Whose
    day: tuple[Day, ...]
    """The day that it is said of, as the clause names it: a weekday, a date, or both."""
    borrowed: bool
    """The day stands nearer to a time by another clock."""
    role: Role
    closes: bool
    """It ends a stretch ("to 15:00", "until noon")."""
    heading: tuple[Day, ...]
    """The day that an earlier clause named last, where this one names none."""


class Clause(NamedTuple):
    """A clause: characters [start, end) of the reply, what it names and what it says."""

    start: int
    end: int
    lower: str
    cues: tuple[Cue, ...]
    says: frozenset[Says]
    clocks: tuple[Clock, ...]
    days: tuple[Day, ...]
    lengths: frozenset[int]
    """Minutes."""

    @property
    def refuses(self) -> bool:
        """Whether something is surely taken, turned down or not to be had."""
        return not REFUSALS.isdisjoint(self.says)


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole email, read."""

    text: str
    lower: str
    clauses: tuple[Clause, ...]

    def says(self, *what: Says) -> bool:
        """Whether a clause says one of these."""
        return any(not clause.says.isdisjoint(what) for clause in self.clauses)

    def clocks(self, *roles: Role) -> Iterator[Clock]:
        """The times in these roles."""
        return (c for clause in self.clauses for c in clause.clocks if c.role in roles)


def read_reply(text: str, marks: Mapping[str, Whose]) -> Reply:
    """Read an email. `marks`: lower-case words that, after a time, say whose clock it is by."""
    lower = _lower(text)
    edges = [0, *(e for found in beside.BREAK.finditer(lower) for e in found.span()), len(text)]
    spans = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
    times = clock_times(text)
    owned = list(zip(times, _owners(lower, times, marks), strict=True))
    clauses: list[Clause] = []
    heading: tuple[Day, ...] = ()
    hangs = False  # "Once you agree, it is booked": the main clause stands under the condition
    for (start, end), here, clock, mine, long in zip(
        spans,
        _parted(list(cues(lower)), spans),
        _parted([(time.start, time, owner) for time, owner in owned], spans),
        _parted(days(text), spans),
        _parted(lengths(text), spans),
        strict=True,
    ):
        part = lower[start:end]
        says = _said(lower, start, here, hangs)
        if heading and (clock or mine) and (same := beside.SAME_DAY.search(part)):
            mine = sorted([*mine, *((start + same.start(), day) for day in heading)], key=_place)
        if clauses and not clock and beside.BUT.match(part) and says & {*REFUSALS, "deny"}:
            clauses[-1] = _taken_back(clauses[-1])
        clauses.append(
            Clause(
                start=start,
                end=end,
                lower=part,
                cues=tuple(here),
                says=says,
                clocks=tuple(_clocks(lower, (start, end), clock, mine, here, says, heading))
                if clock
                else (),
                days=tuple([day for _, day in mine]),
                lengths=_kept(lower, start, long),
            )
        )
        if mine:
            heading = _day_of(len(text), mine, [])
        hangs = text[end : end + 1] == "," and bool(beside.SUBORDINATE.match(part))
    return Reply(text, lower, tuple(clauses))


def _lower(text: str) -> str:
    """In lower case, without accents, with straight apostrophes, and with the same places."""
    lower = text.lower()
    if len(lower) != len(text):  # a few letters grow
        lower = "".join(small if len(small := c.lower()) == 1 else c for c in text)
    if not lower.isascii():
        lower = "".join(unicodedata.normalize("NFKD", c)[0] if c.isalpha() else c for c in lower)
    return lower.replace("\u2019", "'").replace("\u2018", "'")


def _parted(found: list[Placed], spans: Sequence[tuple[int, int]]) -> Iterator[list[Placed]]:
    """What of a list by place stands in each clause."""
    at = 0
    for _, end in spans:
        first = at
        while at < len(found) and found[at][0] < end:
            at += 1
        yield found[first:at]


def _said(lower: str, start: int, found: Sequence[Cue], hangs: bool) -> frozenset[Says]:
    """What a clause surely says."""
    if not found:
        return frozenset()
    conditions = [cue.start for cue in found if cue.says == "condition"]
    return frozenset(
        cue.says
        for cue in found
        if not (cue.says in SETTLES and (hangs or conditions))
        and not (cue.says == "cancels" and conditions and conditions[0] < cue.start)
        and not (
            cue.says in CLAIMS
            and beside.DENIED.search(lower, max(start, cue.start - BEFORE), cue.start)
        )
    )


def _kept(lower: str, start: int, found: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The lengths that nothing right before them rules out."""
    ruled_out = beside.RULED_OUT.search
    return frozenset(
        [long for at, long in found if not ruled_out(lower, max(start, at - BEFORE), at)]
    )


def _taken_back(clause: Clause) -> Clause:
    """ "I could do 11:00, but Alma can't": what the "but" leaves of the clause before it."""
    return clause._replace(clocks=tuple(c._replace(role="ruled out") for c in clause.clocks))


def _clocks(
    lower: str,
    span: tuple[int, int],
    told: Sequence[tuple[int, Time, Whose]],
    named: Sequence[tuple[int, Day]],
    here: Sequence[Cue],
    says: frozenset[Says],
    heading: tuple[Day, ...],
) -> Iterator[Clock]:
    start, end = span
    starts, times, owners = zip(*told, strict=True)
    part = lower[start:end]
    of_a_task = beside.TASK.search(part) is not None
    roles = _beside(part, start, [cue for cue in here if cue.says in says])
    for at, (time, owner) in enumerate(zip(times, owners, strict=True)):
        before = lower[max(start, time.start - BEFORE) : time.start]
        # "to 15:00" closes only what a time shortly before it opens
        opened = at and time.start - times[at - 1].end < TOGETHER_AT
        closing = beside.CLOSES if opened else beside.ENDS
        closes = time.second or bool(closing.search(before))
        last = times[at + 1] if at + 1 < len(times) and times[at + 1].second else time
        behind = beside.ON.match(lower, last.end, end)
        day = _day_of(time.start, named, starts, behind.end() if behind else -1)
        role = _role(lower, time, starts[at + 1] if at + 1 < len(starts) else end, roles)
        after = lower[time.end : min(end, time.end + AFTER)]
        yield Clock(
            minutes=time.minutes,
            start=time.start,
            end=time.end,
            whose=owner,
            day=day,
            borrowed=bool(day) and owner != owners[_first_of_day(time.start, named, starts)],
            role=_narrowed(role, before, after, of_a_task),
            closes=closes and not beside.CHANGED.search(before),
            heading=() if day else heading,
        )


def _beside(part: str, start: int, claimed: Sequence[Cue]) -> list[tuple[int, int, Role]]:
    """What of a clause tells the role of its times, by place: phrases, and what the writer says of
    his own day."""
    found = [(cue.start, cue.end, ROLES[cue.says]) for cue in claimed if cue.says in ROLES]
    if own := beside.OWN_DAY.search(part):
        first, last = start + own.start(), start + own.end()
        found = [one for one in found if not first < one[0] < last]
        found.append((first, last, "aside"))
    if not found:
        found = [(cue.start, cue.end, "told") for cue in claimed if cue.says == "asked"]
    return sorted(found)


def _role(lower: str, time: Time, following: int, roles: Sequence[tuple[int, int, Role]]) -> Role:
    """The role of a time by what stands last before it, or first behind it: there, too, if a comma
    parts it from what stands before."""
    place = bisect_left(roles, (time.start,))
    before, behind = roles[place - 1 : place] if place else [], roles[place : place + 1]
    if before and behind and behind[0][0] < following:
        parted = "," in lower[before[0][1] : time.start][-BEFORE:]
        return (behind if parted else before)[0][2]
    if not before and behind and behind[0][2] == "aside":
        return "open"  # "10:00 to 11:00 I am": thrown in, and told of nothing
    return (before or behind or [(0, 0, "open")])[0][2]


def _narrowed(role: Role, before: str, after: str, of_a_task: bool) -> Role:
    """The role of one time by the words right around it."""
    if beside.RULED_OUT.search(before):
        return "ruled out"
    if of_a_task and beside.DUE.search(before):
        return "task"
    if beside.LIMITED.search(before) or beside.LIMITS.match(after):
        return "told"
    return role


def _owners(lower: str, times: Sequence[Time], marks: Mapping[str, Whose]) -> list[Whose]:
    """Whose clock each time is by: the mark right after it or its stretch, or after the next time
    that "or" or "and" joins to it; an unmarked time is read by the reader's own clock."""
    if not marks:
        return ["reader"] * len(times)
    pattern = _marked(tuple(marks))
    found: list[Whose | None] = []
    for time in times:
        mark = pattern.match(lower, time.end, time.end + AFTER)
        found.append(marks[mark[1]] if mark else None)
    for n in reversed(range(len(times) - 1)):
        between = lower[times[n].end : times[n + 1].start]
        if found[n] is None and len(between) < TOGETHER_AT and beside.JOINED.fullmatch(between):
            found[n] = found[n + 1]
    return [whose or "reader" for whose in found]


@lru_cache(maxsize=1024)
def _marked(words: tuple[str, ...]) -> re.Pattern[str]:
    """One of the words, after nothing but the rest of the time: its end, its day, little words."""
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        r"(?:(?:\s?(?:[ap]\.?)?m\.?)?\s?(?:[-/\u2013\u2014]|to|till|until|and|or)\s?\d{1,4}(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?)?"
        r"(?:[\s,(.]|(?:in|by|at|on|the|of|m|am|pm|noon|over|time|hours|morning|afternoon|evening"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july"
        r"|august|september|october|november|december)\b|\d{1,2}(?:st|nd|rd|th)?\b(?![:.h]\d))*+"
        rf"\b({either})\b(?!(?<=here)\s(?:is|are)\b)"
    )


def _first_of_day(at: int, named: Sequence[tuple[int, Day]], starts: Sequence[int]) -> int:
    """Which time stands first behind the day that a time goes by, or that time where none does."""
    anchor = max(0, bisect_left(named, (at,)) - 1)
    return min(bisect_left(starts, named[anchor][0]), bisect_left(starts, at))


def _day_of(
    at: int, named: Sequence[tuple[int, Day]], starts: Sequence[int], right_behind: int = -1
) -> tuple[Day, ...]:
    """The day last named before a time, or else first after it: all words for it that stand
    together, with no time between them ("Tuesday 10 March")."""
    if len(named) < 2:
        return tuple([day for _, day in named])
    anchor = max(0, bisect_left(named, (at,)) - 1)
    if anchor + 1 < len(named) and named[anchor + 1][0] == right_behind:  # "at 10:00 on Tuesday"
        anchor += 1
    where, main = named[anchor]

    def together(other: int, day: Day) -> bool:
        low, high = sorted((where, other))
        return (
            high - low <= TOGETHER
            and (day.weekday is None) != (main.weekday is None)
            and bisect_right(starts, low) == bisect_left(starts, high)
        )

    nearby = named[max(0, anchor - 3) : anchor + 4]
    return tuple([day for other, day in nearby if other == where or together(other, day)])
