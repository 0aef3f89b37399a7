"""Train it here: runs a preset for some steps in a process of its own, and shows its progress.

The run is the usual command (`python -m training.grpo`), and the page draws its record. It ends
after its last step, on Stop, when nobody watches it any more, when its time is up, or when the
page's process ends for any reason. Its adapter can be downloaded for a while.
"""

import secrets
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

import gradio as gr

from desks.once import once
from training.common import ROOT
from training.models.gpu import borrowing, gpu_lent
from training.rl.presets import Preset, read_preset
from training.runs.record import ADAPTER, RecordError
from training.runs.run import read_run
from ui.component import EACH, QUIET, html, stoppable
from ui.drawing import aria_bool, escaped, number_of, render_nonce
from ui.events import one_of, text_of
from ui.guard.sessions import while_watched
from ui.links import tab_href
from ui.runs import child_process, exports, scratch
from ui.runs.outcome import Drawers, recorded, verdict
from ui.runs.records import names, record

PRESETS = {
    "exec_assist_pocket": "Inbox, paid for the work",
    "exec_assist_pocket_as_reported": "Inbox, paid by the published grader",
    "it_triage_pocket": "Help desk, paid for the work",
    "it_triage_pocket_as_reported": "Help desk, paid by the published grader",
    "it_triage_tools_pocket": "Help desk with seven tools",
    "exec_assist_pocket_collapse": "Inbox: the optimiser’s collapse",
    "exec_assist_smol": "Inbox, SmolLM2-135M",
    "it_triage_smol": "Help desk, SmolLM2-135M",
    "exec_assist": "Inbox, 0.5B from the Hub",
}
"""Presets by name, with their labels; those of a Hub model are offered where a GPU is lent, and if
the adapter that they begin with is there."""
STEPS = ("10", "30", "60", "150")
RUNNING = {"concurrency_limit": 1, "concurrency_id": "training"}
MAX_SECONDS = 240 if gpu_lent() else 45 * 60
"""Time limit for a run."""
POLL_SECONDS = 1.0
"""Seconds between two readings of the record."""
MAX_ADAPTERS = 5
"""Maximum adapters that can be downloaded; the oldest are deleted."""
MAX_LOG_LENGTH = 400


class Frame(NamedTuple):
    """The panel at one moment of a run, as HTML, and how far the run is, in words."""

    drawn: str
    reached: str = ""


def command(preset: str, steps: int, out: Path) -> list[str]:
    """The training command; the learning rate falls to 0 at the last step, as in a full run."""
    asked = ["--preset", preset, "--steps", str(steps), "--out", str(out)]
    return [sys.executable, "-m", "ui.runs.child_process", "training.grpo", *asked]


@once
def offered() -> dict[str, str]:
    """The presets that can be trained here, each with its label."""

    def can_train(preset: Preset) -> bool:
        return (gpu_lent() or (ROOT / preset.base).is_dir()) and (ROOT / preset.adapter).is_dir()

    return {name: label for name, label in PRESETS.items() if can_train(read_preset(name))}


@borrowing(MAX_SECONDS + 20)
def run(preset: str, steps: int, drawers: Drawers) -> Iterator[Frame]:
    """Yield the panel during a run and after it; closing the generator ends the run."""
    yield Frame(_draw("running", f"Starting. {_estimate(preset, steps)}"))
    with TemporaryDirectory(
        prefix="run-", dir=scratch.folder(), ignore_cleanup_errors=True
    ) as folder:
        yield from _watched(preset, steps, Path(folder), drawers)


def _watched(preset: str, steps: int, folder: Path, drawers: Drawers) -> Iterator[Frame]:
    out, log = folder / "run", folder / "log"
    began = time.monotonic()
    with child_process.spawn(command(preset, steps, out), ROOT, log) as process:
        while process.poll() is None and time.monotonic() - began < MAX_SECONDS:
            time.sleep(POLL_SECONDS)
            yield _progress(out, steps, drawers)
        if process.poll() is None:
            yield Frame(
                _draw("failed", f"It took over {MAX_SECONDS // 60} minutes, and was ended.")
            )
        elif process.returncode:
            last = log.read_text(encoding="utf-8", errors="replace")[-MAX_LOG_LENGTH:]
            why = f"<b>It ended early.</b> {escaped(last)}"
            yield Frame(_draw("failed", why, recorded(out, steps, drawers)))
        else:
            news = f"<b>Done.</b> {escaped(verdict(read_run(out)))}{_next(preset, out)}"
            yield Frame(_draw("done", news, recorded(out, steps, drawers)))


def _estimate(preset: str, steps: int) -> str:
    """How long this many steps take, judging by the recorded run of that preset."""
    found = record(preset).run
    seconds = [value for _, value in found.curves.get("seconds", ())] if found else []
    if not seconds:
        return "The first step takes a while."
    minutes = fmean(seconds) * steps / 60
    return f"On record {steps} steps take about {number_of(max(1, round(minutes)), 'minute')}."


# --- drawing ---


def idle() -> str:
    """The panel before anything was run."""
    return _draw("idle", "")


def _progress(out: Path, steps: int, drawers: Drawers) -> Frame:
    """The panel of a run that is going on."""
    try:
        one = read_run(out)
    except RecordError:
        return Frame(_draw("running", "The base is being checked and loaded."))
    done, per_step = one.curves["reward"][-1][0], one.curves["seconds"][-1][1]
    left = f", about {max(1, round((steps - done) * per_step / 60))} min left" * (done < steps)
    bar = f'<progress max="{steps}" value="{done}" aria-label="Steps done"></progress>'
    reached = f"step {done} of {steps}{left}"
    news = f"{reached.capitalize()}.{bar}"
    return Frame(_draw("running", news, recorded(out, steps, drawers)), reached)


def _next(preset: str, out: Path) -> str:
    """What to do with a run that is over: look at the recorded one, or take the adapter along."""
    full = ""
    if preset in names() and (one := record(preset)).run:
        full = (
            f'<a href="{tab_href("training", run=preset)}" data-run="{preset}">See the recorded '
            f"run of the same, all {one.steps:,} steps</a>, or take along what it learned here: "
        )
    return f'<p class="next">{full}{_download(preset, out)}</p>'


def _download(preset: str, out: Path) -> str:
    """A link to the zipped adapter; the oldest zips are deleted."""
    folder = exports.folder()
    path = folder / f"adapter-{preset}-{secrets.token_urlsafe(6)}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted((out / ADAPTER).iterdir()):
            packed.write(file, file.name)
    packs = sorted(folder.glob("adapter-*.zip"), key=lambda one: one.stat().st_mtime)
    for old in packs[:-MAX_ADAPTERS]:
        old.unlink(missing_ok=True)
    size = path.stat().st_size / 1e6
    return (
        f'<a class="table-link" href="{exports.SERVED}{path}" download="{path.name}">'
        f"↓ Its adapter, {size:.1f} MB</a>, weights to put on top of the base."
    )


def _draw(state: str, news: str, drawn: str = "") -> str:
    """The panel; `news` and `drawn` are HTML."""
    presets = "".join(
        f'<option value="{name}">{label}</option>' for name, label in offered().items()
    )
    where = (
        f"a GPU, borrowed for {MAX_SECONDS // 60} minutes" if gpu_lent() else "this machine’s CPU"
    )
    steps = "".join(f"<option{' selected' * (one == STEPS[1])}>{one}</option>" for one in STEPS)
    busy = aria_bool(state == "running")
    return (
        f'<section class="train-here" data-state="{state}"><div class="live-head">'
        '<h3>Train it here</h3><div class="arena-row"><label>What '
        f'<select class="preset">{presets}</select></label><label>Steps <select class="steps">'
        f'{steps}</select></label><button type="button" class="primary" data-train '
        f'aria-disabled="{busy}">Train</button>'
        '<button type="button" class="stop" data-stop>■ Stop</button></div></div>'
        f'<p class="hint">GRPO on {where}, from the shipped base. One run at a time. Ten '
        "steps show that it runs; a gain shows after some thirty.</p>"
        f'<div role="status">{news}</div>{drawn}</section>'
    )


# --- the tab's part ---


class TrainHere:
    """A part of the Training tab."""

    def __init__(self, drawers: Drawers) -> None:
        self._drawers = drawers
        self._turn: Frame | None = None
        """The latest of the one run that has the turn; None if there is none."""

    def on_train(self, event: gr.EventData, request: gr.Request) -> Iterator[str]:
        preset = one_of(text_of(event, "preset"), tuple(offered()), "preset")
        steps = one_of(text_of(event, "steps"), STEPS, "number of steps")
        frames = run(preset, int(steps), self._drawers)
        latest = None
        try:
            for latest in while_watched(request, frames):
                self._turn = latest
                yield latest.drawn
        except gr.Error as error:  # no GPU could be borrowed
            yield _draw("failed", escaped(error.message))
        finally:
            if self._turn is latest:  # and not already that of the next run
                self._turn = None

    def on_look(self) -> str:
        """How far the run is that another visitor waits for."""
        turn = self._turn
        if turn is None:
            said = "Waiting for a turn: one run at a time trains here."
        else:
            at = f"is at {turn.reached}" if turn.reached else "is just beginning"
            said = (
                f"One run at a time trains here. Another visitor’s {at}. Yours waits in line and "
                "begins by itself; Stop leaves the line."
            )
        return f'<p class="turn" hidden {render_nonce()}>{said}</p>'

    def build(self) -> None:
        """The component and its events; nothing if there is no preset to train."""
        if not offered():
            return
        exports.folder()  # registered at the start, since another process may fill it
        panel = html("address.js", "stop.js", "failed.js", "train_here.js", drawn=idle())
        turn = html("turn.js", drawn='<p class="turn" hidden></p>')
        stoppable(panel, panel.train(self.on_train, None, panel, **EACH, **RUNNING))
        turn.look(self.on_look, None, turn, **QUIET)
