"""Draws a run: what happened, its reward against the referee and the best cheat, every curve."""

from collections.abc import Sequence

from training.rl.health import Event
from training.rl.signals import PARTED
from training.runs.record import COMPLETIONS
from training.runs.run import PANELS, panels
from ui.drawing import escaped, pill
from ui.runs import held_out
from ui.runs.chart import Event as Mark
from ui.runs.chart import Level, Line, chart
from ui.runs.held_out import short_name
from ui.runs.lead import for_engineers, lead
from ui.runs.records import Record, sound_sibling

REWARD = ("reward", "referee", "correct")
TITLE = PANELS[0][0]
LENGTH = next(title for title, names in PANELS if "length" in names)
COLLAPSED = (
    ("distinct_actions", "Distinct actions"),
    ("kl", "Distance from the base, KL"),
    ("clipped", "Cut off at the length limit"),
)
"""The metrics, besides the reward, that show a collapse, with their titles."""
CHEATED = (("total", "The score by our grader"), ("length", LENGTH))
"""The same for a twin."""
MAX_EVENTS, MAX_LENGTH = 20, 400
"""Maximum events listed, and maximum characters of one."""


def state(one: Record) -> str:
    """A run's status, as a pill."""
    if one.run is None:
        return pill("! damaged", "bad")
    if one.collapse:
        return pill("✕ collapsed", "bad")
    if any(event.kind == "fatal" for event in one.run.events):
        return pill("✕ stopped", "bad")
    if one.unfinished:
        return pill(f"… {one.steps:,} of {one.preset.steps:,} steps")
    if one.divergence:
        return pill(f"! {PARTED}", "bad")
    if one.run.events:
        return pill(f"! warnings: {len(one.run.events)}", "bad")
    return pill("✓ sound", "good")


def top(one: Record, exports: str) -> str:
    """The top of a run: its story, its reward, and its held-out results; `exports` is HTML."""
    wrong = "".join(f'<p class="notice" role="alert">{escaped(why)}</p>' for why in one.wrong)
    if one.run is None:
        return (
            f'<section class="run" data-run="{one.name}">{_head(one, "")}{wrong}'
            '<p class="hint">Nothing of this record is drawn. A run that is just being started has '
            "no steps yet: open it again in a minute.</p></section>"
        )
    found = held_out.drawn(one.held_out, one.greedy, one.voices) if one.held_out else ""
    sibling = sound_sibling(one)
    first = _beside(one, sibling) if sibling else _reward(one, TITLE)
    return (
        f'<section class="run" data-run="{one.name}">{_head(one, exports)}{wrong}'
        f'<p class="lead">{lead(one, sibling)}</p>{for_engineers(one)}{first}'
        f"{_event_list(one.run.events)}{found}</section>"
    )


def rest(one: Record) -> str:
    """All other curves of a run, and how to run it again."""
    if one.run is None:
        return ""
    curves = one.run.curves
    drawn = "".join(
        chart(title, [Line(name, curves[name]) for name in names], events=_events(one))
        for title, names in panels(curves).items()
        if title != TITLE
    )
    none = (
        ""
        if any(name.startswith("penalties/") for name in curves)
        else '<p class="hint">This desk’s grader has no penalties, so there is no rate to draw.</p>'
    )
    return (
        '<section class="run"><details class="curves"><summary>Every curve</summary>'
        f'{none}<div class="panels">{drawn}</div></details></section>'
        f"{_commands(one)}"
    )


# --- in words ---


def _head(one: Record, exports: str) -> str:
    return f'<header class="run-head"><h2>{escaped(one.title)}</h2>{state(one)}{exports}</header>'


def _event_list(events: Sequence[Event]) -> str:
    """The events in words, numbered as on the charts."""
    if not events:
        return ""
    rows = "".join(
        f'<li><b class="flag">{number}</b><p><b>Step {one.step:,}, '
        f"{escaped(_signal(one))}.</b> {escaped(told(one)[:MAX_LENGTH])}</p></li>"
        for number, one in enumerate(events[:MAX_EVENTS], 1)
    )
    more = len(events) - MAX_EVENTS
    after = f'<p class="hint">And {more:,} more.</p>' if more > 0 else ""
    return (
        '<section class="events"><h3>Warnings, and what usually cures them</h3>'
        f"<ol>{rows}</ol>{after}</section>"
    )


def told(event: Event) -> str:
    """What an event says, to those who see the answers on this page and not in a file."""
    return event.sentence.replace(COMPLETIONS, "its answers")


def _events(one: Record) -> list[Mark]:
    events = one.run.events[:MAX_EVENTS]
    return [Mark(event.step, n, _signal(event)) for n, event in enumerate(events, 1)]


def _signal(event: Event) -> str:
    """What fired, in words."""
    return PARTED if event.signal == "parted" else short_name(event.signal)


# --- reward ---


def _reward(
    one: Record, title: str, until: int | None = None, fit_also: Sequence[Line] = ()
) -> str:
    """The reward against the referee, with the gap shaded, and the best cheat."""
    best = one.held_out.cheat() if one.held_out else None
    cheat = [Level(f"best cheat, held out: {short_name(best[0])}", best[1])] if best else []
    lines = _lines(one, REWARD, until)
    return chart(title, lines, cheat, _events(one), shaded=True, fit_also=fit_also)


def _lines(one: Record, names: Sequence[str], until: int | None = None) -> list[Line]:
    curves = one.run.curves
    return [
        Line(name, [at for at in curves[name] if until is None or at[0] <= until])
        for name in names
        if name in curves
    ]


# --- side by side ---


def _beside(one: Record, sound: Record) -> str:
    """A twin or a collapse beside the sound run of its desk and seed, on the same axes."""
    until = one.steps
    pairs = [
        _reward(sound, "Reward: the sound run", until, _lines(one, REWARD)),
        _reward(one, "Reward: this run", None, _lines(sound, REWARD, until)),
    ]
    for name, title in CHEATED if one.is_twin else COLLAPSED:
        ours, theirs = _lines(one, (name,)), _lines(sound, (name,), until)
        pairs += [
            chart(f"{title}: the sound run", theirs, fit_also=ours)
            or _none(f"{title}: the sound run", sound),
            chart(f"{title}: this run", ours, events=_events(one), fit_also=theirs)
            or _none(f"{title}: this run", one),
        ]
    return (
        '<section class="beside"><h3>Beside the sound run of the same seed</h3>'
        f'<p class="hint">The sound run is “{escaped(sound.title)}”: the same {until:,} steps, on '
        "the same axes. Numbers stand where a warning fired.</p>"
        f'<div class="panels pairs">{"".join(pairs)}</div></section>'
    )


def _none(title: str, one: Record) -> str:
    unheld = "KL" in title and one.preset is not None and one.preset.beta == 0
    why = ": the KL weight is 0, so nothing measures the distance" if unheld else ""
    return (
        f'<figure class="chart none"><figcaption>{title}</figcaption>'
        f'<p class="hint">Not recorded{why}.</p></figure>'
    )


# --- running it again ---


def _commands(one: Record) -> str:
    """How to repeat the run here."""
    if one.preset is None:
        return ""
    return (
        '<section class="again"><h3>Run it again</h3><div class="command">'
        f'<h4>Does it come to the same?</h4><pre tabindex="0">make reproduce RUN={one.name}</pre>'
        '<button type="button" data-copy>Copy</button></div></section>'
    )
