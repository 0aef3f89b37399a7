"""What came of a run that a visitor trains: its curves, whether it learned, and what it wrote."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from statistics import fmean, variance
from typing import NamedTuple

from desks import Scenario
from envs import as_text, grade
from graders import Grade
from training.rl.rewards import get_scenario
from training.runs.record import COMPLETIONS, RecordError, read_completions
from training.runs.run import SMOOTHING_STEPS, Curve, Run, read_run
from ui.drawing import clipped, correct_pill, escaped
from ui.runs.chart import Line, chart
from ui.runs.panels import REWARD, told
from ui.side_by_side import Outcome

Drawers = Mapping[str, Outcome]
"""How answers are drawn, by desk."""
CHANCE = 2.0
"""Standard errors that a difference of means has to exceed, or chance may have made it."""


class Change(NamedTuple):
    """Means of the first and of the last steps of a curve, and whether they differ clearly."""

    first: float
    last: float
    clear: bool

    @classmethod
    def of(cls, curve: Curve) -> "Change":
        """Of a curve of at least two windows."""
        values = [value for _, value in curve]
        first, last = values[:SMOOTHING_STEPS], values[-SMOOTHING_STEPS:]
        error = ((variance(first) + variance(last)) / SMOOTHING_STEPS) ** 0.5
        was, now = fmean(first), fmean(last)
        return cls(was, now, abs(now - was) > CHANCE * error)

    @property
    def rose(self) -> bool:
        return self.clear and self.last > self.first

    @property
    def fell(self) -> bool:
        return self.clear and self.last < self.first


# --- whether it learned ---


def verdict(run: Run) -> str:
    """Whether a run learned, in a sentence or two, judging by its first and last steps."""
    curve = run.curves["reward"]
    if len(curve) < 2 * SMOOTHING_STEPS:
        low, high = (pick(value for _, value in curve) for pick in (min, max))
        count = "One step is" if len(curve) == 1 else f"{_count(len(curve))} steps are"
        return (
            f"{count} too few to tell whether it learned: the reward was between {low:.2f} and "
            f"{high:.2f}, and differs from step to step with the cases."
        )
    paid = Change.of(curve)
    facts = (
        f"the mean reward went from {paid.first:.2f} in the first {SMOOTHING_STEPS} steps to "
        f"{paid.last:.2f} in the last {SMOOTHING_STEPS}"
    )
    done = Change.of(run.curves["referee"]) if "referee" in run.curves else None
    if done:
        facts += f", and the work done from {done.first:.0%} to {done.last:.0%} of its answers"
    return f"{_in_short(paid, done)}: {facts}."


def _in_short(paid: Change, done: Change | None) -> str:
    if paid.fell:
        return "It got worse"
    if not paid.rose:
        return "It is not clear whether it learned, since chance could do as much"
    if done is None or done.rose:
        return "It learned"
    return (
        "It is paid more, but does less work" if done.fell else "It is paid more for no more work"
    )


def _count(steps: int) -> str:
    return "Ten" if steps == 10 else str(steps)


# --- what is on record ---


def recorded(out: Path, steps: int, drawers: Drawers) -> str:
    """The curves, the warnings and the latest answers in a record, as HTML; "" if there is none.
    `steps` is how many the run is to have."""
    try:
        one = read_run(out)
    except RecordError:
        return ""
    lines = [Line(name, one.curves[name]) for name in REWARD if name in one.curves]
    found = "".join(
        f"<li><b>Step {event.step}.</b> {escaped(told(event))}</li>" for event in one.events
    )
    health = f"<ul>{found}</ul>" if found else ""
    drawn = chart("Reward, as it trains", lines, last_step=steps)
    return f"{drawn}{health}{_answers(out, drawers)}"


def _answers(out: Path, drawers: Drawers) -> str:
    """The latest answers to the probe, as HTML: as the desks draw them, and as they were written
    one click away."""
    if not (out / COMPLETIONS).exists():
        return ""
    rows = [row for row in read_completions(out) if row.get("probe")]
    last = max((row["step"] for row in rows), default=0)
    items = "".join(
        f'<li class="wrote"><p><b>{row["total"]:.2f}</b> {escaped(row["tier"])} '
        f"{correct_pill(row['correct'])}</p>{_answer(row['scenario'], row['text'], drawers)}</li>"
        for row in rows
        if row["step"] == last
    )
    return f'<h4>What it wrote at step {last}</h4><ul class="samples">{items}</ul>' if items else ""


def _answer(case: str, text: str, drawers: Drawers) -> str:
    desk = case.partition("/")[0]
    scenario, read = _graded(case, text)
    written = f'<pre tabindex="0">{clipped(as_text(desk, text))}</pre>'
    if read.action is None:
        return f'<p class="hint">This cannot be read as an answer.</p>{written}'
    if desk not in drawers:
        return written
    drawn = drawers[desk](scenario, read)
    return f"{drawn}<details><summary>As it wrote it</summary>{written}</details>"


@lru_cache(maxsize=32)
def _graded(case: str, text: str) -> tuple[Scenario, Grade]:
    scenario = get_scenario(case)
    return scenario, grade(scenario, text)
