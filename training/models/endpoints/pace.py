"""How many questions a service is asked at a time, and when one that failed is asked again.

A service that is busy is asked fewer at a time: nine tenths of those that it had when it refused
one. For each round of answers, one more is tried. No new question is asked while as many wait to be
asked again as may be asked at a time, so that a service that is down is not sent all of them; and
none at all for as long as the service asks to be left alone.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from math import inf
from random import uniform
from threading import Event
from typing import TypeVar

from training.common.console import log
from training.models.policy import PolicyError

PATIENCE = 300.0
"""Seconds in which a question is asked again: after its first failure or, if that is later, after
the last answer to any question."""
FIRST_PATIENCE = 20.0
"""The same while nothing has been answered yet, unless the service says that it is busy."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds before a question is asked again: doubled after each failure, up to the longest."""
TRIES = 10
"""So often a question is asked again that fails while others are answered, and not because the
service is busy."""
DOUBLINGS = 10
"""So often a wait is doubled, at most."""
MODERATION = 0.9
"""The share of the questions a busy service had that it is then asked at a time."""
STALLED, STALLED_SECONDS = 4.0, 15.0
"""A question is given up and asked again if it takes so many times as long as any other did, and so
many seconds; it is given twice as long after each failure."""
REPORT_SECONDS = 10.0
"""Seconds between two messages about failures."""

T = TypeVar("T")


class PassingError(PolicyError):
    """A failure that may pass, so that asking again is worthwhile.

    `busy`: the service has too much to do. `reached`: it was there at all. `wait`: how many seconds
    it asks to be left alone.
    """

    def __init__(
        self, message: str, busy: bool = False, reached: bool = True, wait: float = 0.0
    ) -> None:
        super().__init__(message)
        self.busy, self.reached, self.wait = busy, reached, wait


class Pace:
    """How many questions may be asked at a time, between one and `most`."""

    def __init__(self, most: int) -> None:
        self._most, self._limit = most, float(most)

    @property
    def limit(self) -> int:
        return int(self._limit)

    def answered(self) -> None:
        self._limit = min(float(self._most), self._limit + 1 / self._limit)

    def refused(self, had: int) -> None:
        """The service was too busy for one of so many questions."""
        self._limit = max(1.0, min(self._limit, MODERATION * had))


@dataclass
class Failing:
    """A question that has failed: when it first did, how often, how often it did while others were
    answered, when it last did, and when it is asked again."""

    since: float
    times: int = 0
    alone: int = 0
    last: float = inf
    due: float = 0.0

    @property
    def longer(self) -> int:
        """How many times as long as at first it may take, and is left alone."""
        return 2 ** min(self.times, DOUBLINGS)

    def failed(self, error: PassingError, now: float, answered: float | None) -> float:
        """The seconds until it is asked again; raises the error if it is not. `answered` is when
        the last answer to any question came."""
        began, patience = self.since, PATIENCE
        if answered is not None:
            began = max(began, answered)
            self.alone += answered > self.last and not error.busy
            hopeless = self.alone > TRIES
        else:
            patience, hopeless = PATIENCE if error.busy else FIRST_PATIENCE, not error.reached
        if hopeless or now - began > patience:
            raise error
        own = min(LONGEST_WAIT, FIRST_WAIT * self.longer) * uniform(0.5, 1)
        pause = max(own, error.wait * uniform(1, 1.1))
        self.times, self.last, self.due = self.times + 1, now, now + pause
        return pause


def ask_all(
    ask: Callable[[T], Iterator[str]], questions: Sequence[T], most: int
) -> Iterator[tuple[int, str]]:
    """Ask questions, at most so many at a time; yields the place and the answer of each once it is
    there, in any order.

    `ask` yields an answer piece by piece, empty ones while it waits. A question for which it raises
    a `PassingError` is asked again later, within bounds; any other error is raised, and what is
    under way is given up.
    """
    fresh, failing = deque(range(len(questions))), dict[int, Failing]()
    waiting: set[int] = set()
    running: dict[Future[tuple[str, float]], int] = {}
    pace, over, told = Pace(most), Event(), 0.0
    answered: float | None = None  # when the last answer came
    longest = 0.0  # seconds that an answer took
    quiet = 0.0  # until when the service asks to be left alone

    def whole(place: int) -> tuple[str, float]:
        began, took, pieces = time.monotonic(), 0.0, []
        longer = failing[place].longer if place in failing else 1
        for piece in ask(questions[place]):
            took = time.monotonic() - began
            if over.is_set():
                break
            if answered is not None and took > max(STALLED_SECONDS, STALLED * longest) * longer:
                raise PassingError(
                    f"no answer in {took:.0f} s; others took {longest:.0f} s at most"
                )
            pieces.append(piece)
        return "".join(pieces), took

    def upcoming() -> tuple[float, int]:
        """When a question may be asked, and which one; never while enough are under way."""
        offers = [(failing[place].due, place) for place in waiting]
        if fresh and len(waiting) < pace.limit:
            offers.append((time.monotonic(), fresh[0]))
        if not offers or len(running) >= pace.limit:
            return inf, -1
        due, place = min(offers)
        return max(due, quiet), place

    with ThreadPoolExecutor(most) as threads:
        try:
            while fresh or waiting or running:
                until, place = upcoming()
                while until <= time.monotonic():
                    if place in waiting:
                        waiting.remove(place)
                    else:
                        fresh.popleft()
                    running[threads.submit(whole, place)] = place
                    until, place = upcoming()
                for future in _finished(running, until):
                    place, now = running.pop(future), time.monotonic()
                    try:
                        text, took = future.result()
                    except PassingError as error:
                        if error.busy:
                            pace.refused(len(running) + 1)
                        trial = failing.setdefault(place, Failing(now))
                        pause = trial.failed(error, now, answered)
                        quiet = max(quiet, now + error.wait)
                        waiting.add(place)
                        if now - told > REPORT_SECONDS:
                            log(f"{error} (asked again in {pause:.1f} s, {pace.limit} at a time)")
                            told = now
                        continue
                    pace.answered()
                    answered, longest = now, max(longest, took)
                    yield place, text
        finally:
            over.set()


def _finished(running: dict[Future[T], int], until: float) -> set[Future[T]]:
    """Those of the running that are done, or none at that time."""
    pause = max(0.0, until - time.monotonic())
    if running:
        return wait(running, None if pause == inf else pause, FIRST_COMPLETED).done
    time.sleep(pause)
    return set()
