"""The role in which an email names each time: promised, offered, ruled out or something else.

A phrase decides the role of the times next to it; the times of a list share one role.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from graders.reading.exec_assist.phrases import Cue, Says
from graders.reading.exec_assist.time_expressions import Day, Time
from graders.reading.exec_assist.time_zones import DATES, MAX_AFTER, MAX_RANGE_GAP, ZoneOf

Role = Literal["promise", "offer", "listed", "ruled out", "aside", "task", "open"]
"""Promised; offered; alone, as in a list; ruled out; an aside (a limit, a quotation, the writer's
own day); about a task; or unclear."""
MEETING_ROLES = frozenset({"promise", "offer", "listed", "open"})
"""The roles of times that may be the meeting's."""
MAX_DAY_GAP = 16
"""The most characters between the starts of two words for one day."""
LOOKBACK = 80
"""Characters of context read before a time."""
ROLES: Mapping[Says, Role] = {
    **dict.fromkeys(("books", "accepts", "free"), "promise"),
    **dict.fromkeys(("offers", "asks"), "offer"),
    **dict.fromkeys(("busy", "refuses", "absent", "declines"), "ruled out"),
    "aside": "aside",
}
"""The role of the times next to a phrase."""
#: Right before a time: it was the plan, but is not any more.
RULED_OUT = re.compile(
    r"\b(?:instead\sof|rather\sthan|not(?:\sat)?"
    r"|(?:mov|chang|shift|push|postpon)\w*\b[^.;]{0,60}\bfrom)\s(?:[\w,]+\s){0,4}$",
)
#: Before a time: something is moved to it.
CHANGED = re.compile(r"\b(?:mov|chang|shift|push|postpon|resched|shov|shuffl)\w*\b")
#: Between a time and the day after it.
_ON = re.compile(r"(?:\s?[ap]\.?m\b\.?)?\s(?:on\s)?(?:the\s)?")
_LIMIT = r"(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|finish)"
#: Right before and right after a time: it is a limit.
_LIMITED = re.compile(
    rf"\b(?:{_LIMIT}|latest|ahead\sof|before|(?:over|done|out|finish\w*|ready)\s(?:by|at|before)"
    r"|no\slater\sthan|past|after|since|by(?=\s\w+day\b))(?:\s[^\s.;:]{1,12}){0,6}\s*$"
)
_LIMITS = re.compile(rf"(?:\s?[ap]?\.?m?\.?)?(?:\s(?!or\b|and\b)[\w']+){{0,3}}\s{_LIMIT}\b")
_ENDS = re.compile(
    r"(?:\bup\sto|\bruns?\sto(?:\s\w{3,6}day)?|\b(?:until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat))"
    r"\s*$"
)
_CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat)|\S\s?[-\u2013\u2014])\s*$",
)
#: Statements about the writer's own day.
_OWN_DAY = re.compile(
    r"\b(?:i|we|he|she)(?:'(?:m|re|ve|s)|\s(?:am|are|is|have|has))\s(?:already\s|got\s|still\s)?"
    r"(?:in|at|on|with|a|an|my|our|another|back|away|coaching|lunch|done|due|otherwise|only|sitting)\b"
    r"|\bi\s(?:only\s)?(?:leave|start|finish|come|must|have(?!\s(?:time|you|i|we|he|she|it)\b|\sto\s"
    r"(?!leave|be|go|pick|catch|stop|finish|end|start)))\b|\bwe\s(?:close|open|only\sstart)\b"
    r"|\b(?:my|the|a|an)\s(?!meeting|appointment|slot|time)(?:[\w-]+\s){1,5}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?|has|holds|sits|stands|keeps)\b|\btakes\b|\bthere(?:'s|\sis)\s",
)
#: Together with `_DUE` before the time: it belongs to a task or the past, not to a meeting.
TASK = re.compile(
    r"\b(?:thank(?:s|\syou)|tell\sme|send|sending|call|share|let\sme\shave|reply|answer|agenda|papers"
    r"|slides|documents|figures|draft)\b",
)
_DUE = re.compile(r"\b(?:by|before|until|till)\b[^.;]{0,20}$")
#: Right before a time: it is approximate.
_VAGUE = re.compile(r"\b(?:well|long|shortly|just|soon)\s(?:past|after|before)\s$")
#: Between two times of one list, or between a time and what is said about it right after.
LISTED = re.compile(
    r"(?:[\s,/&().*:\u2022\u2013\u2014-]|(?:to|till|until|and|or|also|both|either|on|at|from|in|for|the|of"
    r"|it|you|your|my|our|here|me|time|end|clock|is|are|was|be|will|would|that|which|all|now|again"
    rf"|am|pm|m|a|p|tomorrow|today|next|morning|afternoon|{DATES})\b|\d{{1,2}}(?:st|nd|rd|th)?\b)*+"
)


class StatedTime(NamedTuple):
    """A time of day at characters [start, end) of the reply, with the minutes since midnight that
    it may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    zones: tuple[ZoneOf, ...]
    """Whose time zones it may be in."""
    day: tuple[Day, ...]
    """Its day, as the clause names it: a weekday, a date, or both."""
    mixed_zones: bool
    """Whether the day may be meant in another time zone than the time."""
    role: Role
    ends_range: bool
    """Whether it ends a range ("to 15:00", "until noon")."""
    last_day: tuple[Day, ...]
    """The last day named in an earlier clause, if this one names none."""


def read_times(
    lower: str,
    span: tuple[int, int],
    placed: Sequence[tuple[int, Time, tuple[ZoneOf, ...]]],
    named: Sequence[tuple[int, Day]],
    here: Sequence[Cue],
    says: frozenset[Says],
    last_day: tuple[Day, ...],
) -> Iterator[StatedTime]:
    start, end = span
    starts, times, zones_of = zip(*placed, strict=True)
    of_a_task = TASK.search(lower, start, end) is not None
    mixed_zones = len({*zones_of}) > 1
    roles = _roles(lower, span, times, [cue for cue in here if cue.says in says])
    for at, (time, zones, role) in enumerate(zip(times, zones_of, roles, strict=True)):
        before = lower[max(start, time.start - LOOKBACK) : time.start]
        # "to 15:00" ends a range only if a time shortly before it starts one
        opened = at and time.start - times[at - 1].end < MAX_RANGE_GAP
        closes = time.second or bool((_CLOSES if opened else _ENDS).search(before))
        closes = closes or (opened and _is_between(lower, times[at - 1], time))
        last = times[at + 1] if at + 1 < len(times) and times[at + 1].second else time
        behind = _ON.match(lower, last.end, end)
        day = day_of(time.start, named, starts, behind.end() if behind else -1)
        if RULED_OUT.search(before):
            role = "ruled out"
        elif (of_a_task and _DUE.search(before)) or _VAGUE.search(before):
            role = "task"
        elif not (opened and closes) and (
            _LIMITED.search(before)
            or _LIMITS.match(lower, time.end, min(end, time.end + MAX_AFTER))
        ):
            role = "aside"
        yield StatedTime(
            minutes=time.minutes,
            start=time.start,
            end=time.end,
            zones=zones,
            day=day,
            mixed_zones=mixed_zones,
            role=role,
            ends_range=closes and not CHANGED.search(before),
            last_day=() if day else last_day,
        )


def _is_between(lower: str, first: Time, last: Time) -> bool:
    """Whether two times are given as "between half past two and a quarter past three"."""
    led = lower[max(0, first.start - 9) : first.start].rstrip().endswith("between")
    return led and lower[first.end : last.start].strip() == "and"


def _roles(
    lower: str, span: tuple[int, int], times: Sequence[Time], claimed: Sequence[Cue]
) -> Iterator[Role]:
    """The role of each time in a clause, from the phrase right after it or else the last one before
    it; the times of a list share one role."""
    start, end = span
    phrases = [(cue.start, cue.end, ROLES[cue.says]) for cue in claimed if cue.says in ROLES]
    for own in _OWN_DAY.finditer(lower, start, end):
        phrases = [one for one in phrases if not own.start() < one[0] < own.end()]
        phrases.append((own.start(), own.end(), "aside"))
    phrases.sort()
    ends = [start, *(time.end for time in times)]
    begins = [*(time.start for time in times), end]
    alone = not phrases and all(map(partial(LISTED.fullmatch, lower), ends, begins))
    role: Role = "open"
    since = start
    for at, time in enumerate(times):
        if at and LISTED.fullmatch(lower, since, time.start):
            since = time.end
            yield role
            continue
        last = at  # of the list
        while last + 1 < len(times) and LISTED.fullmatch(
            lower, times[last].end, times[last + 1].start
        ):
            last += 1
        following = times[last + 1].start if last + 1 < len(times) else end
        index = bisect_left(phrases, (time.start,))
        before = phrases[index - 1] if index and phrases[index - 1][0] >= since else None
        index = bisect_left(phrases, (times[last].end,))
        behind = phrases[index] if index < len(phrases) and phrases[index][0] < following else None
        link = lower[times[last].end : behind[0]] if behind else ","
        near = "," not in link and " and " not in link and LISTED.fullmatch(link)
        if before and not near:
            role = before[2]
        elif behind and (near or behind[2] != "aside"):
            role = behind[2]
        else:
            role = "listed" if alone else "open"
        since = time.end
        yield role


def day_of(
    at: int, named: Sequence[tuple[int, Day]], starts: Sequence[int], right_behind: int = -1
) -> tuple[Day, ...]:
    """The last day named before a time, or else the first after it: all adjacent words for it
    ("Tuesday 10 March") with no time between them."""
    if len(named) < 2:
        return tuple([day for _, day in named])
    anchor = max(0, bisect_left(named, (at,)) - 1)
    later = named[anchor + 1][0] if anchor + 1 < len(named) else -1
    if named[anchor][0] < later == right_behind:  # "at 10:00 on Tuesday"
        anchor += 1
    where, main = named[anchor]

    def together(other: int, day: Day) -> bool:
        low, high = sorted((where, other))
        return (
            high - low <= MAX_DAY_GAP
            and (day.weekday is None) != (main.weekday is None)
            and bisect_right(starts, low) == bisect_left(starts, high)
        )

    nearby = named[max(0, anchor - 3) : anchor + 4]
    return tuple([day for other, day in nearby if other == where or together(other, day)])
