"""A service that does what services do: it is full, drops connections, stalls, fails and dies.

    python -m tests.training.models.flaky_service PORT CAPACITY SECONDS LOG EVERY

It works on CAPACITY prompts at a time, SECONDS each, and refuses more; EVERYth request goes wrong
otherwise, if that is not 0. An answer is a hash of its prompt. What was sent is noted in LOG.
"""

import hashlib
import json
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count, cycle
from typing import ClassVar

FAULTS = ("drop", "cut", "stall", "500", "429", "503")


def answer_to(messages: Sequence[dict[str, str]]) -> str:
    return hashlib.sha256(json.dumps(list(messages)).encode()).hexdigest()


class Flaky(BaseHTTPRequestHandler):
    room: ClassVar[threading.Semaphore]
    seconds: ClassVar[float]
    log: ClassVar[str]
    every: ClassVar[int]
    number: ClassVar[Iterator[int]] = count(1)
    faults: ClassVar[Iterator[str]] = cycle(FAULTS)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = answer_to(body["messages"])
        fault = next(self.faults) if self.every and not next(self.number) % self.every else ""
        if fault == "stall":
            self.note(fault)
            self.connection.recv(1)  # until the other side gives up
            return
        elif fault.isdecimal():
            self.reply(int(fault), b"for a moment", ("Retry-After", "0.1"))
        elif not self.room.acquire(blocking=False):
            self.reply(429, b"too many at a time")
            fault = "full"
        else:
            time.sleep(self.seconds)
            self.room.release()
            if fault != "drop":
                whole = json.dumps({"choices": [{"message": {"content": answer}}]}).encode()
                try:
                    self.reply(200, whole, short=30 if fault == "cut" else 0)
                except OSError:  # the other side was killed, or has given up
                    fault = "left"
        self.note(fault or answer)

    def note(self, what: str) -> None:
        with open(self.log, "a") as file:
            file.write(f"{what}\n")

    def reply(self, status: int, body: bytes, *headers: tuple[str, str], short: int = 0) -> None:
        self.send_response(status)
        for header in (("Content-Length", str(len(body))), *headers):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(body[: len(body) - short])

    def log_message(self, *arguments: object) -> None:
        """Quiet."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    port, capacity, seconds, Flaky.log, every = sys.argv[1:]
    Flaky.room, Flaky.seconds = threading.Semaphore(int(capacity)), float(seconds)
    Flaky.every = int(every)
    Server(("127.0.0.1", int(port)), Flaky).serve_forever()
