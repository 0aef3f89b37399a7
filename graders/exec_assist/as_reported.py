"""The graders of the ExecAssist report, rebuilt from its description.

The report says what each grader checks but gives no numbers: every word list and bound here is our
guess at what it describes. The weaknesses are in the description itself.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from desks import load
from desks.exec_assist.calendar import Block, blocks, clashes, in_hours, to_local
from desks.exec_assist.models import ExecAction, ExecScenario, Interval, Slot
from graders.as_reported import NO_GATE, equal, success
from graders.score import Evidence, Part, Rubric, Score

POLITE = ("please", "thank", "appreciate", "kind", "glad", "happy", "pleased", "looking forward")
GREETING = re.compile(r"\s*(hi|hello|dear|good (?:morning|afternoon|evening))\b", re.IGNORECASE)
CLOSING = ("regards", "best wishes", "sincerely", "thanks", "thank you", "cheers")
CLASH = ("conflict", "clash", "overlap", "already booked", "not available", "unavailable", "busy")
GENERIC = ("as soon as possible", "i hope this email finds you well", "do not hesitate", "noted")
DETAIL_WORDS = 25
SHORT_WORDS = 10
LONG_WORDS = 200
END = 60
"""How many characters at the end of a reply are searched for the closing."""
SENSIBLE_MINUTES = range(15, 181)
NOTHING_BOOKED = 0.6
"""The scheduling score if no time is named. The report's collapsed model gave one response that
scored 0.200 on every input: with equal weights, 0.6 on one part and nothing on the others."""


@dataclass(frozen=True)
class ExecReading:
    """An ExecAssist action with all the times it names, in the executive's time zone."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def reply(self) -> str:
        return self.action.email_reply.lower()

    @cached_property
    def words(self) -> int:
        return len(self.reply.split())

    @cached_property
    def proposals(self) -> list[Interval]:
        return [self._interval(slot) for slot in self.action.proposed_slots]

    @cached_property
    def times(self) -> list[Interval]:
        named = (self.action.meeting_details, self.action.reschedule)
        return [self._interval(slot) for slot in named if slot is not None] + self.proposals

    def is_free(self, slot: Interval) -> bool:
        """Whether no calendar event overlaps the slot, whatever was asked for."""
        return not clashes(self._blocks, slot.start, slot.end)

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return blocks(self.scenario.calendar)

    def _interval(self, slot: Slot) -> Interval:
        zone = self.scenario.executive.zone
        return Interval(start=to_local(slot.start, zone), end=to_local(slot.end, zone))


def email_quality(reading: ExecReading) -> Score:
    """A third each for two polite words, a greeting with a closing, and enough words."""
    polite = [marker for marker in POLITE if marker in reading.reply]
    greeted = bool(GREETING.match(reading.reply))
    closed = _has_any(reading.reply[-END:], CLOSING)
    ends = f"no closing in the last {END} characters" if greeted else "no greeting at the start"
    return _checks(
        {
            "two polite words": len(polite) >= 2,
            "a greeting and a closing": greeted and closed,
            f"{DETAIL_WORDS} words": reading.words >= DETAIL_WORDS,
        },
        lambda: [
            *_said(reading, POLITE),
            *_said(reading, CLOSING, max(0, len(reading.reply) - END)),
            *[_span(*found.span(1)) for found in [GREETING.match(reading.reply)] if found],
        ],
        so_far=(
            ", ".join(polite) or "none",
            ends if greeted or closed else "neither",
            str(reading.words),
        ),
    )


def scheduling(reading: ExecReading) -> Score:
    """A third each if all named times are free, in working hours and sensibly long.

    Whether it is the meeting that was asked for is not checked.
    """
    if not reading.times:
        return Score(NOTHING_BOOKED, "names no time, so nothing is double-booked")
    calendar = reading.scenario.calendar
    return _checks(
        {
            "no double-booking": all(reading.is_free(slot) for slot in reading.times),
            "working hours": all(in_hours(calendar, s.start, s.end) for s in reading.times),
            "a sensible duration": all(s.minutes in SENSIBLE_MINUTES for s in reading.times),
        }
    )


def conflict_resolution(reading: ExecReading) -> Score:
    """On a clash: half for mentioning it, half for free alternatives. Otherwise: 1 for booking."""
    if not reading.scenario.truth.conflicts:
        booked = reading.action.calendar_action == "book"
        return Score(float(booked), "there is no clash: a booking is what this grader expects")
    return _checks(
        {
            "a word for the clash": _has_any(reading.reply, CLASH),
            "free alternatives": bool(reading.proposals)
            and all(slot.start < slot.end and reading.is_free(slot) for slot in reading.proposals),
        },
        lambda: _said(reading, CLASH),
    )


def missing_details(reading: ExecReading) -> Score:
    """1 for a booking without meeting details."""
    missing = reading.action.calendar_action == "book" and reading.action.meeting_details is None
    return Score(float(missing), "booked without details" if missing else "nothing is missing")


def generic_phrasing(reading: ExecReading) -> Score:
    """1 if the reply contains a stock phrase."""
    found = [phrase for phrase in GENERIC if phrase in reading.reply]
    return Score(float(bool(found)), f"says {found[0]!r}" if found else "no stock phrase")


def short_email(reading: ExecReading) -> Score:
    """1 for fewer than ten words."""
    return Score(float(reading.words < SHORT_WORDS), f"{reading.words} words")


def too_long(reading: ExecReading) -> Score:
    """1 for more than two hundred words."""
    return Score(float(reading.words > LONG_WORDS), f"{reading.words} words")


def _has_any(text: str, markers: tuple[str, ...]) -> bool:
    return any(marker in text for marker in markers)


def _said(reading: ExecReading, markers: tuple[str, ...], begin: int = 0) -> list[Evidence]:
    """Every occurrence of a marker in the reply, from `begin` on."""
    found = re.finditer("|".join(map(re.escape, markers)), reading.reply)
    return [_span(*one.span()) for one in found if one.start() >= begin]


def _span(start: int, end: int) -> Evidence:
    return Evidence("completion", "email_reply", start, end, "for")


def _checks(
    checks: dict[str, bool],
    find: Callable[[], Sequence[Evidence]] = lambda: (),
    so_far: Sequence[str] = (),
) -> Score:
    """The share of checks that pass; `so_far` says, for each, what is there of it."""
    passed = [name for name, ok in checks.items() if ok]
    there = [f" (so far: {some})" for some in so_far] or [""] * len(checks)
    failed = [name + some for (name, ok), some in zip(checks.items(), there, strict=True) if not ok]
    reason = "; ".join(
        [f"has {', '.join(passed)}"] * bool(passed) + [f"lacks {', '.join(failed)}"] * bool(failed)
    )
    return Score(len(passed) / len(checks), reason, find)


PARTS = equal(
    email_quality=email_quality,
    scheduling=scheduling,
    conflict_resolution=conflict_resolution,
)
PENALTY = 0.05
"""As in our rubric: the report gives no numbers."""

RUBRIC = Rubric(
    desk="exec_assist",
    parse=load("exec_assist").parse,
    read=lambda scenario, action, text: ExecReading(scenario, action),
    verdict=success(PARTS),
    parts=PARTS,
    penalties={
        "short_email": Part(short_email, PENALTY),
        "missing_details": Part(missing_details, PENALTY),
        "generic_phrasing": Part(generic_phrasing, PENALTY),
        "too_long": Part(too_long, PENALTY),
    },
    gate=NO_GATE,
)
