"""The words by which an email says who is to come, and who is not.

They are matched with sentences in which whoever is named is told as WHO, without other capitals.
"""

import re

from desks.own.reading.cues.words import cue, either, lines

_WORD = r"(?!WHO|(?:and|plus|n|und|also|as)\b)[\w&'-]{1,30}"
_FROM = rf"(?: from {_WORD}(?: {_WORD}){{0,2}})?"
_NAMES = rf"(WHO(?:{_FROM}(?:,? (?:and|plus|&|n|und) |, ?)WHO)*)"
"""Somebody, or several."""
_ROLE = rf"(?:,? (?:from|of|for|my|our|your|his|her|the|who|in|because)(?: {_WORD}){{1,7}}?)"
_THEM = either(rf"""
    (WHO(?:{_ROLE}?(?:,? (?:and|plus|&|n|\+|as well as|und|also) |, ?(?!also\b))(?:also |
        the )?WHO)*(?:{_ROLE},?)?)
""")
"""Somebody, or several, with what they are."""
_COME = either(r"""
    (?:join|come|appear|be (?:there|here|present|on\b|in\b(?! touch)|joining|with|coming|along|
        attending|part)|attend|dial|sit|look in|drop in|hear|take part|hop|jump|stand with|assist|
        film|represent|call in|tag along|accompany|participate|log (?:in|on)|present|explain|
        demonstrate|show|walk you|lead|chair|translate|interpret|see (?:us|the (?:two|three))|make|
        do\b|want|like to|love to|see you|meet you|talk|bring|listen)
""")
_WILL = either(r"""
    (?:will|'ll|would|should|can|could|must|shall|may|might|has to|have to|needs to|need to|
        wants to|want to|is going to|are going to|is to|'d|has asked (?:me )?to|asked to|
        is happy to|are happy to|hopes to|ought to|(?:has |have )?(?:agreed|promised|
        volunteered) to|is able to)
""")
_ALONG = either(r"""
    (?:too|as well|along|also|there|here|present|in the room|in on|in\b|on\b|at the table|
        (?:to )?(?:come|join|be\b|attend|sit|dial|take part|hear|listen|meet|see)|
        with (?:us|me|you)|(?:to|for) (?:it|this|that))
""")
_FILL = either(r"""
    (?:(?:me|myself|us|you|yourself|both|also|too|along|already|only|just|probably|please|have|him|
        her|of course|and|plus|the two of us|us two|u|with me|with us|my|our|your|
        mine)\s*,?\s*){0,4}
""")
BRINGS = lines(rf"""
    \b(?:bring(?:ing)?|invit(?:e|ing|ed)|includ(?:e|ing|ed)|add(?:ing)?|loop(?:ing|ed)? in|
        loop(?:ing)?|cc(?:'ing)?|copy(?:ing)? in|pull(?:ing|ed)? in|rop(?:e|ed|ing) in|grab|put|
        take|attending|attendees|participants|invitees|present(?: (?:is|are|will be))?|from us|
        on (?:yours|ours)|(?:from|on) (?:my|our|your) side|who|panel(?: is)?|consists? of|
        there(?:'ll| must| should| will| would) be|together with|along with|
        must be (?:there|present)|(?:will|'ll) be (?:there|joining|on|
        present))\b(?: us two| me)?[:,]?\s*{_FILL}{_THEM}
    {_THEM}(?:,? (?:\w+ )?(?:who )?{_WILL}|'ll) (?!we\b|you\b|i\b)(?:\w+ ){{0,2}}?{_COME}
    {_THEM} (?:will|can|does|is)(?=[.,;!?]|$)
    {_THEM} (?:(?!and\b|but\b|not\b|WHO)[\w']+ ){{1,6}}and {_WILL} (?:\w+ )?{_COME}
    {_THEM} (?:is |will be |will |shall )?(?:tak(?:e|es|ing) (?:his|her|their|my) place|
        (?:step|fill|stand)(?:s|ping|ing)? in|deputi[sz]\w+)
    \b(?:make sure|ensure|see to it)(?: that)? {_THEM}
    \b(?:can|could|shall|should|will|may) (?:we|you|i) (?:both |all )?(?:meet|see|visit) {_THEM}
    {_THEM},? (?:will )?(?:take|takes|taking) (?:the )?(?:notes|minutes)
    {_THEM},? insists? on (?:coming|being|joining|taking|meeting|seeing)
    {_THEM} (?:can't|cannot|can not|must not|mustn't|wouldn't|won't|should not) miss
    {_THEM} (?:and|plus) [a-z ]{{1,25}} (?:will|would|are|can) (?:come|join|be)
    (?:not|n't|cannot|never)(?: [a-z']+){{0,5}} without {_THEM}
    {_THEM},? (?:\w+ )?{_WILL} be\b(?=[.,;!?]|$)
    {_THEM},?(?:'?s)? (?:also |too )?(?:joins?|comes?|attends?|dials?|sits in|
        stays?\b(?! (?:home|out|away|behind|at))|participates?|takes part|tags along|coming|
        (?:is|are) (?:coming(?! home| back)|joining|attending|with us)|is still in|is also|
        (?:is|are|would be|will be) (?:\w+ )?welcome|wants? (?:in|to|a say)|
        would (?:very much )?like|goes with|(?:is |are )?in\b(?=[.,;!?]|
        $| on it| too| as well| for this)|(?:is |are )?on\b(?=[.,;!?]|$| too| as well)|
        (?:is |are )?(?:flying|driving|travell?ing) (?:in|over|down|up)\b)
    \b(?:have|get|ask|asked|invited|told|like|want|take|fetch|need|expect|love|prefer|tell|let|put|
        having|see|keep)(?: in)?(?: to have)? {_THEM} {_ALONG}
    (?<!do we )(?<!do you )\bneed(?:s|ed)? (?:also )?{_THEM}
    \bask(?:ed)? that {_THEM},? {_COME}
    \b(?:plus|as well as|yes to) {_THEM}
    \b(?:it'll|it will|that'll|that will|it would) be (?:just |only )?(?:me,? and |me plus )?{_THEM}
    \b(?:accompanied|represented|joined|met|interviewed|seen|led|chaired|
        attended) by (?:(?:two|three|four|my|our|the) [a-z ]{{1,25}}?,? )?{_THEM}
    \b(?:he|she)(?:'ll|'s| will| is) [^.;]{{0,40}}\bname(?:'s| is) (WHO)
    \b(?:is|are) {_THEM} (?:free|available|around|coming|able)
    \bask {_THEM} (?:whether|if) (?:he|she|they)
    \bintroduc\w+ (?:you|us) to {_THEM}
    \b(?:(?:swap|exchang|replac)\w* WHO for|(?:swap|exchang|substitut|replac)\w* WHO (?:with|by)|
        substitut\w*(?= WHO for)) {_THEM}
    {_THEM} (?:(?:will |is |to )?replac(?:e|es|ing)|instead|included|yes)\b
    \bso (?:will|is|are|do|does|can) (?:the (?:[a-z]+ ){{1,3}}, )?{_THEM}
    \bto (?:come|join|attend|be there),? and (?:also )?{_THEM}
    \balso (?:there|present)\b:? {_THEM}
    {_THEM}(?: [\w']+){{1,12}} would like (?:you )?to (?:come|meet|see|discuss|talk|speak|have)
    {_THEM} (?:has|have|is|are|was|were) (?:also )?(?:been )?(?:invited|added|copied in|confirmed)
    {_THEM},? (?:has |have )?asked me to (?:arrange|set|organi[sz]e|find|fix|book|schedule|see|
        invite)
    \b(?:can|could|should|may|might|will|would|shall|is it ok if|ok if) {_THEM} (?:also |please |
        perhaps |possibly )?{_COME}
    {_THEM} (?:too|as well|also)(?=[.,;!?)]|$)
    \b(?:comes?|joins?|with (?:me|us) (?:is|are|will be)|in (?:his|her|their) (?:place|
        stead)(?: (?:come|will be|\w+s))?)(?: also)? {_THEM}
    \b(?:would be|be) (?:good|great|nice|useful|helpful) (?:to have|if) {_THEM}
    \b(?:have|put|get|had) {_THEM} (?:on|in|there|along|join)\b
    \b(?:he|she|they|it)(?:'ll| will| would)? (?:come|comes|be|is|are) (?:along )?with {_THEM}
    \b(?:this time|then|so) (?:with|plus) {_THEM}
    \bjust (?:him|her|them|you|me|us)? ?(?:and|plus) {_THEM}
    {_THEM} (?:need|has|have|must|needs) (?:to )?(?:be )?(?:present|there|included)
    \b(?:not|don't think) just (?:us|me|you)\b.{{0,20}}?{_THEM}
""")
WITH = lines(rf"""
    \bwith (?:two|three|four|some|a few) [a-z ]{{1,25}},? {_THEM}
    \bwith\s+{_FILL}{_THEM}
    \b(?:you|u|me|us|myself|yourself|i|him|her|we)(?: two)?(?:,? (?:and|n|plus|&|und)|,| \+|
        :) {_FILL}{_THEM}
    (?<!\bto ){_THEM},? (?:and|&|n|plus) (?:me|i(?!')|myself|you|us|yourself)\b
    {_THEM}, (?:and )?(?:me|myself|you|yourself)(?=[,.;!?]| and\b|$)
    (?<!\bto ){_THEM},? (?!and\b)(?:(?!WHO|not\b|never\b|cannot\b|but\b|up |agree|spoke|talk|
        deal|work|liv|stay|stuck|busy|happy|fine)[a-z'-]+(?<!n't) ){{1,10}}?with (?:me|us|you)\b
""")
"""These may be told of what has been, as well."""
WITHOUT = lines(rf"""
    \b(?:(?:swap|exchang|replac)\w*|substitut\w*(?! WHO for)|substitut\w* WHO for) {_NAMES}
    {_NAMES},? who (?:doesn't|does not|won't|will not|can't|cannot|isn't|is not|need not|needn't)\b
    \b(?:without|minus|remove|drop|dropping|uninvite|leave out|leaving out|skip|forget|never mind|
        don't need|no need (?:for|to (?:bring|invite|have|include))|instead of|rather than|
        in place of|except(?: that)?|excuse|scratch|less|not|replaces|excluding|leave|
        keep)(?: about| the| to)? {_NAMES}(?! (?:in\b|on\b))
    {_NAMES}(?:'s|'ll| is| are| has| have| was| were| will| would| can| could| does| do|
        ,| goes| says?| said| told me)?(?: (?!but\b|so\b|and\b|if\b|when\b|that\b|who\b|
        whether\b)[\w']+){{0,4}}?(?:n't\b(?! miss)|'t\b(?! miss)|
        [ ,]+(?:not\b(?! miss)|no longer|never|cannot(?! miss)|can't(?! miss)|cant\b|won't|wont\b|
        doesn't|isn't|isnt\b|aren't|unable|away|out(?= of (?:it|this|town|the)|[.,;!?:]|$)|sick|
        ill\b|busy|off(?= |[.,;!?]|$)|on (?:leave|holiday|vacation|maternity|paternity|parental|
        sick|a flight|a plane|the road)|stay(?:s|ing)? (?:home|behind|away|out|at|here|there)|
        sits? (?:this|it) (?:one )?out|sit this|stuck|declined?|no\b|in copy|only in copy|bowed|
        pulled out|dropped out|in bed|in hospital|(?:has|have) (?:hurt|broken|sprained|
        (?:an? |the |his |her )?(?:vacation|holidays?|class(?:es)?|court|exams?|flu|covid|fever|
        cold))|caught|transferred|retired|leaves us|fell ill|nothing to add|
        excused|down to the|abroad|will send|sends|writes?))(?!.{{0,25}}(?:over|till|until)\b)
    \bno need to \w+ (?:about )?{_NAMES}
    {_NAMES}(?: [\w']+){{0,6}}? (?:was|were|had|hoped|wanted|asked|offered|meant|
        would have|would've|supposed)\b[^.;]{{0,50}}\b(?:but|told (?:him|her|them) (?:no|not))\b
    \b(?:i'd|i had|i was|we'd|we were|we had) (?:thought|going|hoping|planning|
        meant)\b[^.;]{{0,30}}{_NAMES}[^.;]{{0,40}}\bbut\b
    \b(?:i|we) (?:don't|do not|won't|cannot|can't|will not|haven't) [^.,;]{{0,25}}{_NAMES}
    \b(?:copy only|cc only|in copy):? {_NAMES}
""")
PRONOUN_COMES = cue(rf"""
    \b(?:he|she|they|both(?: of them)?)(?:'s|s)? ?(?:(?:really |absolutely |also |
        both )?{_WILL} (?:\w+ )?{_COME}|(?:is )?(?:in|on|coming|
        joining)(?=[.,;!?]|$| too)|comes|joins|wants to (?:see|meet) (?:you|us))
    \b(?:her|him|them),? (?:and )?(?:you|me)\b|\b(?:you|me),? and (?:her|him|them)\b
    \bjust (?:her|him|them)\b
    \b(?:him|her|them) (?:too|along|as well|(?:in|on)(?=[.,;!?]|$)|present|there)
    \b(?:bring|invite|include|add|pull|ask|loop) (?:him|her|them)\b(?! (?:out|off))
    \b(?:need|want|have|get) (?:the )?both of them\b
    \b(?:join|with) (?:the two of us|us both|us two)\b
    \bwithout (?:him|her|them|those two)\b(?! (?:then|this|today|on|at|for|if|we|i)\b)(?= \w)
""")
PRONOUN_STAYS = cue(r"""
    \b(?:he|she|they)(?:'s|'ll| will| is| are| has| can| could| would)?(?: [\w']+){0,3}?(?:(?:n't|
        't|cant| not)(?= (?:\w+ )?(?:come|coming|join\w*|be\b|make|attend\w*|need|take part|
        participate|able|available|there|here|in\b|free|around|well|required|travel|fly|manage|do\b|
        with)|[.,;!?]|$)| (?:no longer|sit this|out\b|away|stays? (?:home|behind|away|out)|busy|
        sick|on (?:leave|holiday)|sends?))(?!.{0,25}(?:over|till|until|week|month|from)\b)
    \b(?:not|drop|leave out|remove|never mind|forget|skip|minus) (?:him|her|them)\b
    \bwithout (?:him|her|them)\b(?=[.,;!?]|$| (?:then|this|today|on|at|for|if|we|i)\b)
    \b(?:leave|keep|let) (?:him|her|them) (?:out|off|at|rest|enjoy)
    \bin (?:his|her|their) (?:place|stead)|\b(?:in place|instead) of (?:him|her|them)
    \breplac\w+ (?:him|her|them)
""")
IN_PLACE = re.compile(r"\b(?:place|stead|instead|replac\w+)\b")
"""Who is meant is somebody else than who comes."""
BOTH = re.compile(r"\b(?:both|two)\b")
TWO_NAMED = re.compile(r"WHO,? (?:and|plus|&) WHO[^.;]*\b(?:they|them)\b")
"""Two people are meant."""
AND_ALSO = cue(r"""
    ,? and (?:also |please )*(WHO)(?=[.,;!?]|$| (?:for|because|since|who|from|too|as)\b)
""")
"""Somebody more in a sentence that says who comes."""
NEGATED = cue(r"""
    (?:\bnot\b|n't\b|\bdont\b|\bno need\b|\bwithout\b|\bcannot\b|\bnever\b|\bneither\b|\bnor\b|
        \binstead of\b|\bno (?:more )?sense\b)[^.!?;]{0,40}$
""")
NOT_TOGETHER = cue(r"""
    \bcancell?ed\b[^.;]* $
    \b(?:up|along|deal\w*|agree\w*|problem\w*|trouble|issue\w*|contract|work\w*|stay\w*|liv\w+|
        help\w*|wrong|thing|happened|spoke\w*|talked|fine|stuck|met|busy|left|is|was|are) $
""")
"""Before a "with" that is not said of those who come."""
ASIDE = cue(r"""
    (?:write|mail|send|sent|contact|reach|reply|forward\w*|ring|phone|met|spoke|
        talked) (?:\w+ ){0,3}(?:to |with |at )?$
""")
OTHER = re.compile(
    r"\b(?:the|your|our|my|his|her|their|a) (?!two\b|three\b|call\b|meeting\b|way\b)[a-z]{3,}"
)
"""Somebody or something that a pronoun may stand for, without a name."""
ONLY = re.compile(
    rf"\b(?:only|just) {_THEM},? (?:and )?(?:you|me|us)\b|\bonly (?:you|me)(?:,? me)? and {_THEM}"
)
ONLY_COPY = re.compile(r"\b(?:in copy|cc'?d?) only\b|\bonly in copy\b", re.IGNORECASE)
SMALL = cue(r"""
    (?:^|[.,!?]\s*)(?P<subject>[a-z]{3,12}) (?:needs to|has to|should|must|wants to|will|
        is going to) (?:be (?:there|in|on|present)|come|join|attend)
    \b(?:bring|invite|loop in|grab) (?P<object>[a-z]{3,12}) (?:too|also|along|as well)\b
""")
LIST = re.compile(
    r"\b(?:come|coming|join\w*|attend\w*|present|participants|there|with us)\b.{0,20}:\s*$"
)
"""Up to the lines of a list of those who come."""
NOBODY = set(
    "someone somebody everyone everybody anyone that this which who they she one what there nobody "
    "people them your something".split()
)
