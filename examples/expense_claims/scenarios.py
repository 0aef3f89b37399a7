"""The generator: (seed, tier, split) -> claim.

It picks the situation first, so that each decision is right for a quarter of all claims. Every
amount and date is near a limit, just above it or just below, so that the decision cannot be guessed
from the shape of a claim.
"""

from datetime import date, timedelta
from pathlib import Path
from random import Random

import yaml

from desks import Split, Tier, Voices
from desks.desk import deal, seeded_rng, split_half
from examples.expense_claims.models import Claim, Line, Policy, Truth

WORDS = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))
CURRENCIES = (("EUR", "SEK"), ("GBP", "DKK"), ("CHF", "PLN"), ("USD", "NOK"))
RULES = ("rest", "hotel", "rate", "receipt", "late")
SITUATIONS: dict[Tier, tuple[str, ...]] = {
    "easy": ("approve", "cut hotel", "ask receipt", "refuse late"),
    "medium": ("approve", "cut rate", "ask receipt", "refuse late"),
    "hard": ("approve", "cut hotel rate", "ask receipt hotel rate", "refuse late receipt hotel"),
}
"""The decision, then the broken rules: the first of them decides, except that cuts add up."""


def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> Claim:
    """The claim for that seed; it reads the same in all voices."""
    rng = seeded_rng("expense_claims", split, tier, seed)
    situation = deal(SITUATIONS[tier], seed, "expense_claims", split, tier)
    decision, *broken = situation.split()
    deciding = broken if decision == "cut" else broken[:1]

    policy = _policy(rng, split)
    nights, last = rng.randint(2, 5), date(2026, 2, 2) + timedelta(rng.randrange(250))
    lines, due = _lines(rng, policy, nights, tier, broken)
    margin = rng.randint(1, 15)
    days = policy.days_limit + (margin if "late" in broken else -margin)
    clauses = tuple(policy.number(rule) for rule in deciding or ["rest"])
    amount = due if decision in ("approve", "cut") else 0
    return Claim(
        seed=seed,
        tier=tier,
        split=split,
        voices=voices,
        situation=situation.replace(" ", "_"),
        policy=policy,
        employee=rng.choice(split_half(WORDS["names"], split)),
        nights=nights,
        last=last,
        handed_in=last + timedelta(days),
        lines=tuple(lines),
        truth=Truth(decision=decision, amount=amount, clauses=clauses),
    )


def _policy(rng: Random, split: Split) -> Policy:
    """A policy whose clauses come in random order under random numbers."""
    currency, foreign = rng.choice(CURRENCIES)
    amounts = {
        "rate_of_100": rng.randint(800, 1_300),
        "night_limit": 500 * rng.randint(16, 30),
        "receipt_limit": 500 * rng.randint(4, 20),
    }
    shown = {name: f"{currency} {cents / 100:.2f}" for name, cents in amounts.items()}
    others = {"foreign": foreign, "days_limit": rng.randint(20, 60)}
    section, rules = rng.randint(1, 9), rng.sample(RULES, len(RULES))
    texts = {rule: rng.choice(split_half(WORDS[rule], split)) for rule in rules}
    clauses = {
        rule: f"{section}.{n} {text.format(**shown, **others)}"
        for n, (rule, text) in enumerate(texts.items(), 1)
    }
    return Policy(clauses=clauses, currency=currency, **amounts, **others)


def _lines(
    rng: Random, policy: Policy, nights: int, tier: Tier, broken: list[str]
) -> tuple[list[Line], int]:
    """The lines of a claim, and how much of them is due."""
    limit = nights * policy.night_limit
    hotel = _near(rng, limit, "hotel" in broken)
    lines = [Line(what="hotel", claimed=hotel, receipt=hotel)]
    parking = _near(rng, policy.receipt_limit, "receipt" in broken)
    lines.append(Line(what="parking", claimed=parking))
    due = min(hotel, limit) + parking
    if tier != "easy":
        hundreds = rng.randint(2, 9)
        limit = hundreds * policy.rate_of_100
        train = _near(rng, limit, "rate" in broken)
        lines.append(Line(what="train", claimed=train, receipt=10_000 * hundreds, foreign=True))
        due += min(train, limit)
    rng.shuffle(lines)
    return lines, due


def _near(rng: Random, limit: int, above: bool) -> int:
    """An amount slightly above the limit, or slightly below."""
    margin = rng.randrange(10, 900, 10)
    return limit + margin if above else limit - margin
