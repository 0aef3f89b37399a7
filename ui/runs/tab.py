"""The Training tab: what the recorded runs did, step by step, and their results.

Everything is drawn from the records in `assets/runs/`, as `ui/runs/records.py` reads them. The
server keeps no state between events: each names its run.
"""

import gradio as gr

from training.models.policy import BASE, TRAINED
from training.runs.record import RecordError
from ui.component import EACH, QUIET, Listener, html
from ui.drawing import escaped, render_nonce
from ui.events import broken_link, int_of, one_of, refusing, text_of
from ui.links import LinkError, known, tab_href
from ui.runs import exports, scrub
from ui.runs import panels as run_panels
from ui.runs.completions import Completion, completions
from ui.runs.on_account import OnAccount
from ui.runs.outcome import Drawers
from ui.runs.records import Record, names, record
from ui.runs.train_here import TrainHere
from ui.workbench.bench import OPENING

TAB = "training"
Pieces = tuple[str, ...]
"""The list, the top of a run, the slider, the answers, the questions, and the rest of the run."""


def listing(open_: str) -> str:
    """The runs as links with their results; what to do if there are none."""
    rows = "".join(_row(record(name), name == open_) for name in names())
    found = (
        f"<ul>{rows}</ul>"
        if rows
        else '<p class="empty">No run is recorded here. In twenty to thirty minutes, <code>python '
        "-m training.grpo --preset exec_assist_pocket</code> makes one.</p>"
    )
    return (
        f'<section class="run-list" data-run="{open_}" {render_nonce()}><h2>Recorded runs</h2>'
        '<p class="hint">What models learned here, and from which grader. “Held out” is the mean '
        "score on cases that training never saw, before and after. Seeds differ by chance alone: "
        f"seed 2 is the same training with different luck.</p>{found}</section>"
    )


def _row(one: Record, current: bool) -> str:
    at = ' aria-current="true"' if current else ""
    return (
        f'<li><a href="{tab_href(TAB, run=one.name)}" data-run="{one.name}"{at}>'
        f"<b>{escaped(one.title)}</b>{run_panels.state(one)}{_result(one)}</a></li>"
    )


def _result(one: Record) -> str:
    """Its held-out means, or what is wrong with it."""
    if one.run is None:
        return f"<small>{escaped(one.wrong[0])}</small>"
    if one.held_out is None:
        return "<small>not evaluated yet</small>"
    before, after = (one.held_out.policies[who].overall.total.mean for who in (BASE, TRAINED))
    return f"<small>held out {before:.2f} → <b>{after:.2f}</b></small>"


def opened(name: str) -> Pieces:
    """Everything redrawn for a run, one of `names()`."""
    one = record(name)
    rows, wrong = _kept(one)
    last = max(scrub.steps(rows), default=0)
    return (
        listing(name),
        run_panels.top(one, exports.links(one) if one.run else ""),
        (scrub.control(name, rows) if one.run else "") + wrong,
        scrub.answers_at(name, rows, last, scrub.most_changed_tier(rows)),
        scrub.questions(rows),
        run_panels.rest(one),
    )


def _kept(one: Record) -> tuple[tuple[Completion, ...], str]:
    """The answers in a run's record, and what is wrong with them, as HTML."""
    if one.run is None:
        return (), ""
    try:
        return completions(one.name), ""
    except RecordError as error:
        return (), f'<p class="notice" role="alert">{escaped(str(error))}</p>'


class Runs:
    """The tab."""

    tab = TAB

    def __init__(self, drawers: Drawers) -> None:
        self._drawers = drawers

    # --- events ---

    def on_load(self, request: gr.Request) -> Pieces:
        """The run that the address names, else the first."""
        there = names()
        if not there:
            return listing(""), "", "", "", "", ""
        query = request.query_params
        asked = query.get("run", there[0]) if query.get("tab") == TAB else there[0]
        try:
            return opened(known(asked, there, "run"))
        except LinkError as error:
            rows, top, *rest = opened(there[0])
            return rows, broken_link(error) + top, *rest

    def on_open(self, event: gr.EventData) -> Pieces:
        with refusing():
            return opened(one_of(text_of(event, "run"), names(), "run"))

    def on_scrub(self, event: gr.EventData) -> str:
        """A run's answers at a step."""
        name, step = one_of(text_of(event, "run"), names(), "run"), int_of(event, "step")
        rows, _ = _kept(record(name))
        return scrub.answers_at(name, rows, step, text_of(event, "tier"))

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events."""
        with gr.Row(elem_classes="bench training"):
            with gr.Column(elem_classes="pane run-list-pane", min_width=0):
                rows = html("address.js", "runs.js")
            with gr.Column(elem_classes="pane run-pane", min_width=0):
                TrainHere(self._drawers).build()
                OnAccount().build(first_opened)
                top = html()
                slider = html("scrub.js")
                answers = html("scrubbed.js")
                questions = html()
                rest = html("copy.js")
        pieces = [rows, top, slider, answers, questions, rest]
        first_opened(self.on_load, None, pieces, **QUIET, **OPENING)
        rows.open(self.on_open, None, pieces, **EACH)
        slider.scrub(self.on_scrub, None, answers, **EACH)
