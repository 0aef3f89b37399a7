"""The referee: a second opinion that shares no method with the rubric and never reads the truth.

It recomputes the claim from its lines, and reads the reply by word stems.
"""

import re

from examples.expense_claims.models import Claim, ClaimAction, Decision

FIGURE = re.compile(r"\d[\d,]*\.\d\d\b")
PAYING = re.compile(r"\b(pay|paid|reimburs|transfer)")
HEDGED = re.compile(r"\b(not|cannot|until|once|if)\b")


def fault(claim: Claim, action: ClaimAction) -> str | None:
    """What is wrong with the outcome, or None."""
    decision, amount, rules = settled(claim)
    clauses = {claim.policy.number(rule) for rule in rules}
    found = (action.decision, round(100 * action.amount), set(action.clauses))
    if found != (decision, amount, clauses):
        return f"{decision}, {claim.policy.money(amount)}, by {' and '.join(rules)} was expected"
    sentences = re.split(r"(?<=[.!?])\s", action.reply.lower())
    return next(filter(None, (_untrue(one, decision, amount) for one in sentences)), None)


def settled(claim: Claim) -> tuple[Decision, int, set[str]]:
    """The right decision and amount, and the rules behind them."""
    policy = claim.policy
    if (claim.handed_in - claim.last).days > policy.days_limit:
        return "refuse", 0, {"late"}
    cuts = {}
    for line in claim.lines:
        if not line.receipt and line.claimed > policy.receipt_limit:
            return "ask", 0, {"receipt"}
        if line.what == "hotel":
            cuts["hotel"] = line.claimed - claim.nights * policy.night_limit
        if line.foreign:
            cuts["rate"] = line.claimed - line.receipt * policy.rate_of_100 // 10_000
    cuts = {rule: cents for rule, cents in cuts.items() if cents > 0}
    if cuts:
        return "cut", claim.total - sum(cuts.values()), set(cuts)
    return "approve", claim.total, {"rest"}


def _untrue(sentence: str, decision: Decision, amount: int) -> str | None:
    """What the sentence wrongly leads the employee to expect, or None."""
    sums = {float(one.replace(",", "")) for one in FIGURE.findall(sentence)}
    promised = PAYING.search(sentence) and not HEDGED.search(sentence)
    if promised and sums and amount / 100 not in sums:
        return "the reply promises another amount"
    if decision != "refuse" and re.search(r"\b(refus|reject|declin)", sentence):
        return "the reply refuses the claim"
    if decision != "ask" and "send" in sentence and "receipt" in sentence:
        return "the reply asks for a receipt"
    return None
