"""`prove`: puts everything to a reward that it must not pay for, and says what it paid."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rewardproof.completions import Completion, only_saying, said, saying
from rewardproof.judge import HALF, Judged, Scale, findings, most_paid
from rewardproof.meter import Meter
from rewardproof.report import Finding, Report, Severity
from rewardproof.search import searched
from rewardproof.shortest import minimise
from rewardproof.signatures import recognise
from rewardproof.source import placeholders_in, words_in
from rewardproof.stability import unstable
from rewardproof.subject import Source, Subject, subject_of, whole_word
from rewardproof.tasks import TaskError, read_tasks
from rewardproof.tries import Try
from rewardproof.tries.every import tries_on
from rewardproof.worker import Here, Worker, can_isolate

MAX_TASKS, FEWEST_TASKS = 12, 3
"""Tasks that are looked at, spread evenly."""
SEARCH_SHARE = 0.4
"""The share of the budget that is left for the search."""
REPEATED = 4
"""Tasks whose right answers are paid again, to see whether it is the same."""
SHORTENING = 60
"""Calls, at most, to shorten a find."""
SHORTENED = 6
"""Finds that are shortened."""
CAN_BE_SHORTER = ("floor", "judge", "input", "constant", "wrong", "search")


def prove(
    reward: Any,
    tasks: Any,
    good: Source,
    bad: Source = None,
    done: Callable[[Any, Any], bool] | None = None,
    budget: int = 2_000,
    seed: int = 0,
    form: str = "",
    timeout: float = 10.0,
    isolate: bool | None = None,
    progress: Callable[[int, int], None] = lambda made, of: None,
) -> Report:
    """Look for what a reward pays and must not.

    `tasks`: rows, a JSON Lines file or a dataset. `good`, `bad`: a column or a function of a row
    with right and with wrong completions. `done(row, completion)`: an independent check. `budget`:
    calls of the reward. `form`: its signature, if it is not to be guessed. `timeout`: seconds for a
    call. `isolate`: whether it runs in a process of its own; by default, where there are processes.
    TaskError and SignatureError say what is wrong with the arguments.
    """
    started = time.perf_counter()
    every = read_tasks(tasks)
    step = max(1, -(-len(every) // MAX_TASKS))
    chosen = [replace(one, place=place) for place, one in enumerate(every[::step])]
    subject = replace(
        subject_of(chosen, good, bad, done),
        words=words_in(reward),
        placeholders=placeholders_in(reward),
    )
    scorer = recognise(reward, chosen, form)
    alone = can_isolate() if isolate is None else isolate
    runs = Worker(scorer, chosen, timeout) if alone else Here(scorer, chosen)
    meter = Meter(runs, budget, progress)
    try:
        report = _examine(subject, meter, seed)
    finally:
        runs.close()
    seconds = time.perf_counter() - started
    return replace(report, said=scorer.said, calls=meter.calls, seconds=seconds)


def _examine(subject: Subject, meter: Meter, seed: int) -> Report:
    right = [(place, some[0]) for place, some in enumerate(subject.good)]
    allowed = int(meter.budget * (1 - SEARCH_SHARE)) - len(right)
    if allowed < 1:
        fewest = math.ceil((len(right) + 1) / (1 - SEARCH_SHARE))
        raise TaskError(f"budget: for {len(right)} tasks, {fewest} calls at least were expected")
    tops = meter.pay_all(right)
    tries = _affordable(subject, allowed)
    paid = meter.pay_all([(one.place, one.completion) for one in tries])
    bases = meter.pay_all(
        [(o.place, subject.good[o.place][0] if o.base is None else o.base) for o in tries]
    )
    scale = Scale([one.value for one in tops], [one.value for one in (*tops, *paid)])
    judged = [
        Judged(
            one,
            pay,
            scale.share(one.place, pay.value),
            scale.share(one.place, base.value),
            subject.is_done(one.place, one.completion),
        )
        for one, pay, base in zip(tries, paid, bases, strict=True)
        if not pay.unasked and (one.base is None or base.value is not None)
    ]
    found = [*_ceiling(right, tops, scale), *findings(judged, scale)]
    nothing = (0, only_saying(subject.good[0][0], ""))
    found += unstable(meter, [right[0], nothing, *right[1:REPEATED], *_like(tries)], scale)
    found += searched(subject, meter, scale, judged, seed)
    ranked = sorted(found, key=lambda one: (one.severity != "error", -one.times))
    numbers = [one.number for one in subject.tasks]
    shortened = _shortened(ranked, subject, meter, scale)
    return Report(
        rows={one.number: one.row for one in subject.tasks},
        findings=tuple(replace(one, place=numbers[one.place]) for one in shortened),
        tried=dict(Counter(one.tried.property for one in judged)),
        most=most_paid(judged),
        right=[one.value for one in tops],
    )


def _like(tries: Sequence[Try]) -> list[tuple[int, Completion]]:
    """Some tries that look like right answers: a reward that remembers must tell them apart."""
    near = [one for one in tries if one.place < REPEATED and one.expected in ("less", "no more")]
    return [(one.place, one.completion) for one in near[:: max(1, len(near) // 16)]]


def _affordable(subject: Subject, allowed: int) -> list[Try]:
    """All tries on as many tasks as the budget allows, first the first of each task; on the fewest
    tasks that show whether something is a task's fault, what there is too much of is left out."""
    lists: list[list[Try]] = []
    for place in range(len(subject.tasks)):
        more = list(tries_on(subject, place))
        if len(lists) >= FEWEST_TASKS and sum(map(len, lists)) + len(more) > allowed:
            break
        lists.append(more)
    longest = max(map(len, lists), default=0)
    every = [some[at] for at in range(longest) for some in lists if at < len(some)]
    return every[:allowed]


def _ceiling(right: Sequence[Any], tops: Sequence[Any], scale: Scale) -> list[Finding]:
    """Right answers must be paid; one may be worth less than another task's, but not nothing."""
    best = max((one.value for one in tops if one.value is not None), default=None)
    found = []
    for (place, completion), top in zip(right, tops, strict=True):
        severity: Severity = "error"
        if top.value is None:
            why = f"the right answer is not paid: {top.fault or 'it returns None'}"
        elif best is None or best - scale.bottom < 1e-9:
            why = "everything is paid the same"
        elif not scale.width(place):
            why = "the right answer is paid no more than the least"
        elif scale.width(place) < HALF * (best - scale.bottom):
            severity, why = "warning", "the right answer is paid little, beside another task's"
        else:
            continue
        told = ("the right answer", place, completion, top.value, best)
        found.append(Finding("ceiling", severity, why, *told))
    return sorted(found, key=lambda one: one.severity != "error")[:1]


def _shortened(
    found: Sequence[Finding], subject: Subject, meter: Meter, scale: Scale
) -> Iterator[Finding]:
    """The findings; the first ones with the shortest completion that shows the same."""
    for number, one in enumerate(found):
        can = one.severity == "error" and one.property in CAN_BE_SHORTER
        yield _shorter(one, subject, meter, scale) if can and number < SHORTENED else one


def _shorter(one: Finding, subject: Subject, meter: Meter, scale: Scale) -> Finding:
    is_constant = one.property == "constant"
    places = range(len(subject.tasks)) if is_constant else [one.place]
    started = said(one.completion)

    def shares(text: str) -> list[float]:
        shorter = saying(one.completion, text)
        paid = meter.pay_all([(place, shorter) for place in places])
        return [scale.share(at, pay.value) for at, pay in zip(places, paid, strict=True)]

    def holds(text: str) -> bool:
        found = shares(text)
        if sum(found) <= HALF * len(found) or _may_be_right(subject, one, text):
            return False
        if is_constant or one.at_most is None:
            return True
        return scale.value(one.place, found[0]) > one.at_most

    text = minimise(started, holds, min(SHORTENING, meter.left // len(places)), whole_words=True)
    if text == started:
        return one
    share, place = max(zip(shares(text), places, strict=True))
    found = replace(one, completion=saying(one.completion, text), paid=scale.value(place, share))
    if not is_constant:
        return found
    return replace(found, place=place, against=scale.tops[place], at_most=scale.value(place, HALF))


def _may_be_right(subject: Subject, one: Finding, text: str) -> bool:
    """Whether shortening has made a wrong answer right."""
    done = subject.is_done(one.place, saying(one.completion, text))
    if done is not None or one.property == "constant":
        return bool(done)
    before = said(one.completion)
    return any(
        whole_word(b.token).search(text) and not whole_word(b.token).search(before)
        for b in subject.bearing[one.place]
    )
