"""A page with a chart that grows for a while when asked to, and its button, which leaves nothing.

python -m tests.ui.charts_app
"""

import os
import time
from collections.abc import Iterator

import gradio as gr

from ui import plot
from ui.component import QUIET, html
from ui.runs.chart import Event, Level, Line, chart

BAD = '<a href="javascript:window.hit=1">x</a><img src=x onerror="window.hit=1">'
STEPS = 20


def drawn(done: int) -> str:
    curve = [(step, step / STEPS) for step in range(1, done + 1)]
    events = [Event(2, 1, BAD)]
    told = chart(BAD, [Line(BAD, curve)], [Level(BAD, 0.5)], events, marked_step=2, last_step=STEPS)
    return f"<section><p>Step {done}</p>{told}</section>"


def grow() -> Iterator[str]:
    for done in range(3, STEPS + 1):
        yield drawn(done)
        time.sleep(0.1)


if __name__ == "__main__":
    with gr.Blocks() as page:
        shown = html("charts.js", drawn=drawn(2))
        gr.Button("Grow").click(grow, None, shown, **QUIET)
        gr.Button("Leave").click(lambda: "<p>Gone.</p>", None, shown, **QUIET)
    page.launch(
        server_port=int(os.environ["PORT"]),
        css_paths="assets/style.css",
        app_kwargs={"routes": [plot.script()]},
        ssr_mode=False,
    )
