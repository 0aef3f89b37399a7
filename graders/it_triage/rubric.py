"""How an IT-triage action is graded.

Rewards: citing the right articles and no others, prescribing every required fact of their fix, the
right decision on escalating, a calibrated confidence, and few words. An answer that is wrong as a
whole keeps a fifth of the gated parts (`graders.score`), so that polish cannot make up for it.

Points are lost only for unambiguous faults: a fact that is never prescribed, or a statement that
clearly contradicts the article. What is not understood costs nothing and is listed as unread.

Ignores: grammar, tone, and advice in plain words that no article gives, unless it removes something
that protects machines or data.

Not graded, since no rule can detect it: a false cause, advice in plain words, a private detail,
rudeness.

How it could be gamed, and what prevents it:
- pasting all passages, or stuffing keywords: prescribing a fact of an article that does not apply
  makes the answer wrong, the share of covered facts is multiplied by their precision, and facts in
  a heap of unconnected words do not count;
- naming every fact under "do not": a fact counts only if it is prescribed and never forbidden or
  taken back (`reading.it_triage.stance`); a foreign fact counts against an answer unless it is
  clearly ruled out, in any typography (`reading.normalise`);
- the right facts in the wrong order, on the wrong machine, with the verb or a value reversed: all
  of these are derived from the fix (`reading.it_triage.fix`) and the answer is compared with them
  (`reading.it_triage.contradictions`);
- the right facts without a closing step, option or caution that both the article and the right
  answer contain: these are required too (`reading.it_triage.demands`);
- the right facts, taken back afterwards: they no longer count (`reading.it_triage.withdrawn`,
  `void`); undone, "corrected", done elsewhere or too late (`reversal`); given under each other's
  names (`crossed`);
- a hand-over that nobody receives (`dropped`); destruction, and secrets asked for (`harm`);
- invented commands, paths, options, settings: they are in no source (`reading.it_triage.invented`);
- referring the reader to articles that do not apply instead of quoting them: their ids count too;
- filler: stop words and sentences that name no fact count for the length and never for a match, so
  no filler raises ROUGE-L;
- citing everything, or one article many times: F1 without a floor; a repeated id counts as wrong;
- always escalating: right for one ticket in five, and only if the product and version are named;
- stating a constant confidence: the Brier score is proper, and not gated.

A right answer earns at least .75, even in the worst style and with confidence 0 (a hand-over .755),
a wrong one at most .32.
"""

from functools import partial

from desks.it_triage import DESK
from desks.it_triage.prompt import user_message
from desks.strict_json import has_raw_newline
from graders.reading.it_triage.action import Reading, listed, ticked
from graders.reading.it_triage.facts import mentions
from graders.score import Evidence, Part, Rubric, Score
from graders.text import f1, repetition

ROUGE_ENOUGH = 0.35
"""The ROUGE-L F1 of a good rewording of the gold resolution; more earns nothing extra."""
WORDS_ENOUGH = 60
"""Words of resolution per article that answers; at three times as many, parsimony is 0."""

# -- the graders ----------------------------------------------------------------------------------


def format_kept(reading: Reading) -> Score:
    """1 for valid JSON, 0.5 if a string contains a raw line break or tab."""
    if not reading.text.isprintable() and has_raw_newline(reading.text):
        return Score(0.5, "a line break or tab inside a string is not escaped")
    return Score(1.0, "valid JSON with all four fields")


def calibration(reading: Reading) -> Score:
    """1 - (confidence - correct)^2: a proper score, best on average at the true probability.

    Source: Brier, 1950.
    """
    stated, correct = reading.action.confidence, reading.verdict.right
    outcome = "right" if correct else "wrong"
    return Score(
        1 - (stated - correct) ** 2, f"confidence {stated:.2f}, and the answer is {outcome}"
    )


def resolution_quality(reading: Reading) -> Score:
    """0.8 x recall x precision of the facts + 0.2 x min(1, ROUGE-L / 0.35).

    Recall is covered / required, precision covered / (covered + foreign): every foreign fact that
    is prescribed costs, so listing facts on the off chance does not pay. For a hand-over that
    prescribes any, the first term is 0. Where no fact is required, it is 1 unless a foreign one is
    prescribed.
    """
    covered, foreign, required = reading.covered, reading.foreign.prescribed, reading.truth.facts
    given = len(covered) + len(foreign)
    share = len(covered) / len(required) * len(covered) / given if required and given else 0.0
    if not required:
        share = float(not foreign)
    if foreign and not reading.truth.answerable:
        share = 0.0
    wording = min(1.0, reading.rouge / ROUGE_ENOUGH)
    reason = f"{len(covered)} of {len(required)} required facts"
    if missing := [fact for fact in required if not reading.named[fact]]:
        reason += f"; missing {ticked(missing)}"
    if forbidden := [f for f in required if reading.named[f] and f not in covered]:
        reason += f"; forbids {ticked(forbidden)}"
    if foreign:
        reason += f"; prescribes {ticked(foreign)}, which is of another article"
    if unread := reading.unread:
        reason += f"; not read: {len(unread)}"
    if wording < 1:
        reason += f"; {wording:.0%} of the wording that is enough"
    return Score(0.8 * share + 0.2 * wording, reason, partial(_fact_evidence, reading))


def citation_grounding(reading: Reading) -> Score:
    """F1 of the citations against the articles that apply, without a floor; repeated ids count as
    wrong. If none applies: 1 without citations, else 0."""
    cited, gold = reading.action.citations, reading.truth.gold
    evidence = partial(_citation_evidence, reading)
    if not gold:
        return Score(float(not cited), f"none applies; {len(cited)} cited", evidence)
    hits = len(set(cited) & set(gold) & reading.shown)
    reason = f"{hits} of {len(gold)} that apply, among {len(cited)} cited"
    if unseen := [one for one in cited if one not in reading.shown]:
        reason += f"; {listed(unseen)} was not shown"
    return Score(f1(hits, len(cited), len(gold)), reason, evidence)


def escalation(reading: Reading) -> Score:
    """1 for escalating if and only if no article applies, else 0."""
    escalates, answerable = reading.action.escalate, reading.truth.answerable
    fact = "an article answers the ticket" if answerable else "no article applies"
    return Score(
        float(escalates != answerable),
        f"{fact}, and it {'escalates' if escalates else 'does not escalate'}",
    )


def parsimony(reading: Reading) -> Score:
    """1 up to 60 words per gold article, 0 from 180 on; divided by (1 + surplus citations)."""
    cited, needed = reading.action.citations, len(reading.truth.gold)
    enough = WORDS_ENOUGH * max(1, needed)
    length = len(reading.action.resolution.split())
    surplus = len(cited) - min(len(set(cited)), needed)
    brevity = min(1.0, max(0.0, 1.5 - length / enough / 2))
    reason = f"{length} words; up to {enough} cost nothing"
    if surplus:
        reason += f"; citations too many: {surplus}"
    return Score(brevity / (1 + surplus), reason)


def not_repeating(reading: Reading) -> Score:
    """1 - the share of 4-grams that repeat an earlier one. Logged, not rewarded."""
    repeated = repetition(reading.action.resolution)
    return Score(1 - repeated, f"{repeated:.0%} of it was said before")


# -- evidence, computed on demand -----------------------------------------------------------------


def _fact_evidence(reading: Reading) -> list[Evidence]:
    """Facts named in the resolution; facts not covered also where the prompt has them."""
    message = user_message(reading.scenario)
    found = []
    for fact, named in reading.named.items():
        says = "for" if fact in reading.covered else "against"
        found += [Evidence("completion", "resolution", m.start, m.end, says) for m in named]
        if says == "against":
            found += [
                Evidence("prompt", "", m.start, m.end, "for") for m in mentions(fact, message)
            ]
    for named in reading.foreign.prescribed.values():
        found += [Evidence("completion", "resolution", m.start, m.end, "against") for m in named]
    return found


def _citation_evidence(reading: Reading) -> list[Evidence]:
    """The articles in the prompt that apply, and those cited that do not."""
    message = user_message(reading.scenario)
    cited, gold = reading.action.citations, reading.truth.gold
    return [
        Evidence("prompt", "", at, at + len(passage.id), "for" if passage.id in gold else "against")
        for passage in reading.scenario.passages
        if passage.id in gold or passage.id in cited
        for at in [message.index(f"[{passage.id}]") + 1]
    ]


RUBRIC = Rubric(
    desk="it_triage",
    parse=DESK.parse,
    read=Reading,
    verdict=lambda reading: reading.verdict,
    parts={
        "format": Part(format_kept, 0.05, gated=False),
        "calibration": Part(calibration, 0.10, gated=False),
        "resolution_quality": Part(resolution_quality, 0.35),
        "citation_grounding": Part(citation_grounding, 0.30),
        "escalation": Part(escalation, 0.15),
        "parsimony": Part(parsimony, 0.05),
        "repetition": Part(not_repeating, 0.0),
    },
    unjudged=("a false cause", "advice in plain words", "a private detail", "rudeness"),
)
