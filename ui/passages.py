"""A help-desk ticket, the passages found for it, and what supports the answer's sentences.

Each sentence of an answer has a number, which links to the sentence that supports it, and back.
Number, colour and line style carry the same information. An unsupported sentence has a question
mark and a dotted line, and screen readers get that in words.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from desks.it_triage.models import Passage, Ticket, TriageAction, TriageScenario
from graders.support import MAX_SENTENCES, Claim, Source, claims
from ui.drawing import Mark, avatar, escaped, piece, pill, sr_only
from ui.evidence import NO_EVIDENCE, PromptEvidence

_ABSENT = re.compile(
    r"\bno (?:\w+ ){0,2}(?:article|passage|runbook|entry)s? (?:\w+ )?"
    r"(?:covers?|appl(?:y|ies)|fits?|answers?|describes?|match(?:es)?)\b",
    re.IGNORECASE,
)
_HUES, _LINES = 6, ("solid", "dashed", "double")
_NOWHERE = "not supported by anything shown"


def ticket(
    one: Ticket, domain: str, evidence: PromptEvidence = NO_EVIDENCE, found: Sequence[Claim] = ()
) -> str:
    """The ticket: number, subject, who reported it, and what they wrote."""
    return (
        '<article class="letter"><header class="letter-head">'
        f'<h2>{escaped(one.subject)}</h2><p class="facts">{pill(escaped(one.id), "code")}'
        f"{pill(escaped(domain))}</p></header>"
        f'<div class="message latest"><p class="from">{avatar(one.reporter)}'
        f"<span><b>{escaped(one.reporter)}</b> <small>reported this</small></span></p>"
        f'<div class="body">{_sources(one.id, one.body, evidence, found)}</div></div></article>'
    )


def claims_of(scenario: TriageScenario, action: TriageAction) -> list[Claim]:
    """The resolution's sentences with their support; a cited passage goes before others with no
    more of a sentence's facts. On a tie a passage wins over the ticket. That no article applies is
    left out: nothing that is shown could support it."""
    ticket, truth = scenario.ticket, scenario.truth
    texts = {passage.id: passage.text for passage in scenario.passages}
    cited = {name: text for name, text in texts.items() if name in action.citations}
    facts = (*truth.facts, *truth.foreign)
    of_all = claims(action.resolution, texts | {ticket.id: ticket.body}, facts)
    of_cited = claims(action.resolution, cited, facts)
    found = [
        theirs if 0 < theirs.shared >= one.shared else one
        for one, theirs in zip(of_all, of_cited, strict=True)
        if not _ABSENT.search(action.resolution, one.start, one.end)
    ]
    return [replace(one, number=number) for number, one in enumerate(found, start=1)]


def draw(
    passages: Sequence[Passage],
    cited: Collection[str],
    evidence: PromptEvidence = NO_EVIDENCE,
    found: Sequence[Claim] = (),
    ticket: Ticket | None = None,
) -> str:
    """The passages; those whose ids are in `cited` are marked as the answer's sources. A ticket
    that is not drawn elsewhere comes after them."""
    cards = "".join(
        card(
            one.id,
            one.title,
            f"<p>{_sources(one.id, one.text, evidence, found)}</p>",
            one.id in cited,
            where=told_apart(one, passages),
        )
        for one in passages
    )
    if ticket:
        said = f"<p>{_sources(ticket.id, ticket.body, evidence, found)}</p>"
        cards += card(ticket.id, ticket.subject, said, cited=False)
    known = {one.id for one in passages}
    invented = [one for one in dict.fromkeys(cited) if one not in known]
    note = (
        '<p class="elsewhere">Cited, but not among the passages: '
        f"{escaped(', '.join(invented))}</p>"
        if invented
        else ""
    )
    return f'<ol class="passages">{cards}</ol>{note}'


def told_apart(one: Passage, among: Sequence[Passage]) -> str:
    """What a passage applies to if another one has its title too, as HTML; else ""."""
    alike = sum(other.title == one.title for other in among) > 1
    return f" <small>{escaped(one.applies_to)}</small>" if alike and one.applies_to else ""


def resolution(text: str, marks: Sequence[Mark], found: Iterable[Claim]) -> str:
    """The answer's text, each sentence with a number that links to its support."""
    pieces, at = [], 0
    for claim in found:
        pieces.append(piece(text, marks, at, claim.start))
        pieces.append(_claim(claim, piece(text, marks, claim.start, claim.end)))
        at = claim.end
    return "".join(pieces) + piece(text, marks, at, len(text))


def summary(found: Sequence[Claim]) -> str:
    """How many of the answer's sentences are supported by what was shown, in a sentence."""
    if not found:
        return ""
    resting = sum(claim.source is not None for claim in found)
    first = "the first " * (len(found) == MAX_SENTENCES)
    sentences = f"{first}{len(found)} sentences" if len(found) > 1 else "1 sentence"
    return (
        f'<p class="hint">{resting} of {sentences} '
        f"{'rest' if resting != 1 else 'rests'} on what was shown. A number leads to the source; "
        f"{_unsupported()} stands where there is none. "
        "The score goes by this only if it is not known which articles apply.</p>"
    )


def card(
    record_id: str, title: str, text: str, cited: bool, pills: str = "", where: str = ""
) -> str:
    """A record as a card in a list; `text`, `pills` (beside its id) and `where` (after the title,
    seen only while the card is folded) are HTML."""
    pills += pill("✓ cited by the answer", "cited") if cited else ""
    look = 'class="passage is-cited"' if cited else 'class="passage" data-folds="2"'
    return (
        f'<li {look}><p class="facts">'
        f"{pill(escaped(record_id), 'code')}{pills}</p><h4>{escaped(title)}{where}</h4>{text}</li>"
    )


def _sources(where: str, text: str, evidence: PromptEvidence, found: Iterable[Claim]) -> str:
    """A shown text, its supporting sentences linked back to the answer's."""
    marks, pieces, at = evidence.marks(text), [], 0
    resting: dict[Source, list[Claim]] = {}
    for claim in found:
        if claim.source and claim.source.where == where:
            resting.setdefault(claim.source, []).append(claim)
    for source in sorted(resting, key=lambda one: one.start):
        pieces.append(piece(text, marks, at, source.start))
        inner = piece(text, marks, source.start, source.end)
        numbers = " ".join(str(claim.number) for claim in resting[source])
        back = "".join(
            _number(one, f"claim-{one.number}", f"supports sentence {one.number} of the answer")
            for one in resting[source]
        )
        pieces.append(
            f'<span class="rests {_css(resting[source][0])}" id="{_anchor(source)}" tabindex="-1" '
            f'data-joins="{numbers}">{inner}</span>{back}'
        )
        at = source.end
    return "".join(pieces) + piece(text, marks, at, len(text))


def _claim(claim: Claim, inner: str) -> str:
    number = claim.number
    if claim.source is None:
        return f'<span class="rests nowhere" id="claim-{number}">{inner}</span>{_unsupported()}'
    what = f"sentence {number}, supported by {claim.source.where}"
    return (
        f'<span class="rests {_css(claim)}" id="claim-{number}" tabindex="-1" '
        f'data-joins="{number}">{inner}</span>{_number(claim, _anchor(claim.source), what)}'
    )


def _number(claim: Claim, to: str, what: str) -> str:
    return (
        f'<a class="joint {_css(claim)}" href="#{to}" data-joins="{claim.number}" '
        f'title="{escaped(what)}" aria-label="{escaped(what)}">{claim.number}</a>'
    )


def _unsupported() -> str:
    return (
        f'<span class="joint nowhere" title="{_NOWHERE}"><i aria-hidden="true">?</i>'
        f"{sr_only(_NOWHERE)}</span>"
    )


def _css(claim: Claim) -> str:
    return f"hue-{claim.number % _HUES} {_LINES[claim.number % len(_LINES)]}"


def _anchor(source: Source) -> str:
    return f"from-{source.where}-{source.start}"
