"""Where an endpoint is asked: its URL, and for strangers none but machines on the public internet,
and not within: this one, its network, its cloud."""

import ipaddress
import socket
from typing import Any

import httpx

from training.models.policy import PolicyError

_INTO_IPV4 = "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16".split()
"""Addresses that hold one of IPv4, which a gateway may unpack."""
_SPECIAL = "168.63.129.16/32 192.0.0.0/24 192.88.99.0/24 3fff::/20 5f00::/16".split()
"""Of a cloud, of relays and the like; what `ipaddress` says of them depends on its release."""
_REFUSED = [ipaddress.ip_network(one) for one in (*_INTO_IPV4, *_SPECIAL)]


class AddressError(ValueError):
    """A name that leads to no machine, or to one within; the message says which."""


def public_address(host: str, port: int) -> str:
    """An address of a host, every one of whose addresses is on the public internet; AddressError.

    Who connects to it, and not to the name once more, reaches what was looked at here.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # ValueError: no name in Unicode
        raise AddressError(f"{host[:80]!r} leads to no machine") from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not all(is_public(ipaddress.ip_address(one)) for one in addresses):
        raise AddressError(f"{host[:80]!r} is not on the public internet")
    return addresses[0]


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether it is of one machine on the internet, and no way around to one that is not."""
    if not address.is_global or address.is_multicast or any(address in net for net in _REFUSED):
        return False
    return address.version == 4 or not address.is_site_local


def public_way(url: str) -> dict[str, Any]:
    """A request's way to an https URL: to the very address that was looked at, by the host's name
    and its certificate. AddressError."""
    named = httpx.URL(url)
    host = named.raw_host.decode("ascii")
    return {
        "url": named.copy_with(host=public_address(host, named.port or 443)),
        "headers": {"Host": named.netloc.decode("ascii")},
        "extensions": {"sni_hostname": host},
    }


def completions(name: str, model: str, address: str) -> tuple[str, str]:
    """The address that completions are asked at, and its host."""
    try:
        parts = httpx.URL(address)
    except (httpx.InvalidURL, UnicodeError):
        parts = httpx.URL()
    if not model or parts.scheme not in ("http", "https") or not parts.host:
        raise PolicyError(
            f"{name!r}: MODEL@BASE_URL was expected, as api:qwen@http://localhost:8000/v1"
        )
    if parts.userinfo or parts.query or parts.fragment:
        raise PolicyError(f"the address of {model} holds more than host and path: leave keys out")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return f"{parts.scheme}://{parts.netloc.decode()}{path}/chat/completions", parts.host
