"""Whose clock the time that a message asks for is by: the reader's, or that of another zone."""

import re
from collections.abc import Sequence
from dataclasses import replace

from desks.own.reading.plan import Plan
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


_HERE = re.compile(r"\W{0,3}(?:\w+\W+){0,2}?(?:here|my|our)\b", re.IGNORECASE)


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
    r"(?:my|our) (?:time|clock|end|side))\b|[.?!]\s*\(?my time\b",
    re.IGNORECASE,
)
"""Said of the times of a whole message."""


_FOR_ME = re.compile(r"\s*,?\s*for (?:me|us)\b", re.IGNORECASE)


def whose(plan: Plan, slot: Slot, body: str, writer: str, me: str) -> Plan:
    """With the zone by whose clock a message names a time."""
    assert slot.clock is not None
    text, clock = slot.where.text, slot.clock
    owner = _OWNER.search(text[: clock.begin])
    mine = bool(owner and owner[1].lower() == "my") or bool(_ALL_OURS.search(body))
    near = text[max(0, clock.begin - 40) : clock.end + 60]
    after = text[clock.end : clock.end + 30].strip(" ,(").removeprefix("in ")
    zone, known = said_clock(body), True
    accepts = plan.clock is not None and plan.clock.start == clock.start
    if zone is None and (plan.said_by == writer or accepts):
        zone = plan.zone
    elif zone is None and writer != me:
        zone = plan.spoke_by.get(writer)
    if told := said_zone(f"in {after}", anywhere=False) or said_clock(near):
        zone = told
    elif (
        is_yours(near)
        or (owner and not mine)
        or ((mine or is_ours(near)) and writer == me)
        or not _is_about_time(text, clock.end)
    ):
        zone = None
    elif mine or is_ours(near) or (_FOR_ME.match(text, clock.end) and writer in plan.zones):
        spoken = plan.zone if plan.said_by == writer else None
        zone = said_zone(near) or spoken or plan.zones.get(writer) or plan.zone
        known = zone is not None
    spoke_by = plan.spoke_by | ({writer: zone} if zone and writer != me else {})
    return replace(
        plan, zones=plan.zones | spoke_by, spoke_by=spoke_by, zone=zone, sure=known, said_by=writer
    )
