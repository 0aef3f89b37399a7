"""The Help desk tab: tickets to resolve from retrieved passages."""

from collections.abc import Iterator, Sequence
from typing import Any

from desks.it_triage.models import Passage, TriageAction, TriageScenario
from graders import Grade, rubric
from graders.calibration import brier
from graders.it_triage.rubric import WORDS_ENOUGH
from graders.support import Claim
from ui import passages
from ui.drawing import answered, escaped, pill
from ui.evidence import PromptEvidence, marks
from ui.links import Ref
from ui.own import tickets
from ui.workbench import answer
from ui.workbench.bench import Bench
from ui.workbench.browse import Row

#: Icons of the domains, as SVG paths in a 24 by 24 box.
_DOMAIN_ICONS = {
    "networking": "M12 4v6M5 20v-4h14v4M12 10v6M9 4h6M3 20h4M17 20h4",
    "security": "M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4",
    "identity": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 4-6 8-6s7 1 8 6",
    "cloud": "M7 18a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4.5 4.5 0 0 1 0 9z",
    "databases": "M5 6c0-3 14-3 14 0s-14 3-14 0v12c0 3 14 3 14 0V6M5 12c0 3 14 3 14 0",
    "storage": "M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01",
    "endpoint": "M3 5h18v11H3zM9 20h6M12 16v4",
    "infrastructure": "M5 3h14v18H5zM9 7h6M9 11h6M12 17h.01",
}


def row(ref: Ref, scenario: TriageScenario) -> Row:
    """A line of the queue: the ticket's number, who reported it, and how it begins."""
    ticket = scenario.ticket
    shown_text = [f"{p.id} {p.title} {p.text}" for p in scenario.passages]
    return Row(
        ref=ref,
        kind=scenario.domain,
        lead='<span class="avatar square" aria-hidden="true"><svg viewBox="0 0 24 24">'
        f'<path d="{_DOMAIN_ICONS[scenario.domain]}"/></svg></span>',
        who=ticket.reporter,
        subject=ticket.subject,
        body=ticket.body,
        note=escaped(scenario.domain),
        aside=ticket.id,
        text=" ".join(
            [ticket.id, ticket.reporter, ticket.subject, ticket.body, *shown_text]
        ).lower(),
    )


def case(scenario: TriageScenario, grade: Grade | None, evidence: PromptEvidence) -> str:
    """The ticket and its passages; given a grade, with the answer's citations and support
    marked."""
    action = grade.action if grade else None
    cited = action.citations if action else ()
    found = passages.claims_of(scenario, action) if action else []
    resolution = _answered(grade, found) if grade and action else ""
    return (
        f"{passages.ticket(scenario.ticket, scenario.domain, evidence, found)}"
        '<section class="block-section"><h3>Passages from the knowledge base</h3>'
        f"{passages.draw(scenario.passages, cited, evidence, found)}</section>{resolution}"
    )


def outcome(scenario: TriageScenario, grade: Grade) -> str:
    """What an answer claims, and what it cites or what supports it: passages, and the ticket."""
    action: TriageAction = grade.action
    found = passages.claims_of(scenario, action)
    wanted = {*action.citations, *(claim.source.where for claim in found if claim.source)}
    used = [passage for passage in scenario.passages if passage.id in wanted]
    ticket = scenario.ticket if scenario.ticket.id in wanted else None
    drawn = passages.draw(used, action.citations, found=found, ticket=ticket)
    return f"{_answered(grade, found)}{drawn}"


def _answered(grade: Grade, found: Sequence[Claim] = ()) -> str:
    """What the answer does and cites, and its resolution with the support and the evidence
    marked."""
    action: TriageAction = grade.action
    cited = " ".join(pill(escaped(one), "code") for one in action.citations) or "nothing"
    done = [
        f"<b>{'escalates' if action.escalate else 'resolves it here'}</b>",
        f"cites {cited}",
        f"is {action.confidence:.0%} confident",
    ]
    said = passages.resolution(action.resolution, marks(grade, "resolution"), found)
    return answered("The answer", done, said, passages.summary(found))


# --- the form ---

BLANK: dict[str, Any] = {"citations": [], "resolution": "", "confidence": 0.5, "escalate": False}


NAMES = {"citations": "citation"}
_STEPS = 20
"""Of the confidence, from 0 to 1."""


def form(scenario: TriageScenario) -> str:
    """The four fields in the order of the schema."""
    ids = [(escaped(p.id), _named(p, scenario.passages)) for p in scenario.passages]
    cite = answer.rule("What you used, and nothing else: exactly the articles that apply.")
    hand_over = answer.rule(
        "Then cite nothing, and name the product and its version in the resolution.",
        answer.used("escalate", "true"),
    )
    told = answer.rule(
        "Every command, path and value of the fix, word for word; none of another article."
    ) + answer.rule(
        f"{WORDS_ENOUGH} words for each article that applies are enough; more cost. "
        f"{answer.words('resolution', 0, WORDS_ENOUGH, 'citations')}"
    )
    return (
        answer.checks("citations", "Cite", ids, cite)
        + answer.area("resolution", "Resolution", rows=6, hint=told)
        + answer.share("confidence", "Confidence", list(_confidences(scenario)))
        + answer.switch("escalate", "Escalate: no article answers this", hand_over)
    )


def _named(one: Passage, among: Sequence[Passage]) -> str:
    """An article's id and title, and what it applies to if another has that title too."""
    return f"<b>{escaped(one.id)}</b> {escaped(one.title)}{passages.told_apart(one, among)}"


def _confidences(scenario: TriageScenario) -> Iterator[str]:
    """What each confidence is paid, if the rubric of the case pays for any."""
    if part := rubric(scenario).parts.get("calibration"):
        for step in range(_STEPS + 1):
            right, wrong = (part.weight * (1 - brier([step / _STEPS], [y])) for y in (1, 0))
            yield f"Pays {right:.3f} if the answer is right, {wrong:.3f} if it is wrong."


OPENS = Ref("hard", "eval", 11, "plain")
"""The case shown first: the report's grader pays a cheat on it, ours does not; an example, not an
average. If the scenarios change, a test suggests others."""

BENCH = Bench(
    tab="helpdesk",
    desk="it_triage",
    kind="Domain",
    noun="tickets",
    opens=OPENS,
    meets=Ref("medium", "eval", 4, "plain"),
    row=row,
    case=case,
    outcome=outcome,
    answered=lambda scenario, grade: _answered(grade),
    form=form,
    blank=BLANK,
    names=NAMES,
    bring=tickets.build,
)
