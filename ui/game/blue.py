"""Blue mode: the player weighs the rubric anew, until it pays nothing wrong and hurts nobody.

It starts at the weights of the report on the desk.
"""

import gradio as gr

from desks import DESKS
from graders.levels.tuned import TuningError, Weights, as_reported, tuned
from ui.component import EACH, html
from ui.drawing import escaped
from ui.events import int_of, one_of, refused, text_of
from ui.game.blue_drawing import GATE, answers, draw, result, rubric

FIRST = next(iter(DESKS))
TUNING = {"concurrency_limit": 4, "concurrency_id": "tuning"}
MAX_MESSAGE_LENGTH = 2_000
"""Maximum length of the sliders' message, in characters."""


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
    asked, turn = parse(text_of(event, "weights")), int_of(event, "turn")
    gate = asked[GATE].get(GATE, rubric(desk).gate)
    return _tuned(desk, Weights(asked["weight"], asked["penalty"], gate), turn)


def on_open(event: gr.EventData) -> tuple[str, str]:
    """The sliders of a desk, and what its graders do with the report's weights."""
    desk = one_of(text_of(event, "desk"), tuple(DESKS), "desk")
    return draw(desk), _tuned(desk, as_reported(rubric(desk)))


def _tuned(desk: str, weights: Weights, turn: int | None = None) -> str:
    try:
        return result(desk, tuned(rubric(desk), *weights), turn)
    except TuningError as error:
        why = escaped(str(error).capitalize())
        return f'<p class="notice" {answers(desk, turn)}>{why}.</p>'


def build() -> None:
    """The panel and its events; it is drawn once somebody scrolls to it."""
    with gr.Column(elem_classes="pane blue-pane", min_width=0):
        sliders = html(
            "scroll.js",
            "remember.js",
            "newest.js",
            "blue.js",
            drawn=f'<section class="blue" data-desk="{FIRST}"></section>',
        )
        found = html("tuned.js")
    sliders.open(on_open, None, [sliders, found], **EACH, **TUNING)
    sliders.tune(on_tune, None, found, **EACH, **TUNING)
