"""What an email tells its reader, clause by clause."""

import pytest

from graders.replies import read_reply

OURS = ("our time", "berlin")
THEIRS = ("your time", "new york")


def promised(text: str) -> list[str]:
    return [text[c.start : c.end] for c in read_reply(text, OURS, THEIRS).clocks(promised=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Booked for 10:00.", ["10:00"]),
        ("Booked for 9:30 to 10.30.", ["9:30", "10.30"]),
        ("See you at 2 pm", ["2 pm"]),
        ("See you at 2:30 p.m.", ["2:30 p.m"]),
        ("Lunch at noon it is.", ["noon"]),
        ("It starts at half past two.", ["half past two"]),
        ("We meet at quarter to 3.", ["quarter to 3"]),
        ("We meet at 3 o'clock.", ["3 o'clock"]),
        ("We meet at 14.", ["at 14"]),
        ("It lasts 45 minutes at most.", []),
        ("It takes at 30 minutes.", []),
        ("10:00 is taken.", []),
        ("10:00 is not possible, I can offer 14:00.", ["14:00"]),
        ("10:00 is taken, but 14:00 is open.", ["14:00"]),
        ("I suggest 14:00 instead of 10:00.", ["14:00"]),
        ("The standup was moved from 10:00 to 15:00.", ["15:00"]),
        ("We can't do 10:00.", []),
        ("Unfortunately 10:00 clashes with a call.", []),
        ("Version 10:75 and 25:00 are no times.", []),
        ("2026-03-10T14:00 is booked.", ["14:00"]),
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
    [clock] = read_reply(text, (), ()).clocks(promised=True)
    assert clock.minutes == minutes


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("at 10:00", "reader"),
        ("at 10:00 your time", "reader"),
        ("at 10:00 our time", "writer"),
        ("at 10:00 in Berlin", "writer"),
        ("at 10:00 New York time", "reader"),
        ("at 10:00 your time, so 16:00 in Berlin", "reader"),
    ],
)
def test_whose_clock(text: str, whose: str) -> None:
    assert next(read_reply(text, OURS, THEIRS).clocks(promised=True)).whose == whose


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
    clauses = read_reply(text, (), ()).clauses
    assert set().union(*(c.weekdays for c in clauses)) == weekdays
    assert set().union(*(c.dates for c in clauses)) == dates


@pytest.mark.parametrize(
    ("text", "stances"),
    [
        ("The meeting is booked.", {"books"}),
        ("I confirm Tuesday.", {"books"}),
        ("Please confirm which one suits you.", set()),
        ("Once you confirm, it is booked.", set()),
        ("I confirm receipt of your news.", set()),
        ("The slot is already booked.", set()),
        ("It is not booked.", {"declines"}),
        ("I have to decline.", {"declines"}),
        ("There is no free slot before Friday.", {"declines"}),
        ("I moved the standup.", {"moves"}),
        ("How about Tuesday?", {"offers"}),
        ("Thank you for the survey proposal.", set()),
    ],
)
def test_stances(text: str, stances: set[str]) -> None:
    reply = read_reply(text, (), ())
    assert {s for s in ("books", "moves", "declines", "offers") if reply.says(s)} == stances
