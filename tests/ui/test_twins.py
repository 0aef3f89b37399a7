"""The cheating twin on the first page: drawn from records, dragged with the keys and the mouse."""

import json
import os
import re
import shutil
from pathlib import Path

import pyarrow
import pytest
from playwright.sync_api import Browser, Page, expect
from pyarrow import parquet

from training.runs.run import window_means
from ui.home import tab as home
from ui.home import twins
from ui.home.twins import SOUND, TWIN
from ui.runs import records
from ui.runs.completions import completions
from ui.runs.records import RUNS, record

PATIENCE = 30_000
BAD = '"><img src=x onerror="alert(1)">'


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The records of both, without their weights, to be spoilt."""
    for name in (SOUND, TWIN):
        (tmp_path / name).mkdir()
        for path in (RUNS / name).iterdir():
            if path.is_file():
                shutil.copy(path, tmp_path / name / path.name)
    monkeypatch.setattr(records, "RUNS", tmp_path)
    return tmp_path


def rewritten(folder: Path, **changes: str) -> None:
    """What a run kept, with the probe's rows changed."""
    path = folder / "completions.parquet"
    rows = parquet.read_table(path).to_pylist()
    rows = [one | changes if one["probe"] else one for one in rows]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)


# --- drawn ---


def test_the_two_differ_in_what_they_are_paid_for_and_in_nothing_else():
    sound, twin = (record(name).preset for name in (SOUND, TWIN))
    assert twin.reward == "as_reported"
    assert twin.model_copy(update={"reward": sound.reward}) == sound


def test_each_step_of_the_probe_has_an_answer_on_each_side():
    drawn = twins.draw()
    steps = sorted({row.step for row in completions(TWIN) if row.probe})
    assert [int(one) for one in re.search('data-steps="([^"]*)"', drawn)[1].split()] == steps
    assert re.findall('class="twin-answer" data-step="([0-9]+)"', drawn) == 2 * list(
        map(str, steps)
    )
    assert drawn.count('class="twin-answer"') - drawn.count(" hidden>") == 2


def test_what_is_said_of_them_is_what_the_records_say():
    lesson = twins.draw().partition('class="twin-lesson"')[2]
    for name in (SOUND, TWIN):
        curves = record(name).run.curves
        paid, more = window_means(curves["reward"])
        done, now = window_means(curves["referee"])
        assert f"from {paid:.2f} to {more:.2f}" in lesson
        assert f"from {done:.0%} to {now:.0%} of the emails" in lesson


def test_the_other_seeds_of_both_are_told_of():
    seeds = [SOUND.removesuffix("_seed2") + seed for seed in ("", "_seed1", "_seed2")]
    done = sorted(window_means(record(name).run.curves["referee"])[1] for name in seeds)
    told = f"paid for the work, the one above included, do {done[0]:.0%} to {done[-1]:.0%}."
    drawn = twins.draw()
    assert told in drawn
    assert "Of 4 models paid by that checklist, this one cheats the most." in drawn


def test_the_twins_answer_is_marked_where_the_reports_grader_looks():
    right = twins.draw().partition('aria-label="Paid by a checklist"')[2]
    (last,) = re.findall(r'data-step="[0-9]+">(.*?)</div>', right, re.DOTALL)
    assert "work not done" in last
    assert re.search(r'<mark class="for" title="email quality">(Hello|Dear)', last)


def test_hostile_answers_are_shown_and_not_run(copies):
    rewritten(copies / TWIN, text=BAD)
    assert "<img" not in twins.draw()
    nothing = {"conflicts": [], "proposed_slots": [], "meeting_details": None, "reschedule": None}
    said = {"calendar_action": "none", "email_reply": "<img src=x> thank you"}
    rewritten(copies / TWIN, text=json.dumps(nothing | said))
    drawn = twins.draw()
    assert "<img" not in drawn
    assert "&lt;img src=x&gt;" in drawn


@pytest.mark.parametrize(
    "spoil",
    [
        lambda runs: shutil.rmtree(runs / SOUND),
        lambda runs: (runs / TWIN / "steps.jsonl").write_text("{"),
        lambda runs: (runs / TWIN / "config.json").write_text("{}"),
        lambda runs: (runs / TWIN / "completions.parquet").write_bytes(b"PAR1"),
        lambda runs: (runs / TWIN / "completions.parquet").unlink(),
        lambda runs: rewritten(runs / TWIN, scenario="exec_assist/easy/3001"),
        lambda runs: rewritten(runs / TWIN, scenario="nothing/of/the/kind"),
        lambda runs: rewritten(runs / TWIN, scenario="it_triage/easy/3000"),
    ],
)
def test_without_two_good_records_home_has_the_rest(copies, spoil):
    spoil(copies)
    assert "twin" not in home.draw()
    assert 'class="hero"' in home.draw()
    assert 'class="doors"' in home.below()


def test_two_that_answered_what_is_no_scenario_are_not_drawn(copies):
    for name in (SOUND, TWIN):
        rewritten(copies / name, scenario="exec_assist/easy/x")
    assert twins.draw() == ""


# --- in the browser ---


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_one_drags_through_their_training(browser: Browser, address: str, width: int, scheme: str):
    context = browser.new_context(
        base_url=address,
        color_scheme=scheme,
        reduced_motion="reduce",
        viewport={"width": width, "height": 844},
    )
    page = context.new_page()
    page.goto("")
    slider = page.locator(".twins input[type=range]")
    expect(slider).to_be_visible(timeout=PATIENCE)
    answers = page.locator(".twin-answer:visible")
    expect(answers).to_have_count(2)
    late = answers.all_inner_texts()
    assert ["work done" in late[0], "work not done" in late[1]] == [True, True]
    marks = page.locator(".twins [data-here]")
    at = "all => all.map((one) => one.x1.baseVal.value)"
    assert marks.evaluate_all(at) == [150, 150]

    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] - 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 1, middle, steps=12)
    page.mouse.up()
    expect(page.locator(".twins output")).to_have_text("0")
    expect(answers).to_have_count(2)
    first, second = page.locator(".twin-answer:visible .hint").all_inner_texts()
    assert first == second  # of the same base
    assert marks.evaluate_all(at) == [0, 0]
    slider.press("ArrowRight")
    assert marks.evaluate_all(at) == [10, 10]

    slider.press("End")
    assert answers.all_inner_texts() == late
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_it_plays_once_by_itself_and_stops_when_somebody_takes_hold(page: Page):
    page.goto("")
    step, button = page.locator(".twins output"), page.locator("[data-play]")
    expect(button).to_have_accessible_name("Pause", timeout=PATIENCE)
    expect(step).to_have_text(re.compile("^(?:[2-9]|1[0-2])0$"), timeout=PATIENCE)
    slider = page.locator(".twins input[type=range]")
    slider.press("Home")
    expect(button).to_have_accessible_name("Play the training")
    page.wait_for_timeout(1_200)  # more than two steps of its own
    assert step.inner_text() == "0"
    for _ in range(13):
        slider.press("ArrowRight")
    expect(step).to_have_text("130")
    button.click()
    expect(step).to_have_text("150", timeout=PATIENCE)
    expect(button).to_have_accessible_name("Play the training")
    button.click()
    button.click()
    page.wait_for_timeout(1_200)
    assert int(step.inner_text()) < 50, "it begins anew, and can be paused"


def test_the_first_screen_can_be_pictured(page: Page, tmp_path: Path):
    """`make screenshot` says by PICTURE where the picture goes."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 1180})
    page.goto("")
    expect(page.locator(".twins .chart").last).to_be_in_viewport(ratio=1, timeout=PATIENCE)
    picture = Path(os.environ.get("PICTURE", tmp_path / "picture.png"))
    page.screenshot(path=picture)
    assert picture.stat().st_size > 50_000


def test_the_slider_stays_in_sight(page: Page):
    page.emulate_media(reduced_motion="reduce")  # while it plays, answers come and go
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("")
    expect(page.locator(".twins")).to_be_visible(timeout=PATIENCE)
    page.locator(
        '.twin[aria-label="Paid by a checklist"] .twin-pay:visible'
    ).scroll_into_view_if_needed()
    page.mouse.wheel(0, 300)
    expect(page.locator(".twin-slide")).to_be_in_viewport()


def test_a_reader_of_the_screen_hears_the_step(page: Page):
    page.goto("")
    slider = page.locator(".twins input[type=range]")
    expect(slider).to_be_visible(timeout=PATIENCE)
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "after 0 steps")
