"""How a morning of several emails is judged: each answer by itself, and the morning as a whole.

Rewards: first what `graders.exec_assist.rubric` rewards, email by email, each on the calendar as
it stood when it was answered; what is left unanswered earns nothing. Beside that: answering the
more urgent first, doing nothing that nobody asked for, and answers that can be read.

Ignores: the order among equally urgent emails, how much time a morning took within its steps, and
which of two right actions was taken.

How it could be gamed, and what stands against it:
- keeping to the order, touching nothing and answering wrong: all but the answers stands behind the
  gate, which opens only where every single answer is right. Of eight emails seven perfect and one
  wrong earn at most .52, all eight right in the worst style at least .54; with fewer emails the
  first number falls;
- answering the easy emails and leaving the others: an unanswered email counts as wrong, as answered
  last, and as one that was not left undisturbed;
- spoiling one email so that the rest are easy, say by filling the calendar and then declining
  everything: only what a sender asked for, and only moves that the calendar allows, take effect
  (`envs.exec_assist_inbox.moment`), and one wrong answer shuts the gate;
- doing nothing: a morning without an answer is no reading, and has 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from desks.exec_assist import DESK
from desks.exec_assist.calendar import Block, blocks, rank
from desks.exec_assist.models import Calendar, ExecAction, ExecScenario, Priority
from graders.exec_assist.rubric import RUBRIC as ONE_EMAIL
from graders.reading.lazy import lazy
from graders.score import Grade, Part, Rubric, Score, Verdict


@dataclass(frozen=True)
class Answer:
    """An email that was answered, and what the answer is worth by itself."""

    email: str
    scenario: ExecScenario
    """As it was at that moment."""
    grade: Grade

    @lazy
    def unasked(self) -> tuple[str, ...]:
        """What it did that nobody asked for, in words: people invited, entries moved."""
        return tuple(_unasked(self.scenario, self.grade))


@dataclass(frozen=True)
class Course:
    """A morning that is over: what arrived, what was answered and in which order."""

    priorities: dict[str, Priority]
    """Of every email, by its id."""
    answers: tuple[Answer, ...]
    opening: Calendar
    closing: Calendar
    failed: int = 0
    """Calls that could not be made."""

    @property
    def unanswered(self) -> list[str]:
        return [one for one in self.priorities if one not in {a.email for a in self.answers}]

    @lazy
    def double_booked(self) -> list[tuple[str, str]]:
        """Pairs of ids that overlap at the end and did not at first."""
        before = set(_overlapping(self.opening))
        return [pair for pair in _overlapping(self.closing) if pair not in before]


def _unasked(scenario: ExecScenario, grade: Grade) -> Iterator[str]:
    action: ExecAction = grade.action
    request = scenario.truth.request
    if details := action.meeting_details:
        asked = {who.lower() for who in request.attendees} if request else set()
        given = {who.strip().lower() for who in details.attendees}
        if strangers := sorted(given - asked):
            yield f"{strangers[0][:60]} was invited"
        elif action.calendar_action not in ("book", "reschedule"):
            yield "an invitation went out"
    if action.reschedule and not grade.correct:
        yield f"{action.reschedule.event_id[:20]} was to move"


def _overlapping(calendar: Calendar) -> list[tuple[str, str]]:
    def meet(one: Block, other: Block) -> bool:
        return one.id != other.id and one.overlaps(other.start, other.end)

    found = combinations(blocks(calendar), 2)
    return [(min(a.id, b.id), max(a.id, b.id)) for a, b in found if meet(a, b)]


# -- the parts ---


def answers(course: Course) -> Score:
    """The mean grade of all emails, each judged by itself; an unanswered one has 0."""
    count = len(course.priorities)
    right = sum(answer.grade.correct for answer in course.answers)
    earned = sum(answer.grade.total for answer in course.answers)
    reason = f"{right} of {count} emails are answered right"
    if course.unanswered:
        reason += f"; unanswered: {', '.join(course.unanswered)}"
    return Score(earned / count, reason)


def valid_answers(course: Course) -> Score:
    """The share of calls that answered an open email with an action."""
    made = len(course.answers)
    count = made + course.failed
    return Score(made / count if count else 0.0, f"{made} of {count} calls could be made")


def urgent_first(course: Course) -> Score:
    """The share of pairs of emails, one more urgent than the other, in which the more urgent was
    answered and the other not before it. 1 where all are equally urgent and one was answered."""
    turn = {answer.email: n for n, answer in enumerate(course.answers)}
    last = len(turn)
    pairs = [
        (one, other)
        for one in course.priorities
        for other in course.priorities
        if rank(course.priorities[one]) > rank(course.priorities[other])
    ]
    late = [
        f"{one} after {other}"
        for one, other in pairs
        if one not in turn or turn[one] > turn.get(other, last)
    ]
    value = 1 - len(late) / len(pairs) if pairs else float(bool(turn))
    return Score(value, f"not first: {', '.join(late[:3])}" if late else "the urgent came first")


def undisturbed(course: Course) -> Score:
    """The share of the emails that were answered without an effect that nobody asked for, less
    one email for each double booking that is left at the end."""
    clean = sum(not answer.unasked for answer in course.answers)
    effects = [effect for answer in course.answers for effect in answer.unasked]
    effects += [f"{one} and {other} overlap" for one, other in course.double_booked]
    value = max(clean - len(course.double_booked), 0) / len(course.priorities)
    return Score(value, "; ".join(effects[:4]) or "nothing was done that nobody asked for")


def verdict(course: Course) -> Verdict:
    """Whether every email was answered right, and nothing done that nobody asked for."""
    if course.unanswered:
        return Verdict(False, f"{', '.join(course.unanswered)} is not answered")
    for answer in course.answers:
        if not answer.grade.correct:
            return Verdict(False, f"{answer.email}: {answer.grade.verdict}")
    for answer in course.answers:
        if answer.unasked:
            return Verdict(False, f"{answer.email}: {answer.unasked[0]}, which nobody asked for")
    if course.double_booked:
        one, other = course.double_booked[0]
        return Verdict(False, f"{one} and {other} are booked for the same time")
    return Verdict(True, "every email is answered right, and nothing else was done")


def _alone(scenario: ExecScenario, action: ExecAction, text: str) -> Course:
    """A single email as a morning of one."""
    answer = Answer("m1", scenario, ONE_EMAIL.grade(scenario, text))
    priorities = {"m1": scenario.thread[-1].priority}
    return Course(priorities, (answer,), scenario.calendar, scenario.calendar)


RUBRIC = Rubric(
    desk="exec_assist_inbox",
    parse=DESK.parse,
    read=_alone,
    verdict=verdict,
    parts={
        "answers": Part(answers, 0.45, gated=False),
        "valid_answers": Part(valid_answers, 0.05),
        "urgent_first": Part(urgent_first, 0.20),
        "undisturbed": Part(undisturbed, 0.30),
    },
    unjudged=ONE_EMAIL.unjudged,
)
