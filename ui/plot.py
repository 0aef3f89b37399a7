"""Charts: figures of Plotly, as JSON where they stand. `assets/charts.js` draws what is in sight.

Colours are custom properties of `assets/style.css`, so that they change with the theme.
"""

import html
import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from ui.drawing import shown


def plot(
    data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any], here: int | None = None
) -> str:
    """A figure, of which somebody who does not see it has to be told in words beside it.

    `here` is where its first shape stands, until a script of the page moves it.
    """
    drawn = json.dumps({"data": data, "layout": layout})
    at = "" if here is None else f' here="{here}"'
    return f'<plotly-chart figure="{html.escape(drawn)}"{at}></plotly-chart>'


def upright(at: float, colour: str, width: int) -> dict[str, Any]:
    """A line from the bottom to the top, as a shape."""
    return {"type": "line", "x0": at, "x1": at, "line": {"color": colour, "width": width}}


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


def script() -> Mount:
    """Where the page has Plotly's own script: from the package, compressed."""
    folder = Path(find_spec("plotly").origin).parent / "package_data"
    return Mount("/plotly", GZipMiddleware(StaticFiles(directory=folder)))
