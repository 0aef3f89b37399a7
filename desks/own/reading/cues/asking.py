"""The words by which a clause asks for something, or says that it would do.

They are matched with clauses as `clauses` tells them: without capitals but for DAY, TIME and LONG.
"""

from desks.own.reading.cues.words import any_of

_WE = r"(?:you|u|ya|we|i|us|the two of us|the three of us|both of us|you and i|you and me)"

_FREE = r"(?:free|about|around|available|open|up for|able|in on|game|ok|okay|good|happy)"

_MEET = (
    r"meet(?:ing|up)?|call|talk|chat|speak|catch[- ]?up|catch up|sit[- ]?down|sit together|"
    r"sit with|see (?:you|u|each other|us)|"
    r"appointment|slot|session|visit|discuss(?:ion)?|review|coffee|lunch|dinner|tea|breakfast|"
    r"drinks?|viewing|"
    r"interview|demo|walk ?through|consult(?:ation)?|go (?:through|over)|get together|come|"
    r"drop (?:in|by)|"
    r"swing by|pop (?:in|by|over|round)|stop by|pass by|call in|ring you|join|zoom|teams|phone|"
    r"video|"
    r"ring me|phone me|give (?:me|us) a (?:ring|call|bell|shout)|conversation|1:1|"
    r"one[- ]to[- ]one|rehearsal|training|fitting|tour|lesson|check[- ]?up|inspection|"
    r"look at|a word|grab you|nab you|borrow you|have you over|host you|receive me|attend|"
    r"face to face|in person"
)

MEETING = any_of(_MEET)
"""Something that people come together for."""

STRONG = any_of(
    rf"(?:can|could|would|will|shall|may|might|should|cd) (?:{_WE}|it be|that be|DAY|TIME|LONG|"
    rf"my|the)",
    r"how about|what about|how's|how is|how does|why not|why don't we|let's|lets|let us|"
    r"let me (?:take|show|know if)|"
    r"propos\w+|suggest\w*|fancy|any chance|any joy|chance of|possible times|make it|made it",
    rf"(?:are|r) (?:you|u) {_FREE}|u {_FREE}|(?:you|u) free|you around|if you(?:'re| are) free",
    r"do you (?:have|want|fancy|feel like|think you)|have you got|got (?:time|a minute|LONG)|"
    r"you got",
    r"(?:i|we)(?:'d| would)(?: also| really| very much)? (?:like|love|want|appreciate|"
    r"be grateful)|would like|"
    r"i (?:want|wish|hope|request|kindly)|we (?:want|wish|hope|request)|"
    r"(?:i|we) (?:\w+ )?(?:ask|request|beg|summon|invite|urge|have the honou?r to \w+) you",
    r"(?:was|were) (?:thinking|hoping|planning)|are you coming|(?:will|can|could) you (?:be|"
    r"make it)|hoping|wondering|i'm thinking",
    r"(?:tell|let me know|let us know|say) (?:me |us )?(?:which|what|when) (?:day|time|date|slot|"
    r"suits|works|you)|beg you|"
    r"(?:need|have|must|want)(?: to)? (?:sit|meet|talk|speak|see you|grab|catch|go (?:over|"
    r"through)|hold|discuss)|"
    r"^(?:and |so |then |but )*(?:take|do|go for|use|have) (?:the |it )?(?:on )?(?:DAY|TIME)",
    r"(?:have|'ve|has) (?:kept|arranged|scheduled|organi[sz]ed|lined up|slotted|fixed)|"
    r"same time (?:DAY|on)",
    r"need (?:only |just |about |around )?LONG|LONG (?:of your time|with you|of you)",
    r"you (?:may|can|could|should) (?:take|have|come|join|meet|visit)|^(?:please )?(?:start|begin)(?:ing)? "
    r"(?:at |from )?TIME|(?:he|she|they) (?:\w+ )?asks? (?:to|if|whether|for)",
    r"is it (?:ok|okay|possible|good|fine)|ok(?:ay)? (?:if|for you)|good for you|(?:works?|"
    r"suits?|fine|possible|convenient) (?:for )?you",
    r"(?:needs?|wants?|like|love|has|have) to (?:visit|see|meet|come|speak|talk|sit|do (?:a|the|"
    r"your|our)|go (?:over|through))|"
    r"(?:can|could|would|will|may|might|should|shall) (?:our|this|that)|you in|(?:would|does|"
    r"might|could|will) (?:the )?(?:DAY|TIME)",
    r"put (?:me|us|it|you) (?:down|in)|(?:you are|you're) (?:\w+ )?invited|invite you",
    r"(?:moved|shifted|rescheduled|postponed|pushed|changed|brought forward) (?:it |"
    r"this )?to (?:the )?(?:DAY|TIME)|"
    r"(?:that|which|it) leaves (?:us |me )?(?:with |only )?(?:the )?DAY|we (?:should|ought to|"
    r"must|need to)|"
    r"^(?:so |then |and |please |pls |kindly |just |but |or )*(?:come|meet|visit|join|pass by|"
    r"drop (?:in|by|round)|stop by|swing by|pop (?:in|over|by|round)|"
    r"call me|ring me|see me|attend|be (?:here|there|at))|let it be|"
    r"(?:right|correct|new|proposed|only) (?:date|day|time)(?: is| will be|:)? ",
    r"(?:move|(?<!night )(?<!my )(?<!the )(?<!day )shift|push|switch|change|bring|pull|swap|put|"
    r"reschedule|postpone)\b.{0,40}\b(?:to|until|till|back|forward) (?:the |on )?(?:DAY|TIME)",
    r"(?:it(?:'ll| will)? (?:must|has to|have to|needs to|should) be)|the day i'd ask|"
    r"should (?:say|read)|i meant|i mean|it is then|it is$",
    r"in (?:the )?place of|(?:DAY|TIME) (?:then|instead|please|pls|it is)|then (?:DAY|TIME)|"
    r"instead (?:DAY|TIME)",
)
"""Something is asked for."""

PREFERRED = any_of(
    r"prefer\w*|rather (?:have|do|take|go|the|see|DAY|TIME)|better|"
    r"ideal\w*|(?:best|easiest) (?:for|is|day|time|would|of all|by|if)|(?:is|be|works?|suits?|"
    r"me|us|far the|DAY|TIME) best|the best (?:from|of|one|among|option|is)|"
    r"first (?:choice|pick)|favou?rite|prefer\w* (?:DAY|TIME)|perfect|what i'd really like|"
    r"top choice|the one i'd|i(?:'d| would) go (?:for|with)|i'd take|(?:my|our|own) (?:choice|"
    r"preference|pick|vote)|(?:most|more|much|very) (?:happy|convenient|practical|comfortable) "
    r"(?:with|on|for)|happi(?:er|est)|(?:i|me) (?:\w+ )?(?:choose|pick|lean|favour)\w*|"
    r"leaning|(?:is|be|works?|suits?|me|us|DAY|TIME) (?:easier|nicer|handier|simpler)",
)
"""One of several is the better."""

UNLOVED = any_of(
    r"better not|not (?:the )?(?:best|ideal)|less|rather not|second best|best (?:regards|wishes)|"
    r"not my|not before|by (?:far )?the worst",
)

FALLBACK = any_of(
    r"failing (?:that|DAY)|if not|otherwise|if that (?:doesn't|does not|fails)|should that|"
    r"at a push|only if|second choice|"
    r"as a (?:backup|fallback|plan b)|plan b|if need be|worst case|if (?:necessary|you must)|"
    r"would (?:also )?be ok(?:ay)? (?:also|too)|"
    r"second best|in the worst case|reserve|if it has to be|less good|if something changes",
)
"""To be taken only if the other cannot be."""

FIXED = any_of(
    r"(?:(?:have|'ve|has|'s|got|had) )?(?:pencill?ed|booked|reserved|blocked|put|scheduled|set|"
    r"putting|booking|pencilling) (?:you|us|a|the|it|our|aside)|"
    r"got us|(?:pencill?ed|booked|slotted) (?:you |us )?in",
    r"(?:meeting|call|date|appointment|visit|session|viewing|time)(?:'s| is| will be) (?:on |"
    r"at )?(?:the )?(?:DAY|TIME)|keep(?:ing)? (?:the )?(?:DAY|TIME)",
    r"(?:can|could) (?:both |also |only |all |then )?(?:do|make|see|meet|come|be (?:with|there|"
    r"at|here)|offer|manage|fit|talk|speak|get)",
    r"(?:meeting|call|appointment|visit|session|viewing|interview|review|hearing)(?: will be| is|"
    r"'s)?(?: being)? (?:held|scheduled|taking place|to be held)|"
    r"(?:meeting|call|appointment|visit|session|viewing|interview|review|"
    r"hearing) (?:will )?takes? place",
    r"^(?:it|this|that|the (?:meeting|call|talk|session|visit|appointment|interview))(?:'s| is|"
    r" will be| would be) (?:on |at |for )?(?:the )?(?:DAY|TIME)",
    r"(?:i|we) (?:come (?:to|by|over|round|for|on|at|DAY)|meet(?! (?:the|my|our|his|her|their|some)\b))",
)
"""A time is set."""

SET = any_of(
    r"(?:kept|arranged|organi[sz]ed|fixed|planned|lined up|set up|scheduled|booked)|(?:is|"
    r"are) (?:set|booked|scheduled|fixed|planned|confirmed) (?:for|on)"
)

MOVES = any_of(
    r"mov(?:e|ed|ing)|shift\w*|chang\w+|postpone\w*|reschedul\w+|push\w*|bring|switch\w*"
)

SUITS = any_of(
    r"works|(?:DAY|TIME|that|would|it|this|could|might|also) work|work for|suits?|fine|okay|ok|"
    r"free|available|possible|perfect|good|great|easiest|grand|open|either|wide open|convenient|"
    r"any ?time|best|flexible|"
    r"(?:DAY|TIME),? yes|yes,? (?:DAY|TIME)|i can|we can|i could|we could|i'd be able|can do|"
    r"could do|can offer|i have (?:a|LONG|time|some)|how .{0,12}sounds|i'm off|"
    r"do(?:es)? me|sounds|lovely|ideal",
)
"""A day or time would do."""

ASKS = any_of(
    _MEET,
    r"please|pls|plz|kindly|need you|book|hold|request|then|instead|give me|spare|take (?:me|us)|"
    r"schedule|put (?:you|us|me)|"
    r"allow|budget|figure|together|expect you|be there|be here",
)
"""Something may be asked for."""

PLANS = any_of(
    r"(?:i|we)(?:'ll| will| shall|'re| are|'m| am|'d)|i can|we can|see you|count with|would be|"
    r"should be|to be",
)
"""Somebody means to do something."""

VERB = any_of(
    r"is|are|am|be|been|has|have|do|does|will|would|can|could|should|may|must|might|shall|let|"
    r"i'm|it's|he's|she's|"
    r"you're|we're|they're|that's|there's|who's|gets?|makes?|takes?|says?|wants?|knows?|thinks?|"
    r"likes?|shows?|"
    r"keeps?|feels?|sees?|tells?|asks?|looks?|seems?|needs?|moves?|pays?|plays?|lives?|stays?|"
    r"gives?|hope|trust|know|think|"
    r"i|he|she|they",
)
