"""The real app, started as a person would start it, on a free port."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60
"""Seconds for the server to come up, and for the page to change, on a busy machine."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first takes a third less of the processor than the others do without a window."""
IN_BRIEF = "test_page.py"
"""Of the files that open the page, the one that `make test` runs: the first screen, both desks."""
CUT_OFF = ("AbortError", "errored out")
"""What Gradio logs of a stream that a reload cuts off."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",  # else two pages beside each page
    "--disable-smooth-scrolling",  # a click on what is still moving meets nothing
)


class Server(NamedTuple):
    """Where the app listens, the file that holds what it has printed, and its process."""

    url: str
    log: Path
    pid: int


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_ours = item.path.parent == Path(__file__).parent and item.path.name != IN_BRIEF
        if is_ours and {"browser", "server", "slow"} & set(item.fixturenames):
            item.add_marker("slow")


@contextmanager
def serving(folder: Path, *arguments: str, cwd: Path = ROOT, **settings: str) -> Iterator[Server]:
    """Python started with these arguments, as it serves the page on the port that PORT names."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "PORT": str(port),
        "GRADIO_SERVER_NAME": "127.0.0.1",
        "REWARDDESK_STORE": str(folder / "store.sqlite"),
        **settings,
    }
    with (folder / "log").open("w") as log:
        app = subprocess.Popen(
            [sys.executable, *arguments], cwd=cwd, env=environment, stdout=log, stderr=log
        )
    found = Server(f"http://127.0.0.1:{port}/", folder / "log", app.pid)
    try:
        _wait_for(found, app)
        yield found
    finally:
        app.terminate()
        app.wait(timeout=20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The running app; what went wrong in it is in its log."""
    with serving(tmp_path_factory.mktemp("app"), "app.py") as found:
        yield found


def _wait_for(server: Server, app: subprocess.Popen) -> None:
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        assert app.poll() is None, f"the app ended:\n{server.log.read_text()}"
        try:
            urllib.request.urlopen(server.url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail(f"no page within {PATIENCE} s")


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """Where the page is."""
    return server.url


# --- the browser ---


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; without one the tests are skipped and say so, and under CI they fail."""
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
        found = next(filter(None, map(shutil.which, BROWSERS)), None) or (own.exists() and str(own))
        if not found:
            message = "NO BROWSER: the page was not tested. Install chromium to test it."
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            warnings.warn(message, stacklevel=1)
            pytest.skip(message)
        expect.set_options(timeout=1_000 * PATIENCE)
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


def _is_trouble(line: ConsoleMessage) -> bool:
    return line.type == "error" and not any(one in line.text for one in CUT_OFF)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh visitor; at the end, nothing may have gone wrong in the browser."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(1_000 * PATIENCE)
    page, troubles = context.new_page(), []
    page.on("console", lambda line: _is_trouble(line) and troubles.append(line.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
    page.on(
        "request",
        lambda request: (
            request.url.startswith((address, "data:", "blob:")) or troubles.append(request.url)
        ),
    )
    yield page
    context.close()
    assert troubles == []


WHY = "Many visitors wait for this just now. Try again in a minute."


@pytest.fixture
def refused(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh visitor, for what the page says of a request that it refuses (`refuse`): the browser
    calls that an error."""
    with browser.new_context(base_url=address) as context:
        yield context.new_page()


def refuse(page: Page) -> None:
    """Have the next event refused, as one that finds its queue full."""
    told = {"detail": WHY}
    page.route("**/queue/join**", lambda one: one.fulfill(status=429, json=told), times=1)


def copies(button: Locator) -> str:
    """Click a button that copies, and return what it says for two seconds after that."""
    button.page.evaluate(
        """() => {
  window.told = "";
  const now = (changed) => changed.target.closest?.("[data-copy]")?.textContent ?? "Copy";
  const look = (all) => (window.told ||= all.map(now).find((one) => one !== "Copy"));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
    )
    button.click()
    return button.page.wait_for_function("window.told").json_value()
