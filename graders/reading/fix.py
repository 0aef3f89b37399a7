"""What the fix of an article says beside its facts: derived from its text, once for each text.

- its steps in their order, as far as the text insists on one ("A, then B", "B after A", a check or
  a backup at the head of all), and which of them an answer cannot leave out;
- its names: which value each has, and on which of two machines it is used;
- what it does to its objects one way and not the other, and what it says to leave, or not to do;
- its cautions: whom to ask, a backup, a window, one at a time, for this job alone, on each of them.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from graders.reading.lazy import lazy
from graders.reading.naming import Look, look_of
from graders.reading.plain import plain
from graders.reading.stance import of_required
from graders.reading.steps import OPPOSITE, Step, is_verb
from graders.reading.tokens import stem, technical
from graders.reading.told import Told

_THEN = re.compile(
    r"\bthen\b|\bif (?:it|that|they)\b[^,;]{0,80},|\bafterwards\b|\bbefore (?=\w+ing\b|the )"
)
_AFTER = re.compile(r"\bafter (?=\w+ing\b|review|approval|a trial)")
_HEAD = re.compile(r"(?:make sure|back up|confirm|save|check|identify|stop|find|resync)\b")
_BANS = re.compile(r"\b(?:do not|don't|never|instead of)\s+\Z")
_STATES = frozenset(stem(w) for w in "alone unchanged enabled untouched untrusted hand".split())
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b|\b\w*[a-z][A-Z]\w*\b")
#: The words that stand for a step which an answer has to name, by how the verb of the fix begins.
_LIKE = {
    words.split()[0]: tuple(words.split())
    for words in (
        "restart reload reboot start bounc launch cycl recycl power",
        "reload restart reboot refresh reread apply load",
        "reboot restart cycle power bounc",
        "remove delet drop rm unset clear reset take took default undo revert out clean purge off rid",
        "re-enable enable on turn switch activ back resum",
        "lower reduc back default reset return down revert previous",
        "save writ wr copy commit persist",
        "rebuild build built",
        "rename nam call",
        "sync poll push check-in",
        "delete remov rm del drop clear purge eras",
        "upgrade updat install newer move",
        "reimage reinstall image",
        "commit",
    )
}


#: Said behind a caution it takes it away: "a maintenance window is not needed".
_NOT_NEEDED = re.compile(
    r"[^.;,\n]{0,30}?(?:\b(?:not|never)|n't|\bno longer)\b[^.;,\n]{0,20}\b(?:need|necessary|required|"
    r"wait|matter)"
)
_TOGETHER = re.compile(r"at once|at the same time|together|simultaneous|parallel|wait")


class Caution(NamedTuple):
    """What a fix asks for in some words, and the words by which an answer takes it up."""

    asked: re.Pattern[str]
    kept: re.Pattern[str]
    why: str

    def is_met(self, told: Told) -> bool:
        """Whether a text takes it up, and does not take it away."""
        for found in self.kept.finditer(told.text):
            denied = told.is_denied(found.start()) or _NOT_NEEDED.match(told.text, found.end())
            if bool(denied) == bool(_TOGETHER.match(found[0])):
                return not (self.asked is _FOR_ALL and _NOT_OTHERS.search(told.text))
        return False


#: An option, or a name with a dot or an underscore in it.
_TELLING = re.compile(r"^--?\w|[a-z]{3}[._][a-z]{3}")
_FOR_ALL = re.compile(
    r"\b(?:each|every|all|both) (?:\w+ ){0,2}(?:members?|nodes?|hosts?|routers?|accounts?|servers?|"
    r"targets|ports?)\b"
)
#: "The other members keep what they have."
_NOT_OTHERS = re.compile(
    r"\b(?:others?|rest|remaining|second)\b[^.;\n]{0,40}\b(?:need(?:s)? (?:no|not)|no change|needn't|keeps?|"
    r"stays?|can stay|as (?:it|they) (?:is|are)|alone|untouched|unchanged|(?:don't|doesn't) need)\b"
)
_CAUTIONS = tuple(
    Caution(re.compile(asked), re.compile(rf"\b(?:{kept})"), why)
    for asked, kept, why in (
        (
            r"\bowner agrees|\bowner's consent|\bapproval of|\bwith the owner of|\bsecurity review|"
            r"\bagreeing on|\bvendor supports",
            r"agree\w*|consent\w*|approv\w+|accept\w*|permi[ts]\w*|allows?\b|ok(?:ay)?\b|yes\b|owner|"
            r"review\w*|sign(?:ed|s)?[ -]off|go[- ]ahead|authori[sz]\w+|ask\w*|clear(?:ed|ance)|"
            r"blessing|support\w*|vendor|confirm\w*|nod\b|together with|fine with",
            "does not ask whom the article says to ask",
        ),
        (
            r"(?:^|[.;,] (?:and )?)back up\b",
            r"back(?:ed|ing)?[ -]?(?:\w+ ){0,2}up|backup|cop(?:y|ies|ied)|sav(?:e|ed|ing)\b|snapshot|"
            r"export\w*|dump\w*|images?\b|back (?:the|your|its|all|up)\b",
            "leaves out the backup",
        ),
        (
            r"\b(?:maintenance|agreed) (?:window|mode)\b|\boutside working hours\b|\bquiet hour\b",
            r"window|maintenance|(?:outside|after|off)[ -](?:\w+ ){0,2}hours|quiet|night|evening|"
            r"weekend|tonight|off-peak|nobody|no one|slot|downtime|agreed?\b|lunch|planned|"
            r"closing time|(?:after|before) work\b|schedul\w+|out of hours|when \w+ (?:have|has|are|is) (?:gone|left|home)",
            "does at once what waits for a quiet time",
        ),
        (
            r"\bone (?:at a time|by one|after (?:the other|another))\b",
            r"one (?:at a time|by one|after)|in turn\b|rolling|individual\w*|separate\w*|sequen\w+|"
            r"successi\w+|one member|next (?:one|member|node)|each (?:one )?(?:first|before|alone)|"
            r"at once|at the same time|together|simultaneous\w*|parallel|wait",
            "does at once what goes one at a time",
        ),
        (
            r"\b(?:job|account) alone\b|\baccount only\b|\bseparate openssl_conf\b",
            r"alone|only\b|own\b|separate|dedicated|just\b|limit\w*|restrict\w*|private|exclusive\w*|"
            r"this (?:one )?(?:job|account|user|task|connection)|that (?:one )?(?:job|account|user)|"
            r"nobody else|nothing else|no other|match user|per-",
            "does everywhere what is for one alone",
        ),
        (
            r"\bon the partner\b",
            r"partner|peer|counterpart|remote|far\b|other (?:side|server|member|end|site|one)",
            "does not say that it is done on the partner",
        ),
        (
            r"\bon the destination\b",
            r"destination|target|receiving|secondary|copy|dr\b",
            "does not say that it is done on the destination",
        ),
        (
            _FOR_ALL,
            r"(?:each|every|all|both|any|two|three|either|whole)\b[^.;\n]{0,40}"
            r"(?:members?|nodes?|hosts?|routers?|accounts?|servers?|machines?|targets?|ports?|computers?|"
            r"clients?|boxes|ends?|sides?|three|two|of (?:them|it))\b|(?:on|for|of) (?:each|every|all|both)|"
            r"everywhere|throughout|everyone|(?:each|every) one|all (?:the )?way",
            "does on one what is for all",
        ),
    )
)


class Order(NamedTuple):
    """What tells a step from the others, and what tells one that must not come before it."""

    first: frozenset[str]
    later: frozenset[str]


class Kept(NamedTuple):
    """What a fix says to leave as it is or, where a step is `banned`, not to do."""

    banned: Step | None
    told: str
    key: frozenset[str]


class Needed(NamedTuple):
    """A step that an answer has to name: how the words for it begin, and what it is done to."""

    why: str
    like: tuple[str, ...]
    what: frozenset[str]

    def is_met(self, told: Told) -> bool:
        """Whether a text names it."""
        return any(word.startswith(self.like) for word in told.beginnings)


class Literal(NamedTuple):
    """A name or a value that an answer has to give."""

    why: str
    look: Look

    def is_met(self, told: Told) -> bool:
        """Whether a text names it."""
        found = self.look.places(told.text)
        return any(of_required(*told.around(*place)) != "forbidden" for place in found)


@dataclass(frozen=True)
class Fix:
    """A fix that was read, and what is derived from it."""

    told: Told
    names: frozenset[str]
    """The stems of its words with capitals within: RAID, StartTLS."""
    gold: Told
    """The right answer: what even that leaves out is not asked of another."""
    facts: tuple[str, ...] = ()
    """What is asked for as a fact, in small letters."""

    @lazy
    def orders(self) -> list[Order]:
        """What has to come before what."""
        text, places = self.told.text, self.told.places
        cuts = [found.end() for found in _THEN.finditer(text)]
        done = [s for s in self.told.steps if s.kind != "keeps" and not s.negated]
        keys = [
            frozenset(w for w, ats in places.items() if all(s.start <= at < s.end for at in ats))
            for s in done
        ]
        found = []
        for one, first in enumerate(done):
            begins = not first.start or text[first.start - 2 : first.start] == ". "
            head = begins and _HEAD.match(text, first.start)
            found += [
                Order(keys[one], keys[other])
                for other in range(one + 1, len(done))
                if head or any(first.start < cut <= done[other].start for cut in cuts)
            ]
        if after := _AFTER.search(text):
            behind = frozenset(w for w, ats in places.items() if ats[0] > after.start())
            ahead = frozenset(w for w, ats in places.items() if ats[-1] < after.start())
            found.append(Order(behind, ahead))
        return [order for order in found if order.first and order.later]

    def is_name(self, word: str) -> bool:
        """Whether a word is a name, and no word of English."""
        return technical(word) or stem(word) in self.names

    @lazy
    def values(self) -> dict[str, set[str]]:
        """The values of each name that has any."""
        found = self.told.values
        return {name: found[name] for name in found if self.is_name(name) or "-" in name}

    @lazy
    def sides(self) -> dict[str, set[tuple[int, int]]]:
        """On which of two machines each name is used."""
        names = [word for word in self.told.places if self.is_name(word)]
        return {name: where for name in names if (where := self.told.sides(name))}

    @lazy
    def kept(self) -> list[Kept]:
        """What is to be left as it is, and what is not to be done."""
        found = []
        for step in self.told.steps:
            banned = bool(_BANS.search(self.told.text, 0, step.start))
            if banned or step.kind == "keeps":
                key = (
                    self.told.words(step.start, step.end)
                    if banned
                    else self.told.object_words(step)
                )
                key = key - {stem(step.verb)} - _STATES
                told = self.told.text[step.start : step.end].strip(" ,")
                found.append(Kept(step if banned else None, told, key))
        return [one for one in found if one.key]

    @lazy
    def ways(self) -> list[tuple[frozenset[str], list[str]]]:
        """What it does to each of its objects, in order: adds, takes, raises or lowers it."""
        found = []
        for kind, words in self.told.done:
            key = frozenset(word for word in words if self.is_name(word)) or words
            if key and kind in OPPOSITE:
                found.append((key, [way for way, others in self.told.done if key & others]))
        return found

    @lazy
    def demands(self) -> list[Caution | Needed | Literal]:
        """The steps that an answer has to name, and the cautions that it has to take."""
        found: list[Caution | Needed | Literal] = [
            c for c in _CAUTIONS if c.asked.search(self.told.text)
        ]
        for step in self.told.steps:
            if step.verb in _LIKE and not step.negated:
                why = f"leaves out a step: {self.told.text[step.start : step.end].strip(' ,')}"
                found.append(Needed(why, _LIKE[step.verb], self.told.object_words(step)))
        literals = {t.text for t in self.told.tokens if _TELLING.search(t.text)}
        for word in sorted(literals):
            if not any(word in fact for fact in self.facts):
                found.append(Literal(f"leaves out `{word}`", look_of(word, False)))
        return [one for one in found if one.is_met(self.gold) and one.is_met(self.told)]


@lru_cache(maxsize=4096)
def fix(text: str, gold: str, facts: tuple[str, ...]) -> Fix:
    """What a text prescribes beside the right answer and its facts, worked out once."""
    names = {word.lower() for word in _CAPITALS.findall(text)}
    telling = frozenset(stem(name) for name in names if not is_verb(name))
    return Fix(Told(plain(text).text.strip()), telling, Told(plain(gold).text), facts)
