"""What axe, the accessibility checker, finds on each tab: nothing serious, in light and in dark.

And the keyboard alone leads from Home to a claim.
"""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.ui.test_claims import insulting
from ui.links import GameRef, Ref

PATIENT = 60_000
SERIOUS = {"serious", "critical"}
FAST = {"resultTypes": ["violations"]}
"""What else axe finds is not told in full."""
OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""All that a dark page may break and a light one not."""


def _played(page: Page) -> None:
    page.locator("#arena [data-run]").click()
    page.locator('.duel[data-state="done"]').wait_for(timeout=PATIENT)


def _won(page: Page) -> None:
    page.locator(".hints summary").last.click()
    page.locator("[data-attacker]").click()
    page.locator(".meter.won").wait_for(timeout=PATIENT)
    page.locator("[data-keep]").click()
    page.locator(".kept a").first.wait_for(timeout=PATIENT)
    page.locator(".blue").scroll_into_view_if_needed()
    page.locator(".tiles").first.wait_for(timeout=PATIENT)


def _claimed(page: Page) -> None:
    place = GameRef("it_triage", "gate", Ref("medium", "eval", 3))
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").fill(insulting(place))
    page.locator("[data-claim-this]").click()
    page.locator(".claim-offer .kept a").click()
    page.locator(".claim.opened [data-vote=wrong]").click()
    page.locator(".wall > summary").click()
    page.locator(".wall [aria-pressed=true]").wait_for(timeout=PATIENT)


def _graded(page: Page) -> None:
    page.locator("[data-submit]:visible").click()
    page.locator(".card .headline:visible").first.wait_for(timeout=PATIENT)


def _watched(page: Page) -> None:
    page.locator("#tools [data-call]").last.click()
    page.locator("#tools .panel:visible .said").wait_for(timeout=PATIENT)


def _searched(page: Page) -> None:
    for number in (1, 2):
        page.locator("#ask-query").fill("page fault")
        page.locator(".ask [data-tool=search_tickets]").click()
        page.locator(f"#tools [data-call='{number}']").wait_for(timeout=PATIENT)


def _priced(page: Page) -> None:
    page.locator(".run .chart").first.wait_for(timeout=PATIENT)
    page.locator(".account-form summary").click()


def _waited(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.wait_for(timeout=PATIENT)


SCRIPTS = "?tab=arena&scenario=medium-eval-4&left=scripted:always_none&right=scripted:oracle"
TABS = {
    "?tab=home": _waited(".home .door"),
    SCRIPTS: _played,
    "?tab=inbox&scenario=hard-eval-7": _graded,
    "?tab=helpdesk&scenario=hard-eval-7": _graded,
    "?tab=tools&scenario=hard-eval-9&run=cite_all": _watched,
    "?tab=tools&scenario=hard-eval-9&run=you": _searched,
    "?tab=break&at=exec_assist/keywords/medium-eval-2": _won,
    "?tab=break&at=it_triage/gate/medium-eval-3": _claimed,
    "?tab=training": _priced,
}


@pytest.mark.parametrize("link", list(TABS))
def test_axe_finds_nothing_serious(page: Page, link: str):
    page.goto(link)
    page.locator(".tab:visible .pane").first.wait_for(timeout=PATIENT)
    TABS[link](page)
    page.wait_for_timeout(500)  # what fades in is seen
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    page.locator("body.dark").wait_for(timeout=PATIENT)
    page.wait_for_timeout(500)
    assert serious(page, runOnly=OF_COLOUR) == []


def serious(page: Page, **options: list[str]) -> list[tuple]:
    """What axe finds, if it is bad."""
    return [
        (one["id"], node["target"], node["failureSummary"])
        for one in Axe().run(page, options=options | FAST).response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def tabbed_to(page: Page, goal: Locator) -> None:
    """Press Tab until it has the focus."""
    goal.wait_for()
    for _ in range(200):
        page.keyboard.press("Tab")
        if goal.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{goal} cannot be reached by Tab")


def test_by_keyboard_alone_from_home_to_a_claim(page: Page):
    page.goto(".")
    expect(page.locator("#home h2").first).to_be_visible()
    tabbed_to(page, page.locator("nav a[data-tab=break]").first)
    page.keyboard.press("Enter")
    tabbed_to(page, page.locator(".rungs a").last)
    page.keyboard.press("Enter")
    expect(page.locator(".rungs a").last).to_have_attribute("aria-current", "step")
    place = GameRef.parse(page.locator(".rungs a").last.get_attribute("data-at"))
    tabbed_to(page, page.locator("#break [data-view=json]"))
    page.keyboard.press("Enter")
    tabbed_to(page, page.locator("#json-break"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(insulting(place))
    expect(page.locator(".claim-offer")).to_be_visible()
    tabbed_to(page, page.locator(".claim-reason"))
    page.keyboard.insert_text("It insults whoever wrote.")
    tabbed_to(page, page.locator("[data-claim-this]"))
    page.keyboard.press("Enter")
    expect(page.locator(".claim-offer .kept a")).to_be_visible()
