"""Bring your own runbooks: a ticket is looked up in them, and made into a case."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

from desks.it_triage.models import TriageScenario
from desks.own.bounded import bounded
from desks.own.errors import OwnError
from desks.own.ticket_case import MAX_BODY, NONE, assuming, ticket_case
from desks.own.tickets import OwnTicket, read_tickets
from ui import passages
from ui.component import QUIET, html
from ui.drawing import as_given, escaped, render_nonce
from ui.own.events import READING, limit_own, own_text, refusing_own
from ui.own.example import RUNBOOKS, TICKET
from ui.own.libraries import LIBRARIES, PATH
from ui.own.ref import OwnRef, reference

MAX_LISTED = 100
"""Past tickets that are listed."""


def found(event: gr.EventData) -> str:
    """The passages that a search finds for a ticket, to be marked; HTML."""
    subject, body = own_text(event, "subject")[:300], own_text(event, "body")
    if not subject and not body:
        raise OwnError("the ticket", None, "a subject or a text was expected")
    if len(body) > MAX_BODY:
        raise OwnError("the ticket", None, f"at most {MAX_BODY:,} characters were expected")
    library = LIBRARIES.get(own_text(event, "library"))
    ticket = OwnTicket(id="yours", reporter="you", subject=subject or body[:60], body=body)
    return _draw(ticket_case(ticket, library))


def case_of(event: gr.EventData) -> OwnRef:
    """The case, with a key if its owner has marked what applies."""
    ref = reference(own_text(event, "case"), "it_triage")
    marked = own_text(event, "applies").split()
    case: TriageScenario = ref.scenario("it_triage")
    if not marked:
        return OwnRef.of(case)
    gold = [one.id for one in case.passages if one.id in marked]
    if not gold and marked != [NONE]:
        raise OwnError("what applies", None, "passages that are shown were expected")
    return OwnRef.of(assuming(case, gold))


def past(event: gr.EventData) -> str:
    """The tickets of a CSV file, each to be filled in by a click; HTML."""
    name, text = own_text(event, "name")[:100], own_text(event, "text")
    tickets = bounded(read_tickets, text.encode(), name)
    rows = "".join(
        f'<li><button type="button" class="link" data-subject="{as_given(one.subject)}" '
        f'data-body="{as_given(one.body)}">{escaped(one.subject or one.body[:80])}</button></li>'
        for one in tickets[:MAX_LISTED]
    )
    more = len(tickets) - MAX_LISTED
    cut = f'<p class="hint">The first {MAX_LISTED} of {len(tickets):,} tickets.</p>' * (more > 0)
    return f'<div {render_nonce()}>{cut}<ul class="own-past">{rows}</ul></div>'


# --- drawing ---


def _draw(case: TriageScenario) -> str:
    cards = "".join(
        passages.card(
            one.id,
            one.title,
            f"<p>{escaped(one.text)}</p>"
            f'<label class="chip"><input type="checkbox" data-applies="{one.id}">'
            "<span>This applies</span></label>",
            False,
        )
        for one in case.passages
    )
    return (
        f'<section class="own-read" data-case="{OwnRef.of(case)}" {render_nonce()}>'
        "<h3>What a search found</h3>"
        '<p class="hint">Mark what applies, and an answer is graded in full. Mark nothing, '
        "and an answer is held to what it cites itself.</p>"
        f'<ol class="passages">{cards}</ol>'
        f'<label class="chip"><input type="checkbox" data-applies="{NONE}">'
        "<span>None of these applies</span></label>"
        '<p><button type="button" class="primary" data-own-make>Answer it</button></p></section>'
    )


def _start() -> str:
    example = {"files": RUNBOOKS, "ticket": TICKET}
    return (
        f'<section class="own" data-path="{PATH}" data-example="{escaped(json.dumps(example))}">'
        '<div class="own-bar"><p>These tickets are made up. <b>What about yours?</b></p>'
        '<button type="button" data-own-open aria-expanded="false">Try your own runbooks</button>'
        '</div><div class="own-form" hidden>'
        '<p class="hint">They are held in this server’s memory, for this page alone, until you '
        "leave it or for half an hour after the last search. Models on this server answer. "
        '<button type="button" class="link" data-own-example>Fill in an example</button></p>'
        '<div class="own-fields">'
        '<label class="field"><span>Runbooks: .md, .txt, .html or a .zip, also dropped here</span>'
        '<input type="file" multiple accept=".md,.markdown,.txt,.text,.rst,.html,.htm,.zip" '
        "data-own-files></label>"
        '<label class="field"><span>Or past tickets to choose from, as .csv</span>'
        '<input type="file" accept=".csv,text/csv" data-own-past></label></div>'
        '<p class="own-files hint" role="status"></p>'
        '<label class="field"><span>The ticket</span><input type="text" maxlength="300" '
        'data-ticket="subject" placeholder="Subject"></label>'
        '<label class="field"><span class="unseen">Its text</span><textarea rows="5" '
        f'maxlength="{MAX_BODY}" data-ticket="body" placeholder="What was reported"></textarea>'
        "</label>"
        '<button type="button" class="primary" data-own-search>Search</button></div></section>'
    )


def build(
    opened: Callable[[OwnRef], tuple[str, ...]], outputs: Sequence[gr.HTML], ends: list[Any]
) -> None:
    """The panel; `opened` draws a case into `outputs`, and first those events are ended."""
    start = html("own_panel.js", "own_files.js", "own_tickets.js", drawn=_start())
    listed = html("own_past.js")
    results = html("scroll.js", "as_drawn.js", "own_found.js")

    def on_search(event: gr.EventData, request: gr.Request) -> str:
        limit_own(request)
        with refusing_own():
            return found(event)

    def on_past(event: gr.EventData, request: gr.Request) -> str:
        limit_own(request)
        with refusing_own():
            return past(event)

    def on_make(event: gr.EventData, request: gr.Request) -> tuple[str, ...]:
        limit_own(request)
        with refusing_own():
            return "", *opened(case_of(event))

    start.search(on_search, None, results, **QUIET, **READING)
    start.past(on_past, None, listed, **QUIET, **READING)
    results.make(None, None, None, cancels=ends, **QUIET)
    results.make(on_make, None, outputs, **QUIET, **READING)
