"""The help desk: tickets to resolve from the passages that retrieval found."""

from typing import Any

import gradio as gr

from desks.it_triage.models import TriageAction, TriageScenario
from graders import Grade
from ui import answer, passages, score_card
from ui.browse import Row
from ui.drawing import Quotes, pill, shown
from ui.links import Ref
from ui.workbench import Bench, build

SNIPPET = 90
_SIGNS = {
    "networking": "⇄",
    "security": "⛨",
    "identity": "☺",
    "cloud": "☁",
    "databases": "▤",
    "storage": "▣",
    "endpoint": "▭",
    "infrastructure": "▦",
}


def row(ref: Ref, scenario: TriageScenario) -> Row:
    """A line of the queue: the ticket's number, who reported it, and how it begins."""
    ticket = scenario.ticket
    shown_text = [f"{p.id} {p.title} {p.text}" for p in scenario.passages]
    return Row(
        ref=ref,
        kind=scenario.domain,
        lead=f'<span class="avatar square" aria-hidden="true">{_SIGNS[scenario.domain]}</span>',
        who=ticket.reporter,
        subject=ticket.subject,
        snippet=" ".join(ticket.body.split())[:SNIPPET],
        aside=ticket.id,
        text=" ".join(
            [ticket.id, ticket.reporter, ticket.subject, ticket.body, *shown_text]
        ).lower(),
    )


def case(scenario: TriageScenario, grade: Grade | None, quotes: Quotes) -> str:
    """The ticket and its passages; after an answer with those that it cites marked."""
    cited = grade.action.citations if grade and grade.action else None
    return (
        f"{passages.ticket(scenario.ticket, scenario.domain, quotes)}"
        '<section class="block-section"><h3>Passages from the knowledge base</h3>'
        f"{passages.draw(scenario.passages, cited, quotes)}</section>"
    )


def answered(scenario: TriageScenario, grade: Grade) -> str:
    """What was cited and claimed, and the resolution with its evidence."""
    action: TriageAction = grade.action
    cited = " ".join(pill(shown(one), "code") for one in action.citations) or "nothing"
    handed = "escalates" if action.escalate else "resolves it here"
    resolution = score_card.answered_text(
        "The resolution", action.resolution, score_card.marks(grade, "resolution")
    )
    return (
        f'<ul class="done"><li><b>{handed}</b></li><li>cites {cited}</li>'
        f"<li>is {action.confidence:.0%} confident</li></ul>{resolution}"
    )


# -- the form ---------------------------------------------------------------------------------------

BLANK: dict[str, Any] = {"citations": [], "resolution": "", "confidence": 0.5, "escalate": False}


def form(scenario: TriageScenario) -> str:
    """The four fields in the order of the schema."""
    ids = [(shown(p.id), f"<b>{shown(p.id)}</b> {shown(p.title)}") for p in scenario.passages]
    return (
        answer.checks("citations", "Cite", ids)
        + answer.area("resolution", "Resolution", rows=6)
        + answer.share("confidence", "Confidence")
        + answer.switch("escalate", "Escalate: no article answers this")
    )


BENCH = Bench(
    tab="helpdesk",
    desk="it_triage",
    label="Help desk",
    kind="Domain",
    noun="tickets",
    opens=Ref("hard", "eval", 7),
    row=row,
    case=case,
    form=form,
    blank=BLANK,
    answered=answered,
)


def tab(page: gr.Blocks) -> None:
    """The tab's components and events."""
    build(BENCH, page)
