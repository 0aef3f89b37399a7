"""GET /health: whether the server can really play, which OpenEnv's providers and the container ask.

OpenEnv's own answer at each environment, `/envs/NAME/health`, is the same whatever happens. Here a
case of every environment is begun and answered, as in sessions.
"""

import asyncio
import logging
import time
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse

from envs.base import DeskEnvironment

KEPT = 5.0
"""Seconds for which an answer holds, so that asking often costs little."""
PATIENCE = 10.0
"""Seconds that an environment has for it."""
_log = logging.getLogger(__name__)


class Health:
    """The answer to GET /health: 200 if every environment plays, else 503 and which do not."""

    def __init__(self, kinds: Mapping[str, type[DeskEnvironment]]) -> None:
        self._kinds = kinds
        self._failed: list[str] = []
        self._holds_until = 0.0
        self._playing = asyncio.Lock()

    async def __call__(self, _: Request) -> JSONResponse:
        """Play, unless that was done a moment ago."""
        async with self._playing:
            if time.monotonic() >= self._holds_until:
                kinds = self._kinds.items()
                self._failed = [name for name, kind in kinds if not await _plays(kind)]
                self._holds_until = time.monotonic() + KEPT
        if self._failed:
            return JSONResponse({"status": "unhealthy", "failed": self._failed}, status_code=503)
        return JSONResponse({"status": "healthy"})


async def _plays(kind: type[DeskEnvironment]) -> bool:
    """Whether a case can be begun, and an empty answer counts as a step."""
    fields = kind.ACTION.model_fields.items()
    empty = kind.ACTION(**{name: "" for name, field in fields if field.is_required()})
    try:
        async with asyncio.timeout(PATIENCE):
            played = kind()
            begun = await played.reset_async(seed=0)
            seen = await played.step_async(empty)
    except Exception:
        _log.exception("%s does not play", kind.NAME)
        return False
    return seen.steps_left == begun.steps_left - 1
