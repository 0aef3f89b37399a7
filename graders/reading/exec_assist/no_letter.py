"""Whether a reply is no letter: a template, a record, a draft, an automatic answer, a description
of an answer, or the reader's own email.
"""

import re

from graders.reading.exec_assist.action import Reading

ECHOES = 2
"""This many sentences of the thread, word for word, are no answer to it."""
LONG = 8
"""The words of a sentence that nobody writes by chance."""
_RECORD = re.compile(
    r"\{\{|\}\}|[{\[]\s?\"|\"\s?:\s?[\"{\[\d]"
    r"|\b(?:calendar_action|meeting_details|proposed_slots|email_reply|event_id|conflicts\s?:)"
)
_NOT_WRITTEN = re.compile(
    r"(?:^|\n)\s{0,3}(?:draft\b[^\n]{0,12}\bnot\sfor\ssending|automatic\sreply\b|auto-?reply\b|out\sof\soffice\s?:)"
    r"|\bnot\sfor\ssending\b|\byou\sare\sreceiving\sthis\s(?:notice|message|e?-?mail)\b"
    r"|\bclosed\sautomatically\b|\bwill\sbe\sread\s(?:on|upon)\smy\sreturn\b"
    r"|\bthis\s(?:reply|e-?mail|message|letter|answer)\s(?:addresses|takes\sup|tells|gives|states|mentions)\s(?:you|the|all|every)\b"
    r"|\b(?:suitable|good|proper|correct|fitting|possible)\s(?:reply|answer|response)\s(?:to\s[\w\s]{1,30}?\s)?(?:would|should|might|could)\s"
    r"(?:open|begin|start|say|tell|be|read|address)\b"
    r"|\bas\sa\s(?:sample|specimen|model)\sof\b[^.!?\n]{0,30}\b(?:style|letter|reply)"
)
_SENTENCE = re.compile(r"[^.!?\n]+")


def no_letter(reading: Reading) -> str | None:
    """What shows that a reply is no letter, or None."""
    lower, thread = reading.reply.lower, reading.context.thread_text
    if found := _RECORD.search(lower) or _NOT_WRITTEN.search(lower):
        return found[0].strip()
    known = " ".join(thread.split())
    said = (" ".join(one.split()) for one in _SENTENCE.findall(lower))
    echoes = [one for one in said if one.count(" ") >= LONG - 1 and one in known]
    return echoes[0][:60] if len(echoes) >= ECHOES else None
