"""How claims are graded: the amount, the clauses that decide, and a reply that tells it all.

How it could be gamed: a reply in good style is worth .40, but only .08 while anything is wrong. A
decision counts as told by whole phrases, so that its words in any order earn little; a phrase that
is not known here is never held to contradict the action.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from examples.expense_claims import DESK
from examples.expense_claims.models import Claim, ClaimAction
from graders import Part, Rubric, Score
from graders.score import Verdict

LONG = 70
_MONEY = r"[a-z]{3} (\d[\d,]*(?:\.\d\d)?)"
_PAYS = re.compile(
    rf"(?:will|shall|can) (?:pay|reimburse|refund|transfer)(?: you)? {_MONEY}"
    rf"|{_MONEY} (?:will be|has been|is being) (?:paid|reimbursed|refunded|transferred)"
    r"|(?:your|the) claim (?:is|was|has been) (?:approved|accepted|paid)"
)
_TELLS = {
    "ask": re.compile(r"(?:please|could you|can you) (?:send|show|upload)\b[^.?!]{6,60} receipt"),
    "refuse": re.compile(r"(?:your|the) claim (?:is|was|has been|has to be) (?:refused|declined)"),
}


@dataclass(frozen=True)
class Reading:
    """An answer, and what its reply says."""

    s: Claim
    action: ClaimAction

    @cached_property
    def text(self) -> str:
        return " ".join(self.action.reply.lower().split())

    @cached_property
    def told(self) -> set[str]:
        """Decisions that the reply tells; approve and cut as the amount that is paid, if named."""
        sums = {found[1] or found[2] for found in _PAYS.finditer(self.text)}
        paid = {f"{float(one.replace(',', '')):.2f}" if one else "paid" for one in sums}
        return paid | {name for name, phrase in _TELLS.items() if phrase.search(self.text)}

    @cached_property
    def due(self) -> str:
        """What the reply has to tell."""
        kind = self.action.decision
        return kind if kind in _TELLS else f"{self.action.amount:.2f}"

    @property
    def untrue(self) -> bool:
        """Whether the reply surely says something else than the action does."""
        return bool(self.told - {self.due, self.due if self.due in _TELLS else "paid"})

    def names(self, what: str) -> bool:
        """Whether the reply has a clause's number or a line's id."""
        return bool(re.search(rf"(?<![\w.]){re.escape(what.lower())}(?!\w|\.\d)", self.text))


def amount(reading: Reading) -> Score:
    right, paid = reading.s.truth.amount, round(reading.action.amount * 100)
    return Score(float(paid == right), f"{paid / 100:.2f} is paid, of {right / 100:.2f} due")


def clauses(reading: Reading) -> Score:
    """F1 over the clauses that decide; one that is cited twice is a wrong one."""
    cited, right = reading.action.clauses, set(reading.s.truth.clauses)
    f1 = 2 * len(right & set(cited)) / (len(right) + len(cited))
    return Score(f1, f"{' and '.join(sorted(right))} decides, among {len(cited)} cited")


def reply(reading: Reading) -> Score:
    """Addressed .10, the decision and nothing else .70, clauses and lines .10, signed .10."""
    s, text, name = reading.s, reading.text, reading.s.first_name.lower()
    named = [reading.names(one) for one in (*s.truth.clauses, *s.truth.lines)]
    marks = {
        "it is not addressed": (0.10, name in text[: len(name) + 7]),
        "the decision is not told": (0.70, reading.due in reading.told and not reading.untrue),
        "a clause or line is missing": (0.10, sum(named) / len(named)),
        "it is not signed": (0.10, s.company.lower() in text[-len(s.company) - 10 :]),
    }
    lost = [what for what, (_, got) in marks.items() if got < 1]
    return Score(sum(weight * got for weight, got in marks.values()), "; ".join(lost) or "all told")


def too_long(reading: Reading) -> Score:
    count = len(reading.text.split())
    return Score(min(1.0, max(0, count / LONG - 1)), f"{count} words (too long from {LONG} on)")


def verdict(reading: Reading) -> Verdict:
    """Right where decision, amount and clauses are, and the reply does not contradict them."""
    action, truth = reading.action, reading.s.truth
    if action.decision != truth.decision or set(action.clauses) != set(truth.clauses):
        return Verdict(False, f"{truth.decision} under {' and '.join(truth.clauses)} is right")
    if (paid := amount(reading)).value < 1 or reading.untrue:
        return Verdict(False, "the reply contradicts the action" if paid.value else paid.reason)
    return Verdict(True, "decided, counted and founded as the policy says")


RUBRIC = Rubric(
    desk=DESK.name,
    parse=DESK.parse,
    read=lambda scenario, action, text: Reading(scenario, action),
    verdict=verdict,
    parts={"amount": Part(amount, 0.3), "clauses": Part(clauses, 0.3), "reply": Part(reply, 0.4)},
    penalties={"too_long": Part(too_long, 0.1)},
    unjudged=("a promise nobody asked for", "rudeness"),
)
