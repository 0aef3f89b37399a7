"""Download links that carry the file itself, as a data URL."""

import base64
import html


def link(name: str, text: str, label: str) -> str:
    """An HTML link that saves `text`, JSON or JSONL, under `name`."""
    coded = base64.b64encode(text.encode()).decode()
    return (
        f'<a class="table-link" download="{html.escape(name)}" '
        f'href="data:application/json;base64,{coded}">{html.escape(label)}</a>'
    )
