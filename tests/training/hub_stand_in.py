"""A Hub on this machine: it stores what it is sent, gives models back, and fails when told to."""

import base64
import hashlib
import json
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest
from huggingface_hub import constants, hf_api

TOKEN = "hf_stand_in"
Trouble = int | Literal["half", "gone"] | None
"""A status that is answered instead, a connection that breaks off in the middle of the answer or
before it, or nothing."""


def sha1(content: bytes) -> str:
    return hashlib.sha1(content).hexdigest()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class StandIn:
    """`repositories` maps OWNER/NAME to path to content; `commits` lists (repository, message),
    `asked` lists (repository, revision, path) of what was fetched, `tokens` holds whose leave was
    shown for reading. Files that end like one of `large` are LFS files, as in a client without Xet.
    `visibility` is how each repository was created, if that was said;
    `trouble` is asked, with the method and the path of a request, what goes wrong with it."""

    def __init__(self, large: Collection[str]) -> None:
        self.large = tuple(large)
        self.trouble: Callable[[str, str], Trouble] = lambda method, path: None
        self.repositories: dict[str, dict[str, bytes]] = {}
        self.visibility: dict[str, str | None] = {}
        self.objects: dict[str, bytes] = {}
        self.commits: list[tuple[str, str]] = []
        self.asked: list[tuple[str, str, str]] = []
        self.tokens: set[str | None] = set()
        self.url = ""

    def sha(self, name: str) -> str:
        return sha1("".join(map(sha1, self.repositories[name].values())).encode())

    def file(self, name: str, path: str) -> dict:
        """What is said of a file."""
        content = self.repositories[name][path]
        told = {"path": path, "rfilename": path, "size": len(content), "oid": sha1(content)}
        if path.endswith(self.large):
            size, oid = len(content), sha256(content)
            told["lfs"] = {"oid": oid, "sha256": oid, "size": size, "pointerSize": 134}
        return told

    def batch(self, objects: list[dict]) -> dict:
        """Where LFS objects are to be put, if they are not here already."""
        told = [
            {"oid": one["oid"], "size": one["size"]}
            | (
                {}
                if one["oid"] in self.objects
                else {"actions": {"upload": {"href": f"{self.url}/objects/{one['oid']}"}}}
            )
            for one in objects
        ]
        return {"transfer": "basic", "objects": told}

    def take(self, name: str, lines: list[dict]) -> None:
        for line in lines:
            value = line["value"]
            if line["key"] == "file":
                self.repositories[name][value["path"]] = base64.b64decode(value["content"])
            if line["key"] == "lfsFile":
                self.repositories[name][value["path"]] = self.objects[value["oid"]]
            if line["key"] == "header":
                self.commits.append((name, value["summary"]))


def go_there(monkeypatch: pytest.MonkeyPatch, store: StandIn) -> None:
    """Let this process, whose Hub is settled as it starts, have the stand-in for its Hub."""
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    address = constants.HUGGINGFACE_CO_URL_TEMPLATE.replace(constants.ENDPOINT, store.url)
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", address)
    monkeypatch.setattr(constants, "ENDPOINT", store.url)
    monkeypatch.setattr(hf_api.api, "endpoint", store.url)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)


@contextmanager
def stand_in(large: Collection[str] = ()) -> Iterator[StandIn]:
    """The Hub, for as long as the block lasts; its address is `url`."""
    store = StandIn(large)

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
            if self._trouble == "half":
                content, self.close_connection = content[: len(content) // 2], True
            if self.command != "HEAD":
                self.wfile.write(content)

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self._trouble = store.trouble(self.command, self.path)
            if self._trouble == "gone":
                self.close_connection = True
            elif isinstance(self._trouble, int):
                self._answer({"error": "in trouble"}, self._trouble)
            elif self.command == "PUT":
                self._take_object(body)
            elif self.command == "POST":
                self._take(body)
            else:
                self._give()

        do_HEAD = do_POST = do_PUT = do_GET  # noqa: N815

        def _take_object(self, body: bytes) -> None:
            oid = self.path.rpartition("/")[2]
            if sha256(body) != oid:
                self._answer({"error": "not what was announced"}, 400)
                return
            store.objects[oid] = body
            self._answer({})

        def _take(self, body: bytes) -> None:
            parts = urlsplit(self.path).path.strip("/").split("/")
            repository = parts[1:2] in (["models"], ["spaces"])
            if self.headers.get("Authorization") != f"Bearer {TOKEN}":
                self._answer({"error": "no leave"}, 401)
            elif parts == ["api", "repos", "create"]:
                told = json.loads(body)
                name = f"{told['organization']}/{told['name']}"
                if name not in store.repositories:
                    store.visibility[name] = told.get("visibility")
                store.repositories.setdefault(name, {})
                self._answer({"url": f"{store.url}/{name}", "id": name})
            elif parts == ["api", "validate-yaml"]:
                self._answer({"errors": [], "warnings": []})
            elif parts[2:] == ["info", "lfs", "objects", "batch"]:
                self._answer(store.batch(json.loads(body)["objects"]))
            elif repository and parts[4] == "preupload":
                paths = [one["path"] for one in json.loads(body)["files"]]
                modes = {path: "lfs" if path.endswith(store.large) else "regular" for path in paths}
                files = [
                    {"path": path, "uploadMode": modes[path], "shouldIgnore": False}
                    for path in paths
                ]
                self._answer({"files": files})
            elif repository and parts[4] == "commit":
                name = "/".join(parts[2:4])
                store.take(name, [json.loads(line) for line in body.splitlines()])
                url = f"{store.url}/{name}/commit/{store.sha(name)}"
                self._answer({"commitUrl": url, "commitOid": store.sha(name)})
            else:
                self._answer({"error": self.path}, 404)

        def _give(self) -> None:
            store.tokens.add(self.headers.get("Authorization"))
            parts = [unquote(one) for one in urlsplit(self.path).path.strip("/").split("/")]
            api = parts[:2] == ["api", "models"]
            name = "/".join(parts[2:4] if api else parts[:2])
            files = store.repositories.get(name)
            if files is None:
                self._answer({"error": "none"}, 404, {"X-Error-Code": "RepoNotFound"})
            elif api and parts[4:5] == ["tree"]:
                under = "/".join([*parts[6:], ""]).lstrip("/")
                inside = [
                    {"type": "file"} | store.file(name, path)
                    for path in files
                    if path.startswith(under)
                ]
                if inside:
                    self._answer(inside)
                else:
                    self._answer({"error": "none"}, 404, {"X-Error-Code": "EntryNotFound"})
            elif api:
                known = [store.file(name, path) for path in files]
                self._answer({"id": name, "sha": store.sha(name), "siblings": known, "tags": []})
            elif parts[2] == "resolve" and (path := "/".join(parts[4:])) in files:
                store.asked.append((name, parts[3], path))
                told = store.file(name, path)
                tag = told.get("lfs", told)["oid"]
                headers = {"ETag": f'"{tag}"', "X-Repo-Commit": store.sha(name)}
                self._answer(files[path], headers=headers)
            else:
                self._answer({"error": "none"}, 404, {"X-Error-Code": "EntryNotFound"})

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    store.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
