"""The answer forms in a real Chromium: filled from the calendar, by mouse, finger and keys."""

import json

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from desks import load
from ui.inbox import tab as inbox
from ui.links import Ref

INBOX, HELP_DESK = "?tab=inbox&scenario=hard-eval-7", "?tab=helpdesk&scenario=hard-eval-7"
SCENARIO = inbox.BENCH.scenario(Ref.parse("hard-eval-7"))
MINUTES = 45
"""What the email asks for."""
MORNING, NOON, LATE = "2026-09-24T10:00", "2026-09-25T11:30", "2026-09-24T16:30"
"""Free times."""


def opened(page: Page, link: str) -> Locator:
    page.goto(link)
    tab = page.locator(".tab:visible")
    expect(tab.locator(".letter")).to_be_visible()
    expect(tab.locator(".json")).not_to_have_value("")
    return tab


@pytest.fixture
def tab(page: Page) -> Locator:
    tab = opened(page, INBOX)
    expect(tab.locator(".can-pick")).to_be_visible()
    return tab


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The events that are sent to the server."""
    sent = []

    def record(request: Request) -> None:
        if "queue/join" in request.url:
            sent.append(request.post_data)

    page.on("request", record)
    return sent


def answer(tab: Locator) -> dict:
    return json.loads(tab.locator(".json").input_value())


def take(tab: Locator, start: str) -> None:
    tab.locator(f".slots [data-take='{start}']").click()


def act(tab: Locator, name: str) -> None:
    tab.locator(".pick-bar").get_by_role("button", name=name, exact=True).click()


# --- the calendar fills the form ---


def test_a_click_on_a_free_time_books_it_as_long_as_the_email_asks_for(page, tab, asked):
    take(tab, MORNING)
    found = answer(tab)
    assert SCENARIO.truth.request.slot.minutes == MINUTES
    assert found["calendar_action"] == "book"
    assert (found["meeting_details"]["start"], found["meeting_details"]["end"]) == (
        MORNING,
        "2026-09-24T10:45",
    )
    expect(tab.locator("[data-path='meeting_details.end']")).to_have_value("2026-09-24T10:45")
    expect(tab.locator(".pick-bar").get_by_role("status")).to_contain_text(
        "The meeting: Thu 24 Sep, 10:00–10:45. Another click moves it"
    )
    drawn = tab.locator("[data-day='2026-09-24'] .draft")
    expect(drawn).to_have_text("+ Meeting")
    slot = tab.locator(f".slots [data-take='{MORNING}']")
    assert abs(drawn.bounding_box()["y"] - slot.bounding_box()["y"]) < 3
    assert asked == [], "no round trip"


def test_clicks_add_offers_in_order_and_take_them_out(tab, asked):
    tab.get_by_label("propose alternatives").check()
    for start in (NOON, MORNING):
        take(tab, start)
    assert [one["start"] for one in answer(tab)["proposed_slots"]] == [MORNING, NOON]
    expect(tab.locator(".draft")).to_have_text(["+ Offer 1", "+ Offer 2"])
    take(tab, MORNING)
    assert [one["start"] for one in answer(tab)["proposed_slots"]] == [NOON]
    expect(tab.locator(".pick-bar")).to_contain_text("Offered: Fri 25 Sep, 11:30")
    tab.get_by_role("button", name="Take out offer 1").click()
    assert answer(tab)["proposed_slots"] == []
    expect(tab.locator(".pick-bar")).not_to_contain_text("Offered")
    expect(tab.locator(".draft")).to_have_count(0)
    for day in SCENARIO.calendar.days:
        for hour in (10, 11):
            take(tab, f"{day}T{hour}:30" if hour == 11 else f"{day}T16:30")
    assert len(answer(tab)["proposed_slots"]) == 5
    expect(tab.locator(".pick-bar")).to_contain_text("5 offers are the most.")
    assert asked == []


def test_an_entry_that_is_clicked_is_the_one_to_move(tab):
    tab.get_by_label("reschedule", exact=True).check()
    tab.locator("li[data-entry=e3]").click()
    expect(tab.get_by_label("Which")).to_have_value("e3")
    take(tab, LATE)
    found = answer(tab)
    assert found["reschedule"] == {"event_id": "e3", "start": LATE, "end": "2026-09-24T17:30"}
    expect(tab.locator("li[data-entry=e3]")).to_have_class("entry confirmed leaves")
    take(tab, NOON)
    assert answer(tab)["meeting_details"]["start"] == NOON, "then the meeting's time"
    take(tab, MORNING)
    act(tab, "Move Client visit there")
    assert answer(tab)["reschedule"]["start"] == MORNING
    assert answer(tab)["meeting_details"]["start"] == NOON
    tab.locator("li[data-entry=p1]").click()
    tab.locator(".pick-bar").get_by_role("button", name="Take").click()
    expect(tab.get_by_role("button", name="The meeting’s time")).to_be_focused()


def test_of_an_entry_it_can_be_said_that_it_clashes_or_its_time_be_taken(tab):
    tab.locator("li[data-entry=e7]").click(position={"x": 20, "y": 30})
    assert answer(tab)["calendar_action"] == "none", "until it is said what for"
    act(tab, "It clashes")
    expect(tab.locator("li[data-entry=e7] [data-take]")).to_be_focused()
    assert answer(tab)["conflicts"] == ["e7"]
    expect(tab.locator("[data-list=conflicts][value=e7]")).to_be_checked()
    tab.locator("li[data-entry=e7]").click(position={"x": 20, "y": 30})
    act(tab, "Take 15:00")
    assert answer(tab)["meeting_details"]["start"] == "2026-09-24T15:00"
    tab.locator("li[data-entry=p1]").click()
    expect(tab.locator(".pick-bar").get_by_role("button", name="Move it")).to_have_count(0)


def test_a_decline_takes_no_time(tab):
    tab.get_by_label("decline").check()
    take(tab, MORNING)
    assert answer(tab)["meeting_details"] is None
    expect(tab.locator(".pick-bar")).to_contain_text("A decline takes no time.")


def test_the_calendar_is_one_stop_for_tab_and_the_arrows_move_in_it(page, tab):
    expect(tab.locator(".can-pick [tabindex='0']")).to_have_count(1)
    tab.locator(".can-pick [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-take", MORNING)
    expect(focused).to_have_attribute("aria-label", "Thursday 24 September, 10:00")
    page.keyboard.press("Enter")
    assert answer(tab)["meeting_details"]["start"] == MORNING
    page.keyboard.press("ArrowLeft")
    expect(page.locator(":focus")).to_have_attribute("data-take", "2026-09-22T10:00")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.can-pick')") is None


@pytest.mark.parametrize("held", ["Alt", "Control", "Meta"])
def test_arrows_with_another_key_are_the_browsers(page, tab, held):
    page.evaluate(
        """() => addEventListener("keydown", (event) => {
            if (event.key.startsWith("Arrow")) (window.taken ??= []).push(event.defaultPrevented);
            event.preventDefault();
        })"""
    )
    for place in (".can-pick [data-take][tabindex='0']", ".rows a[tabindex='0']"):
        tab.locator(place).focus()
        page.keyboard.press(f"{held}+ArrowDown")
        expect(tab.locator(place)).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("window.taken") == [False, False, True]


def test_only_hints_that_are_shown_describe_their_field(tab):
    def described() -> list[str]:
        return tab.locator(".sheet").evaluate(
            """sheet => [...sheet.querySelectorAll("[aria-describedby]")].flatMap((one) =>
                one.getAttribute("aria-describedby").split(" ").map((id) => {
                    const hint = document.getElementById(id);
                    const fits = !hint.hidden || one.closest("[hidden]");
                    return `${fits ? "fits" : "is hidden"}: ${hint.textContent}`;
                }))"""
        )

    found = {}
    for action in ("none", "book", "decline"):
        tab.get_by_label(action, exact=True).check()
        found[action] = described()
        assert found[action]
        assert [one for one in found[action] if not one.startswith("fits: ")] == []
    assert found["none"] != found["book"] != found["decline"]


def test_a_fault_in_a_field_of_any_name_is_told(page, tab):
    tab.locator("[data-view=json]").click()
    tab.locator(".json").fill(json.dumps(answer(tab) | {'"]): .x\\': 1}))
    tab.locator("[data-view=form]").click()
    tab.locator("[data-submit]").click()
    expect(tab.locator(".unfinished")).to_contain_text("is not a field of the answer")


def test_offers_that_are_none_are_left_out_as_one_clicks(page, tab):
    tab.locator("[data-view=json]").click()
    strange = {"calendar_action": "propose_alternatives", "proposed_slots": [None, 1, "x"]}
    faults = []
    page.on("pageerror", lambda error: faults.append(error))
    tab.locator(".json").fill(json.dumps(answer(tab) | strange))
    take(tab, MORNING)
    assert [list(one) for one in answer(tab)["proposed_slots"]] == [["start", "end"]]
    assert faults == []


def test_a_finger_fills_the_form_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    tab = opened(page, INBOX)
    tab.get_by_label("book", exact=True).check()
    tab.get_by_role("button", name="Click it in the calendar").first.click()
    slot = tab.locator(f".slots [data-take='{MORNING}']")
    expect(slot).to_be_in_viewport()
    box = slot.bounding_box()
    assert min(box["width"], box["height"]) >= 24, "large enough for a finger"
    slot.click()
    assert answer(tab)["meeting_details"]["start"] == MORNING
    act(tab, "To the answer")
    expect(tab.locator(".sheet h3")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_answer_from_the_calendar_is_graded_and_drawn_once(page, tab):
    tab.get_by_label("propose alternatives").check()
    for start in (MORNING, NOON):
        take(tab, start)
    tab.locator("[data-submit]").click()
    expect(tab.locator(".by")).to_contain_text("Your answer")
    expect(tab.locator(".calendar .ghost:visible")).to_have_count(2)
    take(tab, LATE)
    expect(tab.locator(".calendar .ghost:visible")).to_have_count(3)


# --- what an action does not use ---


def test_a_field_that_the_action_does_not_use_is_neither_shown_nor_sent(tab):
    parts = {name: tab.locator(f"[data-part={name}]") for name in ("meeting_details", "reschedule")}
    offers = tab.locator("[data-part=proposed_slots]")
    uses = {
        "none": [],
        "book": ["meeting_details"],
        "reschedule": ["meeting_details", "reschedule"],
        "decline": [],
    }
    for action, used in uses.items():
        tab.get_by_label(action, exact=True).check()
        for name, part in parts.items():
            expect(part).to_be_visible(visible=name in used)
            assert (answer(tab)[name] is not None) == (name in used)
        expect(offers).to_be_hidden()
    tab.get_by_label("propose alternatives").check()
    expect(offers).to_be_visible()


def test_what_was_filled_in_comes_back_with_the_choice(tab):
    take(tab, MORNING)
    tab.get_by_label("Title").fill("Roadmap")
    tab.get_by_label("decline").check()
    assert answer(tab)["meeting_details"] is None
    tab.get_by_label("book", exact=True).check()
    assert answer(tab)["meeting_details"]["title"] == "Roadmap"


def test_what_the_json_holds_all_the_same_is_shown_and_can_be_taken_out(tab):
    meeting = {"title": "T", "start": MORNING, "end": LATE, "attendees": []}
    tab.locator("[data-view=json]").click()
    tab.locator(".json").fill(json.dumps(answer(tab) | {"meeting_details": meeting}))
    tab.locator("[data-view=form]").click()
    part = tab.locator("[data-part=meeting_details]")
    expect(part.locator(".unused")).to_be_visible()
    part.get_by_role("button", name="Take it out").click()
    expect(part).to_be_hidden()
    assert answer(tab)["meeting_details"] is None


# --- hints and errors ---


def test_hints_follow_the_action_and_the_words_are_counted(tab):
    hints = tab.locator(".rule:visible")
    expect(hints.filter(has_text="by Felix’s clock")).to_have_count(0)
    tab.get_by_label("book", exact=True).check()
    expect(hints.filter(has_text="by Felix’s clock")).to_have_count(1)
    tab.get_by_label("decline").check()
    expect(hints.filter(has_text="name the deadline")).to_have_count(1)
    reply, words = tab.get_by_label("Reply"), tab.locator(".words")
    for count, said in ((7, "too few"), (8, "So far 8."), (90, "So far 90."), (91, "too many")):
        reply.fill("word " * count)
        expect(words).to_contain_text(said)
    told = reply.get_attribute("aria-describedby").split()
    assert "8 to 90 words" in " ".join(tab.locator(f"#{one}").inner_text() for one in told)


def test_the_help_desk_says_what_to_cite_and_what_a_confidence_pays(page):
    tab = opened(page, HELP_DESK)
    expect(tab.get_by_text("What you used, and nothing else")).to_be_visible()
    slider = tab.get_by_role("slider", name="Confidence")
    slider.fill("0.9")
    expect(tab.locator("[data-means]")).to_have_text(
        "Pays 0.099 if the answer is right, 0.019 if it is wrong."
    )
    expect(tab.get_by_text("Then cite nothing")).to_be_hidden()
    tab.get_by_label("Escalate").check()
    expect(tab.get_by_text("Then cite nothing")).to_be_visible()


def test_what_is_missing_is_said_beside_its_field_and_nothing_is_graded(page, tab):
    tab.get_by_label("book", exact=True).check()
    take(tab, MORNING)
    tab.locator("[data-path='meeting_details.end']").fill("")
    tab.locator("[data-submit]").click()
    expect(tab.get_by_role("alert")).to_contain_text("Not graded yet.")
    expect(tab.get_by_role("alert")).to_contain_text("The meeting has no end.")
    expect(tab.locator(".total")).to_have_count(0)
    end = tab.locator("[data-path='meeting_details.end']")
    expect(end).to_be_focused()
    expect(end).to_have_attribute("aria-invalid", "true")
    expect(tab.locator(".moment .fault")).to_have_text("The meeting has no end.")
    end.fill("2026-09-24T10:45")
    expect(tab.locator(".fault")).to_have_count(0)
    tab.locator("[data-submit]").click()
    expect(tab.locator(".by")).to_contain_text("Your answer")


def test_raw_json_keeps_the_message_of_the_schema(page, tab):
    take(tab, MORNING)
    tab.locator("[data-path='meeting_details.end']").fill("")
    tab.locator("[data-view=json]").click()
    tab.locator("[data-submit]").click()
    expect(tab.locator(".verdict")).to_contain_text("Not an action: meeting_details.end")


# --- the way around ---


def test_the_first_stop_skips_to_the_case(page, tab):
    page.evaluate("document.activeElement.blur()")
    expect(page.get_by_text("Skip to the content")).not_to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    expect(page.locator(":focus")).to_be_in_viewport()
    address = page.url
    page.keyboard.press("Enter")
    expect(tab.locator(".case-pane")).to_be_focused()
    page.keyboard.press("Tab")
    expect(tab.locator(".case-pane :focus")).to_have_count(1)
    assert page.url == address


def test_the_list_is_one_stop_for_tab(page, tab):
    tab.locator(".rows a[aria-current]").focus()
    page.keyboard.press("ArrowDown")
    expect(tab.locator(".rows a[tabindex='0']")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(tab.locator(".rows :focus")).to_have_count(0)


@pytest.mark.parametrize(
    "link", ["?tab=home", HELP_DESK, "?tab=break", "?tab=tools", "?tab=training"]
)
def test_every_slider_has_a_name(page, link):
    page.goto(link)
    sliders = page.locator(".tab:visible input[type=range]")
    expect(sliders.first).to_be_visible()
    for one in sliders.all():
        if one.is_visible():
            assert one.evaluate("(one) => one.ariaLabel || one.labels[0]?.textContent.trim()")


def test_two_tabs_with_the_same_form_have_their_own_choices(page):
    page.goto("?tab=break&at=exec_assist/keywords/medium-eval-2")
    game = page.locator("#break")
    game.get_by_label("decline").check()
    page.locator(".tabs [data-tab=inbox]").click()
    page.locator("#inbox").get_by_label("book", exact=True).check()
    page.get_by_role("link", name="Break the grader", exact=True).first.click()
    expect(game.get_by_label("decline")).to_be_checked()


def test_the_game_takes_a_click_as_a_change_and_has_no_hints_of_another_rubric(page):
    page.goto("?tab=break&at=exec_assist/keywords/medium-eval-2")
    game = page.locator("#break")
    expect(game.locator(".can-pick")).to_be_visible()
    game.locator(".slots [data-take]").first.click()
    expect(game.locator(".meter")).to_have_attribute("data-turn", "1")
    assert answer(game)["calendar_action"] == "book"
    expect(game.locator(".rule:visible")).to_have_count(0)


def test_the_length_is_that_of_the_case(page):
    """Half an hour where the email says nothing of it."""
    seed = next(
        one
        for one in range(100)
        if "No length was found" in inbox.BENCH.form(inbox.BENCH.scenario(Ref("hard", "eval", one)))
    )
    tab = opened(page, f"?tab=inbox&scenario=hard-eval-{seed}")
    tab.locator(".slots [data-take]").first.click()
    found = answer(tab)["meeting_details"]
    assert found["end"][11:] == found["start"][11:14] + "30"
    assert load("exec_assist").parse(tab.locator(".json").input_value())
