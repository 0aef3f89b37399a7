"""Claims by number: scenario(seed, tier, split) -> Claim.

Every line is of a kind that a clause may object to, and is drawn with the objection or as its
harmless twin: a hotel over the limit of all nights or of one, a dinner whose wine is claimed or
was taken off, a receipt paid before or one over the same amount. So the shape of a claim tells
nothing of the decision. Decisions are dealt, a quarter each; in hard two things are wrong at once.
"""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import yaml

from desks import Split, Tier, Voices
from desks.desk import deal, half, stream
from examples.expense_claims.models import Claim, Line, Truth

WORDS = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))
CUTS = ("nights", "alcohol", "dates", "currency", "duplicate")
ASKS, REFUSALS = ("receipt", "tentative"), ("late", "approval")
OBJECTIONS = {"approve": (), "cut": CUTS, "ask": ASKS, "refuse": REFUSALS}
#: How many lines a claim has, one of them of a kind to ask about, and how many kinds of cuts.
SIZES: dict[Tier, tuple[int, int]] = {"easy": (2, 3), "medium": (3, 5), "hard": (4, 5)}
Pick = Callable[[str], str]


def scenario(seed: int, tier: Tier, split: Split, voices: Voices = "all") -> Claim:
    """The claim of that number, in the one voice there is."""
    decision = deal(tuple(OBJECTIONS), seed, "expense_claims", split, tier)
    draw = stream("expense_claims", split, tier, seed)

    def pick(name: str) -> str:
        return draw.choice(half(WORDS[name], split))

    known = (*ASKS, *CUTS[: SIZES[tier][1]])
    kinds = [draw.choice(ASKS), *draw.sample(known[2:], SIZES[tier][0] - 1)]
    draw.shuffle(kinds)
    wrong = [x for x in (*kinds, *REFUSALS) if x in OBJECTIONS[decision]]
    wrong = [draw.choice(wrong)] if wrong else []
    if wrong and tier == "hard":  # and another, which decides nothing, or as much
        rest = [x for x in kinds if x not in wrong and (decision == "refuse" or x in CUTS)]
        wrong.append(draw.choice(rest))
    told = {"seed": seed, "tier": tier, "split": split, "voices": voices}
    told |= _claim(draw, pick, wrong)
    page = _page(draw, pick, told, ["order", *known, *REFUSALS])
    drawn = [_line(draw, pick, kind, kind in wrong, told) for kind in kinds]
    lines = tuple(Line(id=f"L{n}", **line) for n, (line, _) in enumerate(drawn, 1))
    deciding = [kind for kind in wrong if kind in OBJECTIONS[decision]]
    off = [off if kind in deciding else 0 for kind, (_, off) in zip(kinds, drawn, strict=True)]
    paid = sum(line.claimed for line in lines) - sum(off)
    truth = Truth(
        decision=decision,
        amount=paid if decision in ("approve", "cut") else 0,
        clauses=tuple(page[one].split()[0] for one in deciding or ["order"]),
        lines=tuple(line.id for line, struck in zip(lines, off, strict=True) if struck),
    )
    earlier = {  # payments of the same amounts: the number tells whether for the same receipt
        f"R-{int(line.receipt[2:]) + (kind not in wrong or kind != 'duplicate')}": line.claimed
        for line, kind in zip(lines, kinds, strict=True)
        if tier != "easy" and kind in ("duplicate", "alcohol", "currency")
    }
    told["situation"] = "_".join([decision, *wrong]) if wrong else "nothing_wrong"
    return Claim(**told, page=page, lines=lines, earlier=earlier, truth=truth)


def _claim(draw: Random, pick: Pick, wrong: list[str]) -> dict[str, Any]:
    """What holds for a claim as a whole: the policy's numbers, who it is by, its dates."""
    currency, foreign = draw.choice(("EUR SEK", "GBP DKK", "CHF PLN", "USD NOK")).split()
    told = {"currency": currency, "foreign": foreign, "rate": draw.randint(80, 130)}
    told |= {"night": 500 * draw.randint(16, 30), "no_receipt": 500 * draw.randint(4, 10)}
    days, first = draw.randint(20, 60), date(2026, 2, 2) + timedelta(draw.randrange(250))
    after = days + draw.randint(1, 15) if "late" in wrong else draw.randint(6, days)
    last = first + timedelta(draw.randint(2, 4))
    before = draw.randint(-2, 0) if "approval" in wrong else draw.randint(1, 20)
    told |= {"days": days, "first": first, "last": last, "approved": first - timedelta(before)}
    told |= {"handed_in": last + timedelta(after), "city": pick("cities"), "note": pick("notes")}
    name = f"{pick('first_names')} {pick('surnames')}"
    return told | {"company": pick("companies"), "employee": name}


def _page(draw: Random, pick: Pick, told: dict[str, Any], rules: list[str]) -> dict[str, str]:
    """The policy, its clauses in any order and under any numbers."""
    shown = {k: f"{told['currency']} {told[k] / 100:.2f}" for k in ("night", "no_receipt")}
    shown = told | shown | {"rate": f"{told['rate'] / 1_000:.3f}"}
    draw.shuffle(rules)
    section = draw.randint(1, 9)
    return {x: f"{section}.{n} {pick(x).format_map(shown)}" for n, x in enumerate(rules, 1)}


def _line(
    draw: Random, pick: Pick, kind: str, bad: bool, told: dict[str, Any]
) -> tuple[dict[str, Any], int]:
    """A line of a kind, and what is taken off or asked for where it is bad."""
    first, last, nights = told["first"], told["last"], (told["last"] - told["first"]).days
    number, day = f"R-{draw.randint(1_000, 9_998)}", first + timedelta(draw.randint(0, nights))
    what, paper, status, late = pick("others"), pick("papers"), pick("settled"), None
    off = claimed = total = 10 * draw.randint(90, 900)
    currency, alcohol, limit = told["currency"], 0, nights * told["night"]
    if kind == "nights":
        off, day, what = 10 * draw.randint(60, 600), last, f"hotel, {nights} nights"
        within = 10 * draw.randint(told["night"] // 10 + 1, limit // 10)
        claimed = total = limit + off if bad else within
    elif kind == "alcohol":
        off = alcohol = 10 * draw.randint(80, 400)
        total, what = alcohol * draw.randint(3, 6) + total, f"dinner for {draw.randint(2, 6)}"
        claimed, paper = total - off * (not bad), f"{paper} with {pick('drinks')} {off / 100:.2f}"
    elif kind == "currency":
        currency, off, total = told["foreign"], 10 * draw.randint(5, 60), draw.randint(2, 9) * 9_000
        claimed = total * told["rate"] // 1_000 + off * bad
    elif kind == "dates":
        away = timedelta(draw.randint(1, 3) * bad)
        day = draw.choice([first - away, last + away])
    elif kind == "receipt":
        number, least = "", told["no_receipt"] // 10
        claimed = 10 * (draw.randint(least + 1, 3 * least) if bad else draw.randint(60, least))
    elif kind == "tentative":
        paper, status = pick("bookings"), pick("open" if bad else "settled")
        late = told["handed_in"] + timedelta(draw.randint(2, 20)) if bad else None
    paper = f"{number} over {currency} {total / 100:,.2f} ({paper}, {status} {late or day})"
    line = {"what": f"{what}, {pick('merchants')}", "day": day, "claimed": claimed, "total": total}
    line |= {"receipt": number, "currency": currency, "alcohol": alcohol, "settles": late or day}
    line["nights"] = nights if kind == "nights" else 0
    return line | {"paper": paper if number else "no receipt"}, off
