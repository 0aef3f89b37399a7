"""The patterns of modules, and texts over which one may take long, made of its own parts.

A pattern is taken apart into what it repeats, what it chooses between, and the characters that it
knows. Of these come floods: a piece again and again, two in turn; behind a match that has begun,
and before something that breaks it off.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from re import _constants as op
from re import _parser as parser
from typing import Any, NamedTuple

AT_ONE_PLACE = {"match", "fullmatch"}
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
STRANGE = "aZ5 _-.:,;!?/\"'(\n\0é"
"""Characters for what stands for anything, or for all but a few."""
MEMBERS = {
    op.CATEGORY_DIGIT: "5",
    op.CATEGORY_NOT_DIGIT: "a -",
    op.CATEGORY_SPACE: " \n",
    op.CATEGORY_NOT_SPACE: "a.,",
    op.CATEGORY_WORD: "a5_",
    op.CATEGORY_NOT_WORD: " -,",
}


# -- which there are ---


class Asked(NamedTuple):
    """A pattern and the ways in which it is asked: "search" for all that goes through a text."""

    name: str
    pattern: re.Pattern[str]
    ways: frozenset[str]


def standing(modules: Iterable[str]) -> list[Asked]:
    """The patterns that stand in modules: by themselves, in tuples, in objects that hold one."""
    ways: dict[tuple[str | None, str], set[str]] = {}
    for module in (modules := list(modules)):
        for name, way in _uses(source(module)):
            where = module if name.startswith("_") else None
            ways.setdefault((where, name), set()).add(way if way in AT_ONE_PLACE else "search")
    found: dict[re.Pattern[str], Asked] = {}
    for module in modules:
        for name, value in vars(import_module(module)).items():
            where = module if name.startswith("_") else None
            for one in value if isinstance(value, tuple) else (value,):
                pattern = getattr(one, "pattern", one) if not isinstance(one, re.Pattern) else one
                if isinstance(pattern, re.Pattern) and pattern not in found:
                    asked = frozenset(ways.get((where, name), {"search"}))
                    found[pattern] = Asked(f"{module}.{name}", pattern, asked)
    return list(found.values())


def source(module: str) -> ast.Module:
    """A module's source, parsed."""
    return ast.parse(Path(import_module(module).__file__).read_text(encoding="utf-8"))


def _uses(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names, and what of them is asked for: of `speech.BOOKS.search` "BOOKS" and "search"; "" for
    a name that is handed on."""
    owners = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owners.add(node.value)
            if isinstance(node.value, ast.Name | ast.Attribute):
                yield _last(node.value), node.attr
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in owners:
            yield node.id, ""


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


def made_on_the_way(module: str) -> set[str]:
    """Functions of a module that call `re` themselves: their patterns stand nowhere."""
    return {
        function.name
        for function in ast.walk(source(module))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "re"
        and node.attr in {"compile", "search", "match", "fullmatch", "split", "sub", "subn",
                          "findall", "finditer"}
    }  # fmt: skip


# -- what they may take long over ---


class Flood(NamedTuple):
    """A piece again and again, behind an opening and before an end."""

    opening: str
    piece: str
    end: str

    def of(self, length: int) -> str:
        """The flood as a text of so many characters, opening and end aside."""
        body = self.piece * (length // len(self.piece) + 1)
        return f"{self.opening}{body[:length]}{self.end}"


def floods(pattern: re.Pattern[str], rng: Random, most: int) -> list[Flood]:
    """At most so many floods of what the pattern is made of."""
    whole = parser.parse(pattern.pattern, pattern.flags)
    characters, parts = set(" "), set()
    for code, value in _all(whole):
        if code is op.IN:
            characters |= set(_members(value))
        elif code is op.LITERAL:
            characters.add(chr(value))
        elif code is op.BRANCH:
            parts |= {_sample(rng, way) for way in value[1]}
        elif code in REPEATS and value[1] > 2:
            parts |= {_sample(rng, value[2]) for _ in range(3)}
    begun = [
        one[: rng.randint(1, len(one))] for one in (_sample(rng, whole) for _ in range(20)) if one
    ]
    single = sorted(characters) + sorted(parts - {""}) + begun
    pieces = [*single, *(f"{one} " for one in single)]
    pieces += [rng.choice(single) + rng.choice(single) for _ in single]
    ends = ["", "", "\0", rng.choice(STRANGE), rng.choice(single)]
    found = [
        Flood(opening, piece, rng.choice(ends))
        for piece in dict.fromkeys(pieces)
        for opening in ("", rng.choice(["", *begun]))
    ]
    return rng.sample(found, min(most, len(found)))


def _members(items: list[tuple[Any, Any]]) -> list[str]:
    found: list[str] = []
    for code, value in items:
        if code is op.LITERAL:
            found.append(chr(value))
        elif code is op.RANGE:
            found += map(chr, value)
        elif code is op.CATEGORY:
            found += MEMBERS[value]
    but = items[0][0] is op.NEGATE
    return [one for one in STRANGE if one not in found] if but else found


def _all(nodes: Any) -> Iterator[tuple[Any, Any]]:
    """All parts of a pattern, those that look ahead and behind included."""
    for code, value in nodes:
        yield code, value
        for inner in _inner(code, value):
            yield from _all(inner)


def _inner(code: Any, value: Any) -> list[Any]:
    if code is op.BRANCH:
        return value[1]
    if code is op.SUBPATTERN:
        return [value[3]]
    if code in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    if code in REPEATS:
        return [value[2]]
    return [value] if code is op.ATOMIC_GROUP else []


def _sample(rng: Random, nodes: Any) -> str:
    """A text that the pattern may match; what it looks at beside the match is left out."""
    return "".join(_one(rng, code, value) for code, value in nodes)


def _one(rng: Random, code: Any, value: Any) -> str:
    if code is op.LITERAL:
        return chr(value)
    if code is op.NOT_LITERAL:
        return rng.choice([one for one in STRANGE if one != chr(value)])
    if code is op.ANY:
        return rng.choice(STRANGE)
    if code is op.IN:
        return rng.choice(_members(value))
    if code in REPEATS:
        least, most, body = value
        times = rng.randint(least, min(most, least + 2))
        return "".join(_sample(rng, body) for _ in range(times))
    if code in (op.BRANCH, op.SUBPATTERN, op.ATOMIC_GROUP):
        return _sample(rng, rng.choice(_inner(code, value)))
    return ""
