"""The sentences of an email, with the days, times and lengths that each names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from desks.own.reading.cues import limits
from desks.own.reading.said.clocks import LATE, Clock, clocks, span
from desks.own.reading.said.dates import WEEKDAY, Day, days
from desks.own.reading.said.dates_meant import Calendar
from desks.own.reading.said.lengths import Length, lengths

_ABBREVIATED = re.compile(
    r"\b((?i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Tues?|Thurs?|Thu|Fri|No(?=\.\s\d))|"
    r"Mon|Wed|Sat|Sun|Drs?|Mr|Mrs|Ms|St|Prof|approx|Ing|Engr|Eng|Sis|Bro|Capt|Rev|Atty|Hon|Adv|"
    r"Arch|incl|i\.e|(?:h|kl)(?=\.\s\d)|[A-Z])\.(?=\s)"
)
"""Words after whose full stop a sentence goes on."""
_SHORT_FORMS = {"til": "till", "'til": "till", "’til": "till", "untill": "until", "u": "you"}
_SHORT_FORMS |= {"ur": "your", "aswell": "as well", "thats": "that's"}
_SHORT_FORM = re.compile(rf"(?<![\w.@/'’-])(?:{'|'.join(_SHORT_FORMS)})(?![\w.@/'’-])")
"""Words as they are spelled in haste."""
_DAYS = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}"
_MERIDIEM = re.compile(
    rf"\b([apAP])\.\s?[mM]\.(?=\s+(?:[a-z(&]|(?i:{_DAYS})\b|[A-Z]{{2,}}|(?:[A-Z]\w+\s+){{1,3}}"
    rf"time\b))"
)
"""After it a sentence goes on."""
_OPENING_HOURS = re.compile(
    rf"\b{_DAYS}\s*(?:-|–|to|through|thru)\s*{_DAYS}\b[^.;\n]{{0,30}}|\b(?:office|opening|"
    rf"business) hours\b[^.;\n]{{0,40}}",
    re.IGNORECASE,
)
_CLOSING_LINES = 9
"""A letter's closing has at most so many."""
_MOVED = re.compile(
    r"\b(?:mov(?:e|ed)|shift(?:ed)?|changed?|push(?:ed)?|rescheduled?|postponed?)\b[^.?!]{0,40}$",
    re.IGNORECASE,
)
"""Before "from two to three", where it is no span."""
_LASTS = 240
"""Minutes; what ends later than that is something else."""
_ENDS_NEXT = re.compile(r"[\s,;]*(?:and\s+)?(?:finish|end|stop|clos)(?:e|ing)?(?:\s+at)?\s*")
"""Between the two ends of what is told in one."""
_LONGEST = 600
"""Characters; a longer sentence is read in pieces."""
_OFFERED = 20
"""Days that are kept in mind for when their weekdays are named again."""
_LONG_LINE = 50
"""A line of so many characters may go on in the next one."""
_NEW_LINE = re.compile(r"\s*(?:[-*•·>]|\(?[a-dA-D1-9][).]\s|[A-Z][\w ]{0,20}:)")


@dataclass(frozen=True)
class Sentence:
    """A sentence, and what it names, in order."""

    text: str
    days: tuple[Day, ...]
    clocks: tuple[Clock, ...]
    lengths: tuple[Length, ...]


def own_text(body: str, writer: str = "") -> str:
    """Without the closing, which may be no more than the writer's name, and what follows it."""
    lines = body.splitlines()
    names = _words(writer)
    for number, line in enumerate(lines):
        signs = limits.CLOSING.match(line) or (_words(line) and _words(line) <= names)
        if number > 0 and len(lines) - number <= _CLOSING_LINES and signs:
            after = [one for one in lines[number + 1 :] if limits.AFTERTHOUGHT.match(one)]
            return "\n".join((*lines[:number], *after))
        if line.rstrip() == "--":
            return "\n".join(lines[:number])
    return body


def closing_of(body: str, writer: str = "") -> str:
    """What `own_text` leaves out."""
    return "\n".join(body.splitlines()[len(own_text(body, writer).splitlines()) :])


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def sentences_of(text: str, calendar: Calendar, late: bool = False) -> list[Sentence]:
    """The sentences of an email; `late` says whether the evening has been spoken of before."""
    told: list[Sentence] = []
    for part in parts_of(text):
        one = _sentence(part, calendar, late, bool(told and LATE.search(told[-1].text)))
        if one.days:
            named = [day.date for day in one.days if WEEKDAY.search(part[day.begin : day.end])]
            offered = (*calendar.offered, *named)[-_OFFERED:]
            calendar = calendar._replace(anchor=one.days[-1].date, offered=offered)
        told.append(one)
    return told


def parts_of(text: str, dot: str = "") -> list[str]:
    """The text of each sentence, with `dot` for a full stop after which a sentence goes on."""
    spelled = _SHORT_FORM.sub(lambda found: _SHORT_FORMS[found[0]], _unwrapped(text))
    joined = _MERIDIEM.sub(r"\1m", _ABBREVIATED.sub(rf"\1{dot}", spelled))
    parts = [part for part in re.split(r"(?<=[.!?;])\s+|\n+", joined) if part.strip()]
    return [part[at : at + _LONGEST] for part in parts for at in range(0, len(part), _LONGEST)]


def _unwrapped(text: str) -> str:
    """With the lines of a paragraph in one, where they were broken to fit a screen."""
    lines: list[str] = []
    is_long = False
    for line in text.splitlines():
        before = lines[-1] if lines else ""
        goes_on = is_long and before[-1] not in ".!?:;"
        is_long = len(line.rstrip()) >= _LONG_LINE
        if goes_on and line.strip() and not _NEW_LINE.match(line):
            lines[-1] = f"{before} {line.strip()}" if len(before) < 2000 else before + "\n" + line
        else:
            lines.append(line.rstrip())
    return "\n".join(lines)


def _sentence(text: str, calendar: Calendar, late: bool, was_late: bool) -> Sentence:
    """A sentence; `was_late` says whether the one before it is about an evening."""
    named = days(text, calendar)
    evening = late or (was_late and not named)
    times = [one for one in _spans(text, named, evening) if not _inside(one, named)]
    open_from = [found.span() for found in _OPENING_HOURS.finditer(text)]
    times = [one for one in times if not any(a <= one.begin < b for a, b in open_from)]
    return Sentence(text, tuple(named), tuple(times), tuple(lengths(text)))


def _inside(clock: Clock, named: Sequence[Day]) -> bool:
    """Whether what looks like a time is part of a date."""
    return any(day.begin < clock.end and clock.begin < day.end for day in named)


def _spans(text: str, named: Sequence[Day], evening: bool) -> list[Clock]:
    """The times of a text; where one says until when another lasts, both are one span."""
    found = clocks(text, [day.end for day in named], evening)
    ends = [
        one
        for one in found
        if not one.until
        and (one.lead in ("until", "till", "to") or _is_over(one, text[: one.begin]))
    ]
    spans, used = [], []
    for one in found:
        if one.until and one.lead == "from" and _MOVED.search(text[: one.begin]):
            one = one._replace(start=one.until, until=None)
        after = one.begin if one.lead != "from" else -1
        later = ((e, _later(e, one)) for e in ends if e.begin > after)
        end, until = next((both for both in later if both[1]), (None, None))
        if one not in ends and end and not one.until:
            used.append(end)
            ends_next = _ENDS_NEXT.fullmatch(text[one.end : end.begin])
            one = one._replace(until=until, end=end.end if ends_next else one.end)
        spans.append(one)
    return [one for one in spans if one not in used]


def _later(end: Clock, clock: Clock) -> time | None:
    """The time at which it ends, if that is later on the same day; "till 8" may be in the evening,
    if that is not long after."""
    if end.start > clock.start:
        return end.start
    evening = end.start.replace(hour=(end.start.hour + 12) % 24)
    return evening if 0 < span(clock._replace(until=evening)) <= _LASTS else None


def _is_over(clock: Clock, before: str) -> bool:
    """Whether it is over by then."""
    by = limits.OVER if clock.lead == "by" else limits.ENDING
    return bool(by.search(before[-60:]))
