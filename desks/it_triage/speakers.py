"""Who speaks in a symptom: a monitor, somebody on another's behalf, or the affected person.

The hand-written symptoms in faults/*.yaml each have one of these voices. The ticket built around
one must match it: an alert does not say hello, a caller's report is not told in the first person,
and a fault that began this morning did not begin last night.
"""

import re

_MONITOR = re.compile(
    r"[A-Z]{4,}(?: [\w-]+)*:"
    r"|(?i:(?:[\w-]+ ){0,2}(?:alert|check|probe|monitoring|failure|failing|compliance report):)"
)
_SECOND_HAND = re.compile(
    r"(?:\w+ ){0,2}(?:callers?|users?|colleagues?|developers?|engineer|operator|reporter|desk)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:since|ago|until|for (?:days|hours|some)|last|daily|nightly|overnight|to(?:day|night)|"
    r"yesterday|tomorrow|morning|afternoon|evening|night|midnight|lunch|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|minutes?|hours?|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)


def from_monitor(symptom: str) -> bool:
    """Whether a monitor wrote it: "ALERT login-probe: ...", "Host check: ..."."""
    return bool(_MONITOR.match(symptom))


def second_hand(symptom: str) -> bool:
    """Whether it is told on somebody else's behalf: "Caller says ...", "A developer ..."."""
    return bool(_SECOND_HAND.match(symptom))


def tells_time(text: str) -> bool:
    """Whether it says when or for how long, so that no other time should be added."""
    return bool(_TIME.search(text))
