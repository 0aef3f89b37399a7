"""Whether a ticket is handled: by the right hands, from the right articles, with the right advice.

What other articles say is read off the passages on show: whatever stands out in the fix of an
article that does not apply, and in neither the ticket nor an article that does, is not to be
advised. It cannot see advice that is turned round without a word of negation ("remove" for "add").
"""

import re
from collections.abc import Callable, Iterator

from desks.it_triage.models import Passage, TriageAction, TriageScenario
from graders.referee.clauses import Cuts

Span = tuple[int, int]

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s+")
_CLAUSE = re.compile(r"[,:]\s+|\s+(?:but|so|because|and then|then)\s+|\s[-–—]\s")
_NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never|avoid|without|skip|cannot|no longer|instead of|rather than|refrain from"
    r"|no need (?:to|for)|stop using|leave out)\b|n't\b)(?:\W+[\w'-]+){0,5}\W*$"
)
_UNDER_CONDITION = re.compile(r"\b(?:if|when|where|unless|until|while|before|in case)\b")
_LEAVE, _ALONE = re.compile(r"\bleav(?:e|ing)\W*$"), re.compile(r"\W*(?:alone|as)\b")
_RESUMED = re.compile(r"\b(?:please|just|instead|only)\b\W*(?:\w+\W+){0,2}$")
_NOT_AFTER = re.compile(
    r"^\W*(?:\w+\W+){0,4}(?:(?:is|are|was|does|do|did|must|should|will|would|need|can)(?:\s+not\b|n't\b)"
    r"|cannot\b|(?:is|would be|are) (?:wrong|unnecessary|harmful|useless|for another))"
)
_MEANT_FOR_OTHERS = re.compile(
    r"\b(?:does not|doesn't|do not|don't|did not) (?:fit|apply|cover|match|help)\b"
    r"|\b(?:is|are) (?:for|about|meant for) (?:another|a different|other)\b"
)
_SMALL = (
    r"(?:the|an?|its?|this|that|and|or|to|in|on|of|for|is|at|from|with|as|your|our|each|all|no)\b"
)
#: What stands out in a fix: where a technician would put code marks or quotation marks.
_STANDS_OUT = tuple(
    map(
        re.compile,
        (
            r"""[^\s,;"'()]*(?:[\d_/\\=$@{}\[\]!|]|\w:\w)[^\s,;"'()]*""",  # paths, options, values
            r"(?<!\S)--?\w[^\s,;=]*|\b\w+\.\w[\w.]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{9,}\b",
            r"\b\w+(?:-\w+)+",
            rf"\b\d[\w.]* (?!{_SMALL})[A-Za-z]+\b",  # a number with its unit
            rf"\b(?!{_SMALL})[A-Za-z]+ \d[\w.]*",  # or its name
            # a label, as a page or a dialogue shows it
            r"(?<=[\w,:] )[A-Z][\w-]*(?: [A-Z][\w-]*| &| of| from| for| to)* [A-Za-z][\w-]*",
            r"\b[A-Z]{3,}(?: [A-Z]{3,}){1,2}\b",  # a statement
            rf"\b(?:[Rr]un|[Cc]all|[Uu]sing|[Ww]ith|[Bb]y) ((?!{_SMALL})[a-z][\w-]+ (?!{_SMALL})"
            r"[\w/-]+)",  # a command
        ),
    )
)
_ORDINARY = re.compile(
    r"(?:re|un|read|built|up|out|day|well|one|two|time|long|sign|log)-.*|.{0,3}", re.IGNORECASE
)
_SPACES = re.compile(r"\s+")
_RUN = 6
"""So many words in a row from another article's fix are a quotation."""


def fault(scenario: TriageScenario, action: TriageAction) -> str | None:
    """What is wrong with the handling of the ticket, or None."""
    truth, text = scenario.truth, _even(action.resolution)
    denied = _denials(text)
    if not re.search(r"\w", text):
        return "nothing is said"
    if len(set(action.citations)) != len(action.citations):
        return "an article is cited twice"
    if action.escalate and action.citations:
        return "it is handed over and yet cites"
    if action.escalate != (not truth.gold):
        return "escalated, although an article answers" if truth.gold else "answered by no article"
    if missing := set(truth.gold) - set(action.citations):
        return f"{min(missing)} answers and is not cited"
    if extra := set(action.citations) - set(truth.gold):
        return f"{min(extra)} is cited and does not apply"

    gold = [passage for passage in scenario.passages if passage.id in truth.gold]
    said_right = " ".join(_even(passage.text) for passage in gold)
    for fact in truth.facts if truth.gold else ():
        found = [denied(place) for place in _places(fact, text)]
        if not found:
            return f"{fact!r} is missing"
        as_in_article = any(map(_denials(said_right), _places(fact, said_right)))
        if any(found) and not as_in_article:
            return f"{fact!r} is advised against"
    known = _even(
        " ".join([said_right, scenario.ticket.subject, scenario.ticket.body, truth.resolution])
    )
    for passage in scenario.passages:
        if passage.id in truth.gold:
            continue
        for mark in _marks(passage, known):
            if not all(map(denied, _places(mark, text))):
                return f"{mark!r} comes from {passage.id}, which does not apply"
    return None


def _even(text: str) -> str:
    """A text in one case, with plain quotes and single spaces, and without code marks."""
    text = text.replace("`", "").replace("’", "'").replace("“", '"').replace("”", '"')
    return _SPACES.sub(" ", text).strip().casefold()


def _places(words: str, text: str) -> list[Span]:
    """Where words stand in a text as whole tokens: "10.2" is not in "10.2.1" nor in "110.2"."""
    words = _even(words)
    before = (
        r"(?<!\w)(?<![\w][-./\\@])"
        if words[:1].isalnum()
        else r"(?<![\w])"
        if words[:1] == "/"
        else ""
    )
    after = r"(?!\w)(?![-./\\@]\w)" if words[-1:].isalnum() else ""
    return [m.span() for m in re.finditer(before + re.escape(words) + after, text)]


def _denials(text: str) -> Callable[[Span], bool]:
    """A test of whether what stands at a place is advised against, or meant for others."""
    sentences, clauses = Cuts(text, _SENTENCE), Cuts(text, _CLAUSE)

    def denied(place: Span) -> bool:
        sentence, clause = sentences.at(place[0]), clauses.at(place[0])
        if _MEANT_FOR_OTHERS.search(text, place[1], sentence[1]):
            return True
        before = text[max(sentence[0], clause[0]) : place[0]]
        after = text[place[1] : max(place[1], min(sentence[1], clause[1]))]
        if _UNDER_CONDITION.search(before) or _UNDER_CONDITION.search(after):
            return False
        if _LEAVE.search(before) and _ALONE.match(after):
            return True
        turned = _NOT_BEFORE.search(before) and not _RESUMED.search(before)
        return bool(turned or _NOT_AFTER.search(after))

    return denied


def _marks(passage: Passage, known: str) -> Iterator[str]:
    """What stands out in a passage's fix, and long quotations of it, but nothing that is known."""
    fix = passage.text.rpartition("Fix:")[2]
    words = fix.split()
    found = [m[m.lastindex or 0] for pattern in _STANDS_OUT for m in pattern.finditer(fix)]
    found += [" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)]
    for mark in found:
        bare = mark.strip(".,;:!?\"'")
        if not _ORDINARY.fullmatch(bare) and _even(bare) not in known:
            yield bare
