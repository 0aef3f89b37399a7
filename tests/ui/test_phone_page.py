"""The page on a phone, in a real Chromium: what is chosen comes into view, and nothing that is
needed stands out of reach. Distances are in screens."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
BENCHES = ("inbox", "helpdesk")


def opened(page: Page, link: str, size: dict[str, int] = PHONE) -> Locator:
    page.set_viewport_size(size)
    page.goto(link)
    tab = page.locator(".tab:visible")
    expect(tab.locator(".letter")).to_be_visible()
    expect(tab.locator(".json")).not_to_have_value("")
    return tab


def screens(above: Locator, below: Locator) -> float:
    """From the top of one to the top of the other."""
    return (below.bounding_box()["y"] - above.bounding_box()["y"]) / PHONE["height"]


def at_rest(page: Page) -> None:
    """Waits until the page no longer scrolls."""
    page.wait_for_function(
        "() => { const was = window.wasAt; window.wasAt = scrollY; return was === scrollY; }",
        polling=150,
    )


def focus_is_within(page: Page, place: str) -> bool:
    return page.evaluate("place => Boolean(document.activeElement.closest(place))", place)


# --- a link to an answer ---


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_linked_answer_comes_into_view_with_its_score(page: Page, size: dict[str, int]):
    tab = opened(page, "?tab=inbox&scenario=hard-eval-47-plain&run=keyword_stuffer", size)
    expect(tab.locator(".headline")).to_be_in_viewport()
    at_rest(page)
    assert 0 <= tab.locator(".card").bounding_box()["y"] / size["height"] < 0.6


# --- a case of the list, and its answer ---


@pytest.mark.parametrize("tab_name", BENCHES)
@pytest.mark.parametrize("by", ["finger", "key"])
def test_a_case_that_is_chosen_comes_into_view(page: Page, tab_name: str, by: str):
    tab = opened(page, f"?tab={tab_name}")
    link = tab.locator(".rows a:not([aria-current])").nth(3)
    if by == "finger":
        link.click()
    else:
        tab.locator(".rows a[aria-current]").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    expect(tab.locator(".letter h2")).to_be_in_viewport()
    at_rest(page)
    assert 0 <= tab.locator(".letter").bounding_box()["y"] / PHONE["height"] < 0.1
    assert focus_is_within(page, ".case-pane")
    tab.locator(".rows a[aria-current]").click()
    at_rest(page)
    assert 0 <= tab.locator(".letter").bounding_box()["y"] / PHONE["height"] < 0.1, "the open one"


@pytest.mark.parametrize("tab_name", BENCHES)
def test_a_case_comes_into_view_though_another_ones_answer_stood_above_it(
    page: Page, tab_name: str
):
    tab = opened(page, f"?tab={tab_name}")
    tab.locator(".live").evaluate(
        """box => {
  const of = document.querySelector(`.policies[data-tab="${box.dataset.tab}"]`);
  box.dataset.scenario = of.dataset.scenario;
  box.classList.remove("away");
  box.querySelector(".live-result").innerHTML = "<p>an answer</p>".repeat(99);
}"""
    )
    tab.locator(".rows a:not([aria-current])").nth(3).click()
    expect(tab.locator(".letter h2")).to_be_in_viewport()
    at_rest(page)
    assert 0 <= tab.locator(".letter").bounding_box()["y"] / PHONE["height"] < 0.1


@pytest.mark.parametrize(
    "link", [f"?tab={tab}{case}" for tab in BENCHES for case in ("", "&scenario=hard-eval-9")]
)
def test_the_form_is_two_screens_from_the_case_and_always_one_tap_away(page: Page, link: str):
    tab = opened(page, link)
    head, sheet = tab.locator(".letter h2"), tab.locator(".sheet")
    assert screens(head, sheet) < 2
    assert screens(sheet, tab.locator(".policies")) > 0, "scripts and score come after the form"
    way = tab.get_by_role("button", name="Write an answer")
    for part in (tab.locator(".told"), tab.locator(".block-section").first, head):
        part.evaluate("one => scrollTo({ top: one.getBoundingClientRect().top + scrollY - 20 })")
        expect(way.or_(sheet.locator("h3")).filter(visible=True).first).to_be_in_viewport(ratio=1)
    way.click()
    at_rest(page)
    assert 0 <= sheet.bounding_box()["y"] / PHONE["height"] < 0.1
    assert focus_is_within(page, ".sheet .form")


def test_whoever_breaks_a_grader_is_one_tap_from_the_form(page: Page):
    tab = opened(page, "?tab=break")
    head, sheet = tab.locator(".letter h2"), tab.locator(".sheet")
    assert screens(head, sheet) < 2
    head.scroll_into_view_if_needed()
    tab.get_by_role("button", name="Write an answer").click()
    at_rest(page)
    expect(sheet.locator("h3")).to_be_in_viewport(ratio=1)
    bar, title = tab.locator(".meter-bar").bounding_box(), sheet.locator("h3").bounding_box()
    assert bar["y"] + bar["height"] <= title["y"], "the meter stays above the form, not on it"
    assert focus_is_within(page, ".sheet .form")


@pytest.mark.parametrize(("size", "margin"), [(PHONE, "14px"), (DESKTOP, "24px")])
def test_the_margins_are_narrower_on_a_phone(page: Page, size: dict[str, int], margin: str):
    opened(page, "?tab=inbox", size)
    for side in ("left", "right"):
        expect(page.locator(".gradio-container > .main")).to_have_css(f"padding-{side}", margin)


def test_the_comparison_of_graders_stands_above_home_alone(page: Page):
    opened(page, "?tab=inbox")
    expect(page.locator(".hook")).to_be_hidden()
    page.locator('.tabs [data-tab="home"]').click()
    expect(page.locator(".hook")).to_be_visible()
    page.set_viewport_size(DESKTOP)
    page.locator('.tabs [data-tab="inbox"]').click()
    expect(page.locator(".hook")).to_be_visible()


@pytest.mark.parametrize("tab_name", BENCHES)
def test_the_way_to_the_form_never_lies_on_it(page: Page, tab_name: str):
    tab = opened(page, f"?tab={tab_name}")
    sheet, way = tab.locator(".sheet"), tab.locator("[data-to-answer]")
    for below, shown in ((900, True), (860, True), (800, False), (400, False), (0, False)):
        sheet.evaluate(
            "(one, below) => scrollTo({ top: one.getBoundingClientRect().top + scrollY - below })",
            below,
        )
        expect(way).to_be_visible(visible=shown)
        if shown:
            button, form = way.bounding_box(), sheet.bounding_box()
            assert button["y"] + button["height"] <= form["y"], below
    tab.locator(".policies").evaluate("one => one.scrollIntoView()")
    expect(way).not_to_be_in_viewport()


def test_what_is_folded_opens_and_stays_open_when_the_answer_is_graded(page: Page):
    tab = opened(page, "?tab=inbox&scenario=hard-eval-47-plain")
    earlier = tab.locator(".message:not(.latest)")
    expect(earlier.locator(".body")).to_be_hidden()
    earlier.locator("summary").click()
    expect(earlier.locator(".body")).to_be_visible()
    expect(tab.locator(".people")).to_be_hidden()
    tab.locator("[data-policy=oracle]").click()
    expect(tab.locator(".headline")).to_be_visible()
    expect(tab.locator(".message:not(.latest) .body")).to_be_visible()
    expect(tab.locator(".people")).to_be_hidden()


def test_a_sentence_leads_into_a_folded_passage(page: Page):
    tab = opened(page, "?tab=helpdesk&scenario=hard-eval-11-plain")
    folded = tab.locator(".passage .fold:not([open])")
    expect(folded.first).to_be_visible()
    expect(folded.locator("h4 small").first).to_be_visible()
    tab.locator("[data-policy=paste_article]").click()
    expect(tab.locator(".headline")).to_be_visible()
    number = tab.locator(".answered a.joint").first
    to = tab.locator(number.get_attribute("href"))
    number.click()
    expect(to).to_be_visible()
    expect(to).to_be_focused()


@pytest.mark.parametrize("tab_name", BENCHES)
def test_on_a_wide_screen_nothing_is_folded_or_led_to(page: Page, tab_name: str):
    tab = opened(page, f"?tab={tab_name}", DESKTOP)
    link = tab.locator(".rows a").first
    link.click()
    expect(link).to_have_attribute("aria-current", "true")
    assert page.evaluate("scrollY") == 0
    assert not focus_is_within(page, ".case-pane")
    expect(tab.get_by_role("button", name="Write an answer")).to_be_hidden()
    expect(tab.locator(".fold")).to_have_count(0)
    page.set_viewport_size(PHONE)
    expect(tab.locator(".fold").first).to_be_attached()
    page.set_viewport_size(DESKTOP)
    expect(tab.locator(".fold")).to_have_count(0)


@pytest.mark.parametrize("tab_name", BENCHES)
def test_a_case_that_is_chosen_beside_the_list_shows_its_head(page: Page, tab_name: str):
    tab = opened(page, f"?tab={tab_name}", DESKTOP)
    tab.locator(".told").evaluate("one => one.scrollIntoView({ behavior: 'instant' })")
    expect(tab.locator(".letter h2")).not_to_be_in_viewport()
    link = tab.locator(".rows a:not([aria-current])").nth(1)
    chosen = tab.locator(f'[data-scenario="{link.get_attribute("data-scenario")}"][aria-current]')
    link.click()
    expect(chosen).to_be_visible()
    expect(tab.locator(".letter h2")).to_be_in_viewport()
    assert 0 <= top_of(page, tab.locator(".letter")) < 0.2
    assert focus_is_within(page, ".rows"), "the arrow keys go on from there"


def test_titles_of_parallel_entries_stay_on_one_line(page: Page):
    tab = opened(page, "?tab=inbox&scenario=hard-eval-47-plain")
    titles = tab.locator('.entry:not(.short):not([style$="--lanes:1"]) b')
    assert titles.count() > 1
    for one in titles.all():
        assert one.bounding_box()["height"] < 20
        assert one.evaluate("one => getComputedStyle(one).textOverflow") == "ellipsis"


# --- what changes out of sight ---

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])


def top_of(page: Page, part: Locator) -> float:
    """Where a part begins once the page is at rest, as a share of the window's height."""
    at_rest(page)
    return part.bounding_box()["y"] / page.viewport_size["height"]


@SIZES
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_an_attackers_answer_is_led_to(page: Page, size: dict[str, int], motion: str):
    page.emulate_media(reduced_motion=motion)
    tab = opened(page, "?tab=break", size)
    tab.get_by_text("Show me a cheat").click()
    tab.get_by_role("button", name="Write its answer here").click()
    news = tab.locator(".meter-news")
    expect(news).to_contain_text("Level broken")
    expect(news).to_be_in_viewport(ratio=1)
    assert -0.01 <= top_of(page, tab.locator(".meter")) < 0.45
    assert focus_is_within(page, ".answer-pane")


POLITE = (
    "Dear Kwame, thank you for your message. Please find below what we are happy to do for you in "
    "the course of the coming days and weeks. Kind regards, Ruth"
)


@SIZES
def test_what_a_reply_is_paid_stays_in_view_beside_it(page: Page, size: dict[str, int]):
    tab = opened(page, "?tab=break", size)
    bar, reply = tab.locator(".meter-bar"), tab.locator("[data-path=email_reply]")
    expect(bar).to_contain_text("you win at 0.")
    for text, short in (("Dear Kwame", "Not yet"), (POLITE, "Broken")):
        reply.fill(text)
        expect(bar).to_contain_text(short)
        reply.evaluate("one => scrollTo({ top: one.getBoundingClientRect().top + scrollY - 80 })")
        at_rest(page)
        expect(bar).to_be_in_viewport(ratio=1)
        box, below = bar.bounding_box(), reply.bounding_box()
        assert box["height"] <= 64
        assert box["y"] + box["height"] <= below["y"], "the bar does not cover the reply"


@SIZES
def test_the_next_level_begins_at_its_top(page: Page, size: dict[str, int]):
    tab = opened(page, "?tab=break", size)
    tab.locator("[data-path=email_reply]").fill(POLITE)
    onward = tab.locator(".next-level a")
    onward.evaluate("one => scrollTo({ top: one.getBoundingClientRect().top + scrollY - 80 })")
    there = tab.locator(f".rungs [data-at='{onward.get_attribute('data-at')}']")
    onward.click()
    expect(there).to_have_attribute("aria-current", "step")
    expect(there).to_be_focused()
    assert 0 <= top_of(page, tab.locator(".bench")) < 0.1


@SIZES
def test_an_agent_that_is_chosen_is_led_to(page: Page, size: dict[str, int]):
    page.set_viewport_size(size)
    page.goto("?tab=tools")
    tab = page.locator("#tools")
    for player, part in (("first hit", ".walk"), ("Play it yourself", ".ask")):
        expect(tab.locator(".walk")).to_be_visible()
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        tab.get_by_role("button", name=player).click()
        expect(tab.get_by_role("button", name=player)).to_have_attribute("aria-pressed", "true")
        expect(tab.locator(part)).to_be_in_viewport()
        assert 0 <= top_of(page, tab.locator(part)) < 0.6
        assert focus_is_within(page, part)


@SIZES
def test_a_ticket_of_the_cards_is_led_to_with_its_grade(page: Page, size: dict[str, int]):
    page.set_viewport_size(size)
    page.goto("?tab=tools")
    tab = page.locator("#tools")
    expect(tab.locator(".walk")).to_be_visible()
    card = tab.locator(".opening:not([aria-current])")
    scenario = card.get_attribute("data-scenario")
    card.click()
    expect(tab.locator(".tools-controls")).to_have_attribute("data-scenario", scenario)
    at_rest(page)
    assert focus_is_within(page, ".walk")
    result = tab.locator(".headline" if size == DESKTOP else ".walk-result")
    expect(result).to_be_in_viewport(ratio=1)
    total = tab.locator(".headline .total b").text_content()
    expect(tab.locator(".walk-result b")).to_have_text(total)


def test_a_blind_match_reads_from_the_choices_to_the_vote(page: Page):
    page.set_viewport_size(PHONE)
    page.goto(
        "?tab=arena&desk=exec_assist&scenario=medium-eval-4"
        "&left=scripted:oracle&right=scripted:always_none"
    )
    tab = page.locator("#arena")
    expect(tab.locator(".letter")).to_be_visible()
    tab.locator("[data-blind]").check(force=True)
    tab.locator("[data-run]").click()
    expect(tab.locator(".vote")).to_be_visible()
    expect(tab.locator(".duel-news")).to_be_in_viewport()
    order = ["[data-blind]", "[data-run]", ".letter", ".side", ".side + .side", ".vote"]
    at_once = "(tab, order) => order.map((one) => tab.querySelector(one).getBoundingClientRect().y)"
    tops = tab.evaluate(at_once, order)  # the page may still be scrolling
    assert tops == sorted(set(tops))
    tab.locator("[data-vote=first]").click()
    expect(tab.locator('.duel[data-state="done"]')).to_be_visible()
    assert 0 <= top_of(page, tab.locator(".duel-news")) < 0.5
    expect(tab.locator(".duel-news")).to_be_focused()
    another = tab.locator(".duel").get_by_role("button", name="Another case")
    expect(another).to_be_in_viewport(ratio=1)
    another.click()
    expect(tab.locator('.duel[data-state="idle"]')).to_be_attached()
    expect(page).not_to_have_url(re.compile("medium-eval-4&"))
    expect(tab.locator("[data-blind]")).to_be_checked()
    expect(tab.locator("[data-run]")).to_be_in_viewport()


def test_a_finger_that_scrolls_is_not_caught_in_an_answers_text(page: Page):
    tab = opened(page, "?tab=inbox&scenario=hard-eval-7")
    tab.locator("[data-policy=rambler]").click()
    text = tab.locator(".said")
    expect(text).to_be_visible()
    assert text.evaluate("one => one.scrollHeight - one.clientHeight") == 0
    assert text.bounding_box()["height"] > 360, "this one would have scrolled"
