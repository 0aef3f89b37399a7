"""The address by which a visitor's limits are counted, which the visitor cannot forge.

Behind a proxy the socket's peer is the proxy, and the visitor is named in X-Forwarded-For. Anybody
can send that header, but what our proxies append is at its right end. REWARDDESK_PROXIES is the
number of our proxies, and so how many entries from the right are trusted. Nothing else may have
processed the header before (uvicorn: `proxy_headers=False`).
"""

import os
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

IPV6_PREFIX = 64
"""Prefix length of an IPv6 network: one visitor may use every address in it."""
UNKNOWN = "unknown"
"""The address of a connection without a network address."""


def trusted_proxies(settings: Mapping[str, str] = os.environ) -> int:
    """The number of our proxies in front: REWARDDESK_PROXIES, or else 1 on a Space and 0 elsewhere.
    ValueError: not a number from 0 to 99."""
    value = settings.get("REWARDDESK_PROXIES", "1" if settings.get("SPACE_ID") else "0")
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise ValueError(
            f"REWARDDESK_PROXIES: {value[:60]!r}: the number of proxies in front, 0 to 99, was "
            "expected"
        )
    return int(value)


PROXIES = trusted_proxies()


def address(scope: Scope, proxies: int = PROXIES) -> str:
    """The source of an ASGI connection, as text: an IPv4 address, or the /64 of an IPv6 one.

    With `proxies` in front it is the address that the outermost of them saw. If that entry is
    missing or invalid, it is what the next proxy saw, and in the end the socket's peer.
    """
    peer, *_ = scope.get("client") or (None,)
    header = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    hops = header.decode("latin-1").split(",")[-proxies:] if proxies else []
    return next(filter(None, map(network, [*hops, peer])), UNKNOWN)


def network(text: str | None) -> str | None:
    """An address, which may have a port, or the /64 of an IPv6 one; None if it is no address."""
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
        found = found.ipv4_mapped or IPv6Network((int(found), IPV6_PREFIX), strict=False)
    return str(found)
