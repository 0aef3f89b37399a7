"""The environments over HTTP and websockets: standalone, or mounted beside the page.

    python -m envs.server --port 8000       # each at /envs/NAME, as in app.py
    python -m envs.server --workers 4       # in as many processes
    python -m envs.server --cases FILE      # and the cases of a file (desks/cases.py) at /envs/own

OpenEnv takes more than a second to import, so the page loads it only after startup:
`Environments.prepare` does, or else the first request.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import Receive, Scope, Send

from desks import DESKS, Scenario, load
from desks.cases import CaseError, read_cases
from envs.bounds import ConcurrencyLimit
from envs.guard import MAX_OWN_REQUESTS, MAX_REQUESTS, Guard, Limits

if TYPE_CHECKING:
    from fastapi import FastAPI

    from envs.base import DeskEnvironment
    from envs.health import Health
    from envs.workers import Ledger, SharedLimit

ENVIRONMENTS = {
    "exec_assist": "envs.exec_assist.environment",
    "exec_assist_inbox": "envs.exec_assist_inbox.environment",
    "it_triage": "envs.it_triage.environment",
    "it_triage_tools": "envs.it_triage_tools.environment",
}
MAX_WORKERS, MAX_PORT = 64, 65_535


def names() -> tuple[str, ...]:
    """The names of all environments: those above, and one per other desk."""
    return (*ENVIRONMENTS, *(name for name in DESKS if name not in ENVIRONMENTS))


def environment(name: str) -> type["DeskEnvironment"]:
    """The environment class of that name."""
    from envs.single_turn import of_desk

    module = ENVIRONMENTS.get(name)
    return import_module(module).ENVIRONMENT if module else of_desk(load(name))


class Environments:
    """An ASGI app that routes /NAME/... to each environment, created on the first request.

    The host app must enter `lifespan`, which runs the environments' own lifespans: servers run none
    for a mounted app, and without them no idle session would be reaped.
    """

    def __init__(
        self, limits: Limits, cases: Sequence[Scenario] = (), ledger: "Ledger | None" = None
    ) -> None:
        """`ledger` counts the sessions of several workers together."""
        self._limits, self._cases, self._ledger = limits, cases, ledger
        self._apps: dict[str, FastAPI] = {}
        self._router: Router | None = None
        self._health: Health | None = None
        self._making = Lock()
        self._exit_stack: AsyncExitStack | None = None
        self._entered = False

    def settings(self) -> dict[str, Any]:
        """Arguments for the uvicorn.Config of the server that hosts them."""
        from envs.connections import settings

        served, limits = len(names()) + bool(self._cases), self._limits
        return settings(served * limits.sessions, served * limits.max_per_address)

    def prepare(self) -> None:
        """Create the environments, unless they exist already."""
        with self._making:
            if self._router is not None:
                return
            from envs.health import Health
            from envs.serving import create_app

            limits, requests = self._limits, ConcurrencyLimit(MAX_REQUESTS, MAX_OWN_REQUESTS)
            classes = {name: environment(name) for name in names()}
            if self._cases:
                from envs.single_turn import OWN_NAME, of_cases

                classes[OWN_NAME] = of_cases(self._cases)
            self._apps = {name: create_app(name, of, limits) for name, of in classes.items()}
            self._health = Health(classes)
            self._router = Router(
                [
                    Mount(f"/{name}", Guard(app, limits, requests, self._sessions(name)))
                    for name, app in self._apps.items()
                ]
            )

    def _sessions(self, name: str) -> "SharedLimit | None":
        """What counts an environment's sessions, if several workers share them."""
        if self._ledger is None:
            return None
        from envs.workers import SharedLimit

        limits = self._limits
        return SharedLimit(limits.sessions, limits.max_per_address, self._ledger, name)

    async def health(self, request: Request) -> Response:
        """Answer GET /health: whether all of them play."""
        if self._health is None:
            await asyncio.to_thread(self.prepare)
        return await self._health(request)

    @asynccontextmanager
    async def lifespan(self, _: Any = None) -> AsyncIterator[None]:
        """Requests are served within it; the environments' own lifespans end with it."""
        async with AsyncExitStack() as self._exit_stack:
            yield
        self._exit_stack, self._entered = None, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request. RuntimeError outside the lifespan."""
        if self._exit_stack is None:
            raise RuntimeError("the environments are mounted without their lifespan: enter it too")
        if self._router is None:
            await asyncio.to_thread(self.prepare)
        if not self._entered:
            self._entered = True
            for app in self._apps.values():
                await self._exit_stack.enter_async_context(app.router.lifespan_context(app))
        await self._router(scope, receive, send)


def standalone_app(environments: Environments) -> Starlette:
    """An app that serves the environments, and at /health whether they play."""
    routes = [Route("/health", environments.health), mount(environments)]
    return Starlette(routes=routes, lifespan=environments.lifespan)


def worker_app(limits: Limits, cases: Path | None, ledger: Path) -> Starlette:
    """The app of one of several workers."""
    from envs.workers import Ledger

    environments = Environments(limits, read_cases(cases) if cases else (), Ledger(ledger))
    environments.prepare()
    return standalone_app(environments)


def mount(environments: Environments) -> Mount:
    """The route at which an app serves them."""
    return Mount("/envs", environments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until the process ends."""
    import uvicorn

    parser = argparse.ArgumentParser(description="Serve the environments at /envs/NAME.")
    try:
        asked, limits = _asked(parser, arguments)
    except ValueError as error:
        parser.error(str(error))
    try:
        environments = Environments(limits, read_cases(asked.cases) if asked.cases else ())
        if asked.cases or asked.workers == 1:  # Each worker prepares its own.
            environments.prepare()
    except CaseError as error:
        parser.error(str(error))
    settings = environments.settings() | {"log_level": "warning"}
    if asked.workers == 1:
        app = standalone_app(environments)
        uvicorn.run(app, host=asked.host, port=asked.port, **settings)
        return
    from envs.workers import Ledger, serve

    with TemporaryDirectory(prefix="sessions") as folder:
        path = Path(folder) / "ledger.sqlite"
        Ledger(path)  # The workers, which start together, find it made.
        app = partial(worker_app, limits, asked.cases, path)
        try:
            serve(app, asked.workers, asked.host, asked.port, **settings)
        except OSError as error:
            parser.error(f"--host {asked.host} --port {asked.port}: {error}")


def _asked(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> tuple[argparse.Namespace, Limits]:
    """The options, and the limits among them. ValueError: one is out of range, or an environment
    variable is."""
    usual = Limits.from_env()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=usual.sessions, help="at once, each")
    parser.add_argument("--idle", type=float, default=usual.idle, help="seconds until one ends")
    parser.add_argument(
        "--per-address", type=int, default=usual.per_address, help="sessions (half of all)"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that share the sessions")
    parser.add_argument("--cases", type=Path, metavar="FILE", help="serve these at /envs/own")
    asked = parser.parse_args(arguments)
    for name, least, most in (("workers", 1, MAX_WORKERS), ("port", 0, MAX_PORT)):
        if not least <= (value := getattr(asked, name)) <= most:
            raise ValueError(f"--{name}: {least} to {most} was expected, not {value}")
    return asked, Limits(asked.sessions, asked.idle, asked.per_address)


if __name__ == "__main__":
    main()
else:
    app = standalone_app(Environments(Limits.from_env()))
