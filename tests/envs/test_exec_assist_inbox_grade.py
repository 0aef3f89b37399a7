"""What an answer does to the calendar, and what a morning is worth."""

import json
from datetime import date, datetime, time, timedelta
from statistics import mean

import pytest

from desks.desk import Tier
from desks.exec_assist import DESK
from desks.exec_assist.calendar import solve
from desks.exec_assist.models import Calendar, Event, Interval, Request
from envs.exec_assist_inbox.episode import Episode
from envs.exec_assist_inbox.models import Mail, Morning
from envs.exec_assist_inbox.moment import apply, settle
from envs.exec_assist_inbox.morning import generate
from envs.exec_assist_inbox.oracle import play
from graders import grade
from graders.exec_assist_inbox import RUBRIC, AnsweredEmail, MorningReading
from tests.envs.inbox_policies import DEGENERATE, fields, move, none, right, through

SEEDS = range(20)
HARD = generate(0, "hard", "eval")


def best(episode: Episode, email: str) -> str:
    return DESK.oracle(episode.scenario(email))


def mail_with(morning: Morning, situation: str) -> Mail:
    return next(mail for mail in morning.mails if mail.situation == situation)


# -- what comes about ---


def effect(mail: Mail, **changed: object) -> tuple[set[Event], list[str]]:
    """What the hard morning's calendar gains by the best answer with other fields."""
    completion = fields(best(Episode(HARD), mail.id), **changed)
    calendar, results = apply(HARD, mail, HARD.calendar, DESK.parse(completion))
    return set(calendar.events) - set(HARD.calendar.events), results


def meeting(start: datetime, end: datetime, who: tuple[str, ...] = ()) -> dict[str, object]:
    return {
        "title": "Any",
        "start": start.isoformat(timespec="minutes"),
        "end": end.isoformat(timespec="minutes"),
        "attendees": list(who),
    }


MINUTES = timedelta(minutes=30)


@pytest.mark.parametrize(
    ("kind", "earlier", "later", "comes"),
    [
        ("book", 0, 0, True),
        ("none", 0, 0, True),  # the kind is only a word; the invitation goes out
        ("decline", 0, 0, True),
        ("book", 1, 1, False),
        ("book", 0, 1, False),
        ("book", 1, 0, False),
        ("book", 0, -1, False),
        ("book", 0, 48 * 5, False),  # the whole week
    ],
)
def test_an_invitation_counts_at_the_time_asked_for(
    kind: str, earlier: int, later: int, comes: bool
) -> None:
    mail = mail_with(HARD, "contested")
    slot = mail.truth.request.slot
    given = meeting(slot.start - earlier * MINUTES, slot.end + later * MINUTES)
    new, told = effect(mail, calendar_action=kind, meeting_details=given)
    if comes:
        [entry] = new
        assert (entry.id, entry.start, entry.end) == (f"b{mail.id[1:]}", slot.start, slot.end)
        assert entry.title == mail.truth.topic.capitalize()  # not "Any"
    else:
        assert not new
        assert "does not take up" in told[0]


def test_nobody_comes_to_a_meeting_made_of_news() -> None:
    mail = mail_with(HARD, "information_only")
    at = datetime.combine(HARD.calendar.days[0], HARD.calendar.opens)
    assert effect(mail, meeting_details=meeting(at, at + MINUTES))[0] == set()


def entry(movable: bool) -> Event:
    return next(e for e in HARD.calendar.events if e.movable == movable)


@pytest.mark.parametrize(
    ("which", "hour", "longer", "why"),
    [
        ("movable", 1, 0, None),
        ("movable", 1, 1, "change its length"),
        ("movable", -2, 0, "leave the working hours"),
        ("movable", 12, 0, "leave the working hours"),
        ("fixed", 1, 0, "no entry marked movable"),
        ("e99", 1, 0, "no entry marked movable"),
        ("m1", 1, 0, "no entry marked movable"),
    ],
)
def test_an_entry_moves_where_the_calendar_allows_it(
    which: str, hour: int, longer: int, why: str | None
) -> None:
    found = {"movable": entry(True), "fixed": entry(False)}.get(which, entry(True))
    start = datetime.combine(HARD.calendar.days[0], HARD.calendar.opens) + hour * 2 * MINUTES
    end = start + (found.end - found.start) + longer * MINUTES
    to = {
        "event_id": found.id if which in ("movable", "fixed") else which,
        "start": start.isoformat(),
        "end": end.isoformat(),
    }
    mail = mail_with(HARD, "information_only")
    new, told = effect(mail, reschedule=to)
    assert {(e.id, e.start, e.end) for e in new} == (set() if why else {(found.id, start, end)})
    assert why is None or why in told[0]


DAY = date(2026, 3, 10)


@pytest.mark.parametrize(
    ("taken_to", "deadline", "right"),
    [
        (12, None, "propose_alternatives"),
        (16, None, "propose_alternatives"),  # 16:00 and 16:30, half an hour each
        (16.5, None, "decline"),  # one slot is left, which is no choice
        (17, None, "decline"),
        (15, 16.5, "propose_alternatives"),
        (15, 15.5, "decline"),
        (15, 15, "decline"),
    ],
)
def test_where_the_solver_has_no_rule_declining_is_right(
    taken_to: float, deadline: float | None, right: str
) -> None:
    def at(hour: float) -> datetime:
        return datetime.combine(DAY, time()) + timedelta(hours=hour)

    busy = Event(id="e1", title="Standup", start=at(9), end=at(taken_to))
    calendar = Calendar(days=(DAY,), opens=time(9), closes=time(17), events=(busy,))
    request = Request(
        topic="plan",
        slot=Interval(start=at(9), end=at(9.5)),
        attendees=("a@b.example",),
        deadline=deadline and at(deadline),
    )
    assert [one.action for one in settle(calendar, request)] == [right]
    assert solve(calendar, request) in ((), settle(calendar, request))


# -- what a morning is worth ---


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
@pytest.mark.parametrize("split", ["train", "eval"])
def test_the_oracle(tier: Tier, split) -> None:
    for seed in SEEDS:
        found = play(generate(seed, tier, split)).grade
        assert found.correct, found.verdict
        assert found.total >= 0.97


@pytest.mark.parametrize("tier", ["medium", "hard"])
@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate_ways(tier: Tier, name: str) -> None:
    found = [DEGENERATE[name](generate(seed, tier, "eval")).grade for seed in SEEDS]
    assert mean(one.total for one in found) <= 0.50
    assert not any(one.correct for one in found)


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_urgent_first_pays(tier: Tier) -> None:
    for seed in SEEDS:
        morning = generate(seed, tier, "train")
        best_order = play(morning).grade
        backwards = through(morning, morning.by_urgency()[::-1], right).grade
        assert backwards.parts["urgent_first"].value == 0
        assert backwards.total == pytest.approx(best_order.total - 0.20)


def reading_of(order: str, priorities: str = "lnh") -> MorningReading:
    """m1, m2, ... of these priorities, answered in that order, with nothing in the calendar."""
    names = {"l": "low", "n": "normal", "h": "high"}
    answered = Episode(HARD)
    scenario = answered.scenario("m1")
    graded = grade(scenario, best(answered, "m1"))
    return MorningReading(
        priorities={f"m{n}": names[p] for n, p in enumerate(priorities, 1)},
        answers=tuple(AnsweredEmail(f"m{n}", scenario, graded) for n in order),
        opening=HARD.calendar,
        closing=HARD.calendar,
    )


@pytest.mark.parametrize(
    ("order", "priorities", "value"),
    [
        ("321", "lnh", 1),
        ("123", "lnh", 0),
        ("312", "lnh", 2 / 3),
        ("231", "lnh", 2 / 3),
        ("3", "lnh", 2 / 3),  # the other two wait, in no order yet
        ("1", "lnh", 0),
        ("12", "hh", 1),
        ("21", "hh", 1),
        ("", "hh", 0),
        ("", "lnh", 0),
        ("213", "nhn", 1),
        ("123", "nhn", 1 / 2),
    ],
)
def test_the_order_is_measured_by_pairs(order: str, priorities: str, value: float) -> None:
    found = RUBRIC.parts["urgent_first"].grader(reading_of(order, priorities))
    assert found.value == pytest.approx(value)


CURT = {
    "none": "Noted.",
    "decline": "No, I decline.",
    "propose_alternatives": "Other times are possible.",
}


def spoiled(completion: str) -> str:
    """The same action in the worst style that still is right: clashes unnamed or misnamed, and a
    curt reply without a name."""
    found = json.loads(completion)
    kind = found["calendar_action"]
    details = found["meeting_details"] and found["meeting_details"] | {"title": " "}
    curt = CURT.get(kind, "Ok.")
    return json.dumps(
        found | {"conflicts": ["x"] * 20, "meeting_details": details, "email_reply": curt}
    )


def worst_right(morning: Morning) -> Episode:
    """Every answer right, in the worst style, in the worst order, with every spare step wasted."""
    episode = Episode(morning)
    while episode.steps_left > len(episode.waiting):
        with pytest.raises(ValueError, match="not JSON"):
            episode.answer("m1", "no")
    for mail in morning.by_urgency()[::-1]:
        episode.answer(mail.id, spoiled(best(episode, mail.id)))
    return episode


def best_wrong(morning: Morning) -> Episode:
    """Everything perfect but the last answer, which is wrong and perfectly polite."""
    episode = Episode(morning)
    *most, last = morning.by_urgency()
    for mail in most:
        episode.answer(mail.id, best(episode, mail.id))
    completion = best(episode, last.id)
    details = json.loads(completion)["meeting_details"]
    if details:  # as near a miss as can be: all right but one more guest
        there = details | {"attendees": [*details["attendees"], "boss@elsewhere.example"]}
        episode.answer(last.id, fields(completion, meeting_details=there))
    else:
        episode.answer(last.id, none(episode, last))
    return episode


def test_a_wrong_outcome_in_the_best_style_stays_below_a_right_one_in_the_worst() -> None:
    right_, wrong = [], []
    for tier in ("easy", "medium", "hard"):
        for seed in SEEDS:
            low = worst_right(generate(seed, tier, "train")).grade
            high = best_wrong(generate(seed, tier, "train")).grade
            assert low.correct, low.verdict
            right_.append(low.total)
            if not high.correct:  # where the last is news, the word of thanks is right
                wrong.append(high.total)
    assert len(wrong) > 30
    assert max(wrong) < min(right_)


def test_the_bound_holds_for_the_weights_themselves() -> None:
    """Of n emails n - 1 perfect and one wrong at .20, against n right at the least there can be."""
    weights = {name: part.weight for name, part in RUBRIC.parts.items()}
    least_right = (0.40 + 0.5 * 0.30) * (1 - 0.15)  # scheduling, half of the conflicts, penalties
    for n in range(3, 9):
        wrong = weights["answers"] * (n - 1 + 0.20) / n + 0.20 * (1 - weights["answers"])
        valid = n / (n + 2)
        low = weights["answers"] * least_right + weights["undisturbed"]
        assert wrong < low + weights["valid_answers"] * valid


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"meeting_details": "stranger"}, "stranger@else.example was invited"),
        ({"meeting_details": "stray"}, "an invitation went out"),
        ({"reschedule": "stray"}, "was to move"),
    ],
)
def test_what_nobody_asked_for_shuts_the_gate(change: dict[str, str], says: str) -> None:
    episode = Episode(HARD)
    mail = mail_with(HARD, "movable_in_the_way")
    for other in HARD.by_urgency():
        completion = best(episode, other.id)
        if other is mail:
            slot = mail.truth.request.slot
            asked = mail.truth.request.attendees
            movable = entry(True)
            filled = {
                "stranger": meeting(slot.start, slot.end, (*asked, "stranger@else.example")),
                "stray": meeting(slot.start, slot.end, asked),
            }
            if "reschedule" in change:
                given = {
                    "reschedule": {"event_id": movable.id, **json.loads(completion)["reschedule"]}
                }
                completion = fields(completion, **given, calendar_action="book")
            else:
                kind = "book" if change["meeting_details"] == "stranger" else "decline"
                completion = fields(
                    completion,
                    calendar_action=kind,
                    meeting_details=filled[change["meeting_details"]],
                    reschedule=None,
                )
        episode.answer(other.id, completion)
    found = episode.grade
    assert not found.correct
    assert says in found.parts["undisturbed"].reason
    assert found.parts["undisturbed"].value < 1


def test_double_bookings_are_counted_at_the_end() -> None:
    episode = DEGENERATE["book everything blindly"](HARD)
    assert "overlap" in episode.grade.parts["undisturbed"].reason
    assert episode.grade.parts["undisturbed"].value < 0.5


def test_spoiling_the_first_answer_does_not_pay() -> None:
    """An attack: upset the calendar with one answer, then be right about what is left."""
    spoilt = []
    for seed in SEEDS:
        morning = generate(seed, "hard", "eval")
        episode = Episode(morning)
        first, *rest = morning.by_urgency()
        episode.answer(first.id, move(episode, first))
        for mail in rest:
            episode.answer(mail.id, best(episode, mail.id))
        if not episode.answers[0].grade.correct:  # now and then the move is the right one
            spoilt.append(episode.grade)
    assert len(spoilt) > 10
    assert not any(one.correct for one in spoilt)
    assert max(one.total for one in spoilt) < 0.52
