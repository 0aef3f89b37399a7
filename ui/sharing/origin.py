"""The page's own address, as its visitors see it; previews need absolute ones.

What a request says of it is only trusted as far as `REWARDDESK_PROXIES` goes (`envs.address`): the
host and the scheme are those that the outermost of our proxies was asked for. The result is a valid
address whatever was sent, and holds no character that needs escaping.
"""

import re

from starlette.types import Scope

from envs.address import PROXIES

_HOST = re.compile(r"(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?", re.ASCII)
_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]{1,100}){0,8}", re.ASCII)
SCHEMES = ("http", "https")


def origin(scope: Scope, root_path: str = "", proxies: int = PROXIES) -> str:
    """The address of the page that a request is for, without a slash at its end.

    `root_path` is what the page was launched with: where it is mounted, or all of its address.
    """
    if root_path.startswith(("http://", "https://")):
        return root_path.rstrip("/")
    scheme = _forwarded(scope, b"x-forwarded-proto", proxies)
    hosts = _forwarded(scope, b"x-forwarded-host", proxies), _header(scope, b"host")
    host = next(filter(_HOST.fullmatch, hosts), "localhost")
    path = f"/{(root_path or scope.get('root_path', '')).strip('/')}".rstrip("/")
    return (
        f"{scheme if scheme in SCHEMES else scope.get('scheme', 'http')}://{host}"
        f"{path if _PATH.fullmatch(path) else ''}"
    )


def _forwarded(scope: Scope, name: bytes, proxies: int) -> str:
    """What the outermost of our proxies wrote into a header; "" if nothing, or without proxies."""
    values = _header(scope, name).split(",")[-proxies:] if proxies else [""]
    return values[0].strip()


def _header(scope: Scope, name: bytes) -> str:
    return b",".join(value for key, value in scope["headers"] if key == name).decode("latin-1")
