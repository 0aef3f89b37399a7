"""The address that a visitor's limits are counted by, which the visitor cannot forge.

Behind a proxy the socket's peer is the proxy, and the visitor is named in X-Forwarded-For. Anybody
can send that header, but what our proxies append is at its right end. REWARDDESK_PROXIES is the
number of our proxies, and so how many entries from the right are trusted. Nothing else may have
processed the header before (uvicorn: `proxy_headers=False`).
"""

import os
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

NEIGHBOURS = 64
"""Prefix length of an IPv6 network; whoever has one has all addresses in it."""
NOWHERE = "unknown"
"""The address of a connection without a network address."""


def trusted(settings: Mapping[str, str] = os.environ) -> int:
    """The number of our proxies in front: REWARDDESK_PROXIES, or else 1 on a Space and 0 elsewhere.
    ValueError: not such a number."""
    said = settings.get("REWARDDESK_PROXIES", "1" if settings.get("SPACE_ID") else "0")
    if not (said.isascii() and said.isdigit() and len(said) < 3):
        raise ValueError(
            f"REWARDDESK_PROXIES: {said[:60]!r}: the number of proxies in front, 0 to 99, was "
            "expected"
        )
    return int(said)


PROXIES = trusted()


def address(scope: Scope, proxies: int = PROXIES) -> str:
    """The source of an ASGI connection, as text: an IPv4 address, or the /64 of an IPv6 one.

    With `proxies` in front it is the address that the outermost of them saw. If that entry is
    missing or is no address, it is the next proxy's, and in the end the socket's peer.
    """
    peer, *_ = scope.get("client") or (None,)
    said = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    hops = said.decode("latin-1").split(",")[-proxies:] if proxies else []
    return next(filter(None, map(_network, [*hops, peer])), NOWHERE)


def _network(text: str | None) -> str | None:
    """The network of an address, which may have a port; None if it is no address."""
    text = (text or "").strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Network((int(found), NEIGHBOURS), strict=False)
    return str(found)
