"""The words and pieces of patterns by which a clause is read, for text that was evened out."""

import re

REACH = 240
"""Characters on either side of a fact that are read."""

#: What one does with a command, a parameter, a value or a path.
DO = (
    r"(?:(?:re)?(?:run|set|put|get|add|enter|apply|call|try|do|follow|start|install|import|append|"
    r"insert|select|switch|edit|deploy|load|register|grant|raise|lower|pass|give|turn|copy|click|"
    r"open|mount|allow|pick|go|resort|configure|issue|type|change|use|execute|enable|take|make|"
    r"write|create|update|choose|define|employ|replace|touch|point|assign|renew|upgrade|export|map|"
    r"bind|force|prescribe|rely|bring|invoke|specify|submit|put)"
    r"(?:n?n?ing|t?ting)?"
    r"|(?:re)?(?:us|execut|configur|enabl|chang|issu|typ|tak|mak|writ|creat|updat|choos|defin|"
    r"replac|rais|upgrad|forc|prescrib|invok)ing)(?![\w-])"
)
DONE = r"(?:run|set|put|used?|added|entered|applied|tried|executed|enabled|changed|done|made)\b"
WORD = r"(?<![\w=./-])"  # a cue is a word of the sentence, not a piece of a command
#: Words that may stand between a verb and the fact that it is about.
SMALL = (
    r"(?:(?:the|this|that|these|those|any|all|both|either|each|of|a|an|your|our|its?|to|with|on|at|"
    r"in|for|by|via|use|command|commands|option|options|parameter|parameters|setting|settings|"
    r"value|values|version|path|line|lines|entry|flag|flags|steps?|fix|following|again|ever|even|"
    r"also|please|here|simply|just)\b\s*)"
)
SMALLS = rf"{SMALL}{{0,{REACH // 2}}}+"
OPEN = r"[\"'`*_(\[]*"
CLOSE = r"[\"'`*_)\]]*"
#: After a negation these turn it round: "do not forget", "never leave out", "must not wait".
TURNS = (
    r"(?:forget|hesitat|fail|omit|skip|neglect|miss|only|just|merely|worry|wait|delay|avoid|leav|"
    r"put(?:ting)? off|postpon|be\b|think|stop|panic|mind|remov|delet|disabl|undo|revert|refus|"
    r"forbid|drop|los|defer|hold|give up|refrain|fear|dither|linger)\w*"
)
BREAKS_OFF = (
    r"(?:but|however|then|until|unless|before|after|without|because|since|so|if|when|while|as|yet|"
    r"though|although|otherwise|once|instead(?!\s+of))"
)

#: A line break after a colon is the start of a list, and ends nothing.
CLAUSE_END = re.compile(r"(?<![.!?])[.!?]++[\"'`)\]]*+(?:\s|$)|;|(?<!:)\n|(?<=\s)-(?=\s)")

ALL = (
    r"(?:(?:all|any|everything|each|both|none|the\s+whole|it\s+all|the\s+rest)\s+(?:of\s+)?)?"
    r"(?:(?:the|what\s+is|what\s+i\s+said|said|written)\s+)*above(?!\s+\w+\s+\w*(?:error|alert))"
)
EVERYTHING = (
    rf"(?:{ALL}|(?:it|this|that|these|those|them)\s+all\b|all\s+(?:of\s+)?(?:it|this|that|these|"
    r"those|them)\b|everything\b|(?:this|that|my|the)\s+(?:whole\s+)?(?:answer|advice|resolution|"
    r"reply|message|instructions?)\b)"
)
_IT = r"(?:it|this|that|so|them|these|those|any\s+of\s+(?:it|this|that|them|these))"
_NOT_DONE = (
    r"(?:do|apply|run|follow|carry|use|execute|perform|try|make|recommend|advise|suggest|go|touch|"
    r"change|start|attempt|act\s+on|implement)"
)
#: What takes back all that was said before it.
TAKE_BACK = re.compile(
    rf"\b(?:(?:ignore|undo|disregard|revert|reverse|forget|scrap|cancel|discard|skip|roll\s+back|"
    rf"take\s+back|scratch|strike|(?:do\s+not|don'?t|never)\s+(?:do|follow|apply|run|try|use)"
    rf"(?:\s+any\s+of)?)\s+(?:please\s+)?{EVERYTHING}"
    r"|(?:scratch|strike|never\s+mind)\s+(?:that|this|it|all|what\s+i)\b"
    r"|(?:none|nothing)\s+of\s+(?:this|that|it|the\s+above|these|them|what\s+i\s+\w+)\s+"
    r"(?:applies|apply|is|are|holds|should|must|need|concerns|will|can|has)\b"
    r"|(?:sorry,\s+|but\s+|however,\s+|no,\s+|wait,\s+)?(?:that|this|all\s+(?:of\s+)?(?:this|that|"
    r"the\s+above)|everything\s+above|the\s+above)\s+(?:was|is|were|are)\s+(?:all\s+|just\s+|"
    r"only\s+)?(?:a\s+mistake|an\s+error|wrong|nonsense|a\s+joke|a\s+lie|not\s+true|untrue|"
    r"not\s+what\s+(?:i|we)\s+meant)\b)"
)
_IT = (
    r"(?:(?:it|this|that|so|them|these|those)(?:\s+(?:one|step|command|change|fix|part))?|"
    r"any\s+of\s+(?:it|this|that|them|these))"
)
_DOING = (
    r"(?:do|apply|run|follow|carry|use|execute|perform|try|make|recommend|advise|suggest|go|touch|"
    r"change|start|attempt|act\s+on|implement)(?:ing)?(?:\s+(?:out|with|doing|of|on|any|it))?"
)
#: What takes back the step that was spoken of last: "I would not do that here".
ADVISED_AGAINST = re.compile(
    rf"\b(?:i|we)(?:\s+(?:would|should|shall|will|do|can|could)|'d)?\s*(?:not|n't)\s+{_DOING}\s+{_IT}\b"
    rf"|\b(?:do\s+not|don'?t|never)\s+{_DOING}\s+{_IT}(?:\s+out)?"
    r"(?=\s*(?:[.,;:!]|$|-\s|here\b|for\s+now\b|at\s+all\b|after\s+all\b|though\b|"
    r"on\s+(?:your|this|that)\b|because\b|since\b|in\s+this\s+case))"
    rf"|\b(?:advis\w+|recommend\w*|decided?|warn\w*|ask|urge)\s+(?:you\s+)?(?:against|not\s+to)\s+"
    rf"(?:{_DOING}\s+)?{_IT}\b"
    rf"|\b(?:leave|skip|ignore|omit)\s+(?:that|this|it)(?:\s+(?:one|step|part|command))?\s+(?:out|alone|"
    r"undone|aside)\b"
    r"|\bleave\s+(?:everything|all|things|the\s+settings?|the\s+configuration|it\s+all)\s+"
    r"(?:exactly\s+|just\s+)?(?:as\s+(?:it|they)\b|as\s+is\b|alone\b|untouched\b|unchanged\b)"
    rf"|\b(?:hold|put)\s+off\s+(?:on\s+)?(?:doing\s+)?{_IT}\b"
)
