"""The graders of the IT-triage report, rebuilt from its text and its published training log."""

from dataclasses import dataclass
from functools import cached_property

from desks import load
from desks.it_triage.models import TriageAction, TriageScenario
from desks.strict_json import has_raw_newline
from graders.as_reported import NO_GATE, equal, success
from graders.score import Rubric, Score
from graders.text import f1, repetition, rouge_l

FLOOR = 0.3
PARSIMONY_WORDS = range(100, 251)


@dataclass(frozen=True)
class TriageReading:
    """A triage action, its completion, and its ROUGE-L against the gold resolution."""

    scenario: TriageScenario
    action: TriageAction
    completion: str

    @cached_property
    def rouge(self) -> float:
        return rouge_l(self.action.resolution, self.scenario.truth.resolution)


def format_graduated(reading: TriageReading) -> Score:
    """1 for strict JSON; 0 for a raw newline in a string, which that project could not parse (47 of
    88 completions of its steps 18 to 28)."""
    raw = has_raw_newline(reading.completion)
    return Score(0.0 if raw else 1.0, "a raw newline in a string" if raw else "the schema is kept")


def resolution_quality(reading: TriageReading) -> Score:
    """ROUGE-L against the gold resolution, although a wrong command may differ by a single word."""
    return Score(reading.rouge, f"ROUGE-L {reading.rouge:.2f}")


def citation_grounding(reading: TriageReading) -> Score:
    """A floor of .3 for citing any id in the prompt, plus .7 of the F1 over the gold articles.

    The F1 term is inferred: with it, citing all three articles of which one is gold scores .65, and
    averages .548 over a set in which 16% have no answer and score 0. Both of that project's numbers
    match: .548, and .708 = .548 + .16 for citing nothing on those.
    """
    cited, gold = set(reading.action.citations), set(reading.scenario.truth.gold)
    if not gold:
        return Score(
            float(not cited), "no article answers" + (", yet some are cited" if cited else "")
        )
    if not cited & {passage.id for passage in reading.scenario.passages}:
        return Score(0.0, "no cited id stands in the prompt")
    share = f1(len(cited & gold), len(cited), len(gold))
    return Score(FLOOR + (1 - FLOOR) * share, f"F1 {share:.2f} above a floor of {FLOOR}")


def calibration(reading: TriageReading) -> Score:
    """1 - (confidence - ROUGE-L)^2: the target is the overlap, not whether the answer is right.

    In that project's log, always saying 0.2 scored .9975, the trained model .986.
    """
    gap = reading.action.confidence - reading.rouge
    return Score(1 - gap**2, f"confidence {abs(gap):.2f} away from ROUGE-L")


def parsimony(reading: TriageReading) -> Score:
    """1 for 100 to 250 words, whatever they say, falling to 0 at 0 and at 500 words.

    The report mentions an earlier version, inverted by mistake, that paid under 200 and over 400
    characters and taught the model to write about Star Wars. This is the published one, inferred
    from the log; essays still fit.
    """
    words = len(reading.action.resolution.split())
    if words in PARSIMONY_WORDS:
        return Score(1.0, f"{words} words, between 100 and 250")
    value = words / 100 if words < 100 else max(0.0, 2 - words / 250)
    return Score(value, f"{words} words, outside 100 to 250")


def repetition_penalty(reading: TriageReading) -> Score:
    """1 for a resolution that does not repeat itself."""
    repeated = repetition(reading.action.resolution)
    return Score(1 - repeated, f"{repeated:.0%} of it is repeated")


PARTS = equal(
    format=format_graduated,
    resolution_quality=resolution_quality,
    citation_grounding=citation_grounding,
    calibration=calibration,
    parsimony=parsimony,
    repetition=repetition_penalty,
)

RUBRIC = Rubric(
    desk="it_triage",
    parse=load("it_triage").parse,
    read=TriageReading,
    verdict=success(PARTS),
    parts=PARTS,
    gate=NO_GATE,
)
