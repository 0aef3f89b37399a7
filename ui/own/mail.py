"""Bring your own email: what it asks for is read by rules, corrected by hand, made into a case."""

import json
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from typing import Any

import gradio as gr

from desks.own.entries import read_entries
from desks.own.mail_case import mail_case
from desks.own.reading import Reading
from desks.own.thread import Understood
from ui.component import EACH, QUIET, html
from ui.drawing import as_given, escaped, render_nonce
from ui.own.brought import FIELDS, Brought, Shown, corrected
from ui.own.events import READING, limit_own, refusing_own
from ui.own.example import EXAMPLE
from ui.own.ref import OwnRef


def understood(event: gr.EventData) -> tuple[str, str]:
    """What an email asks for, as fields, and what is in the calendars that came with it; HTML."""
    brought = Brought.parse(event)
    found = brought.understood()
    shown = Shown.read(event, brought, found.thread.now, found.reading, (), "")
    return _draw(found), _draw_calendar(shown, brought.hours)


def read_again(event: gr.EventData) -> str:
    """What is in the calendars on the days that the corrected fields ask for; HTML."""
    brought = Brought.parse(event)
    _, shown = corrected(event, brought, brought.thread().now)
    return _draw_calendar(shown, brought.hours)


def case_of(event: gr.EventData) -> OwnRef:
    """The case that the corrected fields make."""
    brought = Brought.parse(event)
    thread = brought.thread()
    read, shown = corrected(event, brought, thread.now)
    entries, (opens, closes) = read_entries(shown.text), brought.hours
    messages, now, me = thread.messages, thread.now, brought.me
    return OwnRef.of(mail_case(messages, entries, read, me, now, opens, closes, shown.days))


# --- drawing ---


def _draw(found: Understood) -> str:
    read, sender = found.reading, found.thread.messages[-1].sender
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
    return (
        f'<section class="own-read" {render_nonce()}><h3>What was understood</h3>'
        f'<p role="status">{" ".join((news, *map(escaped, found.thread.left_out)))}</p>'
        f'<label class="chip"><input type="checkbox" data-read="asks"'
        f"{' checked' * read.asks}><span>A meeting is asked for</span></label>"
        f'<div class="own-fields">{inputs}</div></section>'
    )


def _draw_calendar(shown: Shown, hours: tuple[time, time]) -> str:
    opens, closes = (f"{one:%H:%M}" for one in hours)
    added = "" if shown.added is None else shown.added
    return (
        f'<section class="own-read" {render_nonce()}><h3>Your calendar</h3>'
        '<p class="hint">Click into a day to add half an hour, on an entry to take it out.</p>'
        '<div class="own-week" role="group" '
        'aria-label="Times and entries: the arrow keys move among them" '
        f'data-days="{",".join(map(str, shown.days))}" '
        f'data-opens="{opens}" data-closes="{closes}"></div>'
        f'<input type="hidden" data-read="days" value="{",".join(map(str, shown.known))}">'
        '<label class="field"><span>The same as text, an entry a line</span>'
        f'<textarea data-read="entries" data-added="{added}" rows="4" spellcheck="false">'
        f"{as_given(shown.text)}</textarea></label>"
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
        f'<input type="{kind}" data-read="{name}" value="{as_given(text)}"></label>'
    )


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
        '<input type="text" data-own="zone" list="own-zones"><datalist id="own-zones"></datalist>'
        "</label>"
        '<label class="field"><span>You work from</span>'
        '<input type="time" data-own="opens" value="09:00"></label>'
        '<label class="field"><span>You work until</span>'
        '<input type="time" data-own="closes" value="17:00"></label>'
        '<label class="field"><span>It is now (empty: when the email was sent)</span>'
        '<input type="datetime-local" data-own="now"></label>'
        '<label class="field"><span>Your calendar, if you have it as .ics</span>'
        '<input type="file" accept=".ics,text/calendar" multiple data-own-files></label>'
        '<input type="hidden" data-own="calendars" value="[]">'
        '</div><p class="own-files hint" role="status"></p>'
        '<button type="button" class="primary" data-own-read>Read it</button></div></section>'
    )


def build(
    opened: Callable[[OwnRef], tuple[str, ...]], outputs: Sequence[gr.HTML], ends: list[Any]
) -> None:
    """The panel; `opened` draws a case into `outputs`, and first those events are ended."""
    start = html("own_panel.js", "own_files.js", "own_fields.js", "own.js", drawn=_start())
    fields = html("address.js", "scroll.js", "own_fields.js", "own_read.js")
    calendar = html(
        "scroll.js", "as_drawn.js", "own_fields.js", "arrows.js", "week.js", "own_week.js"
    )

    def on_read(event: gr.EventData, request: gr.Request) -> tuple[str, str]:
        limit_own(request)
        with refusing_own():
            return understood(event)

    def on_again(event: gr.EventData, request: gr.Request) -> str:
        limit_own(request)
        with refusing_own():
            return read_again(event)

    def on_make(event: gr.EventData, request: gr.Request) -> tuple[str, ...]:
        limit_own(request)
        with refusing_own():
            return "", *opened(case_of(event))

    start.read(on_read, None, [fields, calendar], **QUIET, **READING)
    fields.again(on_again, None, calendar, **EACH, **READING)
    calendar.make(None, None, None, cancels=ends, **QUIET)
    calendar.make(on_make, None, outputs, **QUIET, **READING)
