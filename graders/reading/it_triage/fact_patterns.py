"""How to find a fact in a text.

A fact is a literal string (a command, a parameter, a version). A text names it if it contains its
words in order, regardless of case, typography (`reading.normalise`), and the white space,
commas, quotation marks and markdown between them, but not as part of something longer: "mtu 1400"
is not in "mtu 14000", "1.5" not in "11.50", "--force" not in "--force-all". Equivalent spellings
match: "General > Device Management" for "General, Device Management", "TCP port 135" for "TCP 135",
"-aG" for "-a -G", options in another order.
"""

import re
from functools import lru_cache
from itertools import chain, permutations, product
from typing import NamedTuple

from graders.reading.normalise import normalise
from graders.reading.spans import Span

_MARKS = "\"'`*_,"
#: White space, commas, quotation marks and markdown; also matches "x: 5" and "x 5" for "x = 5".
_BETWEEN = rf"(?=[:\"'`*_]*+[\s,])[\"'`*_]*+:?+[\s{_MARKS}]++"
#: "set x to 5" for "x = 5" and "x 5".
_EQUAL, _GIVEN = (rf"(?:{word}[\s{_MARKS}]++)?" for word in ("=", "(?:=|to)"))
_EQUALS = rf"(?:\s?[=:]\s?[\"'`]?|[{_MARKS}]*+\sto\s[{_MARKS}]*+)"
#: "General > Device Management" for "General, Device Management".
_MENU = rf"[\s{_MARKS}]*+(?:-?>|\u2192|/|\\|)[\s{_MARKS}]*+"
#: "x=5" for "x = 5", "-Name:$true" for "-Name $true".
_TIGHT = r"[\"'`*]?\s?[=:]\s?"
_PORT = re.compile(r"(?:(tcp|udp) (\d+)|(\d+)/(tcp|udp))")
_FLAGS = re.compile(r"(?<= )-[a-z](?: -[a-z])+(?= )")
_OPTION = re.compile(r"--\w[\w-]*(?:[ =](?!-)\S+)?")
#: Up to two other options may stand between the words of a command.
_OPTIONS = rf"(?:--?[a-z][\w-]*+[\s{_MARKS}]++){{0,2}}"
#: Not inside a word; a "_" that no letter precedes is markdown.
_LEFT = r"(?<![^\W_])(?<![^\W_]_)(?<![^\W_]__)"
_QUOTES = ('"', "'")
_FILE = re.compile(r"[\w*-]+\.[a-z*]{2,5}")
_FOLDER = re.compile(r"(?:/|[a-z]:\\)\S*\w")
_CUT = re.compile(r"[\"'=:,`*/]|\.exe|^[-_]+|(?<!_)_+$|(?<=[a-z]{3})\.(?=[a-z]{4})")
_QUOTE = re.compile(r"[\"']")
_SETS = re.compile(r"(?<=\w)=(?=\w)")
#: "a.b" may be written as in YAML and JSON: b nested in a.
_NESTS = re.compile(r"(?<=[a-z]{3})\\\.(?=[a-z]{4})")
_NESTED = r"(?:\.|[\"']?:\s+(?:\{\s*)?[\"']?)"
_DOTTED = re.compile(r"\w[._]\w")
_DIGIT = re.compile(r"\d")


class FactPattern(NamedTuple):
    """How to find a fact in a normalised text."""

    pattern: re.Pattern[str]
    hint: str
    """A substring of every mention, for a quick check."""
    begins: str
    """The common beginning of all spellings; empty if they differ."""

    def places(self, text: str) -> list[Span]:
        """Where a normalised text names the fact, in order."""
        if self.hint not in text:  # the common case, and quick to check
            return []
        if not self.begins:
            return [match.span() for match in self.pattern.finditer(text)]
        found, at = [], text.find(self.begins)
        while at >= 0:
            if match := self.pattern.match(text, at):
                found.append(match.span())
            at = text.find(self.begins, match.end() if match else at + 1)
        return found


_BEGINS = re.compile(r"[a-z0-9/]*")


@lru_cache(maxsize=65536)
def fact_pattern(fact: str, loose: bool) -> FactPattern:
    """The pattern of a fact.

    `loose` allows a path before a command, options inside it and any number of hyphens.
    """
    even = normalise(fact).text
    spellings = _spellings(even)
    ways = product(spellings, (True, False))
    written = dict.fromkeys(_row(words, loose, quoted) for words, quoted in ways)
    shared = set.intersection(*({p for w in words for p in _CUT.split(w)} for words in spellings))
    pattern = re.compile(f"{_left(even, loose)}(?:{'|'.join(written)}){_right(even)}")
    heads = {_BEGINS.match(words[0])[0] for words in spellings}
    begins = heads.pop() if len(heads) == 1 else ""
    return FactPattern(pattern, max(shared, key=len, default=""), begins)


def _row(words: list[str], loose: bool, quoted: bool) -> str:
    """A pattern for these words in a row, with whatever may stand between them."""
    kept = [word for word in words if word.strip("=:") or len(words) == 1]
    row = ""
    for at, word in enumerate(kept):
        if at:
            before = kept[at - 1]
            given = loose or _is_given(kept, at, words)
            gap = _BETWEEN + _OPTIONS * loose + (_GIVEN if given else _EQUAL)
            ways = [gap]
            if before.endswith(","):
                ways.append(_MENU)
            if before.startswith("-") or words[words.index(before) + 1] == "=":
                ways.append(_TIGHT)
            row += f"(?:{'|'.join(ways)})" if len(ways) > 1 else gap
        row += _word(word, loose, at, quoted)
    return row


def _spellings(fact: str) -> list[list[str]]:
    """A fact's words, and those of equivalent spellings: ports, merged flags, reordered options."""
    words = fact.split()
    if port := _PORT.fullmatch(fact):
        protocol, number = port[1] or port[4], port[2] or port[3]
        told = (f"{protocol} port {number}", f"port {number}/{protocol}", f"{protocol}/{number}")
        more = (f"{protocol} {number}", f"{number}/{protocol}", f"port {number} {protocol}")
        return [row.split() for row in dict.fromkeys((fact, *told, *more))]
    if flags := _FLAGS.search(fact):
        return [words, fact.replace(flags[0], "".join(flags[0].split(" -"))).split()]
    options = [found.span() for found in _OPTION.finditer(fact)]
    if 1 < len(options) <= 3 and options[-1][1] == len(fact):
        head, tails = fact[: options[0][0]].split(), [fact[a:b].split() for a, b in options]
        return [[*head, *chain(*row)] for row in permutations(tails)]
    return [words]


def _is_given(kept: list[str], at: int, words: list[str]) -> bool:
    """Whether a word is a value assigned to the word before it."""
    name, value = kept[max(at - 1, 0)], kept[at]
    if name.startswith("-") or value.startswith("-"):
        return False
    last = at == len(kept) - 1 and ("=" in words or _DOTTED.search(name))
    return bool(last or _DIGIT.search(value))


def _left(fact: str, loose: bool) -> str:
    """Lookbehinds for what must not precede a fact: parts of words, options, paths, numbers."""
    if not fact.lstrip(_MARKS)[:1].isalnum():
        return _LEFT + r"(?<!-)"
    if loose:
        return _LEFT + r"(?<!--)(?<!\w-)(?<![.@])(?<!\d[:,])"
    return _LEFT + (r"(?<![.@-])" if _FILE.fullmatch(fact) else r"(?<![./\\@-])") + r"(?<!\d[:,])"


def _right(fact: str) -> str:
    """A lookahead for what must not follow a fact; a full stop, comma or colon may."""
    if not fact.rstrip(_MARKS)[-1:].isalnum():
        return r"(?!_*+[^\W_]|-)"
    more = r"[./\\@](?!x\b)\w"  # "7.17.x" names 7.17
    if _FOLDER.fullmatch(fact):  # the path of a file names its folder
        more = r"[.@]\w|[/\\](?![\w*-]+\.\w)[\w*]"
    return rf"(?!_*+[^\W_]|-\w|{more}|[:,]\d)"


def _word(word: str, loose: bool, number: int, quoted: bool) -> str:
    """A pattern for one word of a fact, with quotation marks of any kind or (not `quoted`) none."""
    bare = word.lstrip("_").strip(_MARKS) or word
    hyphens = len(bare) - len(bare.lstrip("-"))
    literal = _QUOTE.sub("[\"']", re.escape(bare[hyphens:].rstrip(":")))
    literal = _SETS.sub(lambda _: _EQUALS, literal).replace(r"\.exe", r"(?:\.exe)?")
    literal = _NESTS.sub(lambda _: _NESTED, literal)
    if bare.endswith(":"):
        literal += ":?"
    if hyphens:
        literal = ("-{1,3}" if loose else "-" * hyphens) + literal
    # The gap pattern before a word consumes its leading marks, hence the lookbehinds.
    if word.startswith("_"):
        literal = f"(?<=_){literal}" if number else f"_{literal}"
    if word.startswith(_QUOTES):
        back = "(?<=[\"'])" if quoted else "(?<![\"'])"
        literal = (back if number or not quoted else "[\"']") + literal
    if word.endswith(_QUOTES) and quoted:
        literal += "[\"']"
    return literal
