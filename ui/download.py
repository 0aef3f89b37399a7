"""Download links that carry the file itself, as a data URL."""

import base64
import html
import json
from collections.abc import Iterable, Mapping
from typing import Any


def link(name: str, text: str, label: str) -> str:
    """An HTML link that saves `text`, JSON or JSONL, under `name`."""
    coded = base64.b64encode(text.encode()).decode()
    return (
        f'<a class="table-link" download="{html.escape(name)}" '
        f'href="data:application/json;base64,{coded}">{html.escape(label)}</a>'
    )


def lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """A table as JSONL; TypeError or ValueError if a value cannot be encoded as JSON."""
    return "".join(json.dumps(row, allow_nan=False) + "\n" for row in rows)
