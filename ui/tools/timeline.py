"""An episode call by call: the list of calls, and what the chosen one asked and showed.

What applies to the ticket is only marked once the episode is over. Whether something is new, shown
before, failed or repeated is said in words; colour only repeats that.
"""

import json
from collections.abc import Callable

from desks.it_triage.models import TriageScenario
from envs.it_triage_tools.episode import BUDGET, Episode
from graders import Grade
from graders.it_triage_tools import Call
from ui.drawing import clipped, correct_pill, escaped, pill
from ui.tools import cards
from ui.tools.records import arguments, as_seen, records_by_id, repeated, shown_records

Outcome = Callable[[TriageScenario, Grade], str]
"""Draws what an answer claims, and the passages that support it."""
NAMES = {
    "search_kb": "Search the knowledge base",
    "search_tickets": "Search past tickets",
    "search_incidents": "Search incidents",
    "get_article": "Read an article",
    "get_ticket": "Read a past ticket",
    "get_incident": "Read an incident",
    "submit_resolution": "Submit the resolution",
}
_MAX_LINE_LENGTH = 90
"""Maximum characters of a call's arguments in the list of calls."""


def draw(episode: Episode, outcome: Outcome, at: int | None = None) -> str:
    """The calls and their panels, opened at call `at` (from 1), by default the last.

    In an episode that is not over, the records have buttons.
    """
    calls = episode.calls
    ended = episode.grade is not None and episode.grade.action is None
    last = len(calls) + ended
    if not last:
        return (
            '<section class="walk block-section"><h3>The episode, call by call</h3><p class="empty"'
            f">No call yet: search for words of the ticket. You have {BUDGET} calls.</p></section>"
        )
    at = min(max(at or last, 1), last)
    rail = "".join(
        _entry(n, at, _name(call), _in_a_line(call), _pills(episode, n))
        for n, call in enumerate(calls, 1)
    )
    panels = "".join(_panel(episode, n, at, outcome) for n in range(1, len(calls) + 1))
    if ended:
        why = f'<p class="notice">{clipped(episode.grade.error or "")}.</p>{_applied(episode)}'
        rail += _entry(last, at, "No resolution", "", pill("✕ it ended", "bad"))
        panels += _framed(last, at, "It ended without a resolution", why)
    return (
        f'<section class="walk block-section" data-last="{last}">'
        f"<h3>The episode, call by call</h3>{_result(episode)}{_slider(at, last)}"
        f'<div class="walk-body"><ol class="rail">{rail}</ol><div class="panels">{panels}</div>'
        "</div></section>"
    )


def _result(episode: Episode) -> str:
    """On a phone, where the grade stands far below, whether the work is right and what it is
    paid."""
    if (grade := episode.grade) is None:
        return ""
    right = correct_pill(grade.correct, grade.right_word)
    return f'<p class="walk-result">{right} paid <b>{grade.total:.2f}</b> of 1</p>'


def _slider(at: int, last: int) -> str:
    if last < 2:
        return ""
    return (
        '<div class="steps"><button type="button" data-step="-1" aria-label="the call before">←'
        f'</button><label class="slide"><span>Call <output>{at}</output> of {last}</span>'
        f'<input type="range" min="1" max="{last}" step="1" value="{at}" aria-label="Call" '
        f'aria-valuetext="call {at} of {last}"></label>'
        '<button type="button" data-step="1" aria-label="the next call">→</button></div>'
    )


# --- the list of calls ---


def _entry(n: int, at: int, name: str, asked: str, pills: str) -> str:
    here = ' aria-current="step"' if n == at else ""
    return (
        f'<li><button type="button" data-call="{n}"{here}><span class="rail-number">{n}</span>'
        f'<span class="rail-said"><b>{name}</b>'
        f'{f"<small>{asked}</small>" if asked else ""}<span class="facts">{pills}</span></span>'
        "</button></li>"
    )


def _name(call: Call) -> str:
    return NAMES.get(call.tool) or f"Call “{escaped(call.tool[:60])}”, which is no tool"


def _in_a_line(call: Call) -> str:
    """A call's arguments in one line, shortened."""
    given = arguments(call)
    if call.tool == "submit_resolution":
        cited = given.get("citations")
        if not (cited and isinstance(cited, list)):
            return "cites nothing"
        return escaped(f"cites {_plain(cited)}"[:_MAX_LINE_LENGTH])
    text = " ".join(" ".join(map(_plain, given.values())).split())
    cut = f"{text[:_MAX_LINE_LENGTH]} …" if len(text) > _MAX_LINE_LENGTH else text
    return f"“{escaped(cut)}”" if cut else "nothing asked"


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return value if isinstance(value, str) else json.dumps(value)


def _pills(episode: Episode, n: int) -> str:
    """The outcome of a call, as pills."""
    call, pills = episode.calls[n - 1], []
    if call.failed:
        pills.append(pill("✕ could not be made", "bad"))
    elif call.tool == "submit_resolution":
        right = episode.grade is not None and episode.grade.correct
        pills.append(correct_pill(right))
    else:
        pills.append(pill(f"+ {len(call.found)} new" if call.found else "nothing new"))
    if episode.over and set(call.found) & set(episode.scenario.truth.gold):
        pills.append(pill("★ found what applies", "good"))
    if first := repeated(episode.calls, n - 1):
        pills.append(pill(f"↺ repeats call {first}", "bad"))
    return "".join(pills)


# --- one call ---


def _framed(n: int, at: int, name: str, inner: str) -> str:
    return (
        f'<article class="panel" data-panel="{n}"{"" if n == at else " hidden"}>'
        f'<h4 tabindex="-1"><span class="rail-number">{n}</span> {name}</h4>{inner}</article>'
    )


def _panel(episode: Episode, n: int, at: int, outcome: Outcome) -> str:
    call, grade = episode.calls[n - 1], episode.grade
    if call.tool == "submit_resolution" and not call.failed and grade is not None:
        inner = f"{outcome(as_seen(episode), grade)}{_applied(episode)}"
        return _framed(n, at, _name(call), inner)
    again = repeated(episode.calls, n - 1)
    note = f'<p class="hint">Word for word as in call {again}.</p>' if again else ""
    return _framed(n, at, _name(call), f"{_asked(call)}{note}{_came(episode, call)}")


def _asked(call: Call) -> str:
    """The arguments of a call, by name."""
    given = arguments(call)
    if not given:
        return '<p class="hint">Without an argument.</p>'
    rows = "".join(
        f"<dt>{escaped(str(name)[:60]) or 'value'}</dt><dd>{clipped(_plain(value))}</dd>"
        for name, value in given.items()
    )
    return f'<dl class="asked">{rows}</dl>'


def _came(episode: Episode, call: Call) -> str:
    """What the agent was told: records as cards, or why there are none."""
    if call.failed:
        return (
            f'<p class="notice"><b>The call could not be made.</b> {clipped(call.result)}. '
            "It cost a call all the same.</p>"
        )
    records = shown_records(call)
    if not records:
        return f'<p class="empty">{clipped(call.result)}</p>'
    new = len(call.found)
    news = (
        "All of it is new."
        if new == len(records)
        else f"{new} of {len(records)} {'is' if new == 1 else 'are'} new."
    )
    if not new:
        news = "Nothing new: every record here had been shown before, at least in part."
    drawn = "".join(cards.draw(episode, call, one) for one in records)
    return f'<p class="hint came">{news}</p><ol class="passages">{drawn}</ol>'


# --- the end ---


def _applied(episode: Episode) -> str:
    """What should have been cited and whether it was, for an episode that is over."""
    gold = episode.scenario.truth.gold
    if not gold:
        what = "No article answers this ticket: it had to be escalated, citing nothing."
    else:
        action = episode.grade.action if episode.grade else None
        cited = action.citations if action else ()
        seen = records_by_id(episode.calls)
        what = "What applies: " + ", ".join(
            f"{pill(one, 'code')} ({_fate(one in seen, one in cited)})" for one in gold
        )
    return f'<p class="applied">★ {what}</p>'


def _fate(seen: bool, cited: bool) -> str:
    if cited:
        return "cited" if seen else "cited, but never shown"
    return "shown, but not cited" if seen else "never shown"


def steps_left(episode: Episode) -> str:
    """How many calls the player has left, as a meter and in words."""
    left = episode.steps_left
    return (
        f'<p class="left" role="status"><b>{left}</b> of {episode.budget} calls left'
        f'<progress max="{episode.budget}" value="{left}" aria-hidden="true"></progress></p>'
    )
