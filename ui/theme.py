"""The theme of Gradio's own components: colours and type. The rest is in assets/style.css."""

import gradio as gr

_SANS = ["Inter", "Segoe UI", "Roboto", "Helvetica Neue", "Liberation Sans", "Arial", "sans-serif"]
_MONO = ["ui-monospace", "SF Mono", "Cascadia Mono", "Liberation Mono", "Menlo", "monospace"]


def create() -> gr.themes.Base:
    """Paper, ink and one accent, with system fonts, so that nothing is downloaded."""
    return gr.themes.Base(font=_SANS, font_mono=_MONO, radius_size="sm").set(
        body_background_fill="#f6f4ee",
        body_background_fill_dark="#121317",
        body_text_color="#16181d",
        body_text_color_dark="#eceae4",
        block_background_fill="transparent",
        block_background_fill_dark="transparent",
        block_border_width="0px",
        block_label_text_color="#565b66",
        block_label_text_color_dark="#a9adb8",
        input_background_fill="#fffdf8",
        input_background_fill_dark="#1a1c22",
        input_border_color="#d4cfc2",
        input_border_color_dark="#3a3e49",
        color_accent="#2b3fd6",
        border_color_primary="#e2ded3",
        border_color_primary_dark="#2c2f38",
    )
