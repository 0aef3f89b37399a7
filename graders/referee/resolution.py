"""Whether a ticket is handled: by the right hands, from the right articles, with the fix as it is.

The fix is a script (`script`), and the answer is aligned with it: everything that has to be typed
stands in it with the same sign, value, host and order, what is to be left alone is, and nothing is
typed besides (`foreign`). How the answer is worded between does not matter.
"""

import re
from functools import lru_cache
from itertools import islice

from desks.it_triage.models import Passage, TriageAction, TriageScenario
from graders.referee.foreign import fix_of, known_words, own_step, telling
from graders.referee.script import MARKS, Script, altered, atoms, other_value, steps, swapped
from graders.referee.signs import ORDERS
from graders.referee.wording import even, known_tokens, literal, tokens

_SHOUTED = 40
"""What is named oftener than this is no advice."""
_HEAP = 12
"""So many words in a row, without one that joins them, are no sentence."""
_LETTER = re.compile(r"\w")
_ESCALATED = re.compile(r"\bno article (?:applies|fits|answers|covers)|\b(?:i|we) escalate\b")
_CLOSED = re.compile(
    r"nothing to (?:hand|escalat)|not (?:hand|escalat)\w* (?:it|this|that)|"
    r"\bclos(?:e|ing|ed) (?:it|this|the ticket|your ticket)\b"
)
_TAKEN_BACK = re.compile(
    r"\b(?:ignore|undo|disregard|revert|forget|scrap|discard|cancel) (?:please )?"
    r"(?:(?:all|everything|any|each) (?:of )?)?(?:the above|that is above|above\b|it all|this all|"
    r"that all|all (?:of )?(?:it|this|that|these|them)|everything|(?:this|my) (?:answer|advice))"
    r"|\b(?:that|this|the above|all of (?:this|that)) (?:was|is) (?:all )?"
    r"(?:a mistake|an error|wrong|nonsense|a joke|untrue|not true)\b"
    r"|\bscratch that\b|\bnone of (?:this|that|it) (?:applies|holds|is)\b"
    r"|\bdo(?: not|n't) do (?:this|what|any of)\b"
    r"|\b(?:this|that) does not apply to (?:your|you)\b"
)
_CARELESS = re.compile(
    r"\bwithout (?:first )?(?:asking|checking|telling|consulting)"
    r"|\bwithout (?:the |any )?(?:consent|approval|backup|window)"
    r"|\bno need to (?:ask|check|back|confirm|wait for)|\bskip the (?:check|backup|test)"
    r"|\b(?:all|everything) (?:members |nodes )?at once\b|\bat the same time\b|\bwhether or not\b"
)
_SENDS = re.compile(
    r"\b(?:follow|use|apply|try|see|read|do what|steps (?:of|in|from)|refer to|go by)\b[^.;]{0,30}$"
)
_SENDS_NOT = re.compile(r"\b(?:not|never|only|but|neither|nor?|cannot|avoid)\b|n't")
_OF_WHICH = frozenset("about a the really running".split())
_AGAINST = re.compile(
    r"\b(?:advise|advising|recommend|warn)\b[^.;]{0,12}\b(?:against|not to)\b"
    r"[^.;]{0,20}\b(?:that|this|it|them)\b"
    r"|(?:\bnot|n't|\bnever) (?:do|run|use|apply|try|follow|carry out) "
    r"(?:that|this|it|them|those|any of)\b(?! before| until| unless| without)"
    r"|\bleave (?:that|this|it|them)(?: one)? (?:out|alone|be)\b|\brather not (?:do|touch)\b"
)
"""Advice against what was named last."""
_JOINS = frozenset(
    "the a an and or of to in on at by for from with as is are was be it its this that then so "
    "not no do you we your our will if when after before up out than too into only over there i "
    "he they have has had can may must should again all here now until while which who them how "
    "during under through also both via since such but because although once where any can't "
    "cannot does".split()
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
    if action.escalate != (not truth.gold):
        return "escalated, although an article answers" if truth.gold else "answered by no article"
    if missing := set(truth.gold) - set(action.citations):
        return f"{min(missing)} answers and is not cited"
    if extra := set(action.citations) - set(truth.gold):
        return f"{min(extra)} is cited and does not apply"
    answer = Answer(scenario, action)
    return (
        answer.left_undone() or answer.undone() if truth.gold else answer.kept()
    ) or answer.stray()


class Case:
    """What a ticket takes: its fixes as scripts, and what gives away other articles."""

    def __init__(
        self,
        ticket: tuple[str, str],
        passages: tuple[Passage, ...],
        gold: tuple[str, ...],
        facts: tuple[str, ...],
        resolution: str,
    ) -> None:
        self.others = [p for p in passages if p.id not in gold]
        self.right = [*(p.text for p in passages if p.id in gold), resolution]
        signs = (p.text.rpartition("Fix:")[0] for p in self.others)
        texts = (*ticket, *self.right, *(p.title for p in passages), *signs)
        self.known = known_words(texts)
        self.read = self.known | known_words([p.text for p in self.others])
        said = " ".join(t.word for text in texts for t in known_tokens(text) if t.word not in MARKS)
        self.marks = [list(dict.fromkeys(telling(p, self.known, said))) for p in self.others]
        firsts = {mark[0] for marks in self.marks for mark in marks if len(mark) < 3}
        self.things = frozenset(firsts | {atoms(fact)[0] for fact in facts})
        fixes = (fix_of(p.text) for p in passages if p.id in gold)
        self.fixes = [Script(fix, self.things) for fix in fixes]
        self.resolution = Script(known_tokens(resolution), self.things)
        self.as_written = [*self.fixes, self.resolution]
        typed = (t.word for s in self.fixes for t in s.text if literal(t.word, t.raw))
        self.keys = dict.fromkeys([w for w in typed if len(w) > 3] + [atoms(f)[-1] for f in facts])
        self.strange = {mark[-1] for marks in self.marks for mark in marks if len(mark) < 3}
        self.strange |= {p.id.casefold() for p in self.others}
        self.steps = [steps(fix, self.resolution, facts) for fix in self.fixes]


_case = lru_cache(maxsize=512)(Case)


class Answer:
    """A resolution, aligned with what its ticket takes."""

    def __init__(self, scenario: TriageScenario, action: TriageAction) -> None:
        truth, ticket = scenario.truth, (scenario.ticket.subject, scenario.ticket.body)
        self.facts = truth.facts
        self.case = _case(ticket, scenario.passages, truth.gold, truth.facts, truth.resolution)
        self.line = " ".join(even(action.resolution).casefold().replace("*", "").split())
        self.told = Script(tokens(action.resolution), self.case.things)

    # -- where an article answers ---

    def left_undone(self) -> str | None:
        """What of the fix is not advised."""
        if _ESCALATED.search(self.line):
            return "it says that it is handed over, and is not"
        if _TAKEN_BACK.search(self.line):
            return "it is all taken back"
        as_written = self.case.as_written
        places = {fact: self.told.places(fact) for fact in self.facts}
        for fact, found in places.items():
            if not found:
                return f"{fact!r} is missing"
            if len(found) > _SHOUTED:
                return f"{fact!r} is shouted"
            denied = [s.denies(place) for s in as_written for place in s.places(fact)]
            if any(denied) or any(
                "only" in s.after(p[1]).split()[:4] for s in as_written for p in s.places(fact)
            ):
                continue
            if any(map(self.told.denies, found)):
                return f"{fact!r} is advised against"
            if all(map(self.told.open, found)):
                return f"{fact!r} is asked about"
        if self._against(places):
            return "what it names it advises against"
        if self._heap([place for found in places.values() for place in found]):
            return "it is a heap of words"
        return None

    def _against(self, places: dict[str, list[tuple[int, int]]]) -> bool:
        """Whether it is the fix that was named last before advice against "that"."""
        for found in islice(_AGAINST.finditer(self.line), 9):
            before = self.line[: found.start()]
            ours = max(before.rfind(max(atoms(fact), key=len)) for fact in places)
            if "article" in before.rpartition(".")[2]:
                continue
            if ours > max(map(before.rfind, self.case.strange), default=-1):
                return True
        return False

    def _heap(self, places: list[tuple[int, int]]) -> bool:
        inside = {n for at, end in places for n in range(at, end)}
        run = 0
        for at, token in enumerate(self.told.text):
            if at in inside:
                continue
            plain = token.word.isalpha() and len(token.word) > 1 and token.word not in _JOINS
            run = run + 1 if plain else 0
            if run >= _HEAP:
                return True
        return False

    def undone(self) -> str | None:
        """What of the fix is turned into something else."""
        if changed := other_value(self.case.as_written, self.told, self.case.keys):
            return f"the fix gives another value than {changed}"
        for fix, order in zip(self.case.fixes, self.case.steps, strict=True):
            if thing := altered(fix, self.told):
                return f"{thing!r} is to be left alone"
            if why := swapped(self.told, order):
                return f"the fix does not say {why}"
        if why := self._turned():
            return f"the fix does not say {why}"
        careful = " ".join(self.case.right)
        found = _CARELESS.search(self.line)
        before = self.line[max(found.start() - 30, 0) : found.start()] if found else ""
        if found and found[0] not in careful.casefold() and not _SENDS_NOT.search(before):
            return f"it drops a caution: {found[0]!r}"
        return None

    def _turned(self) -> str | None:
        """A fact that is undone where the fix makes it, or on the other side."""
        for fact in self.facts:
            there = [
                (script, place) for script in self.case.as_written for place in script.places(fact)
            ]
            ways = {script.verb(place[0]) for script, place in there} - {None}
            hosts: dict[int, set[int]] = {}
            for script, place in there:
                for pair, sides in script.hosts(place).items():
                    hosts.setdefault(pair, set()).update(sides)
            for place in self.told.places(fact):
                way = self.told.verb(place[0])
                if way and ways and way not in ways:
                    return f"to {way} {fact!r}"
                for pair, sides in self.told.hosts(place).items():
                    if pair in hosts and sides.isdisjoint(hosts[pair]):
                        return f"to do {fact!r} there"
        return None

    # -- where none does ---

    def kept(self) -> str | None:
        """What the next hands are not told: the system, and that it is theirs."""
        if _CLOSED.search(self.line):
            return "it says that nobody need look at it"
        for fact in self.facts:
            places = self.told.places(fact)
            if not places:
                return f"{fact!r} is not named"
            if all(self._is_not(at) for at, _ in places):
                return f"it is said not to be {fact!r}"
        return None

    def _is_not(self, at: int) -> bool:
        """Whether "is not about" or the like stands before a token."""
        names = {atom for fact in self.facts for atom in atoms(fact)}
        words = [token.word for token in self.told.text[max(at - 8, 0) : at]]
        while words and words[-1] in names | _OF_WHICH:
            words.pop()
        return words[-1:] in (["isn't"], ["wasn't"], ["aren't"]) or (
            words[-1:] == ["not"] and words[-2:-1] in (["is"], ["was"], ["are"])
        )

    # -- anywhere ---

    def stray(self) -> str | None:
        """What is told from elsewhere."""
        for passage, marks in zip(self.case.others, self.case.marks, strict=True):
            at = self.line.find(passage.id.casefold())
            before = self.line[max(at - 60, 0) : at] if at >= 0 else ""
            sent = before.rpartition(". ")[2]
            if _SENDS.search(sent) and not _SENDS_NOT.search(sent):
                return f"{passage.id} is to be followed and does not apply"
            for mark in marks:
                if mark[0] not in self.told.index:
                    continue
                for place in self.told.places(" ".join(mark)):
                    if not self.told.denies(place, plainly=True) and not self._set_aside(place[0]):
                        return f"{' '.join(mark)!r} comes from {passage.id}, which does not apply"
        step = own_step(self.told, self.case.read)
        return f"{step!r} comes from nowhere" if step else None

    def _set_aside(self, at: int) -> bool:
        """Whether a sentence tells of an article that does not apply, and orders nothing."""
        around = [self.told.text[n].word for n in self.told.sentence(at)]
        if any(token.word in ORDERS for token in self.told.text[max(at - 3, 0) : at]):
            return False
        named = any(p.id.casefold() in around for p in self.case.others)
        return named and any(
            w in around for w in ("not", "only", "neither", "older", "for", "describes", "deals")
        )
