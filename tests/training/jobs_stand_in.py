"""A Hub on this machine that takes jobs: it keeps them, and prints what it is told to."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from training.hub.prices import USD_AN_HOUR

OWNER, TOKEN = "me", "mock-oauth-token-for-local-dev"
"""The account, and the token that Gradio gives whoever signs in outside of a Space."""
JOB = "687fb701029421ae5549d998"
PLACE = f"/api/jobs/{OWNER}"


class Jobs:
    """`sent` lists the jobs that were asked for, `repositories` maps names to files, `lines` is the
    log of the one job so far, raw; `refusal` is a status and a message for whoever starts one;
    `silent`: how the job stands cannot be asked; `hangs_up`: a job is taken without an answer."""

    def __init__(self) -> None:
        self.url = ""
        self.sent: list[dict[str, Any]] = []
        self.repositories: dict[str, list[str]] = {}
        self.made: list[dict[str, Any]] = []
        self.prices = dict(USD_AN_HOUR)
        self.lines: list[bytes] = []
        self.stage, self.seconds = "SCHEDULING", 0
        self.refusal: tuple[int, str] | None = None
        self.silent = self.hangs_up = False

    def print(self, *lines: str) -> None:
        """Have the job print these."""
        for line in lines:
            self.lines.append(b"data: " + json.dumps({"data": line, "timestamp": ""}).encode())

    def job(self) -> dict[str, Any]:
        """What is said of the job."""
        told = self.sent[-1] if self.sent else {}
        return {
            "id": JOB,
            "owner": {"id": "1", "name": OWNER, "type": "user"},
            "status": {"stage": self.stage, "message": None},
            "durations": {"runningSecs": self.seconds},
            "command": told.get("command"),
            "flavor": told.get("flavor"),
        }

    def hardware(self) -> list[dict[str, Any]]:
        """What hardware costs, by the minute as the Hub says it."""
        return [
            {
                **{"name": name, "prettyName": name, "cpu": "", "ram": "", "unitLabel": "minute"},
                **{"unitCostMicroUSD": round(usd / 60 * 1e6), "unitCostUSD": usd / 60},
            }
            for name, usd in self.prices.items()
        ]


@contextmanager
def jobs_stand_in() -> Iterator[Jobs]:
    """The Hub, for as long as the block lasts; its address is `url`."""
    hub = Jobs()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def _answer(self, body: Any, status: int = 200) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                self._answer({"error": "no leave"}, 401)
            elif self.path == "/api/repos/create":
                hub.made.append(told := json.loads(body))
                name = f"{told['organization']}/{told['name']}"
                there = name in hub.repositories
                hub.repositories.setdefault(name, [".gitattributes"])
                self._answer({"url": f"{hub.url}/{name}", "id": name}, 409 if there else 200)
            elif self.path == PLACE and hub.refusal:
                self._answer({"error": hub.refusal[1]}, hub.refusal[0])
            elif self.path == PLACE:
                hub.sent.append(json.loads(body))
                if hub.hangs_up:
                    self.close_connection = True
                    return
                self._answer(hub.job())
            elif self.path == f"{PLACE}/{JOB}/cancel":
                hub.stage = "CANCELED"
                self._answer({})
            else:
                self._answer({"error": "no such thing"}, 404)

        def do_GET(self) -> None:
            if self.path.startswith("/api/whoami-v2"):
                me = {"type": "user", "name": OWNER, "fullname": "Me", "avatarUrl": ""}
                self._answer(me)
            elif self.path == "/api/jobs/hardware":
                self._answer(hub.hardware())
            elif self.headers.get("Authorization") != f"Bearer {TOKEN}":
                self._answer({"error": "no leave"}, 401)
            elif self.path == f"{PLACE}/{JOB}" and hub.silent:
                self._answer({"error": "later"}, 503)
            elif self.path == f"{PLACE}/{JOB}":
                self._answer(hub.job())
            elif self.path == f"{PLACE}/{JOB}/logs" and hub.stage != "SCHEDULING":
                self._print()
            elif self.path.startswith("/api/models/"):
                name = "/".join(self.path.split("?")[0].split("/")[3:5])
                files = hub.repositories.get(name, [])
                told = [{"type": "file", "path": one, "size": 1, "oid": "0"} for one in files]
                self._answer(told if "/tree/" in self.path else {"id": name, "siblings": []})
            else:
                self._answer({"error": "no such thing"}, 404)

        def _print(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            told = 0
            while True:
                over = hub.stage != "RUNNING"
                for line in hub.lines[told:]:
                    told += 1
                    self.wfile.write(line + b"\n\n")
                if over:
                    return
                time.sleep(0.05)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield hub
    finally:
        hub.stage = "DELETED"
        server.shutdown()
        thread.join()
        server.server_close()
