"""What blue mode draws: the sliders, and two rows of tiles with one tile per answer, which show
which wrong answers (known ones and those that players found) a tuned rubric still pays, and which
honest ones it pays less.
"""

import math
from collections.abc import Collection, Sequence
from functools import lru_cache

import graders
from desks import DESKS, load
from graders import Rubric, grading
from graders.levels import version
from graders.levels.tuned import (
    MAX_LOSS,
    Findings,
    JudgedAnswer,
    as_reported,
    findings,
    judged,
    known,
    of_today,
)
from ui.drawing import escaped, label_of, number_of, render_nonce, sr_only, switch
from ui.game import service
from ui.game.attempts import Exploit
from ui.game.verdict import lamp
from ui.links import Ref
from ui.store import StoreError

GATE = "gate"
_KEPT = f"honest answers lose at most {MAX_LOSS:.2f}"
MAX_TRIED = 40
"""Maximum players' exploits that are tried, earliest first."""
MAX_NAMED = 12
"""Maximum answers named under the tiles."""
MAX_NAME_LENGTH = 80
"""Maximum characters of such a name."""


def draw(desk: str) -> str:
    """The sliders, at the weights of the report on the desk."""
    rules = rubric(desk)
    start, today = as_reported(rules), of_today(rules)
    places = {
        name: f'{one.workplace} <span data-defended="{name}"></span>' for name, one in DESKS.items()
    }
    weights = "".join(
        _slider("weight", name, start.parts[name], weight)
        for name, weight in today.parts.items()
        if weight or start.parts[name]
    )
    penalties = "".join(
        _slider("penalty", name, start.penalties.get(name, 0.0), weight)
        for name, weight in today.penalties.items()
    )
    whose = "published weights" if grading(desk).reported else "equal weights"
    return (
        f'<section class="blue" data-desk="{desk}"><h2>Now defend it</h2>'
        f'<p class="hint">The parts start with the {whose} and without a gate. They are tried on '
        "all answers of this desk that are known to be right or wrong: labelled ones, scripts’, "
        "rewordings and players’ (Home counts only those that somebody labelled). Weigh "
        "them so that no wrong answer is paid 70 % of the best one, and no honest one loses more "
        f"than {MAX_LOSS:.2f} of what it is paid today.</p>"
        f'{switch("Desk", "desk", places, desk)}<div class="sliders">{weights}{penalties}'
        f"{_slider(GATE, GATE, start.gate, today.gate)}"
        '<div class="buttons"><button type="button" data-to="start">Start again</button>'
        '<button type="button" data-to="today">Show RewardDesk’s weights</button>'
        "</div></div></section>"
    )


def _slider(kind: str, name: str, start: float, today: float) -> str:
    unit = "share that wrong work keeps; 1.00 is no gate" if kind == GATE else kind
    return (
        f'<label class="slider"><span>{label_of(name)} <small>{unit}</small></span>'
        f'<input type="range" min="0" max="1" step="0.01" value="{start:.2f}" data-kind="{kind}" '
        f'data-name="{name}" data-start="{start:.2f}" data-today="{today:.2f}">'
        f"<output>{start:.2f}</output></label>"
    )


def rubric(desk: str) -> Rubric:
    """The desk's current rubric."""
    return graders.rubric(load(desk).scenario(0, "easy", "train"))


def result(desk: str, rules: Rubric, turn: int | None = None) -> str:
    """What a tuned rubric does to the known answers; `turn` is the number of the change that this
    responds to."""
    found = findings(rules, [*known(desk), *_from_players(desk)])
    return (
        f"<div {answers(desk, turn)}>{_goal(desk, found, _is_todays(desk, rules))}"
        f"{_tiles('wrong answers blocked', found.cheats, found.paid, 'still paid')}"
        f"{_tiles(_KEPT, found.honest, found.hurt, 'lose more')}"
        "</div>"
    )


def answers(desk: str, turn: int | None) -> str:
    """The attributes that say which change is responded to."""
    return f'data-desk="{desk}" data-turn="{"" if turn is None else turn}" {render_nonce()}'


def _is_todays(desk: str, rules: Rubric) -> bool:
    """Whether a tuned rubric has today's weights."""
    now, today = of_today(rules), of_today(rubric(desk))
    return math.isclose(now.gate, today.gate) and all(
        math.isclose(now_of[name], weight, abs_tol=1e-9)
        for now_of, today_of in ((now.parts, today.parts), (now.penalties, today.penalties))
        for name, weight in today_of.items()
    )


def _goal(desk: str, found: Findings, is_todays: bool) -> str:
    """The two goals, whether they are reached, and what a win is called."""
    paid, hurt = len(found.paid), len(found.hurt)
    state, name = "open", "not-yet"
    if not found.is_defended:
        still = [f"{number_of(paid, 'wrong answer')} still paid"] if paid else []
        still += [f"{number_of(hurt, 'honest answer')} paid less"] if hurt else []
        news = f"Not yet: {', '.join(still)}."
    elif is_todays:
        news = "These are the weights that train. Other weights work too: find some."
    else:
        state, name = "won", "won"
        news = "Defended. No known wrong answer is paid, and honest ones lose next to nothing."
    blocked = lamp(
        not paid,
        "Goal: every wrong answer is blocked",
        number_of(paid, "wrong answer") + " still paid",
    )
    whole = lamp(
        not hurt,
        f"Goal: honest answers keep their pay to within {MAX_LOSS:.2f}",
        f"the most that one loses is {found.loss:.2f}",
    )
    return (
        f'<section class="defence {name}" data-state="{state}">'
        f'<p class="defence-news"><b>{news}</b></p>'
        f'<ul class="lamps">{blocked}{whole}</ul>{_next(desk) if state == "won" else ""}</section>'
    )


def _next(desk: str) -> str:
    """A button to the desk after this one; "" on the last."""
    names = list(DESKS)
    return "".join(
        f'<p class="next-level"><button type="button" class="primary" data-defend="{one}">'
        f"Next: {DESKS[one].workplace}</button></p>"
        for one in names[names.index(desk) + 1 :][:1]
    )


def _tiles(
    title: str, answers: Sequence[JudgedAnswer], bad: Collection[JudgedAnswer], what: str
) -> str:
    """A tile for each answer, always in the same place, and the names of the bad ones."""
    known_bad = set(map(id, bad))
    tiles = "".join(
        '<i class="tile bad">✕</i>' if id(one) in known_bad else '<i class="tile good"></i>'
        for one in answers
    )
    listed = "".join(
        f"<li><b>{_words(one.name)}</b> on {_words(one.where)}</li>"
        for one in list(bad)[:MAX_NAMED]
    )
    more = f"<li>and {len(bad) - MAX_NAMED} more</li>" if len(bad) > MAX_NAMED else ""
    names = f'<p class="hint">{what.capitalize()}:</p><ul class="tile-names">{listed}{more}</ul>'
    return (
        f'<figure class="tiles"><figcaption><b>{len(answers) - len(bad)} of {len(answers)}</b> '
        f"{title}{sr_only(f'; {len(bad)} {what}')}</figcaption>"
        f'<div class="tile-row" aria-hidden="true">{tiles}</div>{names if bad else ""}</figure>'
    )


def _words(name: str) -> str:
    cut = f"{name[:MAX_NAME_LENGTH]} …" if len(name) > MAX_NAME_LENGTH else name
    return escaped(cut.replace("_", " "))


def _from_players(desk: str) -> tuple[JudgedAnswer, ...]:
    """Exploits of this desk that players found on any level; none if there is no store."""
    try:
        found = service.store().exploits(version(), desk, MAX_TRIED)
    except StoreError:
        return ()
    return _judged(tuple(found))


@lru_cache(maxsize=8)
def _judged(found: tuple[Exploit, ...]) -> tuple[JudgedAnswer, ...]:
    answers = [
        judged("found by a player", Ref.parse(one.scenario).scenario(one.desk), one.completion)
        for one in found
    ]
    return tuple(one for one in answers if one.grade.action is not None and not one.done)
