"""Several processes behind one address: `python -m envs.server --workers 4`.

uvicorn starts them, replaces any that ends, and ends them all when it is asked to end.
Each listens on a socket of its own at the one address, and the kernel shares out the connections
(SO_REUSEPORT, evenly on Linux): whoever accepts one keeps it, so an episode stays with its worker.
Sessions are counted together, in a `Ledger`; connections by each worker for itself.
"""

import logging
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from envs.bounds import ConcurrencyLimit, LimitReachedError
from envs.connections import SHUTDOWN_GRACE

PATIENCE = 10
"""Seconds that a worker waits for the ledger while others write to it."""
_log = logging.getLogger("uvicorn.error")


def serve(app: Callable[[], ASGIApp], workers: int, host: str, port: int, **settings: Any) -> None:
    """Serve until the process ends. `app` is pickled and called in each worker. OSError: the
    address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as alone:  # An `Address` would join the workers of another server.
        alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        alone.bind((host, port))
    with Address(family) as address:
        address.occupy(host, port)
        config = uvicorn.Config(app, factory=True, workers=workers, **settings)
        _Workers(config, [address]).run()


class _Workers(Multiprocess):
    """uvicorn's supervisor, which would also wait for signs of life, deaf to signals meanwhile, and
    kill whoever needs more than a few seconds to start."""

    def keep_subprocess_alive(self) -> None:
        """Replace the workers that have ended."""
        for place, worker in enumerate(self.processes):
            if not worker.process.is_alive():
                _log.error("worker %s ended (%s): replaced", worker.pid, worker.exitcode)
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()

    def join_all(self) -> None:
        """Wait for what the workers are at, but not for one that is still starting."""
        for worker in self.processes:
            worker.process.join(2 * SHUTDOWN_GRACE)
            worker.process.kill()
            worker.process.join()


class Address(socket.socket):
    """A socket that holds an address without listening; sent to a worker, it arrives as a socket
    of the worker's own at the same address."""

    def occupy(self, host: str, port: int) -> None:
        """Bind it, together with others of this class alone."""
        self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.bind((host, port))

    def __reduce__(self) -> tuple[Any, ...]:
        return _occupied, (self.family, *self.getsockname()[:2])


def _occupied(family: int, host: str, port: int) -> Address:
    address = Address(family)
    address.occupy(host, port)
    return address


class Ledger:
    """Which sessions the workers hold, in an SQLite file that they share.

    A worker that is killed leaves its sessions in it; the one that replaces it strikes them out.
    It is made before the workers start: of several that make it at once, SQLite refuses some.
    """

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = OFF")  # It need not outlive the machine.
        self._db.execute("CREATE TABLE IF NOT EXISTS sessions (environment, visitor, worker)")
        workers = [pid for (pid,) in self._db.execute("SELECT DISTINCT worker FROM sessions")]
        gone = [(pid,) for pid in workers if pid == os.getpid() or not _runs(pid)]
        self._db.executemany("DELETE FROM sessions WHERE worker = ?", gone)

    @contextmanager
    def slot(self, environment: str, visitor: str, total: int, per_visitor: int) -> Iterator[None]:
        """As `ConcurrencyLimit.slot`, among all workers' sessions of the environment."""
        with self._transaction():
            taken, own = self._db.execute(
                "SELECT count(*), count(*) FILTER (WHERE visitor = ?) FROM sessions "
                "WHERE environment = ?",
                (visitor, environment),
            ).fetchone()
            if taken >= total or own >= per_visitor:
                raise LimitReachedError(per_visitor=taken < total)
            entry = self._db.execute(
                "INSERT INTO sessions VALUES (?, ?, ?)", (environment, visitor, os.getpid())
            ).lastrowid
        try:
            yield
        finally:
            self._db.execute("DELETE FROM sessions WHERE rowid = ?", (entry,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Let nobody write between what is read and what is written."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")


class SharedLimit(ConcurrencyLimit):
    """A limit on an environment's sessions in all workers together."""

    def __init__(self, total: int, per_visitor: int, ledger: Ledger, environment: str) -> None:
        super().__init__(total, per_visitor)
        self._ledger, self._environment = ledger, environment

    @contextmanager
    def slot(self, visitor: str) -> Iterator[None]:
        """Hold a slot within the context; LimitReachedError at once if none is free."""
        with self._ledger.slot(self._environment, visitor, self.total, self.per_visitor):
            yield


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
