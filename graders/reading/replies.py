"""What an email tells its reader: the times it gives or rules out, and what it says was done.

A reply is read clause by clause. What a clause says is the phrases in it that are surely claimed:
one behind a "not", a "could" or an "if" is none. A phrase tells the role of the times right beside
it. A time goes by the reader's clock unless words beside it, or over the letter, say otherwise.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Literal, NamedTuple, TypeVar

from graders.reading.clocks import Day, Time, clock_times, days, lengths
from graders.reading.phrases import Cue, Says, cues

Placed = TypeVar("Placed", bound=tuple)
_place = itemgetter(0)
Whose = Literal["reader", "writer", "utc", "unsaid"]
"""By whose clock a time is; where nothing says so, the reader takes it for his own."""
Role = Literal["promise", "offer", "listed", "ruled out", "aside", "task", "open"]
"""Given to the reader; offered; standing alone, as in a list; ruled out; a limit, or part of what somebody
wrote or of the writer's day; of a task; or the reader cannot tell."""

SHOWN = frozenset({"promise", "offer", "listed", "open"})
"""What may be the meeting's."""
TOGETHER = 16
"""Characters between the starts of two words for one day."""
TOGETHER_AT = 25
"""Characters between the two ends of one stretch of time."""
BEFORE, AFTER = 80, 60
"""How far around a time its context reaches, in characters."""
CLAIMS = frozenset({"books", "moves", "takes", "busy"})
"""What counts only where nothing right before it denies it."""
SETTLES = frozenset({"books", "moves", "takes", "agrees"})
"""What counts under no condition."""
REFUSALS = frozenset({"busy", "refuses", "declines"})
ROLES: Mapping[Says, Role] = {
    **dict.fromkeys(("books", "takes", "free"), "promise"),
    **dict.fromkeys(("offers", "asks"), "offer"),
    **dict.fromkeys(("busy", "refuses", "declines"), "ruled out"),
    "aside": "aside",
}
"""What the times beside a phrase are."""

#: Where one clause ends and the next begins.
BREAK = re.compile(
    r"[.!?;\n,:\s](?:(?<=[.!?;])(?<![.!?;]{2})(?!(?<=[ap]\.m\.)\s(?:to|till|until|and|or|on|your|my|our)\b)[.!?;]*+(?=\s|$)|(?<=\n)"
    r"|(?<=\s)(?<!\s\s)(?:[-\u2013\u2014]\s(?!\d)|\s*+(?=and\s(?:i|we)\b))"
    r"|(?:(?<=\s)(?<!\s\s)\s*+|(?<=,)(?<!\s,)\s++)(?=(?:but|however|so|though|yet)\b)"
    r"|(?<=,)\s++(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|may(?!\s\d)|shall|how|what|would"
    r"|please|here|as|do\snot|don't)\b)"
    r"|(?<=\w:)\s(?=\w))",
)
#: Right before a claim: it is not so, or not yet.
_DENIED = re.compile(
    r"(?:\b(?:not|no|none|neither|never|nothing|cannot|unable|impossible|without|hope|could|would"
    r"|can|may|shall|happy\sto|glad\sto|please(?!\s(?:it|the|that)\b)|or)\b|n't\b)"
    r"(?:\s++(?!(?:it|this|that|i|we|you)\b)[^\s,;:.]++){0,4}\s*+$"
)
#: Right before a doubt: it was one, of something else.
_BYGONE = re.compile(r"\b(?:(?:had|was|were)\s(?:\w+\s){0,3}|(?:only|just)\sa\s)$")
_BUT = re.compile(r"\s*+(?:but|yet|though|however)\b[^.;]{0,60}?(?:n't\b|\b(?:not|no|cannot)\b)")
_HANGS = re.compile(r"\s*+(?:once|if|when|as\s+soon\s+as|until|unless)\b")
#: Right before a time: it is what the plan was, not what it is.
_RULED_OUT = re.compile(
    r"\b(?:instead\sof|rather\sthan|not(?:\sat)?"
    r"|(?:mov|chang|shift|push|postpon)\w*\b[^.;]{0,60}\bfrom)\s(?:[\w,]+\s){0,4}$",
)
#: Right before a time: where something now goes.
CHANGED = re.compile(r"\b(?:mov|chang|shift|push|postpon|resched|shov|shuffl)\w*\b")
#: Between a time and the day behind it.
_ON = re.compile(r"(?:\s?[ap]\.?m\b\.?)?\s(?:on\s)?(?:the\s)?")
_SAME_DAY = re.compile(r"\b(?:same|that)\s(?:day|morning|afternoon)\b")
_LIMIT = r"(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|finish)"
#: Right before and right after a time: it is a limit.
_LIMITED = re.compile(
    rf"\b(?:{_LIMIT}|latest|ahead\sof|before|(?:over|done|out|finish\w*|ready)\s(?:by|at|before)"
    r"|no\slater\sthan|past|after|since)(?:\s[^\s.;:]{1,12}){0,6}\s*$"
)
_LIMITS = re.compile(rf"(?:\s?[ap]?\.?m?\.?)?(?:\s(?!or\b|and\b)[\w']+){{0,3}}\s{_LIMIT}\b")
_ENDS = re.compile(r"(?:\bup\sto|\b(?:until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat))\s*$")
_CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat)|\S\s?[-\u2013\u2014])\s*$",
)
#: The writer's own day, told as it is.
_OWN_DAY = re.compile(
    r"\b(?:i|we|he|she)(?:'(?:m|re|ve|s)|\s(?:am|are|is|have|has))\s(?:already\s|got\s|still\s)?"
    r"(?:in|at|on|with|a|an|my|our|another|back|away|coaching|lunch|done|due|otherwise|only|sitting)\b"
    r"|\bi\s(?:only\s)?(?:leave|start|finish|come|must|have(?!\s(?:time|you|i|we|he|she|it)\b|\sto\s"
    r"(?!leave|be|go|pick|catch|stop|finish|end|start)))\b|\bwe\s(?:close|open|only\sstart)\b"
    r"|\b(?:my|the|a|an)\s(?!meeting|appointment|slot|time)(?:[\w-]+\s){1,5}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?|has|holds|sits|stands|keeps)\b|\btakes\b|\bthere(?:'s|\sis)\s",
)
#: With DUE before the time: it belongs to a task or to the past, not to a meeting.
TASK = re.compile(
    r"\b(?:thank(?:s|\syou)|tell\sme|send|sending|call|share|let\sme\shave|reply|answer|agenda|papers"
    r"|slides|documents|figures|draft)\b",
)
_DUE = re.compile(r"\b(?:by|before|until|till)\b[^.;]{0,20}$")
_DATES = (
    r"(?:mon|tues?|wed(?:nes|s)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?"
    r"|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|(?:octo|novem|decem)ber"
    r"|oct|nov|dec"
)
#: Between two times of one list, or a time and what is said of it right behind.
LISTED = re.compile(
    r"(?:[\s,/&().*:\u2022\u2013\u2014-]|(?:to|till|until|and|or|also|both|either|on|at|from|in|for|the|of"
    r"|it|you|your|my|our|here|me|time|end|clock|is|are|was|be|will|would|that|which|all|now|again"
    rf"|am|pm|m|a|p|tomorrow|today|next|morning|afternoon|{_DATES})\b|\d{{1,2}}(?:st|nd|rd|th)?\b)*+"
)


class Clock(NamedTuple):
    """A time of day: characters [start, end) of the reply, and the minutes since midnight that it
    may mean."""

    minutes: frozenset[int]
    start: int
    end: int
    whose: tuple[Whose, ...]
    """The clocks that it may go by."""
    day: tuple[Day, ...]
    """The day that it is said of, as the clause names it: a weekday, a date, or both."""
    borrowed: bool
    """Times by several clocks share the day."""
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
    """Read an email. `marks`: lower-case words that, beside a time, say whose clock it is by."""
    lower = _lower(text)
    edges = [0, *(e for found in BREAK.finditer(lower) for e in found.span()), len(text)]
    spans = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
    times = clock_times(text)
    owned = list(zip(times, _owners(lower, spans, times, marks), strict=True))
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
        if heading and (clock or mine) and (same := _SAME_DAY.search(part)):
            mine = sorted([*mine, *((start + same.start(), day) for day in heading)], key=_place)
        if clauses and not clock and _BUT.match(part):  # "I could do 11:00, but Alma can't"
            out = tuple(c._replace(role="ruled out") for c in clauses[-1].clocks)
            clauses[-1] = clauses[-1]._replace(clocks=out)
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
        hangs = text[end : end + 1] == "," and bool(_HANGS.match(part))
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
    conditions = [cue.start for cue in found if cue.says == "condition"]
    return frozenset(
        cue.says
        for cue in found
        if not (cue.says in SETTLES and (hangs or conditions))
        and not (cue.says == "retracts" and conditions and conditions[0] < cue.start)
        and not (
            cue.says == "defers"
            and _BYGONE.search(lower, max(start, cue.start - BEFORE), cue.start)
        )
        and not (
            cue.says in CLAIMS and _DENIED.search(lower, max(start, cue.start - BEFORE), cue.start)
        )
    )


def _kept(lower: str, start: int, found: Sequence[tuple[int, int]]) -> frozenset[int]:
    """The lengths that nothing right before them rules out."""
    return frozenset(
        [long for at, long in found if not _RULED_OUT.search(lower, max(start, at - BEFORE), at)]
    )


def _clocks(
    lower: str,
    span: tuple[int, int],
    told: Sequence[tuple[int, Time, tuple[Whose, ...]]],
    named: Sequence[tuple[int, Day]],
    here: Sequence[Cue],
    says: frozenset[Says],
    heading: tuple[Day, ...],
) -> Iterator[Clock]:
    start, end = span
    starts, times, owners = zip(*told, strict=True)
    of_a_task = TASK.search(lower, start, end) is not None
    roles = _roles(lower, span, times, [cue for cue in here if cue.says in says])
    for at, (time, owner, role) in enumerate(zip(times, owners, roles, strict=True)):
        before = lower[max(start, time.start - BEFORE) : time.start]
        # "to 15:00" closes only what a time shortly before it opens
        opened = at and time.start - times[at - 1].end < TOGETHER_AT
        closes = time.second or bool((_CLOSES if opened else _ENDS).search(before))
        last = times[at + 1] if at + 1 < len(times) and times[at + 1].second else time
        behind = _ON.match(lower, last.end, end)
        day = _day_of(time.start, named, starts, behind.end() if behind else -1)
        if _RULED_OUT.search(before):
            role = "ruled out"
        elif of_a_task and _DUE.search(before):
            role = "task"
        elif not (opened and closes) and (
            _LIMITED.search(before) or _LIMITS.match(lower, time.end, min(end, time.end + AFTER))
        ):
            role = "aside"
        yield Clock(
            minutes=time.minutes,
            start=time.start,
            end=time.end,
            whose=owner,
            day=day,
            borrowed=len({*owners}) > 1,
            role=role,
            closes=closes and not CHANGED.search(before),
            heading=() if day else heading,
        )


def _roles(
    lower: str, span: tuple[int, int], times: Sequence[Time], claimed: Sequence[Cue]
) -> Iterator[Role]:
    """The role of each time of a clause, by what stands right behind it, or else last before it; a
    list shares what stands over it."""
    start, end = span
    signs = [(cue.start, cue.end, ROLES[cue.says]) for cue in claimed if cue.says in ROLES]
    for own in _OWN_DAY.finditer(lower, start, end):
        signs = [one for one in signs if not own.start() < one[0] < own.end()]
        signs.append((own.start(), own.end(), "aside"))
    signs.sort()
    ends = [start, *(time.end for time in times)]
    begins = [*(time.start for time in times), end]
    alone = all(map(partial(LISTED.fullmatch, lower), ends, begins))
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
        place = bisect_left(signs, (time.start,))
        before = signs[place - 1] if place and signs[place - 1][0] >= since else None
        place = bisect_left(signs, (times[last].end,))
        behind = signs[place] if place < len(signs) and signs[place][0] < following else None
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


def _owners(
    lower: str,
    spans: Sequence[tuple[int, int]],
    times: Sequence[Time],
    marks: Mapping[str, Whose],
) -> list[tuple[Whose, ...]]:
    """By whose clock each time may be: the mark right behind it or its stretch; else the one right
    before it, or that of the whole letter ("all in Berlin time"), or the reader's own."""
    if not marks or not times:
        return [("unsaid",)] * len(times)
    behind, anywhere = _marked(tuple(marks))
    placed = [(found.start(), found.end(), marks[found[0]]) for found in anywhere.finditer(lower)]
    starts = [time.start for time in times]
    over = {
        marks[found[1]]
        for start, end in spans
        if bisect_left(starts, start) == bisect_left(starts, end)
        for found in _OVER.finditer(lower, start, end)
        if found[1] in marks
    }
    usual: tuple[Whose, ...] = (*over,) if len(over) == 1 else ("unsaid",)
    whose: list[tuple[Whose, ...]] = []
    for at, time in enumerate(times):
        following = starts[at + 1] if at + 1 < len(times) else len(lower) + AFTER
        mark = behind.match(lower, time.end, time.end + AFTER)
        apart = mark and "," in lower[time.end : mark.start(1)]
        if mark and not (apart and 0 < following - mark.end() <= BESIDE):
            whose.append((marks[mark[1]],))
            continue
        place = bisect_left(placed, (time.start,))
        before = placed[place - 1] if place else (0, -AFTER, "unsaid")
        if at and time.second:
            whose.append(whose[-1])
            continue
        near = time.start - before[1] <= BESIDE and not (at and times[at - 1].end > before[0])
        whose.append(tuple({*usual, before[2]}) if near else usual)
    for at in reversed(range(len(times) - 1)):  # "10:00 or 11:00 your time"
        between = lower[times[at].end : starts[at + 1]]
        if whose[at] == usual and len(between) < TOGETHER_AT and _JOINED.fullmatch(between):
            whose[at] = whose[at + 1]
    return whose


BESIDE = 24
"""Characters between a time and a mark before it."""
#: Between two times that share what is said behind the second.
_JOINED = re.compile(r"[^.;]{0,24}?\b(?:or|and)\b[^.;]{0,24}")
#: A clock that all the times of a letter go by.
_OVER = re.compile(
    r"\b(?:all\s)?(?:in|by|on|at|all),?\s(?:the\s)?([a-z ]{2,20}?)(?=\s(?:time|clock|zone))"
)


@lru_cache(maxsize=1024)
def _marked(words: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """One of the words, after nothing but the rest of a time: its end, its day, little words; and
    one of the words anywhere."""
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        r"(?:(?:\s?(?:[ap]\.?)?m\.?)?\s?(?:[-/\u2013\u2014]|to|till|until|and|or)\s?\d{1,4}(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?)?"
        r"(?:[\s,(.]|(?:in|by|at|on|the|of|m|am|pm|noon|over|time|hours|morning|afternoon|evening"
        rf"|{_DATES})\b|\d{{1,2}}(?:st|nd|rd|th)?\b(?![:.h]\d))*+"
        rf"\b({either})\b(?!(?<=here)\s(?:is|are)\b)"
    ), re.compile(rf"\b(?:{either})\b")


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
