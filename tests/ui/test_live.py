"""Models in the page: what they write is streamed, graded, compared and never run."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path

import gradio as gr
import pytest
import torch
from peft import LoraConfig, get_peft_model
from playwright.sync_api import Browser, Locator, Page, expect
from transformers import AutoModelForCausalLM

from desks import load
from graders import grade
from tests.tiny_model import save_tiny
from tests.training.taught_model import taught
from tests.ui.conftest import WHY, refuse, serving
from tests.ui.live_app import HOSTILE, PAUSE, PIECES
from training.models import policies, policy
from training.models.base import write_hashes
from training.models.language_model import LanguageModel, from_folder
from ui import inference, side_by_side
from ui.arena.contenders import FixedText
from ui.inbox import tab as inbox
from ui.links import Ref
from ui.side_by_side import Side
from ui.workbench import live

DESK = load("exec_assist")
REF = Ref("easy", "eval", 3)
SCENARIO = DESK.scenario(seed=3, tier="easy", split="eval")
PROMPT = DESK.prompt(SCENARIO)
FIELDS = tuple(inbox.BLANK)
SAMPLED = live.Decoding(sampled=True)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as assets/models is: base and adapter for the inbox, a base for the help desk."""
    folder = tmp_path_factory.mktemp("models")
    base = taught(folder / "exec_assist" / "base", "exec_assist")
    (base / "record.json").write_text('{"parameters": 1234567}')
    adapt(base, folder / "exec_assist" / "trained")
    (folder / "it_triage" / "base").mkdir(parents=True)
    return folder


def adapt(base: Path, adapter: Path) -> None:
    """An adapter of a base, drawn at random."""
    torch.manual_seed(5)
    config = LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(adapter)
    write_hashes(adapter, base)


@pytest.fixture
def shipped(models: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same, as the models of this process."""
    monkeypatch.setattr(policy, "MODELS", models)
    inference._LOADED.clear()
    yield models
    inference._LOADED.clear()


def panel() -> live.Panel:
    return live.Panel.of("inbox", "exec_assist", FIELDS, inbox.outcome)


# --- how they are loaded ---


@pytest.mark.slow
@pytest.mark.usefixtures("shipped")
def test_a_model_that_is_there_waits_for_nobody_who_loads_another():
    there = inference.model("exec_assist", "pocket:base")
    with inference.LOADING, ThreadPoolExecutor(1) as other:
        asked = other.submit(inference.model, "exec_assist", "pocket:base")
        assert asked.result(timeout=5) is there


# --- what is offered ---


@pytest.mark.parametrize(
    ("there", "offered"),
    [
        ((), None),
        (("trained",), None),
        (("base",), ("base",)),
        (("base", "trained"), ("base", "trained", "both")),
        (("pretrained/warm",), ("base", "warm", "both")),
        (("pretrained/trained",), ("base", "trained", "both")),
        (("base", "pretrained/warm", "pretrained/trained"), ("base", "warm", "trained", "both")),
    ],
)
def test_what_is_shipped_is_offered(tmp_path: Path, monkeypatch, there, offered):
    monkeypatch.setattr(policy, "MODELS", tmp_path)
    for name in there:
        (tmp_path / "exec_assist" / name).mkdir(parents=True)
    found = panel()
    assert (found and found.offered) == offered
    drawn = re.findall(r'data-write="(\w+)"', found.idle()) if found else []
    assert drawn == list(offered or ())


# --- what is written ---


@pytest.mark.slow
def test_one_after_the_other_they_write_what_each_would_write_alone(shipped):
    writers = [_model(who) for who in ("base", "trained")]
    told = list(inference.write(writers, PROMPT, True, seed=4))
    alone = [one.complete([PROMPT], sample=True, seed=4)[0] for one in writers]
    assert [one.text for one in told[-1]] == alone
    for before, after in pairwise(told):
        assert all(b.text.startswith(a.text) for a, b in zip(before, after, strict=True))
    assert all(one.tokens >= 1 and one.seconds > 0 for one in told[-1])
    assert [one.pace for one in told[0]] == ["Reads the case …", "Its turn comes next."]


def test_a_model_that_writes_nothing_is_told_of():
    *_, [ended] = inference.write([FixedText("nobody", DESK, "")], PROMPT, False, seed=0)
    assert ended.pace == "Wrote nothing."


@pytest.mark.parametrize("untaught", ["pretrained:base", "pretrained:base,json"])
def test_an_untaught_model_does_not_keep_the_taught_one_waiting(untaught):
    two = [FixedText(name, DESK, name) for name in (untaught, "pretrained:warm")]
    began, *_, ended = inference.write(two, PROMPT, False, seed=0)
    assert [one.seconds is None for one in began] == [True, False]
    assert [one.text for one in ended] == [one.name for one in two]


def test_the_page_is_told_ten_times_a_second_at_most(tmp_path: Path):
    endless = policies.load_policy(f"folder:{save_tiny(tmp_path)}", DESK, 600)
    endless._stop_ids, endless._model.generation_config.eos_token_id = set(), None
    began = time.perf_counter()
    told = [(now, time.perf_counter()) for now in inference.write([endless], PROMPT, True, seed=0)]
    _, *growing, ((last,), ended) = told
    assert last.tokens > 300
    assert growing
    assert 0 < last.seconds <= ended - began
    assert all(b - a >= 0.99 * inference.UPDATE_SECONDS for (_, a), (_, b) in pairwise(growing))


def test_a_visitor_who_leaves_stops_the_models(tmp_path: Path):
    folder, closed = save_tiny(tmp_path), []

    class Watched(LanguageModel):
        def stream(self, prompt, sample, seed):
            try:
                yield from super().stream(prompt, sample, seed)
            finally:
                closed.append(self.name)

    two = [Watched(name, DESK, *from_folder(folder, folder), 600) for name in ("one", "other")]
    writing = inference.write(two, PROMPT, True, seed=0)
    while not next(writing)[0].tokens:
        assert closed == []
    writing.close()
    assert closed == ["one"]  # the other never began


# --- what is drawn ---


def test_a_run_ends_with_the_grade_of_what_was_written(shipped):
    *growing, last = panel().run(REF, "both", SAMPLED)
    texts = [unescape(text) for text in re.findall(r'data-use="([^"]*)"', last)]
    totals = re.findall(r'class="total"><b>([\d.]+)', last)
    assert totals == [f"{grade(SCENARIO, text).total:.2f}" for text in texts]
    assert len(texts) == 2
    assert 'data-state="done"' in last
    assert all('data-state="writing"' in one for one in growing)
    told = [re.findall(r'class="total"><b>([\d.]+)', one) for one in growing]
    assert told[0] == []
    assert told == sorted(told, key=len)
    assert totals[:1] in told, "what is complete is scored while the other is written"
    assert "1.2 million parameters, trained here from scratch on cases in plain words" in last
    alone = [
        one.complete([PROMPT], True, _seed(last))[0] for one in map(_model, ("base", "trained"))
    ]
    assert texts == alone


def _seed(drawn: str) -> int:
    return int(re.search(r"seed ([\d,]+)", drawn)[1].replace(",", ""))


def _model(who: str) -> policy.Policy:
    return inference.model("exec_assist", f"pocket:{who}")


def test_greedy_is_what_is_run_unless_another_way_is_asked_for(shipped):
    asked = {"scenario": str(REF), "who": "base", "how": ""}
    last = list(panel().on_write(gr.EventData(None, asked)))[-1]
    [text] = [unescape(text) for text in re.findall(r'data-use="([^"]*)"', last)]
    assert text == _model("base").complete([PROMPT], False, 0)[0]
    assert "Each word is the likeliest one (temperature 0)." in last
    assert "checked" not in last


def test_every_run_has_a_seed_of_its_own(shipped):
    runs = [list(panel().run(REF, "base", SAMPLED))[-1] for _ in range(4)]
    assert len({_seed(run) for run in runs}) > 1


def test_an_adapter_of_another_base_says_what_to_do(shipped, tmp_path: Path, monkeypatch):
    moved = shutil.copytree(shipped, tmp_path / "models")
    save_tiny(moved / "exec_assist" / "base", seed=9)
    adapter = moved / "exec_assist" / "trained" / "adapter_config.json"
    adapter.write_text(
        json.dumps(json.loads(adapter.read_text()) | {"base_model_name_or_path": "elsewhere"})
    )
    monkeypatch.setattr(policy, "MODELS", moved)
    inference.prepare(["exec_assist", "it_triage"])
    last = list(panel().run(REF, "trained", SAMPLED))[-1]
    assert 'data-state="failed"' in last
    assert "was trained on another base" in last
    assert "train the adapter again" in last


def test_notes_are_set_off_from_the_answer_without_their_marks_as_they_grow():
    text = '\n<think>\nfrom: Ann\n</think>\n{"email_reply": "Yes"}'
    seen = [side_by_side.draft(text[:end], FIELDS) for end in range(len(text) + 1)]
    words = [re.sub(r"<[^>]*>", "", unescape(one)) for one in seen]
    assert not any(re.search("think|<", one) for one in words)
    assert words[-1].split() == ["from:", "Ann", '{"email_reply":', '"Yes"}']
    assert "<i>from: Ann</i>" in seen[-1]
    assert "&lt;b&gt;" in side_by_side.draft("<b>", FIELDS)


def test_what_a_model_writes_is_escaped():
    side = Side("base", FIELDS, HOSTILE + '"email_reply": "<b>"', grade=grade(SCENARIO, HOSTILE))
    drawn = side_by_side.growing([side]) + side_by_side.graded(
        [side], SCENARIO, PROMPT[1]["content"], inbox.outcome
    )
    said = HOSTILE.replace("\u202e", "")  # which is no answer
    valid = json.dumps(inbox.BLANK | {"calendar_action": "decline", "email_reply": said})
    acted = Side("trained", FIELDS, valid, grade=grade(SCENARIO, valid))
    assert acted.grade.action
    work = side_by_side.graded([acted], SCENARIO, PROMPT[1]["content"], inbox.outcome)
    assert 'class="work"' in work
    assert not re.search(r"<script|<img|onerror='|</pre>`", drawn + work)
    assert drawn.count("<b>&quot;email_reply&quot;:</b>") == 2
    assert "‹U+202E›" in drawn


ANSWERS = [DESK.oracle(SCENARIO), json.dumps(inbox.BLANK | {"email_reply": "Noted."}), "{"]


@pytest.mark.parametrize("before", ANSWERS)
@pytest.mark.parametrize("after", ANSWERS)
def test_the_comparison_tells_every_part_that_moved(before: str, after: str):
    was, now = grade(SCENARIO, before), grade(SCENARIO, after)
    sides = [Side("base", FIELDS, before, grade=was), Side("trained", FIELDS, after, grade=now)]
    drawn = side_by_side.graded(sides, SCENARIO, PROMPT[1]["content"], inbox.outcome)
    rows = re.findall(r'"move (\w+)"><span class="move-name">([^<]+)', drawn)
    told = {name: how for how, name in rows}
    assert told.pop("total") == _how(was.total, now.total)
    for name, share in was.contributions.items():
        how = _how(share, now.contributions[name])
        assert told.get(name.replace("_", " "), "same") == how
    for share in re.findall(r"--(?:low|high|was|now):([\d.-]+)", drawn):
        assert 0 <= float(share) <= 1


@pytest.mark.parametrize(
    ("first", "second", "meaning"),
    [
        ("base", "trained", "The model after GRPO is right"),
        ("warm", "base", "The model as it comes is right"),
        ("base", "warm", "The model after demonstrations is right"),
    ],
)
def test_the_comparison_names_the_models_it_compares(first: str, second: str, meaning: str):
    wrong, right = (grade(SCENARIO, answer) for answer in ("{", DESK.oracle(SCENARIO)))
    sides = [Side(first, FIELDS, "{", grade=wrong), Side(second, FIELDS, "{}", grade=right)]
    drawn = side_by_side.graded(sides, SCENARIO, PROMPT[1]["content"], inbox.outcome)
    assert f"{meaning} and the other is not" in drawn
    unmarked = [replace(one, grade=replace(one.grade, keyed=False)) for one in sides]
    said = side_by_side.graded(unmarked, SCENARIO, PROMPT[1]["content"], inbox.outcome)
    assert f"{meaning.removesuffix('is right')}alone has nothing against it" in said
    assert "is right and the other is not" not in said
    assert f"</i> {inference.TAUGHT[first]} <i" in drawn
    assert f"</i> {inference.TAUGHT[second]}. This is one case" in drawn


def _how(was: float, now: float) -> str:
    was, now = round(was, 2), round(now, 2)
    return "same" if was == now else "up" if now > was else "down"


GOOD = {"scenario": str(REF), "who": "base", "how": "sampled"}


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (None, "no text named"),
        ({}, "no text named"),
        ({"scenario": str(REF)}, "no text named"),
        ({"scenario": str(REF), "who": "base"}, "no text named"),
        (GOOD | {"how": "sampled hot"}, "no such way to write"),
        (GOOD | {"scenario": "../../etc"}, "is no case"),
        (GOOD | {"who": ["base"]}, "no text named"),
        (GOOD | {"who": "../base"}, "no such model"),
        (GOOD | {"who": "trained:x"}, "no such model"),
    ],
)
def test_an_event_that_makes_no_sense_is_refused(shipped, event, why):
    with pytest.raises(gr.Error, match=why):
        next(panel().on_write(gr.EventData(None, event)))


# --- in the browser ---

INBOX, HELP_DESK = "?tab=inbox&scenario=easy-eval-3", "?tab=helpdesk&scenario=easy-eval-3"


@pytest.fixture(scope="module")
def address(models: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("live"), "-m", "tests.ui.live_app", str(models)) as found:
        yield found.url
        assert "Traceback" not in found.log.read_text()


def opened(page: Page, link: str) -> Locator:
    """The panel of the tab that a link opens."""
    page.goto(link)
    expect(page.locator(".letter:visible")).to_be_visible()
    return page.locator(".live:visible")


def state(panel: Locator, wanted: str) -> None:
    expect(panel).to_have_attribute("data-state", wanted, timeout=30_000)


def test_both_are_run_compared_and_one_is_used(page: Page):
    panel = opened(page, INBOX)
    panel.get_by_role("button", name="Before and after").click()
    state(panel, "done")
    expect(panel.locator(".side")).to_have_count(2)
    expect(panel.locator(".move").first).to_contain_text("total")
    expect(panel.get_by_role("status").first).to_contain_text("After GRPO: ")
    expect(panel.locator(".work .written").first).to_be_hidden()
    panel.locator(".work summary").first.click()
    expect(panel.locator(".work .written").first).to_contain_text("calendar_action")
    assert panel.locator(".bar").count() == 2 * len(grade(SCENARIO, "{").contributions)
    total = panel.locator(".base .total b").inner_text()
    text = panel.locator(".base .use").get_attribute("data-use")

    panel.locator(".base .use").click()
    assert page.locator(".tab:visible .json").input_value() == text
    page.keyboard.press("Enter")
    expect(page.locator(".answer-pane:visible .by")).to_contain_text("Your answer")
    assert page.locator(".answer-pane:visible .total b").inner_text() == total
    assert grade(SCENARIO, text).total == pytest.approx(float(total), abs=0.0051)


def test_what_was_written_belongs_to_its_case(page: Page):
    panel = opened(page, INBOX)
    panel.get_by_role("button", name="As it comes").click()
    state(panel, "done")
    expect(panel.locator(".side")).to_be_visible()
    page.locator(".rows:visible a").nth(5).click()
    expect(panel.locator(".side")).to_be_hidden()
    page.go_back()
    expect(panel.locator(".side")).to_be_visible()


def test_what_is_still_written_for_another_case_is_hidden(page: Page):
    panel = opened(page, INBOX)
    panel.get_by_role("button", name="As it comes").click()
    expect(panel.locator(".written").first).not_to_be_empty()
    page.locator(".rows:visible a").nth(5).click()
    expect(panel.locator(".written")).to_be_hidden()
    page.wait_for_timeout(1_500)
    expect(panel.locator(".written")).to_be_hidden()


def test_a_number_in_an_answer_leads_within_it_and_not_to_another_address(page: Page):
    panel = opened(page, HELP_DESK)
    panel.get_by_role("button", name="As it comes").click()
    state(panel, "done")
    panel.locator(".live-result").evaluate(
        """(box) => box.innerHTML = `<article class="side"><a class="joint" href="#said-1"
        data-joins="1">1</a><p id="said-1" tabindex="-1" data-joins="1">x</p></article>`"""
    )
    address = page.url
    panel.locator("a.joint").click()
    expect(panel.locator("#said-1")).to_be_focused()
    assert page.url == address


def test_hostile_text_is_streamed_and_never_run(page: Page):
    panel = opened(page, HELP_DESK)
    assert panel.locator("[data-write]").all_inner_texts() == ["As it comes"]
    panel.get_by_role("button", name="As it comes").click()
    state(panel, "writing")
    expect(panel.locator(".written")).to_contain_text(HOSTILE[:30])
    assert len(panel.locator(".written").inner_text()) < len(HOSTILE)
    state(panel, "done")
    expect(panel.locator(".written")).to_contain_text(HOSTILE[:-1])
    assert page.locator(".live :is(script, img)").count() == 0
    assert page.evaluate("window.hacked") is None
    panel.locator(".use").click()
    expect(page.locator(".tab:visible .state")).to_contain_text("The form waits")


def test_a_run_can_be_stopped_and_the_focus_stays(page: Page):
    panel = opened(page, HELP_DESK)
    button = panel.get_by_role("button", name="As it comes")
    button.click()
    expect(panel.locator(".written")).to_contain_text("<script>")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-disabled", "true")
    panel.get_by_role("button", name="Stop").click()
    state(panel, "stopped")
    page.wait_for_timeout(1000)  # updates that were on their way
    length = len(panel.locator(".written").inner_text())
    page.wait_for_timeout(1000 * 6 * PAUSE + 500)
    assert len(panel.locator(".written").inner_text()) == length
    state(panel, "stopped")
    button.click()
    expect(panel.locator(".written")).to_contain_text("<script>", timeout=1000 * PIECES * PAUSE)


def test_a_second_visitor_is_told_to_wait_and_comes_next(
    page: Page, browser: Browser, address: str
):
    first = opened(page, HELP_DESK)
    with browser.new_context(base_url=address) as context:
        other = context.new_page()
        second = opened(other, HELP_DESK)
        first.get_by_role("button", name="As it comes").click()
        state(first, "writing")
        second.get_by_role("button", name="As it comes").click()
        state(second, "waiting")
        expect(second.get_by_role("status").first).to_contain_text("Waiting for a turn")
        other.locator("[data-policy=oracle]:visible").click()
        expect(other.locator(".answer-pane:visible .total")).to_be_visible()
        state(second, "waiting")  # the grading above waited for no model
        state(first, "done")
        state(second, "done")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_both_without_scrolling_sideways(page: Page, scheme: str):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    panel = opened(page, INBOX)
    panel.get_by_role("button", name="Before and after").click()
    state(panel, "done")
    expect(panel.locator(".work").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_who_clicks_before_the_case_is_there_is_told_so_and_answered_once_it_is(page: Page):
    panel = opened(page, INBOX)
    scenario = page.locator(".policies:visible").evaluate(
        "({ dataset: { scenario }, dataset }) => (delete dataset.scenario, scenario)"
    )
    panel.get_by_role("button", name="As it comes").click()
    expect(panel.get_by_role("status").first).to_have_text(
        "One moment: the case is still being opened."
    )
    page.locator(".policies:visible").evaluate("(one, it) => (one.dataset.scenario = it)", scenario)
    page.evaluate("window.dispatchEvent(new Event('rewarddesk:opened'))")
    state(panel, "done")


def test_what_was_refused_can_be_asked_for_again(refused: Page):
    panel = opened(refused, INBOX)
    write, news = panel.get_by_role("button", name="As it comes"), panel.get_by_role("status").first
    refuse(refused)
    write.click()
    state(panel, "failed")
    expect(news).to_contain_text("nothing is running")
    expect(refused.get_by_text(WHY)).to_be_visible()
    write.click()
    state(panel, "done")


def test_an_own_case_from_before_a_restart_is_told_of(page: Page):
    panel = opened(page, INBOX)
    page.locator(".policies:visible").evaluate("one => (one.dataset.scenario = 'own:x:y')")
    panel.get_by_role("button", name="As it comes").click()
    state(panel, "failed")
    expect(panel.get_by_role("status").first).to_contain_text("nothing is running")
    expect(page.get_by_text("own case is no longer known: read it again")).to_be_visible()
