"""Finds the people whom an email names, by name, by address, or as somebody's wife."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_TITLE = (
    r"(?:Drs?|Mr|Mrs|Ms|Miss|Prof|Professor|Frau|Herr|Sister|Sr|Sir|Madame|Mme|Madam|M|Señora|"
    r"Señor|Ing|"
    r"Engr|Eng|Cde|Cllr|Councillor|Shri|Smt|Canon|Colonel|Pan|Pani|Bro|Sis|Chief|Hajia|Haji|"
    r"Sheikh|Arch|Adv|Atty|Capt|Rev|Fr|Hon|Don|Doña|Master|Coach|Aunt|Auntie|Uncle|Tante)[.․]?"
)
_WORD = r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž](?:[^\W\d_]|['’-])*(?:[^\W\d_]․?|․))"
_NAME = (
    rf"(?:(?:{_TITLE}[ ]+)*{_WORD}(?:[ ]+(?:van|de|von|der|den|da|dos|el|al|bin|la|le|ter)\b)*"
    rf"(?:[ ]+{_WORD}){{0,3}})"
)
_ADDRESS = r"[\w.+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
_OWNER = (
    r"(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Bb]oth|"
    r"(?:[A-Z][\w-]+ )?[A-Z][\w-]+['’]s)"
)
_OF_OWNER = (
    r"(?!(?:you|u|and|with|w|me|us|to|for|in|at|is|on|or|by|that|we|i|he|she|side|end|part|place|"
    r"stead)\b)(?:[a-z][\w&/-]*|[A-Z]{2,5}\b)"
)
_KIN = (
    r"(?:wife|husband|mother|mum|mom|father|dad|sister|brother|son|daughter|partner|boss|"
    r"fianc[eé]e?|"
    r"girlfriend|boyfriend|mother-in-law|father-in-law|flatmate|assistant|accountant|solicitor|"
    r"lawyer)"
)
_MENTION = re.compile(
    rf"(?P<kin>\b{_OWNER}\s+{_KIN})\b(?!\s+[A-ZÀ-Ö]|,\s+[A-ZÀ-Ö]|['’]s|[\w-])|"
    rf"(?:(?P<owner>\b{_OWNER}\s+(?:{_OF_OWNER}\s+){{0,4}}{_OF_OWNER},?\s+(?=(?:{_TITLE} "
    rf")?[A-ZÀ-ÖØ-Þ]))?"
    rf"(?P<name>(?<![\w@.]){_NAME})(?P<aside>\s*\([^)@\n]{{1,50}}\))?"
    rf"(?:\s*(?:[(<,:]|\(?\s*at)\s*(?:mailto:)?(?P<address>{_ADDRESS})\s*[)>]?)?"
    rf"|(?P<bare>(?<![\w@]){_ADDRESS}))"
)
_NO_NAMES = set(
    "i we you he she it they monday tuesday wednesday thursday friday saturday sunday january "
    "february march april may june july august september october november december mon tue tues "
    "wed "
    "thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec the a an and or "
    "but "
    "so if then please can could would how what when where why who whom whose which let lets "
    "thanks "
    "thank you hi hello hey dear best kind regards cheers re fw fwd room zoom teams skype google "
    "meet "
    "whatsapp my our your his her their from to for this that these those there here also pm am "
    "cet "
    "est gmt utc et pt noon sorry yes no not as at on in with until both social services "
    "everything "
    "everyone everybody anyone anybody someone somebody nothing maybe perhaps jr just any is are "
    "was "
    "will shall do does did be been am has have had may might must should some all only one two "
    "three "
    "four five six seven eight nine ten bring invite include ask get add adding loop see call come "
    "make take give tell since because after before while once english german french spanish legal "
    "finance hr it sales marketing after attending attendees participants present usual same "
    "christmas "
    "easter fund office ok okay great good nice well still either neither than more most new copy "
    "having until till by of off out up down over under again too plus date time subject cc owner "
    "weds pull have need kindly hope reckon rather mind allow respected trust thanking apart noted "
    "cancelling whatever below none dates unit grab put keep please allow read greetings "
    "congratulations "
    "proposing prior anytime mum mom dad daddy morning hei kia bien gentle aloha mahalo yes yep "
    "nope aw "
    "earlier later below above look sounds works mornings evenings board planning committee "
    "fieldwork "
    "whoever warranty managing director general counsel manager room floor street road building "
    "hotel "
    "airport station church school hospital university college ward bed chapter figure page slide "
    "now rain principal vice head boy guest parents court wasps revised ends request namaste "
    "actually certainly sure perfect lovely anyway finally also well fine luckily unfortunately "
    "obviously "
    "swiss british american israel korea germany japan india china france spain italy however "
    "therefore regarding "
    "slightly success instead half fair taxi right home opinions length got fly best main lunch "
    "trade send "
    "doctor professor morning afternoon evening tonight today tomorrow next last every each".split()
)
"""Words with a capital that are nobody's name."""
_PLAIN_TITLE = re.compile(
    r"^(?:Mr|Mrs|Ms|Miss|Cllr|Councillor|Cde|Shri|Smt|Sir|Madam|Frau|Herr|"
    r"Drs)[.․]?\s+(?=\S+\s+\S)|^Drs[.․]?\s+"
)
_TITLES = re.compile(rf"^(?:{_TITLE}\s+)+", re.IGNORECASE)
_HONORIFIC = re.compile(r"-(?:san|sama|sensei|ji|kun|ssi|nim)$", re.IGNORECASE)
_KIN_ALONE = re.compile(rf"{_OWNER}\s+{_KIN}$")
MOST = 60
"""People whose names one thread is searched for."""


@dataclass(frozen=True)
class Person:
    """Somebody whom a thread names."""

    name: str
    address: str = ""

    @property
    def shown(self) -> str:
        """The address, or else the name as it is written."""
        return self.address or self.name

    @property
    def words(self) -> frozenset[str]:
        """The words of the name, or else of the address, without titles and accents."""
        told = _TITLES.sub("", self.name) or re.sub(r"[._-]+", " ", self.address.partition("@")[0])
        return frozenset(word for word in folded(told).split() if len(word) > 1)


_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "đ": "d"})


def folded(text: str) -> str:
    """Without accents and capitals."""
    bare = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(c for c in bare if not unicodedata.combining(c)).casefold()


def is_same(one: Person, other: Person) -> bool:
    """Whether two names may be of the same person."""
    if one.address and other.address:
        return one.address.casefold() == other.address.casefold()
    first, second = one.words, other.words
    if one.name.casefold() == other.name.casefold() != "":
        return True
    shorter, longer = sorted((first, second), key=len)
    if shorter and shorter <= longer:
        return True
    if one.address or other.address:
        known, named = (one, other) if one.address else (other, one)
        local = re.split(r"[._-]", folded(known.address.partition("@")[0]))
        whole = "".join(local)
        inside = any(len(word) > 3 and word.replace("-", "") in whole for word in named.words)
        return not known.name and (inside or bool(named.words & set(local)))
    return False


def united(one: Person, other: Person) -> Person:
    """What is known of a person who is named twice; the longer name, and an address if there is."""
    name = max(one.name, other.name, key=lambda name: (len(name.split()), len(name)))
    return Person(name, one.address or other.address)


def added(people: Sequence[Person], person: Person) -> tuple[Person, ...]:
    """With a person, once."""
    for number, one in enumerate(people):
        if is_same(one, person):
            return (*people[:number], united(one, person), *people[number + 1 :])
    return (*people, person)


def told_with_people(text: str, known: Sequence[Person]) -> tuple[str, list[Person]]:
    """A text in which whoever is named is told as WHO, without other capitals, and who that is."""
    found: list[Person] = []
    pieces, at = [], 0
    for begin, end, person in _mentions(text, known):
        if begin < at or (found and _KIN_ALONE.match(person.name) and text[at:begin] == ", "):
            continue
        pieces += [_plain(text[at:begin]), " WHO "]
        found.append(person)
        at = end
    told = "".join((*pieces, _plain(text[at:])))
    return re.sub(r"[ \t]+", " ", told).replace("WHO ,", "WHO,").replace("WHO '", "WHO'"), found


def _plain(text: str) -> str:
    return text.replace("’", "'").lower()


def _mentions(text: str, known: Sequence[Person]) -> Iterator[tuple[int, int, Person]]:
    """Whom a text names, and where."""
    spans = [one for found in _MENTION.finditer(text) for one in _mentioned(found)]
    taken = [(begin, end) for begin, end, _ in spans]
    for begin, end, person in _known(text, known[:MOST]):
        if not any(begin < stop and start < end for start, stop in taken):
            spans.append((begin, end, person))
    yield from sorted(spans, key=lambda one: one[:2])


def _mentioned(found: re.Match[str]) -> Iterator[tuple[int, int, Person]]:
    if found["kin"]:
        yield found.start(), found.end(), Person(found["kin"])
    elif found["bare"]:
        yield found.start(), found.end(), Person("", found["bare"])
    else:
        first, name = _without_others(found["name"])
        begin = found.start("name") + first
        clean = _clean(name)
        before = found.string[max(0, begin - 9) : begin]
        if clean and (found["address"] or not _PLACE_BEFORE.search(before)):
            end = begin + len(name)
            whole = end == found.end("name")
            end = found.end() if whole else end
            begin = begin if first else found.start()
            yield begin, end, Person(clean, (found["address"] or "") if whole else "")
        elif found["address"]:
            yield found.start("address"), found.end(), Person("", found["address"])


_PLACE_BEFORE = re.compile(
    r"(?:\b(?:in|at|near|from|outside|around|via|(?<!ed )(?<!met )(?<!seen )by|"
    r"(?<!consists )(?<!consist )of)|(?<!need )\bfor|\d)\s+$"
)


def _without_others(name: str) -> tuple[int, str]:
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
    return re.split(r"['’.․]", word.casefold())[0] in _NO_NAMES


def _clean(name: str) -> str:
    """A name as it is shown: "Ms. Ada Byron" without what is no part of it."""
    name = re.sub(r"['’]s?$|\.$", "", name.replace("․", "."))
    name = re.sub(r"['’](?:s|ll|d|ve|re|m)$", "", name)
    name = _HONORIFIC.sub("", _PLAIN_TITLE.sub("", name))
    bare = _TITLES.sub("", name)
    if not bare or (len(bare.split()) == 1 and bare.isupper() and len(bare) < 5) or len(bare) < 2:
        return ""
    return name


def _known(text: str, known: Iterable[Person]) -> Iterator[tuple[int, int, Person]]:
    """People named before whose first name stands in the text, with a capital or without."""
    for person in known:
        words = [word for word in _TITLES.sub("", person.name).split() if len(word) > 2]
        if not words:
            continue
        for found in re.finditer(rf"\b{re.escape(words[0])}(?=\b|s\b)", text, re.IGNORECASE):
            yield found.start(), found.end(), person


def resolved(people: Iterable[Person], known: Sequence[Person]) -> tuple[Person, ...]:
    """The people, each once, with the addresses that the thread gives for them."""
    done: tuple[Person, ...] = ()
    for one in people:
        for other in known:
            if is_same(one, other) and (other.address or len(one.words) == 1):
                one = united(one, other)
        done = added(done, one)
    return done
