"""Which tokens earned what: a field of the action that has an advantage of its own.

GRPO gives every token of a completion the advantage of the whole. A confidence is then paid for the
answer that it stands beside: a low one, which stands beside wrong answers, is unlearned, although
it is what is owed there. So the tokens of such a field are credited by what the field alone did:
the total, less the mean of the totals that the same completion would have with the values that its
group gave the field. That is the counterfactual baseline of Foerster et al., "COMA" (2018), with
the group's values as draws from the policy.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from statistics import fmean

from torch import Tensor

from graders import Grade

LEAST = 1e-6
"""A smaller spread is none."""
Judge = Callable[[str], Grade]
"""The grade of a completion on a scenario, given its text."""
Decode = Callable[[Sequence[int]], str]
"""The text that token ids stand for."""


def number_span(text: str, field: str) -> tuple[int, int] | None:
    """Where in a JSON object the number of a field stands, as (start, end) in characters."""
    found = re.search(rf'(?<!\\)"{re.escape(field)}"\s*:\s*(-?\d[\d.eE+-]*)', text)
    return found.span(1) if found else None


def counterfactual(judge: Judge, texts: Sequence[str], field: str) -> list[float | None]:
    """What a field's number gained each completion of a group, over the group's other numbers.

    None for a completion that cannot be read: its number is blamed like the rest of it.
    """
    spans = [number_span(text, field) if judge(text).action else None for text in texts]
    numbers = [text[slice(*span)] for text, span in zip(texts, spans, strict=True) if span]

    def gain(text: str, start: int, end: int) -> float:
        others = fmean(judge(text[:start] + number + text[end:]).total for number in numbers)
        return judge(text).total - others

    return [gain(text, *span) if span else None for text, span in zip(texts, spans, strict=True)]


def tokens_of(span: tuple[int, int], ids: Sequence[int], decode: Decode) -> slice:
    """Which of a completion's tokens write the characters of a span."""
    counts, (start, end) = range(len(ids) + 1), span
    first = bisect_right(counts, start, key=lambda n: len(decode(ids[:n]))) - 1
    last = bisect_right(counts, end - 1, key=lambda n: len(decode(ids[:n])))
    return slice(first, last)


def by_token(
    advantages: Tensor,
    gains: Sequence[float | None],
    texts: Sequence[str],
    ids: Tensor,
    field: str,
    decode: Decode,
) -> Tensor:
    """The advantages (completions,) for each of the tokens `ids` (completions, tokens).

    Where a field's number is written it is what the number gained, scaled to a spread of 1 over the
    batch, as the others' are over a group.
    """
    spread = math.sqrt(fmean([gain**2 for gain in gains if gain is not None] or [0.0]))
    credited = advantages[:, None].repeat(1, ids.shape[1])
    for row, (text, gain) in enumerate(zip(texts, gains, strict=True)):
        if gain is not None and (span := number_span(text, field)):
            credited[row, tokens_of(span, ids[row].tolist(), decode)] = gain / max(spread, LEAST)
    return credited
