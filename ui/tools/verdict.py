"""How an episode was graded: the outcome, the way there, and the honest searcher's result."""

from desks import load
from envs.it_triage_tools.desk import RUBRIC
from envs.it_triage_tools.episode import Episode
from graders.it_triage import rubric as it_triage
from ui import score_card
from ui.drawing import escaped, label_of, sr_only
from ui.evidence import user_message
from ui.links import Ref, href
from ui.tools.players import HONEST, YOU, played

WAY = tuple(name for name in RUBRIC.parts if name not in it_triage.RUBRIC.parts)
"""The parts that grade how an agent worked, not what it answered."""


def card(tab: str, ref: Ref, player: str, episode: Episode) -> str:
    """The grade of an episode; ValueError if it is not over."""
    grade, beside = episode.grade, ""
    if grade is None:
        raise ValueError("the episode is not over")
    if player != HONEST:
        beside = _beside(tab, ref, player, episode)
    by = "<b>Your episode</b>" if player == YOU else f"Played by <b>{label_of(player)}</b>"
    right = "correct" if grade.correct else "not correct"
    prompt = user_message(load("it_triage"), episode.found)
    return (
        f'<section class="card {"right" if grade.correct else "wrong"}" data-fresh>'
        f'<h3 class="unseen">The grade</h3><p class="unseen" role="status">{right}, '
        f'{grade.total:.2f} of 1</p><p class="by">{by}, {_count(episode)}</p>'
        '<p class="situation">The kind of case it was: '
        f"<b>{label_of(episode.scenario.situation)}</b></p>{score_card.headline(grade)}{beside}"
        f"{score_card.breakdown(RUBRIC, prompt, grade, ('The way there', WAY))}</section>"
    )


def _beside(tab: str, ref: Ref, player: str, episode: Episode) -> str:
    """Its total and the honest searcher's, as two bars."""
    honest = played(ref, HONEST)
    name = "You" if player == YOU else label_of(player).capitalize()
    return (
        '<figure class="contrast"><figcaption>Beside the honest searcher</figcaption>'
        f"{_versus(name, episode, 'ours')}{_versus('Honest searcher', honest, 'theirs')}"
        f'<p class="hint"><a href="{escaped(href(tab, ref, HONEST))}" data-scenario="{ref}" '
        f'data-run="{HONEST}">See how the honest searcher went about it</a>. It sees what any '
        "agent sees, and no more.</p></figure>"
    )


def _versus(name: str, episode: Episode, whose: str) -> str:
    grade = episode.grade
    total = grade.total if grade else 0.0
    sign = "✓" if grade and grade.correct else "✕"
    spoken = sr_only("correct" if grade and grade.correct else "not correct")
    return (
        f'<div class="versus {whose}"><span class="versus-name">{name} <span aria-hidden="true">'
        f"{sign}</span>{spoken}<br><small>{_count(episode)}</small></span>"
        f'<span class="versus-bar" aria-hidden="true"><i style="--share:{total:.4f}"></i></span>'
        f'<b class="versus-total">{total:.2f}</b></div>'
    )


def _count(episode: Episode) -> str:
    count = len(episode.calls)
    return f"{count} call{'' if count == 1 else 's'}"
