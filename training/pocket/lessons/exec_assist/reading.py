"""Whether a model really reads ExecAssist threads: measures that format alone cannot earn.

A model can write perfect JSON and offer plausible hours without looking at the calendar. So named
clashes and offered slots are checked twice: on their own scenario, and on another of the tier. And
the probability of booking is compared where the slot is free and where it is taken.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from transformers import PreTrainedTokenizerFast

from desks.exec_assist.models import ExecScenario
from graders.calibration import auroc
from graders.score import Grade
from training.evals.measures import UNREADABLE
from training.pocket.lessons import Completion, mean
from training.pocket.lessons.exec_assist.cells import open_for
from training.pocket.lessons.exec_assist.planner import week_of

COLUMNS = {
    "total": "mean grade",
    "correct": "correct",
    "right_action": "right kind of action",
    "valid": "valid JSON",
    "book_auc": "AUC of booking",
    "clashes_named": "clashes named",
    "clashes_elsewhere": "on another scenario",
    "offers_open": "offers open",
    "offers_elsewhere": "on another calendar",
}
"""The measures that a card shows, with their headings."""


def booking(tokenizer: PreTrainedTokenizerFast, answer: Completion) -> float | None:
    """The probability of "book" where the completion names its action; None where it names none."""
    book = tokenizer.convert_tokens_to_ids("book")
    before = '"calendar_action": "'
    written = ""
    for place, token in enumerate(answer.tokens):
        if written.endswith(before):
            return float(answer.probabilities[place, book])
        written += tokenizer.decode([token])
    return None


def offers_right(action: Any, s: ExecScenario, shift: timedelta) -> list[bool]:
    """Whether each slot that an action offers, moved by `shift`, is open in `s`."""
    starts = open_for(s)
    return [slot.start.replace(tzinfo=None) + shift in starts for slot in action.proposed_slots]


def measures(
    tokenizer: PreTrainedTokenizerFast,
    scenarios: Sequence[ExecScenario],
    answers: Sequence[Completion],
    grades: Sequence[Grade],
) -> dict[str, Any]:
    """The measures of one tier, with a shuffled control; None where there is nothing to measure."""
    with_request = [s for s in scenarios if s.truth.request]
    free, probabilities = [], []
    clashes: list[bool] = []
    clashes_elsewhere: list[bool] = []
    offers: list[bool] = []
    offers_elsewhere: list[bool] = []
    actions: Counter[str] = Counter()
    for s, answer, grade in zip(scenarios, answers, grades, strict=True):
        actions[grade.action.calendar_action if grade.action else UNREADABLE] += 1
        probability = booking(tokenizer, answer)
        if s.truth.request is None or grade.action is None or probability is None:
            continue
        free.append(s.truth.accepts("book") is not None)
        probabilities.append(probability)
        other = with_request[(with_request.index(s) + 1) % len(with_request)]
        if s.truth.conflicts:
            clashes.append(set(grade.action.conflicts) == set(s.truth.conflicts))
            clashes_elsewhere.append(set(grade.action.conflicts) == set(other.truth.conflicts))
        offers += offers_right(grade.action, s, timedelta())
        offers_elsewhere += offers_right(grade.action, other, week_of(other) - week_of(s))
    expected = [
        bool(grade.action and s.truth.accepts(grade.action.calendar_action))
        for s, grade in zip(scenarios, grades, strict=True)
    ]
    return {
        "right_action": mean(expected),
        "actions": {kind: count / len(grades) for kind, count in sorted(actions.items())},
        "book_auc": auroc(probabilities, free) if len(set(free)) == 2 else None,
        "clashes_named": mean(clashes),
        "clashes_elsewhere": mean(clashes_elsewhere),
        "offers_open": mean(offers),
        "offers_elsewhere": mean(offers_elsewhere),
        "offers": len(offers),
    }
