"""Finds times as people write them: "2.30 pm on Tuesday", "half ten your time", "from 9 to noon".

A mention keeps every plausible reading: "2:30" may be in the afternoon, "half past" at any hour,
"Tuesday" any Tuesday. Choosing between them is left to the caller.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from functools import partial

from graders.referee.days import MONTH, days_in, days_of, zone_marks_in, zones_of

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_NAMED = "|".join(_HOURS)
_TIME = re.compile(
    rf"""(?<![\w:.+/])(?<!to-)(?:
      \d{{4}}-\d\d-\d\d
    | (?P<part>(?:half|quarter)[ -]past|quarter[ -]to|half)[ -](?P<of>(?:{_NAMED}|1[0-2]|[1-9])\b)
    | (?P<past>half[ -]past)\b
    | (?P<four>(?!20\d\d\s?-\s?20\d\d|(?<=\d-)20\d\d)(?:[01]\d|2[0-3])[0-5][05])\b
      (?=\s?(?:-|to|till?|until)\s?(?:[01]\d|2[0-3])[0-5][05]\b|\s?h(?:ou)?rs\b
      |(?<=\d\d[0-5][05]-....)|(?<=\d\d[0-5][05]\ -\ ....)|(?<=\d\d[0-5][05]\ to\ ....))
    | (?P<noon>(?:12\ )?(?:noon|midday)\b)
    | (?P<h>(?:{_NAMED})\b|[01]?\d|2[0-3])(?:[:.h](?P<m>[0-5]\d)(?::\d\d)?)?(?![\d:%]|[.]\d)
      (?:\s?(?P<ap>[ap])\.?m\b\.?|\s?(?P<clear>o'clock|sharp|noon|midday)\b)?)""",
    re.VERBOSE,
)
_OPENS = re.compile(
    r"(?:\b(?:at|from|till?|until|by|between|before|after|past|starts?|begins?)|-)\s?$"
)
_GOES_ON = re.compile(
    rf"\s?(?:-|to|till?|until)\s?(?:half\ |quarter\ |noon|midday|\d|{_NAMED})"
    rf"|\son\s(?:mon|tue|wed|thu|fri|sat|sun)"
)
_UNIT = re.compile(
    rf"\s?(?:st|nd|rd|th)\b|[\s-]?(?:min|hour|day|week|month|people|of\b|other|half\b|more|page"
    rf"|point|to-|{MONTH}|[a-z]*(?:tion|ing|gue|lot|paper|note)s?\b)"
)
_JOINT = re.compile(
    r"\s?(?:-|to|till?|until|and|(?:and )?ending at|\(\s?(?:to|until|till?))\s?(?:a )?"
)
_THINGS = re.compile(r"\s(?!(?:or|and|to|on|till?|until|in|your|my|for)\b)[a-z]{3,}")
#: Right after a time: the part of the day that it is in.
_PART = re.compile(
    r" (?:(?:in the|on the|that|this|the same|tomorrow|\w{3,6}day) "
    r"(?:(?P<early>morning)|afternoon|evening|night)|at night|tonight)\b"
)
#: Right before a number: it counts what was named.
_COUNTED = re.compile(
    r"\b(?:the|these|those|all|both|other|first|last|of|only|number|option|just the)\s$"
)
_LISTED = re.compile(r"(?:\s|,|or|and|-|\*)*")
_ENDS = re.compile(
    r"\b(?:until|till?|before|by|end(?:ing|s)?(?: at)?|done(?: for the day)? at|ahead of|limit of"
    r"|over (?:at|by)|up to|runs? to)\s"
    r"(?:(?:your|my|the|tomorrow|\w{3,6}day)\s){0,2}$"
)
_SENTENCE = re.compile(r"[.!?]\s+|\n+|;\s")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-") | {0x2019: "'"}
_ISO = re.compile(r"(?<=\d)T(?=\d\d:)")


@dataclass(frozen=True)
class TimeMention:
    """A time or a time range in a text, with all its possible readings."""

    start: int
    end: int
    first: frozenset[int] | None
    """Possible starts, in minutes of the day; None if only an end is named, as in "until 10"."""
    last: frozenset[int] | None
    zones: tuple[tzinfo, ...]
    days: tuple[frozenset[str], ...]
    """Sets of names of its day; all names of at least one set have to fit."""

    @property
    def parts(self) -> list["TimeMention"]:
        named = (one for one in (self.first, self.last) if one is not None)
        return [replace(self, first=one, last=None) for one in named]

    def lasts(self, minutes: int) -> bool:
        return any((b - a) % (24 * 60) == minutes for a in self.first for b in self.last)

    def means(self, start: datetime, stop: datetime) -> bool:
        """Whether it can mean these moments (with time zones), or the one of them that it names."""
        for zone in self.zones:
            begins, ends = start.astimezone(zone), stop.astimezone(zone)
            right = (self.first is None or begins.hour * 60 + begins.minute in self.first) and (
                self.last is None or ends.hour * 60 + ends.minute in self.last
            )
            if right and (not self.days or any(one <= _names(begins) for one in self.days)):
                return True
        return False


def _names(day: datetime) -> set[str]:
    short = f"{day:%a}".lower(), f"{day.day} {day:%b}".lower()
    return {"", f"{day:%Y-%m-%d}", str(day.day), *short}


def fold_accents(text: str) -> str:
    """A text without accents, with plain apostrophes and dashes, and ISO 8601 times without T."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_DASHES))
        text = "".join(c for c in text if not unicodedata.combining(c))
    return _ISO.sub(" ", text)


def mentions(
    text: str, marks: Mapping[str, tzinfo], reader: tzinfo, today: date
) -> Iterator[TimeMention]:
    """Every time in a lower-case text. `marks` maps words next to a time ("my time", "cet") to time
    zones; a time without one is in the reader's."""
    edges = [0, *(edge for m in _SENTENCE.finditer(text) for edge in m.span()), len(text)]
    for low, high in zip(edges[::2], edges[1::2], strict=True):
        if not (found := pairs(text, low, high)):
            continue
        days, zone_marks = days_in(text, low, high, today), zone_marks_in(text, low, high, marks)
        ends = [low, *(pair[-1].end() for pair in found)]
        starts = [*(pair[0].start() for pair in found), high]
        asides = [*map(partial(_aside, text), ends[:-1], starts), None]
        for n, pair in enumerate(found):
            start, end, late = starts[n], ends[n + 1], pair[-1]["ap"] == "p"
            closes = len(pair) == 1 and _ENDS.search(text, max(start - 30, ends[n]), start)
            around = asides[n] or ends[n], asides[n + 1] or starts[n + 1]
            part = _PART.match(text, end)
            both = [_in_part(minutes(one, late), part, one is pair[-1]) for one in pair]
            yield TimeMention(
                start=start,
                end=end,
                first=None if closes else both[0],
                last=both[-1] if closes or len(pair) > 1 else None,
                zones=zones_of((start, end), around, zone_marks)
                or (reader, *(marks.values() if asides[n] else (zone for _, zone in zone_marks))),
                days=days_of(text, start, end, starts[n + 1], days),
            )


def _aside(text: str, start: int, end: int) -> int | None:
    """The offset of a bracket that opens between two times and closes only after the second."""
    at = text.rfind("(", start, end)
    return at if at >= 0 and ")" not in text[at:end] else None


def pairs(text: str, start: int, end: int) -> list[list[re.Match[str]]]:
    """The times of a sentence: two matches for a range, else one."""
    found: list[list[re.Match[str]]] = []
    for match in _TIME.finditer(text, start, end):
        if match.lastgroup is None:
            continue
        gap = text[found[-1][-1].end() : match.start()][:14] if found else "none"
        joined = _JOINT.fullmatch(gap) is not None
        if joined and "and" in gap and "end" not in gap:
            joined = text.startswith("between ", max(found[-1][0].start() - 8, 0))
        bare = match["h"] and not (match["m"] or match["ap"] or match["clear"])
        if bare:
            before = text[max(match.start() - 9, start) : match.start()]
            listed = _LISTED.fullmatch(gap) and not _THINGS.match(text, match.end())
            opened = joined or listed or _OPENS.search(before)
            if _UNIT.match(text, match.end()) or not (opened or _GOES_ON.match(text, match.end())):
                continue
            if not joined and _COUNTED.search(before):
                continue
        if joined and len(found[-1]) == 1:
            found[-1].append(match)
        else:
            found.append([match])
    return found


def minutes(match: re.Match[str], late: bool = False) -> frozenset[int]:
    """Minutes of the day that a time may mean. `late`: it is in a range that ends in "pm"."""
    if match["noon"]:
        return frozenset({12 * 60})
    if match["past"]:
        return frozenset(hour * 60 + 30 for hour in range(24))
    if match["four"]:
        return frozenset({int(match["four"][:2]) * 60 + int(match["four"][2:])})
    word = match["h"] or match["of"]
    hour = _HOURS.index(word) + 1 if word in _HOURS else int(word)
    shift = {"half past": 30, "quarter past": 15, "quarter to": -15, "half": 30}.get(
        (match["part"] or "").replace("-", " "), int(match["m"] or 0)
    )
    if match["ap"] and hour <= 12:
        hours = {hour % 12 + 12 * (match["ap"] == "p")}
    elif hour > 12 or (match["m"] and len(word) == 2 and not late):
        hours = {hour}
    else:
        hours = {hour, hour % 12 + 12}
    return frozenset((one * 60 + shift) % (24 * 60) for one in hours)


def _in_part(said: frozenset[int], part: re.Match[str] | None, last: bool) -> frozenset[int]:
    """The minutes of a time, or of the last of a range, that is told to be in a part of the day."""
    if not part:
        return said
    late = {one % 720 + 720 for one in said}
    if part["early"]:
        return frozenset(one for one in said if one < 720) or said
    return frozenset(late if last else late | said)
