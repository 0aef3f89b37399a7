"""The tab of the seven tools in a real Chromium: watched, played by hand, and by two at once."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from ui.links import Ref
from ui.tools.players import HONEST, played
from ui.tools.tab import OPENS

LINK = f"?tab=tools&scenario={OPENS}"
PROMPT = "Windows 11 21H2 key prompt after the patch KB5040431"
HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
    "${window.hacked = 1}{{constructor.constructor('window.hacked = 1')()}}`\"'&lt;"
)


def opened(page: Page, run: str, scenario: Ref = OPENS) -> None:
    page.goto(f"?tab=tools&scenario={scenario}&run={run}")
    expect(page.locator("#tools .letter h2")).to_be_visible()


def search(page: Page, words: str, where: str = "search_kb") -> None:
    before = page.locator(".rail li").count()
    page.fill("#ask-query", words)
    page.locator(f".ask [data-tool={where}]").click()
    expect(page.locator(".rail li")).to_have_count(before + 1)


def test_a_replay_is_stepped_through(page: Page):
    opened(page, HONEST)
    episode = played(OPENS, HONEST)
    last = len(episode.calls)
    panel, entries = page.locator(".panel:visible"), page.locator(".rail [data-call]")
    expect(entries).to_have_count(last)
    expect(panel).to_have_attribute("data-panel", "1")
    expect(panel).to_contain_text("applies to the ticket")
    page.keyboard.press("ArrowRight")
    expect(panel).to_have_attribute("data-panel", "2")
    expect(panel).to_contain_text("Nothing new")
    page.get_by_label("the next call").click()
    expect(page.locator(".steps output")).to_have_text("3")
    slider = page.locator(".steps input")
    slider.fill(str(last))
    expect(panel).to_contain_text("The answer")
    slider.press("ArrowLeft")
    expect(panel).to_have_attribute("data-panel", str(last - 1))
    entries.first.click()
    expect(entries.first).to_have_attribute("aria-current", "step")
    expect(page.locator("#tools .total b")).to_have_text(f"{episode.grade.total:.2f}")
    expect(page.locator("#tools .card")).to_contain_text("The way there")


def test_it_opens_on_a_solved_ticket_and_the_failed_one_is_a_click_away(page: Page):
    page.goto("")
    page.locator('.tabs [data-tab="tools"]').click()
    expect(page.locator("#tools .opening")).to_have_count(2)
    first, other = page.locator("#tools .opening").all()
    expect(first).to_have_attribute("aria-current", "true")
    expect(page.locator("#tools .card")).to_contain_text("✓ correct")
    other.click()
    expect(page.locator("#tools .opening").last).to_have_attribute("aria-current", "true")
    expect(page.locator("#tools .card")).to_contain_text("✕ not correct")
    page.go_back()
    expect(page.locator("#tools .card")).to_contain_text("✓ correct")


def test_after_the_ticket_that_it_opens_on_comes_the_next_number(page: Page):
    """What is clicked is all that counts: a model would have to play it."""
    page.goto("?tab=tools")
    expect(page.locator("#tools .opening[aria-current]")).to_be_visible()
    page.evaluate(
        """() => addEventListener("click", (event) => {
  window.clicked = event.target.dataset.scenario;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true)"""
    )
    ref = Ref.parse(page.locator(".tools-controls").get_attribute("data-scenario"))
    page.keyboard.press("n")
    assert page.evaluate("window.clicked") == str(replace(ref, seed=ref.seed + 1))


def test_of_two_players_clicked_at_once_the_later_plays(page: Page):
    opened(page, HONEST)
    page.evaluate(
        "for (const run of ['cite_all', 'guesser', 'first_hit'])"
        " document.querySelector(`#tools [data-run=${run}]`).click()"
    )
    expect(page.locator("#tools .by")).to_contain_text("first hit")


def test_a_link_opens_the_same_episode_and_back_goes_back(page: Page):
    opened(page, HONEST)
    page.locator("[data-run=cite_all]").click()
    expect(page.locator("#tools .by")).to_contain_text("cite all")
    expect(page).to_have_url(page.url.partition("?")[0] + LINK + "&run=cite_all")
    total = page.locator("#tools .total b").inner_text()
    page.goto(page.url)
    expect(page.locator("#tools .total b")).to_have_text(total)
    page.keyboard.press("n")
    expect(page).to_have_url(page.url.replace(str(OPENS), f"hard-eval-{OPENS.seed + 1}"))
    page.go_back()
    expect(page.locator(".tools-controls")).to_have_attribute("data-scenario", str(OPENS))
    page.locator("[data-number]").fill("12")
    page.locator("[data-number]").press("Enter")
    expect(page.locator(".tools-controls")).to_have_attribute("data-scenario", "hard-eval-12")
    page.goto(f"{LINK}&run=nobody")
    expect(page.locator("#tools .notice")).to_contain_text("is no player")


def test_a_ticket_in_plain_words_has_neighbours_in_plain_words(page: Page):
    opened(page, HONEST, Ref("hard", "eval", 9, "plain"))
    page.keyboard.press("n")
    expect(page.locator(".tools-controls")).to_have_attribute("data-scenario", "hard-eval-10-plain")
    page.locator("[data-number]").fill("12")
    page.locator("[data-number]").press("Enter")
    expect(page.locator(".tools-controls")).to_have_attribute("data-scenario", "hard-eval-12-plain")


def test_the_tab_opens_when_somebody_comes(page: Page):
    page.goto("?tab=helpdesk")
    expect(page.locator(".letter:visible")).to_be_visible()
    expect(page.locator("#tools .episode")).to_have_count(0)
    page.get_by_role("link", name="Tools", exact=True).click()
    expect(page.locator("#tools .by")).to_contain_text("SmolLM2, after GRPO")
    expect(page).to_have_url(
        re.compile(r"\?tab=tools&scenario=medium-eval-[0-9]+&run=pretrained:trained$")
    )


def test_an_episode_is_played_to_its_grade(page: Page):
    opened(page, "you")
    scenario = OPENS.scenario("it_triage_tools")
    [gold] = scenario.truth.gold
    search(page, PROMPT, "search_tickets")
    expect(page.locator("#ask-query")).to_be_focused()
    page.locator(f".panel:visible [data-said={gold}]").first.click()
    expect(page.locator(".panel:visible")).to_contain_text("Applies to:")
    page.locator(f".panel:visible [data-cite={gold}]").check()
    page.locator("[data-draft=resolution]").fill(scenario.truth.resolution)
    search(page, PROMPT, "search_tickets")
    expect(page.locator(".rail")).to_contain_text("repeats call 1")
    expect(page.locator(".left")).to_contain_text("21 of 24")
    # What was ticked and written is there after each call.
    expect(page.locator(f".hand [data-cite={gold}]")).to_be_checked()
    page.locator("[data-draft=confidence]").fill("0.9")
    page.locator(".hand [data-submit]").click()
    card = page.locator("#tools .card")
    expect(card).to_contain_text("Your episode")
    expect(card.locator(".pill.good")).to_have_text("✓ correct")
    expect(card).to_contain_text("Honest searcher")
    expect(card).to_contain_text("1 of 3 calls had been made before")
    expect(page.locator(".ask")).to_have_count(0)
    expect(page.locator(".panel:visible")).to_contain_text("What applies")
    page.get_by_role("link", name="See how the honest searcher").click()
    expect(page.locator("#tools .by")).to_contain_text("honest searcher")


def test_a_ticket_played_by_hand_is_as_it_was_left_after_a_reload_and_after_back(page: Page):
    opened(page, "you")
    search(page, PROMPT)
    resolution, calls = page.locator("[data-draft=resolution]"), page.locator(".rail li")
    resolution.fill("Start it again.")
    page.reload()
    expect(calls).to_have_count(1)
    expect(resolution).to_have_value("Start it again.")
    search(page, "another search")
    page.locator("#tools [data-run=cite_all]").click()
    expect(page.locator("#tools .by")).to_contain_text("cite all")
    page.go_back()
    expect(resolution).to_have_value("Start it again.")
    expect(calls).to_have_count(2)
    page.locator("#tools [data-run=you]").click()
    expect(resolution).to_have_value("")
    expect(calls).to_have_count(0)


def test_an_empty_resolution_is_not_sent(page: Page):
    opened(page, "you")
    page.locator(".hand [data-submit]").click()
    expect(page.locator(".hand .state")).to_contain_text("First write")
    expect(page.locator("[data-draft=resolution]")).to_be_focused()


def test_two_visitors_do_not_share_an_episode(page: Page, browser: Browser, address: str):
    opened(page, "you")
    context = browser.new_context(base_url=address)
    other = context.new_page()
    opened(other, "you")
    ids = {one.locator(".episode").get_attribute("data-episode") for one in (page, other)}
    assert len(ids) == 2
    search(page, "first visitor")
    search(other, "second visitor")
    search(page, "first visitor again")
    expect(other.locator(".rail li")).to_have_count(1)
    expect(other.locator(".rail")).not_to_contain_text("first")
    expect(page.locator(".rail")).not_to_contain_text("second")
    context.close()


def test_hostile_text_is_shown_and_never_run(page: Page):
    opened(page, "you")
    search(page, HOSTILE)
    expect(page.locator(".panel:visible .asked dd")).to_have_text(HOSTILE)
    assert page.locator("#ask-query").input_value() == HOSTILE
    page.locator("[data-draft=resolution]").fill(HOSTILE)
    page.locator(".hand [data-submit]").click()
    expect(page.locator(".panel:visible .said")).to_contain_text("<img src=x onerror=")
    assert page.locator(".episode :is(script, img)").count() == 0
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("run", [HONEST, "you"])
def test_a_phone_never_scrolls_sideways(page: Page, run: str, scheme: str):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    opened(page, run)
    if run == "you":
        search(page, "csagent.sys page fault " + "x" * 200)
        expect(page.locator(".panel:visible")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
