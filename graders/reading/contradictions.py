"""Where an answer clearly contradicts the fix that it gives.

Every doubt is settled in the writer's favour: a step that is not found, an order that a "first" or
an "after" may reverse, or a verb that is not clearly an instruction is no contradiction.
"""

import re
from collections.abc import Iterator

from graders.reading.fix import Fix, Kept, Order
from graders.reading.steps import OPPOSITE, Step
from graders.reading.tokens import technical
from graders.reading.told import Told

_MOST = 0.6
"""The share of an object's words that identifies it."""
_TURNS_BACK = re.compile(
    r"\b(?:after|once|when|if|provided|as soon as|following|until|unless|only(?! then)|because|"
    r"since|which|where|assuming|needs?|requires?|having)\b|\(|:\s*\n"
)
_BEFORE = re.compile(
    r"\b(?:first|before\w*|prior|previously|already|earlier|in advance|have|has|had|needs?)\b"
)
_STATE = re.compile(r"\bat (\w+)")
_CHANGES = frozenset(
    "edit change modify alter set overwrite replace reset put write bypass comment downgrade force "
    "enter rewrite switch turn stop shorten abbreviate simplify".split()
)


def contradictions(told: Told, fix: Fix) -> Iterator[str]:
    """Everything in an answer that clearly contradicts a fix, as reasons."""
    for order in fix.orders:
        if _is_inverted(told, order, fix.names):
            yield f"turns the order round: {' '.join(sorted(order.first))} comes first"
    for name, values in fix.values.items():
        if name in told.text:
            other = told.values.get(name, set())
            if other and not values & other:
                yield f"gives `{name}` another value: {sorted(other)[0]}"
    for name, sides in fix.sides.items():
        if name in told.places and _is_elsewhere(told.sides(name), sides):
            yield f"uses `{name}` on the wrong machine"
    if any((end, start) in told.ways for start, end in fix.told.ways - told.ways):
        yield "brings from one machine to the other what goes the other way"
    for key, ways in fix.ways:
        theirs = [
            way
            for way, row in told.done
            if len(key & row) >= _MOST * len(key)
            and not any(one != key and as_told[0] == way and one & row for one, as_told in fix.ways)
        ]
        if (
            theirs
            and theirs[0] in OPPOSITE[ways[0]]
            and (ways[0] not in theirs or set(ways) & OPPOSITE[ways[0]])
        ):
            yield f"turns round what is done with `{' '.join(sorted(key))}`"
    for kept in fix.kept:
        if any(_breaks(told, step, kept) for step in told.sure):
            yield f"does what the article warns of: {kept.told}"
    yield from (demand.why for demand in fix.demands if not demand.is_met(told))


def _is_inverted(told: Told, order: Order, names: frozenset[str]) -> bool:
    later = [at for at in told.found(order.later, names) if told.is_done(at)]
    first = later and told.found(order.first, names)
    if any(word in names or technical(word) for word in order.first):
        first = [at for at in first if told.is_told(at)] or first
    if not first:
        return False
    busy = {told.clause(at) for at in later}
    if all(told.clause(at) in busy for at in first):  # perhaps named there for the later step
        elsewhere = told.found_by_words(frozenset(w for w in order.first if not technical(w)))
        if not any(told.clause(at) in busy for at in elsewhere):
            first = elsewhere or first
    if later[-1] > first[0]:
        return False
    begins, ends = told.clause(first[0])
    if begins <= later[-1]:
        begins = later[-1]
        if _TURNS_BACK.search(told.text, begins, first[0]):
            return False
    return not _BEFORE.search(told.text, begins, ends)


def _is_elsewhere(theirs: set[tuple[int, int]], ours: set[tuple[int, int]]) -> bool:
    pairs = {pair for pair, _ in ours}
    return bool(theirs) and not theirs & ours and all(pair in pairs for pair, _ in theirs)


def _breaks(told: Told, step: Step, kept: Kept) -> bool:
    """Whether a step changes what is to be left alone, or does what is not to be done."""
    if kept.banned:
        same = step.verb == kept.banned.verb or step.kind == kept.banned.kind != "does"
    else:
        same = step.kind in ("takes", "lowers") or step.verb in _CHANGES
    if not same:
        return False
    names = frozenset(word for word in kept.key if technical(word))
    row = told.words(step.start, step.end) if names else told.object_words(step)
    if not (names or kept.key) <= row:
        return False
    state = None if kept.banned else _STATE.search(kept.told)
    return not (state and state[1] in told.text[step.start : step.end + 60])
