"""A ticket as a service desk shows it, and the passages that retrieval found for it."""

from collections.abc import Collection, Sequence

from desks.it_triage.models import Passage, Ticket
from ui.drawing import Quotes, avatar, pill, quoted, shown


def ticket(one: Ticket, domain: str, quotes: Quotes = ()) -> str:
    """The ticket: number, subject, who reported it, and what they wrote."""
    return (
        '<article class="letter"><header class="letter-head">'
        f'<h2>{shown(one.subject)}</h2><p class="facts">{pill(shown(one.id), "code")}'
        f"{pill(shown(domain))}</p></header>"
        f'<div class="message latest"><p class="from">{avatar(one.reporter)}'
        f"<span><b>{shown(one.reporter)}</b> <small>reported this</small></span></p>"
        f'<div class="body">{quoted(one.body, quotes)}</div></div></article>'
    )


def draw(passages: Sequence[Passage], cited: Collection[str] | None, quotes: Quotes = ()) -> str:
    """The passages; with `cited`, those ids are marked as the answer's sources."""
    cards = "".join(
        _passage(one, cited is not None and one.id in cited, quotes) for one in passages
    )
    known = {one.id for one in passages}
    invented = [one for one in dict.fromkeys(cited or ()) if one not in known]
    note = (
        f'<p class="elsewhere">Cited, but not among the passages: {shown(", ".join(invented))}</p>'
        if invented
        else ""
    )
    return f'<ol class="passages">{cards}</ol>{note}'


def _passage(one: Passage, cited: bool, quotes: Quotes) -> str:
    sign = pill("✓ cited by the answer", "cited") if cited else ""
    return (
        f'<li class="passage{" is-cited" * cited}"><p class="facts">{pill(shown(one.id), "code")}'
        f"{sign}</p><h4>{shown(one.title)}</h4>"
        f"<p>{quoted(one.text, quotes)}</p></li>"
    )
