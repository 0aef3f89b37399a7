"""Desks from elsewhere: what cannot be loaded is told each time, and leaves nothing out."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from desks.registry import VARIABLE, DeskError, Registry


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Makes a module of that name and text importable."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    return make


TOLD = """
from dataclasses import replace
from desks import load
DESK = replace(load("it_triage"), name="NAME")
"""
SLOWLY = """
import time
from desks import registry
assert list(registry.DESKS) == list(registry.OURS)  # which is being asked for this very desk
time.sleep(0.3)
"""


def test_desks_are_added_by_the_modules_that_define_them(elsewhere, monkeypatch) -> None:
    modules = [elsewhere(f"desk_of_{name}", TOLD.replace("NAME", name)) for name in ("one", "two")]
    monkeypatch.setenv(VARIABLE, " , ".join(modules))
    assert list(Registry()) == ["exec_assist", "it_triage", "one", "two"]


def test_a_desk_is_known_while_another_thread_imports_it(elsewhere, monkeypatch) -> None:
    slow = TOLD.replace("NAME", "slow") + SLOWLY
    monkeypatch.setenv(VARIABLE, elsewhere("a_slow_one", slow))
    desks, gate = Registry(), Barrier(4)
    monkeypatch.setattr("desks.registry.DESKS", desks)

    def look(_: int) -> list[str]:
        gate.wait()
        return list(desks)

    with ThreadPoolExecutor(4) as pool:
        assert all(found[-1] == "slow" for found in pool.map(look, range(4)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "No module named"),
        ("import nothing_of_the_kind", "nothing_of_the_kind"),
        ("x = 1", "no attribute 'DESK'"),
        ("DESK = 1", "a desks.Desk named DESK was expected"),
        (TOLD.replace("NAME", "exec_assist"), "there is a desk 'exec_assist' already"),
    ],
)
def test_what_is_no_desk_is_told_every_time(elsewhere, monkeypatch, text, says) -> None:
    module = elsewhere("a_bad_one", text) if text else "not_there_at_all"
    good = elsewhere("a_good_one", TOLD.replace("NAME", "good"))
    monkeypatch.setenv(VARIABLE, f"{module},{good}")
    desks = Registry()
    for _ in range(2):
        with pytest.raises(DeskError, match=says):
            list(desks)


def test_what_breaks_as_it_is_imported_is_told_every_time(elsewhere, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, elsewhere("a_broken_one", "raise ValueError('no rules yet')"))
    desks = Registry()
    for _ in range(2):
        with pytest.raises(ValueError, match="no rules yet"):
            list(desks)
