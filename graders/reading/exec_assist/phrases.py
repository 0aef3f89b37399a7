"""The phrases with which an email settles, refuses, offers, doubts or takes back a meeting.

Each phrase is listed once, under its meaning. `cues` looks up each word of a text among the words
that start a phrase, so other words cost nothing. It expects lower-case text with straight
apostrophes, and is linear, since all repeats are bounded or possessive.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Says = Literal[
    *("harmless", "retracts", "defers", "busy", "refuses", "absent", "declines", "moves"),
    *("books", "accepts", "offers", "asks", "free", "condition", "agrees", "aside"),
]
"""What a phrase says. `harmless`: its "no" denies nothing. `busy`: the time is taken. `refuses`:
the writer turns it down. `absent`: the writer will not come, or nobody will. `declines`: it is not
possible. `accepts`: the writer will come, or the time suits. `asks`: a suggestion or question.
`free`: the time is free. `condition`: the rest depends on it. `aside`: what the reader wrote."""

#: The words that may start a phrase, then how it continues. The first phrase that matches wins.
_PHRASES: dict[Says, str] = {
    "harmless": r"""
        where|how|what|whatever it is; no (?:clash|conflict|problem|objection|doubt|issue|worr|need
        |rush|trouble|matter|obstacle|overlap|mistake|harm|hurry|wonder|surprise|apolog
        |complaint)\w*; no (?:more|later|earlier|less|longer) (?:than|lost); no (?:\w+
        ){1,4}(?:is |are )?(?:needed|necessary|required); not (?:a problem|only|at all unsure|unsure
        |to worry|(?:be )?late|later|earlier|too|just|least|forget|keep you|wait(?! for (?:me
        |us)\b)); without (?:fail|doubt|delay|further ado|any (?:trouble|problem|doubt)); can't
        |cannot (?:think|wait|complain|stay|please|thank); can't|cannot|won't|couldn't (?:\w+
        ){0,4}(?:longer|late|later|earlier|beyond|more than); gone ahead|out|through|well; is|are
        blocked(?=[.,;!]|$); nothing to \w+; nothing (?:is |stands )?(?:in the way|else|against);
        don't|never|not (?:worry|hesitate|forget|mind|miss|be|bother|have to|fails); if not; as
        (?:it is|they are|you (?:asked|suggested|proposed|requested|wished|wanted|wrote|said)
        |requested|proposed|suggested|discussed|agreed); have|has|ve|had taken(?! (?:it|this|that)
        (?:out|off|back)); taken note|care; couldn't (?:agree|be|ask)""",
    "retracts": r"""
        ignore|disregard|forget|scratch|strike (?:the above|all|this|that|everything|what|my (?:last
        |previous)|it(?! in)); none|nothing of (?:this|that|it|these|them|the (?:times|above))(?!
        was); none|nothing (?:\w+ ){1,3}(?:applies|certain|settled|counts|holds|works); both are
        (?:taken|gone|full); on (?:second thoughts?|reflection)(?! perhaps); don't|not (?:choose
        |pick|take(?! part| place)|rely|count on|accept|plan on|use)(?! late| too| more| up| all|
        the whole| half| an?\b); let (?:'s| us| me) (?:rather |better |just |perhaps )?(?:leave|drop
        |skip|scrap|shelve|cancel|postpone|hold off|put (?:it |this |that )?off|wait)(?! (?:it |that
        )?(?:there|at that|to|room|with|the rest|time)); leave (?:it|this|that) (?:for now|after all
        |until|till); rather|sooner|better (?:skip|wait|leave (?:it|this|that(?: \w+)?|the \w+)
        (?:until|till|for|out)); your original time works; take|took (?:all |it |that |this )?(?:all
        )?back; taken|took (?:it|this|that|you) (?:out|off|back)\b; an|half|one (?:an )?hour
        (?:earlier|later|before|after) (?:than )?(?:that|this|stated|written); come|start|starts
        |begins|meet|arrive (?:\w+ )?(?:an|half an|one|two|\d+|thirty|fifteen|ten) (?:hours?
        |min(?:ute)?s?) (?:earlier|later|before|after|sooner); if|unless|until|till|should|once|when
        |moment|case|soon (?:as )?(?:(?:i|we) (?:find|get|have|receive|see) )?(?:an?|any|something
        |anything|someone|anyone) (?:better|nicer|more (?:urgent|important|interesting))(?: (?:offer
        |idea|thing|one|plan|option|invitation|meeting|to do|comes?|turns?|crops?|pops?|arises?)\b
        |(?=[.,;!]|$))(?! (?:\w+ ){0,8}you)""",
    "defers": r"""
        whether (?:this|that|it) (?:is|works|suits|would); let me (?:just |first |quickly )?(?:check
        |run|see|look|ask|think|sleep|confirm|get back|talk|find); pencilled|penciled|pencil
        |pencilling (?:\w+ ){0,2}in; provisional|provisionally|tentative|tentatively|loosely;
        subject to; hangs|depends|depending (?:\w+ )?on; as firm; closer to the; not|isn't|can't
        |cannot (?:yet |quite |entirely |fully |100 % |completely ){0,3}(?:certain|final|fixed
        |confirmed|definite|definitely|sure|settled|guaranteed|firm|confirm|promise|guarantee|be
        sure|be certain|commit|say yet|tell yet); to be confirmed; should be (?:ok|okay|fine
        |possible|free|able|good|doable|all right); need|have to (?:check|confirm|verify|see|think
        |ask|clear|drop|cancel|call it); might|may (?:well |still |also |yet ){0,3}(?:work|change
        |choose|move|have to|need to|shift|cancel|not|be(?= \d| on| at)|be able|fall|be possible
        |suit|manage|come|turn up); tell|let you (?:\w+ ){0,3}(?:whether|if); know for sure|certain;
        see (?:if|whether) (?:i|we) can (?:come|meet|make|do|find|fit|free|manage|move|arrange);
        probably|perhaps|possibly|maybe|likely; think about it; unless|provided something|nothing
        |anything|my|our; unless (?:i|we)(?! (?:hear|get|receive|misread|have (?:mis|got|heard)|am
        (?:mistaken|wrong))); unless|if (?:i|we) (?:change (?:my|our) mind|feel like|fancy|am (?:not
        )?in the mood); only if(?! you| it| that| this); as|so long as (?:nothing|no|i|we|you(?!
        (?:like|want|wish|need))|my|the|it (?:stays|works|is|does)); on condition; assuming
        |conditional; provided|providing (?:that|you|i|we|it|the); call (?:it |this|that )off; try
        to (?:make|be|come|attend|join|fit); have a look (?:at )?(?:how|when|whether|if); be in
        touch; come|get|be back to you; drop you a line; some alternatives; this|that|we|you (?:will
        |must|'ll) (?:have to )?wait; let you know(?! (?:how|what|which)); i|we (?:'ll| will)
        (?:confirm|know (?:more|by|on|whether|if|for)|tell you (?:then|by|for)); which|what
        (?:other |of these )?(?:time|day|slot|date)s? (?:would |might |will )?(?:suits?|works?|be|do
        you|is (?:best|good)); suggest|propose|name|give|send (?:me |us )?(?:an?other|some|other|a
        different|alternative) (?:times?|slots?|days?|dates?)""",
    "busy": r"""
        no (?=-go); taken|busy|occupied|engaged|unavailable|impossible|gone; is|are|re|m|fully
        |already|day|afternoon|morning|week|diary|calendar full(?! (?:up|until|from|on|then|that|in
        |at|all|hour|half|two)); no (?:good|luck|go|longer (?:free|available|open)); overlap
        |overlaps|overlapping|clash|clashes|clashing|conflict|conflicts|collides|collide|outside; in
        the way; the middle of; tied|spoken up|for; blocked (?:by|until|already|with|out by|here);
        booked (?:by|me|solid|up|out|until); fully booked; already (?:\w+ )?(?:booked|scheduled|has
        |have|in|taken|engaged|committed|busy|promised); all|every|slots|days (?:\w+
        ){0,4}(?:is |are )?booked; i|we|he|she (?:'m|'re|'s| am| are| is) (?:booked|out); is|was out
        |off(?=[.,;!]|$); out (?:of the question|of office|for me); too|little|bit early|late|tight;
        before (?:my|our|working|office); another (?:commitment|meeting|call|appointment|engagement
        |obligation|request); prior|standing|previous (?:commitment|meeting|engagement|appointment);
        overlapped|clashed""",
    "refuses": r"""
        decline|declined|declining|declines; to pass(?! (?:by|on my|my|along|it on)); pass on
        (?:this|that|it|the); pass this time; say|a|is no(?! \w+ing)(?= to| from|[.,;!]|$); no to
        (?:the|this|that|your); no from (?:me|us|my); turn|turned|turning
        (?:it |this |that |you |the \w+ \w+ |your \w+ )?down; let you down; keep|keeps \w+ from;
        rather not; prefer|decided not; than (?:i|we) can (?:spare|manage|give); on (?:holiday
        |vacation|leave) (?:then|that|on|at|until); not going to (?:meet|be|come|attend); never|not
        (?:meet(?! an? )|be there(?! (?:before|until|till|any|all))|attend(?! to)|coming|be
        (?:coming|attending|joining|able to (?:meet|attend|join|come|make))); can't|cannot|couldn't
        |won't|shan't (?:\w+ )?(?:meet|attend|accept|join|see|come|be there(?! (?:before|until|till
        |any|all))|be able to (?:meet|attend|join|come|make)|make (?:it|that|this|the)|fit|take part
        |accommodate|give|spare|manage|host|hold|do); unable to; can not (?:meet|attend|accept|join
        |see|come|make|take part); not able to; i|we (?:will |must |have to |do )?refuse""",
    "absent": r"""
        never|not (?:come(?= (?:to (?:the|your|our|it)|on|at|then|there|that|for|along|after all
        |either)|[.,;!]|$)|(?:show|turn) up(?! (?:late|early|before|until|any|empty|with))|appear
        |be present); can't|cannot|couldn't|won't|shan't (?:\w+ )?(?:(?:show|turn) up(?! (?:late
        |early|before|until|any|empty|with))|appear|be (?:coming|attending|joining|present)); count
        |leave|keep (?:me|us) out; without (?:me|us)(?=[.,;!]|$| (?:on|at|this|then|that|in
        |for)\b); don't|not (?:expect|wait for) (?:me|us)(?=[.,;:!]|$| (?:there|then|that|on|at
        |this)\b); don't|not (?:intend|plan|mean|want|wish|care) to (?:come|attend|be there|join
        |meet|show up|turn up); sit|sitting (?:this|that|it) (?:one )?out; no (?:intention of
        |interest in|desire to|wish to|plans? to) (?:be|being|come|coming|attend|attending|join
        |joining|meet|meeting|show|showing|turn|turning)(?: there| up)?; nobody|none (?:of us
        )?(?:will|is|is going to|'ll) (?:be there(?! to)|come|coming|attend|show up|turn
        up)(?=[.,;!]|$| (?:on|at)\b); no one (?:of us )?(?:will|is|is going to|'ll) (?:be there(?!
        to)|come|coming|attend|show up|turn up)(?=[.,;!]|$| (?:on|at)\b); skip|skipping (?:it|this
        |that)(?: one)?(?=[.,;!]|$); give (?:it|this|that) a miss; be|stay (?:elsewhere|away|at
        home|home|abroad|absent|somewhere else)(?=[.,;!]|$| then\b| that \w+)""",
    "declines": r"""
        no (?:other |\w+ ){0,3}(?:slot|time|opening|room|gap|minutes|hours?|options?|window|space
        |way|alternative)s?\b; not (?:be )?(?:\w+ )?(?:possible|available|booked|free|open|work
        |suit|feasible|an option|convenient|fit|do|going ahead|take place|happen(?! again
        | that)|managed?); nothing (?:is |was |i have )?(?:\w+ )?(?:free|open|left|available|i can);
        nowhere else; isn't|aren't|wasn't|won't|doesn't|don't|wouldn't (?:be )?(?:\w+ )?(?:possible
        |available|booked|free|open|work|suit|feasible|an option|convenient|fit|fly|do|going ahead
        |take place|happen(?! again| that)); can't|cannot|couldn't (?:\w+ )?(?:make|take|offer|book
        |schedule|find|be held|be done|confirm|go|free|squeeze|move); don't have|see; aren't|isn't
        \d+ min\w*|(?:a|any|enough|room)""",
    "moves": r"""
        i|we (?:'ve|'ll|'m| have| will| shall| had| am| was)?(?: also| just| now)? ?(?:mov(?:ed?
        |ing)|cancel(?:led|ed)?|shift(?:ed|ing)?|postponed?|reschedul(?:e|ed)|push(?:ed|ing)?
        |cleared|shoved|shuffled); moved|moves to|my; goes|slides|shifts to(?= \w+day| \d); made
        room""",
    "books": r"""
        booked|reserved|arranged|scheduled|confirmed|blocked|entered|slotted; is|are|time|slot
        |gladly|happily accepted; confirm (?! (?:whether|if|which|what|that you|by|or|receipt|you|a
        |one|the one|your (?:choice|preference|pick)|closer|nearer|later)\b); accept (?= (?:your|the
        |this|that|it|with|for|happily|gladly)\b|[.,;!]|$); locked|fixed|marked|counted|popped
        |pencilled in|for|down|us; see you (?:on|at|then|there|in|tomorrow|mon|tue|wed|thu|fri|sat
        |sun|from|next|this)\w*; is|are|re|all (?:now |all )?set(?: for)?; is|it|s|are|put|now|down
        |added|entered|that|this (?:it )?(?:now )?(?:in|into|to) (?:the|my|your|our|his|her|their)
        (?:calendar|diary); put (?:(?!(?:out|up|off|through)\b)[^\s.;]+ ){0,9}(?:down|in(?=[,.;!]|$)
        |in (?:at|for|from|on)\b|in (?:mon|tue|wed|thu|fri|sat|sun)\w*|in(?= \d+[:.]\d)|in(?:to)?
        (?:\S+ ){0,3}?(?:calendar|diary|agenda|schedule|books?|plan|planner|week|slot)); set aside;
        down for; invitation|invitations|invite|invites (?:[^.;]{0,40} )?(?:is|are|was|has been|have
        been)(?: \w+)? (?:on its way|on their way|sent|out|underway); it (?:is|'s)(?=[,.;!:]| then);
        sent you an? invit\w+; on the (?:invite|invitation); you|we (?:'re| are) (?:in|on|down); is
        |are|s|now (?:all |now )?yours; consider it; kept|keeping|held|holding (?:[^\s;!?]{1,20}
        ){0,12}?(?:free|clear|open|for you|for us); can do(?=[.!,]); it|is|s (?:now )?in(?=[.,;!]
        |$); you (?:'ve| have)(?: got)? (?:it|the (?:full |half|whole )?(?:hour|half hour|slot
        |date))""",
    "accepts": r"""
        works|suits|work|suit (?:for|well|me|us|perfectly|fine|nicely|great|on my); works|suits; is
        |are|s|sounds (?:perfect|fine|good|great|ideal|convenient|all right|ok|okay); we
        (?:'ll |will |shall |can |now )?(?:start|meet|begin|talk|speak|be there); i (?:'ll| will)
        see you; it (?:is|'s|will be) (?:at|on|from); it|meeting|session (?:will )?(?:starts?
        |begins?|ends?|is on|is at|lasts?|take place|takes place); come (?:to|at|by|on|there
        |whenever|round|over); be there; do come; look|looking forward to (?:\w+ ){0,5}(?:on|at|mon
        |tue|wed|thu|fri|sat|sun)\w*; meet|join me; meeting with you; count me in; take place; stick
        |sticking|go|going with (?:what you|your|the (?:time|slot)); take you up; i|we (?:'ll| will|
        shall|'d (?:love|like) to|'m going to|'m happy to| am happy to|'m glad to| can| would be
        glad to| would love to)(?: gladly| certainly| definitely| be happy to| be glad to)? ?(?:be
        there|join|come(?! back)|attend|drop by|take part|be joining|be coming|be attending|see you
        (?:on|at|then|there)); i (?:'m| am) (?:free|coming|joining|attending|in(?=[.,;!]|$)); i|we
        can (?:do|make|manage)""",
    "offers": r"""
        offer|propose|proposed|proposing|suggest|suggesting|alternative|alternatives|alternatively
        |options|option|otherwise|windows|openings; instead (?! of); how|what about; how
        (?:'s| is)(?= \w+day| \d); other times?; let (?:'s| us) (?:meet|do|say|talk|take|make it|go
        for); prefer; would|could|can|shall|might|does|do|will one|any|either|both|these""",
    "asks": r"""
        would|could|can|shall|might|does|do|will we|you|i|it|that|this|\w+day|\d; i|we could""",
    "free": r"""
        i|we (?:'m|'re| am| are|'d be| would be) (?:also |still )?(?:free|available|open|around);
        be|are|is (?!(?: \w+)? (?:not|no|never)\b)(?: \w+)? (?:free|open|available|fine
        |possible)""",
    "condition": r"""
        once|if|whether|whichever|unless; until you; as soon as (?:you|i|we); let (?:me|us) know;
        tell|give me; text|ring|send|drop|reply|email|message|answer|ping|buzz|mail|ask
        (?=[^.!?\n]{1,60} and (?:it|that|this|you|the \w+)(?:'s|'re|'ve|'ll| is| are| will| have|
        shall)\b); one|a (?:\w+ )?(?:word|line|nod|text|number|yes)(?: (?:back|by return|from you|to
        me))? and (?:it|that|this|you|the \w+)(?:'s|'re|'ve|'ll| is| are| will| have| shall); say
        |shout|name the|which|when|so|your|one|it; pick|choose|shout|write|reply; i|we (?:'ll| will)
        (?:then )?(?:send|book|put|get(?! back)|schedule|arrange|hold|block|set|reserve|lock|keep
        |add); you can (?:pick|choose|have)""",
    "agrees": r"""
        ok|okay|done|yes|sure|gladly|fine|agreed|pleasure|delighted|absolutely|deal|perfect
        |accepted; of|will course|do; see you; very well; happy|glad to(?=[.,;!]|$)""",
    "aside": r"""
        asked|asks|wanted for; you (?:'d| would|'ve| have)?(?: also)? ?(?:ask|asked|asking|suggest
        |suggested|propose|proposed|want|wanted|request|requested|mention|mentioned|wrote|like to
        |named|after); the|your|a (?:kind |first |last |second )?(?:request|proposal|suggestion
        |wish|question|idea) (?:for|of|to|on|that); your (?:\w+ )?(?:note|mail|e-mail|email|message
        |letter|request) (?:about|on|for|of|regarding)""",
}


class Cue(NamedTuple):
    """A phrase found at characters [start, end) of a text."""

    start: int
    end: int
    says: Says


_WRAPPED = re.compile(r"\n {0,12}(\|?)")


def _lexicon() -> dict[str, tuple[tuple[Says, ...], re.Pattern[str]]]:
    """By first word: what each of its phrases says, and a pattern for the rest of the phrase with
    one group per phrase."""
    ways: dict[str, list[tuple[Says, str]]] = {}
    for says, lines in _PHRASES.items():
        for phrase in re.split(r";\s", _WRAPPED.sub(lambda end: end[1] or " ", lines.strip())):
            heads, _, rest = phrase.partition(" ")
            if rest and not rest.startswith(("'", "(?:'", "(?!", "(?=")):
                rest = f" (?:{rest})"
            spaced = rest.replace(" ?", r"\s{0,4}+").replace(" ", r"\s{1,4}+")
            for head in heads.split("|"):
                ways.setdefault(head, []).append((says, spaced))
    return {
        head: (
            tuple(says for says, _ in found),
            re.compile("(?:" + "|".join(f"({rest})" for _, rest in found) + r")(?!\w)"),
        )
        for head, found in ways.items()
    }


_LEXICON = _lexicon()
FOLLOWING = tuple(pattern for _, pattern in _LEXICON.values())
"""The patterns for how phrases continue; the tests fuzz every pattern at module level."""
_WORD = re.compile(r"(?<![^\W_])[a-z]++(?:'t)?")


def cues(lower: str) -> Iterator[Cue]:
    """The phrases in a text, in order, without overlaps."""
    done = 0
    for word in _WORD.finditer(lower):
        known = _LEXICON.get(word[0])
        if known is None or word.start() < done:
            continue
        says, following = known
        if found := following.match(lower, word.end()):
            done = found.end()
            yield Cue(word.start(), done, says[found.lastindex - 1])
