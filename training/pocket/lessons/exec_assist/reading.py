"""Whether a model really reads ExecAssist threads: measures that good format alone cannot raise.

A model can write perfect JSON and offer plausible hours without looking at the calendar. So named
clashes and offered slots are checked twice: on their own scenario, and on another of the tier. And
the probability of booking is compared where the slot is free and where it is taken.
"""

from collections import Counter, defaultdict
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
    """The probability of "book" where the completion names its action; None if it names none."""
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
    """The measures of one tier, with a shuffled control; None if there is nothing to measure."""
    with_request = [s for s in scenarios if s.truth.request]
    free, probabilities = [], []
    right: dict[str, list[bool]] = defaultdict(list)
    actions: Counter[str] = Counter()
    for s, answer, grade in zip(scenarios, answers, grades, strict=True):
        kind = grade.action.calendar_action if grade.action else UNREADABLE
        actions[kind] += 1
        right["action"].append(grade.action is not None and s.truth.accepts(kind) is not None)
        probability = booking(tokenizer, answer)
        if s.truth.request is None or grade.action is None or probability is None:
            continue
        free.append(s.truth.accepts("book") is not None)
        probabilities.append(probability)
        other = with_request[(with_request.index(s) + 1) % len(with_request)]
        if s.truth.conflicts:
            named = set(grade.action.conflicts)
            right["clashes"].append(named == set(s.truth.conflicts))
            right["clashes elsewhere"].append(named == set(other.truth.conflicts))
        shift = week_of(other) - week_of(s)
        right["offers"] += offers_right(grade.action, s, timedelta())
        right["offers elsewhere"] += offers_right(grade.action, other, shift)
    return {
        "right_action": mean(right["action"]),
        "actions": {kind: count / len(grades) for kind, count in sorted(actions.items())},
        "book_auc": auroc(probabilities, free) if len(set(free)) == 2 else None,
        "clashes_named": mean(right["clashes"]),
        "clashes_elsewhere": mean(right["clashes elsewhere"]),
        "offers_open": mean(right["offers"]),
        "offers_elsewhere": mean(right["offers elsewhere"]),
        "offers": len(right["offers"]),
    }
