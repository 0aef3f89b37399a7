"""Tickets in many voices: whole tickets with gaps, written by hand, for each family of faults.

`frames/DOMAIN.yaml` holds them, so that the splits, which share no family, share no frame. A frame
fits every case of its family and is filled with the system, the sign and the place of one. Of the
parts in brackets `[quoted| ... {sign} ...]` or `[told| {told}]` is kept, and `[vain| ... {other}
...]`, a sign that was looked for in vain, only in hard tickets.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

import yaml
from pydantic import TypeAdapter, ValidationError

from desks.desk import Frozen, Tier
from desks.it_triage.families import FaultError, families
from desks.it_triage.knowledge import Article
from desks.it_triage.reporters import Colour, quoted
from desks.it_triage.telling import LOOSE, absent, evidence, short_name, version_told
from desks.it_triage.truth import Fault
from desks.once import once

FOLDER = Path(__file__).with_name("frames")
FEWEST = {"tickets": 12, "also": 4}
"""Frames of a family: whole tickets, and second troubles at the end of one."""
IN_VAIN = 0.7
"""The share of hard tickets that keep a part about a sign looked for in vain, if they have one."""

_GAP = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"\[(quoted|told|vain)\|([^\[\]]*)\]")
_ANYWHERE = {"host", "site", "team", "me", "me_full"}
_IN_PART = {"quoted": "sign", "told": "told", "vain": "other"}


class Frame(Frozen):
    """A whole ticket with gaps, or what is added at the end of one."""

    voice: Literal["curt", "wordy", "chatty", "formal", "second_language", "phone"]
    subject: str = ""
    text: str


class Frames(Frozen):
    """Those of a family."""

    tickets: tuple[Frame, ...]
    also: tuple[Frame, ...]


_FILE = TypeAdapter(dict[str, Frames])


@once
def frames() -> Mapping[str, Frames]:
    """All frames by family, checked, so that a slip is found at once."""
    found: dict[str, Frames] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            read = _FILE.validate_python(yaml.load(path.read_text(encoding="utf-8"), Loader=loader))
        except (yaml.YAMLError, ValidationError, UnicodeDecodeError) as error:
            raise FaultError(f"{path.name}: {error}") from None
        for family, one in read.items():
            for wrong in _faults(one):
                raise FaultError(f"{path.name}: family {family}: {wrong}")
        found |= read
    if missing := {one.family for one in families()} ^ found.keys():
        raise FaultError(f"frames and families differ in {sorted(missing)}")
    return found


def _faults(found: Frames) -> Iterator[str]:
    for kind, fewest in FEWEST.items():
        listed: tuple[Frame, ...] = getattr(found, kind)
        if len(listed) < fewest:
            yield f"{len(listed)} {kind}; {fewest} were expected"
        for number, frame in enumerate(listed):
            for wrong in _faults_of(frame, whole=kind == "tickets"):
                yield f"{kind} {number}: {wrong}"


def _faults_of(frame: Frame, whole: bool) -> Iterator[str]:
    parts, rest = _PART.findall(frame.text), _PART.sub("", frame.text)
    gaps = _GAP.findall(rest)
    if "{" in _GAP.sub("", frame.text) or "[" in rest:
        yield "a brace or a bracket that is no gap and no part"
    names = sorted(name for name, _ in parts)
    if names not in (["quoted", "told"], *([["quoted", "told", "vain"]] if whole else [])):
        yield f"its parts are {names}"
    for name, text in parts:
        if _GAP.findall(text).count(_IN_PART[name]) != 1:
            yield f"the part {name} does not tell it once"
    if missing := {"product", "version"} - {*gaps, *_GAP.findall(frame.subject)}:
        yield f"it does not tell the {' and the '.join(sorted(missing))}"
    if strange := set(gaps) - _ANYWHERE - {"product", "version"}:
        yield f"{sorted(strange)} is no gap"
    if bool(frame.subject) != whole:
        yield "a ticket has a subject, and what is added has none"
    if not set(_GAP.findall(frame.subject)) <= {"product", "version", "host", "site"}:
        yield "its subject has other gaps than product, version, host and site"


# --- filled in ---


@dataclass(frozen=True)
class Reporter:
    """Who writes a ticket; every choice is drawn from `draw`."""

    draw: Random
    tier: Tier
    colour: Colour

    def ticket(self, faults: Sequence[Fault], beside: Sequence[Article]) -> tuple[str, str]:
        """Subject and body of a ticket that reports one fault, or two. `beside`: articles whose
        signs may be said not to be there."""
        first, *rest = faults
        frame = self.draw.choice(frames()[first.article.family.family].tickets)
        gaps = self._gaps(first)
        other = absent(self.draw, first.article, beside) if self.tier == "hard" else ""
        if other and self.draw.random() < IN_VAIN:
            gaps["other"] = quoted(other)
        body = _filled(frame, gaps)
        for fault in rest:
            more = self.draw.choice(frames()[fault.article.family.family].also)
            body = f"{body}\n\n{_filled(more, self._gaps(fault))}"
        return frame.subject.format_map(gaps), body

    def _gaps(self, fault: Fault) -> dict[str, str]:
        article, version = fault.article, fault.version
        product = article.case.product
        if self.tier == "hard" and self.draw.random() < LOOSE:
            product = short_name(product)
            version = version_told(self.draw, article, version)
        seen, literal = evidence(self.draw, article, self.tier)
        colour = self.colour
        gaps = {
            "product": product,
            "version": version,
            "host": colour.host,
            "site": colour.site,
            "team": colour.team,
            "me": colour.reporter.split()[0],
            "me_full": colour.reporter,
        }
        return gaps | ({"sign": quoted(seen)} if literal else {"told": seen})


def _filled(frame: Frame, gaps: Mapping[str, str]) -> str:
    """The frame with its gaps filled, and without the parts of which nothing is known."""
    kept = _PART.sub(lambda part: part[2] if _IN_PART[part[1]] in gaps else "", frame.text)
    return kept.format_map(gaps).strip()
