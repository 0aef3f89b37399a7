"""What an answer says against the fix that it gives, as far as that is certain.

Everything here errs on the side of the writer: a step that is not found, an order that a "first" or
an "after" may turn round, a verb that is no plain order, is no contradiction.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from graders.reading.cues import CLAUSE_END
from graders.reading.fix import (
    BACKUP,
    CONSENT,
    Fix,
    Kept,
    Order,
    given,
    object_words,
    side,
    technical,
    words,
)
from graders.reading.steps import NO, Step, steps

_ENOUGH = 0.6
"""The share of a step's words by which it is known again."""
_TURNS_BACK = re.compile(
    r"\b(?:after|once|when|if|provided|as soon as|following|until|unless|only(?! then)|because|"
    r"since|which|where|assuming|needs?|requires?|having)\b|\(|:\s*\n"
)
_BEFORE = re.compile(
    r"\b(?:first|before\w*|prior|previously|already|earlier|in advance|have|has|had|needs?)\b"
)
_SAYS_NOT = re.compile(r"\b(?:without|no|do not|don't|never|not|nobody)\b[^.;:,]*")
_AT_ONCE = re.compile(
    r"\b(?:all|both|every|the members|everything)\b[^.;]*\b(?:at once|at the same time|together|"
    r"simultaneously|in parallel|in one go)\b"
)
_NOW = re.compile(
    r"\b(?:immediately|right away|right now|straight away|during (?:the|working|business|office) \w+)\b"
)
_UNDONE = {"takes": ("adds", "keeps"), "adds": ("takes",), "raises": ("lowers",), "lowers": ("raises",)}
_CHANGES = frozenset(
    "edit change modify alter set overwrite replace reset put write bypass comment downgrade force "
    "enter rewrite switch turn stop".split()
)


@dataclass(frozen=True)
class Told:
    """An answer's evened text, read as steps."""

    text: str

    @cached_property
    def steps(self) -> list[Step]:
        return steps(self.text)

    @cached_property
    def sure(self) -> list[tuple[Step, frozenset[str]]]:
        """The steps that are orders and nothing else, and the words of each."""
        found = []
        for step in self.steps:
            if step.sure:
                row = (w for w, _ in words(self.text[step.start : step.end]))
                found.append((step, frozenset(row)))
        return found

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Where each word stands."""
        found: dict[str, list[int]] = {}
        for word, at in words(self.text):
            found.setdefault(word, []).append(at)
        return found

    @cached_property
    def values(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for name, value in given(self.text):
            found.setdefault(name, set()).add(value)
        return found

    @cached_property
    def affirmed(self) -> str:
        """The text less what stands behind a negation."""
        return _SAYS_NOT.sub(" ", self.text)

    @cached_property
    def _ends(self) -> list[int]:
        return [0, *(m.end() for m in CLAUSE_END.finditer(self.text)), len(self.text)]

    def sentence(self, at: int) -> tuple[int, int]:
        """The sentence in which a place is."""
        number = bisect_right(self._ends, at)
        return self._ends[number - 1], self._ends[min(number, len(self._ends) - 1)]

    def object(self, step: Step) -> frozenset[str]:
        """The words for what a step is done to."""
        return object_words(self.text, step)

    def is_told(self, at: int) -> bool:
        """Whether a place stands in a step that is an order and nothing else."""
        return any(step.start <= at < step.end for step, _ in self.sure)

    def bans(self, at: int) -> bool:
        """Whether a place stands behind a negation in its sentence."""
        return bool(NO.search(self.text, max(self.sentence(at)[0], at - 120), at))

    def found(self, key: frozenset[str], names: frozenset[str]) -> list[int]:
        """Where a step stands that is known by these words."""
        telling = [w for w in key if technical(w) or w in names]
        if telling:
            return sorted(at for w in telling for at in self.places.get(w, ()))
        return self.found_by_words(key)

    def found_by_words(self, key: frozenset[str]) -> list[int]:
        """Where most of these words stand in one sentence."""
        rows: dict[int, list[int]] = {}
        for word in key:
            for at in self.places.get(word, ()):
                rows.setdefault(self.sentence(at)[0], []).append(at)
        enough = max(2, _ENOUGH * len(key))
        return sorted(at for ats in rows.values() if len(ats) >= enough for at in ats)


def contradictions(told: Told, fix: Fix) -> Iterator[str]:
    """All that is surely said against a fix."""
    for order in fix.orders:
        if turned := _inverted(told, order, fix.names):
            yield turned
    yield from _values(told, fix)
    yield from _places(told, fix)
    yield from _ways(told, fix)
    for kept in fix.kept:
        if any(_breaks(told, step, row, kept) for step, row in told.sure):
            yield f"does what the article warns of: {kept.told.strip(' ,')}"
    yield from _cautions(told, fix)


def _inverted(told: Told, order: Order, names: frozenset[str]) -> str | None:
    later = [at for at in told.found(order.later, names) if told.is_told(at)]
    first = told.found(order.first, names)
    if not later or not first:
        return None
    busy = {told.sentence(at) for at in later}
    if all(told.sentence(at) in busy for at in first):  # it may be named there for the later step
        elsewhere = told.found_by_words(frozenset(w for w in order.first if not technical(w)))
        if not any(told.sentence(at) in busy for at in elsewhere):
            first = elsewhere or first
    if later[-1] > first[0]:
        return None
    text, (begins, ends) = told.text, told.sentence(first[0])
    if begins <= later[-1]:
        turned = _TURNS_BACK.search(text, later[-1], first[0]) or _BEFORE.search(
            text, later[-1], ends
        )
    else:
        turned = _BEFORE.search(text, begins, ends)
    if turned:
        return None
    return f"turns the order round: {' '.join(sorted(order.first))} comes first"


def _values(told: Told, fix: Fix) -> Iterator[str]:
    for name, values in fix.values.items():
        other = told.values.get(name, set()) - values
        if other and not values & told.values[name]:
            yield f"gives `{name}` another value: {sorted(other)[0]}"


def _places(told: Told, fix: Fix) -> Iterator[str]:
    for name, where in fix.sides.items():
        sides = {side(told.text, at, at + len(name)) for at in told.places.get(name, ())} - {None}
        if sides and all(one and one[0] == where[0] and one != where for one in sides):
            yield f"uses `{name}` on the wrong machine"


def _ways(told: Told, fix: Fix) -> Iterator[str]:
    """What the fix adds and the answer takes away, or the other way round."""
    for step in fix.steps:
        against = _UNDONE.get(step.kind)
        if step.negated or not against:
            continue
        theirs = fix.object(step)
        names = frozenset(w for w in theirs if technical(w) or w in fix.names)
        key = names or theirs
        ways = {
            one.kind
            for one, _ in told.sure
            if key and len(key & told.object(one)) >= max(1, _ENOUGH * len(key))
        }
        turned = any(kind in ways and not fix.also(kind, key) for kind in against)
        if turned and step.kind not in ways:
            yield f"turns round what is done with `{' '.join(sorted(key))}`"


def _breaks(told: Told, step: Step, row: frozenset[str], kept: Kept) -> bool:
    names = frozenset(w for w in kept.key if technical(w))
    if not (names or kept.key) <= (row if names else told.object(step)):
        return False
    if kept.banned:
        return step.verb == kept.banned.verb or step.kind == kept.banned.kind != "does"
    if step.kind not in ("takes", "lowers") and step.verb not in _CHANGES:
        return False
    state = re.search(r"\bat (\w+)", kept.told)
    return not (state and state[1] in told.text[step.start : step.end + 60])


def _cautions(told: Told, fix: Fix) -> Iterator[str]:
    if fix.consent and not CONSENT.search(told.affirmed):
        yield "does not ask whom the article says to ask"
    if fix.backup and not BACKUP.search(told.affirmed):
        yield "leaves out the backup"
    if fix.one_by_one and _AT_ONCE.search(told.affirmed):
        yield "does at once what goes one at a time"
    if fix.quiet and any(
        step.verb in ("restart", "reboot") and _NOW.search(told.text, step.start, step.end)
        for step, _ in told.sure
    ):
        yield "does at once what waits for a window"
