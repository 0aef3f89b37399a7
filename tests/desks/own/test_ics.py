"""Calendars that people bring: recurrence, zones, all-day, what blocks, and what is refused."""

from contextlib import suppress
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given, settings
from hypothesis import strategies as st

from desks.own.errors import OwnError
from desks.own.ics import MAX_ENTRIES, read_ics
from desks.own.ics_lines import MAX_BYTES
from tests.slowness import over, seconds

ZONES = (
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Africa/Casablanca",
    "Asia/Kolkata",
)
HERE = "Europe/Berlin"
FIRST, LAST = date(2026, 1, 1), date(2026, 12, 31)


def event(*lines: str, uid: str = "1") -> str:
    return "\r\n".join(("BEGIN:VEVENT", f"UID:{uid}", *lines, "END:VEVENT", ""))


def busy(*lines: str) -> str:
    return "\r\n".join(("BEGIN:VFREEBUSY", *lines, "END:VFREEBUSY", ""))


def calendar(*parts: str) -> bytes:
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + "".join(parts) + "END:VCALENDAR\r\n").encode()


def read(*lines: str, me: str = "", zone: str = HERE):
    return read_ics(calendar(event(*lines)), "own.ics", zone, FIRST, LAST, me)


# --- recurrence ---


@st.composite
def rules(draw: st.DrawFn) -> tuple[str, datetime, str]:
    """A rule, its first occurrence, and the zone that it is by."""
    zone = draw(st.sampled_from(ZONES))
    first = datetime(2025, 1, 1) + timedelta(minutes=15 * draw(st.integers(0, 4 * 24 * 500)))
    often = draw(st.sampled_from(("DAILY", "WEEKLY", "MONTHLY", "YEARLY")))
    parts = [f"FREQ={often}"]
    if (every := draw(st.integers(1, 4))) > 1:
        parts.append(f"INTERVAL={every}")
    days = ",".join(draw(st.sets(st.sampled_from("MO TU WE TH FR SA SU".split()), max_size=3)))
    if days and often in ("DAILY", "WEEKLY"):
        parts.append(f"BYDAY={days}")
    if often == "MONTHLY" and (on := draw(st.sampled_from(("", "BYDAY=2TU", "BYMONTHDAY=-1,15")))):
        parts.append(on)
    ends = draw(st.sampled_from(("", "COUNT", "UNTIL")))
    if ends == "COUNT":
        parts.append(f"COUNT={draw(st.integers(1, 60))}")
    if ends == "UNTIL":
        until = first + timedelta(days=draw(st.integers(0, 500)))
        utc = until.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("UTC"))
        parts.append(f"UNTIL={utc:%Y%m%dT%H%M%SZ}")
    return ";".join(parts), first, zone


def instances(rule: str, first: datetime, zone: str) -> list[datetime]:
    """What dateutil makes of a rule that begins at `first` by the clock of its zone."""
    there = ZoneInfo(zone)
    said, _, until = rule.partition(";UNTIL=")
    found = rrulestr(said, dtstart=first).between(
        datetime(2024, 12, 1), datetime(2027, 2, 1), inc=True
    )
    if until:
        last = datetime.strptime(until, "%Y%m%dT%H%M%SZ").replace(tzinfo=ZoneInfo("UTC"))
        found = [at for at in found if at.replace(tzinfo=there) <= last]
    return found


@pytest.mark.slow
@settings(max_examples=1_000)
@given(rules(), st.data())
def test_rules_with_exceptions_are_what_dateutil_makes_of_them(told, data):
    rule, first, zone = told
    found = instances(rule, first, zone)
    if first not in found:  # RFC 5545: such a rule has no defined meaning
        return
    left_out = data.draw(st.sets(st.sampled_from(found), max_size=4))
    exceptions = [f"EXDATE;TZID={zone}:{at:%Y%m%dT%H%M%S}" for at in sorted(left_out)]
    lines = (f"DTSTART;TZID={zone}:{first:%Y%m%dT%H%M%S}", "DURATION:PT45M", f"RRULE:{rule}")
    here = ZoneInfo(HERE)
    expected = [
        at.replace(tzinfo=ZoneInfo(zone)).astimezone(here).replace(tzinfo=None)
        for at in found
        if at not in left_out
    ]
    shown = [at for at in expected if FIRST <= at.date() <= LAST]
    assert [one.start for one in read(*lines, *exceptions) if one.start.year == 2026] == shown


def test_a_moved_occurrence_is_where_it_was_moved_to():
    series = event(
        "DTSTART;TZID=Europe/Berlin:20260105T100000",
        "DTEND;TZID=Europe/Berlin:20260105T110000",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "SUMMARY:Stand-up",
    )
    moved = event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000",
        "DTSTART;TZID=Europe/Berlin:20260113T150000",
        "DTEND;TZID=Europe/Berlin:20260113T153000",
        "SUMMARY:Stand-up\\, later",
    )
    found = read_ics(calendar(series, moved), "own.ics", HERE, FIRST, LAST)
    assert [(one.start, one.title) for one in found] == [
        (datetime(2026, 1, 5, 10), "Stand-up"),
        (datetime(2026, 1, 13, 15), "Stand-up, later"),
        (datetime(2026, 1, 19, 10), "Stand-up"),
    ]


# --- one event ---

AT_TEN = "DTSTART:20260105T100000", "DTEND:20260105T110000"
MINE = "ATTENDEE;PARTSTAT={}:mailto:Ada@Example.com"


@pytest.mark.parametrize(
    ("lines", "status", "free"),
    [
        ((), "confirmed", False),
        (("STATUS:TENTATIVE",), "tentative", False),
        (("STATUS:Cancelled",), "cancelled", False),
        (("TRANSP:TRANSPARENT",), "confirmed", True),
        (("X-MICROSOFT-CDO-BUSYSTATUS:FREE",), "confirmed", True),
        (("X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",), "tentative", False),
        (("X-MICROSOFT-CDO-BUSYSTATUS:OOF", "TRANSP:TRANSPARENT"), "confirmed", False),
        ((MINE.format("DECLINED"),), "cancelled", False),
        ((MINE.format("DECLINED").replace("Ada", "Bob"),), "confirmed", False),
        ((MINE.format("TENTATIVE"),), "tentative", False),
        ((MINE.format("NEEDS-ACTION"),), "confirmed", False),
    ],
)
def test_what_blocks_and_what_does_not(lines, status, free):
    (one,) = read(*AT_TEN, *lines, me="ada@example.com")
    assert (one.status, one.free) == (status, free)


@pytest.mark.parametrize(
    ("lines", "start", "end"),
    [
        (AT_TEN, (10, 0), (11, 0)),
        (("DTSTART:20260105T100000Z", "DTEND:20260105T110000Z"), (11, 0), (12, 0)),
        (("DTSTART;TZID=America/New_York:20260105T050000", "DURATION:PT1H30M"), (11, 0), (12, 30)),
        (("DTSTART;TZID=Eastern Standard Time:20260105T050000", "DURATION:PT1H"), (11, 0), (12, 0)),
        (("DTSTART:20260105T100000",), (10, 0), (10, 0)),
    ],
)
def test_times_are_by_its_owners_clock(lines, start, end):
    (one,) = read(*lines)
    day = date(2026, 1, 5)
    assert one.start == datetime.combine(day, datetime.min.time().replace(*start))
    assert one.end == datetime.combine(day, datetime.min.time().replace(*end))


def test_a_zone_of_the_files_own_is_known():
    zone = (
        "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        "TZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )
    lines = event("DTSTART;TZID=Office:20260105T120000", "DURATION:PT1H")
    (one,) = read_ics(calendar(zone, lines), "own.ics", HERE, FIRST, LAST)
    assert one.start == datetime(2026, 1, 5, 10)


def test_a_whole_day_lasts_from_midnight_to_midnight():
    (one,) = read("DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260107")
    assert (one.all_day, one.start, one.end) == (True, datetime(2026, 1, 5), datetime(2026, 1, 7))


def test_a_whole_day_may_be_written_to_end_on_the_day_that_it_begins():
    (one,) = read("DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260105")
    assert (one.all_day, one.start, one.end) == (True, datetime(2026, 1, 5), datetime(2026, 1, 6))


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (("SUMMARY:Lunch", "SUMMARY:Dinner"), "Lunch"),
        (("SUMMARY;ENCODING=BASE64;VALUE=BINARY:aGk=",), ""),
        ((f"SUMMARY:{'x' * 300}",), "x" * 199 + "…"),
    ],
)
def test_titles(lines, title):
    (one,) = read(*AT_TEN, "STATUS:CONFIRMED", "STATUS:Confirmed", *lines)
    assert (one.title, one.status) == (title, "confirmed")


def test_many_calendars_in_a_file_are_read_within_seconds():
    text = calendar(event(*AT_TEN)) * 1_000
    assert not over(seconds(lambda: read_ics(text, "own.ics", HERE, FIRST, LAST), 80), 8)


def test_an_hour_that_comes_twice_is_not_over_before_it_begins():
    utc = "DTSTART:20261025T003000Z", "DTEND:20261025T011500Z"
    (one,) = read(*utc)
    assert one.end - one.start == timedelta(minutes=45)


def test_busy_times_that_are_shared():
    shared = (
        "BEGIN:VFREEBUSY\r\nUID:1\r\nFREEBUSY:20260105T090000Z/PT1H,20260106T090000Z/PT1H\r\n"
        "FREEBUSY;FBTYPE=FREE:20260107T090000Z/PT1H\r\n"
        "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260108T090000Z/20260108T100000Z\r\nEND:VFREEBUSY\r\n"
    )
    found = read_ics(calendar(shared), "own.ics", HERE, FIRST, LAST)
    assert [(one.start.day, one.start.hour, one.status) for one in found] == [
        (5, 10, "confirmed"),
        (6, 10, "confirmed"),
        (8, 10, "tentative"),
    ]


def test_an_invitation_that_is_taken_back_is_cancelled():
    text = calendar("METHOD:CANCEL\r\n", event(*AT_TEN))
    (one,) = read_ics(text, "own.ics", HERE, FIRST, LAST)
    assert one.status == "cancelled"


# --- what is refused, as a whole ---

SOUND = event(*AT_TEN, uid="sound")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "line 1: BEGIN:VCALENDAR and its END were expected"),
        (b"Hello\r\n", "line 1: a line such as SUMMARY:Lunch was expected"),
        (b"SUMMARY:x\r\n", "line 1: BEGIN:VCALENDAR was expected"),
        (b"BEGIN:VCALENDAR\nSUMMARY:\xff\n", "line 2: not UTF-8"),
        (calendar(SOUND, "BEGIN:VEVENT\r\n"), "line 9: END:VEVENT was expected"),
        (calendar(SOUND)[:-16], "line 1: BEGIN:VCALENDAR and its END"),
        (calendar(SOUND, event("SUMMARY:x")), "line 8: an event with a DTSTART"),
        (calendar(SOUND, event("DTSTART:tomorrow")), "line 10: DTSTART: "),
        (calendar(event("DTSTART;TZID=Here:20260105T100000")), "line 5: Here: a known time zone"),
        (calendar(event(AT_TEN[0], "DTEND:20260105T090000")), "line 6: an end after the start"),
        (calendar(event(AT_TEN[0], "DTEND;VALUE=DATE:20260105")), "line 6: "),
        (calendar(event(AT_TEN[0], "DURATION:P9999999999999W")), "line 6: DURATION: "),
        (calendar(event(AT_TEN[0], "RRULE:FREQ=WEEKLY;BYDAY=XX")), "line 6: RRULE: "),
        (calendar(event(AT_TEN[0], "RRULE:often")), "line 6: a rule with a FREQ"),
        (calendar(event(AT_TEN[0], "DURATION:P999999999D")), "line 3: an event of the years"),
        (calendar(event(AT_TEN[0], "DURATION:-PT1H")), "line 6: an end after the start"),
        (
            calendar(event("DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260104")),
            "line 6: an end after the start",
        ),
        (calendar(event(AT_TEN[0], "RRULE:FREQ=MONTHLY;BYDAY=53MO")), "line 6: an event that can"),
        (calendar(event(AT_TEN[0], "RRULE:FREQ=DAILY;FREQ=WEEKLY")), "line 6: a rule with a FREQ"),
        (calendar(event(*AT_TEN, "EXRULE:FREQ=DAILY")), "line 7: an event without EXRULE"),
        (calendar(event(*AT_TEN, "STATUS:CANCELLED", "STATUS:CONFIRMED")), "line 7: a single ST"),
        (calendar(event(*AT_TEN, "TRANSP:OPAQUE", "TRANSP:TRANSPARENT")), "line 7: a single TRAN"),
        (calendar(busy("FREEBUSY:99991231T235959Z/PT9H")), "line 4: FREEBUSY: a value that can"),
        (calendar(busy("FREEBUSY:20260105T090000Z")), "line 4: FREEBUSY: a value that can be read"),
        (calendar(busy("FREEBUSY;TZID=Here:20260105T090000/PT1H")), "line 4: times in UTC"),
        (
            calendar(busy(*["FREEBUSY:20260105T090000Z/PT1H"] * (MAX_ENTRIES + 1))),
            "line 3: at most 2,000 entries",
        ),
        (
            calendar(
                "BEGIN:VTIMEZONE\r\nTZID:O\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
                "TZOFFSETFROM:+9900\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
            ),
            "line 7: TZOFFSETFROM: a value that can be read",
        ),
        (calendar(event(*AT_TEN, "SUMMARY=Lunch")), "line 7: a line such as SUMMARY:Lunch"),
        (calendar(*["BEGIN:X\r\n"] * 9), "line 10: at most 8 components in each other"),
        (b"x" * (MAX_BYTES + 1), f"{MAX_BYTES + 1:,} bytes; at most {MAX_BYTES:,} were expected"),
    ],
)
def test_what_cannot_be_read_right_is_refused_with_its_line(text, says):
    with pytest.raises(OwnError) as refused:
        read_ics(text, "own.ics", HERE, FIRST, LAST)
    assert str(refused.value).startswith("own.ics")
    assert says in str(refused.value)


@settings(max_examples=100)
@given(st.binary(max_size=200), st.integers(0, 400), st.integers(0, 400))
def test_a_damaged_file_is_read_or_refused(noise, start, end):
    whole = calendar(event(*AT_TEN, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20260112T100000"), SOUND)
    damaged = whole[:start] + noise + whole[max(start, end) :]
    with suppress(OwnError):
        read_ics(damaged, "own.ics", HERE, FIRST, LAST)
