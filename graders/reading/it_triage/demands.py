"""What an answer must say because both the article and the right answer do.

There are three kinds of demands: the closing steps of a fix (a restart, removing something
temporary), options and names that are not facts, and cautions (whom to ask, a backup, a maintenance
window, one at a time, for this job alone, on each of them). What the right answer itself leaves out
is not demanded.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from graders.reading.it_triage.fact_patterns import fact_pattern
from graders.reading.it_triage.parsed import ParsedText
from graders.reading.it_triage.stance import of_required


class Demand(NamedTuple):
    """Something an answer must say (`is_met`), and what is wrong if it does not (`why`)."""

    why: str
    is_met: Callable[[ParsedText], bool]


#: For the verb of a closing step, the beginnings of the words that express it.
_LIKE = {
    words.split()[0]: tuple(words.split())
    for words in (
        "restart reload reboot start bounc launch cycl recycl power",
        "reload restart reboot refresh reread apply load",
        "reboot restart cycle power bounc",
        "remove delet drop rm unset clear reset take took default undo revert out clean purge eras "
        "gone",
        "re-enable enable on turn switch activ back resum",
        "lower reduc back default reset return down revert previous",
        "save writ wr copy commit persist",
        "rebuild build built",
        "rename nam call",
        "sync poll push check-in",
        "upgrade updat install newer move",
        "reimage reinstall image",
        "commit",
    )
}
_LIKE["delete"] = _LIKE["remove"]
#: An option, or a name with a dot or an underscore in it.
_DISTINCTIVE = re.compile(r"^--?\w|[a-z]{3}[._][a-z]{3}")
_TOGETHER = re.compile(r"at once|at the same time|together|simultaneous|parallel|wait")
#: "The other members keep what they have."
_NOT_OTHERS = re.compile(
    r"\b(?:others?|rest|remaining|second)\b[^.;\n]{0,40}\b(?:needs? (?:no|not)|no change|needn't|"
    r"keeps? (?:the|their|its|what)|can stay|as (?:it|they) (?:is|are)|untouched|unchanged|"
    r"(?:don't|doesn't) need)\b"
)
#: What a fix asks for, the words by which an answer repeats it, and what is wrong otherwise.
_CAUTIONS = tuple(
    (re.compile(asked), re.compile(rf"\b(?:{kept})"), why)
    for asked, kept, why in (
        (
            r"\bowner agrees|\bowner's consent|\bapproval of|\bwith the owner of|\bsecurity review|"
            r"\bagreeing on|\bvendor supports",
            r"agree\w*|consent\w*|approv\w+|accept\w*|permi[ts]\w*|allows?\b|ok(?:ay)?\b|yes\b|"
            r"owner|review\w*|sign(?:ed|s)?[ -]off|go[- ]ahead|authori[sz]\w+|ask\w*|"
            r"clear(?:ed|ance)|blessing|support\w*|vendor|confirm\w*|nod\b|together with|fine with",
            "does not ask whom the article says to ask",
        ),
        (
            r"(?:^|[.;,] (?:and )?)back up\b",
            r"back(?:ed|ing)?[ -]?(?:\w+ ){0,2}up|backup|cop(?:y|ies|ied)|sav(?:e|ed|ing)\b|"
            r"snapshot|export\w*|dump\w*|images?\b|back (?:the|your|its|all|up)\b",
            "leaves out the backup",
        ),
        (
            r"\b(?:maintenance|agreed) (?:window|mode)\b|\boutside working hours\b|\bquiet hour\b",
            r"window|maintenance|(?:outside|after|off)[ -](?:\w+ ){0,2}hours|quiet|night|evening|"
            r"weekend|tonight|off-peak|nobody|no one|slot|downtime|agreed?\b|lunch|planned|"
            r"closing time|(?:after|before) work\b|schedul\w+|out of hours|when \w+ (?:have|has|"
            r"are|is) (?:gone|left|home)",
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
            r"alone|only\b|own\b|separate|dedicated|just\b|limit\w*|restrict\w*|private|"
            r"exclusive\w*|this (?:one )?(?:job|account|user|task|connection)|"
            r"that (?:one )?(?:job|account|user)|nobody else|nothing else|no other|match user|per-",
            "does everywhere what is for one alone",
        ),
        (
            r"\bon the partner\b",
            r"partner|peer|counterpart|remote|far\b|other (?:side|server|member|end|site|one)",
            "does not say that it is done on the partner",
        ),
        (
            r"\b(?:each|every|all|both) (?:\w+ ){0,2}(?:members?|nodes?|hosts?|routers?|accounts?|"
            r"servers?|targets|ports?)\b",
            r"(?:each|every|all|both|any|two|three|either|whole)\b[^.;\n]{0,40}"
            r"(?:members?|nodes?|hosts?|routers?|accounts?|servers?|machines?|targets?|ports?|"
            r"computers?|clients?|boxes|ends?|sides?|three|two|of (?:them|it))\b|"
            r"(?:on|for|of) (?:each|every|all|both)|everywhere|throughout|everyone|"
            r"(?:each|every) one|all (?:the )?way",
            "does on one what is for all",
        ),
    )
)


def demands(fix: ParsedText, gold: ParsedText, facts: tuple[str, ...]) -> list[Demand]:
    """The demands on an answer, from the fix, the right answer and the facts."""
    found = (*_cautions(fix, gold), *_closing(fix), *_literals(fix, facts))
    return [one for one in found if one.is_met(gold) and one.is_met(fix)]


def _cautions(fix: ParsedText, gold: ParsedText) -> Iterator[Demand]:
    """A caution that the right answer omits may be omitted, but must not be contradicted."""
    for asked, kept, why in _CAUTIONS:
        if asked.search(fix.text):
            left_out = _keeps_caution(gold, kept, why) is None

            def is_met(text: ParsedText, kept=kept, why=why, default=left_out) -> bool:
                keeps = _keeps_caution(text, kept, why)
                return default if keeps is None else keeps

            yield Demand(why, is_met)


def _keeps_caution(parsed: ParsedText, kept: re.Pattern[str], why: str) -> bool | None:
    """Whether a text repeats a caution (True) or contradicts it (False); None if neither."""
    if why == _CAUTIONS[-1][2] and _NOT_OTHERS.search(parsed.text):
        return False
    keeps = None
    for found in kept.finditer(parsed.text):
        if parsed.is_denied(found.start()) == bool(_TOGETHER.match(found[0])):
            return True
        keeps = False
    return keeps


def _closing(fix: ParsedText) -> Iterator[Demand]:
    for step in fix.steps:
        if (like := _LIKE.get(step.verb)) and not step.negated:
            why = f"leaves out a step: {fix.text[step.start : step.end].strip(' ,')}"
            yield Demand(why, lambda text, like=like: any(w.startswith(like) for w in text.parts))


def _literals(fix: ParsedText, facts: tuple[str, ...]) -> Iterator[Demand]:
    for word in sorted({token.text for token in fix.tokens if _DISTINCTIVE.search(token.text)}):
        if not any(word in fact for fact in facts):
            yield Demand(f"leaves out `{word}`", lambda text, word=word: _is_given(text, word))


def _is_given(parsed: ParsedText, word: str) -> bool:
    """Whether a text names a word without ruling it out."""
    places = fact_pattern(word, False).places(parsed.text)
    return any(of_required(*parsed.context_of(*place)) != "forbidden" for place in places)
