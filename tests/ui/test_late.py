"""Answers of a slow server: none stands for a later change, another level, sheet or case."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import serving
from tests.ui.test_break import opened, patient, write
from tests.ui.test_first_break import WINS

__all__ = ["patient"]

SCRIPTS = "?tab=arena&scenario=medium-eval-4&left=scripted:always_none&right=scripted:oracle"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the slow page is."""
    with serving(tmp_path_factory.mktemp("slow"), "-m", "tests.ui.slow_game") as found:
        yield found.url


def go_to(page: Page, level: int) -> None:
    page.locator(".rungs a").nth(level).click()
    expect(page.locator(".rungs li").nth(level).locator("a[aria-current]")).to_be_visible()


def test_the_meter_is_of_the_last_change_and_not_of_the_first(page: Page):
    opened(page)
    write(page, "first")
    page.wait_for_timeout(300)
    for text in ("second", "third", '{"fourth": 4}'):
        page.locator("#json-break").fill(text)
        page.wait_for_timeout(60)
    page.locator("#json-break").fill("{}")
    expect(page.locator(".meter .lamps")).to_contain_text("The answer has no reply.")
    turn = page.locator(".meter").get_attribute("data-turn")
    assert turn == "5"
    page.wait_for_timeout(2_500)
    assert page.locator(".meter").get_attribute("data-turn") == turn, "and nothing asks on and on"


def test_one_meter_is_asked_for_at_a_time(page: Page):
    opened(page)
    asked = []
    page.on("request", lambda one: "queue/join" in one.url and asked.append(one.url))
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").press_sequentially("thirty letters, one by one now", delay=40)
    expect(page.locator(".meter")).to_have_attribute("data-turn", "30")
    assert len(asked) <= 5


def test_a_late_meter_does_not_stand_at_another_level(page: Page):
    opened(page)
    write(page, "typed at the first level")
    page.wait_for_timeout(150)
    go_to(page, 4)
    page.wait_for_timeout(2_500)
    expect(page.locator(".meter-news")).to_contain_text("Write an answer")
    assert "at=exec_assist/gate/" in page.url
    page.locator("#json-break").fill("and here")
    expect(page.locator(".meter .lamps")).to_contain_text("nothing. Not JSON")
    assert page.locator(".meter").get_attribute("data-at") == "exec_assist/gate/medium-eval-2"


def test_what_was_about_to_be_told_is_not_told_of_another_level(page: Page):
    opened(page)
    write(page, "typed and left at once")
    page.evaluate("document.querySelectorAll('.rungs a')[4].click()")
    page.wait_for_timeout(2_500)
    expect(page.locator(".meter-news")).to_contain_text("Write an answer")


def test_a_late_keep_does_not_stand_at_another_level(page: Page):
    opened(page)
    write(page, "kept at the first level")
    page.locator(".player").fill("ada")
    page.locator("[data-keep]").click()
    expect(page.locator("[data-keep]")).to_have_attribute("aria-disabled", "true")
    go_to(page, 4)
    expect(page.locator("[data-keep]")).not_to_have_attribute("aria-disabled", "true")
    page.wait_for_timeout(3_000)
    assert page.locator(".board").get_attribute("data-at") == "exec_assist/gate/medium-eval-2"
    expect(page.locator(".board .kept")).to_be_empty()
    expect(page.locator(".player")).to_have_value("ada")


def test_a_button_that_keeps_waits_and_is_free_again(page: Page):
    opened(page)
    write(page, "to be kept once")
    page.locator("[data-keep]").click()
    page.locator(".player").fill("typed meanwhile")
    for _ in range(2):
        page.locator("[data-keep]").dispatch_event("click")
        expect(page.locator("[data-keep]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".board .kept a")).to_be_visible()
    expect(page.locator("[data-keep]")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".player")).to_have_value("typed meanwhile")
    expect(page.locator(".meter-news")).to_contain_text("Kept: a link that stays")


@pytest.mark.parametrize("graded", ["[data-submit]", "[data-policy=oracle]"])
@pytest.mark.parametrize("known", [True, False], ids=["known", "without an id"])
def test_a_late_grade_does_not_stand_at_another_case(page: Page, graded: str, known: bool):
    page.goto("?tab=inbox&scenario=hard-eval-7")
    tab, held = page.locator("#inbox"), []
    expect(tab.locator(".json")).not_to_have_value("")
    if not known:  # The browser hears of the event's id only after another case was chosen.
        page.route("**/queue/join*", lambda one: held.append((one, one.fetch())), times=1)
    other = tab.locator(".rows a").nth(2)
    with page.expect_response("**/cancel") as cancelled:
        with page.expect_event("request", lambda one: "queue/join" in one.url):
            tab.locator(graded).click()
        while not (known or held):
            page.wait_for_timeout(10)
        other.dispatch_event("click")
    assert cancelled.value.ok
    for route, response in held:
        route.fulfill(response=response)
    expect(other).to_have_attribute("aria-current", "true")
    page.wait_for_timeout(2_500)
    for part in (".policies", ".sheet"):
        expect(tab.locator(part)).to_have_attribute("data-scenario", "hard-eval-2")
    expect(tab.locator(".total")).to_have_count(0)
    tab.locator(graded).click()
    expect(tab.locator(".total")).to_be_visible()


def test_a_match_does_not_begin_while_another_case_is_opened(page: Page):
    begun = []
    page.on("request", lambda one: "key-left" in (one.post_data or "") and begun.append(one))
    page.goto(SCRIPTS)
    controls = page.locator(".arena-controls")
    expect(controls).to_be_visible()
    page.evaluate(
        "for (const one of ['random', 'run'])"
        " document.querySelector(`#arena [data-${one}]`).click()"
    )
    expect(controls).not_to_have_attribute("data-scenario", "medium-eval-4")
    assert begun == []
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="done"]')).to_be_visible()
    assert len(begun) == 1


def test_a_late_link_to_a_reply_stands_below_what_was_typed_since(page: Page):
    page.goto("")
    box, kept = page.locator(".your-turn textarea"), page.locator(".play-meter .kept")
    box.fill(WINS)
    page.locator("[data-publish]").click()
    box.press_sequentially(" Yours")
    expect(kept.locator("a[data-attempt]")).to_be_visible()
    expect(kept).to_contain_text("An earlier reply:")
    expect(box).to_be_focused()
