"""The referee: a second opinion that shares nothing with the rubric and never looks at the truth.

It settles the claim anew, line by line, and reads the reply by the roots of its words.
"""

import re
from collections.abc import Iterator

from examples.expense_claims.models import DECISIONS, Claim, ClaimAction, Decision

FIGURE = re.compile(r"\d[\d,]*\.\d\d\b")


def fault(claim: Claim, action: ClaimAction) -> str | None:
    """What is wrong with the outcome, or None."""
    found = list(_objections(claim))
    decision = max((calls_for for calls_for, _, _ in found), key=DECISIONS.index, default="approve")
    rules = {rule for calls_for, rule, _ in found if calls_for == decision} or {"rest"}
    amount = 0 if decision in ("ask", "refuse") else claim.total - sum(off for _, _, off in found)
    clauses = {claim.policy.number(rule) for rule in rules}
    done = (action.decision, round(100 * action.amount), set(action.clauses))
    if done != (decision, amount, clauses):
        return f"{decision}, {claim.policy.money(amount)}, by {' and '.join(rules)} was expected"
    sentences = re.split(r"(?<=[.!?])\s", action.reply.lower())
    return next(filter(None, (_untrue(one, decision, amount) for one in sentences)), None)


def _objections(claim: Claim) -> Iterator[tuple[Decision, str, int]]:
    """All that is wrong: what it calls for, by which rule, and how much comes off."""
    policy, nights = claim.policy, (claim.last - claim.first).days
    if (claim.handed_in - claim.last).days > policy.days_limit:
        yield "refuse", "late", 0
    for line in claim.lines:
        if not line.receipt and line.claimed > policy.receipt_limit:
            yield "ask", "receipt", 0
        if line.what == "hotel" and (over := line.claimed - nights * policy.night_limit) > 0:
            yield "cut", "hotel", over
        if line.foreign and (over := line.claimed - line.receipt * policy.rate // 10_000) > 0:
            yield "cut", "rate", over


def _untrue(sentence: str, decision: Decision, amount: int) -> str | None:
    """What the employee would take from a sentence of the reply and does not happen."""
    sums = {round(100 * float(one.replace(",", ""))) for one in FIGURE.findall(sentence)}
    if re.search(r"\b(pay|paid|reimburs|transfer)", sentence) and sums - {amount}:
        return "the reply promises another amount"
    if decision != "refuse" and re.search(r"\b(refus|reject|declin)", sentence):
        return "the reply refuses the claim"
    if decision != "ask" and "send" in sentence and "receipt" in sentence:
        return "the reply asks for a receipt"
    return None
