"""The address of an attempt's picture, which is drawn from the attempt's id alone.

Finished pictures are kept in memory, the most recently asked for; a visitor may ask for some at
once, and they are drawn one after another.
"""

import re
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, Router

from envs.bounds import LimitReachedError, RefusedError
from ui.component import ASSETS
from ui.game import service
from ui.game.told import told
from ui.guard.throttle import JobQueue, RateLimiter
from ui.guard.visitors import visitor
from ui.links import LinkError
from ui.sharing import card
from ui.store import StoreError

PATH, GENERAL = "/pictures", "page"
"""Where pictures are, and the name of the one for links that are not to an attempt."""
SCREENSHOT = ASSETS / "screenshot.png"
ID = re.compile(r"[\w-]{12}", re.ASCII)
MAX_KEPT = 200
"""Pictures in memory, of some 50 kB each."""
MAX_JOBS = 16
KEEP = {"Cache-Control": "public, max-age=86400"}


class Pictures:
    """What has been drawn, and who may ask for more."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._limiter = RateLimiter(burst=20, refill_seconds=3.0)
        self._jobs = JobQueue(MAX_JOBS)

    async def of(self, id_: str, whose: str) -> bytes:
        """The picture of an attempt; RefusedError if there is none, or not now."""
        if id_ not in self._kept:
            if not ID.fullmatch(id_):
                raise RefusedError(404, "There is no such picture.")
            if wait := self._limiter.wait(whose):
                why = f"Many pictures for you just now. Ask again in {wait} s."
                raise RefusedError(429, why)
            self._kept[id_] = await self._jobs.run(lambda: _drawn(id_))
        self._kept.move_to_end(id_)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return self._kept[id_]

    async def answer(self, request: Request) -> Response:
        """The answer to a request for a picture."""
        try:
            drawn = await self.of(request.path_params["id"], visitor(request.scope))
        except LimitReachedError:
            return PlainTextResponse("Many pictures are drawn just now. Ask again.", 429)
        except RefusedError as error:
            return PlainTextResponse(str(error), error.status)
        return Response(drawn, media_type="image/png", headers=KEEP)


def _drawn(id_: str) -> bytes:
    try:
        one = service.store().attempt(id_)
        if one is not None:
            return card.png(told(one))
    except StoreError as error:
        raise RefusedError(503, f"{error}.") from None
    except LinkError:
        pass
    raise RefusedError(404, "There is no attempt of that name, or it had to make room.")


def route() -> Mount:
    """Where previews find their pictures."""
    general = Route(f"/{GENERAL}.png", _general)
    return Mount(PATH, Router([general, Route("/{id}.png", Pictures().answer)]))


async def _general(request: Request) -> Response:
    return FileResponse(SCREENSHOT, media_type="image/png", headers=KEEP)
