"""The table of votes: whom people prefer, and how often they and the graders agree.

The votes on a case are one observation, however many they are: whoever votes on one case again and
again makes nothing surer.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from statistics import fmean
from typing import NamedTuple

from desks import DESKS
from training.evals.statistics import Interval, share
from training.models.policy import PolicyError
from ui import inference
from ui.arena.contenders import Contender
from ui.arena.votes import Counted
from ui.drawing import escaped, number_of, render_nonce

ENOUGH = 10
"""Cases with a vote, below which no share is told."""
MAX_PAIRS = 12
"""Pairs in a table, those with the most votes."""
WORTH = {"first": 1.0, "same": 0.5, "second": 0.0}
"""What a vote is worth to the first of the two."""


class Share(NamedTuple):
    """A share of votes with its interval, each case counted once."""

    interval: Interval
    cases: int

    @property
    def is_enough(self) -> bool:
        return self.cases >= ENOUGH


class Preference(NamedTuple):
    """The votes on a pair of models at a desk; the first is the one that people prefer."""

    desk: str
    names: tuple[str, ...]
    won: int
    tied: int
    lost: int
    preferred: Share
    agreed: Share

    @property
    def votes(self) -> int:
        return self.won + self.tied + self.lost


def of_today(counted: Iterable[Counted]) -> list[Counted]:
    """The votes on models that are here as they were when they were voted on."""

    @cache
    def is_of_today(desk: str, first: str, second: str, made: str) -> bool:
        if _names(desk, first, second) is None:
            return False
        return made == inference.made(desk, first, second)

    return [one for one in counted if is_of_today(one.desk, one.first, one.second, one.made)]


def _names(desk: str, *specs: str) -> tuple[str, ...] | None:
    """What the contenders are called; None if the desk or one of them is no longer here."""
    if desk not in DESKS:
        return None
    try:
        return tuple(Contender.parse(spec, desk).name for spec in specs)
    except PolicyError:
        return None


def agreement(counted: Sequence[Counted]) -> Share:
    """How often people vote as the graders do."""
    return _share(counted, lambda one: float(one.vote == one.graders))


def preferences(counted: Sequence[Counted]) -> list[Preference]:
    """The votes by pair, the most voted on first."""
    pairs = defaultdict(list)
    for one in counted:
        pairs[one.desk, one.first, one.second].append(one)
    found = [_preference(some) for some in pairs.values()]
    return sorted(found, key=lambda one: -one.votes)


def _preference(some: Sequence[Counted]) -> Preference:
    preferred = _share(some, lambda one: WORTH[one.vote])
    won, tied, lost = (sum(one.votes for one in some if one.vote == vote) for vote in WORTH)
    names = _names(some[0].desk, some[0].first, some[0].second)
    assert names is not None, "only votes of today are counted"
    if preferred.interval.mean < 0.5:
        preferred = _share(some, lambda one: 1 - WORTH[one.vote])
        won, lost, names = lost, won, names[::-1]
    return Preference(some[0].desk, names, won, tied, lost, preferred, agreement(some))


def _share(counted: Sequence[Counted], value: Callable[[Counted], float]) -> Share:
    cases: dict[Hashable, list[float]] = defaultdict(list)
    for one in counted:
        cases[one.desk, one.scenario] += [value(one)] * one.votes
    means = [fmean(values) for values in cases.values()]
    return Share(share(fmean(means) if means else 0.0, len(means)), len(means))


# --- drawing ---


def idle() -> str:
    """The section before it is first looked at."""
    return _section('<p class="hint">Loading.</p>')


def unread() -> str:
    """The section while the store cannot be read."""
    return _section(
        '<p class="empty">Votes cannot be read just now. You can vote all the same.</p>'
    )


def draw(counted: Iterable[Counted]) -> str:
    """The blind votes, and below them, apart, those with names and scores in view."""
    valid = of_today(counted)
    blind, plain = ([one for one in valid if one.blind == hidden] for hidden in (True, False))
    drawn = _told(blind) + _table(blind)
    if plain:
        drawn += (
            "<details><summary>Votes with names and scores in view: "
            f"{_total(plain)}, not counted above</summary>{_told(plain)}{_table(plain)}</details>"
        )
    return _section(drawn)


def _section(drawn: str) -> str:
    return (
        f'<section class="preferences" {render_nonce()}><h3>Which answers people prefer</h3>'
        '<p class="hint">Votes of all visitors on this page’s cases and models. What counts are '
        "blind votes, cast before names and scores were shown.</p>"
        f"{drawn}</section>"
    )


def _total(counted: Sequence[Counted]) -> int:
    return sum(one.votes for one in counted)


def _told(counted: Sequence[Counted]) -> str:
    """How often people and graders agree, in a sentence."""
    if not counted:
        return '<p class="empty">No blind votes yet. Tick “Blind”, let both answer, and vote.</p>'
    agreed, total = agreement(counted), _total(counted)
    on = f"{number_of(total, 'vote')} on {number_of(agreed.cases, 'case')}"
    if not agreed.is_enough:
        return f"<p><b>Not enough votes yet</b>: {on}. A share is shown from {ENOUGH} cases on.</p>"
    mean, low, high = agreed.interval
    return (
        f"<p><b>People and graders agree in {mean:.2f}</b> of {on}, with a 95 % interval from "
        f"{low:.2f} to {high:.2f}.</p>"
    )


def _table(counted: Sequence[Counted]) -> str:
    found = preferences(counted)
    if not found:
        return ""
    rest = len(found) - MAX_PAIRS
    more = (
        f'<p class="hint">And {number_of(rest, "more pair")}, with fewer votes.</p>'
        if rest > 0
        else ""
    )
    heads = "".join(
        f'<th scope="col">{head}</th>'
        for head in ("Whom people prefer", "Votes", "Share", "Graders agree")
    )
    return (
        f"<table><thead><tr>{heads}</tr></thead><tbody>"
        f'{"".join(map(_row, found[:MAX_PAIRS]))}</tbody></table>{more}<p class="hint">In a share, '
        "a tie is worth half, and a case counts once, however many voted on it. In brackets: the "
        "95 % interval.</p>"
    )


def _row(one: Preference) -> str:
    first, second = map(escaped, one.names)
    if one.preferred.is_enough:
        cells = f"{_cell(one.preferred, 'Share')}{_cell(one.agreed, 'Graders agree')}"
    else:
        cells = (
            f'<td colspan="2" class="hint">not enough votes yet: on {one.preferred.cases} of '
            f"{ENOUGH} cases</td>"
        )
    return (
        f'<tr><th scope="row"><b>{first}</b> over {second}<small>{DESKS[one.desk].workplace}'
        f'</small></th><td data-head="Votes">{one.won} for, {one.tied} tied, {one.lost} against'
        f"</td>{cells}</tr>"
    )


def _cell(found: Share, head: str) -> str:
    mean, low, high = found.interval
    return (
        f'<td data-head="{head}">{mean:.2f} [{low:.2f}, {high:.2f}]<span class="span" '
        f'aria-hidden="true" style="--low:{low:.4f};--high:{high:.4f};--mean:{mean:.4f}"></span>'
        "</td>"
    )
