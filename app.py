"""The page: two desks to work at, and every grader's score with its reason.

`python app.py` serves it on port 7860; PORT changes that. Models are loaded when it is up.
"""

import os
from pathlib import Path

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr
from starlette.middleware import Middleware

from ui import help_desk, inbox, links, live, look, masthead
from ui.door import Door

ASSETS = Path(__file__).parent / "assets"
BENCHES = (inbox.BENCH, help_desk.BENCH)


def build() -> gr.Blocks:
    """The whole page."""
    with gr.Blocks(title="RewardDesk", fill_width=True) as page:
        gr.HTML(masthead.draw(inbox.BENCH.opens), js_on_load=None, apply_default_css=False)
        with gr.Tabs(elem_classes="desks") as tabs:
            for bench in BENCHES:
                with gr.Tab(bench.label, id=bench.tab):
                    bench.build(page)

        def chosen(request: gr.Request) -> gr.Tabs:
            asked = request.query_params.get("tab")
            return gr.Tabs(selected=asked if asked in links.TABS else links.TABS[0])

        page.load(chosen, None, tabs, api_visibility="private", show_progress="hidden")
    return page


def serve(page: gr.Blocks, port: int) -> None:
    """Serve the page until the process ends; once it is up, load the models that are shipped."""
    page.launch(
        server_port=port,
        theme=look.theme(),
        css_paths=ASSETS / "style.css",
        favicon_path=ASSETS / "favicon.svg",
        app_kwargs={"middleware": [Middleware(Door, page=page)]},
        footer_links=[],
        run_history=False,
        ssr_mode=False,
        prevent_thread_lock=True,
    )
    live.prepare(bench.desk for bench in BENCHES)
    page.block_thread()


page = build()

if __name__ == "__main__":
    serve(page, int(os.environ.get("PORT", "7860")))
