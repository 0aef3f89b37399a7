"""The runbooks that visitors brought, in memory alone, for as long as they are used.

A library is found by a random name that only its visitor's page knows. It is forgotten when the
page is left, after half an hour without a search, or when the same visitor brings others.
"""

import secrets
import time
from collections.abc import Sequence
from threading import Lock, Timer

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
from envs.bounds import MAX_NAME, ConcurrencyLimit, RefusedError
from ui.guard.throttle import RateLimiter
from ui.guard.visitors import visitor

PATH = "/own/runbooks"
MAX_UPLOAD = 28_000_000
"""Bytes of an upload; its files are in base64."""
SECONDS = 30 * 60
MAX_OWN, MAX_CHARACTERS = 3, 60_000_000
"""Libraries of one address, and characters of all together; a library is held twice, as passages
and as an index of them."""
UPLOADS, READERS = ConcurrencyLimit(8, 2), ConcurrencyLimit(2, 1)
RATE = RateLimiter(burst=10, refill_seconds=20)


class Held:
    """A library, whose it is, and until when it is held."""

    def __init__(self, library: Library, whose: str) -> None:
        self.library, self.whose = library, whose
        self.timer: Timer | None = None
        """Runs out when the library is to be forgotten."""
        self.used()

    def used(self) -> None:
        """Hold it for another while."""
        self.until = time.monotonic() + SECONDS


class Libraries:
    """What visitors brought, by name."""

    def __init__(self) -> None:
        self._held: dict[str, Held] = {}
        self._lock = Lock()

    def add(self, pieces: Sequence[Passage], whose: str) -> str:
        """Hold passages; returns their name. The oldest of the same visitor give way.

        RefusedError if those of all visitors are too much.
        """
        name, held = secrets.token_urlsafe(24), Held(Library(pieces), whose)
        with self._lock:
            own = [key for key, one in self._held.items() if one.whose == whose]
            gone = own[: max(0, len(own) + 1 - MAX_OWN)]
            left = [one for key, one in self._held.items() if key not in gone]
            if sum(one.library.size for one in (*left, held)) > MAX_CHARACTERS:
                raise RefusedError(429, "Many runbooks are held here just now. Try again later.")
            for key in gone:
                self._drop(key)
            self._held[name] = held
            self._watch(name, SECONDS)
        return name

    def get(self, name: str) -> Library:
        """The library of that name; OwnError if it is forgotten."""
        with self._lock:
            if name not in self._held:
                raise OwnError("your runbooks", None, "no longer held here: drop them again")
            self._held[name].used()
            return self._held[name].library

    def forget(self, name: str) -> None:
        """Forget a library, if it is held."""
        with self._lock:
            self._drop(name)

    def _drop(self, name: str) -> None:
        if (held := self._held.pop(name, None)) and held.timer:
            held.timer.cancel()

    def _watch(self, name: str, seconds: float) -> None:
        """Forget a library in so many seconds, unless it is used until then."""
        timer = Timer(seconds, self._expire, (name,))
        timer.daemon = True
        self._held[name].timer = timer
        timer.start()

    def _expire(self, name: str) -> None:
        with self._lock:
            if held := self._held.get(name):
                left = held.until - time.monotonic()
                if left > 0:
                    self._watch(name, left)
                else:
                    self._drop(name)


LIBRARIES = Libraries()


async def _receive(request: Request) -> Response:
    """Take runbooks (POST), or forget some (DELETE, with their name)."""
    who = visitor(request.scope)
    try:
        if request.method == "DELETE":
            name = await bounds.read_body(request.receive, MAX_NAME)
            LIBRARIES.forget(name.decode("ascii", "replace"))
            return Response(status_code=204)
        if wait := RATE.wait(who):
            raise RefusedError(429, f"Many files from you just now. Try again in {wait} s.")
        with UPLOADS.slot(who):
            body = await bounds.read_body(request.receive, MAX_UPLOAD)
            with READERS.slot(who):
                pieces = await run_in_threadpool(bounded, read_folder, body, "your runbooks")
                name = await run_in_threadpool(LIBRARIES.add, pieces, who)
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
