"""The phrases by which an email settles, refuses, offers, doubts or takes back a meeting.

A phrase stands once, under what it does to the reader. `cues` goes through a text word by word and
looks up what the word may begin, so that a word that begins nothing costs nothing. For text in
lower case with straight apostrophes; linear, since all repeats are bounded or possessive.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Says = Literal[
    *("harmless", "cancels", "hedges", "hands back", "busy", "refuses", "declines", "moves"),
    *("books", "suits", "gives", "offers", "defers", "commits", "condition", "agrees", "deny"),
    *("invites", "leaves out", "regrets", "elsewhere", "asked", "vacant"),
]
"""What a phrase does. `harmless`: it holds a "no" that denies nothing. `suits`: a time is good.
`gives`: what stands beside it is when the meeting is. `commits`: the writer will take part.
`elsewhere`: the writer has something else then. `asked`: it tells what the reader wrote."""

#: First the words that a phrase may begin with, then how it goes on. Of two, the first one is read.
_PHRASES: dict[Says, str] = {
    "harmless": r"""
        no (?:clash|conflict|problem|objection|doubt|issue|worr|need|rush|trouble|matter|obstacle
          |overlap|mistake|harm|hurry|wonder|surprise|apolog|complaint)\w*;
        no (?:more|later|earlier|less|longer) (?:than|lost);
        not (?:a problem|only|at all unsure|unsure|to worry|(?:be )?late|later|earlier|too|just
          |least|forget|keep you|wait);
        without (?:fail|doubt|delay|further ado|any (?:trouble|problem|doubt));
        can't|cannot (?:think|wait|complain|stay|please|thank);
        can't|cannot|won't|couldn't (?:\w+ ){0,4}(?:longer|late|beyond|more than);
        gone ahead|out|through|well;
        nothing (?:is |stands )?(?:in the way|else|against|to (?:add|lose|worry));
        don't (?:worry|hesitate|forget|mind|miss|be|bother);
        do not (?:worry|hesitate|forget|mind|be); if not;
        as (?:it is|they are|you (?:asked|suggested|proposed|requested|wished|wanted|wrote|said)
          |requested|proposed|suggested|discussed|agreed); never (?:mind|fails);
        have|has|ve|had taken; couldn't (?:agree|be|ask); wouldn't miss""",
    "cancels": r"""
        is|was|been|be (?:cancell?ed|called off|void|off again);
        ignore|disregard|forget|scratch|strike (?:the above|all|this|that|it|everything|what
          |my (?:last|previous)); none|nothing of (?:this|that|it|these|them|the (?:times|above));
        none|nothing (?:\w+ ){1,3}(?:applies|certain|settled|counts|holds); neither of|works;
        both are (?:taken|gone|full);
        don't (?:choose|pick|take|come|rely|count on|accept|plan on|use)(?! late| too);
        do not (?:choose|pick|take|come|rely|count on|accept|plan on|use)(?! late| too);
        not to (?:choose|pick|take|come|rely|count on|accept|plan on|use); leave it for now;
        your original time works; already (?:booked|reserved) the first;
        the first is (?:booked|reserved); take (?:all |it |that |this )?(?:all )?back;
        on second thoughts?;
        an|half|one (?:an )?hour (?:earlier|later|before|after) (?:than )?(?:that|this|stated
          |written);
        come|start|starts|begins|meet|arrive (?:\w+ )?(?:an|half an|one|two|\d+|thirty|fifteen
          |ten) (?:hours?|min(?:ute)?s?) (?:earlier|later|before|after|sooner)""",
    "hedges": r"""
        pencilled|penciled in; provisional|provisionally|tentative|tentatively|loosely; subject to;
        not (?:yet |quite |entirely |fully |100 % |completely )*(?:certain|final|fixed|confirmed
          |definite|sure|settled|guaranteed);
        isn't|aren't|can't|cannot (?:yet )?(?:certain|final|fixed|confirmed|definite|confirm
          |promise|guarantee|be sure|be certain); to be confirmed;
        should be (?:ok|okay|fine|possible|free|able|good|doable);
        need|have to (?:check|confirm|verify|see|think|ask|clear); under consideration;
        might|may (?:well |still |also |yet )*(?:work|change|choose|move|have to|need to|shift
          |cancel|not|be able|fall|be possible|suit|manage|come); tell you (?:\w+ )?(?:whether|if);
        know (?:\w+ ){0,2}(?:whether|if) (?:i|we) (?:can|come|will|make);
        see (?:if|whether) (?:i|we) can; probably|perhaps|possibly|maybe|likely; think about it;
        think it over; if (?:all goes well|nothing comes up|i can); unless something;
        try to (?:make|be|come|attend|join|fit)""",
    "hands back": r"""
        find|pick|choose|book|schedule|reserve|take (?:a|any|another|some|yourself
          |the) (?:\w+ ){0,2}(?:slot|time|date|day|room|moment)(?: \w+){0,4} (?:yourself
          |in my calendar|that suits you);
        book|schedule|arrange|enter|put (?:it|this|that|the meeting)(?: in)? yourself;
        send (?:me|us|over|out) (?:an|the|your|a calendar) invit\w+;
        you (?:book|schedule|arrange|send) (?:it|the invit\w+|an invit\w+|a time|a slot);
        which|what (?:other |of these )?(?:time|day|slot|date)s? (?:would |might |will )?(?:suits?
          |works?|be|do you|is (?:best|good));
        suggest|propose|name|give|send (?:me |us )?(?:an?other|some|other|a different
          |alternative) (?:times?|slots?|days?|dates?)""",
    "busy": r"""
        taken|busy|occupied|engaged|unavailable|impossible|gone;
        full (?! (?:up|until|from|on|then|that|in|at|all|hour|half|two));
        no (?:good|luck|go|longer (?:free|available|open));
        overlap|overlaps|overlapping|clash|clashes|clashing|conflict|conflicts|collides|collide
          |outside; in the way|(?:the middle of); tied|spoken up|for;
        blocked (?:by|until|already|with|out by); booked (?:by|solid|up|out|until); fully booked;
        already (?:\w+ )?(?:booked|scheduled|has|have|in|taken|engaged|committed|busy|promised);
        all|every|slots|days (?:\w+ ){0,4}(?:is |are )?booked;
        i|we|he|she (?:'m|'re|'s| am| are| is) booked; i|we|he|she (?:'m|'re|'s| am| are| is) out;
        is|was out|off(?=[.,;!]|$); out (?:of the question|of office|for me);
        too|little|bit early|late;
        before (?:my|our|working|office)""",
    "elsewhere": r"""
        another (?:commitment|meeting|call|appointment|engagement|obligation|request);
        clashed|collided|overlapped;
        prior|standing|previous (?:commitment|meeting|engagement|appointment)""",
    "refuses": r"""
        decline|declined|declining|declines|refuse; to pass(?! (?:by|on my|my|along|it on));
        pass on (?:this|that|it); pass this time; say|no no|to; no from (?:me|us|my);
        turn|turned|turning (?:it |this |that |you |the \w+ \w+ |your \w+ )?down; let you down;
        keep|keeps \w+ from; rather|prefer|decided not;
        on (?:holiday|vacation|leave) (?:then|that|on|at|until);
        not going to (?:meet|be|come|attend);
        never|not (?:meet|be there|attend|coming|be (?:coming|attending|joining|able to (?:meet
          |attend|join|come|make)));
        can't|cannot|couldn't|won't (?:\w+ )?(?:meet|attend|accept|join|see|come|be there|be able
          |make (?:it|that|this|the)|fit|take part|accommodate); unable to; not able to;
        can not (?:meet|attend|accept|join|see|come|make)""",
    "declines": r"""
        no (?:other |\w+ ){0,3}(?:slot|time|opening|room|gap|minutes|hours?|options?|window|space
          |way|alternative)s?\b;
        not (?:be )?(?:\w+ )?(?:possible|available|booked|free|open|work|suit|feasible|an option
          |convenient|fit|do|going ahead|take place|happen);
        nothing (?:is |was |i have )?(?:\w+ )?(?:free|open|left|available|i can);
        isn't|aren't|wasn't|won't|doesn't|don't|wouldn't (?:be )?(?:\w+ )?(?:possible|available
          |booked|free|open|work|suit|feasible|an option|convenient|fit|do|going ahead|take place
          |happen);
        can't|cannot|couldn't (?:\w+ )?(?:make|take|offer|book|schedule|find|do|hold|be held
          |confirm|go|free|squeeze|move); can not (?:take|offer|book|schedule|find|do|hold);
        don't have; haven't; aren't|isn't \d+ min\w*|(?:a|any|enough|room)""",
    "moves": r"""
        i|we (?:'ve|'ll| have| will| had| am| was)?(?: also| just| now)? ?(?:mov(?:ed?|ing)
          |cancel(?:led|ed)?|shift(?:ed)?|postponed?|reschedul(?:e|ed)|push(?:ed)?|cleared);
        has|have been (?:moved|rescheduled|shifted|postponed); moved|moves to|my; made room;
        can wait until""",
    "books": r"""
        booked|reserved|arranged|scheduled|confirmed|accepted|blocked|entered;
        confirm (?! (?:whether|if|which|what|that you|by|or|receipt|you|a|one|the one
          |your (?:choice|preference|pick))\b); confirming (?! (?:the|your|that|this|it)\b|\.);
        accept (?! (?:my|our)\b); locked|fixed|marked|counted in|for|down;
        see you (?:on|at|then|there|in|tomorrow|mon|tue|wed|thu|fri|sat|sun|from|next|this)\w*;
        is|are|re|all (?:now |all )?set(?: for)?; it is a date; it's a date; a date for;
        is|it|s|are|put|now|down|added|entered|that|this (?:it )?(?:now )?(?:in|into|to) (?:the|my
          |your|our|his|her|their) (?:calendar|diary);
        put (?:(?!out|up|off|through)[^\s.;]+ ){0,9}(?:down|in(?! touch)); set aside;
        invitation|invitations|invite|invites (?:[^.;]{0,40} )?(?:is|are|was|has been
          |have been)(?: \w+)? (?:on its way|on their way|sent|out|underway);
        it (?:is|'s)(?=[,.;!:]| then); sent you an? invit\w+; on the (?:invite|invitation);
        you|we (?:'re| are) (?:in|on|down); is|are (?:all )?yours; consider it;
        kept (?:\w+ ){1,6}free; can do(?=[.!,]);
        you (?:'ve| have)(?: got)? (?:it|the (?:full |half |whole )?(?:hour|half hour|slot
          |date))""",
    "suits": r"""
        works|suits|work|suit (?:for|well|me|us|perfectly|fine|nicely|great|on my); works|suits;
        is|are|s|sounds (?:perfect|fine|good|great|ideal|convenient|all right|ok|okay)""",
    "gives": r"""
        we (?:'ll |will |shall |can |now )?(?:start|meet|begin|talk|speak|have|go);
        i (?:'ll| will) see you; it (?:is|'s|will be) (?:at|on|from);
        it|meeting|session (?:will )?(?:starts?|begins?|ends?|is on|is at|lasts?|runs|take place
          |takes place); come (?:to|at|by|on|there|whenever|round|over); be there; do come;
        look|looking forward to (?:\w+ ){0,5}(?:on|at|mon|tue|wed|thu|fri|sat|sun)\w*;
        meet|join me; meeting with you; expect you|us""",
    "offers": r"""
        offer|propose|proposed|proposing|suggest|suggesting|alternative|alternatives|alternatively
          |options|option|otherwise|instead|windows|openings; suggestions; how|what about;
        other times?;
        would|could|can|shall|might|does|do|will we|you|i|it|either|one|any|both|that|this|monday
          |tuesday|wednesday|thursday|friday|saturday|sunday|\d; let 's (?:meet|do|say|talk);
        let us (?:meet|do|say|talk);
        prefer|pick|choose""",
    "vacant": r"""
        i|we (?:'m|'re| am| are|'d be| would be) (?:also |still )?(?:free|available|open|around);
        be|are|is (?!(?: \w+)? (?:not|no|never)\b)(?: \w+)? (?:free|open|available|fine
          |possible)""",
    "defers": r"""
        be in touch; come|get|be back to you; let you know; some alternatives;
        any|another time|day; another time; have to wait; not yet decided; next year;
        as soon as (?:i|we)""",
    "commits": r"""
        count me in;
        i|we (?:'ll| will| shall|'d (?:love|like) to|'m going to|'m happy to| am happy to
          |'m glad to| can| would be glad to| would love to)(?: gladly| certainly| definitely
          | be happy to| be glad to)? ?(?:be there|join|come(?! back)|attend|drop by|take part
          |be joining|be coming|be attending|see you (?:on|at|then|there));
        i (?:'m| am) (?:free|coming|joining|attending); take place""",
    "invites": r"""
        invite|invited|inviting|include|included|including|join|joining|joins|bring|bringing|added
          |adding|copied|attend|attends|attending; be there; on the invit\w+""",
    "leaves out": r"""
        without|excluding|except|minus; left|leave|leaving|leaves (?:\w+ ){1,3}out;
        not (?:be )?(?:invit\w+|includ\w+|join\w*|attend\w*|coming|added|there);
        just|only (?:you and me|(?:the |us )two)""",
    "condition": r"""
        once|if|whether|whichever|unless; until you; as soon as you; let (?:me|us) know;
        tell me which;
        i|we (?:'ll| will) (?:then )?(?:confirm|send|book|put|get(?! back)|schedule|arrange|hold
          |block|set|reserve); you can (?:pick|choose|have)""",
    "agrees": r"""
        ok|okay|done|yes|sure|gladly|fine|agreed|accepted|pleasure|delighted|absolutely|deal
          |perfect; of|will course|do; see you; happy|glad|pleased to; very well""",
    "asked": r"""
        asked|asks|wanted for;
        you (?:'d| would|'ve| have)?(?: also)? ?(?:ask|asked|asking|suggest|suggested|propose
          |proposed|want|wanted|request|requested|mention|mentioned|wrote|like to);
        the|your|a (?:\w+ )?(?:request|proposal|suggestion|wish|question|invitation|idea) (?:for
          |of|to|on|that)""",
    "regrets": r"""
        i 'd have (?:liked|loved); would have (?:liked|loved);
        sorry|regret|regrets|regrettably|afraid|unfortunately|sadly|only|apologies""",
    "deny": r"""
        not|no|none|neither|never|nothing|cannot|can't|couldn't|won't|isn't|aren't|don't|doesn't
          |didn't|wasn't|wouldn't|haven't|without|nor""",
}


class Cue(NamedTuple):
    """A phrase: characters [start, end) of a text, and what it does."""

    start: int
    end: int
    says: Says


_WRAPPED = re.compile(r"\n {0,12}(\|?)")


def _lexicon() -> dict[str, tuple[tuple[Says, ...], re.Pattern[str]]]:
    """By the word that a phrase begins with: what the phrases do, and a pattern with a group for
    each, for what follows the word."""
    ways: dict[str, list[tuple[Says, str]]] = {}
    for says, lines in _PHRASES.items():
        for phrase in re.split(r";\s", _WRAPPED.sub(lambda end: end[1] or " ", lines.strip())):
            heads, _, rest = phrase.partition(" ")
            if rest and not rest.startswith(("'", "(?:'", "(?!")):
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
"""What may follow the words that phrases begin with."""
_WORD = re.compile(r"(?<![^\W_])[a-z]++(?:'t)?")


def cues(lower: str) -> Iterator[Cue]:
    """The phrases of a text, by place; none within another."""
    done = 0
    for word in _WORD.finditer(lower):
        known = _LEXICON.get(word[0])
        if known is None or word.start() < done:
            continue
        says, following = known
        if found := following.match(lower, word.end()):
            done = found.end()
            yield Cue(word.start(), done, says[found.lastindex - 1])
