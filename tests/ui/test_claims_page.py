"""A claim in a real Chromium: made, opened by a second visitor, voted on, confirmed, replayed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from graders.exploits import read_case
from tests.ui.conftest import Server, serving
from tests.ui.test_claims import claim, insulting
from ui.game.store import Store
from ui.links import GameRef, game_href

ROOT = Path(__file__).parents[2]
REPLAY = ROOT / "tests" / "graders" / "test_exploits.py"
HOSTILE = '<img src=x onerror="window.hit=1">'
NARROW = {"width": 390, "height": 800}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, on which nobody has claimed anything yet."""
    with serving(tmp_path_factory.mktemp("claims"), "-m", "tests.ui.light_app") as found:
        yield found


def attempted(page: Page, at: str, insult: str) -> None:
    """Write an answer that is paid and that the referee counts as done."""
    page.goto(f"?tab=break&at={at}")
    expect(page.locator(".meter:visible")).to_be_visible()
    expect(page.locator("#json-break")).not_to_have_value("")
    assert page.locator(".claim-offer").count() == 0
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").fill(insulting(GameRef.parse(at), insult))
    expect(page.locator(".claim-offer")).to_be_visible()


def claimed(page: Page, why: str, player: str = "") -> str:
    """Claim what is on the sheet; the claim's link."""
    page.locator(".claim-reason").fill(why)
    page.locator(".player").fill(player)
    page.locator("[data-claim-this]").dblclick()
    link = page.locator(".claim-offer .kept a")
    expect(link).to_be_visible()
    return link.get_attribute("href")


@pytest.fixture
def second(browser: Browser, address: str) -> Iterator[Page]:
    """Another visitor, with a browser of their own, on a phone."""
    context = browser.new_context(base_url=address, viewport=NARROW)
    yield context.new_page()
    context.close()


def file_of(server: Server) -> Path:
    """The server's store."""
    return server.log.parent / "store.sqlite"


def maintains(server: Server, *words: str) -> str:
    """What the maintainers' command prints."""
    store = {"REWARDDESK_STORE": str(file_of(server))}
    done = subprocess.run(
        [sys.executable, "-m", "ui.game.claims", *words],
        cwd=ROOT,
        env=os.environ | store,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def replayed(folder: Path) -> subprocess.CompletedProcess:
    """The tests of tests/exploits/, on the cases in folder/exploits."""
    tests = folder / "graders" / REPLAY.name
    tests.parent.mkdir(exist_ok=True)
    shutil.copy(REPLAY, tests)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rA", "-k", "test_an_exploit", str(tests)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


def test_a_claim_is_made_voted_on_confirmed_and_fails_as_a_test(
    page: Page, second: Page, server: Server, tmp_path: Path
):
    attempted(page, "exec_assist/gate/medium-eval-6", "Only a fool would ask for this.")
    asked = []
    page.on("request", lambda one: '"why"' in (one.post_data or "") and asked.append(one))
    link = claimed(page, "It insults whoever wrote.", "ada")
    assert len(asked) == 1, "a double click claims once"
    expect(page.locator("[data-told]")).to_contain_text("Others can vote on it now")
    expect(page.locator("[data-claim-this]")).to_be_hidden()
    expect(page.locator(".meter-bar .short")).to_have_text("✓ Claimed")
    attempted(page, "exec_assist/gate/medium-eval-6", "Only a fool would ask for this.")
    assert claimed(page, "for another reason", "bob") == link, "the same answer is claimed once"
    expect(page.locator(".wall b").first).to_have_text("1")

    second.goto(link)
    card = second.locator("article.claim.opened")
    expect(second.locator(".meter")).to_be_visible()
    expect(second.locator(".claim-offer")).to_have_count(0)
    expect(second.locator(".meter-bar .short")).to_have_text("✓ Claimed")
    expect(card).to_contain_text("“It insults whoever wrote.”")
    expect(card).to_contain_text("Only a fool would ask for this")
    expect(card).to_contain_text("Claimed by ada")
    expect(card).to_contain_text("open")
    expect(second.locator("#json-break")).to_have_value(insulting(*_of(link)))
    card.locator("[data-vote=fine]").click()
    expect(card.locator("[data-count=fine]")).to_have_text("1")
    card.locator("[data-vote=wrong]").click()
    expect(card.locator("[data-count=wrong]")).to_have_text("1")
    expect(card.locator("[data-count=fine]")).to_have_text("0")
    second.reload()
    expect(card.locator("[data-vote=wrong][aria-pressed=true]")).to_contain_text("1")
    second.locator(".wall > summary").click()
    expect(second.locator(".wall .claim [data-vote=wrong][aria-pressed=true]")).to_have_count(1)
    assert second.evaluate("document.documentElement.scrollWidth") == NARROW["width"]

    [listed] = maintains(server, "list").splitlines()
    claim_id, state, *_ = listed.split()
    assert link.endswith(claim_id)
    assert (state, "1 wrong, 0 fine" in listed) == ("open", True)
    exploits = tmp_path / "exploits"
    exploits.mkdir()
    told = maintains(server, "confirm", claim_id, "--folder", str(exploits), "--name", "insults")
    assert "expected to fail" in told
    written = exploits / "insults.json"
    case = read_case(written.read_text())
    assert case.open
    assert replayed(tmp_path).returncode == 0, "an open case fails as expected"
    written.write_text(case.model_copy(update={"open": False}).to_json())
    found = replayed(tmp_path)
    assert found.returncode == 1
    assert "FAILED" in found.stdout
    assert "test_an_exploit_is_not_paid[insults]" in found.stdout

    second.reload()
    expect(card).to_contain_text("✕ confirmed")
    assert card.locator("[data-vote]").count() == 0
    maintains(server, "hide", claim_id)
    second.reload()
    expect(second.locator("#break .notice")).to_contain_text("This link does not work")


def _of(link: str) -> tuple[GameRef, str]:
    at = dict(one.split("=") for one in link[1:].split("&"))["at"]
    return GameRef.parse(at), "Only a fool would ask for this."


def test_hostile_text_in_a_claim_is_text_for_whoever_reads_it(page: Page, second: Page):
    attempted(page, "it_triage/gate/medium-eval-2", HOSTILE)
    link = claimed(page, HOSTILE + "</script><script>window.hit=2</script>", HOSTILE)
    second.goto(link)
    for place in (second.locator(".claim.opened"), second.locator(".wall .claim").first):
        if not place.count():
            second.locator(".wall > summary").click()
        expect(place.locator(".claim-why")).to_contain_text(HOSTILE)
        expect(place.locator(".said")).to_contain_text(HOSTILE)
        expect(place.locator(".hint").last).to_contain_text(HOSTILE[:24])
    for one in (page, second):
        one.wait_for_timeout(300)
        assert one.evaluate("window.hit") is None


def test_a_browser_that_keeps_nothing_or_nonsense_votes_all_the_same(
    browser: Browser, server: Server
):
    place = GameRef.parse("exec_assist/gate/medium-eval-12")
    link = game_href(place, claim(Store(file_of(server)), place))
    broken = (
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})",
        "localStorage['rewarddesk:voter'] = '\"x\"'; localStorage['rewarddesk:votes'] = '[7';",
    )
    for voters, script in enumerate(broken, 1):
        context = browser.new_context(base_url=server.url, viewport=NARROW)
        context.add_init_script(script)
        other = context.new_page()
        other.goto(link)
        expect(other.locator(".claim.opened")).to_contain_text("No reason was given")
        other.locator("[data-vote=wrong]").first.click()
        expect(other.locator("[data-count=wrong]").first).to_have_text(str(voters))
        expect(other.locator("[data-vote=wrong]").first).to_have_attribute("aria-pressed", "true")
        context.close()
