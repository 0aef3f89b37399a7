"""Training in a real Chromium: the recorded runs, a probe to scrub through, tables to download."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pyarrow import parquet

from tests.ui.conftest import copies, refuse, serving
from training.runs.record import read_steps
from ui.runs.records import RUNS
from ui.runs.train_here import offered

PATIENT = 30_000
SOUND, COLLAPSED, TRIAGE = (
    "exec_assist_pocket",
    "exec_assist_pocket_collapse",
    "it_triage_pocket",
)
HOSTILE = "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'>${window.hit = 1}"


def answer(step: int, tier: str) -> dict:
    """What the probe was answered: easy is learnt at step 20, hard never."""
    done = tier == "easy" and step >= 20
    return {
        "step": step,
        "scenario": f"exec_assist/{tier}/3000/disguised",
        "tier": tier,
        "text": f"{tier} answer of step {step} {HOSTILE}",
        "total": 0.9 if done else 0.1,
        "correct": done,
        "parts/scheduling": 0.4 if done else 0.05,
        "penalties/short_email": -0.02,
        "probe": True,
    }


@pytest.fixture(autouse=True)
def patience() -> Iterator[None]:
    """A run is drawn in a second, on a busy machine in many."""
    expect.set_options(timeout=PATIENT)
    yield
    expect.set_options(timeout=None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three real records, one with a planted probe and one without, and a damaged one."""
    made = tmp_path_factory.mktemp("runs")
    for name in (SOUND, COLLAPSED, TRIAGE):
        (made / name).mkdir()
        for path in filter(Path.is_file, (RUNS / name).iterdir()):
            shutil.copy(path, made / name)
    asked = [answer(step, tier) for step in (0, 10, 20, 30) for tier in ("easy", "hard")]
    kept = [answer(step, "easy") | {"probe": None} for step in (1, 2, 3)]
    for name, rows in ((SOUND, asked), (COLLAPSED, kept)):
        parquet.write_table(pyarrow.Table.from_pylist(rows), made / name / "completions.parquet")
    (made / "damaged").mkdir()
    (made / "damaged" / "steps.jsonl").write_text("{]\n")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    app = ("-m", "tests.ui.runs_app", str(folder))
    with serving(folder.parent, *app, REWARDDESK_PROXIES="1") as found:
        yield found.url


def opened(page: Page, name: str = SOUND) -> Page:
    page.goto(f"?tab=training&run={name}")
    expect(page.locator(f".run[data-run={name}]:visible")).to_be_visible()
    return page


def row(page: Page, name: str) -> Locator:
    return page.locator(f".run-list a[data-run={name}]")


def test_runs_open_in_place_and_back_goes_back(page: Page):
    page.goto(f"?tab=training&run={SOUND}")
    expect(page.locator(".run:visible .chart").first).to_be_visible()
    expect(row(page, SOUND)).to_have_attribute("aria-current", "true")
    row(page, COLLAPSED).click()
    expect(page.locator(".run h2")).to_have_text("Inbox: the optimiser’s collapse, seed 0")
    expect(page.locator(".pairs .chart")).to_have_count(8)
    expect(page.locator(".run .events li").first).to_contain_text(", collapse.")
    expect(page).to_have_url(re.compile(rf"tab=training&run={COLLAPSED}$"))
    page.go_back()
    expect(page.locator(".run h2")).to_have_text("Inbox, seed 0")
    page.go_forward()
    expect(page.locator(".run .pill").first).to_have_text("✕ collapsed")


def test_the_slider_over_the_probe_changes_text_and_score(page: Page):
    opened(page)
    sample, slider = page.locator(".sample"), page.locator(".slide input")
    expect(sample.locator("pre")).to_contain_text("easy answer of step 30")
    expect(sample.locator(".sample-total b")).to_have_text("0.90")
    slider.press("Home")
    expect(page.locator(".slide output")).to_have_text("0")
    expect(sample.locator("pre")).to_contain_text("easy answer of step 0 <script>")
    expect(sample.locator(".sample-total")).to_contain_text("0.10✕ not correct")
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "step 20")
    expect(sample.locator(".sample-total")).to_contain_text("0.90✓ correct")
    expect(page.locator(".questions details:visible")).to_have_attribute("data-tier", "easy")
    page.locator(".scrub").get_by_label("hard").check()
    expect(sample.locator("pre")).to_contain_text("hard answer of step 20")
    expect(page.locator(".questions details:visible")).to_have_attribute("data-tier", "hard")
    page.locator(".questions summary:visible").click()
    expect(page.locator(".questions pre:visible")).not_to_be_empty()
    assert page.evaluate("window.hit") is None


def test_answers_that_come_late_do_not_stay(page: Page):
    """The request for the first step reaches the server after that for the second."""
    opened(page)
    expect(page.locator(".sample pre")).to_contain_text("easy answer of step 30")
    held: list[Route] = []

    def overtaken(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/queue/join*", overtaken)
    with page.expect_request("**/queue/join*"):
        page.locator(".slide input").press("Home")
    with page.expect_response("**/queue/join*"):
        page.locator(".slide input").press("ArrowRight")
    expect(page.locator(".sample pre")).to_contain_text("easy answer of step 10")
    with page.expect_request("**/queue/join*"):
        held[0].continue_()
    expect(page.locator(".sample pre")).to_contain_text("easy answer of step 10")


def test_without_a_probe_the_slider_goes_through_what_was_kept(page: Page):
    opened(page, COLLAPSED)
    expect(page.locator(".sample pre")).to_contain_text("easy answer of step 3")
    page.locator(".slide input").press("Home")
    expect(page.locator(".slide output")).to_have_text("1")
    expect(page.locator(".sample pre")).to_contain_text("easy answer of step 1")
    expect(page.locator(".scrub :checked")).to_have_count(0)


def test_tables_are_downloaded_as_lines_of_json(page: Page, folder: Path):
    opened(page)
    tables = (
        ("steps", "Curves of 150 steps", read_steps(folder / SOUND)),
        ("completions", "Its 8 answers, graded", 8),
    )
    for table, words, rows in tables:
        with page.expect_download() as found:
            page.get_by_role("link", name=words).click()
        assert found.value.suggested_filename == f"{SOUND}-{table}.jsonl"
        lines = Path(found.value.path()).read_text().splitlines()
        told = [json.loads(line) for line in lines]
        assert told == rows if table == "steps" else len(told) == rows


def test_a_damaged_run_says_what_is_wrong_and_the_others_still_open(page: Page):
    opened(page, "damaged")
    expect(page.locator(".run .notice")).to_contain_text("steps.jsonl, line 1")
    row(page, TRIAGE).click()
    expect(page.locator(".run h2")).to_have_text("Help desk, seed 0")
    expect(page.locator(".tier")).to_have_count(3)


def test_the_charts_of_every_curve_are_drawn_once_it_is_opened(page: Page):
    opened(page)
    charts = page.locator(".curves .chart")
    expect(charts.first).to_be_hidden()
    page.get_by_text("Every curve", exact=True).click()
    expect(charts.first.locator(".js-line").first).to_be_visible()
    charts.last.scroll_into_view_if_needed()
    expect(charts.last.locator(".js-line").first).to_be_visible()


@pytest.mark.skipif(not offered(), reason="no base is shipped")
def test_training_it_here_stands_above_the_recorded_run(page: Page):
    opened(page)
    form, run = (page.locator(one).bounding_box() for one in (".train-here", ".run-head"))
    assert form["y"] + form["height"] <= run["y"]


def test_the_command_is_copied_or_marked(page: Page):
    opened(page)
    assert copies(page.locator("#training [data-copy]").last) in ("Copied", "Selected: copy it")


def test_without_oauth_a_larger_model_is_a_command_to_copy(page: Page):
    opened(page)
    page.locator(".account-form summary").click()
    expect(page.locator(".login")).to_have_count(0)
    page.locator(".account-form [name=flavor]").select_option("l4x1")
    command = "training.launch --preset it_triage --flavor l4x1 --timeout 4h --budget 10 --push-to"
    expect(page.locator(".offer pre")).to_contain_text(command)
    assert copies(page.locator(".offer [data-copy]")) in ("Copied", "Selected: copy it")
    assert page.request.get("login/huggingface").status == 404


@pytest.mark.parametrize("name", [SOUND, COLLAPSED])
def test_on_a_phone_nothing_is_wider_than_the_screen_and_charts_can_be_read(
    browser: Browser, address: str, name: str
):
    context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844})
    page = opened(context.new_page(), name)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for panel in page.locator(".train-here").all():
        assert panel.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.locator(".run plotly-chart").first.scroll_into_view_if_needed()
    mark = page.locator("plotly-chart .ytick text").first
    assert mark.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 11
    for key in page.locator(".run .chart-keys li").all()[:6]:
        expect(key).to_be_visible()
    current = row(page, name).bounding_box()
    assert 0 <= current["x"] <= 390 - 100
    context.close()


def another_waits(browser: Browser, address: str) -> None:
    """Another visitor is told how far the run is, and leaves the line again."""
    whose = {"X-Forwarded-For": "203.0.113.9"}
    context = browser.new_context(base_url=address, extra_http_headers=whose)
    page = opened(context.new_page())
    page.locator("[data-train]").click()
    news = page.locator(".train-here [role=status]")
    expect(news).to_contain_text("one run at a time trains here")
    expect(news).to_contain_text(re.compile("Another visitor’s is at step [0-9]+ of 10"))
    expect(page.locator(".train-here")).to_have_attribute("data-state", "waiting")
    page.locator(".train-here [data-stop]").click()
    expect(news).to_have_text("Stopped before it began.")
    context.close()


@pytest.mark.skipif(not offered(), reason="no base is shipped")
def test_what_comes_next_opens_the_recorded_run_in_place(page: Page):
    opened(page, TRIAGE)
    link = f'<a href="?tab=training&run={SOUND}" data-run="{SOUND}">See it</a>'
    news = page.locator(".train-here [role=status]")
    news.evaluate("(one, link) => (one.innerHTML = link)", link)
    page.get_by_text("See it", exact=True).click()
    expect(page.locator(".run h2")).to_have_text("Inbox, seed 0")
    expect(news).to_have_text("See it")
    expect(page).to_have_url(re.compile(f"run={SOUND}$"))


@pytest.mark.skipif(not offered(), reason="no base is shipped")
def test_a_run_is_started_watched_and_stopped(page: Page, browser: Browser, address: str):
    opened(page)
    page.locator("select.steps").select_option("10")
    page.locator("[data-train]").click()
    expect(page.locator(".train-here progress")).to_be_visible(timeout=120_000)
    expect(page.locator(".train-here .chart")).to_be_visible()
    another_waits(browser, address)
    page.locator(".train-here [data-stop]").click()
    expect(page.locator(".train-here [role=status]")).to_contain_text("Stopped.")
    expect(page.locator("[data-train]")).to_have_attribute("aria-disabled", "false")
    assert page.locator("select.steps").input_value() == "10", "what was chosen stays chosen"


@pytest.mark.skipif(not offered(), reason="no base is shipped")
def test_a_run_that_was_refused_can_be_started_again(refused: Page):
    opened(refused)
    news, train = refused.locator(".train-here [role=status]"), refused.locator("[data-train]")
    refuse(refused)
    train.click()
    expect(news).to_contain_text("nothing is running")
    expect(train).to_have_attribute("aria-disabled", "false")
    train.click()
    expect(refused.locator('.train-here[data-state="running"]')).to_be_visible()
    refused.locator(".train-here [data-stop]").click()
    expect(news).to_contain_text("Stopped.")
