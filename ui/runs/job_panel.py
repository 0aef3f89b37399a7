"""A job on the Hub as it is followed: how it stands, its curves, its log.

What a job prints is untrusted: it is bounded and escaped, and a curve takes only lines that
`training.runs.progress` reads.
"""

import re
from collections import deque

from training.hub.jobs import Account, Job
from training.hub.prices import USD_AN_HOUR, cost
from training.runs.progress import Progress, read
from ui.drawing import MAX_SHOWN, escaped, pill, render_nonce
from ui.runs.chart import Line, chart

MAX_LINES = 200
"""The last lines of a log that are shown."""
MAX_STEPS = 5_000
CURVES = ("reward", "correct", "valid")
STATES = {
    "running": ("in progress", ""),
    "done": ("✓ done", "good"),
    "cancelled": ("■ cancelled", ""),
    "failed": ("✕ failed", "bad"),
}
_CANCEL = '<button type="button" class="stop" data-cancel>■ Cancel</button>'
_STYLING = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]", re.ASCII)


PLACE = '<span class="signed-in" hidden></span>'
"""What stands here before a job: the page may ask for the one that it was following."""


class Log:
    """What has been read of a job's log."""

    def __init__(self) -> None:
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self.last: Progress | None = None
        self._steps: dict[int, dict[str, float]] = {}
        """The metrics of each step; a run that goes on from a checkpoint repeats some."""

    def add(self, line: str) -> None:
        """Take a line. Of one that overwrites itself, such as a progress bar, the end stays."""
        line = _STYLING.sub("", line).rpartition("\r")[2]
        self.lines.append(line)
        if (one := read(line)) and (one.step in self._steps or len(self._steps) < MAX_STEPS):
            self.last = one
            self._steps[one.step] = one.values

    def curves(self) -> list[Line]:
        """The curves to draw, by step."""
        steps = sorted(self._steps)
        return [
            Line(name, [(n, self._steps[n][name]) for n in steps if name in self._steps[n]])
            for name in CURVES
        ]


def started(job: str) -> str:
    """The panel of a job that was just started; the page asks how it stands."""
    return (
        f'<section class="job" data-job="{escaped(job)}" data-state="running" data-over="yes">'
        '<h3>Your job</h3><div role="status">It was started.</div></section>'
    )


def unseen(job: str, why: str) -> str:
    """The panel of a job while the Hub does not say how it stands; the page asks again."""
    return (
        f'<section class="job" data-job="{escaped(job)}" data-state="unseen" data-over="yes" '
        f'{render_nonce()}><div class="live-head"><h3>Your job</h3>{_CANCEL}</div>'
        f'<p class="notice" role="alert">{escaped(why)}. This page asks again.</p></section>'
    )


def lost(why: str) -> str:
    """The panel where there is no such job."""
    return (
        '<section class="job" data-state="failed" data-over="yes"><h3>Your job</h3>'
        f'<p class="notice" role="alert">{escaped(why)}.</p></section>'
    )


def draw(one: Job, log: Log, account: Account, over: bool, trouble: str = "") -> str:
    """The panel. `over` says whether the server looks no further for now; `trouble` is why there is
    no log."""
    words, kind = STATES[one.state]
    cancel = _CANCEL if one.state == "running" else ""
    drawn = chart(
        "Reward, as it trains", log.curves(), last_step=log.last.steps if log.last else None
    )
    return (
        f'<section class="job" data-job="{escaped(one.id)}" data-state="{one.state}" '
        f'data-over="{"yes" if over else "no"}"><div class="live-head">'
        f"<h3>Your job</h3>{pill(words, kind)}"
        f"{_link(one.url, 'See it on the Hub')}{cancel}</div>"
        f'<div role="status">{_news(one, log, account)}</div>{drawn}{_log(log, trouble)}</section>'
    )


def _news(one: Job, log: Log, account: Account) -> str:
    """How it stands in sentences, as HTML."""
    said = []
    if one.state == "running" and not one.seconds:
        said.append("It waits for hardware, which costs nothing.")
    if one.seconds and one.flavor in USD_AN_HOUR:
        usd = cost(one.flavor, one.seconds)
        said.append(f"{one.seconds / 60:.0f} min of {escaped(one.flavor)}: {usd:.2f} USD so far.")
    if log.last and one.state == "running":
        step, steps, _, minutes = log.last
        said.append(f"Step {step:,} of {steps:,}, about {max(1, minutes):,} min left.")
        said.append(f'<progress max="{steps}" value="{step}" aria-label="Steps done"></progress>')
    if one.message and one.state != "running":
        said.append(f"The Hub says: {escaped(one.message[:MAX_SHOWN])}")
    if one.state == "done" and one.repository:
        model = _link(account.link(one.repository), one.repository)
        said.append(f"<b>Done.</b> {model} has the model, its card and the record of the run.")
    return " ".join(said)


def _log(log: Log, trouble: str) -> str:
    if not log.lines:
        return f'<p class="hint">{escaped(trouble or "It has printed nothing yet.")}</p>'
    text = escaped("\n".join(log.lines))
    return f'<h4>What it prints</h4><pre class="job-log" tabindex="0">{text}</pre>'


def _link(address: str, text: str) -> str:
    return (
        f'<a class="table-link" href="{escaped(address)}" target="_blank" rel="noopener">'
        f"{escaped(text)}</a>"
    )
