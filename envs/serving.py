"""One environment as an OpenEnv app whose errors say what was wrong and no more."""

from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.types import ConcurrencyConfig, ServerMode
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from envs.base import DeskEnvironment
from envs.bounds import RefusedError
from envs.guard import Limits
from envs.messages import trimmed_errors, truncated
from envs.models import CaseState


def create_app(name: str, kind: type[DeskEnvironment], limits: Limits) -> FastAPI:
    """The app of an environment, without a page at /web."""
    app = create_fastapi_app(
        kind,
        kind.ACTION,
        kind.OBSERVATION,
        concurrency_config=ConcurrencyConfig(
            max_concurrent_envs=limits.sessions, session_timeout=limits.idle
        ),
        env_name=name,
        state_cls=CaseState,
        mode=ServerMode.SIMULATION,
    )
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(RequestValidationError, _misread)
    app.add_exception_handler(HTTPException, _failed)
    return app


async def _refused(_: Request, error: RefusedError) -> JSONResponse:
    return JSONResponse({"detail": str(error)}, status_code=error.status)


async def _misread(_: Request, error: RequestValidationError) -> JSONResponse:
    return JSONResponse({"detail": trimmed_errors(error.errors())}, status_code=422)


async def _failed(_: Request, error: HTTPException) -> JSONResponse:
    """Trims the detail, which OpenEnv fills with pydantic's errors, input and all."""
    given: Any = error.detail
    detail = trimmed_errors(given) if isinstance(given, list) else truncated(str(given))
    return JSONResponse({"detail": detail}, status_code=error.status_code)
