"""An external desk, added by registration alone: an expense claim and the travel policy in; a
decision, the clauses behind it and a reply out.

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
You decide on expense claims by the travel policy. Answer with one JSON object and nothing else.

- decision: "refuse" if the claim is too late; otherwise "ask" if a receipt is missing; otherwise
  "cut" if more is claimed than the policy allows; otherwise "approve".
- amount: what is paid now, in the company's currency; 0 for "ask" and "refuse".
- clauses: the numbers of the clauses behind the decision. For "approve": the one about all else.
- reply: to the employee, at most 600 characters, with the decision and the amount paid, if any.

JSON schema: {json.dumps(schema_of(ClaimAction))}"""


def prompt(claim: Claim) -> list[Message]:
    """The system and user message."""
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
    """A completion with this decision, right or wrong, and a good reply that states it."""
    by, paid = f"clause {' and '.join(clauses)}", claim.policy.money(amount)
    text = {
        "approve": f"we will pay {paid}, all that you claimed, by {by}.",
        "cut": f"we will pay {paid}. The rest is cut by {by}.",
        "ask": f"please send us the missing receipt, as {by} requires.",
        "refuse": f"I am sorry, but your claim is refused by {by}.",
    }
    fields = {"decision": decision, "amount": amount / 100, "clauses": list(clauses)}
    return json.dumps(fields | {"reply": f"Dear {claim.employee}, {text[decision]}"})


DESK = Desk(
    name="expense_claims",
    title="Expense claims",
    workplace="Expenses office",
    scenario=scenario,
    prompt=prompt,
    oracle=lambda claim: answer(claim, **claim.truth.model_dump()),
    parse=partial(read_action, model=ClaimAction),
    model=Claim,
    action=ClaimAction,
    grading="examples.expense_claims.grading",
)
