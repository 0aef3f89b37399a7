"""Subject lines: without what replies put before them, and what they are about."""

import re

from desks.own.text import is_writable, without_hidden

ANY = "meeting"
"""What an email is about that does not say it."""
MAX_WORDS = 3
_REPLY = re.compile(r"\A(?:\s*(?:re|aw|antw|sv|fwd?|wg|tr)\s*(?:\[\d+\])?\s*:)+\s*", re.IGNORECASE)
_PARTS = re.compile(r"[^\w\s'&-]+|(?<!\w)-+|-+(?!\w)")
_SAYS_NOTHING = frozenset(
    # of a sentence, rather than of its matter
    "a an the this that these those and or but nor so if as than then of to for with without at in "
    "on by from into about over under before after until till between via per re regarding "
    "concerning versus vs is are am was were be been being it its i you he she we they me us him "
    "her them my mine your yours our ours his their do does did done can could will would shall "
    "should may might must have has had having not no yes any some all both each every more most "
    "other another what when where which who whose why how here there just only also still too "
    "very please thanks thank hi hello hey dear mr mrs ms fyi asap urgent important sorry ok okay "
    "subject thing things "
    # when it is
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat sun january february march april june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow tonight yesterday now soon "
    "morning afternoon evening night noon midday day days week weeks weekend month months year "
    "next last early earlier late later am pm half quarter hour hours hr hrs minute minutes min "
    "mins one two three four five six seven eight nine ten eleven twelve first second third "
    "time times free busy available availability away off out back up down "
    # what is done with it
    "meet met see let lets talk speak find get make give take come go want need know ask forget "
    "move moved moving shift push postpone postponed reschedule rescheduled change changed cancel "
    "cancelled canceled called decline declined accept accepted confirm confirmed book booked "
    "invite invited updated reminder".split()
)


def bare(subject: str) -> str:
    """A subject without the "Re:" of replies."""
    return _REPLY.sub("", subject).strip()


def topic_of(subject: str) -> str:
    """The words of a subject for its matter, as an answer may take them up: of those that are next
    to each other the most, and of these the last."""
    runs: list[list[str]] = [[]]
    for part in _PARTS.split(without_hidden(bare(subject)).replace("\u2019", "'")):
        for word in part.split():
            if _tells(word):
                runs[-1].append(word)
            else:
                runs.append([])
        runs.append([])
    return " ".join(max(runs, key=len)[-MAX_WORDS:]) or ANY


def _tells(word: str) -> bool:
    """Whether a word says something about the matter, and can be written in an answer."""
    plain, _, rest = word.lower().partition("'")
    tells = len(plain) > 1 and plain[0].isalpha() and plain not in _SAYS_NOTHING and rest != "t"
    return tells and is_writable(word)
