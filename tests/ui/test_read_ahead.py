"""Prompts are read ahead one by one, the newest alone, and never in anybody's way."""

import time
from functools import partial
from threading import Event, Thread

import pytest

from training.models.policy import PolicyError
from ui.read_ahead import Reader

SOON = 5.0


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    reader = Reader()
    monkeypatch.setattr(reader, "ask", partial(reader.ask, quiet=0.05))
    return reader


def test_of_what_waits_the_newest_is_read(reader: Reader) -> None:
    read, done = [], Event()
    with reader.at_rest():
        for number in range(5):
            reader.ask(lambda number=number: (read.append(number), done.set()))
        assert not done.wait(0.2)
    assert done.wait(SOON)
    assert read == [4]


def test_nothing_is_read_before_it_is_quiet(reader: Reader) -> None:
    done = Event()
    asked = time.monotonic()
    reader.ask(done.set, quiet=0.5)
    while time.monotonic() - asked < 1:
        time.sleep(0.01)
        reader.stir()
        assert not done.is_set()
    assert done.wait(SOON)


def test_who_writes_waits_for_what_is_being_read(reader: Reader) -> None:
    begun, let_go, events = Event(), Event(), []

    def read() -> None:
        begun.set()
        let_go.wait(SOON)
        events.append("read")

    def write() -> None:
        with reader.at_rest():
            events.append("written")

    reader.ask(read)
    assert begun.wait(SOON)
    writer = Thread(target=write)
    writer.start()
    time.sleep(0.1)
    assert events == []
    let_go.set()
    writer.join(SOON)
    assert events == ["read", "written"]


def test_what_cannot_be_read_is_passed_over(reader: Reader) -> None:
    failed, done = Event(), Event()

    def fail() -> None:
        failed.set()
        raise PolicyError("too long")

    reader.ask(fail)
    assert failed.wait(SOON)
    reader.ask(done.set)
    assert done.wait(SOON)
