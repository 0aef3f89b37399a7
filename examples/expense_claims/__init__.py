"""Expense claims: a desk outside the project's own folders, which is added by registration alone.

A claim and a page of policy in; a decision, the clauses it rests on and a short reply out.

    REWARDDESK_DESKS=examples.expense_claims .venv/bin/python app.py
"""

import json
from collections.abc import Sequence
from functools import partial

from desks import Desk
from desks.desk import Message
from desks.schema import schema_of
from desks.strict_json import read_action
from examples.expense_claims.models import Claim, ClaimAction, Decision
from examples.expense_claims.scenarios import scenario

SYSTEM = f"""\
You settle expense claims by the page of policy. Answer with one JSON object and nothing else.

- decision: refuse if a clause refuses the claim; else ask if a receipt has to be sent first; else
  cut if a clause takes something off; else approve.
- amount: what is paid now, in the company's currency; 0 for ask and refuse.
- clauses: the numbers of those that lead to the decision; to approve, the one that pays the rest.
- reply: to the employee, in at most 600 characters: the decision, and the amount if one is paid.

JSON schema: {json.dumps(schema_of(ClaimAction))}"""


def prompt(claim: Claim) -> list[Message]:
    """What a model is asked."""
    policy = claim.policy
    rows = ["Policy", *policy.clauses.values(), "", f"Claim of {claim.employee}"]
    rows += [f"{claim.nights} nights until {claim.last}, handed in on {claim.handed_in}"]
    for line in claim.lines:
        currency = policy.foreign if line.foreign else policy.currency
        receipt = f"{currency} {line.receipt / 100:,.2f}" if line.receipt else "none"
        rows += [f"- {line.what}: {policy.money(line.claimed)}, receipt: {receipt}"]
    rows += [f"Claimed in all: {policy.money(claim.total)}"]
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": "\n".join(rows)}]


def answer(claim: Claim, decision: Decision, amount: int, clauses: Sequence[str]) -> str:
    """A completion with this decision, right or wrong, and a good reply that tells it."""
    by, paid = f"clause {' and '.join(clauses)}", claim.policy.money(amount)
    told = {
        "approve": f"we will pay {paid}, all that you claimed, by {by}.",
        "cut": f"we will pay {paid}. The rest is cut by {by}.",
        "ask": f"please send us the missing receipt: {by} asks for it.",
        "refuse": f"I am sorry, but your claim is refused by {by}.",
    }
    fields = {"decision": decision, "amount": amount / 100, "clauses": list(clauses)}
    return json.dumps(fields | {"reply": f"Dear {claim.employee}, {told[decision]}"})


DESK = Desk(
    name="expense_claims",
    title="Expense claims",
    place="The expenses office",
    scenario=scenario,
    prompt=prompt,
    oracle=lambda claim: answer(claim, **claim.truth.model_dump()),
    parse=partial(read_action, model=ClaimAction),
    model=Claim,
    action=ClaimAction,
    grading="examples.expense_claims.grading",
)
