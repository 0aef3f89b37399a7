"""Completions that break programs: none may raise an exception, take long or be paid."""

import re
from collections.abc import Iterator
from functools import partial
from random import Random

from rewardproof.completions import (
    everywhere,
    from_json,
    json_in,
    only_saying,
    said,
    saying,
    to_json,
)
from rewardproof.rewrites import malformed
from rewardproof.slips import slipped
from rewardproof.subject import Subject, whole_word
from rewardproof.tries import Try

BROKEN = {
    "an open brace": "{",
    "an open bracket": '[{"a": ',
    "an open tag": "<answer>",
    "an open thought": "<think>I wonder",
    "an open box": "\\boxed{",
    "a closed tag": "</think></answer>",
    "a heading without more": "#### ",
    "a list of nothing": "[null, null]",
    "a number too large": "1e999",
    "no number": "NaN",
    "a number of other digits": "٤٢",
    "a fraction by zero": "1/0",
    "a power": "9**9**9",
    "a text in JSON": '"text"',
    "true": "true",
    "quotes": "\"'\"'",
    "a zero byte": "\x00",
    "half a character": "\ud83d",
    "a format": "%s %d {0} {x}",
    "a pattern": "(.*)+$[a-",
}
SLIPS = 8
"""Texts with slips, for a task."""
_SLOT = re.compile(
    r"(?:<\w+>|\\boxed\{|####|[:=]|\bis\b)[ \t]*([^<>\n]+?)(?=</\w+>|\}|\.?$)", re.MULTILINE
)
"""Where a value stands: in a tag, a box, after a mark or a colon."""
FLOODS = {
    "20,000 letters": "a" * 20_000,
    "20,000 spaces": " " * 20_000,
    "20,000 digits": "1" * 20_000,
    "5,000 braces": "{" * 5_000,
    "5,000 pairs of brackets": "[" * 5_000 + "]" * 5_000,
    "5,000 tags": "<think>" * 5_000,
    "5,000 lines": "a: b\n" * 5_000,
    "3,000 words and no end": "word " * 3_000 + "!",
}
"""Long texts, on which some patterns take a time that grows with the square, or worse."""


def broken(subject: Subject, place: int) -> Iterator[Try]:
    """Texts that end too early, and what no parser expects."""
    right = subject.good[place][0]
    for name, text in BROKEN.items():
        yield Try("broken", name, place, only_saying(right, text), "nothing")
    for one in subject.bearing[place]:
        wrong = everywhere(right, partial(whole_word(one.token).sub, ""))
        told = f"{one.column}: left out"
        says_something = one.is_alone and one.token.strip("0.")
        yield Try("corruption", told, place, wrong, "less", sure=bool(says_something))


def code(subject: Subject, place: int) -> Iterator[Try]:
    """Code in the places where right answers have a value: a reward must not run it."""
    right = subject.good[place][0]
    text, call = said(right), 'print(" ".join(["rewardproof", "canary"]))'
    yield Try("broken", "code", place, only_saying(right, call), "nothing")
    for found in list(_SLOT.finditer(text))[-2:]:
        for name, put in {"code": call, "code after a value": f"{found[1]} and {call}"}.items():
            ran = text[: found.start(1)] + put + text[found.end(1) :]
            yield Try(
                "broken",
                f"{name} in a value's place",
                place,
                saying(right, ran),
                "less",
                sure=False,
            )


def near_json(subject: Subject, place: int) -> Iterator[Try]:
    """The right JSON, malformed, and written with slips: whether a parser may repair it, only
    `done` can say, but none may raise an exception."""
    right = subject.good[place][0]
    answer = json_in(said(right))
    if not answer or not answer.value or answer.before.strip() or answer.after.strip():
        return
    rng, bare = Random(f"slips {place}"), to_json(answer.value)
    texts = malformed(bare)
    texts |= {f"slip no. {n + 1}": slipped(rng, answer.value, answer.value) for n in range(SLIPS)}
    for name, text in texts.items():
        if from_json(text) == answer.value:
            continue  # a slip that left it as it was
        yield Try("near-json", name, place, saying(right, text), "less", sure=False)


def floods(subject: Subject, place: int) -> Iterator[Try]:
    """Long texts, for the first task alone."""
    if place:
        return
    right = subject.good[place][0]
    for name, text in FLOODS.items():
        yield Try("flood", name, place, only_saying(right, text), "nothing")
    answer = json_in(said(right))
    more = said(right) + "\n" + said(right)[-40:] * 500
    yield Try(
        "time", "its end 500 times", place, saying(right, more), "no more", sure=answer is None
    )
