"""Prompts are read ahead step by step, of what is looked at the newest alone, and never in
anybody's way."""

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread

import pytest

from desks import load
from training.models.policies import Scripted
from training.models.policy import PolicyError
from ui import inference
from ui.read_ahead import Reader

SOON = 5.0


@pytest.fixture
def reader() -> Reader:
    return Reader(quiet=0.05, idle=0.2)


def reading(*steps: Callable[[], object]) -> Iterator[object]:
    return (step() for step in steps)


def test_of_what_is_looked_at_the_newest_is_read(reader: Reader) -> None:
    read, done = [], Event()
    with reader.at_rest():
        for number in range(5):
            reader.ask(reading(lambda number=number: read.append(number), done.set))
        assert not done.wait(0.2)
    assert done.wait(SOON)
    assert read == [4]


def test_nothing_is_read_before_it_is_quiet() -> None:
    reader, done = Reader(quiet=0.5), Event()
    asked = time.monotonic()
    reader.ask(reading(done.set))
    while time.monotonic() - asked < 1:
        time.sleep(0.01)
        reader.stir()
        assert not done.is_set()
    assert done.wait(SOON)


def test_who_writes_waits_for_one_step_and_the_next_follows(reader: Reader) -> None:
    begun, let_go, done, events = Event(), Event(), Event(), []

    def step() -> None:
        begun.set()
        let_go.wait(SOON)
        events.append("first step")

    def write() -> None:
        with reader.at_rest():
            time.sleep(0.2)
            events.append("written")

    reader.ask(reading(step, lambda: (events.append("second step"), done.set())))
    assert begun.wait(SOON)
    writer = Thread(target=write)
    writer.start()
    while not reader._writers:
        time.sleep(0.01)
    assert events == []
    let_go.set()
    assert done.wait(SOON)
    assert events == ["first step", "written", "second step"]


def test_what_is_no_longer_looked_at_is_read_no_further(reader: Reader) -> None:
    begun, let_go, done, read = Event(), Event(), Event(), []
    reader.ask(reading(lambda: (begun.set(), let_go.wait(SOON)), lambda: read.append("old")))
    assert begun.wait(SOON)
    reader.ask(reading(lambda: read.append("new"), done.set))
    let_go.set()
    assert done.wait(SOON)
    assert read == ["new"]


@pytest.mark.parametrize("error", [PolicyError("too long"), RuntimeError("out of memory")])
def test_what_cannot_be_read_is_passed_over(reader: Reader, error: Exception) -> None:
    done = Event()

    def fail() -> None:
        raise error

    reader.open_with(reading(fail))
    reader.open_with(reading(done.set))
    assert done.wait(SOON)


def test_what_the_tabs_open_with_waits_for_an_idle_page() -> None:
    reader, done, asked = Reader(quiet=0.05, idle=0.5), Event(), time.monotonic()
    reader.open_with(reading(done.set))
    assert done.wait(SOON)
    assert time.monotonic() - asked >= 0.4


def test_what_the_tabs_open_with_is_read_where_nothing_else_waits(reader: Reader) -> None:
    read, done = [], Event()
    with reader.at_rest():
        reader.open_with(reading(lambda: read.append("Inbox")))
        reader.open_with(reading(done.set))
        reader.ask(reading(*(lambda step=step: read.append(step) for step in range(3))))
    assert done.wait(SOON)
    assert read == [0, 1, 2, "Inbox"]


BASE, WARM, TRAINED = (f"pretrained:{who}" for who in ("base", "warm", "trained"))
POCKET = "pocket:base"


class Noting(Scripted):
    """Notes in `read` that it reads."""

    read: list[str]

    def read_ahead(self, prompt: list) -> Iterator[object]:
        yield self.read.append(self.name)


@pytest.fixture
def loaded(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[str]]:
    """Has models take the place of those that are shipped; they note what they read."""

    def put(specs: list[str]) -> list[str]:
        desk, read = load("exec_assist"), []
        made = {(desk.name, one): Noting(one, desk, desk.oracle) for one in specs}
        for one in made.values():
            one.read = read
        monkeypatch.setattr(inference, "_LOADED", made)
        monkeypatch.setattr(inference, "READER", reader)
        return read

    return put


@pytest.mark.parametrize("read_by_them", [inference.read_ahead, inference.open_with])
@pytest.mark.parametrize(
    ("specs", "there", "readers"),
    [
        ([BASE, WARM], [BASE, WARM], [WARM, BASE]),
        ([BASE, WARM, TRAINED], [BASE, WARM, TRAINED], [WARM, TRAINED]),
        ([TRAINED, WARM], [BASE, TRAINED], [TRAINED]),
        ([POCKET, BASE], [POCKET, BASE], [BASE]),
        ([POCKET], [POCKET, BASE], []),
    ],
)
def test_the_models_shown_side_by_side_read_a_case_the_untaught_one_last(
    reader: Reader,
    loaded: Callable[[list[str]], list[str]],
    specs: list[str],
    there: list[str],
    readers: list[str],
    read_by_them: Callable[[str, list[str], list], None],
) -> None:
    read, done = loaded(there), Event()
    read_by_them("exec_assist", specs, [])
    reader.open_with(reading(done.set))
    assert done.wait(SOON)
    assert read == readers
