"""The page: two desks to work at, and every grader's score with its reason.

`python app.py` serves it on port 7860; PORT changes that. No model is loaded for it.
"""

import os
from pathlib import Path

os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")

import gradio as gr

from ui import help_desk, inbox, look, masthead

STYLE = Path(__file__).parent / "assets" / "style.css"
TABS = (inbox.BENCH, help_desk.BENCH)


def build() -> gr.Blocks:
    """The whole page."""
    with gr.Blocks(title="RewardDesk", fill_width=True) as page:
        gr.HTML(masthead.draw(), js_on_load=None, apply_default_css=False)
        names = [bench.tab for bench in TABS]
        with gr.Tabs(elem_classes="desks") as tabs:
            for bench in TABS:
                with gr.Tab(bench.label, id=bench.tab):
                    bench.build(page)

        def chosen(request: gr.Request) -> gr.Tabs:
            asked = request.query_params.get("tab")
            return gr.Tabs(selected=asked if asked in names else names[0])

        page.load(chosen, None, tabs, api_visibility="private", show_progress="hidden")
    return page


page = build()

if __name__ == "__main__":
    page.launch(
        server_name=os.environ.get("GRADIO_SERVER_NAME", "127.0.0.1"),
        server_port=int(os.environ.get("PORT", "7860")),
        theme=look.theme(),
        css_paths=STYLE,
        footer_links=[],
        run_history=False,
        ssr_mode=False,
    )
