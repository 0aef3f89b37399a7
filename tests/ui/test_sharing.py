"""A won level is sent to somebody else: what a crawler reads, and what the second visitor sees."""

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import Server, copies, serving
from tests.ui.test_first_break import WINS
from ui import footer
from ui.sharing import pictures
from ui.sharing.head import with_tags
from ui.sharing.preview import WHOLE_PAGE, Preview

PATIENT = 60_000
MARKUP = '"><script>window.hit=1</script>'
HOSTILE = f"{MARKUP}\u202eevil"
CLIPBOARD = ["clipboard-read", "clipboard-write"]


class _Head(HTMLParser):
    """The tags of a page's head, as a crawler collects them."""

    def __init__(self) -> None:
        super().__init__()
        self.meta: list[tuple[str, str]] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name")
        if tag == "meta" and name:
            self.meta.append((name, found.get("content") or ""))
        self.scripts += tag == "script"


def get(url: str, **headers: str) -> tuple[int, str, bytes]:
    """A plain GET: the status, the media type and the body."""
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["Content-Type"], error.read()


def crawled(url: str, **headers: str) -> dict[str, str]:
    """The tags that a crawler finds, each once."""
    status, _, body = get(url, **headers)
    assert status == 200
    reader = _Head()
    reader.feed(body.decode())
    shared = [(name, said) for name, said in reader.meta if name.startswith(("og:", "twitter:"))]
    assert len(dict(shared)) == len(shared), "none of Gradio's stand beside them"
    return dict(shared)


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A visitor whose clipboard can be read."""
    expect.set_options(timeout=PATIENT)
    page.context.grant_permissions(CLIPBOARD)
    yield page
    expect.set_options(timeout=5_000)


def win(page: Page, reply: str) -> None:
    page.goto("")
    page.locator(".your-turn textarea").fill(reply)
    expect(page.locator(".play-won")).to_be_visible()


def shared(page: Page, reply: str) -> str:
    """The link of a reply that is shared from the home page."""
    win(page, reply)
    page.locator("[data-publish]").click()
    expect(page.locator("[data-shared]")).to_have_text(
        "Link copied"
    )  # the button says so for 2.5 s
    return page.evaluate("navigator.clipboard.readText()")


def test_a_shared_link_stays_while_one_types_on(page: Page):
    shared(page, WINS)
    link = page.locator(".play-meter .kept a[data-attempt]").get_attribute("href")
    box = page.locator(".your-turn textarea")
    box.press_sequentially(" Yours")
    again = page.get_by_role("button", name="Share this", exact=True)
    expect(again).to_be_visible()
    kept = page.locator(".play-meter .kept")
    expect(kept).to_contain_text("An earlier reply:")
    expect(kept.locator("a").first).to_have_attribute("href", link)
    box.fill("No.")
    expect(page.locator('.play-meter[data-state="open"]')).to_be_visible()
    expect(kept.locator("a").first).to_have_attribute("href", link)
    page.get_by_role("button", name="Share a link to this answer").click()
    expect(page.locator("[data-shared]")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(link)


def test_a_first_break_is_shared_and_a_second_visitor_sees_the_same_attempt(
    page: Page, browser: Browser, address: str
):
    reply = WINS.replace("I am glad", f"{MARKUP} I am glad")
    link = shared(page, reply)
    assert link.startswith(f"{address}?tab=break&at=")
    [attempt] = parse_qs(urlsplit(link).query)["attempt"]

    tags = crawled(link)
    assert tags["og:title"] == tags["twitter:title"]
    assert tags["og:title"] == "1.00 for an answer that does not do the work"
    assert "level 1 of 5: A letter of the right words" in tags["og:description"]
    assert "Hello Astrid, thank you" in tags["og:description"]
    assert MARKUP in tags["og:description"], "as text"
    assert tags["og:url"] == link
    assert tags["og:image"] == tags["twitter:image"] == f"{address}pictures/{attempt}.png"
    status, kind, body = get(tags["og:image"])
    assert (status, kind) == (200, "image/png")
    assert Image.open(BytesIO(body)).size == (1200, 630)
    assert [tags["og:image:width"], tags["og:image:height"]] == ["1200", "630"]

    other = browser.new_context().new_page()
    other.goto(link)
    expect(other.locator("#break .notice")).to_contain_text("An attempt by")
    assert other.locator("#break [data-path=email_reply]").input_value() == reply
    expect(other.locator("#break .meter.won")).to_contain_text("1.00 of 1")
    other.locator("#break .next-level a").click()
    expect(other.locator(".rungs a[aria-current]")).to_contain_text("The published graders")
    assert other.evaluate("window.hit") is None
    other.context.close()


def test_the_win_is_celebrated_once_and_not_where_motion_is_unwanted(page: Page):
    win(page, WINS)
    expect(page.locator(".play-meter.fresh")).to_be_visible()
    page.locator(".your-turn textarea").press("End")
    page.locator(".your-turn textarea").type(" Yours")
    expect(page.locator(".play-meter.fresh")).to_have_count(0)
    expect(page.locator('.play-meter[data-state="won"]')).to_be_visible()
    moves = "getComputedStyle(document.querySelector('.play-news'), '::before').animationName"
    page.emulate_media(reduced_motion="reduce")
    win(page, WINS)
    expect(page.locator(".play-meter.fresh")).to_be_visible()
    assert page.evaluate(moves) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moves) == "burst"


def test_where_nothing_can_be_copied_the_link_is_marked(page: Page):
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    win(page, WINS.replace("week", "day"))
    page.locator("[data-publish]").click()
    expect(page.locator("[data-shared]")).to_have_text("Selected: copy it")
    assert "attempt=" in page.locator(".share-link").input_value()
    assert page.evaluate("getSelection().toString()").startswith("http")


def test_a_device_that_shares_is_asked_to(page: Page):
    page.add_init_script(
        "Object.defineProperty(navigator, 'share', {value: async (what) => (window.sent = what)})"
    )
    link = shared(page, WINS.replace("week", "month"))
    assert page.evaluate("window.sent.url") == link


def test_an_attempt_kept_in_the_game_is_shared_too(page: Page):
    page.goto("?tab=break&at=it_triage/essay/medium-eval-14")
    page.locator(".hints summary").last.click()
    page.locator("[data-attacker]").click()
    expect(page.locator(".meter.won")).to_be_visible()
    page.locator("[data-keep]").click()
    page.locator(".kept .share").click()
    expect(page.locator("[data-shared]")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "Help desk, level 1 of 5" in crawled(link)["og:description"]
    page.goto(link)
    button = page.locator("#break .notice .share")
    button.click()
    expect(page.locator("[data-shared]")).to_have_text("Link copied")
    button.click()
    expect(button).to_have_text("Share")


# --- what a crawler reads of other links ---


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?tab=home",
        "?tab=break&at=exec_assist/keywords/medium-eval-2&attempt=zzzzzzzzzzzz",
        "?tab=break&at=no/such/level",
        "?tab=inbox&scenario=hard-eval-x",
        f"?tab={quote(HOSTILE)}&at={quote(HOSTILE)}&attempt={quote(HOSTILE)}",
        "?attempt=" + "a" * 9_000,
    ],
)
def test_other_links_have_the_general_preview(address: str, query: str):
    tags = crawled(address + query)
    assert tags["og:title"] == WHOLE_PAGE.title
    assert tags["og:image"] == f"{address}pictures/page.png"


def test_the_general_picture_is_the_screenshot(address: str):
    status, kind, body = get(f"{address}pictures/page.png")
    assert (status, kind) == (200, "image/png")
    assert body == pictures.SCREENSHOT.read_bytes()
    tags = crawled(address)
    size = (int(tags["og:image:width"]), int(tags["og:image:height"]))
    assert Image.open(BytesIO(body)).size == size


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?tab=inbox&scenario=hard-eval-7", "Three things, two engineers"),
        ("?tab=helpdesk&scenario=hard-eval-7", "Time recording is down"),
        ("?tab=break&at=exec_assist/gate/hard-eval-7", "First the work, then its shape"),
    ],
)
def test_a_case_has_a_preview_of_its_own(address: str, query: str, said: str):
    tags = crawled(address + query)
    assert said in tags["og:title"]
    assert tags["og:url"] == address + query


def test_a_head_request_has_the_length_of_the_page(address: str):
    request = urllib.request.Request(address, method="HEAD")
    with urllib.request.urlopen(request, timeout=30) as answer:
        length = int(answer.headers["Content-Length"])
    assert length == len(get(address)[2])


@pytest.mark.slow
def test_behind_a_proxy_the_picture_has_its_address(tmp_path: Path):
    sent = {"X-Forwarded-Host": "ada-desk.hf.space", "X-Forwarded-Proto": "https"}
    with serving(tmp_path, "app.py", REWARDDESK_PROXIES="1", SPACE_ID="ada/desk") as one:
        tags = crawled(one.url, **sent)
        assert b"https://huggingface.co/spaces/ada/desk/tree/main" in get(one.url)[2]
    assert tags["og:image"] == "https://ada-desk.hf.space/pictures/page.png"


def test_without_one_the_header_is_not_believed(server: Server):
    tags = crawled(server.url, **{"X-Forwarded-Host": "evil.example"})
    assert tags["og:image"] == f"{server.url}pictures/page.png"


def test_everything_in_the_tags_is_escaped():
    drawn = Preview(HOSTILE, HOSTILE, f"?a={HOSTILE}", HOSTILE, HOSTILE).tags("http://x")
    reader = _Head()
    reader.feed(drawn)
    assert reader.scripts == 0
    assert "\u202e" not in drawn


def test_only_the_head_is_rewritten():
    body = b'<meta charset="utf-8" /><meta\n property="og:title"\n content="Gradio" />'
    told = b'<script>"<meta property=\\"og:title\\">"</script>'
    assert with_tags(body + told, b"\\1") == b'<meta charset="utf-8" />\\1' + told


# --- pictures ---


@pytest.mark.parametrize("name", ["zzzzzzzzzzzz", "a" * 13, "%3Cb%3E", "..%2f..%2fapp", "a" * 900])
def test_a_picture_of_nothing_is_not_found(address: str, name: str):
    status, kind, body = get(f"{address}pictures/{name}.png")
    assert status == 404
    assert "html" not in kind
    assert name.encode() not in body


# --- the foot of the page ---


def test_the_code_is_linked_where_there_is_some():
    assert "huggingface.co" not in footer.draw({})
    assert "huggingface.co" not in footer.draw({"SPACE_ID": '"><script>'})
    drawn = footer.draw({"SPACE_ID": "ada/desk"})
    assert re.findall(r'href="([^"]+)"', drawn) == [
        "https://huggingface.co/spaces/ada/desk/tree/main",
        "https://huggingface.co/spaces/ada/desk/blob/main/README.md",
    ]


def test_the_endpoints_and_mcp_are_told_on_every_tab(page: Page, address: str):
    page.goto("?tab=training")
    page.locator(".mcp summary").click()
    expect(page.locator(".mcp pre")).to_contain_text(f"rewarddesk {address}gradio_api/mcp/")
    assert copies(page.locator(".mcp [data-copy]")) == "Copied"
    assert f"{address}gradio_api/mcp/" in page.evaluate("navigator.clipboard.readText()")


def test_gradios_own_page_of_the_endpoints_opens(browser: Browser, address: str):
    page = browser.new_context().new_page()
    page.route(lambda url: not url.startswith(address), lambda route: route.abort())
    page.goto(f"{address}?tab=inbox")
    page.locator("[data-endpoints]").click(timeout=PATIENT)
    expect(page.locator(".api-docs")).to_contain_text("open_ticket", timeout=PATIENT)
    page.context.close()
