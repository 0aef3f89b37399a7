"""Times as people write them: "2.30 pm on Tuesday", "half ten your time", "from 9 to noon".

A span keeps every reading that a person would allow: "2:30" may be in the afternoon, "half past" at
any hour, "Tuesday" any Tuesday. What it means is for others to say.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_WEEK = "mon tue wed thu fri sat sun".split()
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_NAMED = "|".join(_HOURS)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
)
_TIME = re.compile(
    rf"""(?<![\w:.+/])(?<!utc-)(?:
      \d{{4}}-\d\d-\d\d
    | (?P<part>half\ past|quarter\ past|quarter\ to|half)\ (?P<of>(?:{_NAMED}|1[0-2]|[1-9])\b)
    | (?P<past>half\ past)\b
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
    rf"|\son\s(?:{'|'.join(_WEEK)})"
)
_UNIT = re.compile(
    rf"\s?(?:st|nd|rd|th)\b|[\s-]?(?:min|hour|day|week|month|people|of\b|other|half\b|more|page"
    rf"|point|{_MONTH}|[a-z]*(?:tion|ing|gue|lot|paper|note)s\b)"
)
_JOINT = re.compile(r"\s?(?:-|to|till?|until|and|(?:and )?ending at|\(\s?(?:to|until|till?))\s?")
_LISTED = re.compile(r"(?:\s|,|or|and|-|\*)*")
_ENDS = re.compile(
    r"\b(?:until|till?|before|by|end(?:ing|s)?(?: at)?|done at|over (?:at|by))\s"
    r"(?:(?:your|my|the|tomorrow|\w{3,6}day)\s){0,2}$"
)
_DAY = re.compile(
    rf"""(?P<iso>\d{{4}}-\d\d-\d\d)
    | \b(?P<week>mon|tue|wed|thu|fri|sat|sun)(?:s|r|rs|nes|ur)?(?:day)?\b
    | \b(?P<d>\d\d?)(?:st|nd|rd|th)?(?:\ of)?\ (?P<mon>{_MONTH})
    | \b(?P<mon2>{_MONTH})\ (?:the\ )?(?P<d2>\d\d?)(?:st|nd|rd|th)?\b(?![:.]\d)
    | \bthe\ (?P<d3>\d\d?)(?:st|nd|rd|th)\b
    | \b(?P<rel>today|tomorrow)\b
    | \b(?P<same>(?:the\ same|that)\ (?:day|morning|afternoon))\b""",
    re.VERBOSE,
)
_LENGTH = re.compile(
    r"(?<!\d)(?P<n>\d+)[ -]?min(?:ute)?s?\b|(?P<half>half an hour|half-hour)"
    r"|(?P<more>hour and a half|1\.5 hours)|\b(?P<hours>an|full|one|1|two|2)[ -]hours?\b(?! and)"
)
_LATER = re.compile(r"\s(?:early|late|before|after|earlier|later)")
_FIXED = re.compile(r"\b(?:utc|gmt)(?:\s?([+-])(\d\d?)(?::?(\d\d))?)?\b")
_SENTENCE = re.compile(r"[.!?]\s+|\n+|;\s")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-") | {0x2019: "'"}
_ISO = re.compile(r"(?<=\d)T(\d\d:\d\d)(?::\d\d)?(?:(Z)|([+-]\d\d:\d\d))?")
_TOGETHER = re.compile(r"[\s,(]{0,3}(?:the )?")
_AFTER, _BEFORE = 16, 30
"""Characters between a time and the words that give its zone or its day."""

OnDay = Callable[[date], bool]
Sign = tuple[int, int, tzinfo]
Named = tuple[int, int, tuple[OnDay, ...]]


@dataclass(frozen=True)
class Span:
    """A time in a text, or two with "to" between, with every reading that it allows."""

    start: int
    end: int
    first: frozenset[int] | None
    """Minutes of the day at which it begins; None where only an end is named, as in "until 10"."""
    last: frozenset[int] | None
    zones: tuple[tzinfo, ...]
    days: tuple[tuple[OnDay, ...], ...]
    """Any of these has to hold, all of its parts at once."""

    @property
    def parts(self) -> list["Span"]:
        named = (one for one in (self.first, self.last) if one is not None)
        return [replace(self, first=one, last=None) for one in named]

    def lasts(self, minutes: int) -> bool:
        return any((b - a) % (24 * 60) == minutes for a in self.first for b in self.last)

    def means(self, start: datetime, stop: datetime) -> bool:
        """Whether it can be read as those moments (aware), or as the one of them that it names."""
        for zone in self.zones:
            begins, ends = start.astimezone(zone), stop.astimezone(zone)
            if self.first is not None and begins.hour * 60 + begins.minute not in self.first:
                continue
            if self.last is not None and ends.hour * 60 + ends.minute not in self.last:
                continue
            if not self.days or any(all(on(begins.date()) for on in one) for one in self.days):
                return True
        return False


def plain(text: str) -> str:
    """A text with plain letters, apostrophes and dashes, and with ISO 8601 times in words."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.translate(_DASHES))
        text = "".join(c for c in text if not unicodedata.combining(c))
    return _ISO.sub(lambda m: f" {m[1]}{' utc' if m[2] else f' utc{m[3]}' if m[3] else ''}", text)


def lengths(text: str) -> set[int]:
    """The durations that a text names, in minutes."""
    found = set()
    for match in _LENGTH.finditer(text):
        if not _LATER.match(text, match.end()):
            hours = 2 if match["hours"] in ("two", "2") else 1
            named = int(match["n"][:4]) if match["n"] else 30 if match["half"] else 90
            found.add(hours * 60 if match["hours"] else named)
    return found


def spans(text: str, marks: Mapping[str, tzinfo], reader: tzinfo, today: date) -> Iterator[Span]:
    """Every time in a text in small letters. `marks` says what words beside one mean ("my time",
    "cet"); without any a time is by the reader's clock."""
    edges = [0, *(edge for m in _SENTENCE.finditer(text) for edge in m.span()), len(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if found := pairs(text, start, end):
            days, signs = _days(text, start, end, today), _signs(text, start, end, marks)
            for before, pair, after in zip([None, *found], found, [*found[1:], None], strict=False):
                low = before[-1].end() if before else start
                high = after[0].start() if after else end
                yield _span(text, pair, (low, high), days, signs, reader)


def pairs(text: str, start: int, end: int) -> list[list[re.Match[str]]]:
    """The times of a sentence, those with "to" between them together."""
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
            opened = joined or _LISTED.fullmatch(gap) or _OPENS.search(before)
            if _UNIT.match(text, match.end()) or not (opened or _GOES_ON.match(text, match.end())):
                continue
        if joined and len(found[-1]) == 1:
            found[-1].append(match)
        else:
            found.append([match])
    return found


def _span(
    text: str,
    pair: list[re.Match[str]],
    around: tuple[int, int],
    days: list[Named],
    signs: list[Sign],
    reader: tzinfo,
) -> Span:
    start, end = pair[0].start(), pair[-1].end()
    late = pair[-1]["ap"] == "p"
    ends_only = len(pair) == 1 and _ENDS.search(text, max(start - 30, around[0]), start)
    return Span(
        start=start,
        end=end,
        first=None if ends_only else minutes(pair[0], late),
        last=minutes(pair[-1], late) if ends_only or len(pair) > 1 else None,
        zones=_zones(text, start, end, around, signs) or (reader,),
        days=_days_of(text, start, end, days),
    )


def minutes(match: re.Match[str], late: bool = False) -> frozenset[int]:
    """Minutes of the day that a time may mean; `late` where it is part of a stretch up to "pm"."""
    if match["noon"]:
        return frozenset({12 * 60})
    if match["past"]:
        return frozenset(hour * 60 + 30 for hour in range(24))
    word = match["h"] or match["of"]
    hour = _HOURS.index(word) + 1 if word in _HOURS else int(word)
    shift = {"half past": 30, "quarter past": 15, "quarter to": -15, "half": 30}.get(
        match["part"], int(match["m"] or 0)
    )
    if match["ap"] and hour <= 12:
        hours = {hour % 12 + 12 * (match["ap"] == "p")}
    elif hour > 12 or (match["m"] and len(word) == 2 and not late):
        hours = {hour}
    else:
        hours = {hour, hour % 12 + 12}
    return frozenset((one * 60 + shift) % (24 * 60) for one in hours)


def _signs(text: str, start: int, end: int, marks: Mapping[str, tzinfo]) -> list[Sign]:
    """What says by which clock the times of a sentence are, in order."""
    found: list[Sign] = []
    for words, zone in marks.items():
        at = text.find(words, start, end)
        while at >= 0 and len(found) < 40:
            stop = at + len(words)
            if not text[at - 1 : at].isalnum() and not text[stop : stop + 1].isalnum():
                found.append((at, stop, zone))
            at = text.find(words, stop, end)
    for match in _FIXED.finditer(text, start, end):
        shift = timedelta(hours=int(match[2] or 0), minutes=int(match[3] or 0))
        if shift < timedelta(days=1):
            zone = timezone(-shift if match[1] == "-" else shift) if shift else UTC
            found.append((match.start(), match.end(), zone))
    return sorted(found, key=lambda sign: sign[:2])


def _zones(
    text: str, start: int, end: int, around: tuple[int, int], signs: list[Sign]
) -> tuple[tzinfo, ...]:
    """The clock named right after a time, else one right before; both where either may be."""
    after = next((s for s in signs if end <= s[0] < min(around[1], end + _AFTER)), None)
    if after and "," not in text[end : after[0]] and "(" not in text[end + 3 : after[0]]:
        return (after[2],)
    low = max(around[0], start - _BEFORE)
    before = next((s for s in reversed(signs) if low <= s[1] <= start), None)
    return tuple(sign[2] for sign in (after, before) if sign)


def _days(text: str, start: int, end: int, today: date) -> list[Named]:
    """The days that a sentence names; side by side they are one: "Tuesday, the 19th of May"."""
    found: list[Named] = []
    for match in _DAY.finditer(text, start, end):
        on = _on_day(match, today)
        if found and _TOGETHER.fullmatch(text, found[-1][1], match.start()):
            found[-1] = (found[-1][0], match.end(), (*found[-1][2], on)[-4:])
        else:
            found.append((match.start(), match.end(), (on,)))
    return found


def _days_of(text: str, start: int, end: int, days: list[Named]) -> tuple[tuple[OnDay, ...], ...]:
    """The day named last before a time, and one right after it."""
    before = next((one for one in reversed(days) if one[1] <= start), None)
    after = next((one for one in days if one[0] >= end), None)
    close = after and (after[0] - end < _AFTER or not before) and "(" not in text[end : after[0]]
    return tuple(one[2] for one in (before, after if close else None) if one)


def _on_day(match: re.Match[str], today: date) -> OnDay:
    if match["iso"]:
        return lambda day: day.isoformat() == match["iso"]
    if match["week"]:
        return lambda day: day.weekday() == _WEEK.index(match["week"])
    if match["same"]:
        return lambda day: True
    if match["rel"]:
        wanted = today + timedelta(days=match["rel"] == "tomorrow")
        return lambda day: day == wanted
    number, month = int(match["d"] or match["d2"] or match["d3"]), match["mon"] or match["mon2"]
    which = _MONTHS.index(month[:3]) + 1 if month else None
    return lambda day: day.day == number and which in (None, day.month)
