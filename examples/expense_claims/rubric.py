"""The rubric: the amount, the clauses, and whether the reply states the decision.

Ways to game it, and what prevents them: a good reply to a wrong decision keeps only a fifth of its
score (the gate in `graders/score.py`); a reply that states every decision contradicts the action,
so the answer is wrong; and a reply must contain a whole phrase, not just the right words.
"""

import re
from typing import NamedTuple

from examples.expense_claims import DESK
from examples.expense_claims.models import Claim, ClaimAction
from graders import Part, Rubric, Score
from graders.score import Verdict

MONEY = r"[a-z]{3} (\d[\d,]*(?:\.\d\d)?)"
PAYS = re.compile(
    rf"(?:will|can|shall) (?:pay|reimburse|transfer)(?: you)? {MONEY}"
    rf"|{MONEY} (?:is|will be|has been) (?:paid|reimbursed|transferred)"
)
OTHERS = {
    "ask": re.compile(r"(?:please|could you|can you) send[^.?!]{1,60} receipt"),
    "refuse": re.compile(r"(?:your|the) claim (?:is|was|has been) (?:refused|declined|rejected)"),
}


class Reading(NamedTuple):
    """An answer, and whether its reply states the decision taken or contradicts it."""

    claim: Claim
    action: ClaimAction
    states: bool
    contradicts: bool


def read(claim: Claim, action: ClaimAction, completion: str) -> Reading:
    """Everything the graders need from an answer, worked out once."""
    text = " ".join(action.reply.lower().split())
    sums = (found[1] or found[2] for found in PAYS.finditer(text))
    stated = {f"{float(one.replace(',', '')):.2f}" for one in sums}
    stated |= {name for name, phrase in OTHERS.items() if phrase.search(text)}
    expected = {action.decision if action.decision in OTHERS else f"{action.amount:.2f}"}
    return Reading(claim, action, stated == expected, bool(stated - expected))


def amount(reading: Reading) -> Score:
    paid, right = round(100 * reading.action.amount), reading.claim.truth.amount
    return Score(float(paid == right), f"{paid / 100:.2f} is paid, {right / 100:.2f} is right")


def clauses(reading: Reading) -> Score:
    """F1 of the clauses cited; repeating one counts as citing a wrong one."""
    cited, right = reading.action.clauses, reading.claim.truth.clauses
    f1 = 2 * len(set(cited) & set(right)) / (len(cited) + len(right))
    return Score(f1, f"{len(cited)} cited, {' and '.join(right)} would be right")


def reply(reading: Reading) -> Score:
    reason = f"it {'states' if reading.states else 'does not state'} the decision and nothing else"
    return Score(float(reading.states), reason)


def verdict(reading: Reading) -> Verdict:
    """Right if decision, amount and clauses are, and the reply does not contradict them."""
    action, truth = reading.action, reading.claim.truth
    found = (action.decision, round(100 * action.amount), set(action.clauses))
    if found != (truth.decision, truth.amount, set(truth.clauses)):
        return Verdict(False, f"{truth.decision} by {' and '.join(truth.clauses)} is right")
    if reading.contradicts:
        return Verdict(False, "the reply contradicts the action")
    return Verdict(True, "settled as the policy says")


RUBRIC = Rubric(
    desk=DESK.name,
    parse=DESK.parse,
    read=read,
    verdict=verdict,
    parts={"amount": Part(amount, 0.3), "clauses": Part(clauses, 0.3), "reply": Part(reply, 0.4)},
    unjudged=("a promise nobody asked for", "rudeness"),
)
