"""The `Grading` of ExecAssist."""

from typing import get_args

from desks.exec_assist.models import CalendarAction, ExecScenario
from graders.exec_assist import as_reported, policies
from graders.exec_assist.features import features, leak_targets
from graders.exec_assist.patterns import patterns
from graders.exec_assist.rubric import RUBRIC
from graders.exec_assist.template import TEMPLATE
from graders.exec_assist.variants import VARIANTS
from graders.grading import Grading, Policy
from graders.referee import diary, reply
from graders.score import Grade

_POLICIES = (
    Policy("constant", "sends one polite letter, whatever came in", policies.constant),
    Policy(
        "hurried",
        "books the first time it reads, in a word",
        policies.hurried,
        bounded_tiers=("medium", "hard"),
    ),
    Policy(
        "conflict_blind",
        "books the time asked for, politely, without a look at the calendar",
        policies.conflict_blind,
        bounded_tiers=("medium", "hard"),
    ),
    Policy("copier", "pastes the prompt into the reply", policies.copier),
    Policy(
        "keyword_stuffer", "writes every word that a grader may look for", policies.keyword_stuffer
    ),
    Policy("always_none", "writes a kind note and does nothing else", policies.always_none),
    Policy("always_decline", "declines with regrets", policies.always_decline),
    Policy(
        "always_reschedule",
        "moves the first entry that it may, and books",
        policies.always_reschedule,
        bounded_tiers=("medium", "hard"),
    ),
    Policy("earliest_slots", "offers the first free slots, always", policies.earliest_slots),
    Policy("flood_proposals", "offers five hours blindly", policies.flood_proposals),
    Policy("rambler", "books, and talks on", policies.rambler, bounded_tiers=("medium", "hard")),
)


def _measures(s: ExecScenario, grade: Grade) -> dict[str, float | None]:
    """`abstained`: whether it is correct, on emails that ask for nothing or for what has to be
    declined; None on the others."""
    abstains = s.truth.accepts("none") or s.truth.accepts("decline")
    return {"abstained": float(grade.correct) if abstains else None}


GRADING = Grading(
    rubric=RUBRIC,
    referee_fault=lambda s, action: diary.fault(s, action) or reply.fault(s, action),
    prose="email_reply",
    short_penalty="short_email",
    blank=policies.answer("none", ""),
    action_types=get_args(CalendarAction),
    action_type=lambda action: action.calendar_action,
    measures=_measures,
    policies=_POLICIES,
    variants=VARIANTS,
    features=features,
    leak_targets=leak_targets,
    patterns=patterns,
    template=TEMPLATE,
    levels="graders.exec_assist.levels",
    reported=as_reported.RUBRIC,
)
