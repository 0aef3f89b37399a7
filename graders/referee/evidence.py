"""Maps words to what they are evidence of: the few things that a reply to a request can do.

A lexer reads the text once. A negation reverses what follows it in the same clause; there is no
other grammar, and words that are not listed say nothing.
"""

import re
from dataclasses import dataclass, field

_KINDS = {
    # idle phrases, in which a negation or refusal means nothing
    "idle": r"""(?:thanks|thank you)(?: very much| so much)? for (?:(?:your|the) (?:e?mail|message|
        letter)|this|writing|asking|confirming)|to hear from you|(?:can't|cannot|couldn't) (?:wait|
        think of|please|agree more)|no (?:need|problem|worries|trouble|doubt|rush|hurry|longer|
        matter|mistakes|clash\w*)|need(?: not|n't)|not (?:only|at all|a problem|a word|late|unsure|
        least|lost)|why not|nothing (?:to|like|in writing)|(?:don't|do not) (?:worry|hesitate|
        mention|give up)|hadn't slipped|sorry (?:for|about|it took|i (?:missed|kept))|if anything|
        for the confirmation|it(?:'ll| will)(?: still)? be there""",
    # withdraws what was said
    "back": r"""scratch that|forget (?:it|this|that|what)|(?:take|took|taken) (?:that|it|this)
         (?:back|out)|(?:let's|let us|i'd|i would|(?<!you )would) (?:(?:rather|sooner) not|
        (?:rather |sooner |better )?(?:leave (?!you)|skip|drop|wait|hold off|postpone|cancel))|
        (?:cancel\w*|disregard|ignore) (?:it|this|that|what|my|our|the)|(?<!if )(?:none|nothing) of
         (?:this|that|it|them)(?! was)|better (?:leave|drop|skip|not)|call\w* (?:it|this|that) off|
        leave (?:it|this|that|tomorrow|us)[a-z ]{0,20} (?:out|after all|for now|until)|(?:don't|do
         not) (?:plan|count|rely|pick|choose|take|hold|book|treat)|(?:on|a) second thoughts?|come
         an hour earlier|still holds|(?:treat|consider|regard|see|deem) (?:it|this|that|them|all of
         (?:this|it|that)|the (?:above|meeting|booking|whole thing)) (?:as )?(?:null and |a )?(?:
        cancell?ed|void|withdrawn|scrapped|off(?! the)|joke)|(?:i|we)(?: hereby| must| now)?
         (?:withdraw|revoke|rescind) (?:it|this|that|them|(?:my|our|the|this|these) (?:confirmation|
        booking|offers?|reply|acceptance)|all of (?:it|this))|(?:just|only|i was) (?:kidding|
        joking)|(?:don't|do not|never) believe (?:a word|any|anything|one word) of (?:this|it|
        that)|(?:my|this|the|our) (?:confirmation|booking|reply|message|offer|above)
         (?:is|was) (?:all )?(?:a mistake|a joke|a lie|void|withdrawn|untrue|no more)|(?:this|all of
         this) is (?:a joke|a lie|untrue|void)|(?:meeting|call) (?:is|was|has been) (?:now )?
        (?:no more(?! than)|scrapped|cancell?ed|called off)|(?<!if )it (?:is|has been)
         (?:cancell?ed|called off)|(?:actual|real|true|right) time is [a-z]+ (?:hours?|minutes)
         (?:earlier|later)|add (?:half an|\w+) (?:hours?|minutes) to (?:it|that|this|those|these|
        them|the times?)(?=[.,;!\n]|$| times)|neither (?:of (?:them|these|those) )?is (?:really |
        actually |truly )?open|(?:neither|none) of (?:these|those) (?:is|are)
         (?:\w+ly )?(?:available|free)""",
    # leaves the decision open
    "open": r"""on condition|provided that|only if|pencill?ed|provisional\w*|tentatively|subject to|
        hangs on|(?:can't|cannot|couldn't) (?:quite |yet |really )?(?:promise(?! \w{5}| to (?:have|
        know|bring|find|answer))|say|commit|guarantee|be sure)|(?:not|\w+n't|nothing)[a-z ]{0,20}
         (?:certain|sure|final|definite|firm|confirmed|settled)|for (?:sure|certain) (?:by|until|
        when|closer|once|later)|closer to the|whether (?:i|it|this|that|we) (?:can|could|really|
        will|works?|holds?|goes)|(?:may|might) (?:well |still )?(?:have to|need|change|not|turn|come
         up)|until (?:you hear|i have|i've|i know)|loosely|think (?:about )?it (?:over|some|
        through)|let me (?:think|check|see)|(?:have|need) to (?:check|see)|(?:i'll|will) try to
         (?:make|be there|come|join|fit|let|keep)|something (?:else |more urgent )?(?:may|might|
        could)|rather have""",
    # is in the past
    "past": r"""was|were|had""",
    # promises an answer later
    "later": r"""my (?:assistant|office|secretary) will|(?:come|get|be) back to you|drop you|in
         touch|tell you (?:then|by|when|soon|later|shortly)|(?:hear|heard) from me""",
    # refers to what the reader wrote
    "asked": r"""(?:got|have) your (?:note|e?mail|message)|(?:has|have) (?:arrived|reached|come
         in)|you(?:'d| would| had| have| also)? (?:like|want|ask|suggest|propose|name|wrote|mention|
        had in mind|wish|need|are after|were after)(?:e?d)?|you're after|asked for|received? your|
        (?:your|the) (?:request|suggestion|question|wish|idea)""",
    # is uncertain
    "maybe": r"""a look (?:at (?:how|whether|my|that|the (?:day|week))|how)|let you know|provided
         (?:nothing|you|the|we|i)|as long as|unless(?! (?:you (?:tell|say|hear|
        object)|i have mis))|assuming|depend\w*|(?:may|might|could) (?:well |just )?(?:work|be|do|
        suit|fit|go)|maybe|perhaps|
        probably|chances are|looks (?:feasible|possible|likely|as if)|question mark|before i (?:
        can|say|confirm)|whether|i (?:think|guess|hope)""",
    # holds only under a condition
    "if": r"""if|upon|once|should (?:you|it|that)|as soon as|(?:when|after) you|just (?:say|send|
        shout|tell)|(?:please|kindly) confirm|say (?:which|the word)|whichever|tell me|let me know|
        either""",
    # the time is taken
    "busy": r"""(?:i'm|am|get|got|already|fully) (?:booked|blocked|away|out)|(?:is|are|been)
         (?:blocked(?! (?:out |off )?for)|full)|full day|engaged|runs? (?:past|(?:right )?into)|
        outside (?:my|of|the)|all i have|booked (?:up|out|solid|by|me)|(?:clash|collid|conflict|
        overlap)\w*|tied up|spoken for|busy|occupied|packed|taken(?! the| a)|gone|too (?:early|
        late|tight)|(?:in|on) (?:a|an|another) (?:\w+ )?(?:meeting|call|workshop|review|visit)|
        before (?:my|our) \w+|(?:another|other|prior|previous) (?:meeting|call|commitment|
        engagement|appointment)|already (?:have|got|in|promised|asked)|(?:ahead of|before) you|
        rules? out|my day (?:ends|starts)|only start|home time|in the way|double-booked""",
    # refuses
    "no": r"""no (?:chance|way|opening|go|joy|luck)|found nothing|nothing (?:left|before|in time)|
        no(?=[.,;!\n]|$)|a no\b|hopeless|declin\w+|(?:have|need|must|going|afraid)(?: i)?(?:
         have)?(?: to)? (?:pass|say no|bow out|sit)|pass (?:on|this|up)|turn(?:ing)? (?:\w+
         ){0,4}down|(?:keeps?|prevents?) me|unable|impossible|unavailable|without me|is (?:off|out)|
        's (?:out|gone|off)|won't fly|nowhere|refuse|leave you short|count (?:me|
        us) out|sit (?:this|that|it) (?:one )?out|no intention""",
    "sorry": r"""sorry|(?:i'd|would) have (?:liked|loved)|afraid|unfortunately|regret\w*|sadly|
        alas|apologi\w+""",
    # leaves the choice to the reader
    "choice": r"""alternativ\w*|options?|(?<!we'll )pick|choose|(?:other|these) (?:times|slots)|
        another (?:time|slot|day)|you(?:'d| would)? prefer|take your (?:pick|choice)|one of
         (?:these|the following|those)(?! (?!times|slots)[a-z]+ )""",
    "offer": r"""(?:i|we) could(?! wish)|offer|propose|suggest|how about|how's|what about|i can
         give|(?:could|can|would) you (?:do|make|manage|meet|come|live|like|prefer|rather|have|take|
        be|fit)|could (?:do|we|i|give|meet|go|be|see|manage)|can (?:do|meet|offer|see)|would
         (?:one|any|either|these|it|suit|work)|shall we|do any|does (?:one|any|either)|any (?:of|
        good)|one of|instead|which(?= (?:one|of|would|do|suit|work|you|is best|slot|time|shall)|
        \?)|fancy|i'm (?:free|open)""",
    # confirms
    "yes": r"""(?:happy|glad|delighted|love|like) to (?:come|join|attend)|(?:of )?booking|booked|
        (?:i|we|'ll|will|can) book|confirm\w*|reserved?|scheduled|blocked|(?<!thing )fixed(?!
         thing)|arranged|sorted|all set|set (?:for|aside|up)|(?:is|are|we're|you're) set|entered|
        (?<!get )settled|kept(?! me)|granted|locked (?:(?:it|that|this|you|us) )?(?:in|down|for
         (?:you|us|me))|(?:it's|that's|it is|that is|time|slot) locked|(?:is|are|'s|its|now|and)
         (?:all )?(?:yours|ours)|count(?:ed)? (?:me )?in|down (?:for|as)|you(?:'re| are) (?:in|on|
        down)|i'm (?:all )?yours|(?:in|into|on|to) (?:my|the|our|your|\w+'s) (?:calendar|diary|
        books?|schedule|agenda)|(?:it's|is) (?:now )?(?:in|on)(?=[.,!;:\n]|$| for)|see you|be there|
        i(?:'ll| will|'d love to) (?:come(?! back)|join|attend|take)|(?:let's|let us|we'll|we will)
         (?:do|take|go for|say|stick|meet|talk|speak)|we (?:start|begin|meet|talk)|(?:put|popped|
        slotted|noted) (?:it|you|us|the|this|that|our) (?:\w+ ){0,4}?(?:in|down|into)|invit(?:e|
        ation)s? (?:is|are|has|have|went|sent|follows|out|on)|(?:it|this|that|all|entry|
        confirmation|booking|calendar) (?:went out|(?:has|have) (?:just |already |now )?been sent)|
        sent you (?:the|an)|consider (?:it|me)|(?<=, )it is(?=[.,!\n]|$)|(?:proposal|time|it|slot|
        suggestion|meeting) stands|you(?:'ve| have| shall have) (?:got )?(?:me|them|the)|diary's
         done|made (?:room|space)|come by|is in for""",
    # "fit": it suits; "aye": agreement in a word
    "fit": r"""works?|suits?|fine|happy|glad|pleased|pleasure|delighted|perfect|good|great|
        convenient|agreeable|free|available|possible|(?:have|has|got) (?:the )?(?:time|room|an
         hour)|make it|forward to""",
    "aye": r"""(?:that|it|this|which) (?:works|suits)|accept(?:ed)?|agreed|yes|sure|of course|by
         all means|absolutely|certainly|ok|okay|done|gladly|will do|same time|with pleasure""",
    # a refusal if negated, else nothing
    "does": r"""make|meet|attend|join|come|manage|fit|squeeze|spare|give|keep|go ahead|see|be done|
        happen(?! again)|coming|take place|show up|turn up|open|time|slot|gap|opening|room|hour|
        minutes|stretch|use|there|able|accept|commit""",
    # acknowledges news
    "note": r"""nothing (?:more|further)|on board|brilliant|wonderful|excellent|useful|obliged|
        inform\w+|noted?|thanks?|thank you|good to know|understood|got it|news|(?:telling|letting|
        keeping) (?:me|us)|word|heads-?up|update|grateful|appreciate""",
    "day": r"""(?:mon|tues|wednes|thurs|fri)day|meeting|call""",
    # must never be written
    "banned": r"""waste of (?:my )?time|takes? you seriously|stupid|idiots?|ridiculous|shut up|
        i(?:'ll| will) (?:send you a|revise|deliver|pay(?! for the \w+(?=[.,!;]|$)))|cover the cost|
        (?:bring|send|give|tell|need) (?:me |us )?(?:all )?(?:the |your )?(?:passwords?|pin|bank
         details|credit card)|(?:wire|transfer|pay) (?:me|us) \S*\d""",
    "not": r"""not|nearly|almost|cannot|\w+n't|cant|wont|no|never|none|nor|neither|without|hardly|
        nothing|nobody""",
}
_LEXER = re.compile(
    r"(?=[a-z.!?\n;,():\s'])(?:(?P<stop>(?<![.!?])[.!?]++(?=\s|$)|\n+|;)|(?P<pause>[,()]|:(?!\d)|\s-\s"
    r"|\b(?:but|so|because|since|although|though|while|whereas|however"
    r"|as(?! (?:long|soon) as))\b)|\b(?:"
    + "|".join(f"(?P<{kind}_>{words})" for kind, words in _KINDS.items()).replace("\n        ", "")
    + r")\b)"
)
_REACH = 40
"""How far a negation reaches, in characters."""
_TURNED = dict.fromkeys(("yes", "fit", "aye", "does", "offer", "choice"), "no") | {
    "busy": "",
    "no": "",
    "banned": "",
}


@dataclass
class Clause:
    """A whole sentence, or a piece of one up to a comma or conjunction, with its evidence."""

    start: int
    end: int
    text: str = ""
    kinds: set[str] = field(default_factory=set)
    asks: bool = False

    def says(self, *kinds: str) -> bool:
        return not self.kinds.isdisjoint(kinds)


def clauses(text: str) -> list[tuple[Clause, Clause]]:
    """The clauses of a lower-case text, each with its sentence."""
    whole, one = Clause(0, len(text)), Clause(0, len(text))
    found, denied, turns = [(one, whole)], -_REACH, True
    for match in _LEXER.finditer(text + "\n"):
        kind = match.lastgroup.rstrip("_")
        if kind in ("stop", "pause"):
            one.end = whole.end = match.start()
            one.text = text[one.start : one.end]
            whole.kinds |= one.kinds
            one, denied = Clause(match.end(), len(text)), -_REACH
            if kind == "stop":
                whole.asks = "?" in match[0]
                whole = Clause(match.end(), len(text))
            found.append((one, whole))
        elif kind in ("not", "idle"):
            denied, turns = match.end(), kind == "not"
        elif match.start() - denied < _REACH and kind in _TURNED:
            one.kinds.add(_TURNED[kind] if turns else "")
        elif kind != "does":
            one.kinds.add(kind)
            if kind == "choice":
                one.kinds.add("offer")
    return [both for both in found if both[0].text]
