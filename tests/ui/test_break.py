"""Break the grader in a real Chromium: played, shared, reloaded, by two at once."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from graders import grade
from graders.exploits import read_case
from graders.levels import attempt
from ui.links import GameRef

PATIENT = 60_000
BREAK = "?tab=break&at=exec_assist/keywords/medium-eval-2"
PARTS = ("citation_grounding", "email_quality")
HOSTILE = '<img src=x onerror="window.hit=1">'


@pytest.fixture(autouse=True)
def patient() -> Iterator[None]:
    """A busy machine takes its time."""
    expect.set_options(timeout=PATIENT)
    yield
    expect.set_options(timeout=5_000)


def opened(page: Page, link: str = BREAK) -> Page:
    page.goto(link)
    expect(page.locator(".meter:visible")).to_be_visible()
    expect(page.locator("#json-break")).not_to_have_value("")
    return page


def attack(page: Page) -> None:
    """Put the attacker's answer on the sheet, as the second hint does."""
    page.locator(".hints summary").last.click()
    page.locator("[data-attacker]").click()
    expect(page.locator(".meter.won")).to_be_visible()


def write(page: Page, text: str) -> None:
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").fill(text)


def keep(page: Page, player: str) -> str:
    """Keep the attempt, as soon as the page lets this visitor; the address of its link."""
    page.locator(".player").fill(player)
    page.locator("[data-keep]").click()
    told = page.locator(".kept p").first
    expect(told).to_be_visible()
    if wait := re.search(r"can be kept in (\d+) seconds", told.inner_text()):
        page.wait_for_timeout(1_000 * int(wait[1]))
        page.locator("[data-keep]").click()
    expect(page.locator(".kept a").first).to_be_visible()
    return page.locator(".kept a").first.get_attribute("href")


def test_the_score_moves_as_one_types_and_a_won_level_is_ticked(page: Page):
    opened(page)
    expect(page.locator(".meter-news")).to_contain_text("Write an answer")
    write(page, "no JSON")
    expect(page.locator(".meter.not-yet .lamps")).to_contain_text("nothing. Not JSON")
    attack(page)
    expect(page.locator(".rungs [aria-current] .rung-won")).to_have_text("✓ broken")
    page.reload()
    expect(page.locator(".rungs [aria-current] .rung-won")).to_have_text("✓ broken")


def test_on_a_low_screen_the_breakdown_begins_folded(page: Page):
    page.set_viewport_size({"width": 1280, "height": 720})
    opened(page)
    attack(page)
    expect(page.locator(".why > summary")).to_be_visible()
    expect(page.locator(".why[open]")).to_have_count(0)


def test_a_win_is_kept_from_where_it_is_told(page: Page):
    opened(page)
    attack(page)
    page.locator("[data-keep-this]").click()
    expect(page.locator(".board .kept")).to_contain_text(
        re.compile("Kept:|kept before|can be kept")
    )


def test_an_answer_goes_along_to_the_next_level_and_not_to_another_case(page: Page):
    opened(page)
    attack(page)
    text = page.locator("#json-break").input_value()
    expect(page.locator(".meter")).to_contain_text("The same answer also breaks")
    page.locator(".next-level a").click()
    expect(page.locator(".rungs a").nth(2)).to_have_attribute("aria-current", "step")
    expect(page.locator(".meter:visible")).not_to_have_attribute("data-state", "waiting")
    assert page.locator("#json-break").input_value() == text
    page.locator(".switch a:not([aria-current=true]):visible").first.click()
    expect(page.locator(".meter:visible")).to_have_attribute("data-state", "waiting")


def test_a_level_that_was_broken_brings_its_answer_back(page: Page):
    opened(page)
    attack(page)
    won = page.locator("#json-break").input_value()
    page.locator(".rungs a").last.click()
    expect(page.locator(".sheet[data-scenario^='exec_assist/gate/']")).to_be_visible()
    write(page, '{"email_reply": "another answer"}')
    expect(page.locator(".meter-news")).to_contain_text("Not yet")
    page.locator(".rungs a").first.click()
    expect(page.locator(".meter.won")).to_be_visible()
    expect(page.locator("#json-break")).to_have_value(won)
    page.locator(".rungs a").last.click()
    expect(page.locator("#json-break")).to_have_value('{"email_reply": "another answer"}')
    page.reload()
    page.locator(".rungs a").last.click()
    expect(page.locator(".sheet[data-scenario^='exec_assist/gate/']")).to_be_visible()
    page.locator(".rungs a").first.click()
    expect(page.locator("#json-break")).to_have_value(won)


def test_levels_that_the_same_answer_breaks_are_ticked(page: Page):
    opened(page)
    attack(page)
    also = page.locator(".meter").get_attribute("data-also").split()
    assert also
    expect(page.locator(".rungs [data-won]", has_text="✓ broken")).to_have_count(1 + len(also))
    won = page.locator("#json-break").input_value()
    page.reload()
    page.locator(f".rungs [data-at='{also[0]}']").click()
    expect(page.locator("#json-break")).to_have_value(won)


def test_a_level_clicked_again_while_another_is_awaited_stays(page: Page):
    opened(page)
    page.locator(".rungs").evaluate(
        "box => [1, 0].forEach((n) => box.querySelectorAll('a')[n].click())"
    )
    page.wait_for_timeout(1_500)
    expect(page.locator(".rungs a[aria-current]")).to_contain_text("A letter of the right words")


def test_a_sheet_with_nothing_written_is_not_kept(page: Page):
    opened(page)
    page.locator("[data-keep]").click()
    expect(page.locator(".board")).to_contain_text("Nothing is written yet.")


def test_of_two_levels_clicked_at_once_the_later_opens(page: Page):
    opened(page)
    page.locator(".rungs").evaluate(
        "box => [...box.querySelectorAll('a')].slice(2).forEach((one) => one.click())"
    )
    expect(page.locator(".sheet[data-scenario^='exec_assist/gate/']")).to_be_visible()


def test_the_form_moves_the_score_too(page: Page):
    opened(page)
    page.locator(".sheet:visible [data-path=email_reply]").fill(
        "Dear Kwame, thank you for your message. Please find below what we are happy to do for "
        "you in the course of the coming days and weeks. Kind regards, Ruth"
    )
    expect(page.locator(".meter.won")).to_be_visible()


def test_another_level_and_another_desk_open_in_place_and_back_goes_back(page: Page):
    opened(page)
    page.locator(".rungs a").nth(4).click()
    expect(page.locator(".rungs a[aria-current]")).to_contain_text("First the work")
    expect(page).to_have_url(re.compile("at=exec_assist/gate/medium-eval-2$"))
    page.locator(".ladder .switch a").nth(1).click()
    expect(page.locator(".rungs a").first).to_contain_text("Star Wars")
    expect(page.locator(".game .letter")).to_be_visible()
    page.go_back()
    expect(page.locator(".rungs a[aria-current]")).to_contain_text("First the work")


def test_a_leader_opens_in_place_and_another_level_puts_it_away(page: Page):
    opened(page, BREAK.replace("medium-eval-2", "medium-eval-5"))
    attack(page)
    link = keep(page, "leader")
    write(page, "something else")
    page.locator(".board tbody a", has_text="leader").click()
    expect(page.locator("#break .notice")).to_contain_text("An attempt by leader")
    expect(page.locator(".meter.won")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(link) + "$"))
    page.locator(".rungs a").nth(4).click()
    expect(page.locator("#break .notice")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("attempt"))
    page.go_back()
    expect(page.locator("#break .notice")).to_contain_text("An attempt by leader")
    expect(page).to_have_url(re.compile(re.escape(link) + "$"))


def test_the_meter_keeps_what_was_folded_and_where_the_focus_is(page: Page):
    opened(page)
    write(page, "no JSON")
    fold = page.locator(".why > summary")
    expect(page.locator(".why[open]")).to_be_visible()
    fold.click()
    expect(page.locator(".why[open]")).to_have_count(0)
    page.locator("#json-break").fill("{}")
    expect(page.locator(".meter")).to_have_attribute("data-turn", "2")
    expect(page.locator(".why[open]")).to_have_count(0)
    fold.focus()
    page.evaluate(
        "const json = document.querySelector('#json-break'); json.value = '[]';"
        "json.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    expect(page.locator(".meter")).to_have_attribute("data-turn", "3")
    expect(fold).to_be_focused()
    fold.press("Enter")
    page.locator("#json-break").fill("null")
    expect(page.locator(".meter")).to_have_attribute("data-turn", "4")
    expect(page.locator(".why[open]")).to_be_visible()


def test_a_screen_reader_listens_to_one_place(page: Page):
    opened(page)
    attack(page)
    assert page.locator("#break [role=status], #break [aria-live]").count() == 1


def test_a_browser_that_keeps_nothing_plays_all_the_same(page: Page):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})"
    )
    opened(page)
    attack(page)
    expect(page.locator(".rungs [aria-current] .rung-won")).to_have_text("✓ broken")


def test_every_exploit_is_downloaded_as_json_lines(page: Page):
    opened(page, BREAK.replace("medium-eval-2", "medium-eval-4"))
    attack(page)
    keep(page, "")
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert lines
    assert all(read_case(line).completion for line in lines)
    expect(page.locator(".export .hint")).to_contain_text("exploit")


def test_an_attempt_is_kept_and_its_link_opens_in_another_browser(page: Page, browser: Browser):
    # Of a case that no other test plays: what is known is not kept again.
    opened(page, BREAK.replace("medium-eval-2", "medium-eval-9"))
    attack(page)
    link = keep(page, HOSTILE)
    expect(page.locator(".board tbody")).to_contain_text(HOSTILE[:24])
    case = page.locator(".kept [download]").get_attribute("href")
    assert case.startswith("data:application/json;base64,")
    text = page.locator("#json-break").input_value()

    other = browser.new_context(base_url=page.url.split("?")[0]).new_page()
    opened(other, link)
    expect(other.locator(".meter.won")).to_be_visible()
    assert other.locator("#json-break").input_value() == text
    expect(other.locator("#break .notice")).to_contain_text(HOSTILE[:24])
    assert other.url.endswith(link)
    other.reload()
    expect(other.locator("#break .notice")).to_contain_text(HOSTILE[:24])
    assert other.evaluate("window.hit") is None
    assert page.evaluate("window.hit") is None
    other.context.close()


@pytest.mark.parametrize("level", ["exec_assist/keywords", "it_triage/essay"])
def test_a_won_level_becomes_a_case_that_the_old_grader_pays_and_todays_does_not(
    page: Page, level: str
):
    place = GameRef.parse(f"{level}/medium-eval-8")
    opened(page, f"?tab=break&at={place}")
    attack(page)
    written = page.locator("#json-break").input_value()
    keep(page, "")
    with page.expect_download() as download:
        page.locator(".kept [download]").click()
    case = read_case(Path(download.value.path()).read_text())
    assert case.scenario == place.scenario
    assert len(case.completion) < len(written), "it is made short"
    assert attempt(place.level, case.scenario, case.completion).won, "the level still pays for it"
    found = grade(case.scenario, case.completion)
    assert not found.correct
    assert found.total <= case.highest_score_allowed, "tests/exploits/ holds today's grader to it"
    assert not case.open


def tiles(page: Page) -> list[str]:
    return page.locator(".tiles figcaption b").all_inner_texts()


def test_the_rubric_weighed_anew_shows_what_it_blocks_and_whom_it_hurts(page: Page):
    opened(page)
    page.locator(".blue").scroll_into_view_if_needed()
    expect(page.locator(".tiles")).to_have_count(2)
    start = tiles(page)
    expect(page.locator(".tile.bad").first).to_be_visible()
    expect(page.locator(".tile-names li").first).to_be_visible()
    page.locator(".blue [data-to=today]").click()
    expect(page.locator(".tile.bad")).to_have_count(0)
    expect(page.locator(".defence")).to_contain_text("These are the weights that train")
    expect(page.locator("[data-defended=exec_assist]")).to_have_text("")
    page.locator(".blue [data-to=start]").click()
    expect(page.locator(".tile.bad").first).to_be_visible()
    assert tiles(page) == start
    page.locator(".blue [data-kind=gate]").fill("0.5")
    expect(page.locator(".defence.won")).to_contain_text("Defended.")
    expect(page.locator("[data-defended=exec_assist]")).to_have_text("✓")
    page.locator(".defence [data-defend=it_triage]").click()
    expect(page.locator(".blue [data-name=citation_grounding]")).to_be_visible()
    expect(page.locator(".defence")).to_contain_text("honest answers paid less")
    expect(page.locator(".tiles figcaption b").first).not_to_have_text(start[0])
    page.reload()
    page.locator(".blue").scroll_into_view_if_needed()
    expect(page.locator("[data-defended=exec_assist]")).to_have_text("✓")


def test_a_meter_whose_answer_is_lost_is_asked_for_again(page: Page):
    page.clock.install()
    opened(page)
    lost: list[Route] = []
    page.route("**/gradio_api/run/**", lambda one: lost.append(one), times=1)
    before = page.locator(".meter:visible").inner_text()
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").fill("not an answer")
    page.wait_for_timeout(500)
    assert len(lost) == 1
    assert page.locator(".meter:visible").inner_text() == before
    page.clock.fast_forward(10_100)
    expect(page.locator(".meter:visible")).not_to_have_text(before)


def test_a_verdict_on_the_sliders_that_is_lost_is_asked_for_again(page: Page):
    page.clock.install()
    opened(page)
    page.locator(".blue").scroll_into_view_if_needed()
    expect(page.locator(".tiles")).to_have_count(2)
    lost: list[Route] = []
    page.route("**/queue/join**", lambda one: lost.append(one), times=1)
    page.locator(".blue [data-kind=gate]").fill("0.5")
    expect(page.locator(".defence")).to_contain_text("Counting ...")
    while not lost:
        page.wait_for_timeout(50)
    page.clock.fast_forward(10_100)
    expect(page.locator(".defence.won")).to_contain_text("Defended.")


def expect_gate(page: Page, thumb: str, number: str) -> None:
    """Where the gate's thumb stands, and the number beside it."""
    slider = page.locator(".blue [data-kind=gate]")
    expect(slider).to_have_value(thumb)
    expect(slider.locator("+ output")).to_have_text(number)


def test_it_is_defended_at_the_desk_where_it_was_broken_unless_another_is_chosen(page: Page):
    opened(page, BREAK.replace("exec_assist/keywords", "it_triage/essay"))
    page.locator(".blue").scroll_into_view_if_needed()
    tickets, emails = (page.locator(f".blue [data-name={one}]") for one in PARTS)
    expect(tickets).to_be_visible()
    page.locator(".switch a[data-at^=exec_assist]").click()
    expect(emails).to_be_visible()
    page.locator(".blue button[data-desk=it_triage]").click()
    expect(tickets).to_be_visible()
    for desk in ("it_triage", "exec_assist"):
        page.locator(f".switch a[data-at^={desk}]").click()
        expect(page.locator(".ladder")).to_have_attribute("data-at", re.compile(desk))
    page.locator(".blue [data-kind=gate]").fill("0.5")
    expect(page.locator(".defence")).to_contain_text("honest answers paid less")
    expect(tickets).to_be_visible()


def test_each_desk_has_its_own_weights_and_keeps_them(page: Page):
    opened(page)
    page.locator(".blue").scroll_into_view_if_needed()
    expect(page.locator(".tiles")).to_have_count(2)
    page.locator(".blue [data-kind=gate]").fill("0.5")
    expect(page.locator(".defence.won")).to_be_visible()
    page.locator(".blue button[data-desk=it_triage]").click()
    expect(page.locator(".blue [data-name=citation_grounding]")).to_be_visible()
    expect_gate(page, "1", "1.00")
    page.locator(".blue button[data-desk=exec_assist]").click()
    expect(page.locator(".blue [data-name=email_quality]")).to_be_visible()
    expect_gate(page, "0.5", "0.50")
    expect(page.locator(".defence.won")).to_contain_text("Defended.")


def test_a_verdict_that_is_being_computed_says_so_and_an_older_one_is_not_shown(page: Page):
    opened(page)
    page.locator(".blue").scroll_into_view_if_needed()
    expect(page.locator(".tiles")).to_have_count(2)
    page.locator(".blue [data-kind=gate]").fill("0.5")
    expect(page.locator(".defence.won")).to_contain_text("Defended.")
    shown = page.evaluate(
        """() => new Promise((resolve) => {
          const gate = document.querySelector(".blue [data-kind=gate]");
          const shown = [];
          const drag = (to) => {
            gate.value = to;
            gate.dispatchEvent(new Event("input", { bubbles: true }));
          };
          const look = () => {
            const said = document.querySelector(".defence-news").textContent;
            if (said !== shown.at(-1)) shown.push(said);
            if (said === "Counting ..." || shown.length < 2) return setTimeout(look, 10);
            resolve(shown);
          };
          drag("0.9");
          drag("0");
          look();
        })"""
    )
    assert shown[0] == "Counting ..."
    assert shown[1:] == ["Not yet: 1 honest answer paid less."], "not the answer for 0.9"


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        json.dumps({"email_reply": HOSTILE}),
        "=cmd|' /C calc'!A0",
        "</script><script>window.hit=1</script>",
        "[" * 5_000,
        "x" * 60_000,
    ],
)
def test_hostile_text_is_text(page: Page, text: str):
    opened(page)
    write(page, text)
    expect(page.locator(".meter.not-yet")).to_be_visible()
    keep(page, text[:24])
    assert page.evaluate("window.hit") is None


@pytest.mark.parametrize("wrong", ["x/y/z", "exec_assist/roof/hard-eval-1", "a" * 400])
def test_a_bad_address_says_so_and_opens_a_level(page: Page, wrong: str):
    page.goto(f"?tab=break&at={wrong}")
    expect(page.locator("#break .notice")).to_contain_text("This link does not work")
    assert page.locator(".game .notice").count() == 0, "it stands above the bench"
    expect(page.locator(".rungs a[aria-current]")).to_have_count(1)
