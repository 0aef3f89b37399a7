"""The words by which a clause says what its days and times are for.

They are matched with clauses as `clauses` tells them: without capitals but for DAY, TIME and LONG.
"""

import re


def _any(*alternatives: str) -> re.Pattern[str]:
    """One of these, as whole words."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)")


_WE = r"(?:you|u|ya|we|i|us|the two of us|the three of us|both of us|you and i|you and me)"
_FREE = r"(?:free|about|around|available|open|up for|able|in on|game|ok|okay|good|happy)"
_NOT = r"(?:not|cannot|can't|cant|won't|wont|don't|dont|doesn't|doesnt|isn't|isnt|aren't|couldn't|wouldn't|never|nor|neither|no can do|unable|shan't|ain't)"
_MEET = (
    r"meet(?:ing|up)?|call|talk|chat|speak|catch[- ]?up|catch up|sit[- ]?down|sit together|sit with|see (?:you|u|each other|us)|"
    r"appointment|slot|session|visit|discuss(?:ion)?|review|coffee|lunch|dinner|tea|breakfast|drinks?|viewing|"
    r"interview|demo|walk ?through|consult(?:ation)?|go (?:through|over)|get together|come|drop (?:in|by)|"
    r"swing by|pop (?:in|by|over|round)|stop by|pass by|call in|ring you|join|zoom|teams|phone|video|"
    r"ring me|phone me|give (?:me|us) a (?:ring|call|bell|shout)|conversation|1:1|one[- ]to[- ]one|rehearsal|training|fitting|tour|lesson|check[- ]?up|inspection|"
    r"look at|a word|grab you|nab you|borrow you|have you over|host you|receive me|attend|face to face|in person"
)

MEETING = _any(_MEET)
"""Something that people come together for."""

# --- what a clause does, the surest first ---

STRONG = _any(
    rf"(?:can|could|would|will|shall|may|might|should|cd) (?:{_WE}|it be|that be|DAY|TIME|LONG|my|the)",
    r"how about|what about|how's|how is|how does|why not|why don't we|let's|lets|let us|let me (?:take|show|know if)|"
    r"propos\w+|suggest\w*|fancy|any chance|any joy|chance of|possible times|make it|made it",
    rf"(?:are|r) (?:you|u) {_FREE}|u {_FREE}|(?:you|u) free|you around|if you(?:'re| are) free",
    r"do you (?:have|want|fancy|feel like|think you)|have you got|got (?:time|a minute|LONG)|you got",
    r"(?:i|we)(?:'d| would)(?: also| really| very much)? (?:like|love|want|appreciate|be grateful)|would like|"
    r"i (?:want|wish|hope|request|kindly)|we (?:want|wish|hope|request)",
    r"(?:was|were) (?:thinking|hoping|planning)|are you coming|(?:will|can|could) you (?:be|make it)|hoping|wondering|i'm thinking",
    r"(?:tell|let me know|let us know|say) (?:me |us )?(?:which|what|when) (?:day|time|date|slot|suits|works|you)|beg you|"
    r"(?:need|have|must|want)(?: to)? (?:sit|meet|talk|speak|see you|grab|catch|go (?:over|through)|hold|discuss)|"
    r"^(?:and |so |then |but )*(?:take|do|go for|use|have) (?:the |it )?(?:on )?(?:DAY|TIME)",
    r"(?:have|'ve|has) (?:kept|arranged|scheduled|organi[sz]ed|lined up|slotted|fixed)|same time (?:DAY|on)",
    r"need (?:only |just |about |around )?LONG|LONG (?:of your time|with you|of you)",
    r"is it (?:ok|okay|possible|good|fine)|ok(?:ay)? (?:if|for you)|good for you|(?:works?|suits?|fine|possible|convenient) (?:for )?you",
    r"(?:needs?|wants?|like|love|has|have) to (?:visit|see|meet|come|speak|talk|sit|do (?:a|the|your|our)|go (?:over|through))|"
    r"(?:can|could|would|will|may|might|should|shall) (?:our|this|that)|you in|(?:would|does|might|could|will) (?:the )?(?:DAY|TIME)",
    r"put (?:me|us|it|you) (?:down|in)|(?:you are|you're) (?:\w+ )?invited|invite you",
    r"(?:moved|shifted|rescheduled|postponed|pushed|changed|brought forward) (?:it |this )?to (?:the )?(?:DAY|TIME)|"
    r"(?:that|which|it) leaves (?:us |me )?(?:with |only )?(?:the )?DAY|we (?:should|ought to|must|need to)|"
    r"^(?:so |then |and |please |pls |kindly |just |but |or )*(?:come|meet|visit|join|pass by|drop (?:in|by|round)|stop by|swing by|pop (?:in|over|by|round)|"
    r"call me|ring me|see me|attend|be (?:here|there|at))|let it be|"
    r"(?:right|correct|new|proposed|only) (?:date|day|time)(?: is| will be|:)? ",
    r"(?:move|(?<!night )(?<!my )(?<!the )(?<!day )shift|push|switch|change|bring|pull|swap|put|reschedule|postpone)\b.{0,40}\b(?:to|until|till|back|forward) (?:the |on )?(?:DAY|TIME)",
    r"(?:it(?:'ll| will)? (?:must|has to|have to|needs to|should) be)|the day i'd ask|should (?:say|read)|i meant|i mean|it is then|it is$",
    r"in (?:the )?place of|(?:DAY|TIME) (?:then|instead|please|pls|it is)|then (?:DAY|TIME)|instead (?:DAY|TIME)",
)
"""Something is asked for."""

PREFERRED = _any(
    r"(?<!would )(?<!'d )(?<!i )prefer\w*|rather (?:have|do|take|go|the|see|DAY|TIME)|better|ideal\w*|(?:best|easiest) (?:for|is|day|time|would|of all|by|if)|(?:is|be|works?|suits?|far the|DAY|TIME) best|the best (?:from|of|one|among|option|is)|"
    r"first (?:choice|pick)|favou?rite|prefer\w* (?:DAY|TIME)|perfect|what i'd really like|top choice|the one i'd|i(?:'d| would) go (?:for|with)|i'd take|(?:my|our) (?:choice|preference|pick|vote)",
)
"""One of several is the better."""
UNLOVED = _any(
    r"better not|not (?:the )?(?:best|ideal)|less|rather not|second best|best (?:regards|wishes)|not my|not before|by (?:far )?the worst",
)
FALLBACK = _any(
    r"failing (?:that|DAY)|if not|otherwise|if that (?:doesn't|does not|fails)|should that|at a push|only if|second choice|"
    r"as a (?:backup|fallback|plan b)|plan b|if need be|worst case|if (?:necessary|you must)|would (?:also )?be ok(?:ay)? (?:also|too)|"
    r"second best|in the worst case|reserve|if it has to be|less good|if something changes",
)
"""To be taken only if the other cannot be."""
REFUSED = _any(
    rf"{_NOT}(?:[ '-]+[\w']+){{0,8}}? (?:DAY|TIME)|no need for (?:the |either )?(?:DAY|TIME)",
    rf"(?:DAY|TIME)(?:[ ,'-]+[\w']+){{0,7}}?[ ,]+(?:{_NOT}|n't)",
    r"(?:DAY|TIME|week)(?:(?:'s| is| are| was| would be| will be| looks|'ll be)(?: [\w']+){0,3}?|,)? (?:no\b(?! problem)|out\b|impossible|bad|off\b|full\b|fully|taken|"
    r"tight|doubtful|difficult|tricky|hopeless|mental|mad|hell|a mess|too (?:late|early|soon)|gone|packed|chaos|ruled out|"
    r"booked (?:up|solid|out)|clashes|is a write[- ]?off|off the table|useless|awkward)(?! hour| day)",
    r"(?:except|other than|apart from|instead of|rather than|forget|scrap|skip|bar|no longer|avoid|anything but|leave|drop|"
    r"no to|away from) (?:on |the |this )?(?:DAY|TIME)",
    r"no (?:DAY|TIME)|n't (?:on )?(?:DAY|TIME)|miss (?:DAY|TIME)",
)
"""What is not asked for."""
NOT_REFUSED = _any(
    r"why not|why don't|if not|not only|can't wait|don't mind|no problem|not (?:a )?problem|not sure|no rush|"
    r"not the .{0,20}one|isn't it|not too|don't (?:forget|worry|be late)|not long|(?:would|could|can|will)n't it|whether or not|not sooner",
)
AWAY = _any(
    r"(?:i|we|he|she|they)(?:'m| am|'re| are|'s| is|m|'ll be| will be| shall be|'d be) (?:(?:still|already|also|all|both|then|just|probably|only|currently|actually|now|\w+ly) ){0,2}(?:away|off|out|in|at|on|"
    r"up|under|over|under|travel\w*|fly\w*|busy|tied|booked|stuck|driv\w+|teach\w*|work\w*|back|with|abroad|going|moving|rushing|landing|leaving)",
    r"(?:i|we|he|she|they)(?:'ve| have|'s| has| had)(?: got)?(?: also)? (?:a|an|the|my|our|his|her|this|to|another|two|three|already|guests|visitors|\w+ (?:DAY|TIME|all))",
    r"(?:DAY|TIME) (?:i|we|he|she|they)(?:'ve| have|'m| am|'re| are|'s| is| has|'ll be)",
    r"on (?:leave|holiday|vacation|duty|call|nights|shift)|out of (?:the )?(?:office|town)|away|busy|tied up|no signal|dentist|"
    r"i (?:land|fly|arrive|leave|teach|work|travel|start|finish|sit|finish)|we (?:land|fly|arrive|leave|travel)|unavailable|double[- ]booked|"
    r"rest of|all (?:day|week|morning|afternoon)|between jobs|i was (?:at|in)|is (?:at|in|off|away|out|with)",
)
"""Somebody is elsewhere, or does something else."""
NOT_AWAY = _any(
    r"free|available|around|in town|in the (?:office|area|city|neighbou?rhood|building)|at (?:your|my) (?:desk|disposal)|in your|happy|"
    r"your way|nearby|passing|(?:a|an|the|my|some) (?:slot|gap|opening|window|hole|space|free|time|hour|LONG)|off,|on the phone|have LONG|with you|with us|meet\w*|i'm off$|"
    r"have to (?:meet|talk|speak|sit)|is (?:in|on) (?:my|our|your) diary",
)
FIXED = _any(
    r"(?:(?:have|'ve|has|'s|got|had) )?(?:pencill?ed|booked|reserved|blocked|put|scheduled|set|putting|booking|pencilling) (?:you|us|a|the|it|our|aside)|"
    r"got us|(?:pencill?ed|booked|slotted) (?:you |us )?in",
    r"(?:meeting|call|date|appointment|visit|session|viewing|time)(?:'s| is| will be) (?:on |at )?(?:the )?(?:DAY|TIME)|keep(?:ing)? (?:the )?(?:DAY|TIME)",
    rf"(?:can|could) (?:both |also |only |all |then )?(?:do|make|see|meet|come|be (?:with|there|at|here)|offer|manage|fit|talk|speak|get)",
    r"(?:meeting|call|appointment|visit|session|viewing|interview|review|hearing)(?: will be| is|'s)?(?: being)? (?:held|scheduled|taking place|to be held)|"
    r"(?:meeting|call|appointment|visit|session|viewing|interview|review|hearing) (?:will )?takes? place",
    r"^(?:it|this|that|the (?:meeting|call|talk|session|visit|appointment|interview))(?:'s| is| will be| would be) (?:on |at |for )?(?:the )?(?:DAY|TIME)",
    r"(?:i|we) (?:come (?:to|by|over|round|for|on|at|DAY)|meet)",
)
"""A time is set."""
SET = _any(
    r"(?:kept|arranged|organi[sz]ed|fixed|planned|lined up|set up|scheduled|booked)|(?:is|are) (?:set|booked|scheduled|fixed|planned|confirmed) (?:for|on)"
)
MOVES = _any(r"mov(?:e|ed|ing)|shift\w*|chang\w+|postpone\w*|reschedul\w+|push\w*|bring|switch\w*")
PAST = _any(
    r"was|were|had|did|didn't|went|came|got|took|met|(?<!all )(?<!i'm )told|said|beat|saw|left|gave|sent|spoke|began|held|rang|called|wrote|"
    r"landed|sat|ran|heard|made|found|lost|bought|drove|wasn't|weren't|hadn't|missed|ate|fell|woke|has been|have been|put|"
    r"(?!need|indeed|speed|feed|wed|bed|red|shed|proceed|exceed|succeed|agreed|interested|delighted|pleased|needed|"
    r"supposed|required|limited|united|scheduled|booked|planned|proposed|suggested|reserved|wanted|preferred|tied|"
    r"tired|excited|worried|detailed|attached|confirmed|expected)[a-z]{2,}ed|last (?:week|time|month|year|night)|yesterday|ago|earlier i|this morning",
)
"""It has been."""
HAPPENS = _any(
    r"DAY's (?!fine|good|great|ok|okay|perfect|no|out|not|better|best|bad|impossible|tricky|full|off|the|a\b|when|my|our|free|clear)[a-z]+",
    r"starts?|begins?|ends|ending|closes?|closed|expires?|opens?|leaves?|lands?|arrives?|arriving|departs?|due|deadline|runs?|goes|"
    r"goes (?:out|live|up)|sits|takes? place|finish(?:es)?|flight|flies|flying|train|wedding|birthday|holiday|delivery|delivered|"
    r"exam|meets|comes back|returns?|(?:is|are) on|falls|locked|frozen|charging|will be (?:closed|open|back|there|released|served)|"
    r"hours|daily|every|walks?|gets (?:in|off|out)|get off|expects?|teaches|travels?|visits|working|he'll|she'll|they'll|reaches|"
    r"send|email|e-mail|mail|post|return|reply|submit|sign|hand in|fill|pay|invoice|bring .{0,20}back|wants? (?:it|the|signature)|"
    r"[a-z]{3,}s (?:go|close|open|start|begin|end|finish|leave|arrive|land|run)(?: out| up| in| live)?|which is|(?:is|are|'s|'re) coming|(?:the|my|our|his|her) [a-z'-]+ (?!is|was|works|suits|seems|looks|this|needs|as|wants|does|has)[a-z]{3,}s|"
    r"get off|rsvp|respond|answer|confirm by|charges?|gates|doors|kick[- ]?off|pickup|launch\w*",
)
"""Something else happens then."""
SUITS = _any(
    r"works|(?:DAY|TIME|that|would|it|this|could|might|also) work|work for|suits?|fine|okay|ok|free|available|possible|perfect|good|great|easiest|grand|open|either|wide open|convenient|any ?time|best|flexible|"
    r"(?:DAY|TIME),? yes|yes,? (?:DAY|TIME)|i can|we can|i could|we could|i'd be able|can do|could do|can offer|i have (?:a|LONG|time|some)|how .{0,12}sounds|i'm off|"
    r"do(?:es)? me|sounds|lovely|ideal",
)
"""A day or time would do."""
ASKS = _any(
    _MEET,
    r"please|pls|plz|kindly|need you|book|hold|request|then|instead|give me|spare|take (?:me|us)|schedule|put (?:you|us|me)|"
    r"allow|budget|figure|together|expect you|be there|be here",
)
"""Something may be asked for."""
PLANS = _any(
    r"(?:i|we)(?:'ll| will| shall|'re| are|'m| am|'d)|i can|we can|see you|count with|would be|should be|to be",
)
"""Somebody means to do something."""
VERB = _any(
    r"is|are|am|be|been|has|have|do|does|will|would|can|could|should|may|must|might|shall|let|i'm|it's|he's|she's|"
    r"you're|we're|they're|that's|there's|who's|gets?|makes?|takes?|says?|wants?|knows?|thinks?|likes?|shows?|"
    r"keeps?|feels?|sees?|tells?|asks?|looks?|seems?|needs?|moves?|pays?|plays?|lives?|stays?|gives?|hope|trust|know|think|"
    r"i|he|she|they",
)

LIMIT = _any(
    r"(?:by|before|no later than|not later than|latest(?: on| by)?|ahead of|prior to)\W+(?:or on\W+)?(?:(?:the|end|close|cob|eod|of|business|play|day|on|"
    r"noon|midday|this|next|coming|TIME)\W+){0,5}(?:DAY|TIME)",
    r"before (?:[\w']+\W+){1,7}(?:DAY|TIME)|(?:DAY|TIME)\W+(?:[\w']+\W+){0,2}?(?:at the (?:very )?latest|is the (?:last|latest)|latest|as the last)",
    r"(?:anytime|any time|some time|sometime) (?:through|up to|until|till) (?:the )?DAY|deadline",
)
"""Up to then."""
NO_LIMIT = _any(
    r"not before|not until|(?:drop|stop|swing|pass|come|came|pop|call|go|get|run)(?:ping)? by|(?:day|night|evening|week) before|be done by TIME|out (?:of (?:here|there) )?by|finished by|over by|hold .{0,10}until"
)

BESIDES = re.compile(r"\s*(?:because|since|cos|cuz|coz|cause|although|though|which|who|whose)\b")
BECAUSE = re.compile(r"\s*(?:as|while|when|where)\b")
"""A clause that says why, or more about something."""
REVOKES = _any(
    r"take it back|new date|(?:another|other|different) (?:day|date|time)|off the table|postpone",
    r"(?:can't|cannot|cant) (?:make it|do it) (?:any ?more|after all)|have to move (?:it|this|our)",
)
"""What was asked for is taken back."""

# --- what a whole message says ---

CALLED_OFF = _any(
    r"(?:don't|do not|won't|no longer|needn't|no) need (?:(?:for (?:us|you) )?to (?:come|meet|do|be|talk|sit|call|reschedule|attend)|the (?:call|meeting|slot|visit|appointment)|(?:for )?(?:our|that|this|any) )",
    r"(?:won't|will not|don't|do not|no longer) (?:be )?need(?:ing)? to (?:come|meet|see|talk|call|go|sit|speak|visit)|"
    r"(?:strike|cross|take|scrub|wipe)\w* .{0,30}(?:from|off|out of) (?:the|your|my|our) (?:diary|calendar|book|list)|no longer (?:necessary|needed|required)|not necessary (?:to (?:come|meet|talk|call)|any ?more|after all)|call(?:ing)? (?:it|this|that|the whole thing) off|"
    r"(?:i|we|to|must|let's|will|'ll|i'm|we're|are|have|'ve|please) (?:\w+ )?(?:cancel|cancell?ing|cancell?ed|scrap|scrapping)|(?:it|that|this|meeting|call|visit|lunch|dinner|session|everything|DAY)(?: on DAY)?(?:'s| is| has been) (?:off\b(?! the)|cancell?ed|called off)|pull(?:ing)? out|"
    r"hold off|never ?mind|disregard (?:my|the|this|our)|(?:forget|ignore) (?:about it|it|my request|the (?:call|meeting))|won't be (?:held|needed|necessary)|"
    r"nothing (?:\w+ ){0,4}to (?:talk|sit|discuss|meet|thrash|go (?:over|through)|decide|settle)|let(?:'s| us) (?:leave it|drop it|forget it)|call (?:it )?off|fall away|falls away|falls through|"
    r"(?:don't|do not|needn't) (?:need|have) to (?:do anything|be there|come|attend|join)|stand(?:ing)? in for you|nobody needs to|"
    r"^(?:so |sorry,? )?cancell?ing|nothing to talk about|off the calendar|give that hour back|no (?:meeting|call|visit)(?: then| needed| necessary| required| after all)?|we won't be (?:in|coming)|we will not be (?:coming|in)|"
    r"not expected|you need not (?:come|attend|be)|no recheck|nothing for you|decided against|gone with (?:another|someone)",
)
"""Nothing has to be after all."""
ANSWERS = _any(
    r"one[- ]word|by (?:e-?mail|reply) is fine|by mail is enough|just reply|reply with|a yes or (?:a )?no|by return"
)
"""An answer in writing will do."""
TOGETHER = _any(
    r"met|talked|spoken|spoke|gone (?:through|over)|happen\w*|held|sat|session|meeting|call|together|taken place|"
    r"meet|talk|speak|walk ?through|had (?:the|this|that|our|a)|done with"
)
INFORMS = _any(
    r"be informed|automatic reply|out of office|annual leave|fyi|for your (?:information|info|records)|nothing needed|"
    r"nothing (?:more|else) .{0,20}(?:required|needed|need)|just (?:reply|wanted to say|so you know|to let you know|letting you know|to say|writing)|"
    r"no (?:action|reply|response|replacement)|(?:to|wanted to) (?:say )?thank|this is to confirm|nothing to do|"
    r"all (?:of it is |is )?(?:handled|sorted|settled|done)|"
    r"nothing (?:for )?you (?:have|need) to|as planned|please note|kindly note|short report",
)
"""It may be that nothing is asked for."""
ATTEND = _any(
    r"are you coming|(?:can|could|will) you (?:be (?:in|there|here|home|at home)|make it|come|join)|you in|(?:want|like) to (?:come|join)|"
    r"hope you can|join us|someone (?:needs|has) to be (?:in|home|there)"
)
"""Whether the reader comes is asked."""
SOON = _any(
    r"(?:next|this) (?:week|month)|soon|some ?(?:day|time)|one of these days|at some point|one (?:day|evening|afternoon|morning)"
)
OPEN = _any(
    r"some ?time|any ?time|choose|pick|whenever|what (?:hour|time)|you (?:decide|name|tell me|say)|your call|up to you|either|"
    r"whichever|equal to me|same (?:for|to) me|don't mind|leave (?:it|that|the \w+) to you|any (?:day|of)|no preference|"
    r"all (?:three|two|four|of them|the same)|somewhere|at some point|let me know (?:which|what|when)|tell me (?:which|when|the)|"
    r"what suits you",
)
"""It is for the reader to choose."""
SAME_TIME = _any(
    r"(?:same|original|usual|agreed) (?:time|hours?|slot)|TIME again|time (?:stays|stands|is (?:ok|fine|unchanged))"
)
PAST_THE_HOUR = re.compile(
    r"\bat (?:a )?(quarter|half|ten|twenty|five) past\b(?! (?:the hour|\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))"
)
RATHER_THAN = re.compile(
    r"(?<![\d:.])(\d{1,2}) (?:rather than|instead of|not|and not) (?:at )?(\d{1,2})\b(?![:.]\d)"
)
"""One hour in place of another."""
IN_ORDER = _any(
    r"in (?:this|that|the following|descending) order|order of preference|in order of|most preferred first|best first"
)
SAME_DAY = re.compile(
    r"\bsame day\b.{0,20}\b(?P<which>this|next) week\b|\b(?P<before>this|next) week\b.{0,20}\bsame day\b"
)
"""The weekday that it was, in another week."""
LEAVES = _any(
    r"(?:must|have to|has to|need to|needs to|got to|gotta|should|'ll|will) (?:leave|go|run|dash|rush|catch|head off|stop|finish|close|"
    r"be (?:done|out|off|away|gone|finished|back|over))[^.?!]{0,25}TIME",
    r"(?:i|we|she|he|they|you) (?:leave|finish|stop|close)[^.?!]{0,15}TIME|can (?:only )?stay[^.?!]{0,15}TIME|hard stop[^.?!]{0,12}TIME",
)
"""Until then somebody can be there."""
LATER_DAYS = _any(
    r"(?:postpone|delay|put off|defer)\w* (?:it |this |that |us |the \w+ )?(?:by |for )?(?:exactly )?(?:a|one) (?P<unit4>day|week)",
    r"(?:one|a) (?P<unit>day|week) (?P<way>later|earlier)",
    r"(?P<back>back|forward) (?:it )?by (?:exactly )?(?:a|one) (?P<unit2>day|week)",
    r"(?P<back2>push|put|move|shift) (?:it|this|that|everything|it all) (?:all )?(?:back |forward |on )?(?:by )?(?:exactly )?(?:a|one) (?P<unit3>day|week)",
)
"""The day moves by a day or a week."""
ONLY_WE = _any(
    r"only (?:us|we) two|just (?:us|the) two|just the two of us|only (?:the two of us|you and (?:me|i))|just you and (?:me|i)|just us\b|"
    r"only you and me|just (?:him|her|you|me) and (?:you|me|her|him)|us two only|it's (?:just|only) (?:us|you and me)|1:1 only",
)
"""Nobody else is to come."""
PART_OF_DAY = _any(
    r"morning|afternoon|evening|lunch ?time|tea ?time|midday break|night|arvo|after lunch|after work|first thing"
)
WINDOW = _any(
    r"(?:between|arriving|any ?time|some ?time|somewhere)\b.{0,25}TIME|(?:not before|after) TIME|from TIME (?:on|onwards?)|TIME (?:or later|onwards?)|"
    r"(?:free|available|around|about|at home|in)\b.{0,12} from TIME"
)
"""A time is only one end of those that would do."""

# --- which one of several ---

ITEM = re.compile(r"^\s*(?:[-*•·]|\(?[a-dA-D1-9][).]\s)")
CORRECTS = _any(
    r"edit|correction|scratch that|i meant|make (?:it|that)|hang on|on second thoughts?|final answer|or rather|no,? wait|ah wait|wait,",
)
"""What is said after it counts, and not what was said before."""
LABEL = re.compile(r"^\s*[-*•]?\s*(?:option\s+)?\(?([a-dA-D1-4])[).:]\s*")
"""A line of a list of options."""
CHOSEN = re.compile(
    r"\b(?:your|the|option|number|no\.?|slot|take|go for|with|prefer)\s+(?:(?:your|the|of|our|number|option)\s+)*"
    r"(?P<which>first|second|third|fourth|last|latter|former|earlier|later|[1-4a-d](?=\b[^:.\d])|one|two|three)\b"
    r"(?:\s+(?:one|option|slot|date|choice|suggestion|of (?:your|the|them|those|these))\b)?"
)
OR = re.compile(r"\bor\b|/|\beither\b|\balternatively\b|\balso\b")

# --- lines and ends ---

BY = re.compile(
    r"\b(?:by|before|until|till|no(?:t)? later than|latest(?: on| by)?|ahead of)\s+(?:or on\s+)?"
    r"(?:the\s+)?(?:(?:end|close)(?: of (?:business|play|day|the day))?(?:,? on)?\s+|"
    r"(?:cob|eod)\s+(?:on\s+)?)?(?:(?:noon|midday|\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm)?)(?:,? on)?\s+)?"
    r"(?:the\s+|that\s+)?$",
    re.IGNORECASE,
)
"""Up to a day or time by which something must have been."""
BEFORE = re.compile(r"\bbefore\s+(?:[\w'’-]+,?\s+){1,7}$", re.IGNORECASE)
"""Up to the day of what it has to be before."""
LATEST = re.compile(
    r"^[^.!?\n]{0,12}(?:at the (?:very )?latest|is the (?:last|latest)|as the last|latest\b)",
    re.IGNORECASE,
)
"""After such a day."""
MUST = re.compile(
    r"\b(?:must|(?:have|has|had|'d have|got) to|needs? to|should|want|latest|last possible|deadline|"
    r"in time)\b",
    re.IGNORECASE,
)
"""Something has to be."""
OF_US = re.compile(
    r"\b(?:we|us|you|i|it|me|met|meet\w*|call|talk\w*|sp[eo]ke\w*|session|happen\w*|together|held|"
    r"hold)\b",
    re.IGNORECASE,
)
"""What has to be is a meeting."""
BEFORE_THAT = re.compile(
    r"\b(?:before (?:that|then|this)|by then|by that day|ahead of (?:that|it))\b", re.IGNORECASE
)
END_OF = re.compile(
    r"\b(?:by|before) (?:the )?end of (?:(?P<which>this|the|next) )?(?P<what>week|month)\b",
    re.IGNORECASE,
)
OVER = re.compile(
    r"\b(?:done|out of (?:there|here)|finish\w*|over|through|wrap\w* up)\s+by\s+$", re.IGNORECASE
)
"""Up to the time by which it is over."""
CLOSING = re.compile(
    r"^\s*(?:(?:(?:kind|best|warm|warmest|many|with|mit)\s+)*(?:regards|wishes|greetings|thanks|gr[uü](?:ß|ss)en?)|"
    r"cheers|sincerely|yours|warmly|thank you|thanks(?: again| a lot| & regards)?|ta|love|all the best|cordially|cordialement|"
    r"regards|rgds|respectfully|gruss|groet(?:e|en)?|hilsen|saludos|abra[cç]os?|abrazos?|ciao|god bless|"
    r"best|sent from my \w+)\b(?! for\b| from\b).{0,20}$",
    re.IGNORECASE,
)
"""The line that closes a letter."""
AFTERTHOUGHT = re.compile(r"^\s*(?:p\.?\s?s\b|edit\b|ps\b)", re.IGNORECASE)
"""A line after the closing that belongs to the letter."""
