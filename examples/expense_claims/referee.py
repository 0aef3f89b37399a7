"""The referee: settles the claim anew from its lines and dates, and reads the reply as a promise.

It never looks at the truth. In the reply it knows figures and roots of words, sentence by sentence.
"""

import re
from collections.abc import Iterator

from examples.expense_claims.models import Claim, ClaimAction

RANKS = APPROVE, CUT, ASK, REFUSE = ("approve", "cut", "ask", "refuse")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[;\n]+")
_GIVING = re.compile(r"\b(pa(y|id)|reimb|refund|transf|approv|accept|cover)")
_HEDGED = re.compile(r"\b(no|not|cannot|nothing|refus|declin|reject|until|once|when|if|after)|n't")
_WHOLE = re.compile(r"\bclaim\b.*\b(not|refus\w+|declin\w+|reject\w+)\b")


def fault(s: Claim, action: ClaimAction) -> str | None:
    """What is wrong with the outcome, or None."""
    found = list(_objections(s))
    rank = max((rank for rank, _, _ in found), key=RANKS.index, default=APPROVE)
    owed = s.total - sum(off for _, _, off in found) if rank in (APPROVE, CUT) else 0
    rules = {rule for its, rule, _ in found if its == rank} or {"order"}
    if (action.decision, round(100 * action.amount)) != (rank, owed):
        return f"the claim calls for {rank} and {s.money(owed)}"
    if set(action.clauses) != set(map(s.number, rules)):
        return f"it rests on the rules on {', '.join(sorted(rules))}"
    sentences = _SENTENCE.split(action.reply.lower())
    return next(filter(None, (_broken(s, rank, owed, one) for one in sentences)), None)


def _objections(s: Claim) -> Iterator[tuple[str, str, int]]:
    """(what follows, under which rule, what comes off) of everything that is wrong."""
    if (s.handed_in - s.last).days > s.days:
        yield REFUSE, "late", 0
    if s.approved >= s.first:
        yield REFUSE, "approval", 0
    for line in s.lines:
        if not line.receipt and line.claimed > s.no_receipt:
            yield ASK, "receipt", 0
        if line.settles > s.handed_in:
            yield ASK, "tentative", 0
        worth = line.total * s.rate // 1_000 if line.currency == s.foreign else line.total
        if line.receipt in s.earlier:
            yield CUT, "duplicate", line.claimed
        elif not s.first <= line.day <= s.last:
            yield CUT, "dates", line.claimed
        elif line.nights and line.claimed > line.nights * s.night:
            yield CUT, "nights", line.claimed - line.nights * s.night
        elif line.receipt and (over := line.claimed - (worth - line.alcohol)) > 0:
            yield CUT, "alcohol" if line.alcohol else "currency", over


def _broken(s: Claim, rank: str, owed: int, sentence: str) -> str | None:
    """What the employee would read into a sentence that does not happen."""
    figures = re.findall(rf"{s.currency.lower()}\s*(\d[\d,]*(?:\.\d\d)?)", sentence)
    sums = {round(100 * float(one.replace(",", ""))) for one in figures}
    gives = _GIVING.search(sentence) and not _HEDGED.search(sentence)
    if gives and (owed not in sums if sums else not owed and "claim" in sentence):
        return "the reply promises what is not paid"
    if rank != REFUSE and _WHOLE.search(sentence) and not sums:
        return "the reply turns the claim down"
    if rank != ASK and "receipt" in sentence and "please" in sentence:
        return "the reply asks for something"
    return None
