"""The Gradio page: a module or package per tab, and the rendering they share."""
