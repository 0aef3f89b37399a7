"""How fast the page is, in a real browser beside other visitors: part of `make bench`.

A key to the screen is timed in the browser, from the input event to the frame that follows the new
meter. The other visitors are of the page's own protocol: each sends a change every second, and
waits for its meter, as a browser does.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from statistics import median, quantiles
from threading import Event
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import Server, address, browser, server, serving
from training.models.policy import MODELS

__all__ = ["address", "browser", "server"]

BREAK = "?tab=break&at=exec_assist/gate/medium-eval-2"
WATCH = """() => {
  window.took = [];
  const turn = () => document.querySelector("#break .meter").dataset.turn;
  let [began, last] = [0, turn()];
  document.addEventListener("input", () => (began = performance.now()), true);
  const seen = () => {
    if (turn() === last) return;
    last = turn();
    requestAnimationFrame(() => requestAnimationFrame(() => took.push(performance.now() - began)));
  };
  const whole = { childList: true, subtree: true, attributes: true };
  new MutationObserver(seen).observe(document.querySelector("#break .answer-pane"), whole);
}"""
SETTLING = """
  window.settled = 0;
  for (const type of ["largest-contentful-paint", "layout-shift"])
    new PerformanceObserver((list) => {
      for (const { startTime, value } of list.getEntries())
        if (!(value < 0.005)) settled = Math.max(settled, startTime);
    }).observe({ type, buffered: true });
"""
LOOKED = 6
"""Seconds that a tab is watched; by then it has settled."""
TABS = ("home", "arena", "inbox", "helpdesk", "tools", "break", "training")
KEYS = 100
VISITORS = 20
MINUTES = 2
WARM = 20.0
"""Seconds before keys are timed and the memory is looked at: what the server loads after its start
and with the first of each thing is there."""
PERSON = 1.0
"""Seconds from one change of a visitor to the next."""


def p95(seconds: list[float]) -> float:
    return quantiles(seconds, n=20)[-1]


class Crowd(NamedTuple):
    """What other visitors saw."""

    waits: list[float]
    """Seconds from each change to its meter."""
    errors: list[str]


async def visit(url: str, function: int, number: int, crowd: Crowd, over: Event) -> None:
    """One visitor: another text each second, until it is over."""
    place = "exec_assist/gate/medium-eval-2"
    session = f"crowd-{number}"
    async with httpx.AsyncClient(base_url=url, timeout=30) as web:
        await asyncio.sleep(PERSON * number / VISITORS)
        for turn in count(1):
            if over.is_set():
                return
            began = time.perf_counter()
            told = {"at": place, "text": f'{{"email_reply": "{number} {turn}"}}', "turn": str(turn)}
            event = {"fn_index": function, "data": [], "session_hash": session, "event_data": told}
            try:
                (await web.post("gradio_api/run/predict", json=event)).raise_for_status()
            except httpx.HTTPError as error:
                crowd.errors.append(repr(error))
            took = time.perf_counter() - began
            crowd.waits.append(took)
            await asyncio.sleep(max(0.0, PERSON - took))


def function_named(url: str, name: str) -> int:
    config = httpx.get(f"{url}config", timeout=30).json()
    (found,) = [one["id"] for one in config["dependencies"] if one["api_name"] == name]
    return found


def memory(pid: int, which: str = "VmRSS") -> float:
    """Resident, in MiB; with "VmHWM" the most since the start."""
    with open(f"/proc/{pid}/status") as status:
        (line,) = [line for line in status if line.startswith(which)]
    return int(line.split()[1]) / 1024


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Page]:
    """A visitor at a level, with the cursor in the text, watched."""
    page = browser.new_page(base_url=address)
    page.goto(BREAK)
    expect(page.locator("#json-break")).not_to_have_value("", timeout=30_000)
    page.locator("[data-view=json]:visible").click()
    page.locator("#json-break").focus()
    page.evaluate(WATCH)
    yield page
    page.close()


def press(page: Page) -> None:
    """A key, and the meter that it brings."""
    before = page.evaluate("took.length")
    page.keyboard.press("x")
    page.wait_for_function(f"took.length > {before}")


def test_a_key_to_the_screen(benchmark: Callable, capsys: Any, player: Page) -> None:
    def pause() -> None:
        player.wait_for_timeout(100)

    player.wait_for_timeout(WARM * 1_000)
    benchmark.pedantic(lambda: press(player), setup=pause, rounds=KEYS, warmup_rounds=5)
    took = player.evaluate("took")[-KEYS:]
    benchmark.extra_info["p95, ms"] = round(p95(took))
    with capsys.disabled():
        print(f"\nkey to screen: {median(took):.0f} ms at the median, {p95(took):.0f} ms at p95")


def test_a_key_beside_a_crowd(benchmark: Callable, server: Server, player: Page) -> None:
    function, over, crowd = function_named(server.url, "on_typed"), Event(), Crowd([], [])

    async def crowded() -> None:
        others = range(1, VISITORS)
        await asyncio.gather(*(visit(server.url, function, n, crowd, over) for n in others))

    with ThreadPoolExecutor() as pool:
        others = pool.submit(asyncio.run, crowded())
        ends = time.monotonic() + 60 * MINUTES
        player.wait_for_timeout(WARM * 1_000)
        warm = memory(server.pid)

        def until_it_ends() -> None:
            while time.monotonic() < ends:
                press(player)
                player.wait_for_timeout(PERSON * 1_000)

        benchmark.pedantic(until_it_ends, rounds=1)
        over.set()
        others.result()
    benchmark.extra_info |= {
        "p95, ms": round(p95(player.evaluate("took"))),
        "p95 of the others, ms": round(1_000 * p95(crowd.waits)),
        "changes of the others": len(crowd.waits),
        "errors": len(crowd.errors),
        "MiB": [round(warm), round(memory(server.pid))],
    }
    assert crowd.errors == []


def test_the_server_starts(benchmark: Callable, tmp_path_factory) -> None:
    """From the command to the server's first answer."""
    with ExitStack() as running:

        def start() -> None:
            running.enter_context(serving(tmp_path_factory.mktemp("start"), "app.py"))

        benchmark.pedantic(start, setup=running.close, rounds=5, warmup_rounds=1)


def test_the_page_is_ready(benchmark: Callable, browser: Browser, tmp_path_factory) -> None:
    """From the server's first answer to a page on which a tab opens at a click."""

    running = ExitStack()

    def started() -> tuple:
        running.close()
        here = running.enter_context(serving(tmp_path_factory.mktemp("ready"), "app.py"))
        return (here.url,), {}

    def ready(url: str) -> None:
        page = browser.new_page()
        page.goto(url)
        page.locator(".tabs a").nth(1).click()
        expect(page.locator(".arena-controls:visible")).to_be_visible(timeout=30_000)
        page.close()

    with running:
        benchmark.pedantic(ready, setup=started, rounds=3)


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_settles(
    benchmark: Callable, capsys: Any, browser: Browser, address: str, tab: str
) -> None:
    """From the address to the last thing large that is drawn or moves, for a new visitor."""
    settled = []

    def looked() -> None:
        page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 800})
        page.add_init_script(SETTLING)
        page.goto(f"?tab={tab}")
        page.wait_for_timeout(1_000 * LOOKED)
        settled.append(page.evaluate("settled"))
        page.close()

    benchmark.pedantic(looked, rounds=3, warmup_rounds=1)
    assert min(settled) > 0, "nothing large was seen to be drawn"
    told = [round(one / 1_000, 2) for one in settled[1:]]
    benchmark.extra_info["settled, s"] = told
    with capsys.disabled():
        print(f"\n{tab} settles after {told} s")


def test_a_chart_is_drawn(benchmark: Callable, browser: Browser, address: str) -> None:
    """From the address of the training tab to its first chart, Plotly's script not cached."""

    def drawn() -> None:
        page = browser.new_page(base_url=address)
        page.goto("?tab=training")
        page.locator("plotly-chart .main-svg:visible").first.wait_for()
        page.close()

    benchmark.pedantic(drawn, rounds=5, warmup_rounds=1)


def tell(benchmark: Callable, capsys: Any, where: str, first: list[float]) -> None:
    """Print and record the seconds to the first word, but for the round that warms up."""
    told = [round(one, 2) for one in first[1:]]
    benchmark.extra_info["first word, s"] = told
    with capsys.disabled():
        print(f"\nfirst word {where}: {told} s")


@pytest.mark.skipif(not (MODELS / "exec_assist").is_dir(), reason="no model is shipped")
@pytest.mark.parametrize("looked", [0, 5])
def test_a_model_runs(
    benchmark: Callable, capsys: Any, browser: Browser, server: Server, looked: int
) -> None:
    """Base and trained, side by side in the Arena, from the click to the scores; at once, and by
    somebody who looked at the case for some seconds."""
    page, first = browser.new_page(base_url=server.url), []
    page.goto("?tab=arena&desk=exec_assist&scenario=medium-eval-2")

    def run() -> None:
        began = time.perf_counter()
        page.locator("#arena [data-run]").click()
        page.locator(".duel[data-state=writing] .written").first.wait_for()
        page.wait_for_function(
            "[...document.querySelectorAll('.duel .written')].some(one => one.textContent.trim())"
        )
        first.append(time.perf_counter() - began)
        page.locator(".duel[data-state=done]").wait_for(timeout=120_000)

    def again() -> None:
        page.reload()
        page.locator(".arena-controls").wait_for()
        page.wait_for_timeout(1_000 * looked)

    again()
    benchmark.pedantic(run, setup=again, rounds=3, warmup_rounds=1)
    tell(benchmark, capsys, f"in the Arena, {looked} s after opening", first)
    benchmark.extra_info["memory, MiB"] = most = round(memory(server.pid, "VmHWM"))
    with capsys.disabled():
        print(f"memory of the server since its start: {most} MiB at most")
    page.close()


@pytest.mark.skipif(not (MODELS / "exec_assist").is_dir(), reason="no model is shipped")
@pytest.mark.parametrize("tab", ["inbox", "helpdesk"])
def test_a_model_begins_at_a_desk(
    benchmark: Callable, capsys: Any, browser: Browser, address: str, tab: str
) -> None:
    """From the click to the first word of either model, for somebody who looked at the case."""
    page, first = browser.new_page(base_url=address), []
    page.goto(f"?tab={tab}&scenario=medium-eval-2")
    panel = page.locator(f"#{tab} .live")

    def run() -> None:
        began = time.perf_counter()
        panel.locator("[data-write].honest").click()
        written = f"[...document.querySelectorAll('#{tab} .live .written')]"
        page.wait_for_function(f"{written}.some((one) => one.textContent.trim())")
        first.append(time.perf_counter() - began)

    def again() -> None:
        page.reload()
        panel.wait_for()
        page.wait_for_timeout(10_000)

    again()
    benchmark.pedantic(run, setup=again, rounds=3, warmup_rounds=1)
    tell(benchmark, capsys, f"in {tab}, 10 s after opening", first)
    page.close()
