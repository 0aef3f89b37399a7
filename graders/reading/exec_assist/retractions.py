"""What takes back a whole reply, whatever it says: that it is void, withdrawn, untrue or in jest,
or that its times are others.

Each has to be said of the reply or of the meeting, so that a story told in it may have its mistakes
and its jokes.
"""

import re

_NOUN = (
    r"(?:meeting|call|booking|confirmation|acceptance|reply|answer|message|letter|offer|proposal"
    r"|invitation|promise|times?|slots?)"
)
_REPLY = rf"(?:the\sabove|all\sof\s(?:it|this|that)|(?:the|this|these|my|our)\s{_NOUN})"
_IT = rf"(?:it|this|that|them|these|both|everything|{_REPLY})"
_IS = r"(?:\s(?:is|are|was|were|has\sbeen|have\sbeen|will\sbe)|'s)"
_VOID = r"(?:cancell?ed|called\soff|scrapped|withdrawn|revoked|(?:null\sand\s)?void)"
_UNTRUE = r"(?:untrue|a\slie|a\sjoke)"
_END = r"(?=\s*+(?:$|[.,;:!?)\n]|(?:now|though|anyway|again|after\sall|in\struth)\b))"
_BY = (
    r"(?:an?|half\san|one|two|three|\d{1,2}|ten|fifteen|twenty|thirty)\s(?:half\s)?"
    r"(?:hours?|min(?:ute)?s?)"
)

RETRACTS = re.compile(
    r"(?<!\bif\s)(?<!\bif\sthe\s)\b(?:it|this|that|meeting|call|everything)(?:\s(?:is|was|has\sbeen|will\sbe)|'s)\s(?:now\s|all\s)?"
    r"(?:cancell?ed|called\soff|void|off(?!\sthe))\b"
    rf"|\b(?:{_REPLY}{_IS}\s(?:\w+\s)?(?:{_VOID}|{_UNTRUE}|a\smistake|no\smore)"
    rf"|this{_IS}\s(?:\w+\s)?{_UNTRUE}){_END}"
    r"|(?<!not\s)(?<!n't\s)(?<!never\s)\b(?:treat|consider|regard|see|view|deem|take)"
    rf"\s{_IT}\s(?:as\s|to\sbe\s)?(?:now\s)?(?:{_VOID}|{_UNTRUE}|off(?!\sthe))\b"
    r"|\b(?:i|we)\s(?:(?:hereby|now|must|shall|will|do|have\sto)\s){0,2}"
    rf"(?:withdraw|revoke|rescind|retract)\s{_IT}{_END}"
    r"|\b(?:(?:just|only)|(?:i|we)(?:\s(?:was|were|am|are)|'m|'re))\s(?:kidding|joking|lying)\b"
    r"(?!\s(?:about|when|with)\b)"
    r"|(?<!\bi\s)(?<!\bwe\s)\b(?:do\snot|don't|never)\s(?:believe|trust)"
    r"\s(?:(?:a\s(?:single\s)?word|one\sword|any|anything|all)\s(?:of\s)?)?"
    r"(?:this|the\sabove|(?<=of\s)(?:it|that)|(?:what\s)?i\s(?:say|said|write|wrote))\b"
    rf"|\b(?:make\s(?:it|that|them)|(?:actual|real|true|right)\s(?:time|start)s?{_IS})"
    rf"\s(?:in\s\w+\s)?{_BY}\s(?:earlier|later){_END}"
    rf"|\badd\s{_BY}\sto\s(?:those|each|{_IT}){_END}"
)
"""In lower case."""
