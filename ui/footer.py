"""The foot of the page: the code, the documentation, and how programs use the page."""

import os
from collections.abc import Mapping

from training.models.base import REPOSITORY
from ui.component import html

HUB = "https://huggingface.co/spaces/"
MCP = "gradio_api/mcp/"
"""Where MCP clients connect, relative to the page."""


def build() -> None:
    """The component."""
    html("copy.js", "footer.js", drawn=draw())


def draw(settings: Mapping[str, str] = os.environ) -> str:
    """The links; those to the code only on a Space, whose name Hugging Face sets."""
    space = settings.get("SPACE_ID", "")
    code = ""
    if REPOSITORY.fullmatch(space):
        code = (
            f'<a href="{HUB}{space}/tree/main">Code</a>'
            f'<a href="{HUB}{space}/blob/main/README.md">Documentation</a>'
        )
    return (
        f'<footer class="foot"><nav aria-label="For programs and people who write them">{code}'
        '<button type="button" data-endpoints>Use it by API</button><details class="mcp">'
        "<summary>Use it from an assistant (MCP)</summary>"
        "<p>The page’s endpoints are tools for agents, over streamable HTTP. "
        "Claude Code takes them like this; other clients ask for the address alone:</p>"
        '<div class="command"><pre tabindex="0">claude mcp add --transport http rewarddesk '
        f'<span data-absolute>{MCP}</span></pre><button type="button" data-copy>Copy</button></div>'
        "</details></nav></footer>"
    )
