"""Whose request it is, as far as limits are counted: an address that the visitor cannot make up.

Behind a proxy the socket's peer is the proxy, and the visitor is named in X-Forwarded-For. Anybody
can send such a header; what a proxy of ours adds stands at its right end. REWARDDESK_PROXIES says
how many of ours there are, so how far from the right the header is believed. The server must not
have looked at the header before (uvicorn: `proxy_headers=False`).
"""

import os
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

NEIGHBOURS = 64
"""Bits of an IPv6 address that name a network; whoever has one, has all addresses in it."""
NOWHERE = "unknown"
"""Whoever comes by no network."""


def trusted(settings: Mapping[str, str] = os.environ) -> int:
    """How many proxies of ours stand in front: as REWARDDESK_PROXIES says, else 1 on a Space and 0
    elsewhere. ValueError: no such number."""
    said = settings.get("REWARDDESK_PROXIES", "1" if settings.get("SPACE_ID") else "0")
    if not (said.isascii() and said.isdigit() and len(said) < 3):
        raise ValueError(
            f"REWARDDESK_PROXIES: {said[:60]!r}: the number of proxies in front, 0 to 99, was "
            "expected"
        )
    return int(said)


PROXIES = trusted()


def address(scope: Scope, proxies: int = PROXIES) -> str:
    """Where an ASGI connection comes from, as text: an IPv4 address, or the /64 of an IPv6 one.

    With `proxies` in front it is the one that the outermost of them was called from; where what
    stands there is no address, or no header, the next proxy's, in the end the socket's peer.
    """
    peer, *_ = scope.get("client") or (None,)
    said = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    hops = said.decode("latin-1").split(",")[-proxies:] if proxies else []
    return next(filter(None, map(_network, [*hops, peer])), NOWHERE)


def _network(text: str | None) -> str | None:
    """Of an address, perhaps with a port; None where it is none."""
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
