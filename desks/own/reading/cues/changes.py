"""The words by which a message changes what was asked for, or leaves it open.

They are matched with clauses as `clauses` tells them: without capitals but for DAY, TIME and LONG.
"""

import re

from desks.own.reading.cues.asking import IN_IT, MEET
from desks.own.reading.cues.words import any_of, cue

_NOTHING_ELSE = (
    r"(?! (?:the|our|my|your|his|her|an?) (?!(?:[\w'-]+ ){0,2}?"
    rf"(?:{MEET}|DAY|TIME|LONG|whole|rest|one|thing)s?(?!\w)))"
)
"""After a verb: its object, if it is told by a noun, is a meeting."""
_CANCEL = rf"cancel(?:l?ing|l?ed)?{_NOTHING_ELSE}"

REVOKES = any_of(rf"""
    take it back|new date|(?:another|other|different) (?:day|date|time|appointment|slot)
    off the table|postpone{_NOTHING_ELSE}|let (?:it|that|this|DAY) (?:fall|go|slide)
    (?:can't|cannot|cant) (?:make it|do it) (?:any ?more|after all)|have to move (?:it|this|our)
""")
"""What was asked for is taken back."""
CALLED_OFF = any_of(rf"""
    (?:don't|do not|won't|no longer|needn't|no) need (?:(?:for (?:us|you) )?to (?:come|meet|do|be|
        talk|sit|call|reschedule|attend)|(?:for )?(?:the|this|that|our) (?:call|meeting|slot|visit|
        appointment))
    (?:won't|will not|don't|do not|no longer) (?:be )?need(?:ing)? to (?:come|meet|see|talk|call|go|
        sit|speak|visit)(?! (?:my|the|an?|his)\b)
    (?:strike|cross|take|scrub|wipe)\w* .{{0,30}}(?:from|off|out of) (?:the|your|my|our) (?:diary|
        calendar|book|list)
    no longer (?:necessary|needed|required)
    (?<!n't )(?<!not )(?:do|go|manage|hold) (?:\w+ )?without you
    not necessary (?:to (?:come|meet|talk|call)|any ?more|after all)
    call(?:ing)? (?:it|this|that|the whole thing) off
    (?:i|we|to|must|let's|will|'ll|i'm|we're|(?<!they )have|'ve|
        please) (?:(?!be(?:en)? )\w+ )?(?:{_CANCEL}|scrap(?:ping)?)
    (?:it|that|this|meeting|call|visit|lunch|dinner|session|everything|
        DAY)(?: on DAY)?(?:'s| is| has been) (?:all )?(?:off\b(?! the)|cancell?ed|called off)
    pull(?:ing)? out|hold off|never ?mind{_NOTHING_ELSE}|disregard (?:my|the|this|our)
    (?:forget|ignore) (?:about it|it|my request|the (?:call|meeting))
    won't be (?:held|needed|necessary)
    nothing (?:\w+ ){{0,4}}to (?:talk|sit|discuss(?! there)|meet|thrash|decide|settle|
        go (?:over|through))
    let(?:'s| us) (?:leave|drop) it|call off|falls? away|falls through
    (?:don't|do not|needn't) (?:need|have) to (?:do anything|be there|come|attend|join)
    stand(?:ing)? in for you|nobody needs to|^(?:so |sorry,? )?{_CANCEL}|off the calendar
    (?<!have )(?<!is )(?<!'s )no (?:meeting|call|visit)|is no (?:meeting|call|visit)(?! (?:on )?DAY)
    give that hour back|we (?:won't|will not) be (?:in|coming)
    (?:you|your \w+)(?:'re| are| is) not expected
    you need not (?:come|attend|be)|no recheck|nothing for you|decided against
    gone with (?:another|someone)|no other (?:day|date|time)(?=,|\W*$)
    (?:(?:skip|scrap|scrub|drop|ditch|shelve)(?: me)?|(?<!you )spare (?:us|you|ourselves|yourself|
        each other)) (?:(?:the|our|that|this|your) (?:[\w-]+ ){{0,2}}?(?:call|meeting|visit|
        appointment|session|lunch|dinner|coffee|chat|trip|one|whole thing)|DAY)(?! (?:and|but|at)\b)
    no (?:reason|need|point|use|sense) (?:(?:for|in) (?:you |us |me )?)?(?:to )?(?:come|meet|driv|
        travel|talk|sit|mak(?:e|ing) the trip|go on with it)\w*
    not (?:\w+ )?worth (?:the trip|moving|coming|meeting|driving|your)
    (?:won't|(?:will|does|shall|can) (?:not|no longer)) (?:take place|happen|go ahead)
    won't be (?:happening|taking place)
    (?:have|get|keep|enjoy) (?:your|the|that) (?:DAY|LONG|morning|afternoon|evening|hour|time|slot|
        lunch) (?:back|free)
    you(?:'re| are) (?:off the hook|stood down|excused|released|spared)
""")
"""Nothing has to be after all."""
STILL_ON = any_of(r"still (?:on|stands?|holds?|good)|goes ahead")
"""It is to be, whatever else was called off."""
HOLDS_ON = any_of(r"""
    see you|look(?:ing)? forward|works|suits|agreed|deal|confirm\w*|noted|will do|stays?|remains?
    hear from (?:me|us)|in touch|back to you|(?:propose|suggest|find) (?:something|some other)
    still (?:on|good|stand\w*|begin|start|meet)|as (?:planned|agreed|before|arranged)|i'll be there
    (?:that|it|this|which|DAY|TIME)(?:'s| is| will be| sounds)? (?:fine|perfect|great|good|ok|okay|
        ample)
    ^(?:ok|okay|yes|perfect|great|fine|lovely|super|brilliant|cool)
""")
"""What was asked for is to be."""
ANOTHER = any_of(r"""
    (?<!no )(?:another|other|different|new|alternative) (?:day|date|time|slot|appointment)
    when (?:else|can|could|would|might|are|do)
""")
"""Another time is looked for."""
DROPS = any_of(rf"""
    (?:[a-z]+n't|not(?! the (?:meeting|call|visit))|no|never|cannot) (?:(?!sure|if|where|which|
        whether)\w+ ){{0,5}}?(?:need(?:ed)?(?: (?:(?:for us )?to (?:come|meet|talk|call|speak|be|do|
        discuss)|it|this|that|you|any ?more)|\W*$)|have to (?:come|meet|talk|call|speak|be)|
        required|necessary|(?<!have no )(?<!is no )meet\w*|(?:the|our|this|that|a|any) call|
        come(?! by)|happen\w*|(?:do|make) it|(?:go|mov)\w* ahead|work out)
    nothing to(?! \w+ there)|solved|sorted|settled|resolved|withdrawn|after all|moot
    giv(?:en|ing) (?:in|up)|gave (?:in|up)|bother\w*|your (?:DAY|hour|afternoon|morning|time)
    rejected|refused
    (?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!been ){_CANCEL}
    (?:it|this|that|(?:{MEET})s?) (?:(?:has|have|had|to|is|are|was|were|be|been) ){{1,3}}cancell?ed
""")
"""It may be that nothing has to be any more."""
ALL_ALIKE = any_of(r"""
    (?:any|all|either|both|whichever|each)\b[^.?!]{0,20}\b(?:fine|good|same|equal|alike|ok|okay|
        suits?|works?)\b[^.?!]{0,12}\b(?:me|us)
""")
"""Of several none is the better for the writer."""
STANDS_IN = any_of(r"""
    (?:in|take|takes|taking) (?:my|his|her|our) (?:place|stead)|(?:for|instead of) me|on my behalf
    stand(?:s|ing)? in|fill(?:s|ing)? in|step(?:s|ping)? in|tak(?:e|es|ing|en) over
""")
"""Somebody comes in the place of who cannot."""
ANSWERS = any_of(r"""
    (?:a|in|with) one[- ]word|one[- ]word (?:answer|reply)
    by (?:e-?mail|reply) is fine|just reply|reply with
    mail (?:is|are) (?:fine|enough)|(?:answer|reply|respond|confirm\w*|say) (?:\w+ ){0,2}in writing
    in writing (?:is|will|would)|a yes or (?:a )?no|by return
""")
"""An answer in writing will do."""
TOGETHER = any_of(r"""
    met|talked|spoken|spoke|gone (?:through|over)|happen\w*|held|sat|session|meeting|call|together
    taken place|meet|talk|speak|walk ?through|had (?:the|this|that|our|a)|done with
""")
INFORMS = any_of(r"""
    be informed|automatic reply|out of office|annual leave|fyi|for your (?:information|info|records)
    nothing (?:is )?needed|nothing (?:is )?required|nothing (?:is )?left (?:[\w ]{0,20} )?to do
    (?:again|on|at|TIME|DAY) without us|, without you
    neither your \w+ nor [\w ]{1,30} (?:needed|required|necessary)
    (?:zero|no) action (?:items|points)
    nothing (?:more|else) .{0,20}(?:required|needed|need)
    just (?:reply|wanted to say|so you know|to let you know|letting you know|to say|writing)
    no (?:action|reply|response|replacement)|to (?:say )?thank|this is to confirm
    nothing to do|all (?:of it is |is )?(?:handled|sorted|settled|done)
    nothing (?:for )?you (?:have|need|should) to|nothing you (?:should|need)|as planned
    you(?:'re| are) not needed|lean back|courtesy note|informative|in the picture
    (?:nothing (?:\w+ ){0,3}for|nobody wants [\w ]{1,20} from) you
    (?:please|kindly) note(?! (?:down )?(?:the )?(?:DAY|TIME))|short report
""")
"""It may be that nothing is asked for."""
ATTEND = any_of(rf"""
    are you coming|(?:can|could|will) you (?:be (?:in|there|here|home|at home)|make it|come|join)
    {IN_IT}|(?:want|like) to (?:come|join)|hope you can|join us
    someone (?:needs|has) to be (?:in|home|there)
""")
"""Whether the reader comes is asked."""
SOON = any_of(r"""
    (?:next|this) (?:week|month)|soon|some ?(?:day|time)|one of these days|at some point
    one (?:day|evening|afternoon|morning)
""")
OPEN = any_of(r"""
    some ?time|any ?time|choose|pick|whenever|what (?:hour|time)|you (?:decide|name|tell me|say)
    your call|up to you|either|whichever|same (?:for|to) me|don't mind
    leave (?:it|that|the \w+) to you|any (?:day|of)|no preference
    all (?:three|two|four|of them|the same)|somewhere|at some point|let me know (?:which|what|when)
    tell me (?:which|when|the)|what suits you
""")
"""It is for the reader to choose."""
YOU_CHOOSE = any_of(r"you (?:choose|decide|say)|up to you|your (?:call|choice)|pick")

SAME_TIME = any_of(r"""
    (?:same|original|usual|agreed) (?:time|hours?|slot)|TIME again
    time (?:stays|stands|is (?:ok|fine|unchanged))
    (?:as|like|what) (?:we )?(?:\w+ )?(?:said|agreed|planned|discussed|arranged)
    (?:rest|all|everything)(?: else)? (?:stays|remains|is|as)
""")
PAST_THE_HOUR = cue(r"""
    \b(quarter|half|ten|twenty|five) past\b(?! (?:\d|TIME|one|two|three|four|five|six|seven|eight|
        nine|ten|eleven|twelve))
""")
UNTIL_PAST = cue(r"""
    \b(?:until|till|than|by|TIME to) (quarter|half|ten|twenty|five) past\b(?! (?:\d|TIME|
        [a-z]+ o'clock))
""")
"""It ends at that minute of the hour at which it starts."""
IN_ORDER = any_of(r"""
    in (?:this|that|the following|descending) order|order of preference|in order of
    most preferred first|best first
""")
SAME_DAY = cue(r"""
    \bsame day\b.{0,20}\b(?P<which>this|next) week\b
    \b(?P<before>this|next) week\b.{0,20}\bsame day\b
""")
"""The weekday that it was, in another week."""
_A_DAY = r"(?:exactly )?(?:a|one) (?:day|week)"
LATER_DAYS = any_of(rf"""
    (?:postpone|delay|put off|defer)\w*{_NOTHING_ELSE} (?:it |this |that |us |the \w+ )?(?:by |
        for )?{_A_DAY}
    (?:a|one) (?:day|week) (?:later|earlier)
    (?:slid|shift|mov|slip|push|put|bring|brought|postpone|delay)\w*{_NOTHING_ELSE} (?:\w+ ){{0,4}}
        by {_A_DAY}
    (?:push|put|move|shift) (?:it|this|that|everything|it all) (?:all )?(?:back |forward |
        on )?(?:by )?{_A_DAY}
""")
"""The day moves by a day or a week."""
ONLY_WE = any_of(r"""
    only (?:us|we) two|us two only|only the two of us|just the two|just us|it's only us|1:1 only
    (?:only|just) you and i|only you and me|just (?:him|her|you|me) and (?:you|me|her|him)
    i(?:'ll|'m| will| shall)? (?:\w+ ){0,2}?(?:be|(?:attend|com|go|travel|driv|arriv|join|
        turn)\w*) (?:(?:to you|here|there|up) )?(?:alone|by myself|on my own)
""")
"""Nobody else is to come."""
PART_OF_DAY = any_of(r"""
    morning|afternoon|evening|lunch ?time|tea ?time|night|arvo|after lunch|after work|first thing
""")
ITEM = re.compile(r"^\s*(?:[-*•·]|\(?[a-dA-D1-9][).]\s)")

CORRECTS = any_of(r"""
    edit|correction|should (?:\w+ ){0,2}(?:say|read)|scratch that|i mean|i meant|make (?:it|that)
    sorry, (?:at |on )?(?:DAY|TIME)|hang on|on second thoughts?|final answer|or rather|no,? wait
    ah wait|wait,
""")
"""What is said after it counts, and not what was said before."""
LABEL = re.compile(r"^\s*[-*•]?\s*(?:option\s+)?\(?([a-dA-D1-4])[).:]\s*")
"""A line of a list of options."""
CHOSEN = cue(r"""
    \b(?:your|the|option|number|no\.?|slot|take|go for|with|prefer)\s+(?:(?:your|the|of|our|number|
        option)\s+)*(?P<which>first|second|third|fourth|last|latter|former|earlier|later|
        [1-4a-d](?=\b[^:.\d])|one|two|three)\b(?:\s+(?:one|option|slot|date|choice|suggestion|
        of (?:your|the|them|those|these))\b)?
""")
OR = re.compile(r"\bor\b|/|\beither\b|\balternatively\b|\balso\b")
