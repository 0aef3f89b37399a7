"""A fix or an answer, parsed into steps: what is done, where, to what and when."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from graders.reading.it_triage.stance import REACH
from graders.reading.it_triage.steps import NO, Step, steps
from graders.reading.spans import Span
from graders.reading.tokens import Token, stem, technical, tokens

#: A line break after a colon, or after "run", starts a list and does not end the clause.
_CLAUSE_END = re.compile(
    r"(?=[.!?;\n-])(?:(?<![.!?])[.!?]++[\"'`)\]]*+(?:\s|$)|;|"
    r"(?<![:\n])(?<!\brun)(?<!\benter)(?<!\bwith)(?<!\bexecute)\n|(?<=\s)-(?=\s))"
)
_ENOUGH = 0.6
"""The share of a step's words that identifies it."""
_OBJECT_ENDS = re.compile(
    r"\b(?:from|in|to|into|under|with|by|via|using|at|for|so|through|on (?:the|every|each|all))\b|"
    r":\s"
)
_GIVEN = re.compile(
    r"(?<![\w.$-])(?P<name>[a-z$_](?:[\w.\-\[\]]|\{[\w/]+\})*+)[\"'`*]{0,2}"
    r"(?P<by>\s*(?:=>?|:(?!//))\s*|\s+(?:to|at|with value)\s+|"
    r"[ \t]+(?=[\"'`]?[-+]?\d(?!\S*[.)] [a-z])))"
    r"[\"'`*]{0,2}(?P<value>[^\s,;\"'`*()]+)"
)
_PLACE = re.compile(r"[/\\<]|[a-z][.:]\w|_")
_DIGIT = re.compile(r"\d")
_NO_VALUE = frozenset("the a an its your our this that be it each every in on of use match".split())

_SIDES = (
    ("source master primary donor", "replica slave standby secondary joiner joining"),
    ("server controller", "client clients"),
    ("hosts targets members nodes", "workstation workstations laptop"),
)
_SIDE = {
    word: (pair, number)
    for pair, sides in enumerate(_SIDES)
    for number, names in enumerate(sides)
    for word in names.split()
}
_NAMES = "|".join(_SIDE)
_WHERE = re.compile(
    rf"\b(?:on|at|of)\s+(?:(?:the|each|every|all|both|your|its|this)\s+)?(?:\w+\s+)?({_NAMES})\b"
)
WHERETO = re.compile(_WHERE.pattern.replace("on|", "on|to|", 1))
"""The same for a fix, where something brought "to" a machine is used there."""
_FROM_TO = re.compile(
    rf"from (?<=\bfrom )(?:[\w-]+ ){{0,2}}({_NAMES})\b[^.;,\n]{{0,30}}?"
    rf"\bto (?:[\w-]+ ){{0,2}}({_NAMES})\b"
)
_SUBJECT = re.compile(rf"[^a-z]*(?:the )?(?:{_NAMES})\b")
_PARTS = re.compile(r"[.;,\n]\s|\band\b")
_COMMAND = re.compile(r"[\s>*-]*(?:\(?\w{1,2}[.):]\s*)?(?:`|[$#]\s|\s{2})")
_PRONOUN = re.compile(r"[\w-]+ (?:it|both|them|these|those|that)\b")
_SYMBOLS = re.compile(r"[^a-z0-9]+")
_START = attrgetter("start")
_NEAR, _BEFORE, _BEHIND = 120, 240, 60
"""Characters read before a position for a negation, and before and after a name for its machine."""


@dataclass(frozen=True)
class ParsedText:
    """A normalised text."""

    text: str

    @cached_property
    def tokens(self) -> list[Token]:
        return tokens(self.text)

    @cached_property
    def cuts(self) -> list[re.Match[str]]:
        """The matches that end its clauses."""
        return list(_CLAUSE_END.finditer(self.text))

    def clause(self, at: int) -> Span:
        """The span of the clause that contains a position."""
        number = bisect_right(self.cuts, at, key=re.Match.end)
        ends = self.cuts[number].end() if number < len(self.cuts) else len(self.text)
        return self.cuts[number - 1].end() if number else 0, ends

    def cut(self, at: int) -> re.Match[str] | None:
        """The match that ends the clause that contains a position, if any."""
        number = bisect_right(self.cuts, at, key=re.Match.end)
        return self.cuts[number] if number < len(self.cuts) else None

    @cached_property
    def steps(self) -> list[Step]:
        return steps(self.text, self.tokens, self.cuts)

    @cached_property
    def instructions(self) -> list[Step]:
        """The steps that are clearly instructions."""
        return [step for step in self.steps if step.is_instruction]

    def in_instruction(self, at: int, but: str = "") -> bool:
        """Whether a position is in a step that is clearly an instruction. `but`: a kind of step
        that does not count; text in brackets then does not count either."""
        number = bisect_right(self.instructions, at, key=_START)
        if not number or at >= self.instructions[number - 1].end:
            return False
        step = self.instructions[number - 1]
        return not but or (step.kind != but and "(" not in self.text[step.start : at])

    def is_done(self, at: int) -> bool:
        """Whether a position is in an instruction, or in a line that is just a command."""
        begins = self.text.rfind("\n", 0, at) + 1
        return self.in_instruction(at) or bool(_COMMAND.match(self.text, begins, at))

    def is_denied(self, at: int) -> bool:
        """Whether a negation precedes a position in its clause."""
        return bool(NO.search(self.text, max(self.clause(at)[0], at - _NEAR), at))

    # -- words ---

    def between(self, start: int, end: int) -> list[Token]:
        """The tokens that start in [start, end)."""
        first, last = (bisect_left(self.tokens, at, key=_START) for at in (start, end))
        return self.tokens[first:last]

    def words(self, start: int, end: int) -> frozenset[str]:
        """The stems of the words in [start, end), without stop words."""
        return frozenset(word for token in self.between(start, end) if (word := stem(token.text)))

    def object_of(self, step: Step) -> str:
        """A step's verb and object: its text up to the first word that says where, how or why."""
        ends = _OBJECT_ENDS.search(self.text, step.start + 1, step.end)
        return self.text[step.start : ends.start() if ends else step.end]

    def object_words(self, step: Step) -> frozenset[str]:
        """The stems of the words for a step's object."""
        head, *rest = self.between(step.start, step.start + len(self.object_of(step)))
        return frozenset(
            w for t in rest if (w := stem(t.text)) and w not in ("off", stem(head.text))
        )

    @cached_property
    def actions(self) -> list[tuple[str, frozenset[str]]]:
        """(kind, object) of every instruction that adds, removes, raises, lowers or keeps a thing;
        "it" refers to the previous object."""
        found: list[tuple[str, frozenset[str]]] = []
        for step in self.instructions:
            if step.kind not in ("does", "looks"):
                words = self.object_words(step)
                if not words and found and _PRONOUN.match(self.text, step.start):
                    words = found[-1][1]
                found.append((step.kind, words))
        return found

    @cached_property
    def parts(self) -> frozenset[str]:
        """Its words, whole and split at punctuation."""
        return frozenset(w for t in self.tokens for w in (t.text, *_SYMBOLS.split(t.text)))

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The positions of each stem."""
        found: dict[str, list[int]] = {}
        for token in self.tokens:
            if word := stem(token.text):
                found.setdefault(word, []).append(token.start)
        return found

    def positions_of(self, key: frozenset[str], names: frozenset[str]) -> list[int]:
        """The positions of those of a step's words that are names, or else `positions_by_words`."""
        if distinctive := [word for word in key if word in names or technical(word)]:
            return sorted(at for word in distinctive for at in self.places.get(word, ()))
        return self.positions_by_words(key)

    def positions_by_words(self, key: frozenset[str]) -> list[int]:
        """The positions of these words in every clause that contains most of them."""
        rows: dict[Span, dict[int, str]] = {}
        for word in key:
            for at in self.places.get(word, ()):
                rows.setdefault(self.clause(at), {})[at] = word
        enough = max(2, _ENOUGH * len(key))
        return sorted(at for row in rows.values() if len({*row.values()}) >= enough for at in row)

    # -- values and machines ---

    @cached_property
    def values(self) -> dict[str, set[str]]:
        """The values assigned to each name."""
        found: dict[str, set[str]] = {}
        for match in _GIVEN.finditer(self.text):
            value = match["value"].rstrip(".:!?]})")
            placed = match["by"].strip() in ("to", "at") and _PLACE.search(value)
            label = match["by"].strip() == ":" and not (
                technical(match["name"]) or _DIGIT.search(value)
            )
            if value and value not in _NO_VALUE and not (placed or label):
                found.setdefault(match["name"].rstrip(".:_-"), set()).add(value)
        return found

    def side(self, start: int, end: int, where: re.Pattern[str] = _WHERE) -> tuple[int, int] | None:
        """Which of two machines the name at [start, end) is used on, if its clause says so: (pair
        of machines, 0 or 1)."""
        behind = _PARTS.split(self.text[end : end + _BEHIND])[0]
        if found := _WHERE.search(behind):
            return _SIDE[found[1]] if len(behind[: found.start()].split()) <= 3 else None
        if _SUBJECT.match(behind):
            return None
        begins = max(self.clause(start)[0], start - _BEFORE)
        before = list(where.finditer(self.text, begins, start))
        return _SIDE[before[-1][1]] if before else None

    @cached_property
    def transfers(self) -> set[tuple[tuple[int, int], tuple[int, int]]]:
        """The directions in which things are brought from one machine to another."""
        pairs = ((_SIDE[one], _SIDE[other]) for one, other in _FROM_TO.findall(self.text))
        return {(one, other) for one, other in pairs if one[0] == other[0] and one != other}

    def context_of(self, start: int, end: int) -> tuple[str, str, bool]:
        """The clause's text before and after a span, at most REACH characters each, and whether the
        clause is a question."""
        begins, cut = self.clause(start)[0], self.cut(end)
        stops = max(cut.start(), end) if cut else len(self.text)
        asks = "?" in (cut[0] if cut else self.text[-2:])
        before = self.text[max(begins, start - REACH) : start]
        return before, self.text[end : min(stops, end + REACH)], asks

    def sides(self, name: str, where: re.Pattern[str] = _WHERE) -> set[tuple[int, int]]:
        """The machines that a name is used on."""
        found = (self.side(at, at + len(name), where) for at in self.places.get(name, ()))
        return {side for side in found if side}
