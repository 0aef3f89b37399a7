"""The sentences of an email, with the days, times and lengths that each names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from desks.own import cues
from desks.own.clocks import Clock, Length, clocks, lengths
from desks.own.dates import Day, days

_ABBREVIATED = re.compile(
    r"\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun|Dr|Mr|"
    r"Mrs|Ms|St|Prof|No|approx|[A-Z])\.(?=\s)"
)
"""Words after whose full stop a sentence goes on."""
_CLOSING_LINES = 9
"""A letter's closing has at most so many."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and how much it sounds as if what it names is asked for."""

    text: str
    score: float
    days: tuple[Day, ...]
    clocks: tuple[Clock, ...]
    lengths: tuple[Length, ...]


def own_text(body: str) -> str:
    """Without the closing and what follows it."""
    lines = body.splitlines()
    for number, line in enumerate(lines):
        if number > 0 and len(lines) - number <= _CLOSING_LINES and cues.CLOSING.match(line):
            return "\n".join(lines[:number])
    return body


def sentences_of(text: str, sent: date, month_first: bool) -> list[Sentence]:
    """The sentences of an email that was sent on that day."""
    parts = re.split(r"(?<=[.!?;])\s+|\n+", _ABBREVIATED.sub(r"\1", text))
    return [_sentence(part, sent, month_first) for part in parts if part.strip()]


def _sentence(text: str, sent: date, month_first: bool) -> Sentence:
    named, times = days(text, sent, month_first), tuple(_spans(text))
    score = 1.0 * bool(cues.ASKS.search(text)) - 0.6 * bool(cues.REFUSED.search(text))
    score += 0.5 * text.rstrip().endswith("?") + 0.5 * bool(named and times)
    return Sentence(text, score, tuple(named), times, tuple(lengths(text)))


def _spans(text: str) -> Iterator[Clock]:
    """The times of a text; where one says until when another lasts, both are one span."""
    found = clocks(text)
    ends = [
        one
        for one in found
        if not one.until
        and (one.lead in ("until", "till", "to") or _is_over(one, text[: one.begin]))
    ]
    for one in found:
        end = next((e for e in ends if e.begin > one.begin and e.start > one.start), None)
        if one not in ends:
            yield one._replace(until=end.start) if end and not one.until else one


def _is_over(clock: Clock, before: str) -> bool:
    """Whether it is over by then."""
    return clock.lead == "by" and bool(cues.OVER.search(before))


def corrected(told: Sequence[Sentence]) -> list[Sequence[Sentence]]:
    """The sentences up to each that corrects a day or a time, and from there on."""
    named = [bool(one.days or one.clocks) for one in told]
    cuts = [
        n
        for n, one in enumerate(told)
        if named[n] and any(named[:n]) and cues.CORRECTED.search(one.text)
    ]
    ends = zip([0, *cuts], [*cuts, len(told)], strict=True)
    return [told[begin:end] for begin, end in ends]


def clause(text: str, begin: int, end: int) -> str:
    """What is said around text[begin:end], without it."""
    before = re.split(r"[,;:()–—]|\bbut\b|\bso\b|\band\b", text[:begin])[-1]
    after = re.split(r"[,;:()–—?]|\bbut\b|\bso\b|\band\b|\binstead\b", text[end:])[0]
    return f"{before} {after}"
