"""A policy's answers to all cases, with what a journal has of them, and how far it has come."""

import time
from collections.abc import Callable, Sequence

from desks import Scenario
from training.evals.journal import Journal
from training.models.policies import Scripted
from training.models.policy import Policy, PolicyError

PROGRESS_SECONDS = 5.0
"""Seconds between two progress reports; the first answer and the last are always reported."""

Progress = Callable[[str], None]


def answers(
    policy: Policy,
    scenarios: Sequence[Scenario],
    sample: bool,
    seed: int,
    progress: Progress,
    journal: Journal,
) -> tuple[list[str], float | None]:
    """A policy's completions in order, and the seconds that each took of those asked for now; None
    if all were answered before.

    Each is added to the journal as soon as it is there, except for scripts, which answer at once.
    PolicyError if one is missing.
    """
    if isinstance(policy, Scripted):
        journal = Journal()
    keys = journal.keys(policy, scenarios, sample, seed)
    texts = list(map(journal.get, keys))
    places = [place for place, text in enumerate(texts) if text is None]
    if kept := len(texts) - len(places):
        progress(f"{policy.name}: {kept} of {len(texts)} were answered before")
    began, told = time.perf_counter(), 0.0
    asked = policy.each([scenarios[place] for place in places], sample, seed)
    for done, (number, text) in enumerate(asked, start=1):
        place = places[number]
        texts[place] = text
        journal.add(keys[place], text)
        now, left = time.perf_counter(), len(places) - done
        if not left or now - told > PROGRESS_SECONDS:
            told = now
            rest = f", {_time((now - began) / done * left)} left" if left else ""
            progress(f"{policy.name}: {kept + done} of {len(texts)}{rest}")
    seconds = (time.perf_counter() - began) / len(places) if places else None
    found = [text for text in texts if text is not None]
    if missing := len(texts) - len(found):
        raise PolicyError(f"{policy.name} did not answer {missing} of {len(texts)} cases")
    return found, seconds


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
