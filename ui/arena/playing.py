"""A match: two contenders answer the same case one after the other, and what comes of it."""

import secrets
from collections.abc import Iterator
from dataclasses import replace

from desks import load
from graders import Grade, grade
from ui import inference
from ui.arena import duel
from ui.arena.contenders import Match
from ui.arena.duel import Answer
from ui.arena.votes import Choice
from ui.arena.voting import FinishedMatch
from ui.side_by_side import grades_so_far
from ui.workbench.bench import Bench
from ui.workbench.prompt import user_message

OUT_OF_SIGHT = (
    "Both write out of sight, since their pace would tell who is who. It may take a minute …"
)


def play(
    bench: Bench, match: Match, seed: int, blind: bool, sampled: bool = False
) -> Iterator[tuple[str, FinishedMatch | None]]:
    """Yield the answers as they are written, then the scores or, if blind, the vote.

    The second value is the finished match, on which a vote may be cast, else None. PolicyError
    if one of the two cannot answer.
    """
    scenario, fields = bench.scenario(match.ref), tuple(bench.blank)
    sides = [match.first, match.second]
    if blind and secrets.randbelow(2):
        sides.reverse()
    letters = duel.UNNAMED if blind else duel.LETTERS
    answers = [Answer(one, side.name) for one, side in zip(letters, sides, strict=True)]
    grades: list[Grade | None] = [None, None]
    ready = "" if blind else duel.growing(answers, grades, fields)
    yield panel("writing", "Getting ready …", ready), None
    writers = [side.writer(scenario) for side in sides]
    for drafts in inference.write(writers, load(match.desk).prompt(scenario), sampled, seed):
        answers = [
            replace(answer, text=one.text, pace="" if side.is_scripted else one.pace)
            for answer, side, one in zip(answers, sides, drafts, strict=True)
        ]
        grades = grades_so_far(scenario, grades, drafts)
        if blind:
            yield panel("writing", OUT_OF_SIGHT), None
        else:
            yield panel("writing", "Writing …", duel.growing(answers, grades, fields)), None
    specs, graders = (sides[0].spec, sides[1].spec), duel.preferred(grades)
    whole = FinishedMatch(match.desk, match.ref, specs, tuple(answers), sampled, blind, graders)
    if blind:
        drawn = duel.blind(answers, grades, scenario, bench.outcome)
        yield panel("vote", "Both are done. Vote below, and see who wrote what.", drawn), whole
    else:
        yield reveal(bench, whole), whole


def reveal(bench: Bench, match: FinishedMatch, vote: Choice | None = None, news: str = "") -> str:
    """Names, scores and reasons of a finished match, with whether a vote agrees and the news of
    it (HTML); before a vote, with the buttons for one."""
    scenario = bench.scenario(match.ref)
    grades = [grade(scenario, one.text) for one in match.answers]
    prompt = user_message(load(match.desk), scenario)
    drawn = duel.revealed(
        match.answers, grades, scenario, bench.outcome, prompt, tuple(bench.blank)
    )
    if vote is None:
        drawn += duel.ballot(duel.LETTERS)
    return panel("done", f"{duel.verdict(match.answers, grades, vote)} {news}", drawn)


def panel(state: str, news: str = "", drawn: str = "") -> str:
    """The panel of the answers; `news` and `drawn` are HTML."""
    return (
        f'<section class="duel" data-state="{state}"><p class="duel-news" role="status">{news}</p>'
        f"{drawn}</section>"
    )
