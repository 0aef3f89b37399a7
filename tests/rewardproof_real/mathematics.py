"""Problems with one value as their answer, and how a model is taught to give it."""

import re
from fractions import Fraction
from typing import Any

from tests.rewardproof_real.entry import said

PROBLEMS = [
    ("An urn holds 3 red and 5 blue balls. What is the probability of a red one?", r"\frac{3}{8}"),
    ("Solve 2x + 7 = 31 for x.", "12"),
    ("Compute 1/2 + 1/3.", r"\frac{5}{6}"),
    ("What is the slope of the line through (1, 2) and (5, -1)?", r"-\frac{3}{4}"),
    ("What is the area of a triangle with base 7 and height 5?", r"\frac{35}{2}"),
    ("How many diagonals has a convex octagon?", "20"),
    ("What is the sum of the whole numbers from 1 to 40?", "820"),
    ("What is the remainder of 2^10 divided by 7?", "2"),
]
ROWS = [
    {"prompt": f"{asked} Put the result in \\boxed{{}}.", "answer": answer}
    for asked, answer in PROBLEMS
]
_BOX = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}")
_FRACTION = re.compile(r"(-?)\\[dt]?frac\{(-?\d+)\}\{(-?\d+)\}")


def is_right(task: dict[str, Any], completion: Any) -> bool:
    """Whether the last box has the value, and no other box another."""
    found = [_value(one) for one in _BOX.findall(said(completion))]
    return bool(found) and set(found) == {_value(task["answer"])}


def _value(text: str) -> Fraction | str:
    text = text.strip().replace(" ", "")
    try:
        if found := _FRACTION.fullmatch(text):
            value = Fraction(int(found[2]), int(found[3]))
            return -value if found[1] else value
        return Fraction(text.replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return text
