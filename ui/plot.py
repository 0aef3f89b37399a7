"""Charts: figures of Plotly, as JSON where they stand. `assets/charts.js` draws what is in sight.

Colours are custom properties of `assets/style.css`, so that they change with the theme.
"""

import html
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import Route

from ui.drawing import shown

SCRIPT = Path(find_spec("plotly").origin).parent / "package_data" / "plotly.min.js"
KEPT = 86_400
"""Seconds for which a browser need not ask for it again."""
CLEAR = "rgba(0,0,0,0)"
AXIS = {
    "automargin": True,
    "gridcolor": "--line",
    "zerolinecolor": "--line-2",
    "tickcolor": "--line-2",
    "nticks": 6,
    "spikecolor": "--ink-3",
    "spikedash": "dot",
    "spikethickness": 1,
}
LAYOUT = {
    "paper_bgcolor": CLEAR,
    "plot_bgcolor": CLEAR,
    "font": {"color": "--ink-3", "size": 12},
    "margin": {"l": 8, "r": 14, "t": 24, "b": 8},
    "hoverlabel": {
        "bgcolor": "--card",
        "bordercolor": "--line-2",
        "font": {"color": "--ink"},
        "namelength": -1,
    },
    "modebar": {"bgcolor": CLEAR, "color": "--ink-3", "activecolor": "--accent"},
    "showlegend": False,
}


def plot(
    data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], here: int | None = None
) -> str:
    """A figure, of which somebody who does not see it has to be told in words beside it.

    `here` is where its first shape stands, until a script of the page moves it.
    """
    axes = {name: {**AXIS, **layout[name]} for name in ("xaxis", "yaxis")}
    drawn = json.dumps({"data": data, "layout": {**LAYOUT, **layout, **axes}})
    at = "" if here is None else f' here="{here}"'
    return f'<plotly-chart figure="{html.escape(drawn)}"{at}></plotly-chart>'


def upright(at: float, colour: str, width: int) -> dict[str, Any]:
    """A line from the bottom to the top, as a shape."""
    return {
        "type": "line",
        "x0": at,
        "x1": at,
        "yref": "paper",
        "y0": 0,
        "y1": 1,
        "line": {"color": colour, "width": width},
    }


def key(name: str, said: str, colour: str, dash: str = "solid", width: int = 2) -> str:
    """What a line or an area of a figure is: a sample of it, its name, and what it comes to."""
    return (
        f'<li><svg viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26" stroke="var({colour})" '
        f'stroke-width="{width}" stroke-dasharray="{dash}"/></svg><span>{shown(name)}</span> '
        f"<b>{shown(said)}</b></li>"
    )


def text(said: str) -> str:
    """Text from outside as Plotly is told it, which reads tags and links in whatever it writes."""
    return shown(said).replace("&quot;", '"')  # the one that it does not know


def script() -> Route:
    """Where the page has Plotly's own script: from the package, compressed."""

    async def answer(request: Request) -> FileResponse:
        return FileResponse(SCRIPT, headers={"Cache-Control": f"max-age={KEPT}"})

    return Route("/plotly.js", answer, middleware=[Middleware(GZipMiddleware)])
