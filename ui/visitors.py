"""Who calls the page, as far as limits are counted: an address, also of who calls over MCP.

Gradio plays a tool that is called over MCP by calling the page itself, with the caller's headers.
So the door names each caller in a header, sealed by a word that only this process knows, and
believes the header where it comes back. What somebody else brings under its name is dropped.
"""

import secrets

import gradio as gr
from starlette.types import Scope

from envs.address import address

_HEADER = b"x-rewarddesk-visitor"
_SEAL = secrets.token_urlsafe(24).encode() + b" "


def named(scope: Scope) -> Scope:
    """The same HTTP request, its visitor named in it."""
    headers = [one for one in scope["headers"] if one[0] != _HEADER]
    return scope | {"headers": [*headers, (_HEADER, _SEAL + visitor(scope).encode())]}


def visitor(scope: Scope) -> str:
    """Whose request it is, by `envs.address.address`; of a call that the page makes to itself for
    MCP, whoever that is made for."""
    return _sealed(scope) or address(scope)


def is_for_mcp(scope: Scope) -> bool:
    """Whether the page makes this call to itself, before the visitor was named in it."""
    return _sealed(scope) is not None


def visitor_of(request: gr.Request) -> str:
    """Whose event it is."""
    return visitor(request.request.scope)


def _sealed(scope: Scope) -> str | None:
    told = next((value for name, value in scope["headers"] if name == _HEADER), b"")
    return told.removeprefix(_SEAL).decode() if told.startswith(_SEAL) else None
