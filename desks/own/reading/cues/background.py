"""The words by which a clause says what its days and times are, if not what is asked for.

They are matched with clauses as `clauses` tells them: without capitals but for DAY, TIME and LONG.
"""

import re

from desks.own.reading.cues.words import any_of, cue, either

_NOT = either(r"""
    (?:not|cannot|can't|cant|won't|wont|don't|dont|doesn't|doesnt|isn't|isnt|aren't|couldn't|
        wouldn't|never|nor|neither|no can do|unable|shan't|ain't)
""")
REFUSED = any_of(rf"""
    {_NOT}(?:[ -]+[\w']+){{0,8}}? (?:DAY|TIME)|no need for (?:the |either )?(?:DAY|TIME)
    (?:DAY|TIME)(?:[ ,-]+(?!and\b)[\w']+){{0,7}}?[ ,]+(?:{_NOT}|n't)
    (?:DAY|TIME|week)(?:(?:'s| is| are| was| would be| will be| looks|'ll be)(?: [\w']+){{0,3}}?|
        ,)? (?:no\b(?! problem)|out\b|impossible|bad|off\b|full\b|fully|taken|tight|doubtful|
        difficult|tricky|hopeless|mental|mad|hell|a mess|too (?:late|early|soon)|gone|packed|chaos|
        ruled out|booked (?:up|solid|out)|clashes|is a write[- ]?off|useless|awkward)(?! hour| day)
    (?:except|other than|apart from|instead of|rather than|forget|scrap|skip|bar|no longer|avoid|
        anything but|leave|drop|no to|away from) (?:on |the |this )?(?:DAY|TIME)
    no (?:DAY|TIME)|n't (?:on )?(?:DAY|TIME)|miss (?:DAY|TIME)
""")
"""What is not asked for."""
NOT_REFUSED = any_of(r"""
    why not|why don't|if not|not only|can't wait|don't mind|no problem|not (?:a )?problem|not sure
    no rush|not the .{0,20}one|isn't it|not too|don't (?:forget|worry|be late)|not long
    or never|(?:would|could|can|will)n't it|whether or not|not sooner
    (?:shall|can|could|should) (?:we|i) not
""")
AWAY = any_of(r"""
    (?:i|we|he|she|they)(?:'m| am|'re| are|'s| is|m|'ll be| will be| shall be|
        'd be) (?:(?:still|already|also|all|both|then|just|now|
        \w+ly) ){0,2}(?:off|out|in|at|on|up|under|over|travel\w*|fly\w*|tied|booked|
        stuck|driv\w+|teach\w*|work\w*|back|with|abroad|going|moving|rushing|landing|leaving)
    (?:i|we|he|she|they)(?:'ve| have|'s| has| had)(?: got)?(?: also)? (?:a|an|the|my|our|his|her|
        this|to|another|two|three|already|guests|visitors|\w+ (?:DAY|TIME|all))
    (?:DAY|TIME) (?:i|we|he|she|they)(?:'ve| have|'m| am|'re| are|'s| is| has|'ll be)
    on (?:leave|holiday|vacation|duty|call|nights|shift)|out of (?:the )?(?:office|town)|away|busy
    tied up|no signal|dentist|i (?:land|fly|arrive|leave|teach|work|travel|start|finish|sit)
    we (?:land|fly|arrive|leave|travel)|unavailable|double[- ]booked|rest of
    all (?:day|week|morning|afternoon)|i was (?:at|in)|(?<!that )is (?:at|in|off|out|with)
""")
"""Somebody is elsewhere, or does something else."""
NOT_AWAY = any_of(r"""
    free|available|open|around|for you|in town|in the (?:office|area|city|neighbou?rhood|building)
    at yours|at your [\w-]+|at my (?:desk|disposal)|in your|happy|your way|nearby|passing
    nothing (?:on|else|planned)|(?:i'm|we're|i am|we are) yours
    (?:a|an|the|my|some) (?:slot|gap|opening|window|hole|space|time|hour|LONG)|off,
    on the phone|have LONG|with you|with us|meet\w*|i'm off$|have to (?:talk|speak|sit)
    is (?:in|on) (?:my|our|your) diary
""")
PAST = any_of(r"""
    (?:thank you|thanks|thx)(?: [\w-]+){1,7} DAY|what a (?:pleasure|joy|treat)|was|were|had|did
    didn't|went|came|got|took|met|(?<!all )(?<!i'm )told|said|beat|saw|left|gave|sent|spoke|began
    held|rang|wrote|sat|ran|heard|made|found|lost|bought|drove|wasn't|weren't|hadn't
    ate|fell|woke|has been|have been
    (?<!'d )(?<!would )(?<!will )(?<!'ll )(?<!to )put
    (?!(?:need|needed|indeed|speed|feed|bed|shed|proceed|exceed|succeed|agreed|interested|delighted|
        pleased|supposed|required|limited|united|scheduled|booked|planned|proposed|suggested|
        reserved|wanted|preferred|tied|tired|excited|worried|detailed|attached|confirmed|
        expected|included)\b)(?<!\ba )[a-z]{2,}ed
    last (?:week|time|month|year|night)|yesterday|ago|earlier i|this morning
""")
"""It has been."""
BYGONE = any_of(r"""
    (?:last night|yesterday(?: \w+)?|last (?:mon|tues|wednes|thurs|fri|satur|
        sun)day(?: \w+)?),?(?: at| around| about| until| till)? TIME
    TIME (?:last night|yesterday)
""")
"""A time is past."""
COMPARED = cue(r"""
    \b(?:than|as|like)(?: (?:i|we|you|he|she|it|the|what|had|i'd|we'd|was|were|is|said|agreed|
        planned|discussed|before|usual|originally|last|week|time|month|year)\b){1,5}
""")
"""What is asked for is told by what has been."""
HAPPENS = any_of(r"""
    (?!(?:it|that|this|all|rest|time|date|day|start|meeting|call|visit|appointment|
        session)\b)[\w-]+ (?:remains|stays) (?:on |at |as |for )?(?:the )?(?:DAY|TIME)
    DAY's (?!fine|good|great|ok|okay|perfect|no|out|not|better|best|bad|impossible|tricky|full|off|
        the|a\b|when|my|our|free|clear)[a-z]+
    (?:the|my|our|his|her|their|me and) [a-z' -]{2,30} (?:is|are) meeting
    meet(?:ing)?(?: with)? (?:the|my|our|his|her|their|some) (?!two|three|first)[a-z]+
    (?:grab|see|meet|catch|visit|call) (?:her|him|them)|(?:DAY|TIME) they
    (?:invitation|agenda|programme|minutes|notes|slides|papers) (?:for|of|to) [^.?!]{0,40}DAY
    (?<!you )and i are (?:having|meeting|going|seeing)
    (?:i'm|i am|we're|we are) (?:meeting|seeing|visiting) (?!you\b|each\b|up\b|on\b|at\b|in\b|
        with you|DAY|TIME)[a-z]+
    starts?|begins?|ends|wraps|ending|closes?|closed|expires?|opens?|leaves?|lands?|arrives?|arriving
    departs?|due|deadline|runs?|goes|sits|takes? place|finish(?:es)?|flight|flies|flying|train
    (?:the|my|our|his|her|their) [a-z'-]+s (?:[\w'-]+ ){0,4}?(?:come|meet|call|visit|
        talk|speak|have their [a-z]+) (?:[\w'-]+ ){0,2}?(?:on |at )?(?:DAY|TIME)
    i(?:'ll| will| shall) (?:call|see|meet|ring|phone|visit) (?!you\b|in\b|by\b|round\b|again\b|
        on\b|at\b|back\b)[a-z]+ (?:on |at )?(?:DAY|TIME)
    wedding|birthday|holiday|delivery|delivered|exam|meets|comes(?! (?:down|to)\b)|returns?
    (?:is|are) on|falls|^(?:DAY|TIME)[^.?!]{0,20} is(?=\W*$)
    locked|frozen|charging|will be (?:back|there|released|served)|hours|daily|every|walks?
    gets (?:in|off|out)|get off|expects|teaches|travels?|visits|presents|performs|sings|inspects
    working|he'll|she'll|they'll|reaches
    send|email|mail|post|reply|submit|sign|hand in|fill|pay|invoice|bring .{0,20}back
    wants? (?:it|the|signature)|[a-z]{3,}s (?:go|end)|which is(?! DAY ?,? (?:at )?TIME)
    (?:is|are|'s|'re) coming
    (?:the|my|our|his|her) [a-z'-]+ (?!is|was|works|suits|seems|looks|this|needs|as|wants|does|
        has)[a-z]{3,}s
    rsvp|respond|answer|confirm by|charges?|gates|doors|kick[- ]?off|pickup|launches
""")
"""Something else happens then."""
LIMIT = any_of(r"""
    (?:by|before(?!,)|beyond|not? later than|latest|ahead of|prior to)\W+(?:or on\W+)?(?:(?:the|
        end|close|cob|eod|of|business|play|day|on|noon|midday|this|next|coming)\W+){0,5}(?:DAY|TIME)
    before (?!(?:you|us|me) (?:on |at )?(?:DAY|TIME))(?:[\w']+ ){1,9}(?:DAY|TIME)
    (?:DAY|TIME)\W+(?:(?!until|till)[\w']+\W+){0,2}?(?:at the (?:very )?latest|latest|
        is the (?:last|latest)|
        as the last)
    (?:any|some) ?time (?:through|up to|until|till) (?:the )?DAY|deadline
""")
"""Up to then."""
NO_LIMIT = any_of(r"""
    not before|not until|(?:be|get|come|arrive) (?:with|at|in|on|here|there)\b(?: \w+){0,5} by TIME
    (?:drop|stop|swing|pass|come|came|pop|call|go|get|run)(?:ping)? by
    (?:day|night|evening|week) before|hold .{0,10}until
    (?<!has to be )(?<!must be )(?:over|out (?:of (?:here|there) |the door )?|done|
        gone|home|back(?: \w+){0,3}|wrapped|way|finished) by TIME(?! (?:on )?DAY)
    by TIME (?:i|we|you|it)(?:'m|'re|'s|'ll be| am| are| is| will be) (?:\w+ )?(?:gone|off|out|done|
        finished|free|over|through)
""")
BESIDES = re.compile(
    r"^\s*(?:because|since|cos|cuz|coz|cause|although|though|which(?! is DAY ?,? (?:at )?TIME)|who|"
    r"whose)\b"
)

BECAUSE = re.compile(
    r"^\s*(?:as|while|when(?! (?:i|we) (?:call|ring|phone|visit|come to|see) you\b)|where|once|"
    r"after)\b"
)
"""A clause that says why, or more about something."""
_OURS = r"(?:(?:i|we|it|you|this|that|and|but|then)(?:'\w+)?(?: [\w']+){0,3}? |^|(?<=, ))"
"""Before a verb whose subject is whoever meets, or the meeting."""
LEAVES = any_of(rf"""
    (?:must|have to|has to|need to|needs to|got to|gotta|should|'ll|will|shall|'d|
        would) (?:leave|go|run|dash|rush|catch|head off|stop(?! by)|finish|close|rise|adjourn|
        conclude|wrap up|ring off|hang up|be (?:done|out|off|away|gone|finished|back|
        over))[^.?!]{{0,25}}TIME
    (?:i|we|she|he|they|you) (?:leave|finish|stop|close)[^.?!]{{0,15}}TIME
    can (?:only )?stay[^.?!]{{0,15}}TIME
    (?:booked|reserved|go on|going on)[^.?!]{{0,12}} (?:until|till) TIME|hard stop[^.?!]{{0,12}}TIME
    (?:at|by) TIME (?:i|we|he|she|they) (?:must|have to|has to|need to|needs to|should|
        will) (?:leave|go|run|dash|rush|catch|head|stop|finish|close|have (?:said|done|finished)|
        be (?:done|out|off|away|gone|back|at|in))
    (?:still|but|must|and|to|TIME,?) (?:finish|stop|end|leave|close)[^.?!]{{0,12}} TIME
    {_OURS}(?:take|last|run|go on|plan|talk(?:ing)?|(?:blocked|booked|reserved|have|got) it|
        goes on|lasting|going on)s?(?: [\w']+){{0,3}}? (?:until|till) TIME
    {_OURS}(?:over|done|finished|through|gone|out)(?: again)? (?:at|by) TIME
    TIME,? (?:and )?(?:we|you|it)(?:'re| are|'ll be|'s| is) (?:\w+ )?(?:free|done|finished|
        through|over|gone|out\b)|TIME (?:i'm|i am|i'll be) (?:\w+ )?(?:gone|off|done|finished)
    (?:won't|shan't|not|shouldn't|needn't|never) [^.?!]{{0,20}}(?:past|beyond|longer than) TIME
    free again (?:from|by) TIME|you(?:'re|'ll be|'d be) free (?:from|by) TIME
    (?:^|(?<=, )|\b(?:be|you|us|you're|we're) )(?:home|back(?: \w+){{0,3}}|wrapped|on \w+ way|
        out(?: of [\w ]{{1,20}}| the door)?) by TIME
    (?:at|by) TIME you (?:can|may) (?:go|leave)|(?:room|hall|place|table|office|space)(?: is)?(?:
        \w+){{0,2}} (?:until|till) TIME
    at TIME (?:i|we|you) (?:go|leave)
    let (?:you|us|me) go (?:at|by) TIME|TIME (?:finish|end)(?=\s*(?:[,.;]|$))
    (?<![a-z] )(?:the )?(?:end|finish|stop|over|until|till)(?:s|ing)?:?(?: is| at| by)? TIME
    ^to: TIME\W*$
    (?:until|till) TIME (?:max(?:imum)?|at most|at the latest|tops|latest)
    (?:allow|give (?:me|us|it|you)|sit with (?:me|us)|takes|(?:keep|hold)(?: \w+){{0,2}}? (?:free|
        open|clear))(?: [\w']+){{0,3}}? (?:until|till|up to) TIME
""")
"""Until then somebody can be there."""
ARRIVES = any_of(r"""
    (?:be|get) (?:with|at|in|on|over|to|here|there|back)\b(?: \w+){0,5} by TIME
    (?:come|arrive)(?: \w+){0,5} by TIME
""")
"""By then somebody is to be there."""
SOMEWHERE = any_of(r"(?:arriving|any ?time|some ?time|somewhere)\b.{0,25}TIME")
"""It is shorter than what is told by its start and its end."""
WINDOW = any_of(r"""
    between (?:[\w']+ )?TIME|(?:arriving|any ?time|some ?time|somewhere)\b.{0,25}TIME
    (?:not before|after) TIME|from TIME on(?! DAY)|TIME (?:or later|onwards?)
    (?:free|available|around|about|at home|in)\b.{0,12} from TIME
""")
"""A time is only one end of those that would do."""
