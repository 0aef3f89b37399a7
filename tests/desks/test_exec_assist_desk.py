"""ExecAssist: calendar arithmetic, the solver, and what the generator promises."""

import json
import re
from collections import Counter
from datetime import date, datetime, time, timedelta
from random import Random
from statistics import median
from typing import get_args

import pytest

from desks import SPLITS, TIERS, load
from desks.exec_assist.calendar import (
    blocks,
    clashes,
    in_hours,
    occurrences,
    open_starts,
    solve,
    to_local,
    to_zone,
)
from desks.exec_assist.models import (
    Calendar,
    CalendarAction,
    Event,
    ExecScenario,
    FreeBusy,
    Interval,
    Person,
    Request,
    Series,
)
from desks.exec_assist.phrasings import pools
from desks.exec_assist.prompt import prompt
from desks.exec_assist.scenarios import scenario
from desks.exec_assist.situations import DECKS, same_as_last_week
from desks.exec_assist.stage import Stage

MONDAY = date(2026, 3, 9)


def at(clock: str, day: date = MONDAY) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock))


def slot(start: str, end: str, day: date = MONDAY) -> Interval:
    return Interval(start=at(start, day), end=at(end, day))


def event(number: int, start: str, end: str, **rest: object) -> Event:
    return Event(id=f"e{number}", title="Standup", start=at(start), end=at(end), **rest)


def calendar(*events: Event, **rest: object) -> Calendar:
    return Calendar(days=(MONDAY,), opens=time(9), closes=time(17), events=events, **rest)


def ask(start: str, end: str, **rest: object) -> Request:
    return Request(topic="plan", slot=slot(start, end), attendees=("a@b.example",), **rest)


FULL = [event(1, "09:00", "12:00"), event(2, "12:00", "17:00")]


@pytest.mark.parametrize(
    ("source", "moment", "target", "expected"),
    [
        ("Europe/Berlin", "2026-03-06T15:00", "America/New_York", "2026-03-06T09:00"),
        # New York changed its clocks on 8 March, Berlin will on 29 March: five hours, not six
        ("Europe/Berlin", "2026-03-10T15:00", "America/New_York", "2026-03-10T10:00"),
        ("Europe/Berlin", "2026-03-30T15:00", "America/New_York", "2026-03-30T09:00"),
        ("America/Los_Angeles", "2026-03-10T17:00", "Asia/Tokyo", "2026-03-11T09:00"),
        ("Asia/Dubai", "2026-03-10T08:00", "Asia/Dubai", "2026-03-10T08:00"),
    ],
)
def test_zones(source: str, moment: str, target: str, expected: str) -> None:
    assert to_zone(datetime.fromisoformat(moment), source, target) == datetime.fromisoformat(
        expected
    )


def test_an_offset_denotes_the_same_instant() -> None:
    local = at("15:00")
    for given in ("2026-03-09T15:00", "2026-03-09T14:00+00:00", "2026-03-09T10:00-04:00"):
        assert to_local(datetime.fromisoformat(given), "Europe/Berlin") == local


@pytest.mark.parametrize(
    ("start", "end", "ids"),
    [
        ("08:00", "09:30", ()),
        ("09:00", "10:00", ("e1",)),
        ("10:00", "10:30", ("e1",)),
        ("10:30", "11:00", ()),
        ("09:00", "16:00", ("e1", "e2")),
    ],
)
def test_clashes_are_half_open(start: str, end: str, ids: tuple[str, ...]) -> None:
    taken = blocks(calendar(event(1, "09:30", "10:30"), event(2, "14:00", "15:00")))
    assert clashes(taken, at(start), at(end)) == ids


def test_tentative_and_cancelled_entries_do_not_block() -> None:
    loose = [
        event(1, "10:00", "11:00", status="tentative"),
        event(2, "10:00", "11:00", status="cancelled"),
    ]
    assert blocks(calendar(*loose)) == ()


def test_a_series_blocks_only_in_the_weeks_it_meets() -> None:
    first = slot("10:00", "11:00", MONDAY - timedelta(weeks=2))
    weekly = Series(id="e1", title="Retro", first=first, rule="FREQ=WEEKLY;BYDAY=MO")
    every_other = Series(
        id="e2", title="Retro", first=first, rule="FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
    )
    off = every_other.model_copy(
        update={"first": slot("10:00", "11:00", MONDAY - timedelta(weeks=3))}
    )
    for series, met in ((weekly, True), (every_other, True), (off, False)):
        assert bool(blocks(calendar(series=(series,)))) is met


def test_a_series_keeps_its_local_hour_across_the_change_of_clocks() -> None:
    series = Series(
        id="e1", title="Retro", first=slot("10:00", "11:00"), rule="FREQ=WEEKLY;BYDAY=MO"
    )
    after = MONDAY + timedelta(weeks=4)
    [met] = occurrences(series, at("00:00", after), at("23:30", after))
    assert met == slot("10:00", "11:00", after)


def test_hours_end_when_they_end() -> None:
    assert in_hours(calendar(), at("16:00"), at("17:00"))
    assert not in_hours(calendar(), at("16:30"), at("17:30"))
    assert not in_hours(calendar(), at("10:00", MONDAY + timedelta(days=1)), at("11:00"))


def test_open_slots_keep_to_hours_grid_and_deadline() -> None:
    taken = blocks(calendar(event(1, "10:00", "16:00")))
    starts = open_starts(calendar(), taken, timedelta(hours=1), deadline=at("16:30"))
    assert starts == (at("09:00"),)
    assert open_starts(calendar(), taken, timedelta(hours=1), now=at("09:01")) == (at("16:00"),)


ON_SHARED = {"colleagues": (FreeBusy(email="c@d.example", busy=(slot("10:00", "11:00"),)),)}


@pytest.mark.parametrize(
    ("world", "request_", "actions"),
    [
        (calendar(), ask("10:00", "11:00"), ["book"]),
        (calendar(event(1, "09:00", "10:00")), ask("10:00", "11:00"), ["book"]),
        (calendar(event(1, "10:30", "11:00")), ask("10:00", "11:00"), ["propose_alternatives"]),
        (calendar(), ask("10:15", "10:45"), ["book"]),
        (calendar(event(1, "10:30", "11:00")), ask("10:15", "10:45"), ["propose_alternatives"]),
        (
            calendar(event(1, "10:30", "11:00", movable=True)),
            ask("10:15", "10:45", priority="high"),
            ["reschedule", "propose_alternatives"],
        ),
        (calendar(), ask("08:00", "09:00"), ["propose_alternatives"]),
        (calendar(), ask("16:30", "17:30"), ["propose_alternatives"]),
        (calendar(), ask("10:00", "11:00", deadline=at("10:30")), ["propose_alternatives"]),
        (
            calendar(event(1, "10:00", "11:00", movable=True)),
            ask("10:00", "11:00", priority="high"),
            ["reschedule", "propose_alternatives"],
        ),
        (
            calendar(event(1, "10:00", "11:00", movable=True)),
            ask("10:00", "11:00"),
            ["propose_alternatives"],
        ),
        (
            calendar(event(1, "10:00", "10:30", movable=True), event(2, "10:30", "11:00")),
            ask("10:00", "11:00", priority="high"),
            ["propose_alternatives"],
        ),
        (calendar(*FULL), ask("10:00", "11:00", deadline=at("17:00")), ["decline"]),
        (calendar(*FULL), ask("10:00", "11:00"), []),
        (calendar(), None, ["none"]),
        (calendar(**ON_SHARED), ask("10:00", "11:00"), ["book"]),
        (
            calendar(**ON_SHARED),
            ask("10:00", "11:00").model_copy(update={"attendees": ("c@d.example",)}),
            ["propose_alternatives"],
        ),
    ],
)
def test_the_solver(world: Calendar, request_: Request | None, actions: list[str]) -> None:
    assert [one.action for one in solve(world, request_)] == actions


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("tier", TIERS)
def test_shares_of_situations_and_actions(tier: str, split: str) -> None:
    n = 20 * len(DECKS[tier])
    found = [scenario(seed, tier, split) for seed in range(n)]
    situations = Counter(s.situation for s in found)
    assert min(situations.values()) >= 0.06 * n
    accepted = Counter(one.action for s in found for one in s.truth.acceptable)
    assert max(accepted.values()) <= (0.60 if tier == "easy" else 0.40) * n
    if tier == "medium":
        assert 0.20 * n <= accepted["none"] <= 0.25 * n


@pytest.mark.parametrize("tier", TIERS)
def test_the_truth_is_what_the_calendar_says(tier: str) -> None:
    for seed in range(150):
        s = scenario(seed, tier, "eval")
        assert s.truth.acceptable == solve(s.calendar, s.truth.request)
        for one in s.truth.acceptable:
            if one.action == "propose_alternatives":
                length = s.truth.request.slot.end - s.truth.request.slot.start
                for start in one.starts:
                    assert not clashes(blocks(s.calendar), start, start + length)
                    assert in_hours(s.calendar, start, start + length)


@pytest.mark.slow
def test_the_splits_share_no_person_company_or_topic() -> None:
    def named(split: str) -> tuple[set[str], set[str], set[str]]:
        found = [scenario(seed, tier, split) for tier in TIERS for seed in range(300)]
        people = {p.name for s in found for p in (*s.contacts, s.executive)}
        companies = {p.email.split("@")[1] for s in found for p in s.contacts}
        return people, companies, {s.truth.topic for s in found}

    for train, held_out in zip(named("train"), named("eval"), strict=True):
        assert train
        assert not train & held_out


def test_the_splits_share_no_sentence() -> None:
    for pool in pools().values():
        train, held_out = ([str(one) for one in pool[split]] for split in SPLITS)
        assert len(set(train)) == len(train)
        assert not set(train) & set(held_out)


@pytest.mark.parametrize("split", SPLITS)
def test_a_wish_can_be_put_in_many_ways(split: str) -> None:
    found = pools()
    for asks in ("ask", "inform", "again", "deadline"):
        assert len(found[asks][split]) >= 12
    assert len(found["length_change"][split]) + len(found["time_change"][split]) >= 12


@pytest.mark.parametrize("split", SPLITS)
def test_neither_length_nor_a_question_mark_tells_that_nothing_is_asked(split: str) -> None:
    ask, inform = (pools()[name][split] for name in ("ask", "inform"))
    words = [median(len(one.split()) for one in pool) for pool in (ask, inform)]
    questions = [sum("?" in one for one in pool) / len(pool) for pool in (ask, inform)]
    assert abs(words[0] - words[1]) <= 1
    assert abs(questions[0] - questions[1]) <= 0.15


@pytest.mark.parametrize("tier", TIERS)
def test_three_to_eight_other_emails_stand_around_and_are_not_in_the_prompt(tier: str) -> None:
    for seed in range(40):
        s = scenario(seed, tier, "eval")
        assert 3 <= len(s.inbox) <= 8
        assert len({mail.subject for mail in s.inbox}) == len(s.inbox)
        shown = prompt(s)[1]["content"]
        assert not any(mail.body in shown for mail in s.inbox)


def test_some_requests_fall_between_two_changes_of_clocks() -> None:
    """In those weeks the offset of two cities is not the usual one."""
    odd = 0
    for seed in range(300):
        s = scenario(seed, "hard", "eval")
        zones = s.executive.zone, s.sender.zone
        now, summer = s.now, datetime(s.now.year, 7, 1, 12)
        odd += to_zone(now, *zones) - now != to_zone(summer, *zones) - summer
    assert odd > 10


def hard_ones(voices: str = "all") -> list[ExecScenario]:
    return [scenario(seed, "hard", split, voices) for split in SPLITS for seed in range(250)]


def test_last_week_is_over_and_the_calendar_shows_the_week_after_it() -> None:
    for s in hard_ones():
        for last in s.calendar.last_week:
            assert last.end < s.now
            assert (last.start + timedelta(days=7)).date() in s.calendar.days


@pytest.mark.parametrize(
    ("monday", "offered"), [(date(2026, 3, 9), False), (date(2026, 3, 16), True)]
)
def test_same_time_as_last_week_is_so_by_both_clocks(monday: date, offered: bool) -> None:
    """Chicago has put its clocks forward on 8 March 2026, Tokyo never does."""
    shown = Calendar(
        days=(monday,),
        opens=time(9),
        closes=time(17),
        events=(),
        last_week=(slot("10:00", "11:00", monday - timedelta(days=7)),),
    )
    people = [
        Person(name=f"Ada {city}", email=f"{city}@b.example", zone=zone)
        for city, zone in (("Chicago", "America/Chicago"), ("Tokyo", "Asia/Tokyo"))
    ]
    stage = Stage(shown, *people, (), (), timedelta(hours=1), "normal", ())
    intent = same_as_last_week(Random(0), stage, "book")
    assert (intent is not None) == offered


def test_no_email_contradicts_or_repeats_another() -> None:
    """A deadline lies after every wish of the thread; what says nothing is not said twice."""
    span = re.compile(r"on (\w+ \d+ \w+)(?:,| from| for \d+ minutes,) [\d:]+ to ([\d:]+)")
    until = re.compile(r"(\w+ \d+ \w+), ([\d:]+)(?! to| your time to| my time to)\b")
    late = 0
    for s in hard_ones("plain"):
        first, second = (email.body for email in s.thread)
        assert not [one for one in pools()["colour"][s.split] if one in first and one in second]
        if s.situation == "late_change" and s.truth.request.deadline:
            [(day, end)] = span.findall(first)
            [(last_day, last)] = until.findall(span.sub("", first))
            assert moment(s, day, end) <= moment(s, last_day, last)
            late += 1
    assert late > 20


def moment(s: ExecScenario, day: str, clock: str) -> datetime:
    """A day as an email names it and a time, in the year on show."""
    on = datetime.strptime(f"{day} {s.calendar.days[0].year}", "%A %d %B %Y").date()
    return at(clock, on)


def test_nothing_in_the_calendar_is_called_like_the_request() -> None:
    for s in hard_ones():
        titles = [one.title for one in (*s.calendar.events, *s.calendar.series)]
        assert s.truth.topic.capitalize() not in titles


def fits(schema: dict, value: object) -> bool:
    """Whether a value is what such a schema describes: as much of JSON Schema as ours uses."""
    kinds = {"object": dict, "array": list, "string": str, "null": type(None)}
    named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not isinstance(value, tuple(kinds[name] for name in named)):
        return False
    if isinstance(value, dict):
        fields = schema["properties"]
        known = set(schema["required"]) <= set(value) <= set(fields)
        return known and all(fits(fields[name], one) for name, one in value.items())
    if isinstance(value, list):
        few = len(value) <= schema["maxItems"]
        return few and all(fits(schema["items"], one) for one in value)
    return value in schema.get("enum", [value])


def test_the_prompt_shows_the_schema_of_every_right_answer() -> None:
    desk = load("exec_assist")
    system, _ = desk.prompt(desk.scenario(0, "hard", "eval"))
    schema = json.loads(system["content"].rpartition("JSON schema: ")[2])
    assert schema["properties"]["calendar_action"]["enum"] == list(get_args(CalendarAction))
    assert schema["additionalProperties"] is False
    for tier in TIERS:
        for seed in range(40):
            answer = json.loads(desk.oracle(desk.scenario(seed, tier, "eval")))
            assert list(answer) == list(schema["properties"]) == schema["required"]
            assert fits(schema, answer)
            assert not fits(schema, answer | {"calendar_action": "postpone"})
            assert not fits(schema, answer | {"meeting_details": {"title": "Lunch"}})
            assert not fits(schema, answer | {"proposed_slots": None})
    assert len(system["content"].split()) <= 350
