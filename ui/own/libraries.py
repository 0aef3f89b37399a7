"""The runbooks that visitors brought, in memory alone, for as long as they are used.

A library is found by a random name that only its visitor's page knows. It is forgotten when the
page is left, after half an hour without a search, and, the longest unused first, when there are
many.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from desks.own.bounded import bounded
from desks.own.errors import OwnError
from desks.own.folder import read_folder
from desks.own.runbooks import Passage
from desks.own.ticket_case import Library
from envs import bounds
from envs.bounds import ConcurrencyLimit, RefusedError
from ui.throttle import RateLimiter
from ui.visitors import visitor

PATH = "/own/runbooks"
MAX_UPLOAD = 28_000_000
"""Bytes of an upload; its files are in base64."""
SECONDS = 30 * 60
MAX_LIBRARIES, MAX_CHARACTERS = 40, 120_000_000
"""Libraries, and characters of all their passages."""
READERS = ConcurrencyLimit(2, 1)
RATE = RateLimiter(burst=10, refill_seconds=20)


class Libraries:
    """What visitors brought, by name."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, tuple[float, int, Library]] = OrderedDict()
        self._lock = Lock()

    def add(self, pieces: Sequence[Passage]) -> str:
        """Keep passages; returns their name."""
        name, library = secrets.token_urlsafe(24), Library(pieces)
        size = sum(len(one.text) for one in pieces)
        with self._lock:
            self._held[name] = (time.monotonic() + SECONDS, size, library)
            self._tidy()
        return name

    def get(self, name: str) -> Library:
        """The library of that name; OwnError if it is forgotten."""
        with self._lock:
            self._tidy()
            if name not in self._held:
                raise OwnError("your runbooks", None, "no longer held here: drop them again")
            _, size, library = self._held.pop(name)
            self._held[name] = (time.monotonic() + SECONDS, size, library)
            return library

    def forget(self, name: str) -> None:
        """Forget a library, if it is held."""
        with self._lock:
            self._held.pop(name, None)

    def _tidy(self) -> None:
        now = time.monotonic()
        for name in [name for name, (until, *_) in self._held.items() if until < now]:
            del self._held[name]
        while len(self._held) > 1 and (
            len(self._held) > MAX_LIBRARIES
            or sum(size for _, size, _ in self._held.values()) > MAX_CHARACTERS
        ):
            self._held.popitem(last=False)


LIBRARIES = Libraries()


async def _receive(request: Request) -> Response:
    """Take runbooks (POST), or forget some (DELETE)."""
    who = visitor(request.scope)
    try:
        if request.method == "DELETE":
            LIBRARIES.forget(request.query_params.get("library", ""))
            return Response(status_code=204)
        if wait := RATE.wait(who):
            raise RefusedError(429, f"Many files from you just now. Try again in {wait:.0f} s.")
        with READERS.slot(who):
            body = await bounds.read_body(request.receive, MAX_UPLOAD)
            pieces = await run_in_threadpool(bounded, read_folder, body, "your runbooks")
            name = await run_in_threadpool(LIBRARIES.add, pieces)
    except OwnError as error:
        return JSONResponse({"detail": str(error)}, status_code=422)
    except RefusedError as error:
        return JSONResponse({"detail": str(error)}, status_code=error.status)
    except bounds.DisconnectedError:
        return Response(status_code=400)
    files = len({one.file for one in pieces})
    return JSONResponse({"library": name, "files": files, "passages": len(pieces)})


def route() -> Route:
    """Where the page sends runbooks."""
    return Route(PATH, _receive, methods=["POST", "DELETE"])
