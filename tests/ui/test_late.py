"""Answers of a slow server: none stands for a later change, another level or another sheet."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.ui.conftest import serving
from tests.ui.test_break import opened, patient, write

__all__ = ["patient"]


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
