"""Whether a ticket is handled: the right decision to escalate, the right articles, the right fix.

The fix is treated as a script (`script`) and the answer is aligned with it. Everything to be typed
must occur, not be denied (`polarity`), and be in the same order and on the same hosts; what is to
be left alone must be; nothing may be taken back or come from elsewhere (`foreign`). The wording in
between does not matter.
"""

import re
from itertools import product

from desks.it_triage.models import TriageAction, TriageScenario, Truth
from graders.referee.abandoned import abandoned
from graders.referee.against import advised_against
from graders.referee.exchanged import exchanged
from graders.referee.foreign import invented_step, negates, ordered_change
from graders.referee.polarity import ORDERS
from graders.referee.requirements import requirements
from graders.referee.ruin import ruins
from graders.referee.script import MAX_MENTIONS, Script, altered, atoms, swapped
from graders.referee.turned import turned
from graders.referee.wording import normalise, tokens

_HEAP = re.compile(
    r"(?:\b(?!(?:the|an?|and|or|of|to|in|on|at|by|for|from|with|as|is|are|was|be|it|this|that|then|so"
    r"|not?|do|you|we|your|our|will|if|when|after|before|up|out|than|into|has|have|can|may|must"
    r"|should|again|all|here|now|until|while|which|who|them|how|during|under|through|also|since|but"
    r"|because|once|where|too) )[a-z]{2,} ){12}"
)
"""Twelve words in a row without a joining word are no sentence."""
_TYPED = re.compile(r"`([^`]{3,})`")
_LETTER = re.compile(r"\w")
_ESCALATED = re.compile(r"\bno article (?:applies|fits|answers|covers)|\b(?:i|we) escalate\b")
_CLOSED = re.compile(
    r"nothing to (?:hand|escalat)|not (?:hand|escalat)\w* (?:it|this|that)|"
    r"(?<!not )(?<!not to )(?<!n't )(?<!they will )"
    r"\bclos(?:e|ing) (?:it|this|the ticket|your ticket)\b(?! with| once| when| as soon| after)"
)
_IS_NOT = re.compile(r"\b(?:is|are|was)(?: not|n't)(?: about| a| the| really| running)*$")
_CARELESS = re.compile(
    r"(?:\b(?<!or )without (?:first |the |any |an? )?|\bskip (?:the |any )"
    r"|(?:\bno need|\bnot need|n't need|n't have|\bnot have|\bneedn't) (?:[\w-]+ ){0,5}?)(?:ask"
    r"|check|tell|consult|consent|approv|backup|back [a-z]+ up|window|maintenance|confirm"
    r"|wait for|owner)"
    r"|\bwhether or not\b|\b(?:no matter|regardless of) (?:where|who|whose|whether)"
)
_SPARED = re.compile(
    r"\b(?:others?|remaining|in between)\b[^.;:]{0,40}\b(?:keep|no change|stay|unchanged"
    r"|untouched|as (?:they|it) (?:are|is)|not need)\b"
)
_ALL = frozenset("every each all both".split())
_SENDS = re.compile(
    r"\b(?:follow|use|apply|try|see|read|do what|steps (?:of|in|from)|refer to|go by)\b[^.;]{0,30}$"
)
_NOT = re.compile(r"\b(?:not|never|only|but|neither|nor?|cannot|avoid)\b|n't")
_OMITS = frozenset("not never leave without skip omit".split())
_TWICE = frozenset("avoid leave omit skip forget fail problem hesitate".split())
"""After a negation these deny nothing."""
_STATES = frozenset(
    "is are was does doesn't isn't aren't need applies belongs describes deals covers concerns "
    "treats only neither for about".split()
)


def fault(scenario: TriageScenario, action: TriageAction) -> str | None:
    """What is wrong with the handling of the ticket, or None."""
    truth = scenario.truth
    if not _LETTER.search(action.resolution):
        return "nothing is said"
    if len(set(action.citations)) != len(action.citations):
        return "an article is cited twice"
    if action.escalate and action.citations:
        return "it is handed over and yet cites"
    if not truth.known:
        return _unkeyed_fault(scenario, action)
    if action.escalate != (not truth.gold):
        return "escalated, although an article answers" if truth.gold else "answered by no article"
    if missing := set(truth.gold) - set(action.citations):
        return f"{min(missing)} answers and is not cited"
    if extra := set(action.citations) - set(truth.gold):
        return f"{min(extra)} is cited and does not apply"
    answer = AlignedAnswer(scenario, action)
    flaw = answer.missing_step() or answer.altered_step() if truth.gold else answer.handover_gap()
    return flaw or answer.foreign_step()


def _unkeyed_fault(scenario: TriageScenario, action: TriageAction) -> str | None:
    """What is wrong whichever articles apply: read as if those that it cites did."""
    if not action.citations and not action.escalate:
        return "neither handed over nor answered by an article"
    if unseen := set(action.citations) - {passage.id for passage in scenario.passages}:
        return f"{min(unseen)} was never shown"
    if action.citations and _ESCALATED.search(action.resolution.casefold()):
        return "it says that it is handed over, and is not"
    ticket = (scenario.ticket.subject, scenario.ticket.body)
    cited = [one.text for one in scenario.passages if one.id in action.citations]
    for passage in scenario.passages:
        for typed in _TYPED.findall("" if passage.id in action.citations else passage.text):
            if typed in action.resolution and not any(typed in one for one in (*ticket, *cited)):
                return f"{typed!r} comes from {passage.id}, which it does not cite"
    truth = Truth(
        gold=tuple(action.citations),
        facts=(),
        foreign=(),
        forbidden=scenario.truth.forbidden,
        resolution=" ".join(cited),
    )
    assumed = scenario.model_copy(update={"truth": truth})
    return AlignedAnswer(assumed, action).foreign_step()


class AlignedAnswer:
    """A resolution, aligned with what its ticket requires."""

    def __init__(self, scenario: TriageScenario, action: TriageAction) -> None:
        truth, ticket = scenario.truth, (scenario.ticket.subject, scenario.ticket.body)
        self.forbidden = truth.forbidden
        self.gold = [one for one in scenario.passages if one.id in truth.gold]
        self.required = requirements(ticket, scenario.passages, truth)
        self.line = " ".join(normalise(action.resolution).casefold().replace("*", "").split())
        self.script = Script(tokens(action.resolution), self.required.things)
        self.places = {fact: self.script.places(fact) for fact in truth.facts}

    def missing_step(self) -> str | None:
        """What part of the fix is missing or advised against, or None."""
        if _ESCALATED.search(self.line):
            return "it says that it is handed over, and is not"
        for fact, found in self.places.items():
            if not found:
                return f"{fact!r} is missing"
            if len(found) > MAX_MENTIONS:
                return f"{fact!r} is shouted"
            options = {w for w in self.script.words(range(*found[-1])) if w[0] == "-" != w}
            if odd := options - self.required.known:
                return f"{fact!r} is run with {min(odd)}"
            denied = [place for place in found if self.script.denies(place)]
            last = denied[-1:] == found[-1:] and not self.script.undoes(found[-1])
            if (denied == found or last) and fact not in self.required.undone:
                return f"{fact!r} is advised against"
            removed = all(script.undoes(place) for script, place in self.required.places[fact])
            if removed and all(map(self.script.made, found)):
                return f"{fact!r} is added, not removed"
            if all(map(self.script.asked, found)):
                return f"{fact!r} is asked about"
        typed = [max(atoms(fact), key=len) for fact in self.places]
        keys = [f.casefold() if w.isalpha() else w for f, w in zip(self.places, typed, strict=True)]
        if taken_back := advised_against(self.line, keys, self.required):
            return f"it advises against itself: {taken_back!r}"
        return "it is a heap of words" if _HEAP.search(self.line) else None

    def altered_step(self) -> str | None:
        """What part of the fix is changed into something else, or None."""
        if thing := altered(self.required.spared, self.script):
            return f"{thing!r} is to be left alone"
        if words := turned(self.line, self.required.right):
            return f"it turns the fix round: {words!r}"
        if fact := exchanged(self.script, self.gold, self.places):
            return f"{fact!r} is told of the other system"
        if why := swapped(self.script, self.required.steps):
            return f"the fix does not say {why}"
        for key, told in self.script.values.items():
            right = set().union(*(one.values.get(key, ()) for one in self.required.scripts))
            if right and right.isdisjoint(told):
                return f"{key!r} is set to {min(told)}"
        for word in self.required.options & self.script.index.keys():
            if {self.script.denials[at] for at in self.script.index[word]} <= _OMITS:
                return f"{word!r} is advised against"
        for (fact, found), way in product(self.places.items(), ("on", "from")):
            also = way.replace("on", "to")
            there = set().union(*(s.sides(p, way, also) for s, p in self.required.places[fact]))
            for told in (self.script.sides(place, way) for place in found):
                if told.isdisjoint(there) and any((pair, 1 - side) in there for pair, side in told):
                    return f"{fact!r} is to be done on the other side"
        few = _SPARED.search(self.line)
        if few and any(not _ALL.isdisjoint(script.index) for script in self.required.scripts):
            return f"it spares some: {few[0]!r}"
        found = _CARELESS.search(self.line)
        before = self.line[max(found.start() - 30, 0) : found.start()] if found else ""
        if found and found[0] not in self.required.right and not _NOT.search(before):
            return f"it drops a caution: {found[0]!r}"
        return None

    def handover_gap(self) -> str | None:
        """If no article answers: what the hand-over fails to pass on, or None."""
        if _CLOSED.search(self.line) or abandoned(self.line):
            return "it says that nobody need look at it"
        for fact, found in self.places.items():
            before = [" ".join(self.script.words(range(max(at - 5, 0), at))) for at, _ in found]
            if all(map(_IS_NOT.search, before)):
                return f"{fact!r} is not named as what it is about"
        change = ordered_change(self.script, self.required.known)
        return f"it tells to {change} something" if change else None

    def foreign_step(self) -> str | None:
        """What comes from an article that does not apply or from nowhere, or None."""
        for passage, marks in zip(self.required.others, self.required.marks, strict=True):
            at = self.line.find(passage.id.casefold())
            before = self.line[max(at - 60, 0) : max(at, 0)].rpartition(". ")[2]
            if _SENDS.search(before) and not _NOT.search(before):
                return f"{passage.id} is to be followed and does not apply"
            for mark in marks:
                if mark[0] in self.script.index and any(
                    not self.script.denies(place) and not self._stated(place[0])
                    for place in self.script.places(" ".join(mark))
                ):
                    return f"{' '.join(mark)!r} comes from {passage.id}, which does not apply"
        for fact in self.forbidden:
            for place in self.script.places(fact):
                if not self.script.denies(place) and not self._stated(place[0]):
                    return f"{fact!r} is warned of"
        if ruin := ruins(self.line, self.required.right):
            return f"it ruins something: {ruin!r}"
        step = invented_step(self.script, self.required.read)
        return f"{step!r} comes from nowhere" if step else None

    def _stated(self, at: int) -> bool:
        """Whether a sentence merely makes a statement about a thing, or has it displayed."""
        around = self.script.sentence(at)
        before = self.script.words(n for n in around if n < at)
        rest = self.script.words(n for n in around if n >= at)
        if before[-1:] in (["get"], ["show"], ["list"], ["status"]):
            return True
        ordered = ORDERS & set(before) or {"run", "do"} & set(rest)
        ordered = ordered or (_TWICE & set(before) and negates(before))
        name = rest[0].isalpha() and rest[1:2] not in (["="], [":"], ["to"])
        return not ordered and (name or not _STATES.isdisjoint(before + rest))
