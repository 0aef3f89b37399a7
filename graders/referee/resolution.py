"""Whether a ticket is handled: by the right hands, from the right articles, with the right advice.

What other articles say is read off the passages on show: whatever stands out in the fix of an
article that does not apply, and in neither the ticket, the articles that do, nor the gold
resolution, is not to be advised. It misses words that do not stand out, and cannot see advice that
is turned round without a word of negation ("remove" for "add").
"""

import re
from collections.abc import Iterator

from desks.it_triage.models import TriageAction, TriageScenario
from graders.referee.clauses import Cuts
from graders.referee.marks import marks
from graders.referee.orders import TAKEN_BACK, advised_against, left_open
from graders.referee.wording import Span, even, where

_SENTENCE = re.compile(r"(?<=[.!?])\s+|;\s+|\n")
_CLAUSE = re.compile(r"\s(?:but|so|because|and then|then)\s|\s-\s|,\s(?=(?:and|so|then|you) )")
_SHOUTED = 40
"""What is named oftener than this is no advice."""
_JARGON = 14
"""So many long words in a row, without one that joins them, are no sentence."""
_REST = re.compile(r"[^\s,;]*\w")
_LETTER = re.compile(r"\w")
_TOKEN = re.compile(r"\S+")
_ESCALATED = re.compile(r"\bno article (?:applies|fits|answers|covers)|\b(?:i|we) escalate\b")
_CLOSED = re.compile(
    r"nothing to (?:hand|escalat)|not (?:hand|escalat)\w* (?:it|this|that)|"
    r"\bclos(?:e|ing|ed) (?:it|this|the ticket|your ticket)\b"
)
_SENDS = re.compile(
    r"\b(?:follow|use|apply|try|see|read|do what|steps (?:of|in|from)|refer to|go by)\b"
)
_SENDS_NOT = re.compile(r"\b(?:not|never|only|but|neither|nor?|cannot|avoid)\b|n't")
_IS_NOT = re.compile(r"(?:is|was|are)(?: not|n't)(?: (?:about|a|the|really|running))*\s*$")
_JOINS = frozenset(
    "the a an and or of to in on at by for from with as is are was be it its this that then so "
    "not no do you we your our will if when after before up out than too into only over there "
    "i he they have has had can may must should again all here now until while which who them "
    "how during under through also both via since such but because although once where any "
    "can't cannot does been being would".split()
)


def fault(scenario: TriageScenario, action: TriageAction) -> str | None:
    """What is wrong with the handling of the ticket, or None."""
    truth, text = scenario.truth, even(action.resolution)
    if not _LETTER.search(text):
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
    told = _Told(text)
    gold = [passage for passage in scenario.passages if passage.id in truth.gold]
    said_right = " ".join(even(passage.text) for passage in gold)
    wrong = (
        _left_undone(told, truth.facts, f"{said_right} {even(truth.resolution)}")
        if truth.gold
        else _not_handed_over(told, truth.facts)
    )
    if wrong:
        return wrong
    known = even(" ".join([*_read_besides(scenario), said_right, truth.resolution]))
    for passage in scenario.passages:
        if passage.id in truth.gold:
            continue
        if any(map(told.followed, where(passage.id.lower(), text))):
            return f"{passage.id} is to be followed and does not apply"
        for mark in marks(passage, known):
            if not all(map(told.ruled_out, told.places(mark))):
                return f"{mark!r} comes from {passage.id}, which does not apply"
    return None


def _read_besides(scenario: TriageScenario) -> Iterator[str]:
    """What the writer has read but the fixes: to name it is to tell nobody to do it."""
    yield from (scenario.ticket.subject, scenario.ticket.body)
    for passage in scenario.passages:
        yield from (passage.title, passage.text.rpartition("Fix:")[0])


def _left_undone(told: "_Told", facts: tuple[str, ...], right: str) -> str | None:
    """What of the right fix is not advised."""
    as_written = _Told(right)
    undoing = any(
        as_written.denied(place) or as_written.open(place)
        for fact in facts
        for place in as_written.places(fact)
    )
    if _ESCALATED.search(told.text):
        return "it says that it is handed over, and is not"
    known = [place for fact in facts for place in told.places(fact)]
    for fact in facts:
        places = told.places(fact)
        if not places:
            return f"{fact!r} is missing"
        if len(places) > _SHOUTED:
            return f"{fact!r} is shouted"
        if all(map(told.taken_back, places)):
            return "it is all taken back"
        if not undoing and any(map(told.denied, places)):
            return f"{fact!r} is advised against"
        if not undoing and all(map(told.open, places)):
            return f"{fact!r} is asked about or done without"
        if all(told.in_jargon(place, known) for place in places):
            return "it is a heap of words"
    return None


def _not_handed_over(told: "_Told", facts: tuple[str, ...]) -> str | None:
    """What the next hands are not told: the system, and that it is theirs."""
    if _CLOSED.search(told.text):
        return "it says that nobody need look at it"
    for fact in facts:
        places = told.places(fact)
        if not places:
            return f"{fact!r} is not named"
        if all(told.is_another(place, facts) for place in places):
            return f"it is said not to be {fact!r}"
    return None


class _Told:
    """A text, asked of each place what it tells the reader about what stands there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._sentences, self._clauses = Cuts(text, _SENTENCE), Cuts(text, _CLAUSE)
        self._taken_back = max((m.start() for m in TAKEN_BACK.finditer(text)), default=0)
        self._jargon: dict[Span, bool] = {}

    def places(self, words: str) -> list[Span]:
        """Where the words stand; of a flood, enough to tell that it is one."""
        return where(words, self.text)[: _SHOUTED + 1]

    def denied(self, place: Span) -> bool:
        """Whether the reader is advised against it, in any words."""
        return advised_against(*self._around(place))

    def ruled_out(self, place: Span) -> bool:
        """Whether the reader is plainly told not to use it, or the longer thing it is part of."""
        more = _REST.match(self.text, place[1])
        whole = (place[0], more.end()) if more else place
        return advised_against(*self._around(whole), plainly=True)

    def open(self, place: Span) -> bool:
        sentence = self._sentences.at(place[0])
        asked = self.text[max(0, sentence[1] - 2) : sentence[1]].strip().endswith("?")
        return left_open(self._around(place)[0], asked)

    def followed(self, place: Span) -> bool:
        """Whether the reader is sent to the article named there."""
        before = self._around(place)[0]
        return bool(_SENDS.search(before)) and not _SENDS_NOT.search(before)

    def taken_back(self, place: Span) -> bool:
        return place[0] < self._taken_back

    def is_another(self, place: Span, facts: tuple[str, ...]) -> bool:
        """Whether the text says that it is not about this."""
        before = self._around(place)[0]
        for fact in facts:
            before = before.replace(even(fact), "")
        return bool(_IS_NOT.search(before))

    def in_jargon(self, place: Span, known: list[Span]) -> bool:
        """Whether it stands among long words that nothing joins, known ones aside."""
        sentence = self._sentences.at(place[0])
        if sentence not in self._jargon:
            self._jargon[sentence] = self._is_jargon(*sentence, known)
        return self._jargon[sentence]

    def _is_jargon(self, start: int, end: int, known: list[Span]) -> bool:
        known = [one for one in known if one[0] < end and one[1] > start]
        run = longest = 0
        for word in _TOKEN.finditer(self.text, start, end):
            bare, at = word[0].strip(".,:()"), word.start()
            if any(first <= at < last for first, last in known):
                continue
            run = 0 if bare in _JOINS else run + (bare.isalpha() and len(bare) > 1)
            longest = max(longest, run)
        return longest >= _JARGON

    def _around(self, place: Span) -> tuple[str, str]:
        sentence, clause = self._sentences.at(place[0]), self._clauses.at(place[0])
        before = self.text[max(sentence[0], clause[0]) : place[0]]
        return before, self.text[place[1] : max(place[1], min(sentence[1], clause[1]))]
