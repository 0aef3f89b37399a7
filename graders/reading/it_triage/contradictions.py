"""Where an answer clearly contradicts the fix that it gives.

Every doubt is settled in the writer's favour: a step that is not found, an order that a "first" or
an "after" may reverse, or a verb that is not clearly an instruction is no contradiction.
"""

import re
from collections.abc import Iterator, Sequence

from graders.reading.it_triage.fix import Fix, Order, Restriction
from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.steps import OPPOSITE, Step
from graders.reading.tokens import technical

_MOST = 0.6
"""The share of an object's words that identifies it."""
_TURNS_BACK = re.compile(
    r"\b(?:after|once|when|if|provided|as soon as|following|until|unless|only(?! then)|because|"
    r"since|which|where|assuming|needs?|requires?|having)\b|\(|:\s*\n"
)
_BEFORE = re.compile(
    r"\b(?:first|before\w*|prior|previously|already|earlier|in advance|have|has|had|needs?)\b"
)
_FIRST = re.compile(r"\bfirst\b(?=[,;]?\s(?:and\s)?then\b)")
"""In "A first, then B": it is about A."""
_STATE = re.compile(r"\bat (\w+)")
_CHANGES = frozenset(
    "edit change modify alter set overwrite replace reset put write bypass comment downgrade force "
    "enter rewrite switch turn stop shorten abbreviate simplify".split()
)


def contradictions(answer: ParsedText, fix: Fix) -> Iterator[str]:
    """Everything in an answer that clearly contradicts a fix, as reasons."""
    for order in fix.orders:
        if _is_inverted(answer, order, fix.names):
            yield f"turns the order round: {' '.join(sorted(order.first))} comes first"
    for name, values in fix.values.items():
        if name in answer.text:
            other = answer.values.get(name, set())
            if other and not values & other:
                yield f"gives `{name}` another value: {sorted(other)[0]}"
    for name, sides in fix.sides.items():
        if name in answer.places and _is_elsewhere(answer.sides(name), sides):
            yield f"uses `{name}` on the wrong machine"
    absent = fix.parsed.transfers - answer.transfers
    if any((end, start) in answer.transfers for start, end in absent):
        yield "brings from one machine to the other what goes the other way"
    for step in fix.step_kinds:
        if _is_undone(answer, step, fix) and not _is_undone(fix.parsed, step, fix):
            yield f"turns round what is done with `{' '.join(sorted(step[0]))}`"
    for restriction in fix.restrictions:
        if any(_breaks(answer, step, restriction) for step in answer.instructions):
            yield f"does what the article warns of: {restriction.text}"


def omissions(answer: ParsedText, fix: Fix) -> Iterator[str]:
    """What a fix demands and an answer leaves out, as reasons."""
    return (demand.why for demand in fix.demands if not demand.is_met(answer))


def _is_undone(text: ParsedText, step: tuple[frozenset[str], Sequence[str]], fix: Fix) -> bool:
    """Whether the first thing that a text does to a step's object undoes that step. A fix that
    opens something and closes it again may seem to do so itself."""
    key, kinds = step
    theirs = [
        kind
        for kind, row in text.actions
        if len(key & row) >= _MOST * len(key)
        and not any(
            one != key and others[0] == kind and one & row for one, others in fix.step_kinds
        )
    ]
    undoing = OPPOSITE[kinds[0]]
    done_too = kinds[0] in theirs and undoing.isdisjoint(kinds)
    return bool(theirs) and theirs[0] in undoing and not done_too


def _is_inverted(answer: ParsedText, order: Order, names: frozenset[str]) -> bool:
    later = [at for at in answer.positions_of(order.later, names) if answer.is_done(at)]
    first = later and answer.positions_of(order.first, names)
    if any(word in names or technical(word) for word in order.first):
        first = [at for at in first if answer.in_instruction(at)] or first
    if not first:
        return False
    busy = {answer.clause(at) for at in later}
    if all(answer.clause(at) in busy for at in first):  # perhaps named there for the later step
        elsewhere = answer.positions_by_words(frozenset(w for w in order.first if not technical(w)))
        if not any(answer.clause(at) in busy for at in elsewhere):
            first = elsewhere or first
    if later[-1] > first[0]:
        return False
    begins, ends = answer.clause(first[0])
    if begins <= later[-1]:
        begins = later[-1]
        if _TURNS_BACK.search(answer.text, begins, first[0]):
            return False
    between = _FIRST.sub(" ", answer.text[begins : first[0]])
    return not (_BEFORE.search(between) or _BEFORE.search(answer.text, first[0], ends))


def _is_elsewhere(theirs: set[tuple[int, int]], ours: set[tuple[int, int]]) -> bool:
    pairs = {pair for pair, _ in ours}
    return bool(theirs) and not theirs & ours and all(pair in pairs for pair, _ in theirs)


def _breaks(answer: ParsedText, step: Step, restriction: Restriction) -> bool:
    """Whether a step changes what is to be left alone, or does what is not to be done."""
    if banned := restriction.banned:
        same = step.verb == banned.verb or step.kind == banned.kind != "does"
    else:
        same = step.kind in ("removes", "lowers") or step.verb in _CHANGES
    if not same:
        return False
    names = frozenset(word for word in restriction.key if technical(word))
    row = answer.words(step.start, step.end) if names else answer.object_words(step)
    if not (names or restriction.key) <= row:
        return False
    state = None if banned else _STATE.search(restriction.text)
    return not (state and state[1] in answer.text[step.start : step.end + 60])
