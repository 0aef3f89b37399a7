"""How people are named in an email, and which words with a capital are nobody's name."""

import re

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
    r"(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|[Bb]oth|(?:[A-Z][\w-]+ "
    r")?[A-Z][\w-]+['’]s)"
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
    rf"(?:(?P<owner>\b{_OWNER}\s+(?:{_OF_OWNER}\s+){{0,4}}{_OF_OWNER},?\s+(?=(?:{_TITLE} "
    rf")?[A-ZÀ-ÖØ-Þ]))?(?P<name>(?<![\w@.]){_NAME})(?P<aside>\s*\([^)@\n]{{1,50}}\))?(?:\s*(?:[(<,:]|\(?\s*at)\s*(?:mailto:)?(?P<address>{_ADDRESS})\s*[)>]?)?|(?P<bare>(?<![\w@]){_ADDRESS}))"
)

_NO_NAMES = set(
    "without not i we you he she it they monday tuesday wednesday thursday friday saturday sunday "
    "january february march april may june july august september october november december mon tue "
    "tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec the a an "
    "and or but so if then please can could would how what when where why who whom whose which let "
    "lets thanks thank you hi hello hey dear best kind regards cheers re fw fwd room zoom teams "
    "skype google meet whatsapp my our your his her their from to for this that these those there "
    "here also pm am cet est gmt utc et pt noon sorry yes no not as at on in with until both "
    "social services everything everyone everybody anyone anybody someone somebody nothing maybe "
    "perhaps jr just any is are was will shall do does did be been am has have had may might must "
    "should some all only one two three four five six seven eight nine ten bring invite include "
    "ask get add adding loop see call come make take give tell since because after before while "
    "once english german french spanish legal finance hr it sales marketing after attending "
    "attendees participants present usual same christmas easter fund office ok okay great good "
    "nice well still either neither than more most new copy having until till by of off out up "
    "down over under again too plus date time subject cc owner weds pull have need kindly hope "
    "reckon rather mind allow respected trust thanking apart noted cancelling whatever below none "
    "dates unit grab put keep please allow read greetings congratulations proposing prior anytime "
    "mum mom dad daddy morning hei kia bien gentle aloha mahalo yes yep nope aw earlier later "
    "below above look sounds works mornings evenings board planning committee fieldwork whoever "
    "warranty managing director general counsel manager room floor street road building hotel "
    "airport station church school hospital university college ward bed chapter figure page slide "
    "now rain principal vice head boy guest parents court wasps revised ends request namaste "
    "actually certainly sure perfect lovely anyway finally also well fine luckily unfortunately "
    "obviously swiss british american israel korea germany japan india china france spain italy "
    "however therefore regarding slightly success instead half fair taxi right home opinions "
    "length got fly best main lunch trade send eleven twelve fifteen twenty twenty-five thirty "
    "thirty-five forty forty-five fifty fifty-five sixty seventy-five ninety doctor professor "
    "morning afternoon evening tonight today tomorrow next last every each".split()
)
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
    return re.split(r"['’.․]", word.casefold())[0] in _NO_NAMES


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
    if not bare or (len(bare.split()) == 1 and bare.isupper() and len(bare) < 5) or len(bare) < 2:
        return ""
    return name
