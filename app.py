"""The Gradio app: two desks to work at, and every grader's score with its reason.

`python app.py` serves it on port 7860 (or $PORT), with the environments mounted under /envs.
Models are loaded after startup.
"""

import os
import signal
import time
from pathlib import Path
from typing import Any

from ui.quick_import import gradio as gr  # isort: split

import uvicorn
from gradio import http_server
from starlette.middleware import Middleware

from desks.registry import DESKS, OURS
from envs.guard import Limits
from envs.server import Environments, mount
from ui import api, footer, help_desk, inference, masthead, nav, plot, theme
from ui.arena import tab as arena
from ui.compressed import Compressed
from ui.game import own_reward
from ui.game import tab as game
from ui.guard.requests import RequestGuard
from ui.guard.sessions import CAPACITY
from ui.home import tab as home
from ui.inbox import tab as inbox
from ui.meters import Meters
from ui.own import libraries
from ui.runs import child_process, scratch
from ui.runs import tab as runs
from ui.sharing import head, pictures
from ui.tools import tab as tools
from ui.workbench import any_desk

ASSETS = Path(__file__).parent / "assets"
BENCHES = (inbox.BENCH, help_desk.BENCH)
ALL = (*BENCHES, *(any_desk.bench(desk) for name, desk in DESKS.items() if name not in OURS))
"""External desks have no tab of their own; they appear in the Arena and in Break the grader."""
PRELOAD_DELAY = 2.0
"""Seconds to wait after startup before preloading, so that the first page load is not slowed."""
TOOLS = tools.Tools(help_desk.BENCH.outcome)
METERS = Meters()
GAME = game.Game(ALL, METERS)
DRAWERS = {one.desk: one.answered for one in ALL} | {tools.DESK: help_desk.BENCH.answered}
"""How answers are drawn, by desk; an episode with tools ends in an answer to a ticket."""
RUNS = runs.Runs(DRAWERS)
TABS = (home.Home(METERS, GAME.keep), arena.Arena(ALL), *BENCHES, TOOLS, GAME, RUNS)


def build() -> gr.Blocks:
    """Build the whole page."""
    with gr.Blocks(title="RewardDesk", fill_width=True) as page:
        gr.HTML(masthead.draw(inbox.BENCH.opens), js_on_load=None, apply_default_css=False)
        first_opened = nav.build()
        for one in TABS:
            with gr.Column(elem_id=one.tab, elem_classes="tab"):
                one.build(first_opened[one.tab])
        footer.build()
        api.build()
    return page.queue(api_open=False)


def serve(page: gr.Blocks, port: int) -> None:
    """Serve the page until the process ends; once it is up, load the shipped models."""
    signal.signal(signal.SIGTERM, _on_sigterm)
    environments = Environments(Limits.from_env())
    _configure_server(environments.settings())
    page.launch(
        server_port=port,
        theme=theme.create(),
        css_paths=ASSETS / "style.css",
        favicon_path=ASSETS / "favicon.svg",
        app_kwargs={
            "middleware": [
                Middleware(RequestGuard, page=page, exempt=[libraries.PATH]),
                Middleware(Compressed),
                Middleware(head.Head, page=page, benches=ALL),
            ],
            "routes": [
                mount(environments),
                plot.script(),
                libraries.route(),
                own_reward.route(),
                pictures.route(),
            ],
            "lifespan": environments.lifespan,
        },
        footer_links=["api"],  # hidden: `ui.footer` opens it
        run_history=False,
        ssr_mode=False,
        mcp_server=True,
        enable_monitoring=False,
        state_session_capacity=CAPACITY,
        prevent_thread_lock=True,
    )
    time.sleep(PRELOAD_DELAY)
    inference.prepare((*(bench.desk for bench in BENCHES), tools.DESK))
    for bench in BENCHES:
        bench.prepare()
    environments.prepare()
    page.block_thread()


def _configure_server(settings: dict[str, Any]) -> None:
    """Patch Gradio's server class to apply uvicorn settings, which `launch` does not accept."""

    class Server(http_server.Server):
        def __init__(self, config: uvicorn.Config, **others: Any) -> None:
            vars(config).update(settings)
            super().__init__(config, **others)

    http_server.Server = Server


def _on_sigterm(number: int, frame: object) -> None:
    """Signal handler: end all training runs, delete their files, then let the signal end the
    process."""
    child_process.end_all()
    scratch.remove()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


page = build()

if __name__ == "__main__":
    serve(page, int(os.environ.get("PORT", "7860")))
