"""What each place in an IT-triage prompt says, as training labels on the prompt's own tokens.

Trained on completions alone, a small model learns the format and never which article applies. So
during its warm start, auxiliary heads must predict: at a word of the ticket, whether it was looked
for in vain; at a word of a sign, whether the ticket has it; at "Fix:", whether product, version and
sign fit; at the end, how many articles apply and how sure one can be of that. None of this is put
into the prompt, and the heads are not part of the model.
"""

from collections.abc import Iterator

from desks.it_triage.models import TriageScenario
from training.pocket.demonstrations.doubts import certainty
from training.pocket.demonstrations.words import WORD
from training.pocket.lessons import Label, Question
from training.pocket.lessons.it_triage.layout import Layout, ShownPassage
from training.pocket.tokens import ASSISTANT, PLAN

FIFTHS = 6
"""Classes for the share of a sign that the ticket has, from none to all."""
STEPS = 20
"""Classes for a confidence."""

QUESTIONS: dict[str, Question] = {
    "in_vain": Question(2, 2),
    "word_told": Question(2, 4),
    "product_told": Question(2, 4),
    "version_told": Question(2, 4),
    "fits_product": Question(2, 6),
    "fits_version": Question(2, 6),
    "sign_told": Question(2, 6),
    "overlap": Question(FIFTHS, 6),
    "applies": Question(2, 6),
    "applying": Question(3, 8),
    "certainty": Question(STEPS, 8),
}


def in_prompt(s: TriageScenario, text: str, layout: Layout) -> Iterator[Label]:
    """All labels of a rendered prompt."""
    for word in WORD.finditer(text, *layout.ticket):
        inside = any(start <= word.start() < end for start, end in layout.in_vain)
        yield Label(word.end() - 1, "in_vain", inside)
    for passage in layout.passages:
        yield from _passage(passage, passage.article.id in s.truth.gold)
    answer = layout.plan + len(PLAN)
    yield Label(answer + len(ASSISTANT) - 1, "applying", len(s.truth.gold))
    yield Label(answer + len(ASSISTANT) - 1, "certainty", round(certainty(s) * (STEPS - 1)))


def _passage(passage: ShownPassage, applies: bool) -> Iterator[Label]:
    for at, place in passage.words.items():
        yield Label(at, "word_told", place is not None)
    product, version = (one is not None for one in (passage.product_told, passage.version_told))
    yield Label(passage.product_end, "product_told", product)
    yield Label(passage.version_end, "version_told", version)
    yield Label(passage.fix_at, "fits_product", product)
    yield Label(passage.fix_at, "fits_version", version)
    yield Label(passage.fix_at, "sign_told", passage.sign_told)
    yield Label(passage.fix_at, "overlap", round(passage.overlap * (FIFTHS - 1)))
    yield Label(passage.fix_at, "applies", applies)
