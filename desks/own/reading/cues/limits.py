"""The words by which an email says by when something has to be, and where it ends."""

import re

from desks.own.reading.cues.words import any_of, cue, either

_OVER = either(r"""
    over(?! the\b)|through|finished|done|gone|behind (?:us|me)|settled|closed|concluded|agreed|held
    ends?\b|wrapped up|at an end|hang up|hung up|off the (?:phone|line|table)|out|stop|ready|said
""")
BY = cue(r"""
    \b(?:by|no(?:t)? later than|latest(?: on| by)?|(?:can't|cannot|won't|mustn't|not|never)
        [^.?!]{0,40}(?:past|beyond|after|later than)|(?P<before>before|ahead of)) (?:or )?(?:(?:on|
        the|that|this|end|close|cob|eod|of|business|play|day|at),? )*$
""")
"""Up to a day or time by which something must have been."""
OVER_BY = cue(rf"""
    (?:^|: |\b(?:we|us|it|this|everything|everybody|all|call|talk|discussion|conversation|
        meeting|session)\b)[^.?!]{{0,40}}\b(?:{_OVER})\b[^.?!]{{0,25}}\b(?:by|before|later than)
        [^.?!]{{0,20}}$
""")
"""Up to the time by which it is over."""
BEFORE = cue(r"\bbefore (?:[\w'-]+,? ){1,7}$")
"""Up to the day of what it has to be before."""
LATEST = cue(r"""
    (?:(?!until|till)[^.!?\n]){0,20}(?:at the (?:very )?latest|is the (?:very )?(?:last|latest|
        hard stop)|as the last|latest\b)
""")
"""After such a day."""
MUST = any_of(r"""
    must|(?:have|has|had|got|'ve|'s|'d) to|needs? to|need(?:s|ed)? (?:it|us|this|all)
    should(?! like\b)
    latest|last possible|the (?:very )?last|deadline|in time|as long as|so long as|hard stop
    (?:can't|cannot|won't|not|mustn't) [^.?!]{0,40}(?:past|beyond|later|after)
""")
"""Something has to be."""
OF_US = any_of(r"""
    we|us|you and (?:i|me)|(?:it|this|that|thing) (?:\w+ )?(?:must|has|needs|should|does|
        can't|cannot|'d have)|must be|spoken to you|hard stop
""")
"""What has to be is a meeting."""
BEFORE_THAT = cue(r"""
    \b(?:before|ahead of) (?:that|then|this|it)\b
    \bby (?:then|that (?:day|point|time|hour|moment|evening))\b
    \bbefore (?:he|she|they|his|her|their) [a-z]
""")
END_OF = re.compile(
    r"\b(?:by|before) (?:the )?end of (?:(?P<which>this|the|next) )?(?P<what>week|month)\b",
    re.IGNORECASE,
)
OVER_THEN = cue(rf"""
    \b(?:must|(?:has|have|needs?|got|ought|'s|'ve) to|should|hard stop|need|let it)\b[^.?!,]{{0,30}}
        \b(?:(?:be(?:en)?|lie|have) (?:\w+ ){{0,2}}?(?:{_OVER})|hang up|hung up|finished)\b
    \bneed (?:us|it|all of this|all this|this) (?:{_OVER})\b
""")
"""It has to be over by the day and time that are named."""
LAST = cue(r"\b(?:last|latest|final) [^.?!]{2,60} is (?:on )?$")
"""Up to the last time at which it may be."""
OVER = re.compile(
    r"\b(?:done|gone|out of (?:there|here)|finish\w*|over|through|wrap\w* up)\s+by\s+$",
    re.IGNORECASE,
)
"""Up to the time by which it is over."""
ENDING = re.compile(
    r"(?:[,;]|\b(?:and|but|to|will|shall|would|then|hard|with an)|['’]ll|['’]d)\s+(?:we )?"
    r"(?:finish|end|stopp?|clos|conclud|terminat|wrap|ris|adjourn|(?:be|am|are) gone|retir|"
    r"(?:ring|hang|break) (?:off|up))(?:e|ing)?(?: up| (?:my|our)sel(?:f|ves))?(?: at)?\s+$|"
    r"(?:[,;]|\band)\s+(?:go|leav(?:e|ing)|depart(?:ing)?|releas(?:e|ing) you)(?: at)?\s+$",
    re.IGNORECASE,
)
"""Up to the time at which it ends."""
CLOSING = re.compile(
    r"^\s*(?:(?:(?:kind|best|warm|warmest|many|with|mit)\s+)*(?:regards|wishes|greetings|thanks|"
    r"gr[uü](?:ß|ss)en?)|cheers|sincerely|yours|warmly|thank you|thanks(?: again| a lot| & "
    r"regards)?|ta|love|all the best|cordially|cordialement|rgds|respectfully|gruss|"
    r"groet(?:e|en)?|hilsen|saludos|abra[cç]os?|abrazos?|ciao|god bless|best|sent from my "
    r"\w+)\b(?! for\b| from\b).{0,20}$",
    re.IGNORECASE,
)
"""The line that closes a letter."""
AFTERTHOUGHT = re.compile(r"^\s*(?:p\.?\s?s\b|edit\b|n\.?b\b)", re.IGNORECASE)
"""A line after the closing that belongs to the letter."""
