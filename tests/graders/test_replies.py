"""Times, days and lengths in an email. What it says of them: `test_exec_assist_wordings`."""

import pytest

from graders.reading.exec_assist.replies import read_reply
from tests.slowness import least, over

MARKS = {"our time": "writer", "berlin": "writer", "your time": "reader", "new york": "reader"}
MARKS |= {"utc": "utc"}


def promised(text: str) -> list[str]:
    found = read_reply(text, MARKS).times("promise", "offer", "listed", "open")
    return [text[time.start : time.end] for time in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Booked for 10:00.", ["10:00"]),
        ("Booked for 9:30 to 10.30.", ["9:30", "10.30"]),
        ("See you at 2 pm", ["2 pm"]),
        ("See you at 2:30 p.m.", ["2:30 p.m"]),
        ("See you 10-11.30 am.", ["10", "11.30"]),
        ("We meet from ten to eleven.", ["ten", "eleven"]),
        ("Booked 1300-1430.", ["1300", "1430"]),
        ("Booked 15h00 until 15h30.", ["15h00", "15h30"]),
        ("Meet me at 10 Downing Street.", []),
        ("Two options for 10 to 12 people.", []),
        ("Lunch at noon it is.", ["noon"]),
        ("It starts at half past two.", ["half past two"]),
        ("We meet at quarter to 3.", ["quarter to 3"]),
        ("We meet at 3 o'clock.", ["3 o'clock"]),
        ("We meet at 14.", ["14"]),
        ("It lasts 45 minutes at most.", []),
        ("It takes at 30 minutes.", []),
        ("10:00 is not possible, I can offer 14:00.", ["14:00"]),
        ("10:00 is taken, but 14:00 is open.", ["14:00"]),
        ("I suggest 14:00 instead of 10:00.", ["14:00"]),
        ("The standup was moved from 10:00 to 15:00.", ["15:00"]),
        ("Version 10:75 and 25:00 are no times.", []),
        ("2026-03-10T14:00 is booked.", ["2026-03-10T14:00"]),
    ],
)
def test_promised_times(text: str, expected: list[str]) -> None:
    assert [found.removesuffix(".") for found in promised(text)] == expected


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 2 pm", {840}),
        ("at 12 am", {0}),
        ("at 12 pm", {720}),
        ("midnight", {0}),
        ("at half past two", {150, 870}),
        ("at quarter to 3", {165, 885}),
        ("at 2", {120, 840}),
        ("at 14", {840}),
    ],
)
def test_what_a_time_may_mean(text: str, minutes: set[int]) -> None:
    [time] = read_reply(text, {}).times("promise", "offer", "listed", "open")
    assert time.minutes == minutes


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("at 10:00", "unsaid"),
        ("at 10:00 your time", "reader"),
        ("at 10:00 our time", "writer"),
        ("at 10:00 in Berlin", "writer"),
        ("at 10:00 New York time", "reader"),
        ("at 14:00 UTC", "utc"),
        ("at 10:00 your time, so 16:00 in Berlin", "reader"),
    ],
)
def test_time_zones(text: str, zone: str) -> None:
    first = next(read_reply(text, MARKS).times("promise", "offer", "listed", "open"))
    assert first.zones == (zone,)


@pytest.mark.parametrize(
    ("text", "weekdays", "dates"),
    [
        ("on Tuesday 10 March", {1}, {(3, 10)}),
        ("on Tue, March 10th", {1}, {(3, 10)}),
        ("on the 3rd of May", set(), {(5, 3)}),
        ("on 2026-03-10", set(), {(3, 10)}),
        ("we sat in the sun", set(), set()),
        ("on Sun", {6}, set()),
        ("Thursdays suit us", {3}, set()),
    ],
)
def test_days(text: str, weekdays: set[int], dates: set[tuple[int, int]]) -> None:
    days = [day for clause in read_reply(text, {}).clauses for day in clause.days]
    assert {day.weekday for day in days} - {None} == weekdays
    assert {day.date for day in days} - {None} == dates


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("for 45 minutes", {45}),
        ("half an hour", {30}),
        ("an hour and a half", {90}),
        ("a 2-hour slot", {120}),
        ("for 1 hour 30 minutes", {90}),
        ("an hour and 30 minutes", {90}),
        ("an hour and 30 minutes later", set()),
        ("in an hour", set()),
        ("for 45 minutes instead of 60 minutes", {45}),
        ("10 minutes before that", set()),
        ("at 10:30", set()),
    ],
)
def test_lengths(text: str, minutes: set[int]) -> None:
    assert set().union(*(c.lengths for c in read_reply(text, {}).clauses)) == minutes


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Tuesday 14:00 or 15:00", [{1}, {1}]),
        ("14:00 on Tuesday", [{1}]),
        ("Monday 14:00, Tuesday 15:00", [{0}, {1}]),
        ("14:00", [set()]),
    ],
)
def test_the_day_that_a_time_is_said_of(text: str, days: list[set[int]]) -> None:
    found = read_reply(text, {}).times("promise", "offer", "listed", "open")
    assert [{day.weekday for day in time.day} for time in found] == days


@pytest.mark.parametrize(
    "flood",
    [
        " " * 7_900,
        "10:00 " * 1_300,
        "10:00 Monday " * 600,
        "at 16 to " * 880,
        "the Lunch 10:00 " * 490,
        ". " * 3_900,
        ", and I " * 980,
        "no " * 2_600,
        "moved " * 1_300,
        "1-" * 3_900,
        "a" * 7_900,
    ],
)
def test_a_flood_is_read_in_linear_time(flood: str) -> None:
    assert not over(least(lambda: read_reply(flood, MARKS), 5), 0.5)


def test_letters_that_ignore_case_are_read_as_what_they_show() -> None:
    """A long s and a dotless i match s and i where case is ignored."""
    [time] = read_reply("Booked for \u017faturday 10 \u017feptember at \u017fix.", {}).times(
        "promise"
    )
    assert time.minutes == {360, 1080}
    assert {day.date for day in time.day} == {None, (9, 10)}


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("10:00 is taken, but I can offer 14:00.", ["ruled out", "offer"]),
        ("My first call is at 10:00.", ["aside"]),
        ("Send it by 10:00, please.", ["task"]),
        ("The train at 10:00 is slow.", ["open"]),
    ],
)
def test_the_role_of_a_time(text: str, roles: list[str]) -> None:
    assert [t.role for clause in read_reply(text, {}).clauses for t in clause.times] == roles
