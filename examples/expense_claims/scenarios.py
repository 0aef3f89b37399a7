"""Claims by number.

The situation is dealt first, so that each decision is right for a quarter of the claims. What is in
order looks like what is not (a hotel just within the limit, instead of just above it), so that
nothing but reading the claim tells what is right.
"""

from datetime import date, timedelta
from pathlib import Path
from random import Random

import yaml

from desks import Split, Tier, Voices
from desks.desk import deal, half, stream
from examples.expense_claims.models import Claim, Line, Policy, Truth

WORDS = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))
CURRENCIES = (("EUR", "SEK"), ("GBP", "DKK"), ("CHF", "PLN"), ("USD", "NOK"))
RULES = ("rest", "hotel", "rate", "receipt", "late")
SITUATIONS: dict[Tier, tuple[str, ...]] = {
    "easy": ("approve", "cut hotel", "ask receipt", "refuse late"),
    "medium": ("approve", "cut rate", "ask receipt", "refuse late"),
    "hard": ("approve", "cut hotel rate", "ask receipt hotel rate", "refuse late receipt hotel"),
}
"""The decision, and the rules that are broken: the first leads to it, and all of them to a cut."""


def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> Claim:
    """The claim of that number; there is one voice, whichever is asked for."""
    draw = stream("expense_claims", split, tier, seed)
    situation = deal(SITUATIONS[tier], seed, "expense_claims", split, tier)
    decision, *broken = situation.split()
    deciding = (broken if decision == "cut" else broken[:1]) or ["rest"]

    policy = _policy(draw, split)
    nights, last = draw.randint(2, 5), date(2026, 2, 2) + timedelta(draw.randrange(250))
    lines, due = _lines(draw, policy, nights, tier, broken)
    margin = draw.randint(1, 15)
    days = policy.days_limit + (margin if "late" in broken else -margin)
    clauses = tuple(policy.number(rule) for rule in deciding)
    amount = due if decision in ("approve", "cut") else 0
    return Claim(
        seed=seed,
        tier=tier,
        split=split,
        voices=voices,
        situation=situation.replace(" ", "_"),
        policy=policy,
        employee=draw.choice(half(WORDS["names"], split)),
        nights=nights,
        last=last,
        handed_in=last + timedelta(days),
        lines=tuple(lines),
        truth=Truth(decision=decision, amount=amount, clauses=clauses),
    )


def _policy(draw: Random, split: Split) -> Policy:
    """The page: clauses in any order, under any number."""
    currency, foreign = draw.choice(CURRENCIES)
    amounts = {
        "rate_of_100": draw.randint(800, 1_300),
        "night_limit": 500 * draw.randint(16, 30),
        "receipt_limit": 500 * draw.randint(4, 20),
    }
    told = {name: f"{currency} {cents / 100:.2f}" for name, cents in amounts.items()}
    others = {"foreign": foreign, "days_limit": draw.randint(20, 60)}
    section, rules = draw.randint(1, 9), draw.sample(RULES, len(RULES))
    clauses = {
        rule: f"{section}.{n} {draw.choice(half(WORDS[rule], split)).format(**told, **others)}"
        for n, rule in enumerate(rules, 1)
    }
    return Policy(clauses=clauses, currency=currency, **amounts, **others)


def _lines(
    draw: Random, policy: Policy, nights: int, tier: Tier, broken: list[str]
) -> tuple[list[Line], int]:
    """The lines of a claim, and what is due of them."""
    limit = nights * policy.night_limit
    hotel = _near(draw, limit, "hotel" in broken)
    lines = [Line(what="hotel", claimed=hotel, receipt=hotel)]
    parking = _near(draw, policy.receipt_limit, "receipt" in broken)
    lines.append(Line(what="parking", claimed=parking))
    due = min(hotel, limit) + parking
    if tier != "easy":
        hundreds = draw.randint(2, 9)
        limit = hundreds * policy.rate_of_100
        train = _near(draw, limit, "rate" in broken)
        lines.append(Line(what="train", claimed=train, receipt=10_000 * hundreds, foreign=True))
        due += min(train, limit)
    draw.shuffle(lines)
    return lines, due


def _near(draw: Random, limit: int, above: bool) -> int:
    """An amount a little above the limit, or a little below it."""
    margin = draw.randrange(10, 900, 10)
    return limit + margin if above else limit - margin
