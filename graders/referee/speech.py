"""How people book, refuse, offer, move and invite in a letter: patterns over one clause of English.

Each errs towards silence: what no pattern knows is taken for small talk.
"""

import re
from functools import lru_cache

from graders.referee.clauses import LONGEST


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE | re.IGNORECASE)


_I = r"\b(?:I|we)(?:'ve|\ have|'ll|\ will)?(?:\ now|\ just|\ already|\ also|\ gladly)?"
_IS = r"(?:\b(?:is|are|was|were|been|be|it)|'s)(?:\ now|\ all)?"
_OURS = r"(?:it|this|that|us|you|(?:our|the|this)\ (?:meeting|appointment|call|talk))\b"

BOOKS = _pattern(rf"""
    {_I}\ (?:book(?:ed)?|confirm(?:ed)?|scheduled?|block(?:ed)?|reserved?)\b
  | {_I}\ put\ (?:it|you|us|this|that)\b
  | {_IS}\ (?:booked(?!\ (?:by|up|out|solid))|confirmed|scheduled|set|fixed|reserved)\b
  | {_IS}\ in\ (?:the|my|our|your)\ (?:calendar|diary)\b
  | ^\W*(?:all\ )?(?:booked|confirmed|scheduled)\b | \bsee\ you\b
  | \binvit(?:e|ation)s?\b.{{0,40}}\b(?:is|are|been|was)\ (?:now\ )?(?:sent|out|on)\b
  | {_I}\ sent\ (?:you\ )?(?:an?|the)\ (?:calendar\ )?invit""")

ACCEPTS = _pattern(r"""
    \b(?:that|this|it|which)(?:\ time|\ slot)?\ (?:works|suits\ me|is\ fine|is\ good|will\ do)\b
  | ^\W*yes\b | \bcount\ me\ in\b | \bI(?:'ll|\ will)\ be\ there\b | \bI\ accept\b""")

UNSURE = _pattern(r"""
    \bno\ (?:\w+\ ){1,3}(?:is|are|was|were|has|have|had|will|can)\b
  | \bnot\b | n't\b | \bnothing\b | \bnever\b | \bcannot\b | \bif\b | \bonce\b | \bwhether\b
  | \bwould\b | \bwhich\ (?:one|of|suits|works|time|slot)\b | \bplease\ (?:confirm|book)\b
  | \b(?:when|after)\ you\b""")
"""What takes a claim back, or puts it off."""

REFUSES = _pattern(rf"""
    (?:\b(?:cannot|unable\ to|(?:can|could|will|am)\ not|not\ able\ to)\b|n't\b|'m\ not\b)
      [^,]{{0,{LONGEST}}}
      \b(?:make|meet|attend|join|accept|come|see\ you|do|manage|offer|available|free)\b
  | \bdeclin(?:e|ing|ed)\b | \bnot\ (?:available|free|possible)\b | \bimpossible\b
  | \b(?:keeps|prevents)\ me\ from\b | \b(?:have\ to|must)\ pass\b | \bunavailable\b
  | \bbooked\ (?:up|out|solid)\b | \d\ is\ (?:out|off)\b
  | \bno\ (?:free\ |open\ )?(?:time|slots?)\b | \bregret\ (?:that|to)\b
  | \b(?:does\ not|doesn't)\ (?:work|suit|fit)\b | \b(?:clashes|collides)\ with\b
  | (?:\b(?:I\ am|we\ are|(?:slot|time|hour|calendar|day|\d)\ is)|I'm|we're)\ (?:already\ )?
      (?:taken|busy|occupied|full)\b""")

LIMITS = _pattern(r"""
    \b(?:longer|more\ than|beyond|later|earlier|anyone)\b | \bother\ than\b
  | \b(?:another|other|better)\ (?:time|day|slot)s?\b""")
"""What turns a refusal into one of something else: "I cannot stay longer"."""

OFFERS = _pattern(r"""
    \b(?:how|what)\ about\b | \b(?:I|we)\ (?:can|could|would)\ (?:offer|do|meet|suggest|propose)\b
  | \b(?:could|would|shall)\ (?:we|you|that|it)\b | \b(?:I|we)\ (?:suggest|propose|offer)\b""")

GIVES_CHOICE = _pattern(rf"""
    {OFFERS.pattern} | \b(?:could|can|would|shall|instead|either|options?|propos(?:e|ed|ing))\b
  | (?<!no\ )(?<!no\ open\ )(?<!no\ free\ )\bslots?\b
  | \b(?:alternativ|suggest|pick|choose|offer) | \?""")
"""Anything that sounds like an offer, also "please pick one"."""

LEAVES_OPEN = _pattern(r"""
    \bpick\b | \bchoose\b | \bwhich\ (?:one|of|suits|works|would)\b | \balternatives\b
  | \b(?:come|get)\ back\ to\ you\b(?!\ (?:with|about|on|regarding)\b)""")

MOVES = _pattern(rf"""
    {_I}\ (?:moved?|rescheduled?|shift(?:ed)?|push(?:ed)?|postponed?|swapped)\b(?!\ {_OURS})
  | \b(?:I|we)(?:'m|'re|\ am|\ are)\ (?:moving|rescheduling|shifting|postponing)\b(?!\ {_OURS})
  | {_I}\ cancel(?:led|ed)?\b(?!\ {_OURS})
  | \b(?:my|our)\ [\w\ -]{{2,40}}\ (?:is|was|been|be)\ (?:moved|rescheduled|shifted|postponed)\b
  | \b(?:moved|rescheduled|shifted|postponed)\ my\b""")

CHANGES = _pattern(r"\b(?:mov|chang|shift|reschedul|push|postpon)\w*")
"""Where "from ... to ..." is a change and not a stretch of time."""

INVITES = _pattern(r"""
    \b(?:invit\w+|added|adding|included?|copied|looped\ in|will\ join|bring(?:ing)?)\b""")
INVITED = re.compile(r"\b(?:invited|added|included|copied|bringing)\s+((?!I\b)[A-Z][a-z]+)")

EXPLAINS = _pattern(r"""
    \b(?:no|never|nothing|neither|taken|busy|full|gone|occupied|unavailable|impossible|outside|late|early)\b
  | \b(?:clash|conflict|collid|overlap)\w* | n't\b | \bcannot\b | \bunable\b | \bnot\b
  | \btied\ up\b | \bin\ an?\ \w+ | (?:\bhave|\bhas|'ve\ got)\ (?:an?|another|my|the|something)\ \w+
  | \b(?:already|booked\ by)\b
  | \b(?:leave|finish(?:ing)?|end(?:s|ing)?|runs?|takes|deadline|latest)\b
  | \b(?:until|till|before|after|by)\b
  | \byour?\ (?:asked|requested|suggested|wanted|proposed|first|original|request)\b""")
"""What gives a time another role than that of the meeting: taken, a limit, what was asked."""

GIVEN_UP = _pattern(r"""
    (?:instead\ of | rather\ than | \bnot(?:\ at|\ on)? | \bno\ longer(?:\ at)?
      | \b(?:mov|chang|shift|reschedul)\w*(?:\ \w+){0,3}\ from)\s+
    (?:(?:mon|tues|wednes|thurs|fri)day\s+)?(?:at\s+)?$""")
OURS = _pattern(r"""
    \b(?:our|this)\ (?:meeting|appointment|call|talk|session)\b | \bmeet(?:ing\ with)?\ you\b""")
TO = _pattern(r"\bto\s+(?:\w+day\s+)?(?:at\s+)?$")
LIMIT = _pattern(r"\b(?:until|till)\s*$")
NO_CLASH = _pattern(r"""
    (?:\b(?:no|not|without)|n't)\ (?:an?\ |any\ )?(?:clash\w*|conflicts?|overlaps?|taken|busy)\b""")


def names(title: str, clause: str) -> bool:
    """Whether a clause speaks of an entry, and does not just list it: "my <title>"."""
    return _entry(title).search(clause) is not None


@lru_cache(maxsize=4096)
def _entry(title: str) -> re.Pattern[str]:
    lead = r"(?:(?:^|,)\s*|\b(?:the|my|our|an?|another|have|from)\s++(?:\w++\s++)?)"
    return re.compile(rf"{lead}{re.escape(title)}\b", re.IGNORECASE)


def calls(name: str, clause: str) -> bool:
    """Whether a clause calls somebody by name."""
    return _name(name).search(clause) is not None


@lru_cache(maxsize=4096)
def _name(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}\b")
