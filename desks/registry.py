"""The registry of desks: the built-in ones, and external ones.

A desk from outside this repository is added by `register(DESK)`, by an entry point in the group
`rewarddesk.desks`, or, for the page and the commands, by naming modules that define a DESK:

    REWARDDESK_DESKS=package.module,other.module python app.py
"""

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock

from desks.desk import Desk

VARIABLE = "REWARDDESK_DESKS"
GROUP = "rewarddesk.desks"
OURS = {"exec_assist": "desks.exec_assist", "it_triage": "desks.it_triage"}


class DeskError(ValueError):
    """A desk that cannot be loaded or added; the message says what was expected."""


class Registry(Mapping[str, Desk]):
    """Desks by name: the built-in ones first, each imported on first use."""

    def __init__(self) -> None:
        self._known: dict[str, Desk] = {}
        self._looked = False
        self._start_anew()
        os.register_at_fork(after_in_child=self._start_anew)

    def _start_anew(self) -> None:
        """Nobody is looking: a forked child has none of the threads that may have been."""
        self._lock, self._looking = RLock(), False

    def add(self, desk: Desk) -> None:
        """Add a desk; DeskError if another desk has that name."""
        if desk.name in OURS or self._known.get(desk.name, desk) != desk:
            raise DeskError(f"there is a desk {desk.name!r} already: give this one another name")
        self._known[desk.name] = desk

    def __getitem__(self, name: str) -> Desk:
        if name in OURS:
            return import_module(OURS[name]).DESK
        self._look()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        self._look()
        return iter((*OURS, *self._known))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _look(self) -> None:
        """Add, once, the desks named by the environment variable and by installed packages."""
        if self._looked:
            return
        with self._lock:
            if self._looked or self._looking:  # a module may look up desks while it is imported
                return
            self._looking = True
            try:
                for module in filter(None, map(str.strip, os.environ.get(VARIABLE, "").split(","))):
                    entry = EntryPoint(module, f"{module}:DESK", GROUP)
                    self._add_named(f"{VARIABLE}: {module}", entry)
                for entry in entry_points(group=GROUP):
                    self._add_named(f"the entry point {entry.name} ({entry.value})", entry)
                self._looked = True
            finally:
                self._looking = False

    def _add_named(self, where: str, entry: EntryPoint) -> None:
        try:
            found = entry.load()
        except (ImportError, AttributeError) as error:
            raise DeskError(f"{where} cannot be loaded: {error}") from None
        if not isinstance(found, Desk):
            raise DeskError(f"{where} is no desk: a desks.Desk named DESK was expected")
        self.add(found)


DESKS = Registry()


def register(desk: Desk) -> None:
    """Register a desk in this process; DeskError if another desk has its name."""
    DESKS.add(desk)


def load(name: str) -> Desk:
    """The desk of that name; KeyError lists the known names."""
    if name not in DESKS:
        raise KeyError(f"unknown desk {name!r}; expected one of {', '.join(DESKS)}")
    return DESKS[name]
