"""The words by which an email says who is to come, and who is not.

They are matched with sentences in which whoever is named is told as WHO, without other capitals.
"""

import re

_WORD = r"(?!WHO|(?:and|plus|n|und|also|as)\b)[\w&'-]{1,30}"
_FROM = rf"(?: from {_WORD}(?: {_WORD}){{0,2}})?"
_G = rf"WHO(?:{_FROM}(?:,? (?:and|plus|&|n|und) |, ?(?:and )?)WHO)*"
_ROLE = rf"(?:,? (?:from|of|my|our|your|his|her|the|who|in)(?: {_WORD}){{1,7}}?)"
_W = (
    rf"WHO(?:{_ROLE}?(?:,? (?:and|plus|&|n|\+|as well as|und|also) |, ?(?:and )?)(?:also |the "
    rf")?WHO)*(?:{_ROLE},?)?"
)
_BE = (
    r"(?:join|come|appear|be (?:there|here|present|on\b|in\b(?! touch)|joining|with|coming|along|"
    r"attending|part)|attend|dial|sit|look in|drop in|hear|take part|hop|jump|stand with|assist|"
    r"film|represent|call in|tag along|accompany|participate|log (?:in|on)|present|explain|"
    r"demonstrate|show|walk you|lead|chair|translate|interpret|see (?:us|the (?:two|three))|make|"
    r"do\b|want|like to|love to|see you|meet you|talk|bring|listen)"
)
_WILL = (
    r"(?:will|'ll|would|should|can|could|must|shall|may|might|has to|have to|needs to|need to|"
    r"wants to|want to|is going to|are going to|is to|'d|has asked (?:me )?to|asked to|is happy to|"
    r"are happy to|hopes to|ought to|(?:has |have )?(?:agreed|promised|volunteered) to|is able to)"
)
_ALONG = (
    r"(?:too|as well|along|also|there|here|present|in the room|in on|in\b|on\b|at the table|(?:to "
    r")?(?:come|join|be\b|attend|sit|dial|take part|hear|listen|meet|see)|with (?:us|me|you)|(?:to|"
    r"for) (?:it|this|that))"
)
_FILL = (
    r"(?:(?:me|myself|us|you|yourself|both|also|too|along|already|only|just|probably|please|have|"
    r"him|her|of course|and|plus|the two of us|us two|u|with me|with us|my|our|your|"
    r"mine)\s*,?\s*){0,4}"
)
BRINGS = (
    rf"\b(?:bring|bringing|invite|inviting|invited|include|including|add|adding|loop(?:ing|ed)? in|"
    rf"loop|looping|cc|cc'ing|copy(?:ing)? in|pull(?:ing|ed)? in|rop(?:e|ed|ing) in|grab|put|"
    rf"attending|attendees|participants|present(?: (?:is|are|will be))?|included|invitees|from "
    rf"(?:us|our side|my side|your side)|on (?:yours|ours|our side|your side|my side)|who|"
    rf"there(?:'ll| must| should| will| would) be|consists? of|panel|panel is|together with|along "
    rf"with|must be (?:there|present)|(?:will|'ll) be (?:there|joining|on|present)|take)\b(?: us "
    rf"two| me)?[:,]?\s*{_FILL}({_W})",
    rf"({_W})(?:,? (?:\w+ )?(?:who )?{_WILL}|'ll) (?!we\b|you\b|i\b)(?:\w+ ){{0,2}}?{_BE}",
    rf"({_W}) (?:will|can|does|is)(?=[.,;!?]|$)",
    rf"({_W}) (?:is |will be |will |shall )?(?:tak(?:e|es|ing) (?:his|her|their|my) place|(?:step|"
    rf"fill|stand)(?:s|ping|ing)? in|deputi[sz]\w+)",
    rf"\b(?:make sure|ensure|see to it)(?: that)? ({_W})",
    rf"\b(?:can|could|shall|should|will|may) (?:we|you|i) (?:both |all )?(?:meet|see|visit) ({_W})",
    rf"({_W}),? (?:will )?(?:take|takes|taking) (?:the )?(?:notes|minutes)",
    rf"({_W}),? insists? on (?:coming|being|joining|taking|meeting|seeing)",
    rf"({_W}) (?:can't|cannot|can not|must not|mustn't|wouldn't|won't|should not) miss",
    rf"({_W}) (?:and|plus) [a-z ]{{1,25}} (?:will|would|are|can) (?:come|join|be)",
    rf"(?:not|n't|cannot|never)(?: [a-z']+){{0,5}} without ({_W})",
    rf"({_W}),? (?:\w+ )?{_WILL} be\b(?=[.,;!?]|$)",
    rf"({_W}),?(?:'?s)? (?:also |too )?(?:joins?|comes?|attends?|dials?|sits in|stays?(?! (?:home|"
    rf"out|away|behind|at))|participates?|takes part|tags along|is coming(?! home| back)|are "
    rf"coming(?! home| back)|is joining|are joining|is attending|are attending|is still in|coming|"
    rf"joining|(?:is|are|would be|will be) (?:\w+ )?welcome|wants? in|wants? to|wants? a say|would "
    rf"(?:very much )?like|is also|(?:is |are )?in\b(?=[.,;!?]|$| on it| too| as well| for this)|"
    rf"(?:is |are )?on\b(?=[.,;!?]|$| too| as well)|is with us|are with us|goes with|(?:is |are "
    rf")?(?:flying|driving|travelling|traveling|coming) (?:in|over|down|up)\b)",
    rf"\b(?:have|get|ask|asked|invited|told|like|want|take|fetch|need|expect|love|prefer|tell|let|"
    rf"put|having|see|keep)(?: in)?(?: to have)? ({_W}) {_ALONG}",
    rf"(?<!do we )(?<!do you )\bneed(?:s|ed)? (?:also )?({_W})",
    rf"\bask(?:ed)? that ({_W}),? {_BE}",
    rf"\b(?:plus|as well as) ({_W})",
    rf"({_W}) included",
    rf"\b(?:it'll|it will|that'll|that will|it would) be (?:just |only )?(?:me,? and |me plus "
    rf")?({_W})",
    rf"\b(?:accompanied|represented|joined|met|interviewed|seen|led|chaired|attended) by (?:(?:two|"
    rf"three|four|my|our|the) [a-z ]{{1,25}}?,? )?({_W})",
    r"\bname(?:'s| is) (WHO)",
    rf"\byes to ({_W})",
    rf"\b(?:is|are) ({_W}) (?:free|available|around|coming|able)",
    rf"\bask ({_W}) (?:whether|if) (?:he|she|they)",
    rf"\bintroduc\w+ (?:you|us) to ({_W})",
    rf"\b(?:(?:swap|exchang|replac)\w* WHO for|(?:swap|exchang|substitut|replac)\w* WHO (?:with|"
    rf"by)|substitut\w*(?= WHO for)) ({_W})",
    rf"({_W}) (?:(?:will |is |to )?replac(?:e|es|ing)|instead)\b",
    rf"({_W}) yes\b",
    rf"\bso (?:will|is|are|do|does|can) (?:the (?:[a-z]+ ){{1,3}}, )?({_W})",
    rf"\bto (?:come|join|attend|be there),? and (?:also )?({_W})",
    rf"\balso (?:there|present)\b:? ({_W})",
    rf"({_W})(?: [\w']+){{1,12}} would like (?:you )?to (?:come|meet|see|discuss|talk|speak|have)",
    rf"({_W}) (?:has|have|is|are|was|were) (?:also )?(?:been )?(?:invited|added|copied in|"
    rf"confirmed)",
    rf"({_W}),? (?:has |have )?asked me to (?:arrange|set|organi[sz]e|find|fix|book|schedule|see|"
    rf"invite)",
    rf"\b(?:can|could|should|may|might|will|would|shall|is it ok if|ok if) ({_W}) (?:also |please |"
    rf"perhaps |possibly )?{_BE}",
    rf"({_W}) (?:too|as well|also)(?=[.,;!?)]|$)",
    rf"\b(?:comes?|joins?|(?:will|shall|'ll) (?:come|join)|with (?:me|us) (?:is|are|will be)|in "
    rf"(?:his|her|their) (?:place|stead)(?: (?:comes?|is|will be|\w+s))?)(?: also)? ({_W})",
    rf"\b(?:would be|be) (?:good|great|nice|useful|helpful) (?:to have|if) ({_W})",
    rf"\b(?:have|put|get|had) ({_W}) (?:on|in|there|along|join)\b",
    rf"\b(?:he|she|they|it)(?:'ll| will| would)? (?:come|comes|be|is|are) (?:along )?with ({_W})",
    rf"\b(?:this time|then|so) (?:with|plus) ({_W})",
    rf"\bjust (?:him|her|them|you|me|us)? ?(?:and|plus) ({_W})",
    rf"({_W}) (?:need|has|have|must|needs) (?:to )?(?:be )?(?:present|there|included)",
    rf"\b(?:not|don't think) just (?:us|me|you)\b.{{0,20}}?({_W})",
)
WITH = (
    rf"\bwith (?:two|three|four|some|a few) [a-z ]{{1,25}},? ({_W})",
    rf"\bwith\s+{_FILL}({_W})",
    rf"\b(?:you|u|me|us|myself|yourself|i|him|her|we)(?: two)?(?:,? (?:and|n|plus|&|und)|,| \+|:) "
    rf"{_FILL}({_W})",
    rf"({_W}),? (?:and|&|n|plus) (?:me|i|myself|you|us|yourself)\b",
    rf"({_W}),? (?!and\b)(?:(?!WHO|not\b|never\b|cannot\b|but\b|up |agree|spoke|talk|deal|work|liv|"
    rf"stay|stuck|"
    r"busy|happy|fine)[a-z'-]+(?<!n't) ){1,10}?(?:together |along )?with (?:me|us|you)\b",
)
"""These may be told of what has been, as well."""
WITHOUT = (
    rf"\b(?:(?:swap|exchang|replac)\w*|substitut\w*(?! WHO for)|substitut\w* WHO for) ({_G})",
    rf"({_G}),? who (?:doesn't|does not|won't|will not|can't|cannot|isn't|is not|need not|"
    rf"needn't)\b",
    rf"\b(?:without|minus|remove|drop|dropping|uninvite|leave out|leaving out|skip|forget|never "
    rf"mind|don't need|no need (?:for|to (?:bring|invite|have|include))|instead of|rather than|in "
    rf"place of|except(?: that)?|excuse|scratch|less|not|replaces|excluding|leave|keep)(?: about| "
    rf"the| to)? ({_G})(?! (?:in\b|on\b))",
    rf"({_G})(?:'s|'ll| is| are| has| have| was| were| will| would| can| could| does| do|,| goes| "
    rf"says?| said| told me)?(?: (?!but\b|so\b|and\b|if\b|when\b|that\b|who\b|"
    rf"whether\b)[\w']+){{0,4}}?(?:n't\b(?! miss)|'t\b(?! miss)|[ ,]+(?:not\b(?! miss)|no longer|"
    rf"never|cannot(?! miss)|can't(?! miss)|cant\b|won't|wont\b|doesn't|isn't|isnt\b|aren't|unable|"
    rf"away|out(?= of (?:it|this|town|the)|[.,;!?:]|$)|sick|ill\b|busy|off(?= |[.,;!?]|$)|on "
    rf"(?:leave|holiday|vacation|maternity|paternity|parental|sick|a flight|a plane|the road)|"
    rf"stays? (?:home|behind|away|out|at|here|there)|sits? (?:this|it) (?:one )?out|sit this|stuck|"
    rf"declined?|no\b|in copy|only in copy|bowed|pulled out|dropped out|in bed|in hospital|(?:has|"
    rf"have) (?:hurt|broken|sprained|(?:an? |the |his |her )?(?:vacation|holidays?|class|classes|"
    rf"court|exams?|flu|covid|fever|cold))|caught|transferred|retired|leaves us|no (?:more )?sense|"
    rf"fell ill|nothing to add|excused|down to the|abroad|will send|sends|"
    rf"writes?))(?!.{{0,25}}(?:over|till|until)\b)",
    rf"\bno need to \w+ (?:about )?({_G})",
    rf"({_G})(?: [\w']+){{0,6}}? (?:was|were|had|hoped|wanted|asked|offered|meant|would have|"
    rf"would've|supposed)\b[^.;]{{0,50}}\bbut\b",
    rf"\b(?:i'd|i had|i was|we'd|we were|we had) (?:thought|going|hoping|planning|"
    rf"meant)\b[^.;]{{0,30}}({_G})[^.;]{{0,40}}\bbut\b",
    rf"\b(?:i|we) (?:don't|do not|won't|cannot|can't|will not|haven't) [^.,;]{{0,25}}({_G})",
    rf"\b(?:copy only|cc only|in copy):? ({_G})",
)
PRONOUN_COMES = re.compile(
    rf"\b(?:he|she|they)(?:'s|s)? ?(?:{_WILL} (?:\w+ )?{_BE}|(?:is )?(?:in|on|coming|"
    rf"joining)(?=[.,;!?]|$| too)|'ll be there|comes|joins|wants to (?:join|come|be|see|meet|"
    rf"hear))|\b(?:her|him|them),? (?:and )?(?:you|me)\b|\b(?:you|me),? and (?:her|him|them)\b|"
    rf"\bjust (?:her|him|them)\b|\b(?:him|her|them) (?:too|along|as well|(?:in|on)(?=[.,;!?]|$)|"
    rf"present|there)|\b(?:bring|invite|include|add|pull|have|get|ask|loop) (?:him|her|them)\b(?! "
    rf"(?:out|off))"
)
PRONOUN_STAYS = re.compile(
    r"\b(?:he|she|they)(?:'s|'ll| will| is| are| has| can| could| would)?(?: "
    r"[\w']+){0,3}?(?:(?:n't|'t|cant| not)(?= (?:\w+ ){0,1}?(?:come|coming|join\w*|be\b|make|"
    r"attend\w*|need|take part|participate|able|available|there|here|in\b|free|around|well|"
    r"required|travel|fly|manage|do\b|with)|[.,;!?]|$)| (?:no longer|sit this|out\b|away|stays? "
    r"(?:home|behind|away|out)|busy|sick|on (?:leave|holiday)|sends?|send))(?!.{0,25}(?:over|till|"
    r"until|week|month|from)\b)|\b(?:without|not|drop|leave out|remove|never mind|forget|skip|"
    r"minus) (?:him|her|them)\b|\b(?:leave|keep|let) (?:him|her|them) (?:out|off|at|rest|enjoy)|"
    r"\bin (?:his|her|their) (?:place|stead)|\b(?:in place|instead) of (?:him|her|them)|"
    r"\breplac\w+ (?:him|her|them)"
)
IN_PLACE = re.compile(r"\b(?:place|stead|instead|replac\w+)\b")
"""Who is meant is somebody else than who comes."""
NEGATED = re.compile(
    r"(?:\bnot\b|n't\b|\bdont\b|\bno need\b|\bwithout\b|\bcannot\b|\bnever\b|\bneither\b|\bnor\b|"
    r"\binstead of\b|\bno (?:more )?sense\b)[^.!?;]{0,40}$"
)
NOT_TOGETHER = re.compile(
    r"\b(?:up|along|deal\w*|agree\w*|problem\w*|trouble|issue\w*|contract|work\w*|stay\w*|liv\w+|"
    r"help\w*|wrong|thing|happened|spoke\w*|talked|fine|stuck|met|busy|left|is|was|are) $"
)
"""Before a "with" that is not said of those who come."""
ASIDE = re.compile(
    r"(?:write|e-?mail|mail|send|sent|contact|reach|reply|forward\w*|ring|phone|met|spoke|talked) "
    r"(?:\w+ ){0,3}(?:to |with |at )?$"
)
OTHER = re.compile(
    r"\b(?:the|your|our|my|his|her|their|a) (?!two\b|three\b|call\b|meeting\b|way\b)[a-z]{3,}"
)
"""Somebody or something that a pronoun may stand for, without a name."""
ONLY = re.compile(
    rf"\b(?:only|just) {_W},? (?:and )?(?:you|me|us)\b|\bonly (?:you|me)(?:,? me)? and {_W}"
)
ONLY_COPY = re.compile(r"\b(?:in copy|cc'?d?) only\b|\bonly in copy\b", re.IGNORECASE)
SMALL = re.compile(
    r"(?:^|[.,!?]\s*)(?P<subject>[a-z]{3,12}) (?:needs to|has to|should|must|wants to|will|is "
    r"going to) (?:be (?:there|in|on|present)|come|join|attend)|\b(?:bring|invite|loop in|grab) "
    r"(?P<object>[a-z]{3,12}) (?:too|also|along|as well)\b"
)
LIST = re.compile(
    r"\b(?:come|coming|join\w*|attend\w*|present|participants|there|with us)\b.{0,20}:\s*$"
)
"""Up to the lines of a list of those who come."""
NOBODY = set(
    "someone somebody everyone everybody anyone that this which who they she one what there nobody "
    "people them your something".split()
)
