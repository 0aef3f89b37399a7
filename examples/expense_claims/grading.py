"""How answers are graded, attacked and measured, in one object: GRADING."""

import json
from collections.abc import Sequence
from functools import partial

from desks import Tier
from examples.expense_claims import answer
from examples.expense_claims.models import DECISIONS, Claim, Decision
from examples.expense_claims.referee import fault
from examples.expense_claims.rubric import RUBRIC
from graders.grading import Answer, Features, Grading, LeakTarget, Policy, Variants

FILLER = ("It has been quite a week on our side.", "The history of cinema is a subject of its own.")
RULE: dict[Decision, str] = {"approve": "rest", "cut": "hotel", "ask": "receipt", "refuse": "late"}


def _always(decision: Decision, claim: Claim) -> str:
    """The same decision under the same rule, whatever was claimed."""
    amount = claim.total if decision == "approve" else 0
    return answer(claim, decision, amount, [claim.policy.number(RULE[decision])])


def _every_clause(claim: Claim) -> str:
    every = [claim.policy.number(rule) for rule in claim.policy.clauses]
    return answer(claim, "approve", claim.total, every)


def _plain(claim: Claim, best: Answer) -> Answer:
    return best | {"reply": best["reply"].partition(", ")[2]}


def _wrong(claim: Claim, best: Answer, other: Answer) -> dict[str, Answer]:
    return {one: json.loads(_always(one, claim)) for one in DECISIONS if one != best["decision"]}


def _defects(claim: Claim, best: Answer) -> dict[str, Answer]:
    cited = best["clauses"]
    return {
        "one too many": best | {"amount": best["amount"] + 1},
        "no clause": best | {"clauses": []},
        "a clause twice": best | {"clauses": [*cited, cited[0]]},
        "nothing said": best | {"reply": ""},
        "says two things": best | {"reply": "The claim is refused. Please send us the receipt."},
    }


def _rewordings(claim: Claim, best: Answer) -> dict[str, Answer]:
    text = best["reply"]
    return {
        "in lower case": best | {"reply": text.lower()},
        "thanks": best | {"reply": f"{text} Thank you for the receipts."},
        "reimburse": best | {"reply": text.replace("will pay", "can reimburse")},
        "declined": best | {"reply": text.replace("is refused", "has been declined")},
    }


def _features(claim: Claim) -> Features:
    """What can be counted without understanding a claim."""
    places = {f"place of {rule}": n for n, rule in enumerate(claim.policy.clauses)}
    return places | {"first line": claim.lines[0].claimed, "claimed": claim.total}


def _leak_targets(tier: Tier, claims: Sequence[Claim]) -> dict[str, LeakTarget]:
    right = [frozenset([claim.truth.decision]) for claim in claims]
    return {"the decision": LeakTarget([_features(claim) for claim in claims], right)}


GRADING = Grading(
    rubric=RUBRIC,
    referee_fault=fault,
    prose="reply",
    blank=json.dumps({"decision": "ask", "amount": 0, "clauses": [], "reply": ""}),
    action_types=DECISIONS,
    action_type=lambda action: action.decision,
    policies=(
        *(Policy(f"always_{one}", f"always {one}", partial(_always, one)) for one in DECISIONS),
        Policy("every_clause", "pays everything and cites every clause", _every_clause),
    ),
    variants=Variants(FILLER, _plain, _wrong, _defects, _rewordings),
    features=_features,
    leak_targets=_leak_targets,
)
