"""Blue mode: the player reweights the rubric, and sees what it blocks and whom it hurts.

Two rows of tiles, one tile per answer, show which cheats (known ones and those that players found)
a tuned rubric still pays, and which honest answers it pays less.
"""

from collections.abc import Sequence
from functools import lru_cache

import gradio as gr

import graders
from desks import DESKS, load
from graders import Rubric
from graders.levels import version
from graders.levels.tuned import JudgedAnswer, TuningError, findings, judged, known, tuned
from ui.component import QUIET, html
from ui.drawing import escaped, label_of, render_nonce, sr_only, switch
from ui.events import int_of, one_of, refused, text_of
from ui.game import service
from ui.game.attempts import Exploit
from ui.links import Ref
from ui.store import StoreError

FIRST = next(iter(DESKS))
TUNING = {"concurrency_limit": 4, "concurrency_id": "tuning"}
GATE = "gate"
MAX_TRIED = 40
"""Maximum players' exploits that are tried, earliest first."""
MAX_NAMED = 12
"""Maximum answers named under the tiles."""
MAX_MESSAGE_LENGTH = 2_000
"""Maximum length of the sliders' message, in characters."""


def draw(desk: str) -> str:
    """The sliders, at the current weights."""
    rules, places = rubric(desk), {name: one.workplace for name, one in DESKS.items()}
    weights = "".join(_slider("weight", n, p.weight) for n, p in rules.parts.items() if p.weight)
    penalties = "".join(_slider("penalty", n, p.weight) for n, p in rules.penalties.items())
    return (
        f'<section class="blue" data-desk="{desk}"><h2>Now defend it</h2><p class="hint">Weigh '
        "today’s rubric anew. Which known cheats does it still pay 70 % of the honest answer, and "
        f"which honest answers does it pay less?</p>{switch('Desk', 'desk', places, desk)}"
        f'<div class="sliders">{weights}{penalties}'
        f"{_slider(GATE, GATE, rules.gate)}"
        '<button type="button" data-reset>Back to today’s</button></div></section>'
    )


def _slider(kind: str, name: str, value: float) -> str:
    unit = {"weight": "weight", "penalty": "penalty", GATE: "paid of wrong work"}[kind]
    return (
        f'<label class="slider"><span>{label_of(name)} <small>{unit}</small></span>'
        f'<input type="range" min="0" max="1" step="0.05" value="{value:g}" '
        f'data-kind="{kind}" data-name="{name}" data-today="{value:g}"><output>{value:g}</output>'
        "</label>"
    )


def rubric(desk: str) -> Rubric:
    """The desk's current rubric."""
    return graders.rubric(load(desk).scenario(0, "easy", "train"))


def result(desk: str, rules: Rubric, turn: int | None = None) -> str:
    """What a tuned rubric does to the known answers; `turn` is the number of the change that this
    responds to."""
    found = findings(rules, [*known(desk), *_from_players(desk)])
    blocked = found.cheats - len(found.paid)
    whole = found.honest - len(found.hurt)
    return (
        f'<div data-desk="{desk}" data-turn="{"" if turn is None else turn}" '
        f"{render_nonce()}>"
        f"{_tiles('cheats blocked', blocked, found.cheats, found.paid, 'still paid')}"
        f"{_tiles('honest answers paid in full', whole, found.honest, found.hurt, 'paid less')}"
        "</div>"
    )


def _tiles(title: str, good: int, total: int, bad: Sequence[JudgedAnswer], what: str) -> str:
    tiles = '<i class="tile good"></i>' * good + '<i class="tile bad">✕</i>' * len(bad)
    listed = "".join(
        f"<li>{label_of(one.name)} <small>{escaped(one.where)}</small></li>"
        for one in bad[:MAX_NAMED]
    )
    more = f"<li>and {len(bad) - MAX_NAMED} more</li>" if len(bad) > MAX_NAMED else ""
    named = f'<ul class="tile-names">{listed}{more}</ul>' if bad else ""
    return (
        f'<figure class="tiles"><figcaption><b>{good} of {total}</b> {title}'
        f"{sr_only(f'; {len(bad)} {what}')}</figcaption>"
        f'<div class="tile-row" aria-hidden="true">{tiles}</div>{named}</figure>'
    )


def _from_players(desk: str) -> tuple[JudgedAnswer, ...]:
    """Exploits of this desk that players found on any level; none if there is no store."""
    try:
        found = service.store().exploits(version(), desk, MAX_TRIED)
    except StoreError:
        return ()
    return _judged(tuple(found))


@lru_cache(maxsize=8)
def _judged(found: tuple[Exploit, ...]) -> tuple[JudgedAnswer, ...]:
    answers = [
        judged("found by a player", Ref.parse(one.scenario).scenario(one.desk), one.completion)
        for one in found
    ]
    return tuple(one for one in answers if one.grade.action is not None and not one.done)


# --- events ---


def parse(text: str) -> dict[str, dict[str, float]]:
    """The sliders' message as {kind: {name: weight}}; refused if it is malformed."""
    found: dict[str, dict[str, float]] = {"weight": {}, "penalty": {}, GATE: {}}
    try:
        if len(text) > MAX_MESSAGE_LENGTH:
            raise ValueError
        for one in text.split(";"):
            kind, name, number = one.split(":")
            found[kind][name] = float(number)
    except (ValueError, KeyError):
        raise refused("The sliders sent what is no weight. Reload the page.") from None
    return found


def on_tune(event: gr.EventData) -> str:
    desk = one_of(text_of(event, "desk"), tuple(DESKS), "desk")
    asked, rules = parse(text_of(event, "weights")), rubric(desk)
    gate, turn = asked[GATE].get(GATE, rules.gate), int_of(event, "turn")
    try:
        return result(desk, tuned(rules, asked["weight"], asked["penalty"], gate), turn)
    except TuningError as error:
        return f'<p class="notice">{escaped(str(error).capitalize())}.</p>'


def on_open(event: gr.EventData) -> tuple[str, str]:
    """The sliders of a desk, and what its current rubric does."""
    desk = one_of(text_of(event, "desk"), tuple(DESKS), "desk")
    rules = rubric(desk)
    return draw(desk), result(desk, tuned(rules, {}, {}, rules.gate))


def build() -> None:
    """The panel and its events; it is drawn once somebody scrolls to it."""
    with gr.Column(elem_classes="pane blue-pane", min_width=0):
        sliders = html("blue.js", drawn=f'<section class="blue" data-desk="{FIRST}"></section>')
        found = html("tuned.js")
    sliders.open(on_open, None, [sliders, found], **QUIET, **TUNING)
    sliders.tune(on_tune, None, found, **QUIET, **TUNING)
