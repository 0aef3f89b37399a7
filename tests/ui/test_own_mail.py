"""Bringing an email of one's own: read, corrected, answered, graded, and kept nowhere."""

import json
import re
import tempfile
import time
import traceback
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import gradio as gr
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from desks import load
from desks.own.entries import MAX_LINES
from desks.own.errors import OwnError
from tests.ui.conftest import Server
from tests.ui.visits import ADA, BOB, said, visit
from ui.drawing import escaped
from ui.guard.throttle import RateLimiter
from ui.inbox.tab import BENCH
from ui.links import LinkError
from ui.own.events import limit_own, refusing_own
from ui.own.example import EXAMPLE
from ui.own.mail import case_of, read_again, understood
from ui.own.ref import OwnRef, reference

CANARY = "qwyxzvolkow"
CASE = load("exec_assist").scenario(3, "hard", "eval")
READ = {
    "asks": "true",
    "day": "2026-03-05",
    "start": "14:30",
    "minutes": "45",
    "deadline": "2026-03-09T00:00",
    "people": "lena@firm.example",
    "days": "2026-03-05,2026-03-06,2026-03-09",
    "entries": "2026-03-05 14:00-15:00 Supplier call",
}


def event(**changed: str) -> gr.EventData:
    told = EXAMPLE | READ | {"calendars": json.dumps(EXAMPLE["calendars"])} | changed
    return said(**told)


def drawing(told: gr.EventData) -> str:
    return "".join(understood(told))


# --- the name of a case ---


def test_a_case_comes_back_from_its_name():
    ref = OwnRef.of(CASE)
    assert reference(str(ref), "exec_assist") == ref
    assert ref.scenario("exec_assist") == CASE
    assert str(reference("hard-eval-7", "exec_assist")) == "hard-eval-7"


OWN = str(OwnRef.of(CASE))
OTHER = OwnRef.of(CASE.model_copy(update={"seed": 4}))


@pytest.mark.parametrize(
    "name",
    [
        "own:",
        "own:%%%",
        "own:é:é",
        OWN[:-4],
        OWN.replace(":", ":0", 1),
        OWN.rpartition(":")[0] + ":" + str(OTHER).rpartition(":")[2],
        str(OwnRef.of(load("it_triage").scenario(3, "hard", "eval"))),
    ],
    ids=["empty", "odd", "not ASCII", "cut off", "another seal", "another case", "another desk"],
)
def test_a_name_that_was_not_made_here_is_refused(name):
    with pytest.raises(LinkError, match="your own case is no longer known"):
        reference(name, "exec_assist")


def test_a_case_that_is_too_large_has_no_name():
    noise = "".join(map(str, Random(0).choices(range(10**9), k=60_000)))
    with pytest.raises(OwnError, match="less text was expected"):
        OwnRef.of(CASE.model_copy(update={"thread": (_with_body(noise),)}))


def _with_body(body: str):
    return CASE.thread[0].model_copy(update={"body": body})


# --- what is read, and what is made of it ---


def test_the_example_is_understood_and_drawn_as_fields():
    drawn = drawing(event())
    for name, value in READ.items():
        if name not in ("asks", "days", "entries"):
            assert f'data-read="{name}" value="{value}' in drawn, name
    assert "2026-03-05 14:00-15:00 Supplier call" in drawn
    assert "2026-03-06 11:00-12:30 Interview, perhaps (tentative)" in drawn
    assert drawn.count("Stand-up") == 3


def test_what_was_not_found_is_said_and_marked():
    mail = EXAMPLE["mail"].replace(" Forty-five minutes should do.", "")
    drawn = drawing(event(mail=mail))
    assert "Not found: minutes." in drawn
    assert drawn.count("field missing") == 1


def test_a_case_is_made_of_the_corrected_fields():
    case = case_of(event(start="16:00")).scenario("exec_assist")
    assert case.truth.request.slot.start.isoformat() == "2026-03-05T16:00:00"
    assert case.truth.conflicts == ()
    assert [one.title for one in case.calendar.events] == ["Supplier call"]
    nothing = case_of(event(asks="false")).scenario("exec_assist")
    assert nothing.truth.request is None
    _, _, score, _ = BENCH.run(case_of(event()), "oracle")
    assert "✓" in score


@pytest.mark.parametrize(
    "people", ["lena@firm.example", "Lena Fox <lena@firm.example>", " Lena <lena@firm.example> ,"]
)
def test_who_else_comes_is_known_by_the_address(people: str):
    request = case_of(event(people=people)).scenario("exec_assist").truth.request
    assert "lena@firm.example" in request.attendees
    assert not any("<" in one for one in request.attendees)


def test_what_comes_back_from_the_page_is_as_it_was():
    family = "2026-03-05 14:00-15:00 👩\u200d💻 Lunch"
    assert f">{family}</textarea>" in read_again(event(entries=family))


BOARD = """\
BEGIN:VCALENDAR
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20260311T140000
DTEND;TZID=Europe/Berlin:20260311T160000
SUMMARY:Board
END:VEVENT
END:VCALENDAR
"""
MOVED = {"day": "2026-03-11", "calendars": json.dumps([["mine.ics", BOARD]])}
"""The day put right by hand, to one that was not shown before."""


def test_a_corrected_day_is_shown_with_what_is_in_the_calendar():
    drawn = read_again(event(**MOVED))
    assert 'data-days="2026-03-11,2026-03-12,2026-03-13"' in drawn
    assert "2026-03-05 14:00-15:00 Supplier call\n2026-03-11 14:00-16:00 Board" in drawn
    assert 'value="2026-03-05,2026-03-06,2026-03-09,2026-03-11,2026-03-12,2026-03-13"' in drawn
    kept = read_again(event(**MOVED, days="2026-03-11,2026-03-12,2026-03-13", entries=""))
    assert "Board" not in kept, "taken out by hand, and back"


@pytest.mark.parametrize(
    ("changed", "events", "action"),
    [
        ({}, ["Board"], "propose_alternatives"),
        ({"days": "2026-03-11,2026-03-12,2026-03-13"}, [], "book"),
    ],
)
def test_a_corrected_day_is_graded_against_its_own_calendar(changed, events, action):
    case = case_of(event(**MOVED, **changed, deadline="", people="")).scenario("exec_assist")
    assert [one.title for one in case.calendar.events] == events
    assert [one.action for one in case.truth.acceptable] == [action]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"mail": " "}, "the email: paste it"),
        ({"me": "a@b.c, " * 100}, "who you are: at most 200 characters were expected"),
        ({"me": "(" * 190 + "<a@b.c>"}, "who you are: one address was expected"),
        ({"now": "1998-03-03T10:00"}, "the field 'now': a year from 2000 to 2099 was expected"),
        ({"now": "9999-12-28T23:00"}, "the field 'now': a year from 2000 to 2099 was expected"),
        ({"deadline": "2026-03-09T00:00+01:00"}, "the field 'deadline': "),
        ({"deadline": "9999-12-28T23:00"}, "the field 'deadline': "),
        ({"mail": EXAMPLE["mail"].replace("2026", "1998")}, "the email: sent in 1998: say when"),
        ({"people": ", ".join(f"p{n}@firm.example" for n in range(60))}, "at most 19 others"),
        ({"me": "nobody"}, "who you are: one address was expected"),
        ({"zone": "Mars/Olympus"}, "your zone: 'Mars/Olympus'"),
        ({"opens": "17:00", "closes": "09:00"}, "your hours: opening before closing"),
        ({"opens": "early"}, "the field 'opens': a time was expected"),
        ({"day": ""}, "the day that is asked for was expected"),
        ({"minutes": "many"}, "the field 'minutes': "),
        ({"minutes": "1000000000000"}, "the field 'minutes': "),
        ({"minutes": "-5"}, "the field 'minutes': "),
        ({"day": "9999-12-31"}, "the field 'day': "),
        ({"start": "10:00+02:00"}, "the field 'start': "),
        ({"opens": "09:00+01:00"}, "the field 'opens': a time was expected"),
        ({"days": "soon"}, "the days that are shown: "),
        ({"entries": "lunch"}, "the calendar, line 1: a line such as"),
    ],
)
def test_what_is_missing_or_wrong_is_named(changed, wrong):
    with pytest.raises(OwnError, match=wrong):
        case_of(event(**changed))


@pytest.mark.slow
def test_a_calendar_that_cannot_be_read_is_named_with_its_line():
    broken = EXAMPLE["calendars"][0][1].replace("20260105T093000", "tomorrow")
    with pytest.raises(OwnError, match=r"mine\.ics, line \d+"):
        understood(event(calendars=json.dumps([["mine.ics", broken]])))
    six = json.dumps([["a.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n"]] * 6)
    with pytest.raises(OwnError, match="your calendars: at most 5 were expected"):
        understood(event(calendars=six))
    for calendars in ("[", "[1]", '[["a"]]', '[["a", 1]]', "[" * 100_000):
        with pytest.raises(gr.Error, match="did not arrive whole"):
            understood(event(calendars=calendars))


@pytest.mark.parametrize("calendars", ['[["\\ud800.ics",""]]', '[["a.ics","\\ud800"]]'])
def test_half_a_character_in_a_calendar_is_refused(calendars):
    with pytest.raises(gr.Error, match=r"half a character|did not arrive whole"):
        understood(event(calendars=calendars))


def test_more_entries_than_a_calendar_holds_as_text_are_refused_when_they_are_read():
    one = (
        "BEGIN:VEVENT\nUID:{}\nDTSTART:20260305T100000\nDTEND:20260305T110000\nSUMMARY:x\n"
        "END:VEVENT\n"
    )
    many = "".join(one.format(number) for number in range(MAX_LINES + 1))
    calendar = json.dumps([["mine.ics", f"BEGIN:VCALENDAR\n{many}END:VCALENDAR\n"]])
    with pytest.raises(OwnError, match="your calendar: 501 entries; at most 500 were expected"):
        understood(event(calendars=calendar))


def test_what_is_left_out_of_an_email_is_said():
    drawn = drawing(event(mail=EXAMPLE["mail"] + "x " * 4_000))
    assert "The last message has 8," in drawn
    assert "characters: the first 6,000 are read and shown." in drawn


SECRET = f"""\
From: Tim {CANARY} <tim@northwind.example>
To: Ada Stone <ada@firm.example>
Date: Tue, 3 Mar 2026 09:12:00 +0000
Subject: {CANARY}

Can we meet on Thursday at 14:30 for 30 minutes? Please bring {
    ", ".join(f"{CANARY}{number}@firm.example" for number in range(60))
}.
"""


def test_nothing_of_an_email_is_in_what_goes_wrong(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise ValueError(SECRET)

    assert f"{CANARY}0@" in drawing(event(mail=SECRET))
    monkeypatch.setattr("ui.own.brought.days_shown", broken)
    place = r"ValueError at test_own_mail\.py, line \d+"
    with pytest.raises(RuntimeError, match=place) as wrong, refusing_own():
        case_of(event(mail=SECRET))
    assert CANARY not in "".join(traceback.format_exception(wrong.value))


def test_reading_is_limited_for_each_visitor(monkeypatch):
    monkeypatch.setattr("ui.own.events.RATE", RateLimiter(burst=2, refill_seconds=60))
    limit_own(visit(ADA))
    limit_own(visit(ADA))
    with pytest.raises(gr.Error, match="Try again in 60 s"):
        limit_own(visit(ADA))
    limit_own(visit(BOB))


def test_odd_names_and_halves_of_characters_are_no_traceback():
    empty = json.dumps([["a\0.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n"]])
    assert "What was understood" in drawing(event(calendars=empty))
    with pytest.raises(gr.Error, match="half a character"):
        understood(event(mail="\ud800"))


def test_a_vacation_and_a_birthday_count_as_on_the_command_line():
    told = "UID:9\nDTSTART;VALUE=DATE:{}\nDTEND;VALUE=DATE:{}\nSUMMARY:{}\n{}"
    events = [
        told.format("20260302", "20260307", "Vacation", ""),
        told.format("20260309", "20260310", "Birthday", "TRANSP:TRANSPARENT\n"),
    ]
    calendar = "".join(f"BEGIN:VEVENT\n{one}END:VEVENT\n" for one in events)
    calendar = f"BEGIN:VCALENDAR\n{calendar.replace('UID:9', 'UID:8', 1)}END:VCALENDAR\n"
    drawn = drawing(event(calendars=json.dumps([["mine.ics", calendar]])))
    assert "2026-03-05 09:00-17:00 Vacation" in drawn
    assert "2026-03-09 00:00-00:00 Birthday (free)" in drawn


def test_a_script_in_any_field_is_shown_as_text():
    script = f"<script>{CANARY}</script><img src=x onerror={CANARY}>"
    mail = EXAMPLE["mail"].replace("Tim Berg", script).replace("Budget", f"Budget {script}")
    drawn = drawing(event(mail=mail, me=f"{script} <ada@firm.example>"))
    case = case_of(event(mail=mail, me=f"{script} <ada@firm.example>", people=script, entries=(
        f"2026-03-05 14:00-15:00 {script}"
    )))  # fmt: skip
    for html in (drawn, *BENCH.opened(case)):
        assert "<script" not in html
        assert "<img" not in html
    prompt = load("exec_assist").prompt(case.scenario("exec_assist"))
    assert all(f">{escaped(one['content'])}</pre>" in BENCH.opened(case)[0] for one in prompt)


# --- in the browser ---


def opened(page: Page) -> Locator:
    """The tab, with the panel open."""
    page.goto("?tab=inbox")
    tab = page.locator("#inbox")
    tab.get_by_role("button", name="Try your own email").click()
    return tab


def drop(tab: Locator, *files: tuple[str, bytes]) -> None:
    tab.locator(".own").evaluate(
        """(own, files) => {
            const dataTransfer = new DataTransfer();
            for (const [name, bytes] of files)
                dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
            own.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
        }""",
        [[name, list(data)] for name, data in files],
    )


def lunch(text: str, charset: str, codec: str = "") -> bytes:
    """An email with that text, whose header names a charset, in 8 bits."""
    head = (
        "From: Tim <tim@northwind.example>\nDate: Tue, 3 Mar 2026 09:12:00 +0000\n"
        f"Subject: Lunch\nContent-Type: text/plain; charset={charset}\n\n"
    )
    asks = "Can we meet on Thursday at 14:30 for 30 minutes?\n"
    return f"{head}{asks}{text}".encode(codec or charset)


def test_a_dropped_email_is_read_in_its_charset(page: Page):
    tab = opened(page)
    mixed = lunch("Grüße aus Köln\n", "utf-8") + lunch("Grüße aus Ulm", "iso-8859-1")
    for data, *texts in (
        (lunch("Привет", "koi8-r"), "Привет"),
        (lunch("“Grüße”", "x-none", "cp1252"), "“Grüße”"),
        (mixed, "Grüße aus Köln", "Grüße aus Ulm"),
        (lunch("Schöne Grüße", '"ISO-8859-1"', "latin-1"), "Schöne Grüße"),
    ):
        drop(tab, ("own.eml", data))
        for text in texts:
            expect(tab.locator("[data-own=mail]")).to_have_value(holding(text))
    tab.locator("[data-own=me]").fill(EXAMPLE["me"])
    tab.get_by_role("button", name="Read it").click()
    tab.get_by_role("button", name="Answer it").click()
    expect(tab.locator(".message.latest")).to_contain_text("Schöne Grüße")


def test_of_several_dropped_emails_the_one_that_is_taken_is_named(page: Page):
    tab = opened(page)
    first, second = lunch("Yours, Tim", "utf-8"), lunch("Yours, Lena", "utf-8")
    drop(tab, ("first.eml", first), ("mine.ics", BOARD.encode()), ("second.eml", second))
    expect(tab.locator("[data-own=mail]")).to_have_value(holding("Yours, Tim"))
    expect(tab.locator(".own-files")).to_have_text(
        "Calendars: mine.ics. They are read together with the email. "
        "Only first.eml was taken: bring one email, or a whole thread as an .mbox."
    )
    drop(tab, ("second.eml", second))
    expect(tab.locator("[data-own=mail]")).to_have_value(holding("Yours, Lena"))
    expect(tab.locator(".own-files")).not_to_contain_text("first.eml")


def test_an_email_that_is_too_large_is_told_how_large_it_may_be(page: Page):
    tab = opened(page)
    tab.get_by_role("button", name="Fill in an example").click()
    mail = tab.get_by_label("The email, or the whole thread")
    text = mail.input_value()
    mail.fill(text + "x" * 400_000)
    tab.get_by_role("button", name="Read it").click()
    told = tab.locator(".own-files")
    expect(told).to_contain_text("KB; this page reads at most 390 KB. Leave attachments out")
    mail.fill(text + "x" * 385_000)
    tab.get_by_role("button", name="Read it").click()
    expect(told).not_to_contain_text("attachments")
    expect(tab.locator(".own-read").first).to_contain_text("asks for a meeting")


def test_a_corrected_day_brings_its_calendar(page: Page, server: Server):
    page.goto("?tab=inbox")
    tab = page.locator("#inbox")
    tab.get_by_role("button", name="Try your own email").click()
    tab.get_by_role("button", name="Fill in an example").click()
    tab.get_by_role("button", name="Read it").click()
    slot = tab.get_by_role("button", name="Add 2026-03-05 16:00")
    slot.press("Enter")
    expect(slot).to_be_focused()
    for key, name in (
        ("ArrowDown", "Take out busy, 16:00"),
        ("ArrowDown", "Add 2026-03-05 16:30"),
        ("ArrowRight", "Add 2026-03-06 16:30"),
        ("ArrowLeft", "Add 2026-03-05 16:30"),
    ):
        page.keyboard.press(key)
        expect(tab.get_by_role("button", name=name)).to_be_focused()
    expect(tab.locator(".own-week [tabindex='0']")).to_have_count(1)
    tab.get_by_role("button", name="Take out busy, 16:00").press("Enter")
    expect(slot).to_be_focused()
    slot.press("Enter")
    tab.locator("[data-read=day]").fill("2026-03-12")
    tab.locator("[data-read=start]").fill("09:30")
    expect(tab.get_by_role("button", name="Take out Stand-up, 09:30")).to_have_count(3)
    expect(tab.get_by_role("button", name="Add 2026-03-12 16:00")).to_be_visible()
    expect(tab.locator("[data-read=start]")).to_have_value("09:30")
    entries = tab.locator("[data-read=entries]")
    expect(entries).to_have_value(holding("2026-03-05 14:00"))
    expect(entries).to_have_value(holding("2026-03-05 16:00-16:30 busy"))


def test_entries_that_overlap_stand_side_by_side(page: Page):
    tab = opened(page)
    tab.get_by_role("button", name="Fill in an example").click()
    tab.get_by_role("button", name="Read it").click()
    lines = ("10:00-12:00 One", "10:30-11:00 Two", "11:00-11:30 Three", "12:00-12:30 Four")
    text = "\n".join(f"2026-03-05 {line}" for line in lines)
    tab.locator("[data-read=entries]").fill(text)
    one, two, three, four = (
        tab.get_by_role("button", name=f"Take out {title},").bounding_box()
        for title in ("One", "Two", "Three", "Four")
    )
    assert one["x"] + one["width"] <= two["x"] + 1
    assert (two["x"], two["width"]) == (three["x"], three["width"])
    assert four["x"] == one["x"]
    assert four["width"] == pytest.approx(2 * one["width"], abs=1)
    column = tab.locator(".own-week [data-day='2026-03-05'] > div").bounding_box()
    assert two["x"] + two["width"] <= column["x"] + column["width"]


def held_back(page: Page, day: str) -> tuple[Locator, list[Route]]:
    """The tab with the example read, and where the request for another day waits to be sent."""
    tab, held = opened(page), []
    tab.get_by_role("button", name="Fill in an example").click()
    tab.get_by_role("button", name="Read it").click()
    expect(tab.locator("[data-read=day]")).to_be_visible()
    page.route("**/queue/join*", lambda one: one.continue_() if held else held.append(one))
    with page.expect_request("**/queue/join*"):
        tab.locator("[data-read=day]").fill(day)
    return tab, held


def test_what_is_changed_in_the_calendar_while_the_server_reads_stays(page: Page):
    tab, held = held_back(page, "2026-03-12")
    tab.get_by_role("button", name="Add 2026-03-05 16:00").click()
    tab.get_by_role("button", name="Take out Supplier call, 14:00").click()
    held[0].continue_()
    expect(tab.get_by_role("button", name="Add 2026-03-12 16:00")).to_be_visible()
    entries = tab.locator("[data-read=entries]")
    expect(entries).to_have_value(holding("2026-03-05 16:00-16:30 busy"))
    expect(entries).to_have_value(holding("2026-03-12 09:30-10:00 Stand-up"))
    expect(entries).not_to_have_value(holding("Supplier call"))


def test_of_two_days_the_later_is_shown_though_the_first_is_still_read(page: Page):
    tab, held = held_back(page, "2026-03-11")
    tab.locator("[data-read=day]").fill("2026-03-18")
    page.wait_for_timeout(700)
    held[0].continue_()
    expect(tab.get_by_role("button", name="Add 2026-03-18 16:00")).to_be_visible()
    known = tab.locator("[data-read=days]").input_value().split(",")
    lines = tab.locator("[data-read=entries]").input_value().splitlines()
    assert [line[:10] for line in lines if "Stand-up" in line] == known
    assert len(known) == 9, "the first, too, is read once for all"


def test_back_leads_from_ones_own_case_to_the_one_before(page: Page, server: Server):
    page.goto("?tab=inbox")
    tab = page.locator("#inbox")
    before, last = (tab.locator(".rows a").nth(place) for place in (2, 4))
    [scenario] = parse_qs(urlsplit(before.get_attribute("href")).query)["scenario"]
    for one in (before, last):
        one.click()
        expect(page).to_have_url(re.compile(re.escape(one.get_attribute("href")) + "$"))
    tab.get_by_role("button", name="Try your own email").click()
    tab.get_by_role("button", name="Fill in an example").click()
    tab.get_by_role("button", name="Read it").click()
    tab.get_by_role("button", name="Answer it").click()
    policies = tab.locator(".policies")
    expect(policies).to_have_attribute("data-scenario", re.compile("^own:"))
    page.go_back()
    expect(page).to_have_url(re.compile(re.escape(before.get_attribute("href")) + "$"))
    expect(policies).to_have_attribute("data-scenario", scenario)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_gets_from_the_empty_tab_to_a_graded_answer(
    page: Page, server: Server, width: int
):
    began = time.monotonic()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("?tab=inbox")
    tab = page.locator("#inbox")
    expect(tab.locator(".letter")).to_be_visible()
    address = page.url
    tab.get_by_role("button", name="Try your own email").click()
    tab.get_by_role("button", name="Fill in an example").click()
    mail = tab.get_by_label("The email, or the whole thread")
    mail.fill(mail.input_value().replace("Thanks", f"Thanks {CANARY}"))
    tab.get_by_role("button", name="Read it").click()
    expect(tab.locator("[data-read=minutes]")).to_have_value("45")
    entries = tab.locator("[data-read=entries]")
    tab.get_by_role("button", name="Add 2026-03-05 16:00").click()
    expect(entries).to_have_value(holding("2026-03-05 16:00-16:30 busy"))
    tab.get_by_role("button", name="Take out Supplier call, 14:00").click()
    expect(entries).not_to_have_value(holding("Supplier call"))
    tab.get_by_role("button", name="Answer it").click()
    expect(tab.locator(".message.latest")).to_contain_text(CANARY)
    tab.locator("[data-policy=oracle]").click()
    expect(tab.locator(".total")).to_contain_text("1.00")
    assert time.monotonic() - began < 60
    assert page.url == address
    in_the_arena(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    assert kept(server) == []


def in_the_arena(page: Page) -> None:
    """Two contenders answer the open case; it is said where it goes."""
    page.locator("#inbox").get_by_role("link", name="Any two models on this case").click()
    arena = page.locator("#arena")
    where = arena.locator("[data-where]")
    expect(where).to_contain_text("It is sent nowhere else.")
    left, right = (arena.locator(f'[data-side="{side}"]') for side in ("left", "right"))
    left.locator("select").select_option("scripted:always_none")
    right.locator("select").select_option("api:")
    right.locator(".named").fill("m@https://models.example/v1")
    expect(where).to_contain_text("it is sent to https://models.example/v1, and to nobody else")
    right.locator("select").select_option("scripted:oracle")
    arena.get_by_role("button", name="Let both answer").click()
    expect(arena.locator(".duel-news")).to_contain_text(
        "B (honest answer) is right and the other is not"
    )
    expect(arena.locator(".letter")).to_contain_text(CANARY)
    assert page.url.endswith("?tab=arena")


def holding(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


def kept(server: Server) -> list[Path]:
    """The files with the canary in them: the log, the store, or what Gradio keeps of a visit."""
    folders = (server.log.parent, Path(tempfile.gettempdir()) / "gradio")
    files = (file for folder in folders for file in folder.rglob("*") if file.is_file())
    return [file for file in files if CANARY.encode() in file.read_bytes()]
