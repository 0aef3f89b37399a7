"""What a client without manners needs: raw sockets and requests, and what comes back."""

import json
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

LONGEST_ERROR = 2_000
"""Bytes of a frame that tells of an error, however much was sent."""
A_SIMPLE_RESET = {"type": "reset", "data": {"seed": 0}}


def opened(
    server: str, name: str, route: str = "ws", compression: str | None = None, named: str = ""
) -> ClientConnection:
    """A websocket, of a client that says it comes from the address `named`."""
    url = f"{server.replace('http', 'ws')}/envs/{name}/{route}"
    headers = {"X-Forwarded-For": named} if named else {}
    return connect(
        url,
        max_size=None,
        proxy=None,
        compression=compression,
        additional_headers=headers,
        open_timeout=30,
    )


def ask(socket: ClientConnection, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
    """What the server says to a message."""
    socket.send(json.dumps(message) if isinstance(message, dict) else message)
    told = socket.recv(timeout=30)
    found = json.loads(told)
    assert found.get("type") != "error" or len(told) <= LONGEST_ERROR
    return found


def step(action: dict[str, Any]) -> dict[str, Any]:
    return {"type": "step", "data": action}


def post(url: str, body: bytes) -> tuple[int, Any]:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def last_words(socket: ClientConnection, patience: float = 30) -> tuple[list[str], int | None]:
    """What is still said on a socket that is closed now, and the code it is closed with.

    TimeoutError: it is not closed. None: it was, but without a word.
    """
    said = []
    try:
        while True:
            said.append(json.loads(socket.recv(timeout=patience))["data"]["message"])
    except ConnectionClosed as closed:
        return said, closed.rcvd and closed.rcvd.code


def is_free(server: str, name: str, slots: int) -> bool:
    """Whether so many sessions can be had at once."""
    with ExitStack() as open_ones:
        for _ in range(slots):
            socket = open_ones.enter_context(opened(server, name))
            try:
                if ask(socket, A_SIMPLE_RESET)["type"] == "error":
                    return False
            except ConnectionClosed:
                return False
    return True
