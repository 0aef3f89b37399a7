"""A file that the page carries with it: a link whose address is the file itself."""

import base64
import html
import json
from collections.abc import Iterable, Mapping
from typing import Any


def link(name: str, text: str, label: str) -> str:
    """A link that saves `text`, which is JSON or lines of JSON, under `name`; HTML."""
    coded = base64.b64encode(text.encode()).decode()
    return (
        f'<a class="table-link" download="{html.escape(name)}" '
        f'href="data:application/json;base64,{coded}">{html.escape(label)}</a>'
    )


def lines(rows: Iterable[Mapping[str, Any]]) -> str:
    """A table as JSONL; TypeError or ValueError where a value is none of JSON."""
    return "".join(json.dumps(row, allow_nan=False) + "\n" for row in rows)
