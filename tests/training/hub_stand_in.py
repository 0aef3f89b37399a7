"""A Hub on this machine, without LFS: it stores what it is sent and gives models back."""

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

import pytest
from huggingface_hub import constants, hf_api

TOKEN = "hf_stand_in"


def sha1(content: bytes) -> str:
    return hashlib.sha1(content).hexdigest()


class StandIn:
    """`repositories` maps OWNER/NAME to path to content; `commits` lists (repository, message),
    `asked` lists (repository, revision, path) of what was fetched, `tokens` holds whose leave was
    shown for reading."""

    def __init__(self) -> None:
        self.repositories: dict[str, dict[str, bytes]] = {}
        self.commits: list[tuple[str, str]] = []
        self.asked: list[tuple[str, str, str]] = []
        self.tokens: set[str | None] = set()
        self.url = ""

    def sha(self, name: str) -> str:
        return sha1("".join(map(sha1, self.repositories[name].values())).encode())

    def take(self, name: str, lines: list[dict]) -> None:
        for line in lines:
            if line["key"] == "file":
                content = base64.b64decode(line["value"]["content"])
                self.repositories[name][line["value"]["path"]] = content
            if line["key"] == "header":
                self.commits.append((name, line["value"]["summary"]))


def go_there(monkeypatch: pytest.MonkeyPatch, store: StandIn) -> None:
    """Let this process, whose Hub is settled as it starts, have the stand-in for its Hub."""
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    address = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, store.url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", address)
    monkeypatch.setattr(constants, "ENDPOINT", store.url)
    monkeypatch.setattr(hf_api.api, "endpoint", store.url)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)


@contextmanager
def stand_in() -> Iterator[StandIn]:
    """The Hub, for as long as the block lasts; its address is `url`."""
    store = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def _answer(self, body: object, status: int = 200, headers: dict | None = None) -> None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            kind = "application/octet-stream" if isinstance(body, bytes) else "application/json"
            for key, value in ({"Content-Type": kind} | (headers or {})).items():
                self.send_header(key, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            parts = urlsplit(self.path).path.strip("/").split("/")
            if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                self._answer({"error": "no leave"}, 401)
            elif parts == ["api", "repos", "create"]:
                told = json.loads(body)
                name = f"{told['organization']}/{told['name']}"
                store.repositories.setdefault(name, {})
                self._answer({"url": f"{store.url}/{name}", "id": name})
            elif parts == ["api", "validate-yaml"]:
                self._answer({"errors": [], "warnings": []})
            elif parts[1:2] in (["models"], ["spaces"]) and parts[4] == "preupload":
                files = [
                    {"path": one["path"], "uploadMode": "regular", "shouldIgnore": False}
                    for one in json.loads(body)["files"]
                ]
                self._answer({"files": files})
            elif parts[1:2] in (["models"], ["spaces"]) and parts[4] == "commit":
                name = "/".join(parts[2:4])
                store.take(name, [json.loads(line) for line in body.splitlines()])
                url = f"{store.url}/{name}/commit/{store.sha(name)}"
                self._answer({"commitUrl": url, "commitOid": store.sha(name)})
            else:
                self._answer({"error": self.path}, 404)

        def do_GET(self) -> None:
            store.tokens.add(self.headers.get("Authorization"))
            parts = [unquote(one) for one in urlsplit(self.path).path.strip("/").split("/")]
            api = parts[:2] == ["api", "models"]
            name = "/".join(parts[2:4] if api else parts[:2])
            files = store.repositories.get(name)
            if files is None:
                self._answer({"error": "none"}, 404, {"X-Error-Code": "RepoNotFound"})
            elif api and parts[4:5] == ["tree"]:
                under = "/".join([*parts[6:], ""])
                inside = [
                    {"type": "file", "path": path, "size": len(content), "oid": sha1(content)}
                    for path, content in files.items()
                    if path.startswith(under)
                ]
                if inside:
                    self._answer(inside)
                else:
                    self._answer({"error": "none"}, 404, {"X-Error-Code": "EntryNotFound"})
            elif api:
                known = [{"rfilename": path, "size": len(files[path])} for path in files]
                self._answer({"id": name, "sha": store.sha(name), "siblings": known, "tags": []})
            elif parts[2] == "resolve" and (path := "/".join(parts[4:])) in files:
                store.asked.append((name, parts[3], path))
                told = {"ETag": f'"{sha1(files[path])}"', "X-Repo-Commit": store.sha(name)}
                self._answer(files[path], headers=told)
            else:
                self._answer({"error": "none"}, 404, {"X-Error-Code": "EntryNotFound"})

        do_HEAD = do_GET  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    store.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
