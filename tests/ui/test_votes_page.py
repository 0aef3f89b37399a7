"""Votes in the Arena in a real Chromium: cast blind, counted, seen by others, and not forged."""

import json
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import Server, serving
from tests.ui.test_requests import call
from tests.ui.test_votes import WON, on_case, token
from ui.arena.votes import Votes

pytestmark = pytest.mark.slow

SCRIPTS = (
    "?tab=arena&desk=exec_assist&scenario=medium-eval-4"
    "&left=scripted:always_none&right=scripted:oracle"
)
NARROW = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, on which nobody has voted yet."""
    with serving(tmp_path_factory.mktemp("votes"), "-m", "tests.ui.light_app") as found:
        yield found


@pytest.fixture
def second(browser: Browser, address: str) -> Iterator[Page]:
    """Another visitor, with a browser of their own, on a phone."""
    context = browser.new_context(base_url=address, viewport=NARROW)
    yield context.new_page()
    context.close()


@pytest.fixture
def kept(server: Server) -> Votes:
    """The server's votes."""
    return Votes(server.log.parent / "store.sqlite")


def votes(page: Page, link: str, choice: str) -> None:
    """Play a match and vote on it."""
    page.goto(link)
    page.locator("#arena [data-run]").click()
    expect(page.locator(".duel .vote")).to_be_visible()
    page.locator(f'.duel [data-vote="{choice}"]').click()
    expect(page.locator(".duel .vote")).to_have_count(0)


def test_a_blind_vote_is_counted_and_stays_for_everybody(page: Page, second: Page, kept: Votes):
    votes(page, f"{SCRIPTS}&blind=yes", "same")
    expect(page.locator(".duel-news")).to_contain_text("Your vote is counted.")
    table = page.locator(".preferences")
    expect(table).to_contain_text("1 vote on 1 case")
    expect(table.locator("tbody tr")).to_contain_text("0 for, 1 tied, 0 against")
    votes(page, f"{SCRIPTS}&blind=yes", "first")
    expect(page.locator(".duel-news")).to_contain_text("that vote stays")
    expect(table).to_contain_text("1 vote on 1 case")
    [one] = kept.counted()
    assert (one.vote, one.blind, one.votes) == ("same", True, 1)

    votes(second, SCRIPTS, "second")
    expect(second.locator(".duel-news")).to_contain_text("with those in plain view")
    shown = second.locator(".preferences")
    expect(shown).to_contain_text("1 vote on 1 case")
    expect(shown.locator("summary")).to_contain_text("1, not counted above")
    assert second.evaluate("document.documentElement.scrollWidth") == NARROW["width"]

    for seed in range(20):
        match = on_case(seed)
        kept.cast(match.id, token(seed), match.ballot("first" if seed % 5 else "second"))
    second.goto(SCRIPTS)
    shown.scroll_into_view_if_needed()
    expect(shown).to_contain_text("People and graders agree in 0.76 of 21 votes on 21 cases")
    expect(shown.locator("tbody tr").first).to_contain_text("honest answer over always none")
    expect(shown.locator("tbody tr").first).to_contain_text("0.79 [0.57, 0.91]")


def test_a_forged_vote_is_not_counted(server: Server, kept: Votes):
    with urllib.request.urlopen(f"{server.url}config", timeout=20) as answer:
        config = json.load(answer)
    [vote] = [
        one["id"]
        for one in config["dependencies"]
        if ["vote"] in [event[1:] for event in one["targets"]] and one["inputs"]
    ]
    before = kept.counted()
    match = {"desk": WON.desk, "ref": str(WON.ref), "specs": WON.specs}
    for state, event in (
        (None, {"vote": "first", "token": token(1)}),
        (WON.id, {"vote": "first", "token": token(1)}),
        (json.dumps(match), {"vote": "first", "token": token(1)}),
        (None, {"vote": "both", "token": token(1)}),
        (None, {"vote": "first", "token": "<script>"}),
        (None, {"vote": "first"}),
        (None, None),
    ):
        assert "data" not in call(server, vote, [state], event)
    assert kept.counted() == before
    assert "Traceback" not in server.log.read_text()
