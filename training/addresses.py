"""Where an endpoint is asked: its URL, and for strangers none but machines on the public internet,
and not within: this one, its network, its cloud."""

import ipaddress
import socket
from typing import Any

import httpx

from training.policies import PolicyError

_INTO_IPV4 = tuple(map(ipaddress.ip_network, ("::/96", "64:ff9b::/96", "2001::/32", "2002::/16")))
"""Addresses that hold one of IPv4, which a gateway may unpack."""


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
    if not address.is_global or address.is_multicast:
        return False
    if address.version == 4:
        return True
    return not address.is_site_local and not any(address in net for net in _INTO_IPV4)


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
