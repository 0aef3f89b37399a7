"""Plain tickets: who reports a fault, from where, and in which style.

A ticket always gives the product, the version and the sign, in varying order and wording: verbatim
in easy, shortened or paraphrased in the harder tiers (`telling`). Everything else (site, host,
team, time, contact) is context, which has no bare number, command or setting that could pass for
a fact of an article, and nothing that could contradict a symptom.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from desks.desk import Split, split_half
from desks.it_triage.people import FIRST_NAMES, LAST_NAMES, SITES
from desks.it_triage.speakers import from_monitor, second_hand, tells_time

#: Teams that could plausibly report a fault of any domain.
TEAMS = (
    "Application Support", "Digital Services", "Engineering", "Field Service", "Laboratory",
    "Local IT", "Operations", "Project Office", "Quality", "Research", "Site Support", "Web Team",
)  # fmt: skip
SINCE = (
    "since this morning", "since last night", "since the weekend", "since around lunch",
    "since yesterday afternoon", "for two days now", "since the night shift", "since Monday",
    "for about an hour", "since shortly after eight",
)  # fmt: skip
IMPACT = (
    "No workaround so far.", "Please call me before you touch it.", "Please keep me posted.",
    "Ask me if you need access.", "I can test whenever you say.", "Tell me what else you need.",
    "Chat is the best way to reach me.", "I am out of ideas.", "A quick look would help.",
    "A screenshot can follow.", "More details on request.", "A short answer is enough for now.",
)  # fmt: skip
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


@dataclass(frozen=True)
class Report:
    """One fault as a ticket reports it."""

    product: str
    version: str
    sign: str
    quoted: bool
    """Whether the sign is a quotation rather than the reporter's own sentence."""
    symptom: str
    loose: bool = False
    """Whether product and version may be mentioned in passing."""


@dataclass(frozen=True)
class TicketContext:
    """The incidental details of a ticket."""

    reporter: str
    site: str
    host: str
    team: str
    since: str
    impact: str


def draw_context(rng: Random, split: Split) -> TicketContext:
    """A reporter from the split's names, and the circumstances."""
    site = rng.choice(split_half(SITES, split))
    return TicketContext(
        reporter=" ".join(rng.choice(split_half(n, split)) for n in (FIRST_NAMES, LAST_NAMES)),
        site=site,
        host=f"{site[:3].lower()}-{rng.choice(_LETTERS)}{rng.choice(_LETTERS)}"
        f"-{rng.randrange(10, 100)}",
        team=rng.choice(TEAMS),
        since=rng.choice(SINCE),
        impact=rng.choice(IMPACT),
    )


def compose(rng: Random, reports: Sequence[Report], context: TicketContext) -> tuple[str, str]:
    """(subject, body) of a ticket that reports one or two faults."""
    first = reports[0]
    if len(reports) == 2:
        return _two_faults(rng, first, reports[1], context)
    style = rng.choice(_styles(first.symptom))
    return _subject(rng, first, context), style(rng, first, context)


# -- pieces ---------------------------------------------------------------------------------------


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def quoted(sign: str) -> str:
    """The sign in quotation marks, or in backticks if it contains such marks itself."""
    return f"`{sign}`" if '"' in sign else f'"{sign}"'


def _when(report: Report, context: TicketContext) -> str:
    """How long it has lasted, or "" if the report itself mentions a time."""
    return "" if tells_time(f"{report.symptom} {report.sign}") else f" {context.since}"


def _what(rng: Random, report: Report) -> str:
    product, version = report.product, report.version
    formal = (
        f"This is {product} {version}.",
        f"We run {product}, version {version}.",
        f"Version {version} of {product} is installed.",
        f"The system is {product}, version {version}.",
        f"It concerns {product} {version}.",
        f"Product: {product}. Version: {version}.",
    )
    loose = (
        f"{product} {version}, if that helps.",
        f"{product} here, we are on {version}.",
        f"With {product} we have not moved past {version} yet.",
        f"By the way, our {product} is at {version}.",
        f"We are on {version} of {product}.",
        f"It is {product}, release {version}.",
    )
    return rng.choice(loose if report.loose else formal)


def _seen(rng: Random, report: Report) -> str:
    if not report.quoted:
        return report.sign
    lead = rng.choice(
        (
            "What I can see is",
            "The only trace is",
            "It shows",
            "The record says",
            "We found this:",
            "Seen at the same time:",
            "Here is the evidence:",
        )
    )
    return f"{lead} {quoted(report.sign)}."


def _checks(rng: Random, report: Report) -> str:
    """System and sign. A quoted sign may come first; a reporter's own sentence refers back to the
    system and may not."""
    checks = [_what(rng, report), _seen(rng, report)]
    if report.quoted:
        rng.shuffle(checks)
    return " ".join(checks)


def _subject(rng: Random, report: Report, context: TicketContext) -> str:
    opening = " ".join(report.symptom.rstrip(".!?").split()[:6]).rstrip(",;:")
    return rng.choice(
        (
            f"{report.product} trouble in {context.site}",
            f"{opening}...",
            f"Help needed, {context.team} in {context.site}",
            f"{context.host}: problem{_when(report, context)}",
            f"Fault report from {context.team}",
            f"{report.product} {report.version}, {context.host}",
        )
    )


# -- styles ---------------------------------------------------------------------------------------


def _terse(rng: Random, report: Report, context: TicketContext) -> str:
    return f"{_sentence(report.symptom)} {_checks(rng, report)} Host {context.host}."


def _chatty(rng: Random, report: Report, context: TicketContext) -> str:
    hello = rng.choice(("Hi there,", "Hello,", "Good morning,", f"Hi, {context.team} here."))
    thanks = rng.choice(("Thanks!", "Many thanks.", f"Thanks, {context.reporter.split()[0]}"))
    middle = [_sentence(report.symptom), f"{_what(rng, report)} {_seen(rng, report)}"]
    if rng.random() < 0.4:
        middle.reverse()
    return f"{hello}\n{middle[0]} {middle[1]} {context.impact}\n{thanks}"


def _alert(rng: Random, report: Report, context: TicketContext) -> str:
    lines = [
        f"Product: {report.product}",
        f"Version: {report.version}",
        f"Host: {context.host} ({context.site})",
        f"{'Message' if report.quoted else 'Finding'}: {report.sign}",
    ]
    rng.shuffle(lines)
    return "\n".join([*lines, f"Note: {_sentence(report.symptom)}"])


def _forwarded(rng: Random, report: Report, context: TicketContext) -> str:
    lead = rng.choice(
        (
            f"Forwarded from {context.team} in {context.site}:",
            f"Taken by phone, {context.team}:",
            "Passing this on from first line:",
        )
    )
    return f"{lead}\n> {_sentence(report.symptom)}\n{_checks(rng, report)} {context.impact}"


def _sign_first(rng: Random, report: Report, context: TicketContext) -> str:
    where, when = f"{report.product} {report.version} in {context.site}", _when(report, context)
    told = (
        f"{quoted(report.sign)} - that is what we get on {where}{when and ','}{when}."
        if report.quoted
        else f"This is about {where}. {report.sign}{when and f' It has been so{when}.'}"
    )
    return f"{told} {_sentence(report.symptom)} {context.impact}"


_Style = Callable[[Random, Report, TicketContext], str]
_STYLES: tuple[_Style, ...] = (_terse, _chatty, _alert, _forwarded, _sign_first)


def _styles(symptom: str) -> tuple[_Style, ...]:
    """The styles that fit the symptom's speaker (see `speakers`)."""
    if from_monitor(symptom):
        return _terse, _alert
    return (_terse, _forwarded) if second_hand(symptom) else _STYLES


def _two_faults(rng: Random, one: Report, two: Report, context: TicketContext) -> tuple[str, str]:
    opening, joint = rng.choice(
        (
            ("Two things at once.", "And apart from that:"),
            ("I have two problems, please treat both.", "The other one:"),
            (f"Two faults from {context.team} in {context.site}.", "Second:"),
        )
    )
    if same := one.product in two.product or two.product in one.product:
        joint = "On another system:"
    parts = [
        f"{_sentence(report.symptom)} {_what(rng, report)} {_seen(rng, report)}"
        for report in (one, two)
    ]
    subject = rng.choice(
        (
            f"Two problems in {context.site}",
            f"{one.product}, two systems" if same else f"{one.product} and {two.product}",
            "Two faults, one ticket",
        )
    )
    return subject, f"{opening} {parts[0]} {joint} {parts[1]}"
