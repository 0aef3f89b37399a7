"""Token-level credit: a field of the action gets an advantage of its own.

GRPO gives every token of a completion the same advantage. So a stated confidence is credited for
the answer beside it: low confidence, which goes with wrong answers, is unlearned although it is
right there. Here the field's tokens are credited with what the field alone did: the total, minus
the mean of the totals that the same completion would have with each of the group's values of the
field. That is the counterfactual baseline of Foerster et al., "COMA" (2018), with the group's
values as samples from the policy. Where advantages are not scaled, the other tokens are credited
with that mean alone: they did not choose the value.
"""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from statistics import fmean

from torch import Tensor

from graders import Grade

MIN_SPREAD = 1e-6
"""The smallest spread that gains are divided by."""
Judge = Callable[[str], Grade]
"""The grade of a completion on a scenario, given its text."""
Decode = Callable[[Sequence[int]], str]
"""The text that token ids stand for."""


def number_span(text: str, field: str) -> tuple[int, int] | None:
    """Where the number of a field is in a JSON text, as (start, end); None if it is not there."""
    match = re.search(rf'(?<!\\)"{re.escape(field)}"\s*:\s*(-?\d[\d.eE+-]*)', text)
    return match.span(1) if match else None


def counterfactual(judge: Judge, texts: Sequence[str], field: str) -> list[float | None]:
    """What each completion of a group gains from its own number, over the mean of the group's.

    None for a completion that cannot be read: its number is credited like the rest of it.
    """
    spans = [number_span(text, field) if judge(text).action else None for text in texts]
    numbers = [text[slice(*span)] for text, span in zip(texts, spans, strict=True) if span]

    def gain(text: str, start: int, end: int) -> float:
        others = fmean(judge(text[:start] + number + text[end:]).total for number in numbers)
        return judge(text).total - others

    return [gain(text, *span) if span else None for text, span in zip(texts, spans, strict=True)]


def without_gains(advantages: Tensor, gains: Sequence[float | None], size: int) -> Tensor:
    """The unscaled advantages (completions,) in groups of `size`, if each completion's total were
    its mean over the group's numbers: what a number gained is not credited to the rest as well."""
    gained = advantages.new_tensor([gain or 0.0 for gain in gains]).view(-1, size)
    return advantages - (gained - gained.mean(1, keepdim=True)).flatten()


def token_slice(span: tuple[int, int], ids: Sequence[int], decode: Decode) -> slice:
    """The slice of a completion's tokens that covers the characters of a span."""
    counts, (start, end) = range(len(ids) + 1), span
    first = bisect_right(counts, start, key=lambda n: len(decode(ids[:n]))) - 1
    last = bisect_right(counts, end - 1, key=lambda n: len(decode(ids[:n])))
    return slice(first, last)


def token_advantages(
    advantages: Tensor,
    gains: Sequence[float | None],
    texts: Sequence[str],
    ids: Tensor,
    field: str,
    decode: Decode,
    scale: float = 1.0,
) -> Tensor:
    """The advantages (completions,), spread over the tokens `ids` (completions, tokens).

    The tokens of the field's number get what the number gained, with a root mean square of `scale`
    over the batch: 1 where the other advantages are scaled, else theirs, so that neither drowns the
    other.
    """
    mean_square = fmean([gain**2 for gain in gains if gain is not None] or [0.0])
    spread = max(math.sqrt(mean_square), MIN_SPREAD)
    credited = advantages[:, None].repeat(1, ids.shape[1])
    for row, (text, gain) in enumerate(zip(texts, gains, strict=True)):
        if gain is not None and (span := number_span(text, field)):
            credited[row, token_slice(span, ids[row].tolist(), decode)] = scale * gain / spread
    return credited
