"""How an answer is graded: the amount, the clauses, and a reply that tells the decision.

How it could be gamed, and what stands against it: a fine reply to a wrong decision keeps a fifth of
its pay (the gate in `graders/score.py`); one that says everything contradicts the action, which
makes the answer wrong; and only a whole phrase tells a decision, not its words in any order.
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
    """An answer, whether its reply tells the decision, and whether it says something else."""

    claim: Claim
    action: ClaimAction
    tells: bool
    contradicts: bool


def read(claim: Claim, action: ClaimAction, completion: str) -> Reading:
    """What several graders need, worked out once."""
    text = " ".join(action.reply.lower().split())
    sums = (found[1] or found[2] for found in PAYS.finditer(text))
    said = {f"{float(one.replace(',', '')):.2f}" for one in sums}
    said |= {name for name, phrase in OTHERS.items() if phrase.search(text)}
    due = {action.decision if action.decision in OTHERS else f"{action.amount:.2f}"}
    return Reading(claim, action, tells=said == due, contradicts=bool(said - due))


def amount(reading: Reading) -> Score:
    paid, right = round(100 * reading.action.amount), reading.claim.truth.amount
    return Score(float(paid == right), f"{paid / 100:.2f} is paid, {right / 100:.2f} is right")


def clauses(reading: Reading) -> Score:
    """F1; a clause that is cited twice counts as a wrong one."""
    cited, right = reading.action.clauses, reading.claim.truth.clauses
    f1 = 2 * len(set(cited) & set(right)) / (len(cited) + len(right))
    return Score(f1, f"{len(cited)} cited, {' and '.join(right)} would be right")


def reply(reading: Reading) -> Score:
    reason = f"it {'tells' if reading.tells else 'does not tell'} the decision and nothing else"
    return Score(float(reading.tells), reason)


def verdict(reading: Reading) -> Verdict:
    """Right are decision, amount and clauses, with a reply that says nothing else."""
    action, truth = reading.action, reading.claim.truth
    done = (action.decision, round(100 * action.amount), set(action.clauses))
    if done != (truth.decision, truth.amount, set(truth.clauses)):
        return Verdict(False, f"{truth.decision} by {' and '.join(truth.clauses)} is right")
    if reading.contradicts:
        return Verdict(False, "the reply says something else than is done")
    return Verdict(True, "settled as the policy says")


RUBRIC = Rubric(
    desk=DESK.name,
    parse=DESK.parse,
    read=read,
    verdict=verdict,
    parts={"amount": Part(amount, 0.3), "clauses": Part(clauses, 0.3), "reply": Part(reply, 0.4)},
    unjudged=("a promise nobody asked for", "rudeness"),
)
