"""Tickets in many voices: whole tickets with gaps, written by hand for each fault family.

They are in `frames/DOMAIN.yaml`; since the splits share no family, they share no frame. A frame
fits every case of its family and is filled in with one case's system, sign and place. Of the
bracketed parts `[quoted| ... {sign} ...]` and `[told| {told}]` one is kept; `[vain| ... {other}
...]`, about a sign that was looked for in vain, is kept only in hard tickets. The gap `{detail}` is
mostly filled with a further remark.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

from pydantic import TypeAdapter

from desks.desk import Frozen, Tier
from desks.it_triage.families import FaultFileError, families
from desks.it_triage.knowledge import Article
from desks.it_triage.plain import TicketContext, quoted
from desks.it_triage.telling import LOOSE_RATE, ruled_out_sign, short_name, told_sign, told_version
from desks.it_triage.truth import Fault
from desks.once import once
from desks.yaml_file import read_yaml

FOLDER = Path(__file__).with_name("frames")
MIN_FRAMES = {"tickets": 12, "also": 4, "details": 8, "hosts": 6}
"""Minimum per family: whole tickets, second faults appended to a ticket, remarks, host names."""
DETAIL_RATE = 0.8
"""The share of tickets that add a remark, if the frame has a gap for it."""
FAMILY_HOST_RATE = 0.8
"""The share of host names taken from the family's list rather than made from the site."""
RULED_OUT_RATE = 0.7
"""The share of hard tickets that keep a part about a sign looked for in vain, if they have one."""

_GAP = re.compile(r"\{(\w+)\}")
_PART = re.compile(r"\[(quoted|told|vain)\|([^\[\]]*)\]")
_STRANGE = re.compile(r"[\d\"`{}\[\]]")
_ANYWHERE = {"host", "site", "team", "me", "me_full", "detail"}
_IN_PART = {"quoted": "sign", "told": "told", "vain": "other"}


class Frame(Frozen):
    """A whole ticket with gaps, or an addition to the end of one."""

    voice: Literal["curt", "wordy", "chatty", "formal", "second_language", "phone"]
    subject: str = ""
    text: str


class Frames(Frozen):
    """All frames of one family."""

    tickets: tuple[Frame, ...]
    also: tuple[Frame, ...]
    details: tuple[str, ...]
    hosts: tuple[str, ...]


_FILE = TypeAdapter(dict[str, Frames])


@once
def frames() -> Mapping[str, Frames]:
    """All frames by family, validated, so that a mistake shows at once."""
    found: dict[str, Frames] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        try:
            read = _FILE.validate_python(read_yaml(path))
        except ValueError as error:
            raise FaultFileError(f"{path.name}: {error}") from None
        for family, one in read.items():
            if family in found:
                raise FaultFileError(f"{path.name}: family {family}: this name is taken")
            for wrong in _problems(one):
                raise FaultFileError(f"{path.name}: family {family}: {wrong}")
        found |= read
    if missing := {one.family for one in families()} ^ found.keys():
        raise FaultFileError(f"frames and families differ in {sorted(missing)}")
    return found


def _problems(found: Frames) -> Iterator[str]:
    for kind, fewest in MIN_FRAMES.items():
        if (there := len(getattr(found, kind))) < fewest:
            yield f"{there} {kind}; {fewest} were expected"
    for text in found.details:
        if _STRANGE.search(text):
            yield f"a figure, a gap or a quotation in {text!r}"
    for kind in ("tickets", "also"):
        listed: tuple[Frame, ...] = getattr(found, kind)
        for number, frame in enumerate(listed):
            for wrong in _frame_problems(frame, whole=kind == "tickets"):
                yield f"{kind} {number}: {wrong}"


def _frame_problems(frame: Frame, whole: bool) -> Iterator[str]:
    """What is wrong with a frame, whichever of its parts are kept."""
    if "{" in _GAP.sub("", frame.text) or "[" in _PART.sub("", frame.text):
        yield "a brace or a bracket outside of gaps and parts"
    title = set(_GAP.findall(frame.subject))
    vain = any(name == "vain" for name, _ in _PART.findall(frame.text))
    if vain and not whole:
        yield "what is added has no part about what was not there"
    for kept in ("sign", "told"):
        gaps = _GAP.findall(_kept(frame, {kept, "other"}))
        expected = {kept, "product", "version", *(["other"] if vain else [])}
        if missing := expected - {*gaps, *title}:
            yield f"with the {kept}, it does not tell the {' and the '.join(sorted(missing))}"
        if strange := {*gaps} - _ANYWHERE - expected:
            yield f"{sorted(strange)} is no gap there"
        if gaps.count(kept) + gaps.count("other") > 1 + vain:
            yield f"it tells the {kept} more than once"
    if bool(frame.subject) != whole:
        yield "a ticket has a subject, and what is added has none"
    if strange := title - {"product", "version", "host", "site", "team"}:
        yield f"its subject cannot tell {sorted(strange)}"


def _kept(frame: Frame, known: Container[str]) -> str:
    """A frame's text, without the parts whose gap is not in `known`."""
    return _PART.sub(lambda part: part[2] if _IN_PART[part[1]] in known else "", frame.text)


# --- filling in ---


@dataclass(frozen=True)
class Writer:
    """The writer of a ticket; every choice is drawn from `rng`."""

    rng: Random
    tier: Tier
    context: TicketContext

    def ticket(self, faults: Sequence[Fault], other_articles: Sequence[Article]) -> tuple[str, str]:
        """Subject and body of a ticket that reports one or two faults. The signs of
        `other_articles` may be mentioned as absent."""
        first, *rest = faults
        known = frames()[first.article.family.family]
        frame, gaps = self.rng.choice(known.tickets), self._gaps(first)
        if "{detail}" in frame.text and self.rng.random() < DETAIL_RATE:
            gaps["detail"] = f" {self.rng.choice(known.details)}"
        hard = self.tier == "hard"
        other = ruled_out_sign(self.rng, first.article, other_articles) if hard else ""
        if other and self.rng.random() < RULED_OUT_RATE:
            gaps["other"] = quoted(other)
        body = _filled(frame, gaps)
        for fault in rest:
            more = self.rng.choice(frames()[fault.article.family.family].also)
            body = f"{body}\n\n{_filled(more, self._gaps(fault))}"
        return frame.subject.format_map(gaps), body

    def _gaps(self, fault: Fault) -> dict[str, str]:
        article, version = fault.article, fault.version
        product = article.case.product
        if self.tier == "hard" and self.rng.random() < LOOSE_RATE:
            product = short_name(product)
            version = told_version(self.rng, article, version)
        sign, literal = told_sign(self.rng, article, self.tier)
        if "[...]" in sign:  # few reporters cut out the middle of a message
            sign, literal = self.rng.choice(article.case.told), False
        context, host = self.context, self.context.host
        if self.rng.random() < FAMILY_HOST_RATE:
            host = self.rng.choice(frames()[article.family.family].hosts)
        gaps = {
            "product": product,
            "version": version,
            "host": host,
            "site": context.site,
            "team": context.team,
            "me": context.reporter.split()[0],
            "me_full": context.reporter,
            "detail": "",
        }
        return gaps | ({"sign": quoted(sign.strip("."))} if literal else {"told": sign})


def _filled(frame: Frame, gaps: Mapping[str, str]) -> str:
    return _kept(frame, gaps).format_map(gaps).strip()
