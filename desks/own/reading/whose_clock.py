"""Whose clock the time that a message asks for is by: the reader's, or that of another zone."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from desks.own.reading.plan import Plan
from desks.own.reading.said.clocks import Clock
from desks.own.reading.said.zones import is_ours, is_yours, said_clock, said_zone
from desks.own.reading.sentences import Sentence
from desks.own.reading.slots import Slot

_WHERE = re.compile(
    r"\b(?:greetings from|i'?m (?:back )?in|i'?m at the|out here|our time)\b", re.IGNORECASE
)
_NAMED = re.compile(
    r"(?:\(|\b(?:(?:[Mm]y|[Oo]ur) (?:time|clock|watch)|mine|where (?:I am|I'm|we are)),? "
    r"(?:which is |that is |that's |so |i\.e\.,? )?)(?!My |Our )([A-Z][\w' ]{2,25})(?:[),.?!]|$)"
)
"""A place named beside a time: "my time (Lagos)"."""


def writers_zone(told: Sequence[Sentence], closing: str) -> str | None:
    """Where the writer of a message is, as it says, or as its closing lines do."""
    for one in told:
        if is_ours(one.text) or _WHERE.search(one.text):
            named = _NAMED.search(one.text)
            places = f"{one.text} in {named[1]}" if named else one.text
            if zone := said_zone(places):
                return zone
    lines = [line for line in closing.splitlines()[:8] if re.search(r"[,|/–•(]", line)]
    for part in (part for line in lines for part in re.split(r"[,|/–•()]", line)):
        if zone := said_zone(f"in {part.strip()}", anywhere=False):
            return zone
    return None


_HERE = re.compile(
    r"\W{0,3}(?:\w+\W+){0,2}?(?:here(?! in (?:the|my|our)\b)|my|our)\b", re.IGNORECASE
)


def _is_about_time(text: str, end: int) -> bool:
    """Whether "here" is said of the time that ends there, and not of the place."""
    elsewhere = re.search(r"\bhere\b", text, re.IGNORECASE) and not re.search(
        r"\b(?:my|our) (?:time|end|side|clock)\b", text, re.IGNORECASE
    )
    return not elsewhere or bool(_HERE.match(text, end))


_OWNER = re.compile(r"\b(my|your)\s+$", re.IGNORECASE)
"""Before a time: "my 5 pm, so your 2"."""
_ALL_OURS = re.compile(
    r"\b(?:that['’]?s|that is|i mean|meaning|times? (?:is|are)|all times)\b[^.?!]{0,20}\b(?:here|"
    r"(?:my|our) (?:time|clock|end|side))\b|[.?!]\s*\(?my time\b|"
    r"\beverything (?:\w+ ){0,3}in (?:my|our) time\b",
    re.IGNORECASE,
)
"""Said of the times of a whole message."""


_FOR_ME = re.compile(r"\s*,?\s*for (?:me|us)\b", re.IGNORECASE)


def whose(plan: Plan, slot: Slot, body: str, writer: str, me: str) -> Plan:
    """With the zone by whose clock a message names a time."""
    assert slot.clock is not None
    zone, known = zone_of(plan, slot.clock, slot.where.text, body, writer, me)
    spoke_by = plan.spoke_by | ({writer: zone} if zone and writer != me else {})
    return replace(
        plan, zones=plan.zones | spoke_by, spoke_by=spoke_by, zone=zone, sure=known, said_by=writer
    )


def zone_of(
    plan: Plan, clock: Clock, text: str, body: str, writer: str, me: str
) -> tuple[str | None, bool]:
    """The zone by whose clock a sentence of a message names a time, None for the reader's; and
    whether that is known."""
    owner = _OWNER.search(text[: clock.begin])
    mine = bool(owner and owner[1].lower() == "my") or bool(_ALL_OURS.search(body))
    near = text[max(0, clock.begin - 40) : clock.end + 60]
    after = text[clock.end : clock.end + 30].strip(" ,(").removeprefix("in ")
    if told := said_zone(f"in {after}", anywhere=False) or said_clock(near):
        return told, True
    if (
        is_yours(near)
        or (owner and not mine)
        or ((mine or is_ours(near)) and writer == me)
        or not _is_about_time(text, clock.end)
    ):
        return None, True
    if mine or is_ours(near) or (_FOR_ME.match(text, clock.end) and writer in plan.zones):
        spoken = plan.zone if plan.said_by == writer else None
        zone = said_zone(near) or spoken or plan.zones.get(writer) or plan.zone
        zone = zone or _theirs(body)
        return zone, zone is not None
    if zone := said_clock(body):
        return zone, True
    if plan.said_by == writer or (plan.clock is not None and plan.clock.start == clock.start):
        return plan.zone, True
    return plan.spoke_by.get(writer) if writer != me else None, True


def _theirs(body: str) -> str | None:
    """The zone that a message names in one sentence, but not for the reader's."""
    told = (one for one in re.split(r"[.?!]\s|\n", body) if not is_yours(one))
    return next(filter(None, map(said_clock, told)), None)


def in_zone(moment: datetime, there: str, here: str) -> datetime:
    """A moment by the clock of one zone, by that of another."""
    return moment.replace(tzinfo=ZoneInfo(there)).astimezone(ZoneInfo(here)).replace(tzinfo=None)
