"""What the first screen weighs on the wire."""

import gzip
import re
from collections import Counter

import brotli
import httpx
import pytest
from playwright.sync_api import Page, expect

PATIENCE = 30_000
HOME = 300_000
"""Bytes that a first visit to Home may load."""
OPENERS = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.mark.parametrize("way", OPENERS)
def test_the_page_is_compressed_as_the_browser_allows(address: str, way: str):
    plain = httpx.get(address, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert b'property="og:title"' in plain.content
    with httpx.stream("GET", address, headers={"accept-encoding": way}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == way
    assert "accept-encoding" in answer.headers["vary"].lower()
    assert int(answer.headers["content-length"]) == len(sent) < len(plain.content) / 5
    assert OPENERS[way](sent).count(b"gradio_config") == plain.content.count(b"gradio_config")


def test_scripts_are_sent_smaller_than_gradio_sends_them(address: str):
    [script, *_] = re.findall(r'src="\.?/?(assets/[\w-]+\.js)"', httpx.get(address).text)
    plain = httpx.get(f"{address}{script}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", f"{address}{script}", headers={"accept-encoding": "br"}) as answer:
        sent = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "br"
    assert brotli.decompress(sent) == plain.content
    assert len(sent) < len(brotli.compress(plain.content, mode=brotli.MODE_TEXT, quality=4))


def test_home_loads_neither_plotly_nor_the_other_tabs(page: Page):
    asked: dict[str, str] = {}
    parts: Counter[str] = Counter()  # of answers that may still go on, as streams do
    whole: Counter[str] = Counter()
    devtools = page.context.new_cdp_session(page)
    for event, note in {
        "requestWillBeSent": lambda e: asked.update({e["requestId"]: e["request"]["url"]}),
        "dataReceived": lambda e: parts.update({e["requestId"]: e["encodedDataLength"]}),
        "loadingFinished": lambda e: whole.update({e["requestId"]: e["encodedDataLength"]}),
    }.items():
        devtools.on(f"Network.{event}", note)
    devtools.send("Network.enable")
    page.goto("")
    expect(page.locator(".twins")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#home .play-meter")).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1_500)
    assert not [url for url in asked.values() if "plotly" in url]
    others = page.locator("#inbox .letter, #arena .duel, #break .sheet, #training .run")
    expect(others).to_have_count(0)
    loaded = parts | whole
    largest = sorted((size, asked[which]) for which, size in loaded.items())[-5:]
    assert HOME / 2 < loaded.total() < HOME, largest
