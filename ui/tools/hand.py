"""The controls for playing a ticket by hand: the search box and the answer sheet."""

import re

from envs.it_triage_tools.episode import MAX_QUERY, Episode
from ui.drawing import escaped
from ui.tools.episodes import MAX_CALL_LENGTH
from ui.tools.records import records_by_id
from ui.tools.timeline import steps_left

_SEARCHES = {
    "search_kb": "Knowledge base",
    "search_tickets": "Past tickets",
    "search_incidents": "Incidents",
}

_SIGN = re.compile(r"\bSign: (.*?)(?:\.? Fix: |\n|$)")
_MAX_SUMMARY_LENGTH = 90
"""Maximum characters of an article's summary beside its checkbox."""


def box(episode: Episode) -> str:
    """The search box; `assets/hand.js` preserves what was typed."""
    buttons = "".join(
        f'<button type="{"submit" if tool == "search_kb" else "button"}" data-tool="{tool}">{name}'
        "</button>"
        for tool, name in _SEARCHES.items()
    )
    return (
        '<form class="ask block-section"><div class="ask-head"><h3>Search</h3>'
        f"{steps_left(episode)}</div>"
        '<label class="unseen" for="ask-query">What to search for</label>'
        f'<input type="search" id="ask-query" maxlength="{MAX_QUERY}" autocomplete="off" '
        'placeholder="the error message, the product, the version">'
        f'<div class="buttons" role="group" aria-label="Where to search">{buttons}</div>'
        '<p class="hint">Each search and each reading is a call. One that shows nothing new is '
        "a small waste.</p></form>"
    )


def sheet(episode: Episode) -> str:
    """The four fields of a resolution; `assets/hand.js` preserves what was entered."""
    seen = [one for one in records_by_id(episode.calls).values() if one.citable]
    chips = "".join(
        f'<label class="chip"><input type="checkbox" data-cite="{one.id}"><span><b>{one.id}</b> '
        f"{escaped(_applies_to(one.text))}</span></label>"
        for one in seen
    )
    none = '<p class="hint">No article has been shown yet. Only what was shown is cited.</p>'
    return (
        '<section class="sheet hand"><div class="sheet-head"><h3>Your resolution</h3></div>'
        '<fieldset class="form"><legend class="unseen">The resolution as a form</legend>'
        '<fieldset class="field"><legend>Cite exactly the articles that apply</legend>'
        f'{f"""<div class="chips">{chips}</div>""" if chips else none}</fieldset>'
        '<label class="field"><span>What the reporter is told to do</span>'
        f'<textarea data-draft="resolution" rows="6" maxlength="{MAX_CALL_LENGTH}" '
        'placeholder="What the article says to do; commands and values word for word"></textarea>'
        "</label>"
        '<label class="field"><span>Confidence that all of this is right <b data-told></b></span>'
        '<input type="range" min="0" max="1" step="0.05" data-draft="confidence"></label>'
        '<label class="chip"><input type="checkbox" data-draft="escalate">'
        "<span>Escalate: no article answers this</span></label></fieldset>"
        '<p class="state" role="status"></p>'
        '<button type="button" class="primary" data-submit>Submit and close the ticket</button>'
        '<span class="hint keys">This ends the episode.</span></section>'
    )


def _applies_to(text: str) -> str:
    """An article's product, version and sign, all of which have to fit the ticket; shortened."""
    sign = _SIGN.search(text)
    system = text.removeprefix("Applies to: ").partition("\n")[0].partition(". Sign: ")[0]
    whole = f"{system.rstrip('.')}: {sign[1]}" if sign else system
    return f"{whole[:_MAX_SUMMARY_LENGTH]} …" if len(whole) > _MAX_SUMMARY_LENGTH else whole
