"""ExecAssist: requests that compete. Who goes first, and what every judge makes of it."""

import json
from datetime import date, datetime, time
from functools import cache
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks import SPLITS
from desks.exec_assist.calendar import (
    GRID,
    blocks,
    busy_colleagues,
    clashes,
    open_starts,
    outranks,
    solve,
)
from desks.exec_assist.models import (
    Calendar,
    Event,
    ExecScenario,
    Interval,
    Pending,
    Priority,
    Request,
    Series,
)
from desks.exec_assist.prompt import oracle, prompt
from desks.exec_assist.scenarios import scenario
from desks.exec_assist.wording import slot
from graders import grade
from graders.referee import referee
from graders.referee.diary import Diary

MONDAY = date(2026, 3, 9)
PRIORITIES = get_args(Priority)
LISTED = "Unanswered requests:"


def at(clock: str) -> datetime:
    return datetime.combine(MONDAY, time.fromisoformat(clock))


def pending(number: int, start: str, end: str, priority: Priority) -> Pending:
    return Pending(id=f"p{number}", who="Ida Berg", priority=priority, start=at(start), end=at(end))


def calendar(*asked: Pending, **rest: object) -> Calendar:
    base = {"days": (MONDAY,), "opens": time(9), "closes": time(17), "events": ()}
    return Calendar(**base | rest, pending=asked)


def ask(start: str, end: str, priority: Priority = "normal", **rest: object) -> Request:
    asked = Interval(start=at(start), end=at(end))
    return Request(topic="plan", slot=asked, attendees=("a@b.example",), priority=priority, **rest)


@cache
def hard(split: str = "eval") -> list[ExecScenario]:
    return [scenario(seed, "hard", split) for seed in range(1_040)]


@pytest.mark.parametrize(
    ("theirs", "ours", "first"),
    [
        ("low", "low", True),
        ("low", "normal", False),
        ("low", "high", False),
        ("normal", "low", True),
        ("normal", "normal", True),
        ("normal", "high", False),
        ("high", "low", True),
        ("high", "normal", True),
        ("high", "high", True),
    ],
)
def test_an_earlier_request_goes_first_unless_its_priority_is_lower(
    theirs: Priority, ours: Priority, first: bool
) -> None:
    assert outranks(pending(1, "10:00", "11:00", theirs), ours) is first


def series(hour: int, rule: str = "") -> Series:
    first = Interval(start=datetime(2026, 3, 2, hour), end=datetime(2026, 3, 2, hour + 1))
    return Series(id="e9", title="Retro", first=first, rule=f"FREQ=WEEKLY;{rule}BYDAY=MO")


HIGH, LOW = pending(1, "10:00", "11:00", "high"), pending(1, "10:00", "11:00", "low")
MOVABLE = Event(id="e1", title="Gym", start=at("10:30"), end=at("11:00"), movable=True)
FULL = [
    Event(id="e1", title="Site tour", start=at("09:00"), end=at("12:00")),
    Event(id="e2", title="Town hall", start=at("12:30"), end=at("17:00")),
]


@pytest.mark.parametrize(
    ("world", "request_", "actions", "conflicts"),
    [
        (calendar(HIGH), ask("10:00", "11:00"), ["propose_alternatives"], ("p1",)),
        (calendar(LOW), ask("10:00", "11:00"), ["book"], ()),
        (calendar(LOW), ask("10:00", "11:00", "low"), ["propose_alternatives"], ("p1",)),
        (calendar(HIGH), ask("10:30", "11:30"), ["propose_alternatives"], ("p1",)),
        (calendar(HIGH), ask("11:00", "12:00"), ["book"], ()),
        (calendar(HIGH), ask("09:00", "10:00"), ["book"], ()),
        # a series meets there or skips the week, beside a request that goes first or waits
        (calendar(LOW, series=(series(10),)), ask("10:00", "11:00"),
         ["propose_alternatives"], ("e9",)),
        (calendar(HIGH, series=(series(10),)), ask("10:00", "11:00"),
         ["propose_alternatives"], ("e9", "p1")),
        (calendar(LOW, series=(series(10, "INTERVAL=2;"),)), ask("10:00", "11:00"), ["book"], ()),
        (calendar(HIGH, series=(series(10, "INTERVAL=2;"),)), ask("10:00", "11:00"),
         ["propose_alternatives"], ("p1",)),
        # what may be moved is not alone in the way, or is
        (calendar(HIGH, events=(MOVABLE,)), ask("10:00", "11:00", "high"),
         ["propose_alternatives"], ("p1", "e1")),
        (calendar(LOW, events=(MOVABLE,)), ask("10:00", "11:00", "high"),
         ["reschedule", "propose_alternatives"], ("e1",)),
        # the last open slot before a deadline
        (calendar(pending(1, "12:00", "12:30", "normal"), events=FULL),
         ask("10:00", "10:30", deadline=at("17:00")), ["decline"], ("e1",)),
        (calendar(pending(1, "12:00", "12:30", "normal"), events=FULL),
         ask("12:00", "12:30", "high", deadline=at("17:00")), ["book"], ()),
    ],
)  # fmt: skip
def test_who_goes_first(
    world: Calendar, request_: Request, actions: list[str], conflicts: tuple[str, ...]
) -> None:
    assert [one.action for one in solve(world, request_)] == actions
    taken = blocks(world, request_.priority)
    assert clashes(taken, request_.slot.start, request_.slot.end) == conflicts


def test_offers_and_moves_keep_free_of_what_goes_first_and_of_nothing_else() -> None:
    world = calendar(
        pending(1, "09:00", "10:00", "low"), pending(2, "11:00", "16:30", "high"), events=(MOVABLE,)
    )
    move, offers = solve(world, ask("10:30", "11:00", "high"))
    free = tuple(map(at, ("09:00", "09:30", "10:00", "16:30")))
    assert move.starts == free
    assert offers.starts == free


def test_a_calendar_that_knows_of_no_other_requests_has_none() -> None:
    held = calendar().model_dump(mode="json")
    del held["pending"]
    assert Calendar.model_validate(held) == calendar()


# -- properties ---

TIMES = st.integers(18, 33).map(lambda half: datetime.combine(MONDAY, time()) + GRID * half)
SPANS = st.tuples(TIMES, st.integers(1, 4)).map(
    lambda found: {"start": found[0], "end": found[0] + GRID * found[1]}
)
ASKED = st.lists(st.tuples(SPANS, st.sampled_from(PRIORITIES)), max_size=4).map(
    lambda found: tuple(
        Pending(id=f"p{n}", who="Ida Berg", priority=priority, **span)
        for n, (span, priority) in enumerate(found)
    )
)
EVENTS = st.lists(st.tuples(SPANS, st.booleans()), max_size=4).map(
    lambda found: tuple(
        Event(id=f"e{n}", title="Gym", movable=movable, **span)
        for n, (span, movable) in enumerate(found)
    )
)
REQUESTS = st.builds(
    lambda span, priority, deadline: Request(
        topic="plan",
        slot=Interval(**span),
        attendees=("a@b.example",),
        priority=priority,
        deadline=deadline,
    ),
    SPANS,
    st.sampled_from(PRIORITIES),
    st.none() | TIMES,
)


@given(ASKED, EVENTS, REQUESTS)
@settings(max_examples=200)
def test_a_rival_counts_as_a_fixed_entry_or_not_at_all(
    asked: tuple[Pending, ...], events: tuple[Event, ...], request_: Request
) -> None:
    weight = {"low": 0, "normal": 1, "high": 2}
    fixed = tuple(
        Event(id=one.id, title="Fixed", start=one.start, end=one.end)
        for one in asked
        if weight[one.priority] >= weight[request_.priority]
    )
    with_rivals = solve(calendar(*asked, events=events), request_)
    assert with_rivals == solve(calendar(events=(*events, *fixed)), request_)


@given(ASKED, EVENTS, REQUESTS, st.sampled_from(["07:00", "11:10", "13:30"]))
@settings(max_examples=60)
def test_the_referee_finds_the_same_slots_open(
    asked: tuple[Pending, ...], events: tuple[Event, ...], request_: Request, now: str
) -> None:
    world, base = calendar(*asked, events=events), scenario(0, "hard", "eval")
    truth = base.truth.model_copy(update={"request": request_})
    here = {"calendar": world, "truth": truth, "now": at(now)}
    diary = Diary(base.model_copy(update=here))
    length = request_.slot.end - request_.slot.start
    spans = ((start, start + length) for start in diary.starts)
    seen = tuple(span[0] for span in spans if diary.why_unavailable(*span, due=False) is None)
    taken = blocks(world, request_.priority)
    assert seen == open_starts(world, taken, length, now=at(now))


# -- what the generator promises ---


def overlapping(s: ExecScenario) -> list[Pending]:
    """The earlier requests for (a part of) what this one asks for."""
    wish = s.truth.request.slot
    return [one for one in s.calendar.pending if one.overlaps(wish.start, wish.end)]


@pytest.mark.slow
def test_competing_requests_are_settled_by_their_priorities_alone() -> None:
    found = [s for s in hard() if s.situation == "competing_request"]
    seen = set()
    for s in found:
        rivals, [accepted] = overlapping(s), s.truth.acceptable
        ahead = tuple(p.id for p in rivals if outranks(p, s.truth.request.priority))
        assert rivals
        assert s.truth.conflicts == ahead, "nothing else is in the way"
        assert accepted.action == ("propose_alternatives" if ahead else "book")
        seen |= {(p.priority, s.truth.request.priority) for p in rivals}
    assert len(seen) == len(PRIORITIES) ** 2


@pytest.mark.parametrize("split", SPLITS)
def test_every_hard_stage_has_two_earlier_requests_on_two_days(split: str) -> None:
    for s in hard(split):
        assert [one.id for one in s.calendar.pending] == ["p1", "p2"]
        first, second = s.calendar.pending
        assert first.start.date() < second.start.date()
        assert not {first.who, second.who} & {p.name for p in (*s.contacts, s.executive)}
    for tier in ("easy", "medium"):
        assert not any(scenario(seed, tier, split).calendar.pending for seed in range(40))


def test_that_somebody_else_asked_for_the_slot_gives_nothing_away() -> None:
    found = [s for s in hard() if overlapping(s)]
    others = [s for s in found if s.situation != "competing_request"]
    assert len(others) > len(found) / 2
    for action in ("book", "propose_alternatives", "decline"):
        assert any(s.truth.acceptable[0].action == action for s in others)
    for some in (found, [s for s in found if s.situation == "competing_request"]):
        booked = sum(s.truth.accepts("book") is not None for s in some)
        assert 0.25 * len(some) <= booked <= 0.6 * len(some)


@pytest.mark.parametrize("split", SPLITS)
def test_the_request_has_the_priority_of_its_email(split: str) -> None:
    for s in hard(split):
        assert s.truth.request.priority == s.thread[-1].priority
        assert len({email.priority for email in s.thread}) == 1


def test_the_splits_share_no_rival() -> None:
    train, held_out = ({p.who for s in hard(split) for p in s.calendar.pending} for split in SPLITS)
    assert not train & held_out


def test_the_prompt_lists_them_with_id_who_and_priority() -> None:
    for s in hard()[:40]:
        lines = prompt(s)[1]["content"].splitlines()
        head = lines.index(LISTED)
        for one, line in zip(s.calendar.pending, lines[head + 1 :], strict=False):
            assert line == (
                f"{one.start:%a %H:%M}-{one.end:%H:%M} {one.id} {one.who} ({one.priority} priority)"
            )
    assert LISTED not in prompt(scenario(0, "medium", "eval"))[1]["content"]


def test_the_best_answer_says_that_another_request_goes_first_where_one_does() -> None:
    told = 0
    for s in hard():
        offered = s.truth.acceptable[0].action == "propose_alternatives"
        rival = offered and any(name.startswith("p") for name in s.truth.conflicts)
        assert ("another request goes first" in oracle(s)) is rival
        told += rival
    assert told > 20


def test_to_ignore_the_rivals_or_to_let_all_of_them_go_first_is_wrong() -> None:
    """Half of the time each, where requests compete."""
    wrong = {"ignored": 0, "all first": 0}
    found = [s for s in hard() if s.situation == "competing_request"]
    for s in found:
        request = s.truth.request
        for name, pretended in (("ignored", None), ("all first", "low")):
            length = request.slot.end - request.slot.start
            open_ = open_starts(s.calendar, blocks(s.calendar, pretended), length, request.deadline)
            booked = request.slot.start in open_
            wrong[name] += booked != (s.truth.accepts("book") is not None)
    assert set(wrong.values()) == {len(found) // 2}


def test_an_offer_of_a_slot_to_which_another_request_goes_first_is_not_right() -> None:
    seen = 0
    for s in hard():
        [accepted, *more] = s.truth.acceptable
        if accepted.action != "propose_alternatives" or more:
            continue
        request = s.truth.request
        length = request.slot.end - request.slot.start
        guests = busy_colleagues(s.calendar, request.attendees)
        every, free = (
            open_starts(s.calendar, blocks(s.calendar, first) + guests, length, request.deadline)
            for first in (None, request.priority)
        )
        for start in sorted(set(every) - set(free))[:1]:
            seen += 1
            answer = json.loads(oracle(s))
            answer["proposed_slots"][0] = slot(Interval(start=start, end=start + length))
            text = json.dumps(answer | {"email_reply": "Other times?"})
            assert not grade(s, text).correct
            assert "is taken by p" in referee(s, text).reason
    assert seen > 20
