"""Charts: Plotly figures embedded as JSON, which `assets/charts.js` draws once they are in view.

Colours are the names of CSS custom properties in `assets/style.css`, so they follow the theme.
"""

import html
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from ui.drawing import escaped

SCRIPT = "plotly.min.js"


def plot(
    data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], marked_x: int | None = None
) -> str:
    """A figure, hidden from screen readers: the text beside it has to say what it shows.

    `marked_x` is the initial x of its first shape, which the page's scripts may move.
    """
    drawn = json.dumps({"data": data, "layout": layout})
    at = "" if marked_x is None else f' here="{marked_x}"'
    return f'<plotly-chart figure="{html.escape(drawn)}"{at}></plotly-chart>'


def vline(at: float, colour: str, width: int) -> dict[str, Any]:
    """A vertical line over the full height, as a Plotly shape."""
    return {"type": "line", "x0": at, "x1": at, "line": {"color": colour, "width": width}}


def legend_entry(name: str, said: str, colour: str, dash: str = "solid", width: int = 2) -> str:
    """A legend entry: a sample of the line or area, its name, and its value."""
    return (
        f'<li><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26" stroke="var({colour})" '
        f'stroke-width="{width}" stroke-dasharray="{dash}"/></svg><span>{escaped(name)}</span> '
        f"<b>{escaped(said)}</b></li>"
    )


def plotly_text(said: str) -> str:
    """Untrusted text for Plotly, which interprets tags and links in its labels."""
    return escaped(said).replace("&quot;", '"')  # the one entity that it does not decode


def script() -> Route:
    """A route for Plotly's own script, from its package; `ui.compressed` compresses it."""
    package = StaticFiles(directory=Path(find_spec("plotly").origin).parent / "package_data")

    async def send(request: Request) -> Response:
        return await package.get_response(SCRIPT, request.scope)

    return Route(f"/plotly/{SCRIPT}", send)
