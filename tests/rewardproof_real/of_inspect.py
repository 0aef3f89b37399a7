"""Inspect's scorers for text, a pattern and choices, on questions as its examples have them."""

from collections.abc import Iterator

from inspect_ai.scorer import choice, includes, match, pattern

from tests.rewardproof_real.entry import Real

CAPITALS = [
    ("What is the capital of Australia?", "Canberra"),
    ("What is the capital of Brazil?", "Brasilia"),
    ("What is the capital of Canada?", "Ottawa"),
    ("What is the capital of Turkey?", "Ankara"),
    ("What is the capital of Morocco?", "Rabat"),
    ("What is the capital of New Zealand?", "Wellington"),
    ("What is the capital of Nigeria?", "Abuja"),
    ("What is the capital of Kazakhstan?", "Astana"),
]
SUMS = [
    ("A crate holds 12 rows of 15 oranges; 7 are rotten. How many are good?", "173"),
    ("A train covers 85 km each hour. How far does it go in 14 hours?", "1190"),
    ("Six notebooks cost 4 euros each. What change is there from 50 euros?", "26"),
    ("A printer makes 35 pages a minute. How long does it take for 1260 pages?", "36"),
    ("A bakery sells 48 rolls and half as many again. How many are that?", "72"),
    ("How many minutes are there in 11 hours?", "660"),
]
CHOICES = [
    ("Which planet is the largest?", ["Mars", "Jupiter", "Earth", "Venus"], "B"),
    ("Which gas do plants take in?", ["oxygen", "nitrogen", "carbon dioxide", "helium"], "C"),
    ("Which is a prime number?", ["91", "57", "51", "53"], "D"),
    ("Who wrote Persuasion?", ["Austen", "Bronte", "Eliot", "Woolf"], "A"),
    ("Which metal is liquid at room temperature?", ["tin", "mercury", "lead", "zinc"], "B"),
    ("Which sea is the saltiest?", ["Baltic", "Black", "Dead", "North"], "C"),
]
_LINE = "{} Think first; the last line is ANSWER: and the answer."
ANSWERED = "I have thought about it.\nANSWER: {target}"


def rewards() -> Iterator[Real]:
    """Scorers with their defaults, but for the pattern, which has none."""
    capitals = [{"input": _LINE.format(asked), "target": right} for asked, right in CAPITALS]
    sums = [{"input": _LINE.format(asked), "target": right} for asked, right in SUMS]
    chosen = [
        {"input": asked, "choices": choices, "target": right} for asked, choices, right in CHOICES
    ]
    yield Real("match()", match(), capitals, ANSWERED)
    yield Real("match(numeric=True)", match(numeric=True), sums, ANSWERED)
    yield Real("includes()", includes(), capitals, ANSWERED)
    yield Real("pattern(ANSWER: ...)", pattern(r"ANSWER:\s*(\S+)\s*$"), sums, ANSWERED)
    yield Real("choice()", choice(), chosen, "ANSWER: {target}")
