"""The words by which a clause asks for something, or says that it would do.

They are matched with clauses as `clauses` tells them: without capitals but for DAY, TIME and LONG.
"""

import re

from desks.own.reading.cues.words import any_of, cue, either

_FREE = r"(?:free|about|around|available|open|up for|able|in on|game|ok|okay|good|happy)"

MEET = either(r"""
    meet(?:ing|up)?|call|talk|chat|speak|catch[- ]?up|sit[- ]?down|sit together|sit with
    see (?:you|u|each other|us|me)|appointment|slot|session|visit|discuss(?:ion)?|review|coffee
    lunch|dinner|tea|breakfast|drinks?|viewing|interview|demo|walk ?through|consult(?:ation)?
    go (?:through|over)|get together|come|drop (?:in|by)|swing by|pop (?:in|by|over|round)|stop by
    pass by|ring you|join|zoom|teams|(?:tele)?phone|video|ring me
    give (?:me|us) a (?:ring|call|bell|shout)|conversation|1:1|one[- ]to[- ]one|rehearsal
    workshop|briefing|seminar|kick[- ]?off|stand[- ]?up\b
    training|fitting|tour|lesson|check[- ]?up|inspection|look at|a word|grab you|nab you|borrow you
    have you over|host you|receive me|attend|face to face|in person
""")
MEETING = any_of(MEET)
"""Something that people come together for."""
IN_IT = r"(?<!loop )(?<!looping )(?<!keep )(?<!keeping )(?<!fill )(?<!copy )(?<!copying )you in"
STRONG = any_of(rf"""
    (?:can|could|would|will|shall|may|might|should|cd) (?:you|u|ya|we|i|us|both of us|it be|that be|
        DAY|TIME|LONG|my|the)
    how about|what about|how's|how is|how does|why not|why don't we|let's|lets|let us
    (?:new|next|my|our) (?:plan|idea) is
    let me (?:take|show|know if)|propos(?:e|es|ed|ing)|(?:my|our|own) proposal|propos(?:al|ition) is
    suggest\w*|fancy|any chance|any joy|chance of|(?:i|we) ask to
    possible times|make it|made it (?:DAY|TIME|LONG)
    (?:are|r) you {_FREE}|u {_FREE}|you free|you around
    if you(?:'re| are) free|do you (?:have|want|fancy|feel like|think you)
    got (?:time|a minute|LONG)|you got
    (?:i|we)(?:'d| would)(?: also| really| very much)? (?:like|love|want|appreciate|be grateful)
    would like|in mind|(?:whether|if) you (?:can|could|would|might)(?!n't|'t| not| need)
    i (?:want|wish|hope|request|kindly)|we (?:want|wish|hope|request)
    (?:i|we)(?:'d| would) (?:\w+ )?(?:ask|beg)
    (?:i|we) (?:\w+ )?(?:ask|request|urge|have the honou?r to \w+) you
    (?:i|we)(?:'d| had|'ve| have)? (?:\w+ )?(?:(?:had |have |'d |'ve )thought|thought (?:if|perhaps|
        maybe|of(?! (?:you|him|her|it|them)\b))|hoped (?:to|for|we|you|that)|
        thought(?= DAY))(?: [\w',-]+){{0,12}}? (?:DAY|TIME)
    (?:was|were) (?:thinking|planning)|are you coming|hoping|wondering|i'm thinking|beg you
    (?:tell|let me know|say) (?:me |us )?(?:which|what|when) (?:day|time|date|slot|suits|works|you)
    (?:need|have|must|want)(?: to)? (?:sit|meet|talk|speak|see you|grab|catch|go (?:over|through)|
        hold|discuss)
    ^(?:and |so |then |but )*(?:take|do|go for|use|have) (?:the |it )?(?:on )?(?:DAY|TIME)
    (?:have|'ve|has) (?:kept|arranged|scheduled|organi[sz]ed|lined up|slotted|fixed)
    same time (?:DAY|on)|need (?:only |just |about |around )?(?:LONG|(?:half )?an hour)
    LONG (?:of your time|with you|of you)|expect you
    you (?:may|can|could|should) (?:take|have(?! (?:\w+ )?(?:heard|seen|caught|read|noticed|
        gathered|found|had|been|got|forgotten|[a-z]{{2,}}ed)\b)|come|join|meet|visit)
    ^(?:please )?(?:start|begin)(?:ing)? (?:at |from )?TIME
    (?:he|she|they) (?:\w+ )?asks? (?:to|if|whether|for)
    ^(?:so |or |maybe |perhaps )?(?:let's )?say (?:at |around |from |between )?(?:DAY|TIME|LONG)
    grant me|requested to|oblige me|(?<!neither )your (?:presence|attendance)
    you (?:will|shall|are to) (?:be (?:heard|received|seen)|appear|attend)
    (?:has|have|had) asked me to (?:obtain|get|see|meet|speak|talk|call|invite|hear|take|discuss)
    is it (?:ok|okay|possible|good|fine)
    ok(?:ay)? (?:if|for you)|good for you|(?:works?|suits?|fine|possible|convenient) (?:for )?you
    (?:needs?|wants?|like|love|has|have) to (?:visit|see|meet|come|speak|talk|sit|
        do (?:a|the|your|our)|go (?:over|through))
    (?:can|could|would|will|may|might|should|shall) (?:our|this|that)|{IN_IT}
    does (?:the )?(?:DAY|TIME)|put (?:me|us|it|you) (?:down|in)
    (?:have|got) you (?:both |all |two )?down
    (?:you are|you're) (?:\w+ )?(?:invited|expected|summoned|requested|convoked)|invite you
    expects you|(?:i|we) (?:await|wait(?: for)?) you
    (?:moved|shifted|rescheduled|postponed|pushed|changed|brought forward) (?:it |
        this )?to (?:the )?(?:DAY|TIME)
    (?:that|which|it) leaves (?:us |me )?(?:with |only )?(?:the )?DAY
    we (?:should|ought to|must|need to)
    ^(?:so |then |and |please |pls |kindly |just |but |or )*(?:come|meet|visit|join|pass by|
        drop (?:in|by|round)|stop by|swing by|pop (?:in|over|by|round)|call me|ring me|see me|
        attend|be (?:here|there|at))
    (?:right|correct|new|only) (?:date|day|time)(?: is| will be|:)? |let it be
    (?:move|(?<!night )(?<!my )(?<!the )(?<!day )shift|push|switch|change|bring|pull|swap|put|
        reschedule|postpone)\b.{{0,40}}\b(?:to|until|till|back|forward) (?:the |on )?(?:DAY|TIME)
    it(?:'ll| will)? (?:must|has to|have to|needs to|should) be|the day i'd ask
    should (?:\w+ ){{0,2}}(?:say|read)|i meant|i mean|it is then|it is$|in (?:the )?place of
    (?:DAY|TIME) (?:then|instead|please|pls|it is(?! (?!then\b)[a-z]))
    (?:then|instead) (?:DAY|TIME)
""")
"""Something is asked for."""
PREFERRED = any_of(r"""
    prefer\w*|rather (?:have|do|take|go|the|see|DAY|TIME)|(?<!a )better
    a better (?:day|date|time|slot|one)|ideal\w*
    (?:best|easiest) (?:for|is|day|time|would|of all|by|if)
    (?:is|be|works?|suits?|me|us|far the|DAY|TIME) best|the best (?:from|of|one|among|option)
    first (?:choice|pick)|favou?rite|perfect|what i'd really like|top choice|the one i'd
    i(?:'d| would) go (?:for|with)|i'd take|(?:my|our|own) (?:choice|pick|vote)
    (?:most|more|much|very) (?:happy|convenient|practical|comfortable) (?:with|on|for)
    happi(?:er|est)|(?:i|me) (?:\w+ )?(?:choose|pick|lean|favour)\w*|leaning
    (?:is|be|works?|suits?|me|us|DAY|TIME) (?:easier|nicer|handier|simpler)
""")
"""One of several is the better."""
UNLOVED = any_of(r"""
    better not|not (?:the )?(?:best|ideal)|less|rather not|second best|best (?:regards|wishes)
    not my|not before|by (?:far )?the worst
""")
FALLBACK = any_of(r"""
    failing (?:that|DAY)|if not|otherwise|if that (?:doesn't|does not|fails)|should that|at a push
    only if|second choice|as a (?:backup|fallback)|plan b
    (?:back-?up|fallback) (?:is|would|date|day)|if need be,? (?:on |at )?(?:DAY|TIME)|worst case
    (?:DAY|TIME),? if need be
    if (?:necessary|you must)|would (?:also )?be ok(?:ay)? (?:also|too)|second best|(?<!in )reserve
    if it has to be|less good|if something changes
""")
"""To be taken only if the other cannot be."""
FIXED = any_of(r"""
    (?:pencill?ed|booked|reserved|blocked|put|scheduled|set|putting|booking|pencilling) (?:you|us|a|
        the|it|our|aside)
    got us|(?:pencill?ed|booked|slotted) (?:you |us )?in
    (?:meeting|call|date|appointment|visit|session|viewing|time)(?:'s| is| will be) (?:on |
        at )?(?:the )?(?:DAY|TIME)
    (?:blocked|reserved|booked) (?:DAY|TIME|LONG)
    ^(?:it|this|that|we)(?:'s| is| are| has been| have been) (?:fixed|set|arranged|scheduled|
        booked|planned|put down) for (?:the )?DAY
    keep(?:ing)? (?:the )?(?:DAY|TIME)|(?:i|we) (?:went for|chose|picked|settled on)
    (?:we|it|i)(?:'d|'ll| will| would| shall)? (?:start|begin|kick off)s? (?:at |on )?(?:TIME|DAY)
    (?<![a-z] )(?:the )?(?:start|begin)s?:?(?: is| at)? TIME|TIME (?:sharp )?start
    your [a-z ]{1,30} is (?:on|at) (?:the )?(?:DAY|TIME)
    (?:can|could) (?:both |also |only |all |then )?(?:do|make|see|meet|come|
        be (?:with|there|at|here)|offer|manage|fit|talk|speak|get)
    (?:meeting|call|appointment|visit|session|viewing|interview|review|hearing)(?: will(?: be)?| is|
        's)?(?: being)? (?:held|scheduled|taking place|to be held|takes? place)
    ^(?:it|this|that|the (?:meeting|call|talk|session|visit|appointment|
        interview))(?:'s| is| will be| would be) (?:on |at |for )?(?:the )?(?:DAY|TIME)
    (?:i|we) (?:come (?:to|by|over|round|for|on|at|DAY)|meet(?! (?:the|my|our|his|her|their|
        some)\b))
""")
"""A time is set."""
SET = cue(rf"""
    ^(?=.*\b(?:{MEET})(?!\w)).*\b(?:kept|arranged|organi[sz]ed|fixed|planned|lined up|set up|
        scheduled|booked|(?:is|are) (?:set|confirmed) (?:for|on))(?!\w)
    \b(?:i|we)(?:'ve| have) (?:blocked|reserved|kept|noted|put aside|set aside) (?:DAY|TIME)
    \b(?:booked|reserved|blocked|hired|requested|asked (?:[\w' ]{{1,30}} )?for|have|'ve|got) (?:us |
        you )?(?:the|an?|his|her|our|my) (?:[\w-]+ ){{0,2}}(?:room|hall|office|table|space|studio|
        library|shed|boardroom)\b
""")
"""A meeting is arranged, or a room for it."""
IS_IT_OK = re.compile(
    r"(?:(?:so|and|is|does|would|will|can|that|this|it|which|be|all|are|you|sound|seem|hold|still|"
    r"ok|okay|fine|good|possible|alright|right|work|suit|do|convenient|agreed|for|with|by|to|your|"
    r"side|end|us|me|manage|make|free|then)\b\W*){1,8}"
)
"""A question whether what was said before would do."""
MOVES = any_of(r"""
    mov(?:e|ed|ing)|shift\w*|chang\w+|postpone\w*|reschedul\w+|push\w*|bring|switch\w*
""")
SUITS = any_of(r"""
    works|(?:DAY|TIME|that|would|it|this|could|might|also) work|work for|suits?|fine|okay|ok|free
    available|possible|perfect|good|great|easiest|grand|open|empty|either|convenient|any ?time
    best|flexible|(?:DAY|TIME),? yes|yes,? (?:DAY|TIME)|i can|we can|i could|we could|i'd be able
    can do|(?:would|will|'d|'ll) do(?=\W*$)|could do|can offer|i have (?:a|LONG|some)
    ha(?:s|ve) time|how .{0,12}sounds|i'm off|do(?:es)? me|sounds|lovely|ideal
""")
"""A day or time would do."""
ASKS = any_of(rf"""
    {MEET}|please|pls|plz|kindly|need you|book|hold|request|then|instead|give me|spare
    take (?:me|us)|schedule|put (?:you|us|me)|allow|budget|figure|together|be there|be here
""")
"""Something may be asked for."""
PLANS = any_of(r"""
    (?:i|we)(?:'ll| will| shall|'re| are|'m| am|'d)|would be|should be|to be
""")
"""Somebody means to do something."""
VERB = any_of(r"""
    is|are|am|be|been|has|have|do|does|will|would|can|could|should|may|must|might|shall|let|it's
    you're|we're|that's|there's|who's|gets?|makes?|takes?|says?|wants?|knows?
    thinks?|likes?|shows?|keeps?|feels?|sees?|tells?|asks?|looks?|seems?|needs?|moves?|pays?|plays?
    lives?|stays?|gives?|hope|trust|i|he|she|they
""")
