"""The ExecAssist rubric: is the calendar right, the clash noticed, the reply true and useful?

Rewards: the calendar action that the thread and the calendar call for, with exactly the people and
times asked for; naming what clashes; a reply that addresses the sender, mentions the matter, gives
the times in the sender's time zone and is signed.
Ignores: politeness, vocabulary, and length within the bounds: courtesy earns nothing, so piling it
on does not pay.
Not graded, since no rule can detect it: an unrequested promise, a place that nobody named, a
private detail, rudeness. A demand for money or a password is told, and is wrong.
How it could be gamed: style alone is worth at most 0.20, since all three parts are gated on the
action being right. A sentence that is not understood costs nothing and is listed as unread, so it
could hide a claim that the action does not back. The referee reads replies in its own way, and the
audit compares the two.
"""

from collections.abc import Sequence
from functools import partial

from desks import load
from desks.exec_assist.calendar import MIN_PROPOSALS
from desks.exec_assist.models import Acceptable
from graders.reading.exec_assist.claims import judge_times
from graders.reading.exec_assist.outcome import JudgedReading, invited, is_real, verdict, wrong_move
from graders.reading.exec_assist.reasons import gives_reason
from graders.reading.exec_assist.reply_check import unread
from graders.score import Evidence, Part, Rubric, Score
from graders.text import begins, f1

MIN_WORDS, MAX_WORDS, FAR_TOO_LONG = 8, 90, 180
"""Words: too short below the first; the penalty for length rises from the second to the third."""
STOCK = (
    "touch base",
    "circle back",
    "hope this finds you well",
    "hope you are doing well",
    "hope you're doing well",
    "at your earliest convenience",
    "do not hesitate",
    "don't hesitate",
    "moving forward",
    "get back to you",
    "reach out",
    "per my last",
)


# -- the three parts ---


def email_quality(reading: JudgedReading) -> Score:
    """Greeting with the sender's name .15, the matter .25, the decision .45, signature .15."""
    lower = reading.reply.lower
    name = reading.scenario.sender.first_name
    opening = lower.lstrip()[: len(name) + 30]
    called = any(begins(word, opening) for word in reading.context.people.reader)  # "Ms Franke"
    topic = reading.scenario.truth.topic
    detail, missing = _detail(reading)
    marks = (
        (0.15, float(bool(called)), f"it does not address {name}"),
        (0.25, float(reading.context.is_named(lower)), f"it does not take up the {topic}"),
        (0.45, detail, missing),
        (0.15, float(reading.addressing.signed), "it is not signed"),
    )
    lost = [complaint for _, got, complaint in marks if got < 1]
    return Score(
        sum(weight * got for weight, got, _ in marks),
        "; ".join(lost) or "addressed, to the point, true to the action, signed",
        partial(_reply_evidence, reading),
    )


def _detail(reading: JudgedReading) -> tuple[float, str]:
    """How much of the decision the reply states, in [0, 1], and what it leaves out."""
    if reading.untrue:
        return 0.0, "it does not agree with the action"
    if reading.promised:
        missing = "it does not give every time, with its day, by the sender's clock"
        return sum(reading.slot_scores) / len(reading.slot_scores), missing
    if reading.action.calendar_action == "decline":
        return 0.2 + 0.8 * gives_reason(reading), "it does not say why it declines"
    return 1.0, ""


def scheduling(reading: JudgedReading) -> Score:
    """How close the calendar after the action is to an acceptable one."""
    expected = reading.expected
    evidence = partial(_calendar_evidence, reading)
    if expected is None:
        return Score(0.0, f"{reading.kind} is not what the calendar calls for", evidence)
    value = _nearness(reading, expected)
    if reading.unasked:
        return Score(value / 2, f"{reading.unasked} would go out that nobody asked for", evidence)
    return Score(value, reading.wrong or "the calendar is as it should be", evidence)


def _nearness(reading: JudgedReading, expected: Acceptable) -> float:
    kind, request = reading.action.calendar_action, reading.scenario.truth.request
    if kind in ("decline", "none"):
        return 1.0
    if kind == "propose_alternatives":
        length = request.slot.end - request.slot.start
        real = {o.start for o in reading.offers if is_real(o, expected, length)}
        return len(real) / max(MIN_PROPOSALS, len(reading.offers))
    booked = 0.0
    if reading.meeting:
        booked += 0.5 * (reading.meeting.start == request.slot.start)
        booked += 0.2 * (reading.meeting.end == request.slot.end)
        booked += 0.3 * invited(reading)[0]
    if kind == "book":
        return booked
    moved = 0.0
    if reading.moved and reading.action.reschedule.event_id == expected.event_id:
        moved = 0.4 if wrong_move(reading, expected) else 1.0
    return 0.5 * booked + 0.5 * moved


def conflict_resolution(reading: JudgedReading) -> Score:
    """Half for naming exactly the conflicts (F1), half for an acceptable kind of action."""
    true, given = reading.scenario.truth.conflicts, reading.action.conflicts
    share = f1(len(set(true) & set(given)), len(given), len(true))
    said = ", ".join(true) or "nothing"
    named = ", ".join(one[:12] for one in given[:4]) or "nothing"
    seen = f"it clashes with {said}" + ("" if share == 1 else f"; named: {named}")
    fits = reading.expected is not None
    what = "and the action fits" if fits else f"and {reading.kind} does not fit"
    return Score(0.5 * share + 0.5 * fits, f"{seen}, {what}", partial(_calendar_evidence, reading))


# -- the four penalties ---


def short_email(reading: JudgedReading) -> Score:
    count = len(reading.reply.text.split())
    return Score(float(count < MIN_WORDS), f"{_words(count)} (short is under {MIN_WORDS})")


def too_long(reading: JudgedReading) -> Score:
    count = len(reading.reply.text.split())
    over = min(max(count - MAX_WORDS, 0) / (FAR_TOO_LONG - MAX_WORDS), 1.0)
    return Score(over, f"{_words(count)} (too long from {MAX_WORDS} on)")


def _words(count: int) -> str:
    return f"{count} word" if count == 1 else f"{count} words"


def missing_details(reading: JudgedReading) -> Score:
    """Half each for a meeting without a title and a reply that gives none of the action's times."""
    missing = []
    details = reading.action.meeting_details
    if details and not details.title.strip():
        missing.append("the meeting has no title")
    if reading.promised and not any(reading.slot_scores):
        missing.append("the reply gives none of the answer's times")
    return Score(len(missing) / 2, "; ".join(missing) or "nothing is missing")


def generic_phrasing(reading: JudgedReading) -> Score:
    lower = reading.reply.lower
    found = [phrase for phrase in STOCK if phrase in lower]
    return Score(
        min(len(found) / 2, 1.0),
        f"stock phrases: {', '.join(found)}" if found else "no stock phrases",
        partial(_phrase_evidence, reading, tuple(found)),
    )


# -- evidence, computed on demand ---


_SHOWN = {"holds": "for", "false": "against"}


def _reply_evidence(reading: JudgedReading) -> list[Evidence]:
    times = [
        Evidence("completion", "email_reply", time.start, time.end, _SHOWN[held])
        for clause in reading.reply.clauses
        for time, held in judge_times(reading, clause)
        if held in _SHOWN
    ]
    open_ = [Evidence("completion", "email_reply", *span, "unread") for span in unread(reading)]
    return [*times, *open_]


def _calendar_evidence(reading: JudgedReading) -> list[Evidence]:
    calendar, given = reading.scenario.calendar, reading.action.conflicts
    true = reading.scenario.truth.conflicts
    return [
        Evidence(
            "calendar", one.id, 0, 0, "for" if one.id in true and one.id in given else "against"
        )
        for one in (*calendar.events, *calendar.series, *calendar.pending)
        if one.id in true or one.id in given
    ]


def _phrase_evidence(reading: JudgedReading, phrases: Sequence[str]) -> list[Evidence]:
    lower = reading.reply.lower
    return [
        Evidence("completion", "email_reply", at := lower.index(one), at + len(one), "against")
        for one in phrases
    ]


RUBRIC = Rubric(
    desk="exec_assist",
    parse=load("exec_assist").parse,
    read=lambda scenario, action, text: JudgedReading(scenario, action),
    verdict=verdict,
    parts={
        "email_quality": Part(email_quality, 0.30),
        "scheduling": Part(scheduling, 0.40),
        "conflict_resolution": Part(conflict_resolution, 0.30),
    },
    penalties={
        "short_email": Part(short_email, 0.05),
        "missing_details": Part(missing_details, 0.05),
        "generic_phrasing": Part(generic_phrasing, 0.05),
        "too_long": Part(too_long, 0.05),
    },
    unjudged=("a promise nobody asked for", "where to meet", "a private detail", "rudeness"),
)
