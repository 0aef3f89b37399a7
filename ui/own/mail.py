"""Bring your own email: what it asks for is read by rules, corrected by hand, made into a case."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zoneinfo import available_timezones

import gradio as gr

from desks.exec_assist.models import Person
from desks.once import once
from desks.own.bounded import bounded
from desks.own.entries import on_days, read_entries, written
from desks.own.errors import OwnError
from desks.own.mail import read_mail
from desks.own.mail_case import days_shown, entries_of, mail_case, now_of
from desks.own.message import Address, Message, addresses
from desks.own.reading import Reading, read_request, reading_of
from ui.component import QUIET, html
from ui.drawing import escaped, render_nonce
from ui.events import refused
from ui.own.events import READING, own_text, refusing_own
from ui.own.example import EXAMPLE
from ui.own.ref import OwnRef

MAX_CALENDARS = 5
FIELDS = (
    ("day", "Day", "date"),
    ("start", "Start, by your clock", "time"),
    ("minutes", "Minutes", "number"),
    ("deadline", "Not later than", "datetime-local"),
    ("people", "Who else", "text"),
)
"""What a reading says: its name, its label, and the type of its input."""


@dataclass(frozen=True)
class Brought:
    """What a visitor typed or dropped, parsed."""

    thread: list[Message]
    me: Person
    hours: tuple[time, time]
    now: datetime

    @classmethod
    def parse(cls, event: gr.EventData) -> "Brought":
        """OwnError if something is missing or cannot be read."""
        text, zone = own_text(event, "mail"), own_text(event, "zone")
        if not text:
            raise OwnError("the email", None, "paste it, or drop a file")
        if zone not in available_timezones():
            raise OwnError("your zone", None, f"{zone[:40]!r}: one such as Europe/Berlin")
        me = _address(own_text(event, "me"))
        hours = _moment(time, event, "opens"), _moment(time, event, "closes")
        if hours[0] >= hours[1]:
            raise OwnError("your hours", None, "opening before closing was expected")
        thread = bounded(read_mail, text.encode(), "the email")
        typed = own_text(event, "now")
        now = _moment(datetime, event, "now") if typed else now_of(thread, zone)
        return cls(thread, Person(name=me.name or me.email, email=me.email, zone=zone), hours, now)


def understood(event: gr.EventData) -> str:
    """What an email asks for and what is in the calendars that came with it, as fields; HTML."""
    brought = Brought.parse(event)
    me = brought.me
    read = read_request(brought.thread, me.email, me.zone, brought.now)
    days = days_shown(read, brought.now)
    entries = entries_of(_calendars(event), me, days)
    shown = on_days(entries, days, *brought.hours)
    return _draw(brought, read, days, list(map(written, shown)))


def case_of(event: gr.EventData) -> OwnRef:
    """The case that the corrected fields make."""
    brought = Brought.parse(event)
    told = {name: own_text(event, name) for name, *_ in FIELDS}
    told["people"] = [one.strip() for one in told["people"].split(",") if one.strip()]
    asks = own_text(event, "asks") == "true"
    given = {name: value for name, value in told.items() if value and asks}
    read = reading_of(given | {"asks": asks})
    entries = read_entries(own_text(event, "entries"))
    opens, closes = brought.hours
    days = days_shown(read, brought.now)
    case = mail_case(brought.thread, entries, read, brought.me, brought.now, opens, closes, days)
    return OwnRef.of(case)


def _address(text: str) -> Address:
    found = [one for one in addresses(text) if "@" in one.email]
    if len(found) != 1:
        raise OwnError("who you are", None, "one address was expected, such as Ada <ada@firm.com>")
    return found[0]


def _moment(kind: type[time] | type[datetime], event: gr.EventData, name: str) -> Any:
    try:
        found = kind.fromisoformat(own_text(event, name))
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None:
        raise OwnError(f"the field {name!r}", None, "a time was expected")
    return found


def _calendars(event: gr.EventData) -> list[tuple[str, bytes]]:
    """The files dropped, by name, from a JSON list of pairs."""
    try:
        told = json.loads(own_text(event, "calendars"))
        pairs = [(name[:100], text.encode()) for name, text in told]
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise refused("The calendars did not arrive whole. Drop them again.") from None
    if len(pairs) > MAX_CALENDARS:
        raise OwnError("your calendars", None, f"at most {MAX_CALENDARS} were expected")
    return pairs


# --- drawing ---


def _draw(brought: Brought, read: Reading, days: Sequence[date], lines: Sequence[str]) -> str:
    sender = brought.thread[-1].sender
    who = escaped(sender.name or sender.email or "Somebody")
    missing = [label for name, label, _ in FIELDS[:3] if read.asks and getattr(read, name) is None]
    news = (
        f"{who} does not seem to ask for a meeting. Tick the box if that is wrong."
        if not read.asks
        else f"{who} asks for a meeting."
    )
    if missing:
        news += f" <b>Not found: {escaped(', '.join(missing).lower())}.</b> Fill it in."
    inputs = "".join(_field(read, *field) for field in FIELDS)
    shown = ",".join(map(str, days))
    opens, closes = (f"{one:%H:%M}" for one in brought.hours)
    return (
        f'<section class="own-read" {render_nonce()}><h3>What was understood</h3>'
        f'<p role="status">{news}</p>'
        f'<label class="chip"><input type="checkbox" data-read="asks"'
        f"{' checked' * read.asks}><span>A meeting is asked for</span></label>"
        f'<div class="own-fields">{inputs}</div>'
        f"<h3>Your calendar</h3>"
        '<p class="hint">Click into a day to add half an hour, on an entry to take it out.</p>'
        f'<div class="own-week" data-days="{shown}" data-opens="{opens}" '
        f'data-closes="{closes}"></div>'
        '<label class="field"><span>The same as text, an entry a line</span>'
        f'<textarea data-read="entries" rows="4" spellcheck="false">{escaped(chr(10).join(lines))}'
        "</textarea></label>"
        '<button type="button" class="primary" data-own-make>Answer it</button></section>'
    )


def _field(read: Reading, name: str, label: str, kind: str) -> str:
    value = getattr(read, name)
    if isinstance(value, tuple):
        text = ", ".join(value)
    elif kind == "datetime-local" and value is not None and not isinstance(value, datetime):
        text = f"{value}T23:59"
    else:
        text = value.isoformat() if isinstance(value, date | time) else str(value or "")
    missing = " missing" * (value is None and name in ("day", "start", "minutes") and read.asks)
    return (
        f'<label class="field{missing}"><span>{label}</span>'
        f'<input type="{kind}" data-read="{name}" value="{escaped(text)}"></label>'
    )


@once
def _zones() -> str:
    names = sorted(one for one in available_timezones() if "/" in one or one == "UTC")
    return "".join(f'<option value="{name}">' for name in names)


def _start() -> str:
    """The bar, and the form behind it."""
    return (
        f'<section class="own" data-example="{escaped(json.dumps(EXAMPLE))}">'
        '<div class="own-bar"><p>These emails are made up. <b>What about yours?</b></p>'
        '<button type="button" data-own-open aria-expanded="false">Try your own email</button>'
        "</div>"
        '<div class="own-form" hidden>'
        '<p class="hint">Rules read it and models answer it on this server, which writes none of '
        "it down. Only this page keeps it: reload it, and it is gone. "
        '<button type="button" class="link" data-own-example>Fill in an example</button></p>'
        '<label class="field"><span>The email, or the whole thread: paste it, or drop an .eml, '
        '.mbox or .txt</span><textarea data-own="mail" rows="9"></textarea></label>'
        '<div class="own-fields">'
        '<label class="field"><span>You</span>'
        '<input type="text" data-own="me" placeholder="Ada Stone &lt;ada@firm.example&gt;"></label>'
        '<label class="field"><span>Your zone</span>'
        f'<input type="text" data-own="zone" list="own-zones"><datalist id="own-zones">{_zones()}'
        "</datalist></label>"
        '<label class="field"><span>You work from</span>'
        '<input type="time" data-own="opens" value="09:00"></label>'
        '<label class="field"><span>to</span>'
        '<input type="time" data-own="closes" value="17:00"></label>'
        '<label class="field"><span>It is now (empty: when the email was sent)</span>'
        '<input type="datetime-local" data-own="now"></label>'
        '<label class="field"><span>Your calendar, if you have it as .ics</span>'
        '<input type="file" accept=".ics,text/calendar" multiple data-own-files></label>'
        '</div><p class="own-files hint" role="status"></p>'
        '<button type="button" class="primary" data-own-read>Read it</button></div></section>'
    )


def build(opened: Callable[[OwnRef], tuple[str, ...]], outputs: Sequence[gr.HTML]) -> None:
    """The panel; `opened` draws a case into `outputs`."""
    start = html("own_fields.js", "own.js", drawn=_start())
    fields = html("scroll.js", "own_fields.js", "week.js", "own_read.js")

    def on_read(event: gr.EventData) -> str:
        with refusing_own():
            return understood(event)

    def on_make(event: gr.EventData) -> tuple[str, ...]:
        with refusing_own():
            return "", *opened(case_of(event))

    start.read(on_read, None, fields, **QUIET, **READING)
    fields.make(on_make, None, outputs, **QUIET, **READING)
