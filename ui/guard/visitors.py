"""Identifies visitors by network address for rate limits, also over MCP.

To run an MCP tool, Gradio calls the page itself with the caller's headers. So `RequestGuard` puts
the caller's address into a header, prefixed with a secret of this process, and trusts the header
when it comes back. Without the secret the header is dropped.
"""

import secrets

import gradio as gr
from starlette.types import Scope

from envs.address import address

_HEADER = b"x-rewarddesk-visitor"
_SEAL = secrets.token_urlsafe(24).encode() + b" "


def with_visitor(scope: Scope) -> Scope:
    """The same HTTP request with its visitor in a header."""
    headers = [one for one in scope["headers"] if one[0] != _HEADER]
    return scope | {"headers": [*headers, (_HEADER, _SEAL + visitor(scope).encode())]}


def visitor(scope: Scope) -> str:
    """The address that a request comes from (`envs.address.address`); if the page calls itself for
    MCP, the original caller's."""
    return _sealed(scope) or address(scope)


def is_for_mcp(scope: Scope) -> bool:
    """Whether the page calls itself for MCP; `scope` must not come from `with_visitor`."""
    return _sealed(scope) is not None


def visitor_of(request: gr.Request) -> str:
    """The visitor that an event comes from."""
    return visitor(request.request.scope)


def _sealed(scope: Scope) -> str | None:
    value = next((value for name, value in scope["headers"] if name == _HEADER), b"")
    return value.removeprefix(_SEAL).decode() if value.startswith(_SEAL) else None
