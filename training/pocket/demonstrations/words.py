"""Words as a reader of tickets counts them: by stem, without those that carry no evidence."""

import re

WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
"""Words and numbers, also inside names such as Add-PrinterDriver."""
_ENDING = re.compile(r"(?<=[a-z]{4})(?:ing|ed|es|er|e|s|d)$")


def stem(word: str) -> str:
    """A word in lower case without its ending, so that "asked" and "asks" are equal."""
    return _ENDING.sub("", word.lower())


def stems(text: str) -> set[str]:
    """The stems of a text's words that carry evidence."""
    return {stem(found) for found in WORD.findall(text)} - COMMON


# fmt: off
COMMON = frozenset(map(stem, """
a about after again all also although an and any are as at be been before but by can cannot did do
does for from had has have he her his how if in into is it its just like me my no not nothing of on
one only or other our out over own same she should since so some such than that the their them then
there these they this those to under until up us was we were what when where which while who why
will with without would yes yet you your
""".split()))
"""Words that carry no evidence."""
