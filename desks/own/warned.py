"""What a text says of a command, path or value that it names: do it, do not do it, or neither.

It is forbidden by what stands before it ("never run X", "deprecated: X"), behind it ("X is
dangerous") or in its heading ("Do not"), in English and German. "Never X before Y" and "do not
delete X" forbid neither: what they say of it is left open, and so is all that another negation may
be about. What is clearly affirmed ("do not forget X", "if Y does not help, X") is prescribed.
"""

import re
from collections.abc import Sequence
from typing import Literal

Span = tuple[int, int]
Stance = Literal["prescribed", "forbidden", "open"]

REACH = 240
"""Characters read on either side of a name."""
_MASK = "\0"
_ENDS = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!z\.b)[.!?][\"')\]]*\s|;\s|`\s(?=[^\W\d_a-zß-ÿ])|\n")
_USES = (
    r"(?:re-?)?(?:run|use|execute|type|enter|call|issue|apply|try|set|add|put|do|give|pass|choose|"
    r"start|invoke|us|execut|typ|issu|giv|choos|invok)(?:n?ning|t?ting|ing)?\b"
)
_DOES = (
    rf"(?:please |just |simply |always |bitte )?(?:{_USES}|(?:restart|stop|check|look|clear|delete|"
    r"remove|flush|free|renew|reload|create|edit|open|write|change|keep|make|select|install|tell|"
    r"führen?|nutzen?|benutzen?|verwenden?|starten?|setzen?|löschen?|prüfen?|rufen?|gib|geben)\b)"
)
_SMALL = (
    r"(?:(?:the|this|that|these|those|any|all|both|either|each|of|a|an|your|following|command|"
    r"commands|option|options|step|steps|thing|things|here|ever|even|also|simply|just|things|like|"
    r"such|as|with|it|to|be|is|den|die|das|diese\w*|folgende\w*|befehle?|mit|sie|jemals|einfach|"
    r"etwas|so)\b[ -]*)"
)
_AND = r"(?:[\s,/*-]|\d{1,2}[.)]\s|\b(?:and|or|nor|und|oder|noch)\b)"
_LIST = rf"(?:{_AND}{{0,9}}`\0*`){{0,20}}{_AND}{{0,9}}`?$"
_TURNS = (
    r"(?:forget|hesitat|fail|omit|skip|neglect|miss|only|just|merely|worry|wait|delay|avoid|panic|"
    r"mind|refus|leave out|verg[ei]ss|warte|zöger|überspring|auslass|verzicht|nur\b)\w*"
)
_BAD = (
    r"(?:deprecated|dangerous|forbidden|prohibited|banned|harmful|destructive|disastrous|obsolete|"
    r"unsafe|verboten\w*|gefährlich\w*|veraltet\w*|untersagt\w*|schädlich\w*)"
)
_AFFIRMS = re.compile(
    rf"(?:\b(?:not|never|nicht|nie|niemals)\b|n't\b)\s+{_TURNS}|\bverg[ei]ss\w* (?:sie )?nicht\b"
    rf"|\b(?:not|nicht) (?:only|nur|{_BAD})",
    re.IGNORECASE,
)
_KIND = r"(?:commands?|steps?|ways?|methods?|options?|settings?|fix(?:es)?|things?|befehle?)"
_ORDER = (
    r"(?:(?:do\s+not|don['’]?t|never|avoid|refrain\s+from|niemals|nie|keinesfalls)\b"
    r"|(?:stop|quit)\s+(?=using|running)|auf\s+keinen\s+fall\b|unter\s+keinen\s+umständen\b)"
)
_FORBIDS = re.compile(
    rf"(?:(?:(?:^|[,:(–-])[\s*\d.)-]*|\b(?:please|and|or|but|so|you|we|then|also|now|should|must|may"
    rf"|shall|can|to|bitte|und|aber|oder|sie|man|wir)\s+){_ORDER}"
    r"|\b(?:must|should|may|shall|need)\s*n(?:o|['’])t\b|\bno\s+longer\b"
    rf"|\b(?:{_BAD}|wrong|not\s+(?:allowed|safe|permitted))\s+to\b|\bagainst(?=\s+\w+ing\b)"
    r"|\b(?:under\s+no\s+circumstances?|on\s+no\s+account)\b(?:\s+(?:you|we|should|must|may))*"
    r"|\b(?:nobody|no\s*-?one)\s+(?:should|must|may)\b|\bnicht\b|\bkeine?n?\b)"
    rf"(?!\s+{_TURNS})",
    re.IGNORECASE,
)
"""A prohibition of what follows."""
_REACHES = re.compile(
    rf"[\s:*-]*(?:{_SMALL}{{0,6}}{_USES}\s*(?:(?!to\b|by\b|so\b|in order\b)[\w'’-]+\s+){{0,6}}"
    rf"|{_SMALL}{{0,9}}):?\s*{_SMALL}{{0,6}}{_LIST}",
    re.IGNORECASE,
)
"""What may stand between a prohibition and what it forbids."""
_BREAKS = re.compile(
    r"\b(?:but|however|then|until|unless|before|after|without|because|since|so|if|when|while|once|"
    r"otherwise|instead(?!\s+of)|sondern|aber|bevor|bis|ohne|wenn|falls|weil|dann|sonst|"
    r"stattdessen)\b",
    re.IGNORECASE,
)
_NEXT_TO = re.compile(
    rf"\b(?:instead\s+of|rather\s+than|in\s+place\s+of|anstatt|anstelle\s+von|statt"
    rf"|{_BAD})\s+(?:{_USES}\s*)?(?:old\s+)?{_SMALL}{{0,5}}{_LIST}",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"[\s*\d.)-]*(?:(?:{_ORDER}|not|nicht|what not to|things? (?:not|never) to|(?:you )?must not)"
    rf"\s*(?:{_USES}\s*)?{_SMALL}{{0,9}}|don['’]?ts"
    rf"|(?:strictly |streng )?(?:{_BAD}|not allowed|nicht erlaubt)(?: {_KIND})?"
    rf"|(?:the following|these|this|folgende\w*|diese\w*)\b"
    rf"(?:(?!\b(?:not|never|nicht|nie)\b)[^:]){{0,60}}\b(?:{_BAD}|not allowed"
    r"|nicht erlaubt|never to be \w+|avoided)[^:]{0,30})\s*:",
    re.IGNORECASE,
)
"""The beginning of a sentence that forbids what it lists after its colon."""
_LISTED = re.compile(rf"\s*(?:{_USES}\s*)?{_SMALL}{{0,5}}{_LIST}", re.IGNORECASE)
_DONE = (
    r"(?:run|used?|executed?|typed|called|issued|entered|set|applied|done|given|chosen|started|"
    r"ausgeführt|verwendet|benutzt|genutzt|eingegeben|gestartet|gesetzt)\b"
)
_NOT = r"(?:\s+(?:not|never|nicht|nie|niemals|under\s+no\s+circumstances|on\s+no\s+account)|n['’]t)"
_LIMITED = re.compile(
    r"[^,;.:]{0,40}?\s(?:before|until|unless|except|without|while|too|late|later|twice|more|only"
    r"|yet|after|again|bevor|solange|bis|ohne|außer|mehrfach|zweimal)\b",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    rf"`?(?:{_AND}{{0,9}}`\0*`){{0,20}}[\"')]*"
    r"(?:\s*,?\s*(?:(?:which|that|this|it|they|die|das|der)\s+)?"
    rf"(?:(?:command|option|script|step|way|befehl)s?\s+)?(?:itself\s+)?"
    r"(?:(?:is|are|was|were|would\s+be|ist|sind|war|wäre)\s+"
    r"(?:(?!(?:not|never|no|nicht|nie|kein\w*)\b)[\w'’-]+\s+){0,3}?"
    rf"(?:{_BAD}|wrong\b|falsch\b|not\s+(?:allowed|permitted|safe)|nicht\s+erlaubt"
    rf"|(?:never|not)\s+to\s+be\s+{_DONE}|to\s+be\s+(?:avoided|refused)|zu\s+vermeiden)"
    rf"|(?:must|should|may|can|shall|darf|dürfen|soll\w*){_NOT}\s+(?:ever\s+)?(?:be\s+)?{_DONE}"
    r"|(?:must|has\s+to|have\s+to|should|muss)\s+(?:always\s+)?be\s+(?:refused|avoided|rejected)"
    r"|(?:would\s+|will\s+|can\s+|could\s+)?(?:destroy|ruin|corrupt|damage)s?\b|zerstört\b"
    r"|(?:[\wäöüß]+\s+){0,2}?(?:nicht|nie|niemals|keinesfalls|auf\s+keinen\s+fall)\s+(?:mehr\s+)?"
    r"(?:ausführen|verwenden|benutzen|nutzen|eingeben|starten|setzen|anwenden|aus(?=\W*$)))"
    rf"|\s*[(\[:–-]+\s*(?:{_BAD}|never\b|do\s+not\b|don['’]?t\b|nie\b|niemals\b|nicht\b)"
    rf"(?!\s+{_TURNS}))",
    re.IGNORECASE,
)
_NEXT_SENTENCE = re.compile(
    rf"[^.!?]{{0,{REACH}}}[.!?]\s+(?:please\s+)?{_ORDER}\s+(?:ever\s+)?(?:{_USES}|do)\s+"
    r"(?:it|this|that|them|these)\s*(?:[.!,]|ever\b|under\b|$)",
    re.IGNORECASE,
)
"""Of what a sentence names, the next one says "Never do this."."""
_GERMAN = (
    re.compile(
        r"\b(?:nutzen?|benutzen?|verwenden?|starten?|führen?|setzen?|nehmen?|geben?)\s+(?:sie\s+)?"
        r"(?:(?:den|die|das)\s+)?(?:befehl\s+)?`?$",
        re.IGNORECASE,
    ),
    re.compile(r"`?\s+(?:bitte\s+|hier\s+)?(?:nicht|nie|niemals)\b(?!\s+verg)", re.IGNORECASE),
)
_IF = re.compile(r"\b(?:if|when|whether|wenn|falls)\s+`?$", re.IGNORECASE)
_GIVEN = re.compile(r"[\s*\d.)-]*(?:if|when|once|wenn|falls|sobald)\b[^,]*,", re.IGNORECASE)
_ANEW = re.compile(
    rf"(?:[,:–]|\s-)\s+(?:(?:and|then|please|instead|und|dann|bitte)\s+)*{_DOES}"
    r"|\b(?:then|but|instead(?!\s+of)|otherwise|sondern|dann|sonst|stattdessen)\b",
    re.IGNORECASE,
)
_DOUBTS = re.compile(
    r"\b(?:not|never|avoid|without|instead of|nicht|kein\w*|nie|niemals|ohne)\b|n['’]t\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:instead(?!\s+of)|stattdessen|sondern)\b", re.IGNORECASE)
_HEADING = re.compile(
    rf"\W*(?:(?:do not(?! disturb)|don['’]?ts?|never(?!-)|avoid|what not to|what (?:you )?must "
    r"(?:not|never)|things? (?:not|never) to|not allowed|niemals|auf keinen fall|nicht "
    rf"(?:tun|machen|ausführen|verwenden))\b(?!\s+{_TURNS})|{_BAD}(?: {_KIND})?\W*$)",
    re.IGNORECASE,
)


def is_warning(heading: str) -> bool:
    """Whether a heading forbids what stands under it."""
    return bool(_HEADING.match(heading))


def masked(text: str, names: Sequence[Span]) -> str:
    """The text with its names blanked: their words say nothing."""
    parts, at = [], 0
    for start, end in names:
        parts += [text[at:start], _MASK * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def stance(text: str, start: int, end: int, under_warning: bool = False) -> Stance:
    """What a masked text says of the name at [start, end); `under_warning`: so does its heading."""
    near = max(0, start - REACH)
    ends = [found.end() for found in _ENDS.finditer(text, near, start)]
    before = text[ends[-1] if ends else near : start]
    after = text[end : end + 2 * REACH]
    cut = _ENDS.search(after, 1)
    clause = after[: cut.start() + 1 if cut else REACH]
    if denied := _DENIED_AFTER.match(clause):
        limited = _IF.search(before) or _LIMITED.match(clause, denied.end())
        return "open" if limited else "forbidden"
    if _NEXT_SENTENCE.match(after):
        return "forbidden"
    if _GERMAN[0].search(before) and _GERMAN[1].match(clause):
        return "open" if _LIMITED.match(clause) else "forbidden"
    said = _before(before, clause)
    if under_warning and not _INSTEAD.search(before + clause):
        return "open" if said == "open" else "forbidden"
    return said


def _before(before: str, after: str) -> Stance:
    """What the words before a name say of it."""
    before = _AFFIRMS.sub(" ", before)
    if (lead := _LEAD.match(before)) and _LISTED.fullmatch(before, lead.end()):
        return "open" if _INSTEAD.search(after) else "forbidden"
    if ":" in before and not _FORBIDS.search(before.rpartition(":")[2]):
        head, _, rest = before.rpartition(":")
        order = list(_FORBIDS.finditer(head))
        if not (order and _REACHES.fullmatch(before, order[-1].end())):
            before = rest
    if given := _GIVEN.match(before):
        before = before[given.end() :]
    limited = bool(_LIMITED.match(after))
    if _NEXT_TO.search(before):
        return "open" if limited else "forbidden"
    for order in reversed(list(_FORBIDS.finditer(before))):
        between = before[order.end() :]
        if _BREAKS.search(between):
            continue
        if _REACHES.fullmatch(between):
            return "open" if limited else "forbidden"
    anew = list(_ANEW.finditer(before))
    rest = before[anew[-1].end() :] if anew else before
    return "open" if _DOUBTS.search(rest) else "prescribed"
