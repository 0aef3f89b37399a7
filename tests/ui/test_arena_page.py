"""Home and the Arena in a real Chromium: played, stopped, voted on, shared, reloaded, by two."""

import json
import re
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.conftest import refuse, serving
from ui import inference

PATIENT = 90_000
"""Models write on a busy machine."""
SOON = 30_000
"""That nobody waits for who waits himself."""
FOR_EVERYBODY = """
import os, runpy
os.environ["GRADIO_SERVER_NAME"] = "0.0.0.0"
runpy.run_module("tests.ui.light_app", run_name="__main__")
"""
SCRIPTS = "?tab=arena&scenario=medium-eval-4&left=scripted:always_none&right=scripted:oracle"
MODELS = (
    "?tab=arena&desk=it_triage&scenario=easy-eval-4&seed=0"
    "&left=pocket:trained&right=pretrained:warm"
)
POCKETS = MODELS.replace("pretrained:warm", "pocket:base")
"""Small ones, that write many answers in seconds."""
with_models = pytest.mark.skipif(
    len(inference.shipped("exec_assist")) < 2, reason="no models shipped"
)
HOSTILE = '<img src=x onerror="window.hit=1">'


def opened(page: Page, link: str) -> Page:
    page.goto(link)
    expect(page.locator(".arena-controls")).to_be_visible(timeout=PATIENT)
    return page


def played(page: Page) -> None:
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="done"]')).to_be_visible(timeout=PATIENT)


def test_home_shows_what_was_measured_and_the_doors(page: Page):
    page.goto("")
    expect(page.locator(".home .door")).to_have_count(6, timeout=PATIENT)
    expect(page.locator(".home-chart")).to_have_count(2)
    page.locator('.door[data-tab="arena"]').click()
    expect(page.locator(".arena-controls")).to_be_visible()
    expect(page.locator('.tabs [data-tab="arena"]')).to_have_attribute("aria-current", "page")
    page.go_back()
    expect(page.locator(".home .hero")).to_be_visible()


def test_two_scripts_meet_and_every_score_is_there(page: Page):
    opened(page, SCRIPTS)
    played(page)
    expect(page.locator(".duel-news")).to_contain_text(
        "B (honest answer) is right and the other is not"
    )
    expect(page.locator(".duel .waterfall")).to_have_count(2)
    expect(page.locator(".difference")).to_contain_text("calendar action")
    expect(page.locator(".duel .side").last.locator(".ghost, [class*=ghost]").first).to_be_visible()
    expect(page.locator(".duel .advice summary")).to_contain_text("Smallest change")
    email, *sides = (
        one.bounding_box()
        for one in (page.locator("#arena .letter"), *page.locator(".duel .side").all())
    )
    assert all(one["x"] > email["x"] + email["width"] for one in sides), "the email is beside them"
    assert "seed" not in page.url, "greedily, there is none"


@with_models
def test_models_are_streamed_and_the_link_repeats_what_they_wrote(page: Page, browser: Browser):
    opened(page, MODELS)
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="writing"] .written').first).not_to_be_empty(
        timeout=PATIENT
    )
    expect(page.locator('.duel[data-state="done"]')).to_be_visible(timeout=PATIENT)
    link = page.url
    assert "seed=0" in link
    texts = page.locator(".duel .written").all_text_contents()
    context = browser.new_context()
    other = context.new_page()
    opened(other, link)
    played(other)
    assert other.locator(".duel .written").all_text_contents() == texts
    context.close()


class Slow(BaseHTTPRequestHandler):
    """An endpoint that writes a word a tenth of a second; `left` tells of each that hung up."""

    left = Event()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            for _ in range(600):
                told = {"choices": [{"delta": {"content": f"word {HOSTILE} "}}]}
                self.wfile.write(f"data: {json.dumps(told)}\n\n".encode())
                time.sleep(0.1)
        except OSError:
            self.left.set()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Slow) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        Slow.left.clear()
        yield f"api:slow@http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_an_endpoint_streams_and_is_stopped_and_another_match_can_be_run(page: Page, endpoint):
    opened(page, SCRIPTS.replace("scripted:always_none", endpoint))
    expect(page.locator('[data-side="left"] .named')).to_have_value(endpoint[4:])
    page.locator("#arena [data-run]").click()
    expect(page.locator(".duel .written").first).to_contain_text("word", timeout=PATIENT)
    page.locator(".arena-controls [data-stop]").click()
    expect(page.locator(".duel-news")).to_contain_text("Stopped")
    assert Slow.left.wait(20)  # nothing goes on writing for nobody
    expect(page.locator('.duel[data-state="stopped"]')).to_be_visible()
    assert page.evaluate("window.hit") is None
    page.locator('[data-side="left"] select').select_option("scripted:always_none")
    played(page)


@pytest.fixture
def mute() -> Iterator[str]:
    """An endpoint that takes what it is asked, and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as server:
        yield f"api:mute@http://127.0.0.1:{server.getsockname()[1]}/v1"


def test_who_waits_for_an_endpoint_keeps_nobody_waiting(
    page: Page, browser: Browser, address: str, mute: str
):
    opened(page, SCRIPTS.replace("scripted:always_none", mute))
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="writing"]')).to_be_visible(timeout=PATIENT)
    with browser.new_context(base_url=address) as context:
        other = context.new_page()
        opened(other, SCRIPTS)
        other.locator("#arena [data-run]").click()
        expect(other.locator('.duel[data-state="done"]')).to_be_visible(timeout=SOON)
        other.locator('[data-count="12"]').click()
        expect(other.locator('.tournament[data-state="done"]')).to_be_visible(timeout=SOON)
    expect(page.locator('.duel[data-state="writing"]')).to_be_visible()


def test_one_endpoint_a_visitor_is_at_work_and_gone_with_stop(
    page: Page, browser: Browser, address: str, mute: str, endpoint: str
):
    opened(page, SCRIPTS.replace("scripted:always_none", mute))
    page.locator("#arena [data-run]").click()
    expect(page.locator(".duel-news")).to_have_text("Writing …", timeout=PATIENT)
    with browser.new_context(base_url=address) as context:
        other = context.new_page()
        opened(other, SCRIPTS.replace("scripted:always_none", endpoint))
        other.locator("#arena [data-run]").click()
        expect(other.locator('.duel[data-state="failed"]')).to_contain_text("still at work")
        page.locator(".arena-controls [data-stop]").click()
        expect(page.locator(".duel-news")).to_contain_text("Stopped")
        page.wait_for_timeout(3_000)
        other.locator("#arena [data-run]").click()
        expect(other.locator(".duel .written").first).to_contain_text("word", timeout=SOON)


def test_a_page_for_everybody_asks_nothing_within(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, endpoint: str
):
    with (
        serving(tmp_path_factory.mktemp("open"), "-c", FOR_EVERYBODY) as found,
        browser.new_context(base_url=found.url) as context,
    ):
        page = context.new_page()
        opened(page, SCRIPTS.replace("scripted:always_none", endpoint))
        page.locator("#arena [data-run]").click()
        expect(page.locator('.duel[data-state="failed"]')).to_contain_text(
            "asked over https here", timeout=PATIENT
        )


def test_blind_names_come_with_the_vote(page: Page):
    opened(page, SCRIPTS)
    page.locator("[data-blind]").check(force=True)
    page.wait_for_url("**blind=yes*")
    page.reload()
    expect(page.locator("[data-blind]")).to_be_checked(timeout=PATIENT)
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="vote"]')).to_be_visible(timeout=PATIENT)
    shown = page.locator(".duel").inner_text()
    assert "honest answer" not in shown
    assert not re.search(r"\d\.\d\d", shown)
    page.locator('[data-vote="first"]').click()
    expect(page.locator('.duel[data-state="done"]')).to_be_visible()
    expect(page.locator(".duel-news")).to_contain_text("graders")
    expect(page.locator(".duel .side small").first).to_have_text(
        re.compile("honest answer|always none")
    )


def test_another_case_another_desk_and_back(page: Page):
    opened(page, SCRIPTS)
    first = page.url
    page.locator("#arena [data-random]").click()
    expect(page.locator(".arena-controls")).not_to_have_attribute("data-scenario", "medium-eval-4")
    page.wait_for_url(lambda url: "scenario=medium-eval-4&" not in url, timeout=PATIENT)
    second = page.url
    page.locator('#arena [data-desk="it_triage"]').click()
    expect(page.locator("#arena .passages")).to_be_visible(timeout=PATIENT)
    page.wait_for_url("**desk=it_triage**", timeout=PATIENT)
    page.go_back()
    page.wait_for_url(second, timeout=PATIENT)
    expect(page.locator("#arena .passages")).to_have_count(0, timeout=PATIENT)
    page.go_back()
    page.wait_for_url("**scenario=medium-eval-4&**", timeout=PATIENT)
    expect(page.locator(".arena-controls")).to_have_attribute(
        "data-scenario", "medium-eval-4", timeout=PATIENT
    )
    assert page.url.split("?")[0] == first.split("?")[0]
    page.reload()
    expect(page.locator(".arena-controls")).to_have_attribute(
        "data-scenario", "medium-eval-4", timeout=PATIENT
    )


def test_back_brings_the_contenders_of_the_address(page: Page):
    opened(page, SCRIPTS)
    first = page.locator("#arena [data-side=left] select")
    expect(first).to_have_value("scripted:always_none")
    first.select_option("scripted:oracle")
    page.wait_for_url("**left=scripted%3Aoracle**", timeout=PATIENT)
    page.go_back()
    expect(first).to_have_value("scripted:always_none", timeout=PATIENT)
    expect(page).to_have_url(re.compile("left=scripted(:|%3A)always_none"))


@with_models
def test_another_case_ends_the_match_that_is_written(page: Page):
    opened(page, MODELS)
    page.locator("#arena [data-run]").click()
    expect(page.locator(".duel[data-state=writing]")).to_be_visible(timeout=PATIENT)
    page.locator("#arena [data-random]").click()
    expect(page.locator(".arena-controls")).not_to_have_attribute("data-scenario", "easy-eval-4")
    page.wait_for_timeout(3_000)
    expect(page.locator(".duel .written")).to_have_count(0)
    page.locator("#arena [data-run]").click()
    expect(page.locator(".duel[data-state=writing]")).to_be_visible(timeout=PATIENT)


def test_many_cases_show_their_progress_and_an_interval(page: Page):
    opened(page, SCRIPTS)
    page.locator('[data-count="12"]').click()
    expect(page.locator('.tournament[data-state="done"]')).to_be_visible(timeout=PATIENT)
    expect(page.locator(".tournament")).to_contain_text("95 % interval")
    expect(page.locator(".standings tbody tr").first).to_contain_text("[")


@with_models
def test_many_cases_are_stopped(page: Page):
    opened(page, POCKETS)
    page.locator('[data-count="48"]').click()
    expect(page.locator('.tournament[data-state="playing"] progress')).to_be_visible(
        timeout=PATIENT
    )
    expect(page.locator(".tournament")).to_contain_text("over 6 cases", timeout=PATIENT)
    page.locator(".tournament [data-stop]").click()
    stopped = page.locator('.tournament[data-state="stopped"]')
    expect(stopped).to_contain_text("Stopped. Help desk, easy: over")
    expect(stopped.locator(".standings tbody tr").first).to_contain_text("[")
    expect(stopped.locator("progress")).to_have_count(0)


@with_models
def test_another_desk_or_difficulty_ends_many_cases_and_another_case_does_not(page: Page):
    opened(page, POCKETS)
    many, controls = page.locator(".tournament"), page.locator(".arena-controls")
    expect(many.locator(".hint").first).to_contain_text("Next: Help desk, easy.")
    many.locator('[data-count="48"]').click()
    expect(many).to_contain_text("Help desk, easy: over 6 cases", timeout=PATIENT)
    controls.locator("[data-random]").click()
    expect(controls).not_to_have_attribute("data-scenario", "easy-eval-4")
    expect(many).to_have_attribute("data-state", "playing")
    controls.locator('[data-tier="hard"]').click()
    expect(many).to_have_attribute("data-state", "stopped")
    expect(many).to_contain_text("Stopped. Help desk, easy: over")
    expect(many.locator(".hint").first).to_contain_text("Next: Help desk, hard.")
    page.wait_for_timeout(3_000)
    expect(many).to_have_attribute("data-state", "stopped")
    many.locator('[data-count="12"]').click()
    expect(many).to_contain_text("Help desk, hard: over 12 cases", timeout=PATIENT)


def test_what_was_refused_can_be_asked_for_again(refused: Page):
    opened(refused, SCRIPTS)
    refuse(refused)
    refused.locator("#arena [data-run]").click()
    expect(refused.locator('.duel[data-state="failed"]')).to_contain_text("nothing is running")
    played(refused)
    many = refused.locator(".tournament")
    for state in ("failed", "done", "failed"):
        if state == "failed":
            refuse(refused)
        many.locator('[data-count="12"]').click()
        expect(many).to_have_attribute("data-state", state, timeout=PATIENT)
    expect(many).to_contain_text("nothing is running")
    expect(many.locator("table")).to_have_count(0)


def test_two_visitors_play_at_once_and_see_their_own(page: Page, browser: Browser, address: str):
    context = browser.new_context(base_url=address)
    other = context.new_page()
    opened(page, SCRIPTS)
    opened(other, SCRIPTS.replace("medium-eval-4", "easy-eval-7"))
    page.locator("#arena [data-run]").click()
    other.locator("#arena [data-run]").click()
    for one, name in ((page, "medium-eval-4"), (other, "easy-eval-7")):
        expect(one.locator('.duel[data-state="done"]')).to_be_visible(timeout=PATIENT)
        expect(one.locator(".arena-controls")).to_have_attribute("data-scenario", name)
    context.close()


def test_an_endpoint_that_is_down_is_told_of(page: Page):
    opened(page, SCRIPTS)
    left = page.locator('[data-side="left"]')
    left.locator("select").select_option("api:")
    left.locator(".named").fill("m@http://127.0.0.1:9/v1")
    left.locator(".secret").fill("sk-secret")
    page.locator("#arena [data-run]").click()
    expect(page.locator('.duel[data-state="failed"]')).to_contain_text("no connection")
    assert "sk-secret" not in page.url + page.locator(".duel").inner_text()
    left.locator("select").select_option("scripted:always_none")
    with page.expect_request("**/queue/join*") as sent:
        played(page)
    assert "sk-secret" not in sent.value.post_data, "the key is the endpoint's"


@pytest.mark.parametrize("wrong", ["desk=reception", "left=pocket:/etc", f"right={HOSTILE}"])
def test_a_bad_address_says_so(page: Page, wrong: str):
    opened(page, f"?tab=arena&{wrong}")
    expect(page.locator(".arena-controls .notice")).to_contain_text("This link does not work")
    assert page.evaluate("window.hit") is None


def test_a_phone_scrolls_in_one_direction_alone(browser: Browser, address: str):
    context = browser.new_context(base_url=address, viewport={"width": 390, "height": 800})
    phone = context.new_page()
    for link in ("", SCRIPTS):
        phone.goto(link)
        expect(phone.locator(".tab:visible .pane").first).to_be_visible(timeout=PATIENT)
        if link:
            played(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_the_keyboard_goes_on_edits_and_grades(page: Page):
    page.goto("?tab=inbox&scenario=easy-eval-3")
    expect(page.locator("#inbox .rows [aria-current]")).to_be_visible(timeout=PATIENT)
    page.keyboard.press("n")
    page.wait_for_url("**scenario=easy-eval-4", timeout=PATIENT)
    page.keyboard.press("p")
    page.wait_for_url("**scenario=easy-eval-3", timeout=PATIENT)
    page.keyboard.press("g")
    expect(page.locator("#inbox .card .headline")).to_be_visible(timeout=PATIENT)
    page.keyboard.press("?")
    expect(page.locator(".keys-told dl")).to_be_visible()
    page.keyboard.press("e")
    page.keyboard.press("n")  # a letter now
    expect(page.locator("#inbox [data-path=email_reply]")).to_have_value("n")
    assert page.url.endswith("easy-eval-3")
