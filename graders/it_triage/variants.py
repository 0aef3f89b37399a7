"""Variants of a ticket's answer: single defects, harmless rewordings, polished wrong answers."""

import re
from collections.abc import Iterator
from typing import Any

from desks.it_triage.models import TriageScenario
from graders.grading import Answer, Variants

FILLER = (
    "It has been quite a week on our side.",
    "We take every report seriously and look at it with care.",
    "There is a lot going on at this time of the year.",
    "The history of cinema is a subject of its own.",
)
_LAST_DIGIT = re.compile(r"\d(?=\D*$)")


def plain(s: TriageScenario, answer: Answer) -> Answer:
    """Everything right, in the articles' own words and with their cautions, at confidence 0."""
    fixes = [passage.fix for passage in s.applying]
    bare = " ".join(fixes) or "; ".join(s.truth.facts)
    return answer | {"resolution": bare, "confidence": 0.0}


# -- wrong, in the best style ---


def wrong(s: TriageScenario, answer: Answer, other: Answer) -> dict[str, Answer]:
    """Well-written answers with a wrong outcome and an honest confidence: 0."""
    found = {"another ticket's answer": other}
    if s.truth.answerable:
        found["hands over what an article answers"] = answer | {"citations": [], "escalate": True}
    for fact in s.truth.facts[:1]:
        found["a fact left out"] = answer | {"resolution": _without(answer["resolution"], fact)}
    for passage in _distractors(s):
        found[f"follows {passage.id}"] = {
            "citations": [passage.id],
            "resolution": passage.fix,
            "escalate": False,
        }
    return {
        name: one | {"confidence": 0.0} for name, one in found.items() if not _may_be_right(s, one)
    }


def _may_be_right(s: TriageScenario, answer: Answer) -> bool:
    if not s.truth.answerable:  # then any escalation without citations may be right
        return answer["escalate"] and not answer["citations"]
    return set(answer["citations"]) == set(s.truth.gold) and all(
        fact.lower() in answer["resolution"].lower() for fact in s.truth.facts
    )


def _distractors(s: TriageScenario) -> list[Any]:
    return [passage for passage in s.passages if passage.id not in s.truth.gold]


# -- one defect each ---

Changes = Iterator[tuple[str, Answer]]


def defects(s: TriageScenario, answer: Answer) -> dict[str, Answer]:
    """The answer with a single defect, for every defect that applies, by name."""
    return {
        name: answer | change
        for kind in (_citations, _facts, _judgement)
        for name, change in kind(s, answer)
    }


def _citations(s: TriageScenario, answer: Answer) -> Changes:
    cited = answer["citations"]
    shown = {passage.id for passage in s.passages}
    stray = next(f"KB-{n:04}" for n in range(10_000) if f"KB-{n:04}" not in shown)
    yield "an id that is not shown", {"citations": [*cited, stray]}
    for passage in _distractors(s)[:1]:
        yield "an id too many", {"citations": [*cited, passage.id]}
        if cited:
            yield "a wrong id", {"citations": [*cited[1:], passage.id]}
    if cited:
        yield "an id too few", {"citations": cited[1:]}


def _facts(s: TriageScenario, answer: Answer) -> Changes:
    text = answer["resolution"]
    yield "nothing said", {"resolution": ""}
    for number, fact in enumerate(s.truth.facts, 1):
        yield f"fact {number} left out", {"resolution": _without(text, fact)}
        yield f"fact {number} mistyped", {"resolution": _replaced(text, fact, _mistyped(fact))}
        if s.truth.answerable:
            denied = f"{_without(text, fact)} Do not use {fact}."
            yield f"fact {number} denied", {"resolution": denied}
    for fact in s.truth.foreign[:1]:
        yield "a look-alike's fix besides", {"resolution": f"{text} Then use {fact}."}


def _judgement(s: TriageScenario, answer: Answer) -> Changes:
    yield "the wrong way on escalation", {"escalate": not answer["escalate"]}
    yield "no trust in a right answer", {"confidence": 0.5}


def _replaced(text: str, fact: str, by: str) -> str:
    pattern = r"\s+".join(re.escape(word) for word in fact.split())
    return re.sub(pattern, lambda _: by, text, flags=re.IGNORECASE)


def _without(text: str, fact: str) -> str:
    return _replaced(text, fact, "it")


def _mistyped(fact: str) -> str:
    """The fact with its last digit increased by one, or else without its last letter."""
    if digits := _LAST_DIGIT.search(fact):
        at = digits.start()
        return f"{fact[:at]}{(int(fact[at]) + 1) % 10}{fact[at + 1 :]}"
    return fact[:-1]


# -- the same in other words ---


def rewordings(s: TriageScenario, answer: Answer) -> dict[str, Answer]:
    """The answer in other words or formats, with the same outcome and message."""
    text = answer["resolution"]
    quoted = text
    for fact in s.truth.facts:
        quoted = _replaced(quoted, fact, f"`{fact}`")
    return {
        "ids in another order": answer | {"citations": answer["citations"][::-1]},
        "a greeting before": answer | {"resolution": f"Hello, {text}"},
        "an offer of help after": answer | {"resolution": f"{text} Write again if it comes back."},
        "facts in code marks": answer | {"resolution": quoted},
        "lower case": answer | {"resolution": text.lower()},
        "line breaks": answer | {"resolution": text.replace(". ", ".\n")},
        "nearly certain": answer | {"confidence": max(0.0, answer["confidence"] - 0.05)},
    }


VARIANTS = Variants(FILLER, plain, wrong, defects, rewordings)
