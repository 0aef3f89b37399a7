"""A hand-over that hands nothing over: by its own words the ticket ends, or nobody gets it."""

import re

_SENTENCE = re.compile(r"(?<=[.!?;:]) |, (?=and |so |but |none |nobody |no one )")
_NONE = re.compile(
    r"\b(?:nobody|no ?-?one|none of (?:us|them)|neither team|no (?:team|colleague|soul))\b"
)
_WORKS = re.compile(
    r"\b(?:will|shall|would|is going to|is to|are going to)(?: ever)? (?:look|work|handle|deal|"
    r"receive"
    r"|get|read|answer|process|take|see|pick|attend|bother)\b"
    r"|\b(?:receives|reads|handles|takes|gets|answers|works|looks)\b"
)
_OBJECT = re.compile(
    r"\b(?:it|this|that|(?:your|the|this) (?:ticket|request|case|matter|report))\b"
    r"(?= over| up|\W*$|,| any| at all| though| and| ever| again)|\banswer$"
)
_CLOSES = re.compile(
    r"\b(?:your|this|the) (?:ticket|request|case|matter|report|hand-?over) (?:(?:is|was|has been|"
    r"gets"
    r"|will be) (?:\w+ly |now |here(?:by|with) |therefore )?(?:refused|rejected|dismissed|discarded"
    r"|deleted|thrown away|turned down|binned|over(?! to)|dead)|ends here|stops here)"
    r"|\b(?:your|this) (?:ticket|request|case) (?:is|was|has been) (?:\w+ly |now |here(?:by|with) "
    r")?"
    r"closed(?= and will| without| for good|\W*$)"
    r"|\b(?:the|this|your) ticket is (?:hereby|herewith) closed"
    r"|\b(?:reject|refus|dismiss|discard|turned down|threw away|bin)(?:e?d|ned)? (?:your|this|the) "
    r"(?:ticket|request|case)\b"
    r"|\bset (?:it|this|the ticket|your ticket) to \W?closed|\bthe matter is (?:over|settled|"
    r"closed)\b"
    r"|\bin(?:to)? the (?:bin|wastebasket|trash|waste paper)\b"
    r"|\bclos(?:e|ed|ing) (?:\w+ ){1,2}without (?:action|more ado|being|a hand)"
    r"|\barchived without\b|\bstays unanswered\b"
    r"|\bto (?:an? )?(?:inbox|mailbox|queue)\b[^.]{0,12}\b(?:nobody|no one)\b"
)
_NEVER = re.compile(
    r"\b(?:it|this|that|(?:your|this|the) (?:ticket|request|case)|and) (?:will|shall|is going to)"
    r" (?:not|never) be (?:handled|processed|dealt with|worked on|passed on|looked at|answered"
    r"|forwarded|followed up|taken over)(?= any| at all| by any|\W*$| ever)"
    r"|\b(?:it|this|(?:your|this|the) (?:ticket|request|case)) (?:is|was) (?:not|never)(?: being)? "
    r"(?:passed|handed|sent|forwarded) (?:on |over )?to any"
    r"|\b(?:it|this|(?:your|this|the) (?:ticket|request|case)) (?:goes|is (?:passed|handed|sent)"
    r"(?: on| over)?) to (?:nobody|no one|no team)\b"
    r"|\b(?:not|never) (?:pass|hand|forward|send) (?:it|this|that|your ticket) (?:on |over )?to any"
    r"|\bwe (?:will|shall) (?:not do anything|do nothing)(?: about it)?\W*$"
    r"|\bnot (?:do anything) about it\b|\bthere will be no (?:answer|reply|hand-?over)"
    r"(?: from (?:us|any\w+))?\W*$"
    r"|\bnot expect any(?:body|one) to\b|\bnot wait for an answer\W*$"
)
_BUT_NOT = re.compile(r"(?:\bnot|\bnever|n't) $")
_WAITS = re.compile(
    r"\b(?:before|until|till|unless|if|whether|without (?:asking|telling|your)|once|as soon|"
    r"earlier)\b"
)


def abandoned(line: str) -> str | None:
    """The words, of a hand-over in lower case, that leave the ticket to nobody, or None."""
    for part in _SENTENCE.split(line):
        part = part[:400]
        if part.endswith("?") or _WAITS.search(part):
            continue
        none = _NONE.search(part)
        works = none and _WORKS.match(part, none.end() + 1)
        found = _CLOSES.search(part) or _NEVER.search(part)
        if found and not _BUT_NOT.search(part[: found.start()]):
            return found[0]
        if works and _OBJECT.search(part, works.end()):
            return part
    return None
