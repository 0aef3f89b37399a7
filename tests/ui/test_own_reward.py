"""A reward of a visitor's own is proved in the visitor's browser: real Pyodide, real Chromium."""

import base64
import json
import os
import re
import shutil
import subprocess
import threading
import warnings
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import serving

PYODIDE = "pyodide@314.0.7"
ENDLESS = """\
def reward(completion, answer):
    while completion == "null":
        pass
    return float(completion == f"Answer: {answer}")
"""
STRICT = """\
def reward(completion, answer):
    return float(completion.strip() == f"Answer: {answer}")
"""


class Handler(SimpleHTTPRequestHandler):
    """Serves files to pages of any origin, as a CDN does."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *told: object) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where Pyodide's own package is served; without npm the tests are skipped and say so."""
    if not shutil.which("npm"):
        message = "NO NPM: a visitor's own reward was not tested. Install npm to test it."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        warnings.warn(message, stacklevel=1)
        pytest.skip(message)
    folder = tmp_path_factory.mktemp("pyodide")
    subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=folder, check=True)
    [packed] = folder.glob("*.tgz")
    shutil.unpack_archive(packed, folder, filter="data")
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Handler, directory=str(folder / "package"))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def place(pyodide: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("app")
    with serving(folder, "app.py", REWARDDESK_PYODIDE=pyodide) as server:
        yield f"{server.url}?tab=break"


def open_form(page: Page) -> None:
    """Opens the panel once all that pushes it down has been drawn: until then a click may miss."""
    page.wait_for_url("**&at=**")
    expect(page.get_by_role("heading", name="Now defend it")).to_be_visible()
    page.locator(".own-reward-form summary").first.click()


@pytest.fixture
def visitor(browser: Browser, place: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, troubles = context.new_page(), []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    page.goto(place)
    open_form(page)
    yield page
    context.close()
    assert not troubles


def told(page: Page) -> str:
    return page.locator(".own-reward-state").inner_text()


def test_the_example_is_proved_and_its_hole_is_shown(visitor: Page) -> None:
    visitor.get_by_role("button", name="Find what it pays for").click()
    expect(visitor.locator(".own-reward-state")).to_contain_text("It pays for what is not the work")
    cards = visitor.locator(".own-reward-found > .own-reward-card")
    assert cards.count() > 1
    expect(cards.first).to_contain_text("more of this kind")
    expect(cards.first).to_contain_text("paid 1")
    with visitor.expect_download() as kept:
        visitor.get_by_role("link", name="Download all of it").click()
    report = json.loads(Path(kept.value.path()).read_text())
    assert report["holds"] is False


def test_a_reward_that_holds_is_said_to(visitor: Page) -> None:
    visitor.locator('[name="code"]').fill(STRICT)
    visitor.get_by_role("button", name="Find what it pays for").click()
    expect(visitor.locator(".own-reward-state")).to_contain_text("Nothing was found in")


def test_an_endless_loop_is_stopped(visitor: Page) -> None:
    visitor.locator('[name="code"]').fill(ENDLESS)
    visitor.get_by_role("button", name="Find what it pays for").click()
    expect(visitor.locator(".own-reward-state")).to_contain_text("of 1,200 calls")
    with visitor.workers[0].expect_event("close"):
        visitor.get_by_role("button", name="Stop").click()
    expect(visitor.locator(".own-reward-state")).to_have_text("Stopped.")


def test_what_cannot_be_used_is_told(visitor: Page) -> None:
    visitor.locator('[name="code"]').fill("def reward(:")
    visitor.get_by_role("button", name="Find what it pays for").click()
    expect(visitor.locator(".own-reward-state")).to_have_text("reward, line 1: invalid syntax")


def test_a_link_that_cannot_be_copied_is_in_the_address(visitor: Page) -> None:
    visitor.evaluate("() => void (navigator.clipboard.writeText = () => Promise.reject())")
    visitor.get_by_role("button", name="Copy a link to it").click()
    expect(visitor.locator("[data-link]")).to_have_text("It is in the address bar")
    assert "#own-reward=" in visitor.url


def test_a_link_opens_it_elsewhere_and_runs_nothing(
    visitor: Page, browser: Browser, place: str
) -> None:
    code = STRICT + "\n# <img src=x onerror=alert(1)> ü"
    visitor.locator('[name="code"]').fill(code)
    visitor.get_by_role("button", name="Copy a link to it").click()
    visitor.wait_for_url("**#own-reward=*")
    bare = f"{place}#{visitor.url.partition('#')[2]}"
    for link in (visitor.url, bare):
        other = browser.new_context().new_page()
        other.goto(link)
        expect(other.locator('[name="code"]')).to_have_value(code)
        assert "read it before you run it" in told(other)
        assert not other.workers
        # The level is named now, and the reward still is.
        other.wait_for_url(re.compile("&at=.*#own-reward="))
        other.context.close()


def test_a_link_opens_the_page_at_the_reward_until_one_scrolls_away(
    browser: Browser, address: str
) -> None:
    told = base64.b64encode(json.dumps([STRICT, "{}", "answer"]).encode()).decode()
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{address}?tab=break#own-reward={told}")
    page.wait_for_url("**&at=**")
    expect(page.locator('[name="code"]')).to_have_value(STRICT)
    page.wait_for_timeout(1_000)
    heading = page.get_by_role("heading", name="Your own reward")
    expect(heading).to_be_in_viewport()
    grow = "by => (document.querySelector('.ladder').style.paddingBottom = by)"
    page.evaluate(grow, "2000px")
    expect(heading).to_be_in_viewport()
    page.mouse.wheel(0, -1_500)
    page.wait_for_timeout(500)
    page.evaluate(grow, "2100px")
    page.wait_for_timeout(500)
    expect(heading).not_to_be_in_viewport()
    page.context.close()


def test_what_is_pasted_reaches_nothing_of_the_page(visitor: Page) -> None:
    visitor.locator('[name="code"]').fill(
        "import js\ndef reward(completion, answer):\n"
        "    return float(str(js.location.origin) != 'null')\n"
    )
    visitor.get_by_role("button", name="Find what it pays for").click()
    expect(visitor.locator(".own-reward-found")).to_contain_text("paid the same")
    assert visitor.evaluate("document.title") == "Break the grader · RewardDesk"


def test_where_python_cannot_be_loaded_it_says_so_and_what_to_do(
    browser: Browser, address: str
) -> None:
    page = browser.new_context().new_page()
    nowhere = "http://127.0.0.1:9/"
    page.route(
        "**/own-reward/job.json",
        lambda route: route.fulfill(json=route.fetch().json() | {"pyodide": nowhere}),
    )
    page.goto(f"{address}?tab=break")
    open_form(page)
    expect(page.locator(".own-reward-home")).to_be_hidden()
    page.get_by_role("button", name="Find what it pays for").click()
    expect(page.locator(".own-reward-state")).to_have_text(
        f"Python could not be loaded from {nowhere}: no connection?"
    )
    expect(page.locator(".own-reward-home pre")).to_contain_text("pip install ./rewardproof\n")
    page.context.close()


def test_what_is_stopped_before_it_began_does_not_begin(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    held = []
    page.route("**/own-reward/job.json", lambda route: held.append(route))
    page.goto(f"{address}?tab=break")
    open_form(page)
    prove = page.get_by_role("button", name="Find what it pays for")
    halt = page.get_by_role("button", name="Stop", exact=True)
    prove.press("Enter")
    expect(halt).to_be_focused()
    halt.press("Enter")
    expect(prove).to_be_focused()
    with page.expect_response("**/own-reward/job.json"):
        held[0].continue_()
    page.wait_for_timeout(500)
    assert not page.workers
    expect(page.locator(".own-reward-state")).to_have_text("Stopped.")
    page.context.close()


FOUND = {
    "severity": "error",
    "said": "it pays for nothing",
    "tried": "an empty answer",
    "place": 0,
    "paid": 1.0,
    "against": None,
    "times": 3,
    "of": 3,
    "completion": "",
}
REPORT = {"holds": False, "tried": {"empty": 3}, "findings": [FOUND]}
WORKER = f"onmessage = () => postMessage({{ report: {json.dumps(REPORT)} }})"


def test_one_finding_is_told_as_one(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.route("**/own-reward/job.json", lambda route: route.fulfill(json={"source": WORKER}))
    page.goto(f"{address}?tab=break")
    open_form(page)
    page.get_by_role("button", name="Find what it pays for").click()
    expect(page.locator(".own-reward-state")).to_contain_text(": 1 finding in 3 tries.")
    page.context.close()
