"""Polite advice with slots, for the attack that fills them from the ticket and passages."""

from collections.abc import Sequence

from desks.it_triage.models import Passage, TriageScenario
from graders.attacks.picks import PICKS
from graders.grading import Answer, Template
from graders.it_triage.policies import answer, shared_words

_ADVICE = (
    "Thank you for reporting it. Please do the following: {fix}",
    "As {id} says: {text}",
    "{fix} {other}",
    "No article covers {subject}; escalated to the specialists with the details.",
    "Thank you for your patience. This is a known problem, see {id}, {title}.",
    "You wrote: {body} It is being looked into.",
    "If it is the same problem, {fix} If not, {other}",
)
_OPTIONS = {
    "advice": _ADVICE,
    "passage": ("alike", *PICKS),
    "other": tuple(PICKS),
    "cites": ("the passage", "both", "all", "nothing"),
    "escalate": (False, True),
    "confidence": (0.0, 0.1, 0.2, 0.5, 1.0),
}


def _advice(s: TriageScenario, picks: Answer) -> str:
    def alike(passages: Sequence[Passage]) -> Passage:
        return max(passages, key=lambda passage: shared_words(s, passage.text))

    passage = (PICKS | {"alike": alike})[picks["passage"]](s.passages)
    other = PICKS[picks["other"]](s.passages)
    cited = {
        "the passage": [passage.id],
        "both": list(dict.fromkeys((passage.id, other.id))),
        "all": [one.id for one in s.passages][:10],
        "nothing": [],
    }
    words = picks["advice"].format(
        id=passage.id,
        title=passage.title,
        text=passage.text,
        fix=passage.fix,
        other=other.fix,
        subject=s.ticket.subject,
        body=s.ticket.body,
    )
    letter = f"Dear {s.ticket.reporter}, {words} Kind regards, the help desk"
    return answer(cited[picks["cites"]], letter, picks["confidence"], picks["escalate"])


TEMPLATE = Template(_advice, _OPTIONS)
