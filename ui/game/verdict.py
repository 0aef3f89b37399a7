"""The verdict on an attempt to break a level: what it is paid, the goal, how the sum came about.

A bar with the shortest of it stays in view as one types. Colour is never the only sign: a goal that
is reached has a tick, one that is not has a cross.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from desks import DESKS, ActionError, load
from graders.levels import (
    MIN_ORACLE_SCORE,
    WINNING_SHARE,
    Attempt,
    attempt,
    levels,
    oracle_score,
    winning_total,
)
from ui import score_card
from ui.drawing import escaped, sr_only
from ui.game.claims import drawing as claims
from ui.game.claims.record import can_be_claimed
from ui.links import GameRef, game_href
from ui.workbench.in_words import faults_of

PRIMARY, UNFOCUSED = 'class="primary"', 'tabindex="-1"'
_NEWS = {
    (True, True): "Level broken. It is paid, and the work is not done.",
    (True, False): "It is paid, and the referee counts the work as done.",
    (False, True): "Not yet: the work is not done, but it is paid too little.",
    (False, False): "Not yet: it is paid too little, and the referee counts the work as done.",
}
"""What became of an attempt, by whether it pays and whether the referee takes it for undone."""
_FIND = (
    "The grader that the models are trained with is broken.",
    " It pays, and the referee, with which no model is trained, says that the work is not done. "
    "Keep the answer: the grader is mended by finds like this.",
)
"""The same of a win at a desk's last level, which no answer should have."""


def waiting(game: GameRef) -> str:
    """The meter before anything is written: the goal."""
    honest = oracle_score(game.level, game.scenario)
    goal = winning_total(honest)
    why = f", {WINNING_SHARE:.0%} of what this level pays an honest one"
    news = _news(
        "Write an answer below.",
        f" You win at {goal:.2f} with work that is not done{why * (honest > MIN_ORACLE_SCORE)}. "
        "What it is paid moves as you type.",
    )
    return (
        f"{_bar('', 0.0, goal, 'Nothing written yet')}"
        f'<section class="meter" data-state="waiting">{news}</section>'
    )


def no_meter(game: GameRef, why: str, turn: int) -> str:
    """The meter of an answer that cannot be graded; `why` is HTML."""
    return (
        '<p class="meter-bar" aria-hidden="true"><b>Not graded</b></p>'
        f'<section class="meter" data-state="refused" data-at="{game}" data-turn="{turn}">'
        f"{_news('Not graded.', f' {why}')}</section>"
    )


def meter(
    game: GameRef,
    tried: Attempt,
    prompt: str,
    faults: str = "",
    turn: int | None = None,
    also: Sequence[GameRef] = (),
    is_claimed: bool = False,
) -> str:
    """The meter of an attempt: what it is paid, the referee's ruling, and how the score came about.

    `faults` says in words why it could not be read, "" if it could; `turn` is the number of the
    change that it answers, None if the whole page is redrawn; `also` are the levels after this one
    that the same answer breaks. One that `is_claimed` is said to be, and not offered again.
    """
    grade, ruling = tried.grade, tried.ruling
    pays, undone = grade.total >= tried.bar, not ruling.done
    state, name = ("won", "won") if tried.won else ("open", "not-yet")
    paid_for = "✓ Claimed" if is_claimed else "? Paid, but is it wrong?"
    short = "✓ Broken" if tried.won else paid_for if pays else "✕ Not yet"
    after = _after(also[-1] if also else game) if tried.won else None
    is_find = tried.won and game.level == levels(game.desk)[-1]
    paid = "It is paid enough" if pays else "It is paid too little"
    ruled = f"The referee counts it as {'not done' if undone else 'done'}"
    why = "nothing can be carried out" if faults else ruling.reason
    told = "" if turn is None else f' data-turn="{turn}"'
    told += f' data-also="{" ".join(map(str, also))}"' if also else ""
    return (
        f"{_bar(name, grade.total, tried.bar, short, _link(after, 'Next', UNFOCUSED))}"
        f'<section class="meter {name}" data-state="{state}" data-at="{game}"{told}>'
        f"{_news(*_FIND) if is_find else _news(_NEWS[pays, undone])}"
        '<div class="scale" aria-hidden="true">'
        f'<i class="fill" style="--share:{grade.total:.4f}"></i>'
        f'<i class="bar-mark" style="--share:{tried.bar:.4f}"></i></div>'
        f'<ul class="lamps">{lamp(pays, paid, _pays(tried, faults))}'
        f"{lamp(undone, ruled, escaped(why))}</ul>"
        f"{_onward(game, after, also) if after else ''}"
        f"{claims.offer() if can_be_claimed(tried) and not is_claimed else ''}"
        f'<details class="why" open><summary>What this level pays for</summary>'
        f"{score_card.breakdown(game.level.rubric, prompt, grade)}</details></section>"
    )


def also_broken(game: GameRef, text: str) -> list[GameRef]:
    """The levels right after this one that the same answer breaks; never the last, since a win
    there is a find."""
    every = [GameRef(game.desk, one.name, game.ref) for one in levels(game.desk)]
    later = every[every.index(game) + 1 : -1]
    return [*takewhile(lambda one: attempt(one.level, one.scenario, text).won, later)]


def unread(desk: str, text: str, names: Mapping[str, str]) -> str:
    """Why a completion is no action, in sentences; "" if it is one. `names` are the form's."""
    try:
        load(desk).parse(text)
    except ActionError as error:
        return " ".join(faults_of(error, text, names).values())
    return ""


def _bar(name: str, total: float, goal: float, short: str, link: str = "") -> str:
    """The line that stays in view; a screen reader and the keyboard have the meter instead."""
    paid, enough = told_apart(total, goal)
    return (
        f'<p class="meter-bar {name}" aria-hidden="true"><b>{paid}</b> paid '
        f'<span>you win at {enough}</span> <b class="short">{short}</b>{link}</p>'
    )


def told_apart(total: float, goal: float) -> tuple[str, str]:
    """What is paid and what is enough, with more decimals if it is less and looks the same."""
    digits = 2
    while total < goal and f"{total:.{digits}f}" == f"{goal:.{digits}f}":
        digits += 1
    return f"{total:.{digits}f}", f"{goal:.{digits}f}"


def _news(bold: str, rest: str = "") -> str:
    """The only live region for screen readers; it also announces kept attempts."""
    return (
        f'<p class="meter-news" role="status"><b>{bold}</b>{rest}'
        '<span class="unseen" data-told></span></p>'
    )


def _after(game: GameRef) -> GameRef:
    """The level after this one, on the same case; after the last one the next desk's first."""
    every = [GameRef(desk, one.name, game.ref) for desk in DESKS for one in levels(desk)]
    return every[(every.index(game) + 1) % len(every)]


def _link(there: GameRef | None, label: str, also: str) -> str:
    """A link to a level with more attributes; "" without one."""
    return f' <a href="{game_href(there)}" data-at="{there}" {also}>{label}</a>' if there else ""


def _onward(game: GameRef, there: GameRef, also: Sequence[GameRef]) -> str:
    """What else was broken, where a win leads, and the way to keep it."""
    same = there.desk == game.desk
    label = f"Next: {escaped(there.level.title if same else DESKS[there.desk].workplace)}"
    more = " and ".join(_link(one, f"“{escaped(one.level.title)}”", "") for one in also)
    told = f'<p class="hint">The same answer also breaks{more}.</p>' if also else ""
    return (
        f'{told}<p class="next-level">{_link(there, label, PRIMARY)} '
        '<button type="button" data-keep-this>Keep it and get a link</button></p>'
    )


def _pays(tried: Attempt, faults: str) -> str:
    if tried.grade.error is not None:
        return f"nothing. {escaped(faults or tried.grade.error)}"
    total, oracle = tried.grade.total, tried.oracle
    paid, enough = told_apart(total, tried.bar)
    share = (
        f", {round(total, 2) / oracle:.0%} of the honest answer’s {oracle:.2f}" if oracle else ""
    )
    return f"{paid} of 1{share}; {enough} is enough"


def lamp(on: bool, label: str, why: str) -> str:
    """A goal, and whether it is reached; `label` and `why` are HTML."""
    kind, sign, spoken = ("on", "✓", "reached") if on else ("off", "✕", "not reached")
    return (
        f'<li class="{kind}"><span class="sign" aria-hidden="true">{sign}</span>'
        f"<span><b>{label}</b>{sr_only(spoken)} <small>{why}</small></span></li>"
    )
