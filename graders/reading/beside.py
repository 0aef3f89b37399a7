"""What stands around a clause, a claim or a time, and tells how it is meant.

Patterns for text in lower case with straight apostrophes, asked only beside what they tell of.
"""

import re

#: Where one clause ends and the next begins.
BREAK = re.compile(
    r"[.!?;\n,:\s](?:(?<=[.!?;])(?<![.!?;]{2})(?!(?<=[ap]\.m\.)\s(?:to|till|until|and|or|on|your|my|our)\b)[.!?;]*+(?=\s|$)|(?<=\n)"
    r"|(?<=\s)(?<!\s\s)(?:[-\u2013\u2014]\s(?!\d)|\s*+(?=and\s(?:i|we)\b))"
    r"|(?:(?<=\s)(?<!\s\s)\s*+|(?<=,)(?<!\s,)\s++)(?=(?:but|however|so|though|yet)\b)"
    r"|(?<=,)\s++(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|may(?!\s\d)|shall|how|what|would"
    r"|please|here|as|do\snot|don't)\b)"
    r"|(?<=\w:)\s(?=\w))",
)
#: Right before a claim: it is not so, or not yet.
DENIED = re.compile(
    r"(?:\b(?:not|no|none|neither|never|nothing|cannot|unable|impossible|without|hope|could|would"
    r"|can|may|shall|happy\sto|glad\sto|please(?!\s(?:it|the|that)\b)|or)\b|n't\b)"
    r"(?:\s++(?!(?:it|this|that|i|we|you)\b)[^\s,;:.]++){0,4}\s*+$"
)
BUT = re.compile(r"\s*+(?:but|yet|though|however)\b")
SUBORDINATE = re.compile(r"\s*+(?:once|if|when|as\s+soon\s+as|until|unless)\b")
#: Right before a time: it is what the plan was, not what it is.
RULED_OUT = re.compile(
    r"\b(?:instead\sof|rather\sthan|not(?:\sat)?"
    r"|(?:mov|chang|shift|push|postpon)\w*\b[^.;]{0,60}\bfrom)\s(?:[\w,]+\s){0,4}$",
)
#: Right before a time: where something now goes.
CHANGED = re.compile(r"\b(?:mov|chang|shift|push|postpon|resched)\w*\b")
#: A time by which something has to be over.
LIMIT = re.compile(
    r"\b(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|latest|by|before|until|till|in\stime"
    r"|after|ahead\sof|within|inside|done|over|past)\b"
)
#: Between a time and the day behind it.
ON = re.compile(r"(?:\s?[ap]\.?m\b\.?)?\s(?:on\s)?(?:the\s)?")
#: The day that was named last.
SAME_DAY = re.compile(r"\b(?:same|that)\s(?:day|morning|afternoon)\b")
#: Right before and right after a time: it is a limit.
LIMITED = re.compile(
    r"\b(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|ahead\sof|over\sby|done\sby|finish(?:ed)?\sby"
    r"|no\slater\sthan)(?:\s[^\s.;:]{1,12}){0,6}\s*$"
)
LIMITS = re.compile(
    r"(?:\s?[ap]?\.?m?\.?)?(?:\s(?!or\b|and\b)[\w']+){0,3}\s"
    r"(?:deadline|limit|cut-?\s?off|wrap-?\s?up|hard\sstop|finish)\b"
)
#: Between two times that share what is said behind the second.
JOINED = re.compile(r"[^.;]{0,24}?\b(?:or|and)\b[^.;]{0,24}")
ENDS = re.compile(r"(?:\bup\sto|\b(?:until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat))\s*$")
CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat)|\S\s?[-\u2013\u2014])\s*$",
)
#: The writer's own day, told as it is.
OWN_DAY = re.compile(
    r"\b(?:i|we|he|she)(?:'(?:m|re|ve|s)|\s(?:am|are|is|have|has))\s"
    r"(?:in|at|on|with|a|an|my|our|got|another|back|away|coaching|lunch|done|due|otherwise|only)\b"
    r"|\bi\s(?:only\s)?(?:leave|start|finish|come|must|have(?!\s(?:time|you|i|we|he|she|it)\b|\sto\s"
    r"(?!leave|be|go|pick|catch|stop|finish|end|start)))\b|\bwe\s(?:close|open|only\sstart)\b"
    r"|\b(?:my|the|a|an)\s(?!meeting|appointment|slot|time)(?:[\w-]+\s){1,5}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?|has|holds|sits|stands|keeps)\b|\btakes\b|\bthere\sis\b",
)
#: With DUE before the time: it belongs to a task or to the past, not to a meeting.
TASK = re.compile(
    r"\b(?:thank(?:s|\syou)|tell\sme|send|sending|call|share|let\sme\shave|reply|answer|agenda|papers"
    r"|slides|documents|figures|draft)\b",
)
DUE = re.compile(r"\b(?:by|before|until|till)\b[^.;]{0,20}$")
#: Right before a time: when something is.
STANDS = re.compile(
    r"\b(?:ends?|starts?|begins?|is|runs?|lasts)\s(?:at\s|from\s|until\s|till\s|over\s)?$"
)
#: Of guests: nobody but the two, and one who does not come.
TWO = re.compile(r"\b(?:just|only)\s(?:you\sand\sme|(?:the\s|us\s)two)\b")
LEFT_OUT = re.compile(
    r"\b(?:without|excluding|except|minus|left|leave|leaving)\b|\bnot\s(?:be\s)?(?:invit|includ|join|add)"
)
LASTS = re.compile(r"\blasts?\b(?!\s(?:week|time|month))")
