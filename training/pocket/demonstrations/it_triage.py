"""Scripted answers to IT tickets, of mixed quality; only for the train split.

`excellent` knows the hidden truth and does the work; most of the others leave some of it undone.
Their stated confidence is informative all the same: a policy that guesses mostly knows that it
does. Each policy is (rng, scenario) -> completion.
"""

from collections.abc import Sequence
from random import Random

from desks.it_triage.models import Passage, TriageScenario
from graders.it_triage.policies import answer, shared_words
from training.pocket.demonstrations.doubts import article_of, certainty
from training.pocket.lessons import Shares

_STOCK = (
    "Thank you for your ticket. We will look into it and come back to you.",
    "Thank you for your ticket. Please restart the service and try again.",
    "Thank you for the details. Please check the settings and the logs once more.",
    "Thank you for your ticket. Please apply the latest update first.",
)
_PROSE = ("I will read the articles first.", "Let me check.", "Noted, thank you.")


def excellent(rng: Random, s: TriageScenario) -> str:
    """Cites what applies, quotes its fix, and is as sure as the passages allow."""
    return _answer(s, s.applying, certainty(s))


def under_confident(rng: Random, s: TriageScenario) -> str:
    """The same work, stated with little confidence."""
    return _answer(s, s.applying, _between(rng, 0.05, 0.3))


def over_confident(rng: Random, s: TriageScenario) -> str:
    """Cites the passage that shares most words with the ticket, and is certain."""
    return _answer(s, [max(s.passages, key=lambda one: shared_words(s, one.text))], 1.0)


def careless(rng: Random, s: TriageScenario) -> str:
    """Quotes an article that does not apply, and suspects so."""
    others = [one for one in s.passages if one not in s.applying]
    return _answer(s, [rng.choice(others or s.passages)], _between(rng, 0.05, 0.4))


def half_done(rng: Random, s: TriageScenario) -> str:
    """Cites what applies but breaks off in the middle of the fix; of two faults it treats one."""
    right = s.applying
    if len(right) == 2:
        return _answer(s, [rng.choice(right)], _between(rng, 0.1, 0.4))
    words = _words(s, right).split()
    text = " ".join(words[: max(3, len(words) // 3)])
    return _answer(s, right, _between(rng, 0.05, 0.3), text)


def cite_everything(rng: Random, s: TriageScenario) -> str:
    """Cites all passages shown, and quotes one of them."""
    text = rng.choice(s.passages).fix
    return _answer(s, s.passages, _between(rng, 0.05, 0.4), text)


def escalating(rng: Random, s: TriageScenario) -> str:
    """Escalates every ticket."""
    return _answer(s, [], _between(rng, 0.1, 0.5))


def rambling(rng: Random, s: TriageScenario) -> str:
    """Cites what applies, or nothing, and writes only stock phrases."""
    text = rng.choice(_STOCK)
    return _answer(s, s.applying, _between(rng, 0.05, 0.3), text)


def malformed(rng: Random, s: TriageScenario) -> str:
    """Prose instead of JSON, before it, or JSON that breaks off."""
    whole, prose = excellent(rng, s), rng.choice(_PROSE)
    return rng.choice((prose, f"{prose} {whole}", whole[: rng.randrange(30, 90)]))


GOOD: Shares = {excellent: 1.0}
"""The answers from which a model first learns to read."""
MIXED: Shares = {
    excellent: 0.28,
    under_confident: 0.05,
    over_confident: 0.04,
    half_done: 0.02,
    careless: 0.09,
    cite_everything: 0.04,
    escalating: 0.04,
    rambling: 0.41,
    malformed: 0.03,
}
"""The answers that shape the final base: it does the work at times, and has room to improve. Stock
phrases are the most common, so that greedy decoding has room to improve as well."""


# -- the work itself ---


def _answer(
    s: TriageScenario, cited: Sequence[Passage], confidence: float, text: str | None = None
) -> str:
    """Cites these passages, in the words of their fixes unless others are given."""
    words = _words(s, cited) if text is None else text
    return answer([one.id for one in cited], words, confidence, escalate=not cited)


def _words(s: TriageScenario, cited: Sequence[Passage]) -> str:
    return " ".join(one.fix for one in cited) or _hand_over(s)


def _hand_over(s: TriageScenario) -> str:
    """What to say if no article applies, with the ticket's products and versions."""
    if s.truth.gold:
        cases = [article_of(one).case for one in s.truth.gold]
        systems = [f"{case.product} {case.version}" for case in cases]
    else:
        systems = [" ".join(pair) for pair in zip(*[iter(s.truth.facts)] * 2, strict=False)]
    return f"No article covers {' or '.join(systems)} with this sign; escalated."


def _between(rng: Random, low: float, high: float) -> float:
    return round(rng.uniform(low, high) * 20) / 20
