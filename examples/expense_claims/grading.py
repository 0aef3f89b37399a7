"""Expense claims, as the graders' floor knows them: attackers, variants, what can be counted."""

import json
from collections.abc import Sequence
from functools import partial

from desks import Tier
from examples.expense_claims import DESK, completion
from examples.expense_claims.models import Claim
from examples.expense_claims.referee import RANKS, fault
from examples.expense_claims.rubric import RUBRIC
from graders.grading import Answer, Features, Grading, Policy, Secret, Variants
from graders.text import size

RULES = {"approve": "order", "cut": "nights", "ask": "receipt", "refuse": "late"}
FILLER = ("It has been quite a week on our side.", "The history of cinema is a subject of its own.")


def _always(decision: str, s: Claim) -> str:
    """Decides so under its most frequent rule."""
    amount = s.total if decision == "approve" else 0
    return completion(s, decision, amount, [s.number(RULES[decision])])


def _limits_in_total(s: Claim) -> str:
    over = {x.id: x.claimed - s.night for x in s.lines if x.nights and x.claimed > s.night}
    paid = s.total - sum(over.values())
    cut = completion(s, "cut", paid, [s.number("nights")], list(over))
    return cut if over else _always("approve", s)


def _cites_everything(s: Claim) -> str:
    return completion(s, "cut", s.total // 2, [s.number(one) for one in s.page], ["L1", "L2"])


def _copies(s: Claim) -> str:
    return json.dumps(json.loads(_always("approve", s)) | {"reply": _shown(s)})


def _shown(s: Claim) -> str:
    return DESK.prompt(s)[1]["content"]


_POLICIES = (
    *(Policy(f"always_{one}", "in good style", partial(_always, one)) for one in RULES),
    Policy("limit_in_total", "takes the limit a night for the whole stay", _limits_in_total),
    Policy("cite_everything", "pays half, under every clause", _cites_everything),
    Policy("copier", "approves in the prompt's words", _copies),
)


def _plain(s: Claim, best: Answer) -> Answer:
    """The decision in a line, and no more."""
    bare = {"ask": "Please send us the missing receipt.", "refuse": "The claim is refused."}
    return best | {"reply": bare.get(best["decision"], f"{s.money(s.truth.amount)} will be paid.")}


def _wrong(s: Claim, best: Answer, other: Answer) -> dict[str, Answer]:
    found = {f"always {one}": json.loads(_always(one, s)) for one in RANKS} | {"another's": other}
    found = {name: one for name, one in found.items() if one["clauses"] != best["clauses"]}
    half = completion(s, best["decision"], s.truth.amount // 2, best["clauses"])
    return found | ({"half": json.loads(half)} if best["amount"] else {})


def _defects(s: Claim, best: Answer) -> dict[str, Answer]:
    text, cited = best["reply"], best["clauses"]
    spare = next(s.number(one) for one in s.page if s.number(one) not in cited)
    opposite = json.loads(_always("refuse" if best["amount"] else "approve", s))["reply"]
    replies = {
        "nothing said": "",
        "to nobody": text.partition("\n")[2],
        "not signed": text.rpartition("\n")[0],
        "a clause not named": text.replace(f"clause {cited[0]}", "the policy"),
        "says the opposite": opposite,
        "talks on": f"{text} {' '.join(FILLER * 6)}",
    }
    if best["amount"]:
        other = s.money(s.truth.amount + 700)
        replies["tells another amount"] = text.replace(s.money(s.truth.amount), other, 1)
    numbers = {"one more": [*cited, spare], "twice": cited * 2, "another": [spare]}
    changes: dict[str, Answer] = {name: {"reply": told} for name, told in replies.items()}
    changes |= {f"decides {one}": {"decision": one} for one in RANKS if one != best["decision"]}
    changes |= {f"cites {name}": {"clauses": given} for name, given in numbers.items()}
    changes["one too many"] = {"amount": best["amount"] + 1}
    return {name: best | change for name, change in changes.items()}


def _rewordings(s: Claim, best: Answer) -> dict[str, Answer]:
    text = best["reply"]
    replies = {
        "hello, thanks": text.replace("Dear", "Hello").replace(",\n", ",\nThank you for it. ", 1),
        "in one line": " ".join(text.split()),
        "lower case": text.lower(),
        "reimburses": text.replace("will pay", "will reimburse"),
        "could you": text.replace("Please send", "Could you send"),
        "declined": text.replace("refused", "declined"),
    }
    return {name: best | {"reply": told} for name, told in replies.items()}


def _features(s: Claim) -> Features:
    told = {f"place of {about}": place for place, about in enumerate(s.page)}
    told |= size("prompt", _shown(s)) | size("receipts", " ".join(x.paper for x in s.lines))
    told |= {"no receipt": sum(not x.receipt for x in s.lines), "earlier": len(s.earlier)}
    return told | {"foreign": sum(x.currency != s.currency for x in s.lines), "claimed": s.total}


def _secrets(tier: Tier, scenarios: Sequence[Claim]) -> dict[str, Secret]:
    right = [frozenset([s.truth.decision]) for s in scenarios]
    return {"the decision": Secret(list(map(_features, scenarios)), right)}


GRADING = Grading(
    rubric=RUBRIC,
    fault=fault,
    prose="reply",
    blank=json.dumps({"decision": "ask", "amount": 0, "clauses": [], "reply": ""}),
    action_types=RANKS,
    action_type=lambda action: action.decision,
    policies=_POLICIES,
    variants=Variants(FILLER, _plain, _wrong, _defects, _rewordings),
    features=_features,
    secrets=_secrets,
)
