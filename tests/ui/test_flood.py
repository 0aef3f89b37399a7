"""One visitor who asks for far too much: others are served, and what is kept stays whole."""

import json
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.ui.conftest import Server, serving
from tests.ui.test_requests import PATIENT, PROMPT, call_at_once, functions, post, quiet

__all__ = ["functions", "quiet"]

AT = "exec_assist/keywords/medium-eval-2"
ATTEMPTS = 300
A_MINUTE = 60
TOO_MUCH = 429
AT_ONCE = 6
"""Attempts that one visitor may keep at once; one more after each ten seconds."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, to which this visitor has not come before."""
    with serving(tmp_path_factory.mktemp("flood"), "-m", "tests.ui.light_app") as found:
        yield found


def attempt(number: int) -> dict[str, str]:
    return {"at": AT, "text": json.dumps({"email_reply": f"Attempt {number}"}), "player": "flood"}


def answers(server, session: str, wanted: int, listening: Event) -> list[str]:
    """What the page says to a visitor's events, until there are so many.

    Whenever none is under way the server ends the stream, so it is opened again.
    """
    told: list[str] = []
    stream = f"{server.url}gradio_api/queue/data?session_hash={session}"
    while len(told) < wanted:
        with urllib.request.urlopen(stream, timeout=A_MINUTE) as lines:
            for line in lines:
                listening.set()
                said = json.loads(line[5:]) if line.startswith(b"data:") else {}
                if said.get("msg") == "process_completed":
                    told.append(json.dumps(said["output"]))
    return told


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
def test_hundreds_of_attempts_in_a_minute(server, functions):
    keep, typed, session = functions["on_keep"][0], functions["on_typed"][0], "one-visitor"

    def ask(number: int) -> None:
        body = {
            "fn_index": keep,
            "data": [],
            "session_hash": session,
            "event_data": attempt(number),
        }
        join, asked = f"{server.url}gradio_api/queue/join", json.dumps(body).encode()
        while (answer := post(join, asked)) and answer[0] == TOO_MUCH:
            time.sleep(0.1)  # until more was fetched of what the page said
        assert answer[0] == 200, answer[1]

    began, waits, listening = time.monotonic(), [], Event()
    ask(0)
    with ThreadPoolExecutor(5) as crowd:
        told = crowd.submit(answers, server, session, ATTEMPTS, listening)
        assert listening.wait(PATIENT)
        asked = [crowd.submit(ask, number) for number in range(1, ATTEMPTS)]
        while not told.done():
            start = time.monotonic()
            assert "data" in call_at_once(server, typed, {"at": AT, "text": "{}", "turn": "1"})
            waits.append(time.monotonic() - start)
        assert not [one.exception() for one in asked if one.exception()]
    assert time.monotonic() - began < A_MINUTE
    assert max(waits) < PROMPT, "others are served"
    refused = [one for one in told.result() if "That was a lot at once" in one]
    most = AT_ONCE + A_MINUTE // 10
    assert len(refused) >= ATTEMPTS - most
    with sqlite3.connect(server.log.parent / "store.sqlite") as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (kept,) = store.execute("SELECT count(*) FROM attempts WHERE player = 'flood'").fetchone()
    assert 0 < kept <= most


@pytest.mark.parametrize("name", ["on_typed", "on_keep"])
@pytest.mark.usefixtures("quiet")
def test_a_megabyte_is_refused(server, functions, name):
    event = attempt(0) | {"text": "a" * 1_000_000, "turn": "1"}
    body = {"fn_index": functions[name][0], "data": [], "session_hash": "s", "event_data": event}
    status, text = post(f"{server.url}gradio_api/queue/join", json.dumps(body).encode())
    assert (status, "too much" in text) == (413, True)
