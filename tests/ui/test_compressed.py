"""What the first screen weighs on the wire."""

import gzip
import re
from collections import Counter

import brotli
import httpx
import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from ui import compressed
from ui.compressed import Compressed

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


@pytest.fixture
def asked() -> list[str]:
    """The paths that the app behind the middleware was asked for."""
    return []


@pytest.fixture
def client(asked: list[str]) -> TestClient:
    def send(request: Request) -> Response:
        asked.append(request.url.path)
        status = 404 if "none" in request.url.path else 200
        return PlainTextResponse(request.url.path * 100, status, {"etag": "x"})

    routes = [Route("/{path:path}", send, methods=["GET", "POST"])]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Compressed)]))


@pytest.mark.parametrize("way", ["br", "gzip"])
@pytest.mark.parametrize("path", ["/assets/a-1.js", "/assets/a-1.css", "/plotly/plotly.min.js"])
def test_a_file_is_compressed_once(client: TestClient, asked: list[str], path: str, way: str):
    first, again = (client.get(path, headers={"accept-encoding": way}) for _ in range(2))
    assert asked == [path]
    assert first.text == again.text == path * 100
    assert again.headers["content-encoding"] == way
    assert dict(first.headers) == dict(again.headers)
    other = next(one for one in OPENERS if one != way)
    assert client.get(path, headers={"accept-encoding": other}).headers["content-encoding"] == other


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {}),
        ("GET", "/assets/none.js", {}),
        ("POST", "/assets/a.js", {}),
        ("GET", "/assets/a.js", {"if-none-match": "x"}),
        ("GET", "/assets/a.js", {"accept-encoding": "identity"}),
    ],
)
def test_what_may_be_another_answer_next_time_is_not_kept(
    client: TestClient, asked: list[str], method: str, path: str, headers: dict[str, str]
):
    for _ in range(2):
        client.request(method, path, headers={"accept-encoding": "br"} | headers)
    assert asked == [path, path]


def test_what_is_kept_is_bounded(client: TestClient, asked: list[str], monkeypatch):
    monkeypatch.setattr(compressed, "MAX_KEPT", 10)
    for _ in range(2):
        client.get("/assets/a.js", headers={"accept-encoding": "br"})
    assert len(asked) == 2


@pytest.mark.parametrize("way", ["br", "identity"])
def test_browsers_keep_what_is_named_by_its_content(client: TestClient, way: str):
    sent = {}
    for path in ("/assets/a.js", "/assets/none.js", "/plotly/plotly.min.js", "/"):
        headers = client.get(path, headers={"accept-encoding": way}).headers
        sent[path] = headers.get("cache-control"), headers.get("etag")
    assert sent.pop("/assets/a.js") == ("public, max-age=31536000, immutable", None)
    assert set(sent.values()) == {(None, "x")}


def test_of_plotly_its_script_alone_is_sent(address: str):
    plain = httpx.get(f"{address}plotly/plotly.min.js", headers={"accept-encoding": "identity"})
    assert plain.content.startswith(b"/**\n* plotly.js")
    tag = {"if-none-match": plain.headers["etag"]}
    assert httpx.get(f"{address}plotly/plotly.min.js", headers=tag).status_code == 304
    assert httpx.get(f"{address}plotly/widgetbundle.js").status_code == 404
