"""How an episode was graded: the outcome, the way there, and the honest searcher's result."""

from desks import load
from envs.it_triage_tools.desk import RUBRIC
from envs.it_triage_tools.episode import Episode
from graders.it_triage import rubric as it_triage
from ui import score_card
from ui.drawing import capitalized, escaped, number_of, sr_only
from ui.links import Ref, href
from ui.tools.players import HONEST, YOU, named, played
from ui.workbench.prompt import user_message

PROCESS_PARTS = tuple(name for name in RUBRIC.parts if name not in it_triage.RUBRIC.parts)
"""The parts that grade how an agent worked, not what it answered."""


def card(tab: str, ref: Ref, player: str, episode: Episode) -> str:
    """The grade of an episode; ValueError if it is not over."""
    grade = episode.grade
    if grade is None:
        raise ValueError("the episode is not over")
    by = "<b>Your episode</b>" if player == YOU else f"Played by <b>{named(player)}</b>"
    by += f", {_calls(episode)}"
    rest = _beside(tab, ref, player, episode) if player != HONEST else ""
    prompt = user_message(load("it_triage"), episode.seen_scenario)
    rest += score_card.breakdown(RUBRIC, prompt, grade, ("The way there", PROCESS_PARTS))
    situation, spoken = episode.scenario.situation, score_card.summary(grade)
    return score_card.card("The score", spoken, by, situation, grade, rest)


def _beside(tab: str, ref: Ref, player: str, episode: Episode) -> str:
    """Its total and the honest searcher's, as two bars."""
    name = "You" if player == YOU else capitalized(named(player))
    hint = (
        f'<a href="{escaped(href(tab, ref, HONEST))}" data-scenario="{ref}" '
        f'data-run="{HONEST}">See how the honest searcher went about it</a>. It sees what any '
        "agent sees, and no more."
    )
    bars = _versus(name, episode, "ours")
    bars += _versus("Honest searcher", played(ref, HONEST), "theirs")
    return score_card.contrast("Beside the honest searcher", bars, hint)


def _versus(name: str, episode: Episode, whose: str) -> str:
    grade = episode.grade
    sign, spoken = ("✓", "correct") if grade.correct else ("✕", "not correct")
    said = f'<span aria-hidden="true">{sign}</span>{sr_only(spoken)}'
    who = f"{name} {said}<br><small>{_calls(episode)}</small>"
    return score_card.versus(who, grade.total, whose)


def _calls(episode: Episode) -> str:
    return number_of(len(episode.calls), "call")
