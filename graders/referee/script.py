"""A fix as a script, and an answer aligned with it: what is typed, in which order, on what, with
which value.

Facts are found as sequences of tokens. What else the fix says (values, hosts, the order of its
steps, what it wants left alone) is read off the same way from fix and answer, and compared.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from graders.referee.signs import ALONE, ORDERS, UNDOES, asked, denied_after, limited, signs
from graders.referee.wording import Token, known_tokens, literal

MARKS = frozenset(": = , ( ) -> > ;".split())
_JOINTS = frozenset(
    "to the a of with port is value set as and in under named called version be at file".split()
) | MARKS - {":", ";"}
_DIGIT = re.compile(r"\d")
_NEAR, _SHOUTED = 4, 40
_VALUE = re.compile(r"[+-]?\d.*|on|off|true|false|null|none|yes|no|enabled|disabled|require")
_GIVES = frozenset("= to at".split())
_NO_VALUE = frozenset(
    "every each all your our my both either any which that one two this it".split()
)
_HOSTS = tuple(
    frozenset(group.split())
    for group in ("source master primary publisher", "replica slave secondary standby subscriber")
), tuple(frozenset(group.split()) for group in ("server", "client")), tuple(
    frozenset(group.split()) for group in ("host node hypervisor", "guest vm container")
)  # fmt: skip
_MAKES = frozenset(
    "add append create enable install raise increase allow open attach mount grant activate".split()
)
_UNMAKES = frozenset(
    "remove delete drop disable uninstall clear empty lower decrease deny close detach unmount "
    "revoke deactivate reduce strip".split()
)
_NOT = frozenset("not never no without avoid cannot instead".split())
_KEEPS = frozenset("keep leave leaving left keeping stays remains".split())
_SPARES = _KEEPS | frozenset("would could not never n't don't".split())
_ALTERS = (ORDERS | UNDOES | _MAKES | _UNMAKES | {"empty", "turned", "switched"}) - frozenset(
    "do run use take make get call".split()
)
_THEN = frozenset("then afterwards afterward finally subsequently done".split())
_STEPS = frozenset(", ; and then once after".split())
_STOPS = frozenset(
    "with that this from your into when once after before until only also have been".split()
)


def atoms(fact: str) -> tuple[str, ...]:
    return tuple(t.word for t in known_tokens(fact) if t.word not in MARKS)


def _given(fact: str) -> set[str]:
    """What a fact gives as a value: what follows a colon or an equals sign in it."""
    words = known_tokens(fact)
    return {b.word for a, b in pairwise(words) if a.word in ":="}


@dataclass(frozen=True)
class Script:
    """A text, its signs, and where things stand in it."""

    text: Sequence[Token]
    things: frozenset[str] = frozenset()

    @cached_property
    def signs(self) -> list[bool]:
        return signs(self.text, self.things)

    @cached_property
    def index(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, token in enumerate(self.text):
            found.setdefault(token.word, []).append(at)
            if token.word[0] == "/" and token.word.count("/") > 1:
                for end in range(1, len(token.word)):
                    if token.word[end] == "/" and token.word.count("/") < 9:
                        found.setdefault(token.word[:end], []).append(at)
        return found

    def places(self, fact: str) -> list[tuple[int, int]]:
        """Where a fact stands: its tokens in order, with small words and options between them."""
        first, *rest = atoms(fact)
        given = _given(fact)
        starts = self.index.get(first, ())
        found = (self._follows(at, rest, given) for at in starts[: _SHOUTED + 1])
        return [(at, end) for at, end in zip(starts, found, strict=False) if end is not None]

    def _follows(self, at: int, rest: list[str], given: set[str]) -> int | None:
        """Where the rest of a fact ends, if it follows; options may come in any order."""
        rest, skipped = list(rest), 0
        at += 1
        while rest and at < len(self.text):
            word = self.text[at].word
            options = [one for one in rest if one[0] == "-"]
            wanted = next(iter(rest))
            if word == wanted or (wanted[0] == "/" and word.startswith(wanted + "/")):
                rest.pop(0)
                skipped = 0
            elif word in options:
                rest.remove(word)
                skipped = 0
            elif (
                word[0] == "-"
                and len(word) > 2
                and word[1] != "-"
                and set(word[1:]) == {o[1:] for o in rest[: len(word) - 1]}
            ):
                del rest[: len(word) - 1]
            elif word == ":" and (_DIGIT.search(wanted) or wanted[0] == "$" or wanted in given):
                pass
            elif word in ("port", "tcp", "udp") or word in _JOINTS or word[0] == "-":
                skipped += word not in MARKS and word[0] != "-"
            elif _DIGIT.search(wanted) and skipped < 3 and not literal(word, self.text[at].raw):
                skipped += 1
            else:
                return None
            if skipped > _NEAR + 2:
                return None
            at += 1
        return None if rest else at

    def after(self, at: int) -> str:
        """The next words of the sentence, as a line."""
        sentence = self.text[at - 1].sentence
        return " ".join(t.word for t in self.text[at : at + 14] if t.sentence == sentence)

    def denies(self, place: tuple[int, int], plainly: bool = False) -> bool:
        """Whether the reader is told not to use what stands there."""
        at, end = place
        before = [t for t in self.text[max(at - 2, 0) : at] if t.sentence == self.text[at].sentence]
        if self.signs[at]:
            ordered = bool(before) and before[-1].word in ORDERS
            kept = any(t.word in _KEEPS for t in before) and not ALONE.isdisjoint(
                self.after(end).split()[:2]
            )
            return kept or (not ordered and denied_after(self.after(end), plainly))
        return not limited(self.after(end))

    def negated(self, at: int) -> bool:
        """Whether a plain negation stands just before a token."""
        before = [token.word for token in self.text[max(at - 4, 0) : at]]
        return any(w in _NOT or w.endswith("n't") for w in before)

    def open(self, place: tuple[int, int]) -> bool:
        return asked(self.text, place[0])

    def sentence(self, at: int) -> range:
        """The tokens of the sentence around a token, not too far from it."""
        first = last = at
        while first and at - first < 60 and self.text[first - 1].sentence == self.text[at].sentence:
            first -= 1
        while (
            last + 1 < len(self.text)
            and last - at < 60
            and self.text[last + 1].sentence == self.text[at].sentence
        ):
            last += 1
        return range(first, last + 1)

    # -- what the fix says besides its facts ---

    def values(self, key: str) -> set[str]:
        """The values that follow a key, where any does."""
        found: set[str] = set()
        for at in self.index.get(key, ())[:_SHOUTED]:
            if not self.signs[at]:
                continue
            given = False
            for token in self.text[at + 1 : at + 5]:
                if token.sentence != self.text[at].sentence or token.word in (";", ")"):
                    break
                if token.word in _GIVES:
                    given = True
                elif token.word in (
                    ":",
                    "the",
                    "a",
                    "is",
                    "set",
                    "value",
                    "of",
                    ",",
                    "(",
                    "in",
                    "by",
                ):
                    given = given and token.word not in ("in", "by", ",")
                elif _VALUE.fullmatch(token.word) or (given and token.word not in _NO_VALUE):
                    found.add(token.word)
                    break
                else:
                    break
        return found

    def verb(self, place: int) -> str | None:
        """Which way the nearest order before a token goes: to make it, or to unmake it."""
        if not self.signs[place] and not any(
            self.text[n].word in _UNMAKES for n in range(max(place - 5, 0), place)
        ):
            return None
        for at in range(place - 1, max(place - 6, -1), -1):
            token = self.text[at]
            if token.sentence != self.text[place].sentence or token.word in (
                ",",
                ";",
                "and",
                "then",
            ):
                return None
            if token.word in ("turn", "switch"):
                rest = [t.word for t in self.text[at + 1 : place + 4]]
                return "make" if "on" in rest else "unmake" if "off" in rest else None
            if token.word in _MAKES:
                return "make"
            if token.word in _UNMAKES:
                return "unmake"
        return None

    def hosts(self, place: tuple[int, int]) -> dict[int, set[int]]:
        """Of which side of which pair of hosts is spoken around a fact: "on the replica"."""
        around = self.sentence(place[0])
        near = range(max(around.start, place[0] - 12), min(around.stop, place[1] + 4))
        found: dict[int, set[int]] = {}
        for at in near:
            if (
                at
                and self.text[at - 1].word in ("the", "every", "each")
                and at > 1
                and self.text[at - 2].word in ("on", "from")
            ):
                for pair, sides in enumerate(_HOSTS):
                    for side, names in enumerate(sides):
                        if self.text[at].word in names:
                            before = at < place[0]
                            found.setdefault(2 * pair + before, set()).add(side)
        return found

    def kept(self) -> Iterator[tuple[str, ...]]:
        """What is to be left alone, or is not to be done."""
        for at, token in enumerate(self.text):
            if token.word in ("keep", "leave"):
                thing = []
                for other in self.text[at + 1 : at + 8]:
                    if other.word in (
                        "alone",
                        "on",
                        "unchanged",
                        "as",
                        "at",
                        ",",
                        ";",
                        "untouched",
                    ):
                        break
                    thing.append(other.word)
                else:
                    continue
                yield tuple(w for w in thing if w not in ("the", "a", "policy", "setting"))
            if (
                token.word == "not"
                and at
                and self.text[at - 1].word == "do"
                and at + 2 < len(self.text)
            ):
                yield (self.text[at + 1].word, self.text[at + 2].word)


def altered(fix: Script, told: Script) -> str | None:
    """What the fix wants left alone, and the answer changes."""
    for thing in fix.kept():
        if not thing or len(thing) > 5:
            continue
        for place in told.places(" ".join(thing)):
            around = told.sentence(place[0])
            words = [told.text[n].word for n in around if n < place[1] + 4]
            if not _SPARES.isdisjoint(words) or told.negated(place[0]):
                continue
            if thing[0] in _ALTERS or not _ALTERS.isdisjoint(words):
                return " ".join(thing)
    return None


def other_value(fix: Iterable[Script], told: Script, keys: Iterable[str]) -> str | None:
    """A key that is given another value than in the fix."""
    fix = list(fix)
    for key in keys:
        right = set().union(*(one.values(key) for one in fix))
        given = told.values(key)
        if right and given and not right & given:
            return f"{key} {min(given)}"
    return None


def steps(fix: Script, resolution: Script, facts: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of anchors of different steps of a fix, the first first, but for those that the
    resolution has the other way round."""
    named = {atom for fact in facts for atom in atoms(fact)}
    anchors = []
    for at, token in enumerate(fix.text):
        before = fix.text[at - 1] if at else None
        begins = not before or before.word in _STEPS or before.sentence != token.sentence
        typed = literal(token.word, token.raw) or token.word in named
        telling = typed or (token.raw.isupper() and len(token.raw) > 2)
        if telling or (begins and len(token.word) > 4):
            anchors.append(at)
    anchors = [n for n in anchors if len(fix.index[fix.text[n].word]) == 1]
    anchors = [n for n in anchors if not fix.text[n].word[0].isdigit()]
    found = []
    for a, b in combinations(anchors, 2):
        one, other = fix.text[a].word, fix.text[b].word
        here, there = (
            resolution.index.get(one, [0]),
            resolution.index.get(other, [len(fix.text) * 9]),
        )
        if here[0] <= there[-1] and any(t.word in _STEPS for t in fix.text[a + 1 : b]):
            found.append((one, other))
    return found


def swapped(told: Script, order: Iterable[tuple[str, str]]) -> str | None:
    """A step that is told to be done after one that it has to come before."""
    for one, other in order:
        here, there = told.index.get(one, ()), told.index.get(other, ())
        if len(here) == len(there) == 1 and there[0] < here[0]:
            between = {token.word for token in told.text[there[0] + 1 : here[0]]}
            if between & _THEN or {"after", "that"} <= between:
                return f"{other} before {one}"
    return None
