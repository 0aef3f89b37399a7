"""How people are named in an email, and which words with a capital are nobody's name."""

import re

from desks.own.reading.said.dates_meant import MONTHS, WEEKDAYS
from desks.own.reading.said.lengths import WORDS
from desks.own.reading.said.zones import PEOPLES, ZONES

_TITLE = (
    r"(?:Drs?|Mr|Mrs|Ms|Miss|Prof|Professor|Frau|Herr|Sister|Sr|Sir|Madame|Mme|Madam|M|Señora|"
    r"Señor|Ing|Engr|Eng|Cde|Cllr|Councillor|Shri|Smt|Canon|Colonel|Pan|Pani|Bro|Sis|Chief|Hajia|"
    r"Haji|Sheikh|Arch|Adv|Atty|Capt(?:ain)?|Inspector|Elder|Sergeant|Judge|Pastor|Rev|Fr|Hon|Don|"
    r"Doña|Master|Coach|Aunt|Auntie|Uncle|Tante)[.․]?"
)
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž](?:[^\W\d_]|['’-])*(?:[^\W\d_]․?|․))"
_NAME = (
    rf"(?:(?:{_TITLE}[ ]+)*{_WORD}(?:[ ]+(?:van|de|von|der|den|da|dos|el|al|bin|la|le|ter)\b)*(?:[ "
    rf"]+{_WORD}){{0,3}})"
)
_ADDRESS = r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_OWNER = (
    r"(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Bb]oth|(?:[A-Z][\w-]+ )?(?!(?:Let|It|"
    r"That|S?He|There|Here|What|Who|How|Where)['’])[A-Z][\w-]+['’]s)"
)
_OF_OWNER = (
    r"(?!(?:you|u|and|with|w|me|us|to|for|in|at|is|on|or|by|that|we|i|he|she|side|end|part|place|"
    r"stead)\b)(?:[a-z][\w&/-]*|[A-Z]{2,5}\b)"
)
_KIN = (
    r"(?:wife|husband|mother|mum|mom|father|dad|sister|brother|son|daughter|partner|boss|"
    r"fianc[eé]e?|girlfriend|boyfriend|mother-in-law|father-in-law|flatmate|assistant|accountant|"
    r"solicitor|lawyer)"
)
MENTION = re.compile(
    rf"(?P<kin>\b{_OWNER}\s+{_KIN})\b(?!\s+[A-ZÀ-Ö]|,\s+[A-ZÀ-Ö]|['’]s|[\w-])|"
    rf"(?:\b{_OWNER}\s+(?:{_OF_OWNER}\s+){{0,4}}{_OF_OWNER},?\s+(?=(?:{_TITLE} )?[A-ZÀ-ÖØ-Þ]))?"
    rf"(?P<name>(?<![\w@.]){_NAME})(?:\s*\([^)@\n]{{1,50}}\))?"
    rf"(?:\s*(?:[(<,:]|\(?\s*at)\s*(?:mailto:)?(?P<address>{_ADDRESS})\s*[)>]?)?|"
    rf"(?P<bare>(?<![\w@]){_ADDRESS})"
)
"""Somebody's wife or boss, a name, which may have an address, or an address alone."""
_FUNCTION = (
    "a actually after afternoon again all aloha also am an and any anybody anyone anyway apart are "
    "as at be because been before best both but by can cc certainly cheers congratulations could "
    "date dates dear did do does down each earlier either evening evenings every everybody "
    "everyone everything finally fine for from fw fwd gentle good great greetings had has have he "
    "hei hello her here hey hi his how however i if in is it just kind kindly last later let lets "
    "lovely may maybe might more morning mornings most must my namaste neither never next nice no "
    "nobody none noon nope nor not nothing now obviously of off ok okay on once only or our out "
    "over perfect perhaps please plus pm re regarding regards respected right shall she should "
    "since so some somebody someone sorry still subject sure than thank thanks that the their then "
    "there therefore these they this those till time to today tomorrow tonight too under until up "
    "was we well what whatever when where which whichever while who whoever whom whose why will "
    "with without would yep yes you your instead alternatively otherwise besides meanwhile "
    "hopefully unfortunately luckily ideally preferably possibly currently recently given "
    "considering due about per among above below between during despite according same usual new "
    "half first me especially"
)
"""Words that there are of themselves in any sentence, and those that greet."""
_VERBS = (
    "add adding allow ask attend attending block bring call cancelling check come confirm consider "
    "coordinate drop expect fill forget get give grab have having hope include invite join keep "
    "look loop make meet mind need note pencil phone plan propose proposing pull put read reckon "
    "remember reply request ring say see send speak take talk tell trust want wear write"
)
"""Words that begin a request: "Bring Tom"."""
_OFFICES = (
    "attendees board boss chair chairman christmas church counsel dad daddy department director "
    "doctor easter english finance fund general google guest guests guide head hospital hr it jr "
    "legal manager managing marketing minister mom mum office owner parents participants present "
    "president principal professor rain road room sales school secretary skype street teams "
    "treasurer unit vice whatsapp zoom"
)
"""Offices, and things that have a capital."""
_NO_NAMES = {
    *" ".join((_FUNCTION, _VERBS, _OFFICES)).split(),
    *(*WEEKDAYS, *"mon tue tues wed weds thu thur thurs fri sat sun".split()),
    *(*MONTHS, *(month[:3] for month in MONTHS), "sept"),
    *(number.replace(" ", "-") for number in WORDS),
    *PEOPLES,
    *(word.casefold() for word in ZONES),
}
"""Words with a capital that are nobody's name."""
_PLAIN_TITLE = re.compile(rf"^(?!Dr\b|Prof){_TITLE}\s+(?=\S+\s+\S)|^Drs[.․]?\s+")
TITLES = re.compile(rf"^(?:{_TITLE}\s+)+", re.IGNORECASE)
_HONORIFIC = re.compile(r"-(?:san|sama|sensei|ji|kun|ssi|nim)$", re.IGNORECASE)
KIN_ALONE = re.compile(rf"{_OWNER}\s+{_KIN}$")
PLACE_BEFORE = re.compile(
    r"(?:\b(?:(?<!ull )(?<!ulled )(?<!ring )(?<!oop )(?<!ope )in|at|near|from|outside|around|via|"
    r"on|since|during|the|an?|(?<!ed )(?<!met )(?<!seen )by|(?<!consists )(?<!consist )of)|"
    r"(?<!need )\bfor|\d)\s+$"
)


def without_others(name: str) -> tuple[int, str]:
    """What is left of words with capitals without those that are nobody's name, and where."""
    words = list(re.finditer(r"\S+", name))
    while words and _is_no_name(words[0].group()):
        words.pop(0)
    kept = []
    for word in words:
        if _is_no_name(word.group()):
            break
        kept.append(word)
    if not kept:
        return 0, ""
    return kept[0].start(), name[kept[0].start() : kept[-1].end()]


def _is_no_name(word: str) -> bool:
    word = word.casefold()
    return word.endswith(("n't", "n’t")) or re.split(r"['’.․]", word)[0] in _NO_NAMES


_OBJECT = re.compile(
    r"\s+(?:the|an?|my|your|his|her|our|their|me|us|him|it|this|that|these|those|what|how|when|if|"
    r"\d+)\b"
)
_BEGINS = re.compile(r"(?:^|[.!?:;]|\n)\W*$")


def is_verb(text: str, begin: int, end: int) -> bool:
    """Whether a word with a capital begins a sentence and has an object, as no name has."""
    return bool(_OBJECT.match(text, end) and _BEGINS.search(text[max(0, begin - 4) : begin]))


def cleaned(name: str) -> str:
    """A name as it is shown: "Ms. Ada Byron" without what is no part of it."""
    name = re.sub(r"['’]s?$|\.$", "", name.replace("․", "."))
    name = re.sub(r"['’](?:s|ll|d|ve|re|m)$", "", name)
    name = _HONORIFIC.sub("", _PLAIN_TITLE.sub("", name))
    bare = TITLES.sub("", name)
    if (
        not bare
        or re.match("[A-Z]-[a-z]", bare)
        or (len(bare.split()) == 1 and bare.isupper() and len(bare) < 5)
        or len(bare) < 2
    ):
        return ""
    return name
