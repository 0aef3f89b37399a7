"""Whether a ticket is handled: by the right hands, from the right articles, with the fix as it is.

The fix is a script (`script`), and the answer is aligned with it: everything that has to be typed
stands in it with the same sign (`signs`), value and order, what is to be left alone is, nothing is
taken back, and nothing is typed besides (`foreign`). How it is worded between does not matter.
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
    r"nothing to (?:hand|escalat)|not (?:hand|escalat)\w* (?:it|this|that)|(?<!not )(?<!n't )"
    r"\bclos(?:e|ing) (?:it|this|the ticket|your ticket)\b(?! with)"
)
_IT = (
    r"(?:(?:any|all|none|either|both) (?:of )?)?(?:it|this|that|them|these|those|so|both|everything"
    r"|(?:the |these |those |my |this )?(?:steps?|answer|advice|instructions?|article says))"
    r"(?: all| above)?|(?:(?:any|all|none|everything)(?: of)? )?(?:the |that is )?above"
)
_AGAINST = re.compile(
    r"(?:(?:\bnot|n't|\bnever) (?:(?:do|run|use|apply|try|follow|carry|touch|rely on|what) ){1,2}"
    r"|(?:^|[.;,:!?-] |\b(?:please|and|so|then|just|or|again) )(?:ignore|disregard|undo|revert|forget|scrap|discard|cancel|withdraw|hold off(?: on)?"
    r"|refrain from(?: doing)?|do none of) (?:please )?"
    r"|\b(?:advise|recommend|warn)\b[^.;]{0,12}\b(?:against|not to)(?: do\w*)? "
    rf")(?:{_IT})(?: out| off| here| alone| again| yet| now| though)*"
    r"(?=$|[.,;:!?)]| (?:and|but|because|as|for|to your|then)\b)"
    r"|\bleave (?:that|this|it|them|both|things|everything)(?: one)? (?:out|off|alone|be|as|the way)\b"
    r"|\b(?:better|rather) not[.,;:!]|\bhands off\b|\blet(?:'s| us) not do\b|\bscratch that\b"
    r"|\bi (?:would not|wouldn't)(?=[.,;!]| do (?:it|this|that))"
    r"|\b(?:that|this|the above|all of (?:this|that)) was (?:all )?(?:a|an|wrong|nonsense|untrue)\b"
    r"|\b(?:none of (?:this|that|it) appl|(?:this|that|the above) does not apply to (?:your|you)\b)"
)
"""Advice against what was named last."""
_MIND = re.compile(
    r"\bon (?:reflection|second thoughts?)\b|\bthinking (?:about it|again)\b|\bcome to think of it\b"
    r"|\bchanged my mind\b|\bafter all\b"
)
"""A mind that changes; with advice to leave things, the fix is taken back."""
_LEAVES = re.compile(r"\b(?:leave|forget|hold off|wait|drop|skip)\b|n't\b|\bnot\b")
_OTHERS = re.compile(r"\barticles?\b|\bother (?:results|hits|ones|entries)\b")
_IF = re.compile(r"\b(?:if|unless|until|before|without)\b|\b(?:not|n't|never) \w*$|n't \w*$")
_CARELESS = re.compile(
    r"\b(?:(?<!or )without (?:first |the |any |an? )?|skip (?:the |any )|(?:no need|not need|n't need|n't have"
    r"|not have|needn't) (?:[\w-]+ ){0,5}?)(?:ask|check|tell|consult|consent|approv|backup|window"
    r"|maintenance|confirm|wait for|owner)"
    r"|\b(?:all|everything) (?:[a-z]+ ){0,2}?at once\b|\bat the same time\b|\bwhether or not\b"
)
_SPARED = re.compile(
    r"\b(?:others?|remaining|in between)\b[^.;:]{0,40}\b(?:keep|no change|stay|unchanged"
    r"|untouched|as (?:they|it) (?:are|is)|not need)\b"
)
_ALL = frozenset("every each all both".split())
_SENDS = re.compile(
    r"\b(?:follow|use|apply|try|see|read|do what|steps (?:of|in|from)|refer to|go by)\b[^.;]{0,30}$"
)
_SENDS_NOT = re.compile(r"\b(?:not|never|only|but|neither|nor?|cannot|avoid)\b|n't")
_STATES = frozenset(
    "is are was does doesn't isn't aren't need applies belongs describes deals covers concerns "
    "treats only neither for about".split()
)
_OF_WHICH = frozenset("about a the really running".split())
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
        short = [mark for marks in self.marks for mark in marks if len(mark) < 3]
        things = frozenset({m[0] for m in short} | {atoms(fact)[0] for fact in facts})
        strange = {" ".join(m) for m in short} | {p.id for p in self.others}
        self.strange = {s.casefold() for s in strange if s not in " ".join(self.right).casefold()}
        self.things = things
        self.fixes = [Script(fix_of(p.text), things) for p in passages if p.id in gold]
        self.resolution = Script(known_tokens(resolution), things)
        self.as_written = [*self.fixes, self.resolution]
        typed = (t.word for s in self.fixes for t in s.text if literal(t.word, t.raw))
        self.keys = dict.fromkeys([w for w in typed if len(w) > 3] + [atoms(f)[-1] for f in facts])
        options = {t.word for fix in self.fixes for t in fix.text if t.word[0] == "-"}
        named = {atom for fact in facts for atom in atoms(fact)}
        self.needed = (options & self.resolution.index.keys()) - named
        self.steps = [steps(fix, self.resolution, facts) for fix in self.fixes]
        self.undone = {
            fact
            for fact in facts
            if any(
                s.denies(p) or "only" in s.after(p[1]).split()[:4]
                for s in self.as_written
                for p in s.places(fact)
            )
        }


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
        places = {fact: self.told.places(fact) for fact in self.facts}
        for fact, found in places.items():
            if not found:
                return f"{fact!r} is missing"
            if len(found) > _SHOUTED:
                return f"{fact!r} is shouted"
            if odd := self.told.odd(found[-1], self.case.known):
                return f"{fact!r} is run with {odd}"
            denied = [place for place in found if self.told.denies(place)]
            if fact in self.case.undone:
                continue
            if denied == found or (denied[-1:] == found[-1:] and not self.told.undoes(found[-1])):
                return f"{fact!r} is advised against"
            if all(map(self.told.open, found)):
                return f"{fact!r} is asked about"
        if missing := self.case.needed - self.told.index.keys():
            return f"{min(missing)!r} is missing"
        if self._against():
            return "what it names it advises against"
        if self._heap([place for found in places.values() for place in found]):
            return "it is a heap of words"
        return None

    def _against(self) -> bool:
        """Whether it is the fix that was named last before advice against "that"."""
        keys = [max(atoms(fact), key=len) for fact in self.facts]
        for found in islice(_AGAINST.finditer(self.line), 9):
            before = self.line[: found.start()]
            clause = re.split(r"[.;:!?]", before)[-1]
            if _IF.search(clause[-60:]) or _OTHERS.search(clause):
                continue
            ours = max(map(before.rfind, keys))
            if ours > max(map(before.rfind, self.case.strange), default=-1):
                return True
        for found in islice(_MIND.finditer(self.line), 9):
            rest = self.line[found.end() : found.end() + 80]
            before = self.line[: found.start()]
            if _LEAVES.search(rest) and max(map(before.rfind, keys)) >= 0:
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
        for fact in self.facts:
            written = [s.sides(p, "on", "to") for s in self.case.as_written for p in s.places(fact)]
            for place in self.told.places(fact):
                for pair, side in self.told.sides(place, "on").items():
                    there = {sides[pair] for sides in written if pair in sides}
                    if there and side not in there:
                        return f"{fact!r} is to be done on the other side"
        spared = _SPARED.search(self.line)
        if spared and any(not _ALL.isdisjoint(script.index) for script in self.case.as_written):
            return f"it spares some: {spared[0]!r}"
        careful = " ".join(self.case.right)
        found = _CARELESS.search(self.line)
        before = self.line[max(found.start() - 30, 0) : found.start()] if found else ""
        if found and found[0] not in careful.casefold() and not _SENDS_NOT.search(before):
            return f"it drops a caution: {found[0]!r}"
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
                    if not self.told.denies(place) and not self._stated(place[0]):
                        return f"{' '.join(mark)!r} comes from {passage.id}, which does not apply"
        step = own_step(self.told, self.case.read)
        return f"{step!r} comes from nowhere" if step else None

    def _stated(self, at: int) -> bool:
        """Whether a sentence tells of a thing that is for others, and orders nothing."""
        around = self.told.sentence(at)
        before = self.told.words(n for n in around if n < at)
        if before[-1:] in (["get"], ["show"], ["list"], ["status"]):
            return True
        rest = self.told.words(n for n in around if n >= at)
        return not _STATES.isdisjoint(before + rest) and not (
            ORDERS & set(before) or {"run", "do"} & set(rest)
        )
