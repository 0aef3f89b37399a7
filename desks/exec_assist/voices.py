"""Emails in many voices: whole emails with gaps, written by hand, by kind and split.

They are in `frames/SPLIT/KIND.yaml`; no frame is in both splits. A frame is filled in with the
names, the topic and the times of a case. Parts in brackets, `[who| ... {who} ...]`, are dropped if
the case has no such thing. Each frame of a request or of news is about one matter ("pension").
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

from pydantic import TypeAdapter

from desks.desk import SPLITS, Frozen, Split, Tier
from desks.exec_assist import cast
from desks.exec_assist.models import Interval
from desks.exec_assist.situations import Intent
from desks.exec_assist.stage import Stage
from desks.exec_assist.wording import city, day_in_words
from desks.once import once
from desks.yaml_file import read_yaml

Kind = Literal["request", "inform", "again", "longer", "later", "nudge", "ahead"]
Voice = Literal["curt", "wordy", "chatty", "formal", "second_language", "phone"]
Times = Literal["24", "ampm", "dots"]
"""How a time of day is written: 13:30, 1:30pm, 13.30."""
Days = Literal["long", "short", "the", "month"]
"""How a day is written: Thursday 14 May, Thu 14 May, Thursday the 14th, Thursday, May 14."""
FOLDER = Path(__file__).with_name("frames")
BARE_SUBJECT = 0.4
"""The share of emails whose subject is just the topic, whatever the frame's subject is."""
MIN_FRAMES = 40
"""Minimum number of frames per kind and split."""
MIN_PER_MATTER: dict[Kind, int] = {"request": 10, "inform": 5}
"""Minimum number of frames per matter, for kinds in which every frame is about one."""

_GAP = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"\[(who|deadline)\|([^\[\]]*)\]")
_NAMES = {"name", "boss", "me", "me_full", "topic", "Topic"}
_SLOT = {"day", "start", "end", "minutes", "length", "clock"}
#: By kind: groups of gaps of which a frame needs one each, and all it may have besides the names.
_TELLS: dict[Kind, tuple[tuple[set[str], ...], set[str]]] = {
    "request": (({"day"}, {"start"}, {"end", "minutes", "length"}), _SLOT),
    "inform": (({"day"}, {"start"}), _SLOT),
    "again": ((), set()),
    "longer": (({"minutes", "length"},), {"minutes", "length"}),
    "later": (({"day"}, {"start"}, {"end", "minutes", "length"}), _SLOT),
    "nudge": ((), set()),
    "ahead": ((), set()),
}
_WITH_PARTS = ("request", "again")


class FrameError(ValueError):
    """An invalid frame file; the message names the file, the frame and the problem."""


class Frame(Frozen):
    """A whole email with gaps, as somebody would write it."""

    matter: str = ""
    """What it is about, as the first word of its topic; "" if it fits any."""
    voice: Voice
    subject: str
    times: Times
    days: Days
    text: str


_FRAMES = TypeAdapter(tuple[Frame, ...])


@once
def frames() -> dict[tuple[Kind, Split], tuple[Frame, ...]]:
    """All frames, validated, so that a mistake shows at once."""
    return {(kind, split): _read(kind, split) for kind in get_args(Kind) for split in SPLITS}


def _read(kind: Kind, split: Split) -> tuple[Frame, ...]:
    path = FOLDER / split / f"{kind}.yaml"
    try:
        found = _FRAMES.validate_python(read_yaml(path))
    except (ValueError, OSError) as error:
        raise FrameError(f"{split}/{path.name}: {error}") from None
    for number, frame in enumerate(found):
        for wrong in _problems(kind, frame):
            raise FrameError(f"{split}/{path.name}: frame {number}: {wrong}")
    about = Counter(frame.matter for frame in found)
    for matter in cast.subjects(split) if kind in MIN_PER_MATTER else ("",):
        if about.pop(matter, 0) < MIN_PER_MATTER.get(kind, MIN_FRAMES):
            raise FrameError(f"{split}/{path.name}: too few frames about {matter or 'anything'}")
    if about:
        raise FrameError(f"{split}/{path.name}: nobody there writes about {sorted(about)}")
    if unheard := {*get_args(Voice)} - {frame.voice for frame in found}:
        raise FrameError(f"{split}/{path.name}: no frame in the voices {sorted(unheard)}")
    return found


def _problems(kind: Kind, frame: Frame) -> Iterator[str]:
    needed, allowed = _TELLS[kind]
    parts, rest = dict(_PART.findall(frame.text)), _PART.sub("", frame.text)
    gaps = set(_GAP.findall(rest))
    if "{" in _GAP.sub("", frame.text) or "[" in rest:
        yield "a brace or a bracket outside of gaps and parts"
    if set(parts) != ({"who", "deadline"} if kind in _WITH_PARTS else set()):
        yield f"its parts are {sorted(parts)}"
    for part, text in parts.items():
        if not {part} <= set(_GAP.findall(text)) <= {part} | _NAMES:
            yield f"the part {part} does not tell it, or more"
    if strange := gaps - allowed - _NAMES:
        yield f"{sorted(strange)} is no gap of a {kind}"
    for group in needed:
        if not group & gaps:
            yield f"it tells none of {sorted(group)}"
    if not set(_GAP.findall(frame.subject)) <= {"topic", "Topic", "day"} & (allowed | _NAMES):
        yield "its subject has other gaps than the topic and the day"


# --- filling in ---


@dataclass(frozen=True)
class Writer:
    """Writes the sender's emails; every random choice is drawn from `rng`."""

    rng: Random
    split: Split
    stage: Stage
    intent: Intent
    topic: str

    def emails(self, tier: Tier) -> list[tuple[str, str]]:
        """(subject, body) of one email, or of up to two in the hard tier; the last is to be
        answered."""
        intent, matters = self.intent, ("", self.topic.split()[0])
        kind: Kind = "request" if intent.is_request else "inform"
        kind = "again" if intent.as_last_week else kind
        frame = self.rng.choice([f for f in frames()[kind, self.split] if f.matter in matters])
        wish = self._filled(frame, intent.first_slot or intent.slot)
        if intent.first_slot:
            change: Kind = "longer" if intent.first_slot.start == intent.slot.start else "later"
            return [wish, self._more(change, frame.voice)]
        company = self.rng.choice(("ahead", "nudge", None, None)) if tier == "hard" else None
        if company is None:
            return [wish]
        other = self._more(company, frame.voice)
        return [other, wish] if company == "ahead" else [wish, other]

    def _more(self, kind: Kind, voice: Voice) -> tuple[str, str]:
        """Another email by the same person, in the same voice."""
        known = [frame for frame in frames()[kind, self.split] if frame.voice == voice]
        return self._filled(self.rng.choice(known), self.intent.slot)

    def _filled(self, frame: Frame, slot: Interval) -> tuple[str, str]:
        gaps = self._gaps(frame, slot)
        text = _PART.sub(lambda part: part[2] if gaps.get(part[1]) else "", frame.text)
        bare = self.rng.random() < BARE_SUBJECT
        subject = gaps["Topic"] if bare else frame.subject.format_map(gaps)
        return subject, text.format_map(gaps).strip()

    def _gaps(self, frame: Frame, slot: Interval) -> Mapping[str, str]:
        stage, intent, clock = self.stage, self.intent, self._whose_clock()
        start, end = intent.as_written(slot.start, stage), intent.as_written(slot.end, stage)
        until, minutes = intent.deadline and intent.as_written(intent.deadline, stage), slot.minutes
        gaps: dict[str, Any] = {
            "name": stage.executive.first_name,
            "boss": stage.executive.name.split()[-1],
            "me": stage.sender.first_name,
            "me_full": stage.sender.name,
            "topic": self.topic,
            "Topic": self.topic.capitalize(),
            "day": day(start, frame.days),
            "start": hour(start, frame.times),
            "end": hour(end, frame.times),
            "minutes": f"{minutes} minutes",
            "length": f"{minutes}-minute",
            "clock": clock,
            "who": " and ".join(guest.name for guest in intent.guests),
        }
        if until:
            gaps["deadline"] = f"{day(until, frame.days)}, {hour(until, frame.times)}{clock}"
        return gaps

    def _whose_clock(self) -> str:
        """The words that say whose clock the times are by; "" if both are the same."""
        theirs, ours = self.stage.sender.zone, self.stage.executive.zone
        if theirs == ours:
            return ""
        if self.intent.own_clock:
            return self.rng.choice((" my time", f" {city(theirs)} time"))
        return self.rng.choice((" your time", f" {city(ours)} time"))


def day(at: datetime, how: Days) -> str:
    """A day, in the frame's style."""
    if how == "the":
        return f"{at:%A} the {_ordinal(at.day)}"
    if how == "month":
        return f"{at:%A}, {at:%B} {at.day}"
    return f"{at:%a} {at.day} {at:%b}" if how == "short" else day_in_words(at)


def _ordinal(number: int) -> str:
    last = "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


def hour(at: datetime, how: Times) -> str:
    """A time of day, in the frame's style."""
    if how == "ampm":
        minutes = f":{at:%M}" if at.minute else ""
        return f"{at.hour % 12 or 12}{minutes}{'am' if at.hour < 12 else 'pm'}"
    return f"{at:%H.%M}" if how == "dots" else f"{at:%H:%M}"
