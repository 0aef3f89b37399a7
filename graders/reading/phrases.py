"""The phrases by which a clause of an email rules out, promises, moves, declines or puts off.

Patterns of plain business English, grouped by what they do to the reader, for text in lower case.
All are linear in the clause: repeats are bounded or possessive.
"""

import re

from graders.reading.words import Words, beginnings

_CANNOT = (
    r"(?:cannot|can\s?not|can['\u2019]t|could\snot|couldn['\u2019]t|(?:un|not\s)able\sto|won['\u2019]t"
    r"|will\s(?:not|never))"
)


class Phrase:
    """A pattern, looked for only where one of its words can stand: every such phrase holds one of
    them, or a word that begins with the same three letters."""

    def __init__(self, words: str, pattern: str) -> None:
        self.begun = beginnings(words)
        self.pattern = re.compile(pattern)

    def search(self, lower: Words) -> re.Match[str] | None:
        """The first place in a text in lower case."""
        if self.begun.isdisjoint(lower.beginnings):
            return None
        return self.pattern.search(lower)

    def claimed(self, lower: Words) -> bool:
        """Whether it is said with no denial right before it: a "busy" elsewhere is none."""
        return not self.begun.isdisjoint(lower.beginnings) and any(
            not DENIED.search(lower, max(0, found.start() - DENIAL), found.start())
            for found in self.pattern.finditer(lower)
        )

    def without(self, lower: Words) -> Words:
        """The text with every such phrase taken out."""
        return Words(self.pattern.sub("", lower)) if self.search(lower) else lower


DENIAL = 80
"""Characters before a claim in which a denial of it may stand."""
#: Where one clause ends and the next begins.
BREAK = re.compile(
    r"[.!?;\n,:\s](?:(?<=[.!?;])(?<![.!?;]{2})(?!(?<=[ap]\.m\.)\s(?:to|till|until|and|or|on|your|my|our)\b)[.!?;]*+(?=\s|$)|(?<=\n)"
    r"|(?<=\s)(?<!\s\s)(?:[-\u2013\u2014]\s(?!\d)|\s*+(?=and\s(?:i|we)\b))"
    r"|(?:(?<=\s)(?<!\s\s)\s*+|(?<=,)(?<!\s,)\s++)(?=(?:but|however|so|though|yet)\b)"
    r"|(?<=,)\s++(?=(?:and\s+)?(?:i|we|he|she|it|they|you|your|could|can|may|shall|how|what|would"
    r"|please|here|as|do\snot|don['\u2019]t)\b)"
    r"|(?<=\w:)\s(?=\w))",
)
BUT = re.compile(r"\s*+(?:but|yet|though|however)\b")
SUBORDINATE = re.compile(r"\s*+(?:once|if|when|as\s+soon\s+as|until|unless)\b")

#: What is no obstacle, although a word in it would be one.
NO_OBSTACLE = Phrase(
    "no not nothing without can",
    r"\b(?:no\s(?:clash|conflict|problem|objection|doubt)\w*|not\s(?:a\sproblem|only)|if\snot"
    r"|no(?:t)?\s(?:later|earlier)\sthan|without\s(?:fail|doubt|delay|further\sado)"
    r"|can(?:['\u2019]t|not)\s(?:think|wait)|nothing\s(?:in\sthe\sway|else|against))\b",
)
NEGATIVE = Phrase(
    "no not none nothing cannot t unable unavailable impossible taken busy occupied engaged "
    "full overlap clash conflict collide decline outside blocked way tied keep out early late "
    "before booked already neither never",
    r"\b(?:not|no|none|neither|never|nothing|cannot|unable|unavailable|impossible|taken|busy"
    r"|occupied|engaged|full(?!\s(?!up|until|from|on|then|that|in|at|all)\w)|overlaps?|clash\w*|conflict\w*|collid\w*|declin\w*|outside"
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
INSTEAD = re.compile(CHANGED.pattern + r"|\b(?:instead|rather)\b")
#: A time by which something has to be over.
LIMIT = Phrase(
    "deadline by before until till time latest after",
    r"\b(?:deadline|by|before|until|till|in\stime|latest|after)\b",
)
ENDS = re.compile(r"(?:\bup\sto|\b(?:until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat))\s*$")
CLOSES = re.compile(
    r"(?:\b(?:to|until|till|by|before|end(?:s|ing)?(?:\sat)?|over\sat)|[^\s]\s?[-\u2013\u2014])\s*$",
)
#: The writer's own day, told as it is.
OWN_DAY = Phrase(
    "i we he she my the a an takes there",
    r"\b(?:i|we|he|she)(?:['\u2019](?:m|re|ve|s)|\s(?:am|are|is|have|has))\s"
    r"(?:in|at|on|with|a|an|my|our|got|another|back|away|coaching|lunch)\b"
    r"|\bi\s(?:only\s)?(?:leave|start|finish|come|must|have(?!\s(?:time|you|i|we|he|she|it)\b|\sto\s(?!leave|be|go|pick|catch|stop|finish|end|start)))\b|\bwe\s(?:close|open|only\sstart)\b"
    r"|\b(?:my|the|a|an)\s(?!meeting|appointment|slot)(?:[\w-]+\s){1,5}"
    r"(?:starts?|begins?|ends?|runs?|is|lasts?|has|holds|sits|stands|keeps)\b|\btakes\b|\bthere\sis\b",
)
#: With DUE before the time: it belongs to a task or to the past, not to a meeting.
#: Right before a time: it is the time of something.
AT = re.compile(
    r"(?:\b(?:at|from|until|till|between|to|and|by|before|after)|day,?"
    r"|[-\u2013\u2014])\s*$"
)
TASK = Phrase(
    "thank tell send call share let reply answer agenda papers slides documents figures draft",
    r"\b(?:thank(?:s|\syou)|tell\sme|send|sending|call|share|let\sme\shave|reply|answer|agenda|papers|slides"
    r"|documents|figures|draft)\b",
)
DUE = re.compile(r"\b(?:by|before|until|till)\b[^.;]{0,20}$")
CONDITION = Phrase(
    "once if which whichever whether soon let",
    r"\b(?:once|if|whichever|which|whether|as\ssoon\sas|let\s(?:me|us)\sknow)\b",
)
BOOKS = Phrase(
    "booked reserved arranged confirm scheduled see set accept works date blocked invitation "
    "put calendar diary",
    r"\b(?:booked|reserved|arranged|confirm|confirmed|confirming|scheduled|see\syou|is\sset|all\sset"
    r"|accept(?:ed)?|works\s(?:for|well)|it\sis\sa\sdate|(?:i|we)\s(?:have\s)?blocked"
    r"|(?<!for\sthe\s)(?<!your\s)(?<!the\s)invitations?|sent\syou\san?\sinvit\w+"
    r"|invitation[^.;]{0,40}\bsent|put\s[^.;]{0,40}\bdown"
    r"|(?:is|['\u2019]s|\bit|put)\s(?:now\s)?(?:in|to)\s(?:the|his|her|their|my)\s(?:calendar|diary))\b",
)
#: Booked by somebody or something else: no claim, but an obstacle.
BOOKED_OUT = Phrase(
    "booked scheduled",
    r"\b(?:booked\s(?:by|solid|up|out|until)|fully\sbooked|already\s(?:booked|scheduled)"
    r"|(?:(?:all|every\w*|slots?|days?)\b(?:\s(?!it\b)[^\s.,;:]+){0,4}"
    r"|(?:i|we|he|she)(?:\s(?:am|are|is)|'m|'re|'s))\sbooked)\b",
)
#: Right before a claim: it is not so, or not yet.
DENIED = re.compile(
    r"(?:\b(?:not|no|none|neither|never|nothing|cannot|unable|impossible|without|hope|could|would"
    r"|can|may|shall|happy\sto|please(?!\s(?:it|the|that)\b)|or)\b|n['\u2019]t\b)"
    r"(?:\s++(?!(?:it|this|that|i|we|you)\b)[^\s,;:.]++){0,4}\s*+$"
)
RECEIPT = Phrase(
    "confirm will",
    r"\bconfirm\w*\s(?:receipt|that\s(?:i|we)\s(?:have\s)?(?:got|received))"
    r"|\bwill\s(?:send|be\ssent|be\sinvited|get)\b",
)
AGREES = Phrase(
    "ok okay done yes sure gladly fine works agreed noted confirm perfect great good see "
    "course do pleasure happy glad suits set welcome thanks ready meet",
    r"\b(?:ok|okay|done|yes|sure|gladly|fine|works|agreed|noted|confirm\w*|perfect|great|good|see\syou"
    r"|of\scourse|will\sdo|pleasure|happy|glad|suits|set|welcome|settled|thanks?|ready|meet)\b",
)
MOVES = Phrase(
    "move cancel shift postpone reschedule push cleared wait",
    r"\b(?:i|we)(?:['\u2019](?:ll|ve)|\s(?:will|have|had))?\s(?:also\s|just\s|now\s)?"
    r"(?:mov(?:e|ed)|cancel(?:led|ed)?|shift(?:ed)?|postponed?|reschedul(?:e|ed)|push(?:ed)?|cleared)\b"
    r"|\b(?:has|have)\sbeen\s(?:moved|rescheduled|shifted|postponed)\b|\bmove[sd]\sto\b|\bmoved\smy\b"
    r"|\bcan\swait\suntil\b",
)
DEFERS = Phrase(
    "touch back know alternatives which what pick choose any another wait yet next",
    r"\b(?:be\sin\stouch|(?:come|get|be)\sback\sto\syou|let\syou\sknow|some\salternatives"
    r"|which\s(?:time|day)|what\stime|(?:pick|choose)\s(?:any|another|a)|any\stime|another\sday"
    r"|have\sto\swait|not\syet\sdecided|next\syear)\b",
)
REFUSES = Phrase(
    "decline pass turn let no keep refuse rather holiday not never can unable t",
    r"\b(?:declin(?:e|ed|ing)|have\sto\spass|turn(?:ed)?\s(?:it\s|this\s|you\s)?down|let\syou\sdown"
    r"|no\stime\sat\sall|keeps?\s\w+\sfrom|refuse|rather\snot|on\sholiday|not\sgoing\sto\smeet"
    r"|never\smeet|not\sbe\sthere)\b|^\s*no\sto\b"
    rf"|\b{_CANNOT}\s(?:meet|attend|accept|join|see|come)\b",
)
DECLINES = Phrase(
    "no not nothing can unable t never",
    r"\b(?:no\s(?:open\s|free\s|available\s|\w+\s)?(?:slot|time|opening|room|gap|minutes)"
    r"|not\s(?:possible|available|booked)|nothing\s(?:is\s)?(?:free|open))\b"
    rf"|\b{_CANNOT}\s(?:make|take|offer|book|schedule|find|do|hold|be\sheld)\b",
)
NO_SLOT = Phrase(
    "no", r"\bno\s(?:open\s|free\s|available\s)?(?:slot|time|opening|gap)s?\b(?!\sto\slose)"
)
#: Of no time in particular, so of the one asked for.
NOT_OPEN = Phrase(
    "not unavailable busy taken clash conflict overlap booked already",
    r"\b(?:not\s(?:possible|available)|unavailable|busy|taken|clash\w*|conflict\w*|overlaps?"
    r"|already\sbooked|booked\ssolid)\b",
)
#: What takes the whole back, whatever was said before.
CANCELS = Phrase(
    "cancelled called ignore disregard forget none neither both original first",
    r"\b(?:(?:is|was|has\sbeen)\s(?:cancell?ed|called\soff)"
    r"|(?:ignore|disregard|forget)\s(?:the\sabove|all|this)"
    r"|none\sof\s(?:these|them|the\stimes)|neither\s(?:of|works)|both\sare\s(?:taken|gone)"
    r"|your\soriginal\stime\sworks|already\s(?:booked|reserved)\sthe\sfirst"
    r"|the\sfirst\sis\s(?:booked|reserved))\b",
)
OFFERS = Phrase(
    "offer propose suggest alternative about other would could can shall let come meet join",
    r"\b(?:offer|propos(?:e|ed|ing)|suggest\w*|alternatives?|how\sabout|what\sabout|other\stimes?"
    r"|(?:would|could|can|shall)\s(?:we|you|i|it)|let(?:['\u2019]s|\sus)\s(?:meet|do|say|talk)"
    r"|come\s(?:to|at|by|on|whenever)|meet\sme|join\sme)\b",
)
JOINED = re.compile(r"\b(?:or|and)\b")
REGRET = re.compile(r"\b(?:sorry|regrets?|afraid|only|all\si\shave)\b")
ACCEPTS = Phrase(
    "gladly yes accept take come free be",
    r"\b(?:gladly|yes|i\saccept|will\stake\splace|come\swhenever|i\sam\sfree|i\swill\sbe\sthere)\b",
)
ONLY_TWO = re.compile(r"\b(?:just|only)\s(?:you\sand\sme|(?:the\s|us\s)two)\b")
GUEST = Phrase(
    "invite join bring add copied attend be include",
    r"\b(?:invit\w+|includ\w+|join\w*|bring\w*|add(?:ed|ing)?|copied|attend\w*|be\sthere)\b",
)
