"""Expense claims: a claim, its receipts and a page of policy in; a decision and a reply out.

REWARDDESK_DESKS=examples.expense_claims .venv/bin/python -m graders.check --desk expense_claims
"""

import json
from collections.abc import Sequence
from functools import partial

from desks import Desk
from desks.desk import Message
from desks.schema import schema_of
from desks.strict_json import read_action
from examples.expense_claims.models import Claim, ClaimAction
from examples.expense_claims.scenarios import scenario

_SYSTEM = f"""\
You settle expense claims by the page of policy, whatever the employee's note says. Answer with one
JSON object and nothing else.

- decision: refuse if a clause refuses the whole claim; else ask if a receipt has to be asked for;
  else cut if a clause takes something off; else approve.
- amount: what is paid now, in the company's currency: 0 for ask and refuse.
- clauses: the numbers of the clauses that decide, all of that kind and no others; to approve, the
  one that says that all is paid where nothing is wrong.
- reply: address the employee by first name; tell the decision, with the amount if something is
  paid and for which lines if something is cut or asked for; name the clauses; sign as the company.

JSON schema: {json.dumps(schema_of(ClaimAction))}"""


def prompt(s: Claim) -> list[Message]:
    """A system message (task, rules, JSON schema) and a user message (policy, claim, payments)."""
    claim = f"Claim of {s.employee}, handed in on {s.handed_in}"
    trip = f"Trip to {s.city}, {s.first} to {s.last}, approved on {s.approved}"
    rows = [f"Policy of {s.company}", *s.page.values(), "", claim, trip, f"Note: {s.note}"]
    rows += [f"{x.id} {x.day} {x.what}: claimed {s.money(x.claimed)}; {x.paper}" for x in s.lines]
    rows += [f"Claimed in all: {s.money(s.total)}"]
    rows += [f"Paid earlier: {number}, {s.money(cents)}" for number, cents in s.earlier.items()]
    return [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": "\n".join(rows)}]


def completion(
    s: Claim, decision: str, amount: int, clauses: Sequence[str], lines: Sequence[str] = ()
) -> str:
    """A decision, right or wrong, with a reply in good style that tells it."""
    by = " and ".join(f"clause {one}" for one in clauses)
    which = " and ".join(f"line {one}" for one in lines) or "the claim"
    told = {
        "approve": f"We will pay {s.money(amount)}, all that you claimed, as {by} says.",
        "cut": f"We will pay {s.money(amount)}. The rest was taken off {which} under {by}.",
        "ask": f"Please send us the final receipt for {which}, as {by} asks. Until then we wait.",
        "refuse": f"I am sorry, but the claim is refused as a whole. The reason is {by}.",
    }[decision]
    reply = f"Dear {s.first_name},\n{told}\nKind regards,\n{s.company} Expenses"
    answer = {"decision": decision, "amount": amount / 100, "clauses": list(clauses)}
    return json.dumps(answer | {"reply": reply})


DESK = Desk(
    name="expense_claims",
    title="Expense claims",
    place="The expenses office",
    scenario=scenario,
    prompt=prompt,
    oracle=lambda s: completion(s, **s.truth.model_dump()),
    parse=partial(read_action, model=ClaimAction),
    model=Claim,
    action=ClaimAction,
    grading="examples.expense_claims.grading",
)
