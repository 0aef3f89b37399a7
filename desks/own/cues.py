"""The words by which an email says what its days and times are for."""

import re


def _any(*alternatives: str) -> re.Pattern[str]:
    """One of these, as whole words, in any case."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


STRONG = _any(
    r"(?:can|could|would|will|shall|may|might|should) (?:you|we|i)",
    r"how about|what about|let'?s|propos\w*|suggest\w*|(?:are|r) (?:you|u)|do you have|please|need",
    r"i(?:'d| would) (?:like|love)|i want|we(?:'d| would) like|pencill?ed",
)
"""Something is asked for."""
ASKS = _any(
    STRONG.pattern,
    r"(?:can|could|would|will|shall|may|might|should) the|u (?:free|about|around)|let us|you got",
    r"meet|call|talk|chat|speak|catch up|sit down|appointment|slot|session|visit|discussion|review",
    r"coffee|lunch|dinner|come (?:by|in|to|and|round)|book(?:ed)?|works? for|suits?|good for you",
    r"we need|i can (?:get|come|do|be)|join|available|make it|we make|instead|then|together",
    r"(?:need|has|have|had) to be|we were thinking|perfect|ok(?:ay)? for you|possible|fancy|mind",
)
"""Something may be asked for."""
REFUSED = _any(
    r"not|cannot|can'?t|won'?t|don'?t|doesn'?t|isn'?t|couldn'?t|unable|except|nothing then|no good",
    r"away|on leave|holiday|busy|booked up|double booked|full|out of",
    r"(?:'s|is|are) (?:out|taken|closed)",
    r"dentist|flight|fly|flying|land|train|arriv\w+|delivery|leave|due|deadline|locks",
    r"(?:was|were)(?! (?:thinking|hoping|wondering))|went|came|had|yesterday|last|ago|earlier i",
    r"(?:i|we|he|she|it|they) (?!need|want)[a-z]+ed|closes?|expires?|starts|begins|opens|runs",
    r"is on",
    r"i'?m (?:off|up|at)|i(?:'m| am) in (?!town|the office|your|the area|on)|teach|which is",
    r"instead of|no longer|forget|handed in",
)
"""What is not asked for: excluded, past, or something else that happens then."""
NO_MEETING = _any(
    r"be informed|take place|automatic reply|out of office|annual leave|not necessary|fyi",
    r"nothing needed|nothing (?:more|else) (?:is )?(?:required|needed)|no longer necessary",
    r"just (?:reply|wanted to say|to let you know|letting you know)|for your information",
    r"(?:don'?t|do not|won'?t) need (?:the (?:call|meeting|slot)|to (?:come|meet|do|be))",
    r"scrap|cancel(?:led)?|call (?:it )?off|fall away|never ?mind|no need (?:to|for)",
    r"nothing (?:for )?you (?:have|need) to|by (?:e-?mail|reply) is fine",
    r"answer (?:per|by) e?-?mail",
    r"no (?:meeting|call|replacement|reply|action|response)",
    r"all (?:of it is |is )?(?:handled|sorted|settled|done)",
)
"""Nothing is asked for."""
PREFERRED = _any(r"rather|prefer\w*|better|best|ideal\w*|first (?:choice|pick)|favou?rite")
"""One of several is the better."""
LABEL = re.compile(r"^\s*[-*]?\s*\(?([a-dA-D1-4])[).]\s")
"""A line of a list of options."""
OPEN = _any(r"some ?time|any ?time|choose|pick|whenever|what (?:hour|time)")
"""The time is for the reader to choose."""

# -- changes ---

CORRECTED = re.compile(
    r"\b(?:(?i:make it|instead|i meant|correction|scratch that|actually)|NOT)\b|^(?i:(?:so )?not)\b"
)
"""What was said before is corrected."""
REVOKED = _any(
    r"take it back|new date|another (?:day|date)|off the table|postpone",
    r"(?:can'?t|cannot) (?:make it|do it) (?:any ?more|after all)",
)
"""What was asked for is taken back."""
SAME_TIME = _any(r"same (?:time|hour)")
DAY_SHIFT = _any(
    r"(?:one|a) (?P<unit>day|week) (?P<way>later|earlier)",
    r"(?P<back>back|forward) (?:it )?by (?:exactly )?(?:a|one) week",
    r"the (?:day after|next day|following day)",
)
"""The day moves by a day or a week."""

# -- ends ---

BY = re.compile(
    r"\b(?:by|before|until|till|no(?:t)? later than|latest(?: on| by)?|ahead of)\s+(?:or on\s+)?"
    r"(?:the\s+)?(?:(?:end|close)(?: of (?:business|play|day|the day))?(?:,? on)?\s+|"
    r"(?:cob|eod)\s+(?:on\s+)?)?(?:(?:noon|midday|\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm)?)(?:,? on)?\s+)?"
    r"(?:the\s+)?$",
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
MUST = _any(
    r"must|(?:have|has|had|'d have|got) to|needs? to|should|want|latest|last possible|deadline",
    r"in time",
)
"""Something has to be."""
OF_US = _any(
    r"we|us|you|i|it|me|met|meet\w*|call|talk\w*|sp[eo]ke\w*|session|happen\w*|together|held|hold"
)
"""What has to be is a meeting."""
BEFORE_THAT = _any(r"before (?:that|then|this)|by then|by that day|ahead of (?:that|it)")
END_OF = _any(r"(?:by|before) (?:the )?end of (?:(?P<which>this|the|next) )?(?P<what>week|month)")
OVER = re.compile(
    r"\b(?:done|out of (?:there|here)|finish\w*|over|through|wrap\w* up)\s+by\s+$", re.IGNORECASE
)
"""Up to the time by which it is over."""
CLOSING = re.compile(
    r"^\s*(?:(?:(?:kind|best|warm|warmest|many|with)\s+)*(?:regards|wishes|greetings|thanks)|cheers|"
    r"sincerely|yours|warmly|thank you|thanks(?: again| a lot| & regards)?|ta|love|all the best|"
    r"best|sent from my \w+)\b(?! for\b| from\b).{0,20}$",
    re.IGNORECASE,
)
"""The line that closes a letter."""
