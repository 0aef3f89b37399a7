"""The words by which an email says by when something has to be, and where it ends."""

import re

BY = re.compile(
    r"\b(?:by|before|until|till|no(?:t)? later than|latest(?: on| by)?|ahead of)\s+(?:or "
    r"on\s+)?(?:the\s+)?(?:(?:end|close)(?: of (?:business|play|day|the day))?(?:,? on)?\s+|(?:cob|"
    r"eod)\s+(?:on\s+)?)?(?:(?:noon|midday|\d{1,2}(?:[:.]\d\d)?\s*(?:am|pm)?)(?:,? "
    r"on)?\s+)?(?:the\s+|that\s+)?$",
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
    r"\b(?:must|(?:have|has|had|got) to|needs? to|should|want|latest|last possible|"
    r"deadline|in time)\b",
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
OVER_THEN = re.compile(
    r"\b(?:must|(?:has|have|needs?|got|ought) to|should)\b[^.?!]{0,25}\b(?:be (?:\w+ ){0,2}?"
    r"(?:over|through|finished|done|out|off|gone|ready|behind|said|settled)|hang up|"
    r"have (?:\w+ )?(?:finished|ended|hung up|stopped))\b"
)
"""It has to be over by the day and time that are named."""
OVER = re.compile(
    r"\b(?:done|out of (?:there|here)|finish\w*|over|through|wrap\w* up)\s+by\s+$", re.IGNORECASE
)
"""Up to the time by which it is over."""
ENDING = re.compile(
    r"(?:[,;]|\b(?:and|but|to|will|then)|'ll)\s+(?:we )?(?:finish|end|stopp?|clos)(?:e|ing)?(?: "
    r"at)?\s+$",
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
