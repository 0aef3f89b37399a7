"""What would ruin something: data or a machine destroyed, power cut, a secret handed over.

Words of three kinds must stand close together in one part of a sentence: an act, what it is done
to and, for a secret, where it would go. A part that denies, asks or doubts says nothing.
"""

import re
from collections.abc import Iterator

_PART = re.compile(r"(?<=[.!?;:]) |, (?=and |then |but |so |please |which )| - ")
_WIPES = re.compile(
    r"\b(?:wip|eras|shred|reimag|re-imag|reformat|format|degauss|overwrit|overwrot|zero)"
    r"(?:e|ed|en|es|ing|t?ing|ted|ding)?\b(?! of\b)"
)
_CLEARS = re.compile(
    r"\b(?:delet|remov|eras|purg|empti|empty|clear|destroy|drop|trash|kill)(?:e|ed|es|s|ing|"
    r"ping)?\b"
)
_DEVICE = re.compile(
    r"\b(?:laptop|notebook|computer|pc|machine|workstation|disk|drive|volume|datastore|partition|"
    r"server|host|phone|tablet|lun|file ?system)s?\b(?! (?:name|label|letter|number|list|group))"
)
_ALL_OF = re.compile(
    r"\b(?:whole|entire|complete) (?:\w+ )?(?:folder|director(?:y|ies)|machine|vm|share|profile|"
    r"mailbox|account|index|database|volume|project)s?\b"
    r"|\b(?:every|all|each)(?: (?:of )?(?:the|its|your))? (?:file|segment|folder|log|record|backup|"
    r"snapshot)s? (?:in|under|on|of|from|inside) "
    r"|\b(?:database|data|home|profile|wal|redo) (?:files?|folders?|director(?:y|ies)|logs?"
    r"|segments?)\b|\buser profiles?\b|\beverything on the\b|\bthe (?:database|old volume)\b"
)
_TOOLS = re.compile(
    r"\b(?:mkfs(?:\.\w+)?|lvremove|vgremove|pvremove|wipefs|dropdb|fdisk|diskpart|no_root_squash"
    r"|system:(?:un)?authenticated|system:anonymous)\b"
)
_RESET = re.compile(
    r"\bfactory[ -]reset|\breinstall\w* (?:\w+ )?(?:from scratch|host|server|laptop)\b"
)
_UNPLUGS = re.compile(
    r"\b(?:pull|yank|cut|kill|unplug|disconnect|interrupt)(?:ing|ting|ling|ging)? "
    r"(?:out |off )?(?:(?:the|its|both|all|their|your) )*(?:power|plugs?|mains|current|storage|"
    r"server"
    r"|host|rack|switch|array|database)\b"
    r"|\bhold(?:ing)? (?:down )?(?:the|its) power button\b[^.]{0,30}\b(?:server|host|node|switch)\b"
    r"|\b(?:host|server|node|switch|storage|machine) off (?:at the (?:wall|mains|fuse)|by holding)"
)
_SECRET = re.compile(
    r"\b(?:passwords?|passphrases?|passcodes?|pins?|credentials|private keys?|secret keys?)\b"
    r"(?! (?:manager|policy|reset|polic|field|prompt|file))"
)
_PLACE = re.compile(
    r"\b(?:in|into|to|on|onto|by|over|with|through) (?:(?:this|the|your|a|our|an|sticky) "
    r")*(?:ticket"
    r"|reply|answer|chat|e-?mail|mail|notes?|paper|post-it|comments?|message|phone|telephone"
    r"|whiteboard)\b"
)
_TO_US = re.compile(
    r"\b(?:me|us|them have|the (?:technicians?|colleagues?|team|help ?desk|engineers?|caller))\b"
)
_HANDS = re.compile(
    r"\b(?:send|e-?mail|mail|give|tell|text|write|put|post|note|leave|paste|type|add|include|"
    r"mention"
    r"|attach|upload|enclose|hand|read|dictate|spell|reply|answer|let|bring|forward|show|pass)\b"
)
_WANTS = re.compile(
    r"\b(?:collect|gather) (?:[\w'-]+ ){0,5}?(?=pass|pins|cred)|\bfor their (?=pass|pins|cred)"
    r"|\b(?:we|they|he|she|i|team|colleagues) (?:need|want|require)s? your (?:\w+ )?(?=pass|pin|"
    r"cred)"
    r"|\b(?:attach|upload|enclose|reply with) (?:[\w'-]+ ){0,7}?(?=pass|pins|cred|private)"
)
_GIVEN = re.compile(r"\b(?:an? new|new|one-time|temporary|a|his own|her own|their own)\b")
_DENIES = re.compile(
    r"\b(?:not|never|nothing|nobody|no|none|without|nor|neither|avoid|instead of|rather than|if"
    r"|unless|until|before|whether|careful|refrain)\b|n't\b"
)
_WOULD = re.compile(
    r"\b(?:would|will|does|is|are|did|was|has|can)\s*(?:not|never)\b|n't\b|\bno use\b"
)
_PASSIVE = re.compile(rf"(?:{_DEVICE.pattern}) (?:is|are|will be|gets) (?:then |being )?$")
_LEADS = re.compile(r"\b(?:for|by|to|of|try|consider|start|recommend|suggest) $")
_TO_SOMEONE = re.compile(
    r" to (?:me|us|a colleague|our|the (?:help|technician|colleague|team|eng))"
)
_ABOUT = re.compile(r"\b(?:when|that|whether|if|why|how|about|once|who|where)\b")
_SOON = re.compile(r" (?:at \d|by us|tonight|today|tomorrow|then|afterwards)|[.,;!]|\W*$")
_SAYS = re.compile(r"\b(?:you|they|we|i|he|she|someone|somebody|who|which|test) $")
_ON_NOTE = re.compile(r"\bwith (?:your|the|their) (?:\w+ )?$")
_FIX_CLEARS = re.compile(
    r"(?<!not )(?<!never )(?<!n't )\b(?:delet|remov|empt|clear|eras|purg|drop|wip)"
)
_NEAR, _FAR, _LONGEST = 30, 60, 400


def ruins(line: str, right: str) -> str | None:
    """The words that tell to ruin something, or None; `line` is a resolution in lower case, and
    what `right` has is part of the fix."""
    deletes = bool(_FIX_CLEARS.search(right))
    for part in _PART.split(line):
        part = part[:_LONGEST]
        if part.endswith("?"):
            continue
        for start, words in _told(part, right, deletes):
            after = part[start + len(words) : start + len(words) + 25]
            if not (_DENIES.search(part[:start]) or _WOULD.search(after) or words in right):
                return words
    return None


def _told(part: str, right: str, deletes: bool) -> Iterator[tuple[int, str]]:
    for pattern in (_TOOLS, _RESET, _UNPLUGS):
        for found in pattern.finditer(part):
            gerund = "ing " in found[0] and not _LEADS.search(part[: found.start()])
            if not (gerund or _SAYS.search(part[: found.start()])):
                yield found.start(), found[0]
    for acts, things in ((_WIPES, _DEVICE), (_CLEARS, _ALL_OF)):
        for act in acts.finditer(part):
            thing = things.search(part, act.end(), act.end() + _NEAR)
            passive = not thing and _PASSIVE.search(part[max(act.start() - _NEAR, 0) : act.start()])
            gerund = act[0].endswith("ing") and not _LEADS.search(part[: act.start()])
            kept = thing and deletes and thing[0].split()[-1] in right
            soon = _SOON.match(part, act.end())
            if act[0].endswith("ed") and not (passive and soon):
                continue
            if (thing or (passive and acts is _WIPES)) and not (gerund or kept):
                yield act.start(), part[act.start() : thing.end() if thing else act.end()]
    for secret in _SECRET.finditer(part):
        before = part[max(secret.start() - _FAR, 0) : secret.start()]
        after = part[secret.end() : secret.end() + _NEAR]
        hands = _HANDS.search(before)
        whole = before[hands.start() :] if hands else ""
        if _GIVEN.search(before[-14:]) or _ABOUT.search(whole):
            continue
        note = _ON_NOTE.search(before[-12:]) and _PLACE.search(after)
        goes = hands and (_PLACE.search(after) or _TO_US.search(whole) or _TO_SOMEONE.match(after))
        if goes or note:
            begins = hands.start() if hands else len(before)
            yield secret.start() - len(before) + begins, before[begins:] + secret[0]
    for wanted in _WANTS.finditer(part):
        yield wanted.start(), wanted[0] + "secret"
