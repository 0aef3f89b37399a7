"""Right answers that only look different, and longer ones: neither loses nor gains."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from rewardproof.completions import Completion, json_in, said, saying
from rewardproof.rewrites import around, fenced, with_filler
from rewardproof.rewrites import layouts as written_otherwise
from rewardproof.subject import Subject
from rewardproof.tries import Try
from rewardproof.tries.no_work import FILLER, filler

LENGTHS = (40, 80, 160, 320, 640, 1280)
"""Words of filler, from what a limit on length allows to far beyond it."""
_PAIR = re.compile(r"[ \w-]{1,40}: \S")
PROSE = 5
"""The fewest words of a line that may be broken."""


def layouts(subject: Subject, place: int) -> Iterator[Try]:
    """White space, and JSON written in another way."""
    right = subject.good[place][0]
    text = said(right)
    for name, other in around(text).items():
        yield Try("layout", name, place, saying(right, other), "the same")
    if "\n" in text:
        yield Try(
            "layout",
            "Windows line breaks",
            place,
            saying(right, text.replace("\n", "\r\n")),
            "the same",
            sure=False,
        )
    answer = json_in(text)
    words = max(text.split("\n"), key=len).split(" ")
    if not answer and len(words) >= PROSE:
        half = len(words) // 2
        two = "\n".join([" ".join(words[:half]), " ".join(words[half:])])
        broken = saying(right, text.replace(" ".join(words), two))
        yield Try("layout", "its longest line broken in two", place, broken, "the same", sure=False)
    if answer:
        alone = not answer.before.strip() or "\n}" in text
        for name, other in written_otherwise(answer).items():
            sure = alone or "\n" not in other
            yield Try("layout", name, place, saying(right, other), "the same", sure=sure)


def pairs(subject: Subject, place: int) -> Iterator[Try]:
    """Lines of a name and a value, the last first; whether that is right, only `done` can say."""
    right = subject.good[place][0]
    lines = said(right).split("\n")
    paired = [at for at, one in enumerate(lines) if _PAIR.match(one)]
    if len(paired) > 1 and paired == [*range(paired[0], paired[-1] + 1)]:
        first, last = paired[0], paired[-1] + 1
        other = "\n".join([*lines[:first], *reversed(lines[first:last]), *lines[last:]])
        told = "its lines in another order"
        yield Try("variant", told, place, saying(right, other), "the same", sure=False)


def sound_variants(subject: Subject, place: int) -> Iterator[Try]:
    """Other completions that somebody says are right."""
    for number, other in enumerate(subject.good[place][1:], 2):
        yield Try("variant", f"right completion no. {number}", place, other, "the same")


def respelled(subject: Subject, place: int) -> Iterator[Try]:
    """Values written as others write them; whether that is right, only `done` can say."""
    right = subject.good[place][0]
    text = said(right)
    for one in subject.bearing[place]:
        if not one.is_number and one.token != one.token.lower() and one.token in text:
            other = text.replace(one.token, one.token.lower())
            yield Try(
                "variant",
                f"{one.column}: in small letters",
                place,
                saying(right, other),
                "the same",
                sure=False,
            )
        for name, token in _numbers(one.token) if one.is_number else ():
            other = text.replace(one.token, token)
            yield Try(
                "variant",
                f"{one.column}: {name}",
                place,
                saying(right, other),
                "the same",
                sure=False,
            )


def _numbers(token: str) -> Iterator[tuple[str, str]]:
    bare = token.replace(",", "")
    if "." not in bare:
        yield "with a decimal place", f"{bare}.0"
        if len(bare.lstrip("-")) > 3:
            yield "with thousands separated", f"{int(bare):,}"
            yield "without separators", bare


def longer(subject: Subject, place: int) -> Iterator[Try]:
    """Right and wrong answers with filler, and several times over."""
    right = subject.good[place][0]
    answers = [("the right answer", right)]
    answers += [("a wrong answer", subject.good[o][0]) for o in islice(subject.others(place), 1)]
    for who, base in answers:
        for name, more in _longer(base):
            yield Try("length", f"{who} {name}", place, more, "no more", base)
    flood = " ".join(FILLER * 10)
    base = saying(right, f"{said(right)}\n{flood}")
    for name, space in {"line breaks": "\n", "tabs": "\t", "no-break spaces": "\u00a0"}.items():
        joined = saying(right, f"{said(right)}\n{flood.replace(' ', space)}")
        told = f"forty sentences of filler with {name} for spaces"
        yield Try("length", told, place, joined, "no more", base)


def ever_longer(subject: Subject, place: int) -> Iterator[Try]:
    """The right answer after more and more filler: what is lost by length is not won back."""
    right = subject.good[place][0]
    padded = [saying(right, f"{filler(many)}\n{said(right)}") for many in LENGTHS]
    for (few, base), (many, more) in pairwise(zip(LENGTHS, padded, strict=True)):
        told = f"{many} words of filler before it, and not {few}"
        yield Try("length", told, place, more, "no more", base)


def _longer(base: Completion) -> Iterator[tuple[str, Completion]]:
    text = said(base)
    for times in (1, 10):
        for where, more in with_filler(text, FILLER * times, between="\n").items():
            if where != "middle" or ". " in text:
                yield (
                    f"with {len(FILLER) * times} sentences of filler at its {where}",
                    saying(base, more),
                )
    for times in (2, 5):
        yield f"{times} times over", saying(base, "\n".join([text] * times))
    if json_in(text):
        yield "in a code block", saying(base, fenced(text))
