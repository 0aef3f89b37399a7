"""Parses a fix or an answer into the steps that it tells its reader to do.

A step is an action verb and what it governs: the words up to the next step or the end of the
clause. After a subject, a condition or a negation, or in a question, it is not clearly an
instruction. Verbs that are not listed make no steps.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from graders.reading.it_triage.stance import BREAKS_OFF, DO, TURNS
from graders.reading.tokens import Token

_KINDS = {
    "adds": "add append enable activate allow permit open install create register grant mount "
    "insert load trust assign unblock attach exempt uncomment reenable re-enable re-add",
    "removes": "remove delete drop disable deactivate deny forbid block close uninstall revoke "
    "unmount destroy erase wipe purge unset detach unlink rm strip truncate empty clear discard",
    "raises": "raise increase extend enlarge expand",
    "lowers": "lower reduce decrease relax weaken loosen",
    "keeps": "keep leave retain preserve maintain",
    "looks": "check confirm verify look see test watch inspect compare identify ensure review list "
    "get show view monitor read validate prove tell find note observe remember",
    "does": "run execute use put write edit change modify alter restart reload reboot apply call "
    "replace rebuild resync convert map move copy rename repeat choose select commit update "
    "upgrade point switch turn set start stop save give take enter import export unlock "
    "configure define overwrite rewrite send reinstall sign reset force skip omit "
    "exclude comment bypass downgrade bind touch kill make shrink flush restore end promote "
    "format reformat migrate tighten shorten abbreviate simplify",
}
#: Kinds that undo one another.
OPPOSITE = {
    "removes": frozenset(("adds", "keeps")),
    "adds": frozenset(("removes",)),
    "raises": frozenset(("lowers",)),
    "lowers": frozenset(("raises",)),
}
_DOUBLED = frozenset("stop drop put set run get cut strip skip omit commit permit".split())
#: Words before a verb that make it a noun or give it a subject: then it is no instruction.
_NO_ORDER = frozenset(
    "the a an this these its your our their each every no any of next last new old is are was were "
    "been has have had which who what they does did would could might may in at with from after "
    "before for if group policy system say".split()
)
_CONDITIONS = frozenset("if when whether unless would could might who which because since".split())
_PLURAL = re.compile(r"\w[^\Wu]s\Z")
_BEHIND = 60
"""Characters read before a verb to tell whether it is an instruction."""
NO = re.compile(
    r"(?:(?:\b(?:not|never|cannot|without|avoid|nor|neither|refrain|no|nobody|nothing|none|dont|"
    r"needless|unnecessary|(?<!not )(?<!n't )(?<!never )(?:skip|forget|ignore|omit))\b|"
    rf"n't\b)(?!\s+{TURNS})|\b(?:instead of|rather than)\b)"
    rf"(?!.{{0,{_BEHIND}}}(?:\b(?:{BREAKS_OFF}|so)\b|, (?:and\b|then\b|please\b|go\b|{DO}|"
    r"(?:dis|en|re|un)\w+e\b)))",
    re.DOTALL,
)
"""A negation that extends to the end of the searched text."""
#: "What you must not do, however tempting: ..."
_NOT_TO_DO = re.compile(
    r"\W*(?:what|(?:one|another|the only|some)\s?things?|things|under no|on no)\b[^:]{0,60}?"
    r"(?:\b(?:not|never|no)\b|n't\b)[^:]{0,80}:[^:]*\Z"
)
_OBLIGED = re.compile(r"\b(?:must|should|shall|to|gets?|will|can|be) (?:be )?$")
_SOMEBODY = re.compile(
    r"(?:^|[;,:.]) ?(?:(?:an?|the|your|our) )?(?:admin\w*|dba|someone) (?:of [\w-]+ )?"
    r"(?:then |also |additionally |please )?\Z"
)
_BY = re.compile(r"\b(?:by|and|or|try|start|consider|need|recommend|suggest)\s+$")
_GOVERNS = 160
"""The most characters after a verb that it governs."""


class Verb(NamedTuple):
    """A form of an action verb."""

    name: str
    kind: str
    form: str
    """base, s, ing or ed."""


class Step(NamedTuple):
    """A verb and what it governs, at characters [start, end) of a text."""

    verb: str
    kind: str
    start: int
    end: int
    is_instruction: bool
    """Whether it is clearly an instruction to the reader."""
    negated: bool


def _forms() -> Iterator[tuple[str, Verb]]:
    for kind, names in _KINDS.items():
        for name in names.split():
            stem = name[:-1] if name.endswith("e") else name + name[-1] * (name in _DOUBLED)
            yield f"{stem}ed", Verb(name, kind, "ed")
            yield f"{stem}ing", Verb(name, kind, "ing")
            yield f"{name}{'e' * name.endswith('h')}s", Verb(name, kind, "s")
            yield name, Verb(name, kind, "base")


VERBS = dict(_forms())
_NOUN = re.compile(r"\w+ (?:is|are|was|were|has|had|balancer)\b")
_BACK_UP = Verb("back", "does", "base")
_BACKS_UP = re.compile(r"back (?<=\bback )(?=(?:[\w-]+ ){0,4}up\b)")
_SHUT_DOWN = Verb("shut", "removes", "base")
_SHUTS_DOWN = re.compile(r"shut (?<=\bshut )(?=(?:[\w-]+ ){0,4}(?:down|off)\b)")


def steps(text: str, row: list[Token], cuts: list[re.Match[str]]) -> list[Step]:
    """The steps of a normalised text, in order; `row` are its tokens, `cuts` its clause ends."""
    heads = [(token.start, verb) for token in row if (verb := VERBS.get(token.text))]
    heads += [(found.start(), _BACK_UP) for found in _BACKS_UP.finditer(text)]
    heads += [(found.start(), _SHUT_DOWN) for found in _SHUTS_DOWN.finditer(text)]
    heads.sort()
    found: list[Step] = []
    begins, at = 0, 0
    for number, (start, verb) in enumerate(heads):
        while at < len(cuts) and cuts[at].start() < start:
            begins, at = cuts[at].end(), at + 1
        cut = cuts[at] if at < len(cuts) else None
        before = text[max(begins, start - _BEHIND) : start]
        if verb.form == "base" and (_is_not_imperative(before) or _NOUN.match(text, start)):
            continue
        following = heads[number + 1][0] if number + 1 < len(heads) else len(text)
        end = min(following, start + _GOVERNS, cut.start() if cut else len(text))
        negated = bool(NO.search(before))
        if not negated and text.find(":", begins, start) > 0:
            negated = bool(_NOT_TO_DO.match(text, begins, start))
        instruction = not (negated or (cut and "?" in cut[0])) and _is_instruction(verb, before)
        found.append(_settled(Step(verb.name, verb.kind, start, end, instruction, negated), text))
    return found


def _is_instruction(verb: Verb, before: str) -> bool:
    if verb.form == "base":
        return True
    if verb.form == "ing" and _is_not_imperative(before):
        return False
    lead = {"s": _SOMEBODY, "ed": _OBLIGED, "ing": _BY}[verb.form]
    return bool(lead.search(before))


def _is_not_imperative(before: str) -> bool:
    """Whether a verb is a noun here, has a subject, or is under a condition."""
    words = before.split()
    if not words:
        return False
    last, one_before = words[-1], words[-2] if len(words) > 1 else ""
    if last == "that":
        return one_before != "after"
    if last == "may":
        return one_before not in ("you", "we")
    if (
        last in _NO_ORDER
        or last[-1:] in "'_/->"
        or last.isdigit()
        or _PLURAL.search(last, len(last) - 3)
    ):
        return True
    start = max(before.rfind(","), before.rfind(":")) + 1
    return not _CONDITIONS.isdisjoint(before[start:].split())


_SWITCH = frozenset(("turn", "switch", "set"))
_ON_OFF = re.compile(
    r"(?<=turn )on\b|(?<=switch )on\b|\boff\b|\bon\b(?!\s+(?:the|each|every|all)\b)"
)
_OUT = re.compile(r"\b(?:out|away|off)\b")


def _settled(step: Step, text: str) -> Step:
    """The step with its final kind: `removes` for "turn X off" or "take X out", `adds` for "on"."""
    if step.verb in _SWITCH and (way := _ON_OFF.search(text, step.start, step.end)):
        return step._replace(kind="adds" if way[0] == "on" else "removes")
    if step.verb == "switch" and " to " not in text[step.start : step.end]:
        return step._replace(is_instruction=False)
    if step.verb == "take" and _OUT.search(text, step.start, step.end):
        return step._replace(kind="removes")
    return step
