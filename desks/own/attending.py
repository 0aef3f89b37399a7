"""Who is to come as well: whom a message brings in, and whom it leaves out."""

import re
from collections.abc import Iterator, Sequence

from desks.own import cues
from desks.own.people import Person, added, is_same, told_with_people
from desks.own.sentences import parts_of

_FROM = r"(?: from (?:the )?[\w&-]+(?: [a-z]+)?)?"
_G = rf"WHO(?:{_FROM}(?:,? (?:and|plus|&|n|und) |, ?(?:and )?)WHO)*"
_W = rf"WHO(?:{_FROM}(?:,? (?:and|plus|&|n|\+|as well as|und|also) |, ?(?:and )?)(?:also |the )?WHO)*(?:,? (?:from|of|my|our|your|his|her|the|who|in) (?:[\w&'-]+ ?){{1,5}}?,?)?"
_BE = (
    r"(?:join|come|be (?:there|here|present|on\b|in\b(?! touch)|joining|with|coming|along|attending|part)|attend|dial|"
    r"sit|take part|hop|jump|stand with|assist|film|represent|call in|tag along|accompany|participate|log (?:in|on)|"
    r"see (?:us|the (?:two|three))|make|do\b|want|like to|love to|see you|meet you|talk|bring|listen)"
)
_WILL = (
    r"(?:will|'ll|would|should|can|could|must|shall|may|might|has to|have to|needs to|need to|wants to|want to|"
    r"is going to|are going to|is to|'d|has asked (?:me )?to|asked to|is happy to|are happy to|hopes to|ought to|(?:has |have )?(?:agreed|promised|volunteered) to|is able to)"
)
_ALONG = (
    r"(?:too|as well|along|also|there|here|present|in the room|in on|in\b|on\b|at the table|"
    r"(?:to )?(?:come|join|be\b|attend|sit|dial|take part)|with (?:us|me|you)|(?:to|for) (?:it|this|that))"
)
_FILL = (
    r"(?:(?:me|myself|us|you|yourself|both|also|too|along|already|only|just|probably|please|have|him|her|"
    r"of course|and|plus|the two of us|us two|u|with me|with us|my|our|your|mine)\s*,?\s*){0,4}"
)
_BRINGS = (
    rf"\b(?:bring|bringing|invite|inviting|invited|include|including|add|adding|loop(?:ing|ed)? in|loop|looping|cc|cc'ing|copy(?:ing)? in|"
    rf"pull(?:ing|ed)? in|rop(?:e|ed|ing) in|grab|put|attending|attendees|participants|present|included|invitees|"
    rf"from (?:us|our side|my side|your side)|on (?:yours|ours|our side|your side|my side)|who|there (?:must|should|will) be|consists? of|panel|panel is|together with|along with|"
    rf"must be (?:there|present)|(?:will|'ll) be (?:there|joining|on|present)|take)\b(?: us two| me)?[:,]?\s*{_FILL}({_W})",
    rf"({_W}),? (?:\w+ )?(?:who )?{_WILL} (?!we\b|you\b|i\b)(?:\w+ ){{0,2}}?{_BE}",
    rf"({_W}),? (?:\w+ )?{_WILL} be\b(?=[.,;!?]|$)",
    rf"({_W})'?s? (?:also |too )?(?:joins?|comes?|attends?|dials?|sits in|stays?(?! (?:home|out|away|behind|at))|participates?|takes part|"
    rf"tags along|is coming(?! home| back)|are coming(?! home| back)|is joining|are joining|is attending|are attending|is still in|coming|joining|"
    rf"is (?:very )?welcome|wants? in|wants? to|wants? a say|would (?:very much )?like|is also|(?:is |are )?in\b(?=[.,;!?]|$| on it| too| as well| for this)|"
    rf"(?:is |are )?on\b(?=[.,;!?]|$| too| as well)|is with us|are with us|goes with)",
    rf"\b(?:have|get|ask|asked|invited|told|like|want|take|fetch|need|expect|love|prefer|tell|let|put|having|see|keep)(?: in)?(?: to have)? ({_W}) {_ALONG}",
    rf"(?<!do we )(?<!do you )\bneed(?:s|ed)? (?:also )?({_W})",
    rf"\bask(?:ed)? that ({_W}),? {_BE}",
    rf"\b(?:plus|as well as) ({_W})",
    rf"({_W}) included",
    rf"\b(?:it'll|it will|that'll|that will|it would) be (?:just |only )?(?:me,? and |me plus )?({_W})",
    rf"\b(?:accompanied|represented|joined|met|interviewed|seen|led|chaired|attended) by ({_W})",
    rf"\byes to ({_W})",
    rf"({_W}) yes\b",
    rf"\bso (?:will|is|does|can) ({_W})",
    rf"({_W})(?: [\w']+){{1,12}} would like (?:you )?to (?:come|meet|see|discuss|talk|speak|have)",
    rf"({_W}) (?:has|have|is|are|was|were) (?:also )?(?:been )?(?:invited|added|copied in|confirmed)",
    rf"({_W}),? (?:has |have )?asked me to (?:arrange|set|organi[sz]e|find|fix|book|schedule|see|invite)",
    rf"\b(?:can|could|should|may|might|will|would|shall|is it ok if|ok if) ({_W}) (?:also |please |perhaps |possibly )?{_BE}",
    rf"({_W}) (?:too|as well|also)(?=[.,;!?)]|$)",
    rf"\b(?:comes?|joins?|(?:will|shall|'ll) (?:come|join)|with (?:me|us) (?:is|are|will be)|in (?:his|her|their) (?:place|stead)(?: (?:comes?|is|will be|\w+s))?)(?: also)? ({_W})",
    rf"\b(?:would be|be) (?:good|great|nice|useful|helpful) (?:to have|if) ({_W})",
    rf"\b(?:have|put|get|had) ({_W}) (?:on|in|there|along|join)\b",
    rf"\b(?:he|she|they|it)(?:'ll| will| would)? (?:come|comes|be|is|are) (?:along )?with ({_W})",
    rf"\b(?:this time|then|so) (?:with|plus) ({_W})",
    rf"\bjust (?:him|her|them|you|me|us)? ?(?:and|plus) ({_W})",
    rf"({_W}) (?:need|has|have|must|needs) (?:to )?(?:be )?(?:present|there|included)",
    rf"\b(?:not|don't think) just (?:us|me|you)\b.{{0,20}}?({_W})",
)
_WITH = (
    rf"\bwith\s+{_FILL}({_W})",
    rf"\b(?:you|u|me|us|myself|yourself|i|him|her|we)(?: two)?(?:,? (?:and|n|plus|&|und)|,| \+|:) {_FILL}({_W})",
    rf"({_W}),? (?:and|&|n|plus) (?:me|i|myself|you|us|yourself)\b",
)
"""These may be told of what has been, as well."""
_WITHOUT = (
    rf"\b(?:without|minus|remove|drop|dropping|uninvite|leave out|leaving out|skip|forget|never mind|don't need|"
    rf"no need (?:for|to (?:bring|invite|have|include))|instead of|rather than|in place of|except|excuse|scratch|less|not|replaces|"
    rf"excluding|leave|keep)(?: about| the| to)? ({_G})(?! (?:in\b|on\b))",
    rf"({_G})(?:'s|'ll| is| are| has| have| was| were| will| would| can| could| does| do|,| goes| says?| said| told me)?"
    rf"(?: (?!but\b|so\b|and\b|if\b|when\b|that\b|who\b|whether\b)[\w']+){{0,4}}?(?:n't\b|'t\b|[ ,]+(?:not\b|no longer|never|cannot|can't|cant\b|won't|wont\b|doesn't|isn't|isnt\b|aren't|unable|"
    rf"away|out(?= of (?:it|this|town|the)|[.,;!?:]|$)|sick|ill\b|busy|off(?= |[.,;!?]|$)|on (?:leave|holiday|vacation|maternity|paternity|parental|sick|a flight|a plane|the road)|"
    rf"stays? (?:home|behind|away|out|at)|sits? (?:this|it) (?:one )?out|sit this|stuck|declined?|no\b|in copy|only in copy|bowed|pulled out|dropped out|"
    rf"in bed|in hospital|has (?:vacation|holidays?|class|classes|court|exams?|the flu|flu|covid|fever|a cold)|caught|transferred|retired|leaves us|"
    rf"no (?:more )?sense|fell ill|nothing to add|excused|down to the|abroad|will send|sends|writes?))(?!.{{0,25}}(?:over|till|until)\b)",
    rf"\bno need to \w+ (?:about )?({_G})",
    rf"({_G})(?: [\w']+){{0,6}}? (?:was|were|had|hoped|wanted|asked|offered|meant|would have|would've|supposed)\b[^.;]{{0,50}}\bbut\b",
    rf"\b(?:i'd|i had|i was|we'd|we were|we had) (?:thought|going|hoping|planning|meant)\b[^.;]{{0,30}}({_G})[^.;]{{0,40}}\bbut\b",
    rf"\b(?:i|we) (?:don't|do not|won't|cannot|can't|will not|haven't) [^.,;]{{0,25}}({_G})",
    rf"\b(?:copy only|cc only|in copy):? ({_G})",
)
_PRONOUN_COMES = re.compile(
    rf"\b(?:he|she|they)(?:'s|s)? ?(?:{_WILL} (?:\w+ )?{_BE}|(?:is )?(?:in|on|coming|joining)(?=[.,;!?]|$| too)|'ll be there|comes|joins|wants to (?:join|come|be|see|meet|hear))|"
    rf"\b(?:her|him|them),? (?:and )?(?:you|me)\b|\b(?:you|me),? and (?:her|him|them)\b|\bjust (?:her|him|them)\b|"
    rf"\b(?:him|her|them) (?:too|along|as well|(?:in|on)(?=[.,;!?]|$)|present|there)|\b(?:bring|invite|include|add|pull|have|get|ask|loop) (?:him|her|them)\b(?! (?:out|off))"
)
_PRONOUN_STAYS = re.compile(
    r"\b(?:he|she|they)(?:'s|'ll| will| is| are| has| can| could| would)?(?: [\w']+){0,3}?(?:n't\b|'t\b| (?:not\b|no longer|can't|cant\b|won't|doesn't|sit this|out\b|away|"
    r"stays? (?:home|behind|away|out)|busy|sick|on (?:leave|holiday)|sends?|send))(?!.{0,25}(?:over|till|until|week|month|from)\b)|\b(?:without|not|drop|leave out|remove|never mind|forget|skip|minus) (?:him|her|them)\b|"
    r"\b(?:leave|keep|let) (?:him|her|them) (?:out|off|at|rest|enjoy)|\bin (?:his|her|their) (?:place|stead)|\b(?:in place|instead) of (?:him|her|them)|"
    r"\breplac\w+ (?:him|her|them)"
)
_NEGATED = re.compile(
    r"(?:\bnot\b|n't\b|\bdont\b|\bno need\b|\bwithout\b|\bcannot\b|\bnever\b|\bneither\b|\bnor\b|\binstead of\b|\bno (?:more )?sense\b)[^.!?;]{0,40}$"
)
_NOT_TOGETHER = re.compile(
    r"\b(?:up|along|deal\w*|agree\w*|problem\w*|trouble|issue\w*|contract|work\w*|stay\w*|liv\w+|help\w*|wrong|thing|happened|"
    r"spoke\w*|talked|fine|stuck|met|busy|left|is|was|are) $"
)
"""Before a "with" that is not said of those who come."""
_ASIDE = re.compile(
    r"(?:write|e-?mail|mail|send|sent|contact|reach|reply|forward\w*|ring|phone|met|spoke|talked) (?:\w+ ){0,3}(?:to |with |at )?$"
)
_OTHER = re.compile(
    r"\b(?:the|your|our|my|his|her|their|a) (?!two\b|three\b|call\b|meeting\b|way\b)[a-z]{3,}"
)
"""Somebody or something that a pronoun may stand for, without a name."""
_ONLY = re.compile(
    rf"\b(?:only|just) {_W},? (?:and )?(?:you|me|us)\b|\bonly (?:you|me)(?:,? me)? and {_W}"
)
_ONLY_COPY = re.compile(r"\b(?:in copy|cc'?d?) only\b|\bonly in copy\b", re.IGNORECASE)
_SMALL = re.compile(
    r"(?:^|[.,!?]\s*)(?P<subject>[a-z]{3,12}) (?:needs to|has to|should|must|wants to|will|is going to) (?:be there|come|join|be in)|"
    r"\b(?:bring|invite|loop in|grab) (?P<object>[a-z]{3,12}) (?:too|also|along|as well)\b"
)
_NOBODY = set(
    "someone somebody everyone everybody anyone that this which who they she one what there nobody people them your something".split()
)


def taking_part(body: str, known: Sequence[Person] = ()) -> list[tuple[bool, Person]]:
    """Whom a text wants to take part, and whom it says will not, in the order it says so."""
    found: list[tuple[bool, Person]] = []
    last: list[Person] = []
    only_copy = bool(_ONLY_COPY.search(body))
    loud = body.upper() == body
    for part in parts_of(body.lower() if loud else body, "․"):
        text, people = told_with_people(part, known)
        found += _changes(text, people, last, only_copy)
        last = people or last
        small = _SMALL.search(text)
        if small and sum(map(str.isupper, body)) * 40 < len(body) + 80 or small and loud:
            name = small["subject"] or small["object"]
            if name not in _NOBODY:
                found.append((True, Person(name)))
    return found


def _changes(
    text: str, people: list[Person], last: list[Person], only_copy: bool
) -> list[tuple[bool, Person]]:
    """Whom one sentence brings in and leaves out."""
    marks = [found.start() for found in re.finditer("WHO", text)]
    events: list[tuple[int, bool, Person]] = []
    for at, person in zip(marks, people, strict=False):
        if person.address and not only_copy and not _ASIDE.search(text[max(0, at - 40) : at]):
            events.append((at, True, person))
    for comes, begin, (first, end) in _matches(text):
        events += [
            (begin, comes, person)
            for at, person in zip(marks, people, strict=False)
            if first <= at < end
        ]
    for pattern, comes in ((_PRONOUN_COMES, True), (_PRONOUN_STAYS, False)):
        for match in pattern.finditer(text):
            before = [one for at, one in zip(marks, people, strict=False) if at < match.start()]
            if re.search(r"\b(?:if|unless|whether) $", text[: match.start()]):
                continue
            others = _OTHER.search(text[: match.start()])
            meant = before[-1:] or ([] if others else last[-1:])
            if not (comes and _NEGATED.search(text[max(0, match.start() - 50) : match.start()])):
                events += [(match.start() + 1, comes, one) for one in meant]
    out = {(person, at) for at, comes, person in events if not comes}
    events = [
        one
        for one in events
        if not one[1] or not any(person == one[2] and abs(at - one[0]) < 30 for person, at in out)
    ]
    return [(comes, person) for _, comes, person in sorted(events, key=lambda one: one[:2])]


def _matches(text: str) -> Iterator[tuple[bool, int, tuple[int, int]]]:
    """Where the cues stand, with the span of the people, and whether these are to come."""
    if "WHO" not in text:
        return
    for patterns, may_be_past in ((_BRINGS, False), (_WITH, True)):
        for pattern in patterns:
            for match in re.finditer(pattern, text):
                clause = re.split(r"[;:()]|, |\b(?:so|but|because)\b", text[: match.start()])[-1]
                if _NEGATED.search(clause[-60:]):
                    continue
                rest = re.split(r"[.;:()]", text[match.end() : match.end() + 25])[0]
                around = f"{clause[-60:]}{match[0]}{rest}"
                told = cues.PAST.search(around) or cues.AWAY.search(around)
                if may_be_past and _NOT_TOGETHER.search(clause):
                    continue
                if may_be_past and told and not cues.STRONG.search(around):
                    continue
                yield True, match.start(1), match.span(1)
    for pattern in _WITHOUT:
        for match in re.finditer(pattern, text):
            yield False, match.start(1), match.span(1)


def changed(
    before: Sequence[Person], body: str, known: Sequence[Person]
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Who is to come once a message is read as well, and all whom the thread has named."""
    lone = any(_ONLY.search(told_with_people(part, known)[0]) for part in parts_of(body, "․"))
    people = () if lone or cues.ONLY_WE.search(body.lower().replace("’", "'")) else tuple(before)
    for comes, person in taking_part(body, known):
        if comes:
            people = added(people, person)
        else:
            people = tuple(one for one in people if not is_same(one, person))
    for part in parts_of(body, "․"):
        for person in told_with_people(part, ())[1]:
            known = added(known, person)
    return people, tuple(known)
