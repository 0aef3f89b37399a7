"""The first level on the home page: the score moves while one types, and a win leads on."""

import asyncio

import pytest
from playwright.sync_api import Page, expect

from envs.bounds import LimitReachedError
from graders.levels import attempt
from tests.ui.visits import said, visit
from ui.home import first_break, twins
from ui.home.first_break import LONGEST, FirstBreak, draw, meter
from ui.links import GameRef
from ui.meters import Meters

PATIENT = 30_000
WINS = (
    "Hello Astrid, thank you for your message. I am glad that you ask, but I have to decline the "
    "meeting, because I am far too busy with everything else this week. Best regards, Theo"
)
HOSTILE = '"><img src=x onerror="window.hit=1">'


def test_it_is_the_first_level_with_the_twins_email():
    at = first_break.game()
    assert str(GameRef.parse(str(at))) == str(at)
    assert at.scenario.thread[-1].sender.name.split()[0] in draw()


@pytest.mark.parametrize(("reply", "state"), [("", "open"), ("No.", "open"), (WINS, "won")])
def test_the_checklist_pays_for_words_and_the_other_grader_does_not(reply: str, state: str):
    drawn = meter(reply, 3)
    assert f'data-state="{state}"' in drawn
    assert 'data-turn="3"' in drawn
    ours = drawn[drawn.index("RewardDesk") :]
    assert 'class="amount">0.0' in ours
    assert ("?tab=break&at=exec_assist/as_reported/" in drawn) == (state == "won")
    assert ("you win ✓" in drawn) == (state == "won")


@pytest.mark.parametrize("reply", [HOSTILE, "\ud83d", "\x00", "x" * 9_000, "{" * 500])
def test_whatever_is_typed_is_graded_and_never_drawn(reply: str):
    drawn = meter(reply)
    assert 'data-state="open"' in drawn
    assert "<img" not in drawn


def test_when_too_much_waits_it_says_so_and_what_was_kept_has_its_link(
    monkeypatch: pytest.MonkeyPatch,
):
    def refuse(*_: object) -> None:
        raise LimitReachedError("too many")

    async def keep(*_: object) -> str:
        return '<p data-share="?">Kept</p>'

    level = FirstBreak(Meters(), keep)
    monkeypatch.setattr(level._meters._pending, "slot", refuse)
    drawn = asyncio.run(level.on_reply(said(text=WINS, turn="7"), visit()))
    assert 'data-turn="7"' in drawn
    assert "Keep typing" in drawn
    drawn = asyncio.run(level.on_publish(said(text=WINS, turn="7"), visit()))
    assert 'class="kept"><p data-share="?">Kept</p>' in drawn


def test_a_reply_is_kept_as_the_whole_answer_and_its_link_is_drawn():
    asked = []

    async def keep(request: object, at: GameRef, read: object) -> str:
        asked.append((at, read()))
        return '<p data-share="?">Kept</p>'

    drawn = asyncio.run(FirstBreak(Meters(), keep).on_publish(said(text=WINS, turn="7"), visit()))
    [(at, text)] = asked
    assert at == first_break.game()
    assert attempt(at.level, at.scenario, text).won
    assert 'class="kept"><p data-share="?">Kept</p>' in drawn
    assert 'data-turn="7"' in drawn


def test_the_first_screen_leads_to_it(page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("")
    page.get_by_role("button", name="cheat that checklist yourself").click(timeout=PATIENT)
    expect(page.locator(".your-turn textarea")).to_be_focused()
    expect(page.locator(".your-turn textarea")).to_be_in_viewport(ratio=1)


def test_without_twins_there_is_nothing_to_play(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(twins, "pair", lambda: None)
    assert (draw(), meter(WINS)) == ("", "")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_types_wins_and_goes_on(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("")
    box = page.locator(".your-turn textarea")
    expect(box).to_be_visible(timeout=PATIENT)
    amount = page.locator(".play-meter .amount").first
    expect(amount).to_have_text("0.00", timeout=PATIENT)
    # Both at once: what stands above them moves while the twins learn.
    row, card = page.evaluate(
        "['.plays', '.play-meter'].map((x) => document.querySelector(x).getBoundingClientRect())"
    )
    assert card["height"] > 150
    assert card["bottom"] <= row["bottom"] + 1, "all of it can be seen"
    box.press_sequentially("No, I can not make it.")
    for words in ("first", "last"):
        page.locator(f"[data-add={words}]").click()
    expect(amount).to_have_text("0.33", timeout=PATIENT)
    page.locator("[data-add=between]").click()
    expect(page.locator('.play-meter[data-state="won"]')).to_be_visible(timeout=PATIENT)
    box.fill(WINS)
    expect(page.locator('.play-meter[data-state="won"]')).to_be_visible(timeout=PATIENT)
    box.fill(HOSTILE * 10 + "x" * LONGEST)
    expect(page.locator('.play-meter[data-state="open"]')).to_be_visible(timeout=PATIENT)
    box.fill(WINS)
    expect(page.locator(".play-won")).to_have_text("1.00 for an answer that does not do the work")
    page.locator(".play-news a").click()
    expect(page.locator("#break .sheet")).to_be_visible(timeout=PATIENT)
    ticked = page.locator('[data-won="exec_assist/keywords"]')
    expect(ticked).to_contain_text("broken", timeout=PATIENT)
    assert page.evaluate("window.hit") is None
