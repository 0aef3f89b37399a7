"""Addresses of endpoints: their URLs and, for those that strangers name, a check that they are on
the public internet and not on this machine, its network or its cloud."""

import ipaddress
import socket

import httpx2

from training.models.policy import PolicyError

_INTO_IPV4 = "::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 2001::/32 2002::/16".split()
"""IPv6 ranges that embed an IPv4 address, which a gateway may unpack."""
_SPECIAL = "168.63.129.16/32 192.0.0.0/24 192.88.99.0/24 3fff::/20 5f00::/16".split()
"""Addresses of clouds, relays and the like, which `ipaddress` classifies differently by version."""
_REFUSED = [ipaddress.ip_network(one) for one in (*_INTO_IPV4, *_SPECIAL)]


def public_address(host: str, port: int) -> str:
    """One address of a host, if all its addresses are on the public internet, else PolicyError.

    Connect to this address rather than resolve the name again, so as to reach what was checked.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # ValueError: not a valid name
        raise PolicyError(f"{host[:80]!r} leads to no machine") from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not all(is_public(ipaddress.ip_address(one)) for one in addresses):
        raise PolicyError(f"{host[:80]!r} is not on the public internet")
    return addresses[0]


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is that of a single internet host, and not a gateway to others."""
    if not address.is_global or address.is_multicast or any(address in net for net in _REFUSED):
        return False
    return address.version == 4 or not address.is_site_local


def to_public_address(request: httpx2.Request) -> None:
    """Send an https request to the very address that was checked, under the host's name and
    certificate. PolicyError if it is not public."""
    host = request.url.raw_host.decode("ascii")
    address = public_address(host, request.url.port or 443)
    request.url = request.url.copy_with(host=address)
    request.extensions["sni_hostname"] = host


def completions(name: str, model: str, address: str) -> tuple[str, str]:
    """The URL to request completions from, and its host. PolicyError for an invalid address."""
    base = address.rstrip("/").removesuffix("/chat/completions")
    try:
        url = httpx2.URL(f"{base}/chat/completions")
    except (httpx2.InvalidURL, UnicodeError):
        url = httpx2.URL()
    if not model or url.scheme not in ("http", "https") or not url.host:
        raise PolicyError(
            f"{name!r}: MODEL@BASE_URL was expected, as api:qwen@http://localhost:8000/v1"
        )
    if url.userinfo or url.query or url.fragment:
        raise PolicyError(f"the address of {model} holds more than host and path: leave keys out")
    return str(url), url.host
