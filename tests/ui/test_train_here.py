"""Train it here: a real run of the pocket preset, watched, packed, and ended when it is left."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

import gradio as gr
import pytest

from tests.ui.conftest import Server, serving
from tests.ui.test_requests import PATIENT, post
from tests.ui.visits import said, visit
from training.rl.presets import read_preset
from training.runs.run import Run
from ui import help_desk
from ui.inbox import tab as inbox
from ui.runs import child_process, exports, outcome, scratch, train_here
from ui.runs.completions import completions
from ui.runs.train_here import PRESETS, STEPS, TrainHere, offered

shipped = pytest.mark.skipif(
    not (train_here.ROOT / "assets/models/exec_assist/base").is_dir(), reason="no base shipped"
)


DRAWERS = {
    "exec_assist": inbox.BENCH.answered,
    "it_triage": help_desk.BENCH.answered,
    "it_triage_tools": help_desk.BENCH.answered,
}
LIGHT = ("-m", "tests.ui.light_app")


def running(home: Path | None = None) -> list[str]:
    """The command lines of runs that are under way and have their files below; else this test's."""
    pattern = rf"{home or scratch.folder()}\S*/run-"
    found = subprocess.run(["pgrep", "-af", pattern], capture_output=True, text=True)
    return found.stdout.splitlines()


def within(seconds: float, there: Callable[[], bool]) -> bool:
    """Whether it comes to be so in time."""
    ends = time.monotonic() + seconds
    while not there() and time.monotonic() < ends:
        time.sleep(0.2)
    return there()


def train(server: Server, home: Path) -> None:
    """Have the page train, with its files below `home`."""
    with urllib.request.urlopen(f"{server.url}config") as answer:
        functions = json.load(answer)["dependencies"]
    (function,) = [one["id"] for one in functions if one["api_name"] == "on_train"]
    asked = {"preset": "exec_assist_pocket", "steps": "150"}
    body = {"fn_index": function, "data": [], "session_hash": "s", "event_data": asked}
    status, _ = post(f"{server.url}gradio_api/queue/join", json.dumps(body).encode())
    assert status == 200
    assert within(60, lambda: running(home) != [])


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes of a run is looked for often."""
    monkeypatch.setattr(train_here, "POLL_SECONDS", 0.2)


@pytest.mark.slow
@shipped
def test_a_run_is_watched_to_its_end_and_its_adapter_can_be_had():
    frames = list(
        train_here.run("exec_assist_pocket_collapse", 2, DRAWERS)
    )  # has the shortest steps
    drawn = [one.drawn for one in frames]
    assert all('data-state="running"' in one for one in drawn[:-1])
    assert any(re.match("step [12] of 2", one.reached) for one in frames)
    assert any("Step 1 of 2" in one or "Step 2 of 2" in one for one in drawn)
    assert 'data-state="done"' in drawn[-1]
    assert '<figure class="chart' in drawn[-1]
    assert "2 steps are too few to tell whether it learned" in drawn[-1]
    assert '<a href="?tab=training&run=exec_assist_pocket_collapse" data-run=' in drawn[-1]
    assert "What it wrote at step 0" in drawn[-1]
    path = Path(re.search(r'href="gradio_api/file=([^"]+)"', drawn[-1])[1])
    assert path.parent == exports.folder()
    with zipfile.ZipFile(path) as packed:
        assert {"adapter_config.json", "adapter_model.safetensors"} <= set(packed.namelist())
    assert running() == []


@shipped
@pytest.mark.usefixtures("often")
def test_a_run_that_is_given_up_ends_and_leaves_nothing():
    panel = train_here.run("exec_assist_pocket", 150, {})
    for _ in range(3):
        next(panel)
    assert running()
    panel.close()
    time.sleep(0.5)
    assert running() == []
    assert not list(scratch.folder().glob("run-*"))


@shipped
@pytest.mark.usefixtures("often")
def test_with_the_page_every_run_ends():
    panel = train_here.run("exec_assist_pocket", 150, {})
    for _ in range(3):
        next(panel)
    assert running()
    child_process.end_all()
    assert running() == []
    assert 'data-state="failed"' in list(panel)[-1].drawn


@pytest.mark.slow
@shipped
def test_a_run_ends_when_nobody_watches_it_and_with_its_page_and_leaves_nothing(tmp_path):
    with serving(tmp_path, *LIGHT, TMPDIR=str(tmp_path)) as server:
        train(server, tmp_path)
        assert within(PATIENT, lambda: running(tmp_path) == [])
        train(server, tmp_path)
        os.kill(server.pid, signal.SIGKILL)
        assert within(PATIENT, lambda: running(tmp_path) == [])
    (left,) = tmp_path.glob("rewarddesk-*")
    with serving(tmp_path, *LIGHT, TMPDIR=str(tmp_path)) as server:
        (there,) = tmp_path.glob("rewarddesk-*")
        assert there != left
        train(server, tmp_path)
    assert running(tmp_path) == []
    assert not list(tmp_path.glob("rewarddesk-*"))


HURRIED = "from ui.runs import child_process as c; c.GRACE_SECONDS = 0.5; c.main()"


def test_a_run_that_will_not_end_is_made_to(tmp_path):
    command = [sys.executable, "-c", HURRIED, "tests.ui.stubborn"]
    process = subprocess.Popen(
        command,
        cwd=train_here.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.readline() == b"never\n"
    process.stdin.close()
    assert process.wait(timeout=PATIENT) == -signal.SIGKILL


SWEEP = "from ui.runs import scratch; print(scratch.folder().is_dir())"


def test_folders_in_use_are_left_alone_by_all_who_begin_at_once(tmp_path):
    many = [
        subprocess.Popen(
            [sys.executable, "-c", SWEEP],
            cwd=train_here.ROOT,
            env=os.environ | {"TMPDIR": str(tmp_path)},
            stdout=subprocess.PIPE,
        )
        for _ in range(12)
    ]
    assert [one.communicate(timeout=PATIENT)[0] for one in many] == [b"True\n"] * 12
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_folder_of_ours_stays(tmp_path):
    (elsewhere := tmp_path / "elsewhere").mkdir()
    (tmp_path / "rewarddesk-link").symlink_to(elsewhere)
    (tmp_path / "rewarddesk-file").write_text("")
    subprocess.run(
        [sys.executable, "-c", SWEEP],
        cwd=train_here.ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        check=True,
    )
    assert elsewhere.is_dir()
    assert (tmp_path / "rewarddesk-file").exists()


@pytest.mark.usefixtures("often")
def test_a_run_that_fails_says_why(monkeypatch):
    monkeypatch.setattr(
        train_here, "command", lambda *_: ["sh", "-c", "echo 'error: <b>no room</b>' >&2; exit 1"]
    )
    *_, last = train_here.run("exec_assist_pocket", 10, {})
    assert 'data-state="failed"' in last.drawn
    assert "&lt;b&gt;no room" in last.drawn


@pytest.mark.usefixtures("often")
def test_a_run_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(train_here, "command", lambda *_: ["sleep", "60"])
    monkeypatch.setattr(train_here, "MAX_SECONDS", 0.5)
    began = time.monotonic()
    *_, last = train_here.run("exec_assist_pocket", 10, {})
    assert 'data-state="failed"' in last.drawn
    assert time.monotonic() - began < 20


def test_only_so_many_adapters_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(exports, "folder", lambda: tmp_path)
    adapter = tmp_path / "run" / "adapter"
    adapter.mkdir(parents=True)
    (adapter / "adapter_config.json").write_text("{}")
    for _ in range(train_here.MAX_ADAPTERS + 3):
        assert "download=" in train_here._download("exec_assist_pocket", tmp_path / "run")
    assert len(list(tmp_path.glob("*.zip"))) == train_here.MAX_ADAPTERS


def test_the_pretrained_model_is_offered_where_a_gpu_is_lent(monkeypatch: pytest.MonkeyPatch):
    smol = {f"{desk}_smol" for desk in ("exec_assist", "it_triage")}
    assert not smol & offered().keys()
    monkeypatch.setattr(train_here, "gpu_lent", lambda: True)
    warm = {name for name in smol if (train_here.ROOT / read_preset(name).adapter).is_dir()}
    assert offered.__wrapped__().keys() & smol == warm
    assert "it_triage_smol" in warm


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"preset": "exec_assist", "steps": "10"},
        {"preset": "../../x.yaml", "steps": "10"},
        {"preset": next(iter(PRESETS)), "steps": "100000"},
        {"preset": next(iter(PRESETS)), "steps": 10},
    ],
)
def test_what_is_not_offered_is_refused(told):
    with pytest.raises(gr.Error):
        next(TrainHere({}).on_train(said(**told), visit()))


# --- what the panel says ---


def trained(reward: list[float], referee: list[float] | None = None) -> Run:
    """A run with those curves."""
    curves = {"reward": reward} | ({"referee": referee} if referee else {})
    points = {name: list(enumerate(values, 1)) for name, values in curves.items()}
    return Run("one", {}, points, [], {}, {}, {}, {})


@pytest.mark.parametrize(
    ("reward", "work", "short"),
    [
        ((0.2, 0.5), (0.1, 0.4), "It learned: the mean reward went from 0.21 in the first 10 "),
        ((0.2, 0.5), (0.4, 0.4), "It is paid more for no more work: "),
        ((0.2, 0.5), (0.4, 0.1), "It is paid more, but does less work: "),
        ((0.5, 0.2), (0.4, 0.1), "It got worse: "),
        ((0.5, 0.505), (0.4, 0.6), "It is not clear whether it learned, since chance could do as"),
    ],
)
def test_whether_it_learned_is_said_in_a_sentence(reward, work, short):
    swing = [0.0, 0.02] * 5
    curves = ([level + more for level in levels for more in swing] for levels in (reward, work))
    found = outcome.verdict(trained(*curves))
    assert found.startswith(short)
    assert f"work done from {work[0] + 0.01:.0%} to {work[1] + 0.01:.0%} of its answers." in found
    alone = outcome.verdict(trained([reward[0] + more for more in [*swing, *swing]]))
    assert "work" not in alone


@pytest.mark.parametrize(
    ("steps", "said"), [(1, "One step is"), (10, "Ten steps are"), (19, "19 steps are")]
)
def test_few_steps_tell_nothing_and_it_says_so(steps, said):
    found = outcome.verdict(trained([0.1, 0.9][:steps] + [0.5] * (steps - 2)))
    assert found.startswith(f"{said} too few to tell whether it learned")


@pytest.mark.parametrize(
    "run", ["exec_assist_pocket", "it_triage_pocket", "it_triage_tools_pocket"]
)
def test_answers_are_drawn_as_the_desks_draw_them_with_the_json_a_click_away(run):
    row = [one for one in completions(run) if one.probe][-1]
    drawn = outcome._answer(row.scenario, row.text, DRAWERS)
    before, folded = drawn.split("<details><summary>As it wrote it</summary>")
    assert 'class="block-section answered"' in before
    assert "<pre" not in before
    assert '<pre tabindex="0">' in folded
    drawn = outcome._answer(row.scenario, "<b>no JSON</b>", DRAWERS)
    assert "This cannot be read as an answer." in drawn
    assert '<pre tabindex="0">&lt;b&gt;no JSON&lt;/b&gt;</pre>' in drawn


def test_who_waits_is_told_how_far_the_run_is_that_has_the_turn(monkeypatch):
    def run(*_):
        yield train_here.Frame("starting")
        yield train_here.Frame("drawn", "step 12 of 60, about 4 min left")

    monkeypatch.setattr(train_here, "run", run)
    monkeypatch.setattr(train_here, "while_watched", lambda request, frames: frames)
    panel = TrainHere({})
    assert "another" not in panel.on_look().lower()
    watched = panel.on_train(said(preset=next(iter(offered())), steps="60"), visit())
    next(watched)
    assert "One run at a time trains here. Another visitor’s is just beginning." in panel.on_look()
    next(watched)
    assert "Another visitor’s is at step 12 of 60, about 4 min left." in panel.on_look()
    other = panel.on_train(said(preset=next(iter(offered())), steps="10"), visit())
    next(other)
    watched.close()
    assert "is just beginning" in panel.on_look(), "the turn is the other's by now"
    other.close()
    assert "another" not in panel.on_look().lower()


def test_the_controls_offer_what_there_is():
    drawn = train_here.idle()
    assert drawn.count("<option") == len(offered()) + len(STEPS)
