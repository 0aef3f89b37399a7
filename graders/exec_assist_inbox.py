"""How a morning of several emails is graded: each answer by itself, and the morning as a whole.

Rewards: mainly what `graders.exec_assist.rubric` rewards, email by email, each against the calendar
as it was when the email was answered; an unanswered email earns nothing. In addition: answering
urgent emails first, doing nothing that nobody asked for, and valid answers.

Ignores: the order among equally urgent emails, how many of the allowed steps it took, and which of
two right actions was taken.

How it could be gamed, and what prevents it:
- respecting the order, disturbing nothing and answering wrong: every part except `answers` is
  gated, and the gate opens only if every answer is right. Of eight emails, seven perfect and one
  wrong earn at most .52, all eight right in the worst style at least .54; with fewer emails the
  first number falls;
- answering the easy emails and leaving the others: an unanswered email counts as wrong, as answered
  last, and as disturbed;
- spoiling one email to make the rest easy, say by filling the calendar and then declining
  everything: only what a sender asked for, and only moves that the calendar allows, take effect
  (`envs.exec_assist_inbox.moment`), and one wrong answer closes the gate;
- doing nothing: a morning without an answer scores 0.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

from desks.exec_assist import DESK
from desks.exec_assist.calendar import blocks, rank
from desks.exec_assist.models import Calendar, ExecAction, ExecScenario, Priority
from graders.exec_assist.rubric import RUBRIC as ONE_EMAIL
from graders.score import Grade, Part, Rubric, Score, Verdict


@dataclass(frozen=True)
class AnsweredEmail:
    """An answered email and the grade of its answer alone."""

    email: str
    scenario: ExecScenario
    """As it was when the email was answered."""
    grade: Grade

    @cached_property
    def unasked(self) -> list[str]:
        """Unrequested side effects, in words: people invited, entries moved."""
        action: ExecAction = self.grade.action
        request, effects = self.scenario.truth.request, []
        if details := action.meeting_details:
            asked = {who.lower() for who in request.attendees} if request else set()
            given = {who.strip().lower() for who in details.attendees}
            if strangers := sorted(given - asked):
                effects.append(f"{strangers[0][:60]} was invited")
            elif action.calendar_action not in ("book", "reschedule"):
                effects.append("an invitation went out")
        if action.reschedule and not self.grade.correct:
            effects.append(f"{action.reschedule.event_id[:20]} was to move")
        return effects


@dataclass(frozen=True)
class MorningReading:
    """A finished morning: what arrived, what was answered and in which order."""

    priorities: dict[str, Priority]
    """The priority of every email, by id."""
    answers: tuple[AnsweredEmail, ...]
    opening: Calendar
    closing: Calendar
    failed: int = 0
    """The number of invalid calls."""

    @property
    def unanswered(self) -> list[str]:
        answered = {answer.email for answer in self.answers}
        return [one for one in self.priorities if one not in answered]

    @cached_property
    def double_booked(self) -> list[tuple[str, str]]:
        """Pairs of ids that overlap at the end but did not at the start."""
        before = set(_overlapping(self.opening))
        return [pair for pair in _overlapping(self.closing) if pair not in before]


def _overlapping(calendar: Calendar) -> list[tuple[str, str]]:
    return [
        (min(one.id, other.id), max(one.id, other.id))
        for one, other in combinations(blocks(calendar), 2)
        if one.id != other.id and one.overlaps(other.start, other.end)
    ]


# -- the parts ---


def answers(morning: MorningReading) -> Score:
    """The mean grade over all emails, each graded by itself; an unanswered one counts 0."""
    count = len(morning.priorities)
    right = sum(answer.grade.correct for answer in morning.answers)
    earned = sum(answer.grade.total for answer in morning.answers)
    reason = f"{right} of {count} emails are answered right"
    if morning.unanswered:
        reason += f"; unanswered: {', '.join(morning.unanswered)}"
    return Score(earned / count, reason)


def valid_answers(morning: MorningReading) -> Score:
    """The share of calls that answered an open email with an action."""
    made = len(morning.answers)
    count = made + morning.failed
    return Score(made / count if count else 0.0, f"{made} of {count} calls could be made")


def urgent_first(morning: MorningReading) -> Score:
    """Of all pairs of emails of different urgency, the share in which the more urgent one was
    answered, and not after the other. Without such pairs: 1 if any email was answered."""
    turn = {answer.email: n for n, answer in enumerate(morning.answers)}
    last = len(turn)
    ranks = {email: rank(priority) for email, priority in morning.priorities.items()}
    pairs = [(one, other) for one, other in permutations(ranks, 2) if ranks[one] > ranks[other]]
    late = [
        f"{one} after {other}"
        for one, other in pairs
        if one not in turn or turn[one] > turn.get(other, last)
    ]
    value = 1 - len(late) / len(pairs) if pairs else float(bool(turn))
    return Score(value, f"not first: {', '.join(late[:3])}" if late else "the urgent came first")


def undisturbed(morning: MorningReading) -> Score:
    """The share of emails answered without unrequested side effects, minus one email for each new
    double booking at the end."""
    clean = sum(not answer.unasked for answer in morning.answers)
    effects = [effect for answer in morning.answers for effect in answer.unasked]
    effects += [f"{one} and {other} overlap" for one, other in morning.double_booked]
    value = max(clean - len(morning.double_booked), 0) / len(morning.priorities)
    return Score(value, "; ".join(effects[:4]) or "nothing was done that nobody asked for")


def verdict(morning: MorningReading) -> Verdict:
    """Whether every email was answered correctly, without unrequested side effects."""
    if morning.unanswered:
        return Verdict(False, f"{', '.join(morning.unanswered)} is not answered")
    for answer in morning.answers:
        if not answer.grade.correct:
            return Verdict(False, f"{answer.email}: {answer.grade.verdict}")
    for answer in morning.answers:
        if answer.unasked:
            return Verdict(False, f"{answer.email}: {answer.unasked[0]}, which nobody asked for")
    if morning.double_booked:
        one, other = morning.double_booked[0]
        return Verdict(False, f"{one} and {other} are booked for the same time")
    return Verdict(True, "every email is answered right, and nothing else was done")


def _morning_of_one(scenario: ExecScenario, action: ExecAction, text: str) -> MorningReading:
    """A single email as a morning of one."""
    answer = AnsweredEmail("m1", scenario, ONE_EMAIL.grade(scenario, text))
    priorities = {"m1": scenario.thread[-1].priority}
    return MorningReading(priorities, (answer,), scenario.calendar, scenario.calendar)


RUBRIC = Rubric(
    desk="exec_assist_inbox",
    parse=DESK.parse,
    read=_morning_of_one,
    verdict=verdict,
    parts={
        "answers": Part(answers, 0.45, gated=False),
        "valid_answers": Part(valid_answers, 0.05),
        "urgent_first": Part(urgent_first, 0.20),
        "undisturbed": Part(undisturbed, 0.30),
    },
    unjudged=ONE_EMAIL.unjudged,
)
