"""The cheating twin on the home page: one model, the same emails, two graders, step by step.

Everything is read from two recorded runs that differ only in their reward. The slider switches
between answers that are already on the page, so it never waits for the server.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from graders import as_reported, grade
from graders.referee import referee
from training.rl.rewards import SPLIT, get_scenario
from training.runs.record import RecordError
from training.runs.run import WINDOW, window_means
from ui import evidence
from ui.drawing import avatar, escaped, label_of, marked, pill
from ui.home.sketch import sketch
from ui.links import Ref, tab_href
from ui.runs.chart import Line
from ui.runs.completions import Completion, completions
from ui.runs.records import Record, alike, record

SOUND = "exec_assist_pocket_seed2"
TWIN = "exec_assist_pocket_as_reported_seed2"
TIER = "easy"
"""The tier of the email that both answer: it asks for a meeting at a time that is free."""
PAID, DONE = "reward", "referee"
OURS, THEIRS = "Paid for the work", "Paid by a checklist"
_EMAIL = re.compile(rf"exec_assist/{TIER}/[0-9]{{1,6}}", re.ASCII)


class TwinRun(NamedTuple):
    """One of the two runs: its record, and its answer to the probe at each step."""

    record: Record
    rows: dict[int, Completion]


def pair() -> tuple[TwinRun, TwinRun] | None:
    """Both runs, if they are recorded and answered the same email at the same steps."""
    try:
        sound, twin = map(_side, (SOUND, TWIN))
    except (RecordError, OSError):
        return None
    asked = {row.scenario for side in (sound, twin) for row in side.rows.values()}
    same = len(asked) == 1 and sound.rows.keys() == twin.rows.keys()
    return (sound, twin) if same and _EMAIL.fullmatch(*asked) else None


def email() -> Ref | None:
    """The email that both answer; None if no twins are recorded."""
    if (found := pair()) is None:
        return None
    [tier, seed] = next(iter(found[0].rows.values())).scenario.split("/")[1:]
    return Ref(tier, SPLIT, int(seed), "plain")


def _side(name: str) -> TwinRun:
    one = record(name)
    if one.run is None or one.preset is None or not {PAID, DONE} <= one.run.curves.keys():
        raise RecordError(f"{name} is no run that can be shown")
    rows = (row for row in completions(name) if row.probe and row.tier == TIER)
    return TwinRun(one, {row.step: row for row in rows})


# --- drawing ---


def draw() -> str:
    """The section, or "" if there is no such pair."""
    if (found := pair()) is None:
        return ""
    sound, twin = found
    steps = list(sound.rows)
    return (
        '<section class="twins"><div class="hero"><h2>Same model, same emails. '
        "Only the grader differs.</h2><p>A pocket model of 2 million parameters learns to "
        "answer emails. Its score is its pay: one copy is paid for work that is done, its twin by "
        f"a published grader that works like a checklist.{_which(twin)} Watch both learn, or drag "
        "the slider. In each answer, what its grader looks at is "
        '<mark class="for">marked</mark>.</p><button type="button" class="primary" '
        "data-to-game>Cheat that checklist yourself</button></div>"
        f"{_email(sound.rows[steps[0]])}{_slider(steps)}"
        f'<div class="sides">{_answers(sound, OURS)}{_answers(twin, THEIRS)}</div>'
        f'<div class="sides">{_curves(sound, OURS)}{_curves(twin, THEIRS)}</div>'
        f'<p class="twin-lesson">{_lesson(sound, twin)}</p></section>'
    )


def _which(twin: TwinRun) -> str:
    """That the twin shown is the worst of its kind; "" if it is not."""
    others = _others(twin)
    if not others or _end(twin.record, DONE) > min(_end(one, DONE) for one in others):
        return ""
    return f" Of {len(others) + 1} models paid by that checklist, this one cheats the most."


def _slider(steps: Sequence[int]) -> str:
    last = len(steps) - 1
    return (
        '<div class="slide twin-slide"><button type="button" data-play '
        'aria-label="Play the training">▶</button><label>'
        f"<span>After <output>{steps[last]}</output> steps"
        '<span class="unit"> of training</span></span>'
        f'<input type="range" min="0" max="{last}" value="{last}" step="1" '
        'aria-label="Steps of training" '
        f'aria-valuetext="after {steps[last]} steps" data-steps="{" ".join(map(str, steps))}">'
        "</label></div>"
    )


def _email(row: Completion) -> str:
    last = get_scenario(row.scenario).thread[-1]
    return (
        f'<article class="letter home-mail"><p class="from">{avatar(last.sender.name)}<span><b>'
        f"{escaped(last.sender.name)}</b> <small>{escaped(last.subject)}</small></span></p>"
        f'<div class="body">{escaped(last.body)}</div></article>'
    )


def _answers(side: TwinRun, title: str) -> str:
    """The run's answer at each step; one is visible at a time."""
    last = max(side.rows)
    drawn = "".join(
        f'<div class="twin-answer" data-step="{step}"{"" if step == last else " hidden"}>'
        f"{_answer(row, title == OURS)}</div>"
        for step, row in side.rows.items()
    )
    return f'<article class="side twin" aria-label="{title}"><h3>{title}</h3>{drawn}</article>'


def _curves(side: TwinRun, title: str) -> str:
    title = (
        f"{title}: the mean of each step (thin), a running mean (thick), and in figures that of "
        f"the first and the last {WINDOW} steps"
    )
    drawn = sketch(title, _lines(side), max(side.rows))
    return f'<div class="side twin">{drawn}</div>'


def _lines(side: TwinRun) -> Sequence[Line]:
    curves = side.record.run.curves
    return [Line("paid", curves[PAID]), Line("work done", curves[DONE])]


def _answer(row: Completion, ours: bool) -> str:
    """An answer: its pay, whether the work is done, which the referee says of both, as in the
    chart, and the evidence that its own grader saw."""
    scenario = get_scenario(row.scenario)
    paid = (grade if ours else as_reported.grade)(scenario, row.text)
    ruling = referee(scenario, row.text)
    done = pill("✓ work done", "good") if ruling.done else pill("✕ work not done", "bad")
    said = '<p class="hint">Nothing that can be read.</p>'
    if action := paid.action:
        marks = evidence.marks(paid, "email_reply")
        said = (
            f'<p class="hint">Calendar: <b>{label_of(action.calendar_action)}</b></p>'
            f'<p class="said">{marked(action.email_reply, marks)}</p>'
        )
    return (
        f'<p class="twin-pay"><b>{paid.total:.2f}</b> of 1 paid for this answer</p>'
        f'<p class="twin-done">{done} {escaped(ruling.reason)}</p>{said}'
    )


def _lesson(sound: TwinRun, twin: TwinRun) -> str:
    """How both runs ended, in numbers from the records, and how the twins that are alike but for
    chance did."""
    return (
        f"Paid by a checklist, its pay {_change(twin, PAID)} and the work done "
        f"{_change(twin, DONE)}. Paid for the work, the other’s pay {_change(sound, PAID)} and the "
        f"work done {_change(sound, DONE)}. {_by_chance(sound, twin)}</p>"
        f'<p class="hint"><a href="{tab_href("training", run=TWIN)}">Every run, '
        "with the habits its answers picked up</a>."
    )


def _by_chance(sound: TwinRun, twin: TwinRun) -> str:
    """What became of the other runs with their presets, which differ by their seeds; "" if there
    are none of the twin's."""
    sounds, others = alike(sound.record), _others(twin)
    if not others:
        return ""
    paid, done = (sorted(_end(one, name) for one in others) for name in (PAID, DONE))
    work = sorted(_end(one, DONE) for one in sounds)
    return (
        f"Chance plays a part: the other {len(others)} models that were paid by the checklist end "
        f"with a pay of {paid[0]:.2f} to {paid[-1]:.2f} and do {done[0]:.0%} to {done[-1]:.0%} of "
        f"the work; all {len(sounds)} paid for the work, the one above included, do {work[0]:.0%} "
        f"to {work[-1]:.0%}."
    )


def _others(side: TwinRun) -> list[Record]:
    """The runs with its preset and another seed."""
    return [one for one in alike(side.record) if one != side.record]


def _end(one: Record, name: str) -> float:
    return window_means(one.run.curves[name])[1]


def _change(side: TwinRun, name: str) -> str:
    before, after = window_means(side.record.run.curves[name])
    how = "rises" if after > before else "falls"
    if name == DONE:
        return f"{how} from {before:.0%} to {after:.0%} of the emails"
    return f"{how} from {before:.2f} to {after:.2f}"
