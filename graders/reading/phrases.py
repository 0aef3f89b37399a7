"""The phrases by which a clause of an email rules out, promises, moves, declines or puts off.

Patterns of plain business English, grouped by what they do to the reader, for text in lower case.
All are linear in the clause: repeats are bounded or possessive.
"""

import re

_CANNOT = (
    r"(?:cannot|can\s?not|can['\u2019]t|could\snot|couldn['\u2019]t|(?:un|not\s)able\sto|won['\u2019]t"
    r"|will\s(?:not|never))"
)


class Phrase:
    """A pattern, looked for only where one of its stems stands: most clauses hold none, and a stem
    is found some ten times faster than a pattern fails."""

    def __init__(self, stems: str, pattern: str) -> None:
        self._stems = tuple(stems.split("|"))
        self._pattern = re.compile(pattern)

    def search(self, lower: str) -> re.Match[str] | None:
        """The first place in a text in lower case."""
        for stem in self._stems:
            if stem in lower:
                return self._pattern.search(lower)
        return None

    def without(self, lower: str) -> str:
        """The text with every such phrase taken out."""
        return self._pattern.sub("", lower) if self.search(lower) else lower


#: Where one clause ends and the next begins.
BREAK = re.compile(
    r"[.!?;]++(?=\s|$)|\n|(?<!\s)\s[-\u2013\u2014]\s(?!\d)"
    r"|(?<!\s),?\s++(?=(?:but|however|so|though|yet)\b)"
    r"|,\s++(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|may|shall|how|what|would|please"
    r"|here|as|do\snot|don['\u2019]t)\b)"
    r"|(?<!\s)\s++(?=and\s(?:i|we)\b)"
    r"|(?<=\w):\s(?=\w)",
)
BUT = re.compile(r"\s*+(?:but|yet|though|however)\b")
SUBORDINATE = re.compile(r"\s*+(?:once|if|when|as\s+soon\s+as|until|unless)\b")

#: What is no obstacle, although a word in it would be one.
NO_OBSTACLE = Phrase(
    "no|if not|without|nothing|can",
    r"\b(?:no\s(?:clash|conflict|problem|objection|doubt)\w*|not\s(?:a\sproblem|only)|if\snot"
    r"|no(?:t)?\s(?:later|earlier)\sthan|without\s(?:fail|doubt|delay|further\sado)"
    r"|can(?:['\u2019]t|not)\s(?:think|wait)|nothing\s(?:in\sthe\sway|else|against))\b",
)
NEGATIVE = Phrase(
    "no|n't|n\u2019t|unable|unavailable|impossible|taken|busy|occupied|engaged|full|"
    "overlap|clash|conflict|collid|declin|outside|blocked|in the way|tied up|keep|"
    "is out|out of|early|late|before|booked|already",
    r"\b(?:not|no|none|neither|never|nothing|cannot|unable|unavailable|impossible|taken|busy"
    r"|occupied|engaged|full|overlaps?|clash\w*|conflict\w*|collid\w*|declin\w*|outside"
    r"|(?:is|are|was)\sblocked|in\sthe\sway|tied\sup|keeps?\s\w+\s(?:from|until|till)|is\sout"
    r"|out\sof\sthe\squestion|(?:too|little|bit)\s(?:early|late)|before\s(?:my|our|working|office)"
    r"|booked\s(?:by|solid|up|out|until)|fully\sbooked"
    r"|(?:all|every\w*|slots?|days?)\b[^.;:]{0,40}\bbooked"
    r"|already\s(?:booked|scheduled|has|have|in)|(?:i|we)\s?(?:am|are|'m|'re)\sbooked"
    r"|(?:he|she)\sis\sbooked)\b|n['\u2019]t\b",
)
#: Right before a time: it is what the plan was, not what it is.
RULED_OUT = re.compile(
    r"\b(?:instead\sof|rather\sthan|not(?:\sat)?"
    r"|(?:mov|chang|shift|push|postpon)\w*\b[^.;]{0,60}\bfrom)\s(?:[\w,]+\s){0,4}$",
)
#: Right before a time: where something now goes.
CHANGED = re.compile(r"\b(?:mov|chang|shift|push|postpon|resched)\w*\b")
CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat)|[^\s]\s?[-\u2013\u2014])\s*$",
)
#: The writer's own day, told as it is.
OWN_DAY = Phrase(
    "i |we |he |she |i\u2019|i'|we'|we\u2019|he'|she'|he\u2019|she\u2019|my |the |a |"
    "an |takes|there is",
    r"\b(?:i|we|he|she)(?:['\u2019](?:m|re|ve|s)|\s(?:am|are|is|have|has))\s"
    r"(?:in|at|on|with|a|an|my|our|got|another|back|away|coaching|lunch)\b"
    r"|\bi\s(?:only\s)?(?:leave|start|finish|come|must|have(?!\s(?:time|you)))\b|\bwe\s(?:close|open|only\sstart)\b"
    r"|\b(?:my|the|a|an)\s(?!meeting|appointment|slot)(?:[\w-]+\s){0,4}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?|has|holds|sits|stands|keeps)\b|\btakes\b|\bthere\sis\b",
)
#: With DUE before the time: it belongs to a task or to the past, not to a meeting.
TASK = Phrase(
    "thank|tell me|send|call|share|let me have|reply|answer|agenda|papers|slides|"
    "documents|figures|draft",
    r"\b(?:thank(?:s|\syou)|tell\sme|send|sending|call|share|let\sme\shave|reply|answer|agenda|papers|slides"
    r"|documents|figures|draft)\b",
)
DUE = re.compile(r"\b(?:(?:by|before|until|till)\b[^.;]{0,20}|thank[^.;]{0,60})$")
CONDITION = Phrase(
    "once|if|whi|whe|soon|please|let |hope|could|would|can|may|shall|happy|or",
    r"\b(?:once|if|whichever|which|whether|as\ssoon\sas|please\s(?!it\b|the\b|that\b)|let\s(?:me|us)\sknow|hope|could|would"
    r"|can|(?:i|we|you)\smay|may\s(?:i|we|you)|shall|happy\sto|or)\b",
)
BOOKS = Phrase(
    "book|reserv|arrang|confirm|schedul|see you|set|accept|works|a date|blocked|invit|"
    "put|calendar|diary",
    r"\b(?:booked|reserved|arranged|confirm|confirmed|confirming|scheduled|see\syou|is\sset|all\sset"
    r"|accept(?:ed)?|works\s(?:for|well)|it\sis\sa\sdate|(?:i|we)\s(?:have\s)?blocked"
    r"|(?<!for\sthe\s)(?<!your\s)(?<!the\s)invitations?|sent\syou\san?\sinvit\w+"
    r"|invitation[^.;]{0,40}\bsent|put\s[^.;]{0,40}\bdown"
    r"|(?:is|['\u2019]s|\bit|put)\s(?:now\s)?(?:in|to)\s(?:the|his|her|their|my)\s(?:calendar|diary))\b",
)
RECEIPT = Phrase(
    "confirm|will",
    r"\bconfirm\w*\s(?:receipt|that\s(?:i|we)\s(?:have\s)?(?:got|received))"
    r"|\bwill\s(?:send|be\ssent|be\sinvited|get)\b",
)
AGREES = Phrase(
    "ok|done|yes|sure|gladly|fine|works|agree|noted|confirm|perfect|great|good|"
    "see you|of course|will do|pleasure|happy|glad|suits|set|welcome|thank|ready|meet",
    r"\b(?:ok|okay|done|yes|sure|gladly|fine|works|agreed|noted|confirm\w*|perfect|great|good|see\syou"
    r"|of\scourse|will\sdo|pleasure|happy|glad|suits|set|welcome|settled|thanks?|ready|meet)\b",
)
MOVES = Phrase(
    "mov|cancel|shift|postpon|reschedul|push|cleared|can wait",
    r"\b(?:i|we)(?:['\u2019](?:ll|ve)|\s(?:will|have|had))?\s(?:also\s|just\s|now\s)?"
    r"(?:mov(?:e|ed)|cancel(?:led|ed)?|shift(?:ed)?|postponed?|reschedul(?:e|ed)|push(?:ed)?|cleared)\b"
    r"|\b(?:has|have)\sbeen\s(?:moved|rescheduled|shifted|postponed)\b|\bmove[sd]\sto\b|\bmoved\smy\b"
    r"|\bcan\swait\suntil\b",
)
DEFERS = Phrase(
    "touch|back to you|let you know|alternatives|which|what time|pick|choose|any time|"
    "another day|have to wait|not yet|next year",
    r"\b(?:be\sin\stouch|(?:come|get|be)\sback\sto\syou|let\syou\sknow|some\salternatives"
    r"|which\s(?:time|day)|what\stime|(?:pick|choose)\s(?:any|another|a)|any\stime|another\sday"
    r"|have\sto\swait|not\syet\sdecided|next\syear)\b",
)
REFUSES = Phrase(
    "declin|pass|turn|let you down|no time|keep|refuse|rather not|holiday|not |never|"
    "no to|can|n't|n\u2019t|able to",
    r"\b(?:declin(?:e|ed|ing)|have\sto\spass|turn(?:ed)?\s(?:it\s|this\s|you\s)?down|let\syou\sdown"
    r"|no\stime\sat\sall|keeps?\s\w+\sfrom|refuse|rather\snot|on\sholiday|not\sgoing\sto\smeet"
    r"|never\smeet|not\sbe\sthere)\b|^\s*no\sto\b"
    rf"|\b{_CANNOT}\s(?:meet|attend|accept|join|see|come)\b",
)
DECLINES = Phrase(
    "no |not |nothing|can|n't|n\u2019t|able to|never",
    r"\b(?:no\s(?:open\s|free\s|available\s|\w+\s)?(?:slot|time|opening|room|gap|minutes)"
    r"|not\s(?:possible|available|booked)|nothing\s(?:is\s)?(?:free|open))\b"
    rf"|\b{_CANNOT}\s(?:make|take|offer|book|schedule|find|do|hold|be\sheld)\b",
)
#: Of no time in particular, so of the one asked for.
NOT_OPEN = Phrase(
    "possible|available|busy|taken|clash|conflict|overlap|booked",
    r"\b(?:not\s(?:possible|available)|unavailable|busy|taken|clash\w*|conflict\w*|overlaps?"
    r"|already\sbooked|booked\ssolid)\b",
)
#: What takes the whole back, whatever was said before.
CANCELS = Phrase(
    "cancel|called off|ignore|disregard|forget|none of|neither|both are|original|the first",
    r"\b(?:(?:is|was|has\sbeen)\s(?:cancell?ed|called\soff)"
    r"|(?:ignore|disregard|forget)\s(?:the\sabove|all|this)"
    r"|none\sof\s(?:these|them|the\stimes)|neither\s(?:of|works)|both\sare\s(?:taken|gone)"
    r"|your\soriginal\stime\sworks|already\s(?:booked|reserved)\sthe\sfirst"
    r"|the\sfirst\sis\s(?:booked|reserved))\b",
)
OFFERS = Phrase(
    "offer|propos|suggest|alternative|about|other time|would|could|can|shall|let|come|"
    "meet me|join me",
    r"\b(?:offer|propos(?:e|ed|ing)|suggest\w*|alternatives?|how\sabout|what\sabout|other\stimes?"
    r"|(?:would|could|can|shall)\s(?:we|you|i|it)|let(?:['\u2019]s|\sus)\s(?:meet|do|say|talk)"
    r"|come\s(?:to|at|by|on|whenever)|meet\sme|join\sme)\b",
)
JOINED = re.compile(r"\b(?:or|and)\b")
REGRET = re.compile(r"\b(?:sorry|regrets?|afraid|only|all\si\shave)\b")
ACCEPTS = Phrase(
    "gladly|yes|accept|take place|come|i am free|i will be",
    r"\b(?:gladly|yes|i\saccept|will\stake\splace|come\swhenever|i\sam\sfree|i\swill\sbe\sthere)\b",
)
ONLY_TWO = re.compile(r"\b(?:just|only)\s(?:you\sand\sme|(?:the\s|us\s)two)\b")
GUEST = Phrase(
    "invit|join|bring|add|copied|attend|be there",
    r"\b(?:invit\w+|join\w*|bring\w*|add(?:ed|ing)?|copied|attend\w*|be\sthere)\b",
)
