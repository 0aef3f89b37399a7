"""What in a sentence keeps somebody from a meeting: its writer stays away, or its reader is to.

From each word that denies, the words before it tell who is meant, and those after it whether it is
coming that is denied. Coming late, or with something, is another matter; so are other people,
conditions, questions and what the reader wrote.
"""

import re
from collections.abc import Iterator, Sequence

_TOKEN = re.compile(r"[\w']+|[^\w\s]")
_NOBODY = ("nobody", "none", "noone")
_DENIES = frozenset("not never cannot no neither refuse refuses".split()).union(_NOBODY)
_POINTLESS = frozenset("need point sense use reason".split())
#: Verbs and adverbs between who it is and what is denied.
_LINKS = frozenset(
    "will shall would is am are do does did has have had better must should need ought to decided "
    "chosen resolved prefer prefers want wants be rather himself herself also in fact after all "
    "there going intends plans means stay out of may can safely best".split()
)
#: Words after which the reader is told something, like the beginning of a sentence.
_LEADS = frozenset(
    "please so and then therefore hence thus but just simply kindly better rather best it take pay "
    "anyway".split()
)
#: Verbs that tell what somebody does, and tell nobody to do it.
_STATES = frozenset("will shall is am does has have won't shan't isn't doesn't hasn't".split())
#: Words between a denial and coming.
_PASSED = frozenset(
    "going to be planning plan intend intending mean want wish able even ever bother trouble try "
    "have need for you intention of point in sense use reason all one us also now just after fact "
    "still unfortunately therefore however has will shall is".split()
)
_COMING = frozenset("come coming attend attending appear appearing join joining".split())
_IN_TWO = {"turn": "up", "turning": "up", "show": "up", "showing": "up", "take": "part"}
_BEING = frozenset("there present at".split())
_UNWELCOME = frozenset("welcome wanted expected invited".split())
#: What somebody comes to.
_TO_IT = frozenset(
    "to at on for in during either neither both any each of it them these those this that the our "
    "your two time times slot slots date dates meeting meetings call session talk along "
    "here".split()
)
_OPEN = frozenset("to at on for in the of our your".split())
SEVERAL = frozenset("either neither both them these those".split())
"""Words for several times at once, such as those offered."""
#: What may follow: it is the coming as a whole that is denied.
_ENDS = frozenset(
    "then there anyway though personally and but so as because since unless please after".split()
)
_UNSURE = re.compile(
    r"\b(?:(?<!better )(?<!best )if(?! you ask me)|unless(?! you (?:hear|are told|get))|whether"
    r"|in case|otherwise|should (?:you|he|she|we|they)|rumours?|(?:not|n't) (?:true|mean|think)"
    r"|wrong|you (?:\w+ )?(?:wrote|said|ask|asked|wanted|suggested)|fear(?:ed)?|yet|earlier|else"
    r"|week|month|your (?:\w+ )?(?:time|slot|hour|request)|(?:because|since|as|why) (?:i|we))\b"
)
_BY_WIRE = re.compile(r"\b(?:telephone|phone|video|online|remotely|dials?|screen)\b")
_WHOLE = r"(?:both|either|(?:each|all|any) of|these|those|them|it|this|that|the (?:two )?\w+)\b"
_GONE = (
    r"(?:away|abroad|absent|elsewhere|travell?ing|flying|on (?:leave|holiday|vacation)"
    r"|(?:on|in) (?:a|his|her|my|the) (?:\w+ )?(?:flight|plane|train)"
    r"|(?:at|on) (?:the|a) (?:beach|seaside)(?! (?:for|over)\b)|asleep|in bed"
    r"|out of (?:the )?(?:town|office))(?: (?:to|in|over) \w+)?"
)
_AWAY = re.compile(
    r"\b(?:absent(?=[.,;!]|$)|(?<=stay )(?:away|home|at home)"
    r"|skip (?=(?:both|either|it|them|these)\b)"
    rf"|{_GONE},? (?:during|at|on|for|throughout) {_WHOLE}"
    r"(?!(?: days)? (?:in the|until|before|after|from)\b)"
    r"|(?:(?:busy|engaged|occupied|tied up|double-booked)(?: elsewhere)?|elsewhere)"
    r" (?:then|at that (?:time|hour))(?=[.,;!]|$)|double-booked(?=[.,;!]|$))"
)
_ALL_DAY = re.compile(rf"\b{_GONE} (?:all|the whole) day\b(?! (?:but|except|until|after))")
_PART_ENDS = re.compile("[,;]")
_LET_BE = re.compile(
    r"\b(?:(?:ignore|disregard|forget(?: about)?|discard|no (?:attention|heed) to|no notice of) "
    r"(?:(?:all|each|either|both) (?:of )?)?(?:them|both|either|(?:these|those)(?: two)?"
    r"(?: times| slots| dates| offers| options)?|the (?:\w+ )?(?:times|slots|dates|offers|options|"
    r"meeting|booking))|(?:stay|keep) (?:away|home|at home)(?: from (?:it|them|both|the meeting))?)"
    r"(?: above)?(?=[.,;:!)]|$| (?:and|as|since|because|please)\b)"
)


def kept_away(sentence: str, asks: bool, rest: str, writer: str, reader: str) -> Iterator[str]:
    """What of a lower-case sentence keeps away the writer or the reader, who have these names.
    `rest` is what follows it: who is elsewhere may still come by telephone."""
    if _UNSURE.search(sentence):
        return
    writers, readers = {"i", "we", *writer.split()}, {"you", *reader.split()}
    told = not asks and not _BY_WIRE.search(sentence)
    words = _TOKEN.findall(sentence.replace("no one", "noone"))
    for at, word in enumerate(words):
        if word in _DENIES or word.endswith("n't"):
            who = _who(words, at, writers, readers)
            later = at + 1
            if word == "neither":  # "neither Bo nor Al will come"
                later += next((i for i, one in enumerate(words[at : at + 8]) if one in _STATES), 0)
            found = _coming(words, later, who) if who == "reader" or (who and told) else None
            if found:
                yield " ".join((word, *found))
    if (found := _LET_BE.search(sentence)) and _is_told(before(sentence, found), readers):
        yield found[0]
    told = told and not _BY_WIRE.search(rest[:80])
    if told and (found := _AWAY.search(sentence)) and _subject(before(sentence, found)) in writers:
        yield found[0]


def gone_all_day(sentence: str, rest: str, writer: str) -> str:
    """The first part of a lower-case sentence that has somebody elsewhere all day, if that is the
    writer; else ""."""
    found = _ALL_DAY.search(sentence)
    if not found or any(one.search(sentence) for one in (_UNSURE, _BY_WIRE)):
        return ""
    if _BY_WIRE.search(rest[:80]) or _subject(before(sentence, found)) not in {
        *("i", "we"),
        *writer.split(),
    }:
        return ""
    ends = [one.start() for one in _PART_ENDS.finditer(sentence)]
    begins = max((end + 1 for end in ends if end < found.start()), default=0)
    return sentence[begins : min((end for end in ends if end >= found.end()), default=None)]


def before(sentence: str, found: re.Match[str]) -> list[str]:
    """The words of a sentence before something found there."""
    return _TOKEN.findall(sentence[: found.start()])


def _who(words: Sequence[str], at: int, writers: set[str], readers: set[str]) -> str | None:
    """Whom the denial at a place is about: the "writer", the "reader" or somebody else."""
    word, led, following = words[at], words[:at], words[at + 1 : at + 4]
    if word in _NOBODY:
        return "writer"
    if word == "neither":
        return "writer" if following[:2] == ["of", "us"] or writers & {*following[::2]} else None
    if word == "no" and following and following[0] in _POINTLESS:
        return "reader"
    if word == "didn't" or led[-1:] == ["did"]:
        return "reader" if {"rather", "prefer", "better"} & {*led} else None
    if (subject := _subject(led)) in writers:
        return "writer"
    if _STATES.isdisjoint((word, *led[-1:])) and _is_told(led, readers):
        return "reader"
    return "reader" if subject in readers else None


def _subject(words: Sequence[str]) -> str:
    """The last word before the verbs and adverbs that end here, without what is drawn onto it."""
    for word in reversed(words):
        bare = word.partition("'")[0]
        if bare not in _LINKS and not bare.endswith("ly"):
            return bare
    return ""


def _is_told(words: Sequence[str], readers: set[str]) -> bool:
    """Whether a verb after these words is told to the reader."""
    subject = _subject(words)
    return subject in _LEADS or subject in readers or not subject[:1].isalnum()


def _coming(words: Sequence[str], at: int, who: str) -> list[str] | None:
    """The words for coming, with what to, that begin near a place; None if another verb does."""
    verb = at
    while verb < len(words) and (words[verb] in _PASSED or words[verb].endswith("ly")):
        verb += 1
    if verb == len(words):
        return None
    word, following = words[verb], words[verb + 1 : verb + 2]
    if following == [_IN_TWO.get(word)]:
        end = verb + 2
    elif word in _COMING or (word in _UNWELCOME and who == "reader"):
        end = verb + 1
    elif word in _BEING and words[verb - 1] in ("be", "being", *_NOBODY):
        end = verb + (word != "at")
    else:
        return None
    begins = end
    while end < len(words) and words[end] in _TO_IT:
        end += 1
    bare = end == begins or words[end - 1] not in _OPEN
    done = end == len(words) or words[end] in _ENDS or not words[end][0].isalnum()
    return [*words[at:end]] if bare and done else None
