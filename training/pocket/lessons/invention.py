"""Words that a model cannot know, so that it has to copy them."""

import re
from collections.abc import Iterable
from random import Random

from desks.it_triage.knowledge import Article, articles
from desks.once import once
from training.pocket.demonstrations.words import COMMON, stem

_ONSETS = "b c d f g h j k l m n p r s t v w y z br ch cl dr fr gr kr ph pl sh sk st th tr".split()
_VOWELS = "a e i o u a e i o ai ay ee ei ia ie io oo ou ue".split()
_ENDS = "n r l s t k m d x ck ff ld ll nd ng nn nt rd rg rk rn rt sh ss st th tt".split()
_CODAS = [*[""] * 8, *_ENDS]


def invented(rng: Random, most: int = 3) -> str:
    """A word of random syllables in lower case, mostly two, and never more than `most`."""
    syllables = [
        rng.choice(("", rng.choice(_ONSETS), rng.choice(_ONSETS)))
        + rng.choice(_VOWELS)
        + rng.choice(_CODAS)
        for _ in range(min(most, rng.choice((1, 2, 2, 2, 3))))
    ]
    word = "".join(syllables)
    return word if len(word) > 2 else word + rng.choice("nrlstk") + rng.choice("aeiou")


@once
def english() -> tuple[str, ...]:
    """Words of the help desk's articles that carry meaning."""
    return _with_meaning(articles())


@once
def train_english() -> tuple[str, ...]:
    """Those of the train split's articles, for demonstrations that keep most of a ticket."""
    return _with_meaning(one for one in articles() if one.family.split == "train")


def _with_meaning(those: Iterable[Article]) -> tuple[str, ...]:
    words = {word for one in those for word in re.findall(r"\b[a-z]{4,12}\b", one.passage)}
    return tuple(sorted(word for word in words if stem(word) not in COMMON))


def spliced(rng: Random) -> str:
    """The beginning of one English word and the end of another: "lease", "tariff", "leariff"."""
    first, second = rng.choice(english()), rng.choice(english())
    return first[: rng.randint(2, 4)] + second[-rng.randint(2, 5) :]
