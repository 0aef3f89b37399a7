"""What each place of an IT-triage prompt says, as training labels on the prompt's own tokens.

Trained on completions alone, a small model learns the format and never which article applies. So
during its warm start, throw-away heads must tell: of a word of the ticket, whether it was looked
for in vain; of a word of a sign, whether the ticket has it; at "Fix:", whether product, version and
sign fit; at the end, how many articles apply and how sure one can be of that. None of this is put
into the prompt, and the heads are not part of the model.
"""

from collections.abc import Iterator

from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.doubts import certainty
from training.pocket.demonstrations.words import WORD
from training.pocket.lessons import Kind, Mark
from training.pocket.lessons.it_triage.places import Places, Shown
from training.pocket.tokens import ASSISTANT, PLAN

FIFTHS = 6
"""Classes for the share of a sign that the ticket has, from none to all."""
STEPS = 20
"""Classes for a confidence."""

KINDS: dict[str, Kind] = {
    "in_vain": Kind(2, 2),
    "word_told": Kind(2, 4),
    "product_told": Kind(2, 4),
    "version_told": Kind(2, 4),
    "fits_product": Kind(2, 6),
    "fits_version": Kind(2, 6),
    "sign_told": Kind(2, 6),
    "overlap": Kind(FIFTHS, 6),
    "applies": Kind(2, 6),
    "applying": Kind(3, 8),
    "certainty": Kind(STEPS, 8),
}


def marks(s: TriageScenario, text: str, found: Places) -> Iterator[Mark]:
    """All labels of a rendered prompt."""
    for word in WORD.finditer(text, *found.ticket):
        inside = any(start <= word.start() < end for start, end in found.in_vain)
        yield Mark(word.end() - 1, "in_vain", int(inside))
    for shown in found.shown:
        yield from _passage(shown, shown.article.id in s.truth.gold)
    answer = found.plan + len(PLAN)
    yield Mark(answer + len(ASSISTANT) - 1, "applying", len(s.truth.gold))
    yield Mark(answer + len(ASSISTANT) - 1, "certainty", round(certainty(s) * (STEPS - 1)))


def _passage(shown: Shown, applies: bool) -> Iterator[Mark]:
    for at, place in shown.words.items():
        yield Mark(at, "word_told", int(place is not None))
    product, version = (one is not None for one in (shown.product_told, shown.version_told))
    yield Mark(shown.product_end, "product_told", int(product))
    yield Mark(shown.version_end, "version_told", int(version))
    yield Mark(shown.fix_at, "fits_product", int(product))
    yield Mark(shown.fix_at, "fits_version", int(version))
    yield Mark(shown.fix_at, "sign_told", int(shown.sign_told))
    yield Mark(shown.fix_at, "overlap", round(shown.overlap * (FIFTHS - 1)))
    yield Mark(shown.fix_at, "applies", int(applies))
