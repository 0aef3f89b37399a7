"""A text as a script: where its literals occur, whether they are denied, in which order and on
which hosts. A fix and an answer are parsed alike and compared.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from graders.referee.polarity import MAKES, ORDERS, PARTED, UNDOES, denials, denied
from graders.referee.wording import Token, known_tokens, literal

MARKS = frozenset(": = , ( ) -> > ;".split())
_JOINTS = frozenset(
    "to the a of with port tcp udp is value set as and in under named called version be at file "
    ": = , ( ) -> >".split()
)
_GIVES = frozenset("= : to with value as".split())
_SWITCHES = frozenset("true false null none on off yes no".split())
MAX_MENTIONS = 40
"""A fact named more often than this is no advice."""
_SKIPPED = 6
_ALTERS = ORDERS - frozenset("do run use take make get call".split())
_STEPS = frozenset(", then so".split())
_WHEN = frozenset(
    "until when if which so whose because once where unless while first before beforehand already "
    "earlier previously only after".split()
)
"""Words that start a condition rather than a step, or a step to be done before the previous one."""
_ONLY = re.compile(r"^after th(?:at|is)\b|\bonly then\b")
_THEN = frozenset("finally afterwards afterward subsequently lastly".split())
_SIDES = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("source master primary publisher", "replica slave secondary standby subscriber"),
        ("server servers host hosts node nodes", "client clients workstation notebook laptop pc"),
        ("host hosts hypervisor", "guest guests vm container"),
    )
)


def atoms(fact: str) -> tuple[str, ...]:
    """The tokens of a fact without punctuation."""
    return tuple(t.word for t in known_tokens(fact) if t.word not in MARKS)


@dataclass(frozen=True)
class Script:
    """A tokenised text, with the polarity and position of everything in it."""

    text: Sequence[Token]
    things: frozenset[str]

    @cached_property
    def denials(self) -> list[str]:
        return denials(self.text, self.things)

    @cached_property
    def index(self) -> dict[str, list[int]]:
        """The positions of each word; a path counts for its folders and its file too."""
        found: dict[str, list[int]] = {}
        for at, token in enumerate(self.text):
            found.setdefault(token.word, []).append(at)
            folders = [n for n, char in enumerate(token.word) if char in "/\\"][1:9]
            for end in folders if token.word[0] in "/\\" else ():
                found.setdefault(token.word[:end], []).append(at)
            if "\\" in token.word:
                found.setdefault(token.word.rpartition("\\")[2], []).append(at)
        return found

    @cached_property
    def values(self) -> dict[str, set[str]]:
        """The values of each setting, as far as they are numbers or switches."""
        found: dict[str, set[str]] = {}
        for at, (token, after) in enumerate(pairwise(self.text), 1):
            if after.word in _GIVES and ("-" in token.word or literal(token.word, token.raw)):
                rest = (t.word for t in self.text[at : at + 6] if t.word not in _JOINTS)
                value = next(rest, "")
                if value.replace(".", "").isdecimal() or value in _SWITCHES:
                    found.setdefault(token.word, set()).add(value)
        return found

    def places(self, fact: str) -> list[tuple[int, int]]:
        """The token ranges of a fact: its tokens in order, with small words and options allowed."""
        if not (told := atoms(fact)):
            return []
        first, *rest = told
        given = {b.word for a, b in pairwise(known_tokens(fact)) if a.word in ":="}
        starts = self.index.get(first, ())[: MAX_MENTIONS + 1]
        ends = ((at, self._follows(at + 1, rest, given)) for at in starts)
        found = [(at, end) for at, end in ends if end is not None]
        nested = not found and not rest and "." in first.strip(".") and first[0].isalpha()
        return self.places(first.replace(".", ": ")) if nested else found

    def _follows(self, at: int, rest: list[str], given: set[str]) -> int | None:
        """Where the rest of a fact ends if it follows, or None; options may be in any order."""
        rest, room = list(rest), _SKIPPED
        while rest and at < len(self.text) and room >= 0:
            word, raw, wanted = self.text[at].word, self.text[at].raw, rest[0]
            number = any(map(str.isdigit, wanted))
            if word == wanted or (wanted[0] in "/\\" and word.startswith(wanted + wanted[0])):
                rest.pop(0)
                room = _SKIPPED
            elif word[0] == "-" and word in rest:
                rest.remove(word)
            elif word == ":" and not (
                number or wanted[0] == "$" or wanted in given or self.text[at - 1].word[0] == "-"
            ):
                return None
            elif word in _JOINTS or raw[0] in "-\n" or (number and not literal(word, raw)):
                room -= word.isalpha()
            else:
                return None
            at += 1
        return None if rest else at

    def sentence(self, at: int) -> range:
        """The token range of the sentence around a token, at most 60 tokens either way."""
        text, here, number = self.text, self.text[at].sentence, attrgetter("sentence")
        first = bisect_left(text, here, max(at - 60, 0), at, key=number)
        last = bisect_right(text, here, at, min(at + 60, len(text)), key=number)
        return range(first, last)

    @cached_property
    def clauses(self) -> list[int]:
        """The number of the clause of each token."""
        found, clause = [], 0
        for at, token in enumerate(self.text):
            clause += token.word in ",;" or (at and self.text[at - 1].sentence != token.sentence)
            found.append(clause)
        return found

    def words(self, around: Iterable[int]) -> list[str]:
        return [self.text[n].word for n in around]

    def after(self, at: int) -> str:
        """The next words of the sentence, joined by spaces."""
        sentence = self.text[at - 1].sentence
        return " ".join(t.word for t in self.text[at : at + 14] if t.sentence == sentence)

    def denies(self, place: tuple[int, int]) -> bool:
        """Whether the reader is told not to use what is at this place."""
        return denied(self.denials[place[0]], self.after(place[1]))

    def undoes(self, place: tuple[int, int]) -> bool:
        """Whether it is denied by an action ("switch it off") rather than by a "not"."""
        return self.denials[place[0]] in UNDOES | PARTED | {"without"}

    def made(self, place: tuple[int, int]) -> bool:
        """Whether a word right before it says to add or set it."""
        before = [w for w in self.words(range(max(place[0] - 4, 0), place[0])) if len(w) > 2]
        return not self.denials[place[0]] and not MAKES.isdisjoint(before)

    def asked(self, place: tuple[int, int]) -> bool:
        """Whether it is in a question about what was done: "Did you set X?"."""
        around = self.sentence(place[0])
        first, last = self.text[around[0]], self.text[around[-1]]
        return last.asks and first.word in ("did", "have", "has", "why")

    def sides(self, place: tuple[int, int], *at: str) -> set[tuple[int, int]]:
        """(pair of hosts, side) on which a thing is done: "on the replica"."""
        found = set()
        after = [n for n in self.sentence(place[0]) if place[1] <= n < place[1] + 6]
        for way in (range(place[0] - 1, max(place[0] - 30, -1), -1), after):
            for here in (n for n in way if self.text[n].word in at):
                words = {t.word for t in self.text[here + 1 : here + 4]}
                near = {(n, i) for n in range(3) for i in (0, 1) if _SIDES[n][i] & words}
                if near and self.text[here - 1].word != "not":
                    found |= near
                    break
        return found


def spared(written: Sequence[Script]) -> list[str]:
    """What the fix wants left alone or not done."""
    found, affirmed = [], set()
    for one in written:  # in order: what a later text affirms does not undo an earlier "leave"
        both = list(zip(one.text, one.denials, strict=True))
        affirmed |= {token.word for token, denial in both if not denial}
        for (token, denial), (after, _) in pairwise(both):
            if denial not in ("leave", "keep", "not", "never") or len(token.word) < 3:
                continue
            typed = literal(token.word, token.raw) or not token.raw.islower()
            if token.word in ORDERS:
                found.append(f"{token.word} {after.word}")
            elif typed and token.word not in affirmed:
                found.append(token.word)
    return found


def altered(things: Iterable[str], answer: Script) -> str | None:
    """The first of `things`, to be left alone or not done, that the answer changes or does."""
    for thing in things:
        for at, _ in answer.places(thing):
            piece, around = answer.clauses, answer.sentence(at)
            before = answer.words(n for n in around if n <= at and piece[n] == piece[at])
            if not answer.denials[at] and not _ALTERS.isdisjoint(before):
                return thing
    return None


def steps(fix: Script, resolution: Script, named: set[str]) -> list[tuple[str, set[str]]]:
    """Each literal typed in a step, with the words of an earlier step that occur nowhere else."""
    named, there = named | {"restart", "reboot"}, resolution.index
    found: list[tuple[bool, list[Token]]] = [(False, [])]
    still = False  # after a prohibition there is no order
    for at, token in enumerate(fix.text):
        still = still or token.word in ("not", "never")
        if token.word in ("and", "meanwhile"):
            found = [one for one in found if one[1]] or [(False, [])]
        elif token.word in _STEPS | _WHEN or (at and fix.text[at - 1].sentence != token.sentence):
            if token.word in ("to", ";"):  # the text before it is typed: "enter a;b; to ..."
                continue
            still = False
            found.append((token.word in _WHEN and token.word not in ("once", "after", "when"), []))
        plain = token.word[0].isalpha() or token.word[0] in "/-+"
        if plain and not still and len(fix.index[token.word]) == 1:
            found[-1][1].append(token)
    pairs = []
    for at, (condition, step) in enumerate(found):
        words = {t.word for t in step if len(t.word) > 4 or (t.raw.isupper() and t.raw.isalpha())}
        typed = {t.word for t in step if t.word in named or literal(t.word, t.raw)}
        for token in (t for _, later in found[at + 1 :] for t in later):
            if not condition and (token.word in named or literal(token.word, token.raw)):
                end = there.get(token.word, [len(resolution.text)])[-1]
                told = {w for w in words | typed if there.get(w, [-1])[0] <= end}
                pairs += [(token.word, told & words), (token.word, told & typed)]
    return [(typed, words) for typed, words in pairs if words]


def swapped(answer: Script, order: Iterable[tuple[str, set[str]]]) -> str | None:
    """A step told after one that it has to precede, or None: two of its words (one after "finally"
    or the like) are in later clauses only, and none in earlier ones."""
    piece = answer.clauses
    for typed, words in order:
        if typed not in answer.index:
            continue
        end = piece[answer.index[typed][-1]]
        first = [answer.index[word][0] for word in words if word in answer.index]
        late = [at for at in first if piece[at] > end]
        if not late or any(piece[at] < end for at in first):
            continue
        clause = [t.word for t, n in zip(answer.text, piece, strict=True) if n == piece[min(late)]]
        then = not _THEN.isdisjoint(clause) or _ONLY.search(" ".join(clause))
        apart = answer.text[min(late)].sentence != answer.text[answer.index[typed][-1]].sentence
        instructed = apart or not (ORDERS | {"then"}).isdisjoint(clause)
        if then or (instructed and len(late) > 1 and _WHEN.isdisjoint(clause)):
            return f"{typed} before {answer.text[min(late)].word}"
    return None
