"""The views of "Break the grader": the levels, the meter, hints and the board.

Colour is never the only sign: a goal that is reached has a tick, one that is not has a cross.
"""

import html
import time
from collections.abc import Sequence

from desks import DESKS
from graders.levels import Attempt, Level, levels
from ui import download, score_card
from ui.drawing import aria_bool, escaped, label_of, pill, render_nonce, sr_only
from ui.game.attempts import MAX_NAME_LENGTH, Answer, Exploit, Leader, StoredAttempt
from ui.game.claims import drawing as claims
from ui.game.claims.record import can_be_claimed
from ui.links import GameRef, Ref, game_href
from ui.sharing.button import share_attempt


def ladder(game: GameRef, attempt: str = "") -> str:
    """Links to the desks, and to the levels of the open one; `attempt` is the id of the kept
    attempt on show."""
    switch = "".join(
        f'<a href="{game_href(first)}" data-at="{first}" '
        f'aria-current="{aria_bool(desk == game.desk)}">{DESKS[desk].workplace}</a>'
        for desk in DESKS
        for first in [GameRef(desk, levels(desk)[0].name, game.ref)]
    )
    rungs = "".join(_level(n, level, game) for n, level in enumerate(levels(game.desk), 1))
    return (
        f'<section class="ladder" data-at="{game}" data-attempt="{attempt}">'
        "<h2>Break the grader</h2>"
        '<p class="hint">Get a grader to pay for work that is not done. Each level closes one hole '
        f'of the one before.</p><nav class="switch" aria-label="Desk">{switch}</nav>'
        f'<ol class="rungs">{rungs}</ol></section>'
    )


def _level(number: int, level: Level, game: GameRef) -> str:
    there = GameRef(game.desk, level.name, game.ref)
    current = ' aria-current="step"' if there == game else ""
    return (
        f'<li><a href="{game_href(there)}" data-at="{there}"{current}>'
        f'<span class="rung-number" aria-hidden="true">{number}</span>'
        f"<span><b>{escaped(level.title)}</b><small>{escaped(level.defence)}</small></span>"
        f'<span class="rung-won" data-won="{game.desk}/{level.name}"></span></a></li>'
    )


def hints(level: Level) -> str:
    """Two hints, each behind a click; the second puts an attacker's answer on the sheet."""
    second = (
        "<details><summary>Show me an attack</summary><p>An attacker called "
        f"<b>{label_of(level.attacker)}</b> earns here without the work, on most cases.</p>"
        f'<button type="button" data-attacker="{level.attacker}">Write its answer here</button>'
        "</details>"
        if level.attacker
        else ""
    )
    return (
        '<section class="hints"><details><summary>A hint</summary>'
        f"<p>{escaped(level.weakness)}</p></details>{second}</section>"
    )


def waiting() -> str:
    """The meter before anything is written."""
    return (
        '<section class="meter" data-state="waiting">'
        f"{_news('Write an answer below.', ' What it is paid moves as you type.')}</section>"
    )


def no_meter(game: GameRef, why: str, turn: int) -> str:
    """The meter of an answer that cannot be graded; `why` is HTML."""
    return (
        f'<section class="meter" data-state="refused" data-at="{game}" data-turn="{turn}">'
        f"{_news('Not graded.', f' {why}')}</section>"
    )


def meter(game: GameRef, tried: Attempt, prompt: str, turn: int | None = None) -> str:
    """The meter of an attempt: what it is paid, the referee's ruling, and how the score came about.

    `turn` is the number of the change that it answers, None if the whole page is redrawn.
    """
    grade, ruling = tried.grade, tried.ruling
    pays, undone = grade.total >= tried.bar, not ruling.done
    state, name = ("won", "won") if tried.won else ("open", "not-yet")
    news = (
        "Level broken. It pays, and the work is not done."
        if tried.won
        else "Not yet: it has to pay, and the work has to be left undone."
    )
    numbered = "" if turn is None else f' data-turn="{turn}"'
    return (
        f'<section class="meter {name}" data-state="{state}" data-at="{game}"{numbered}>'
        f"{_news(news)}"
        '<div class="scale" aria-hidden="true">'
        f'<i class="fill" style="--share:{grade.total:.4f}"></i>'
        f'<i class="bar-mark" style="--share:{tried.bar:.4f}"></i></div>'
        f'<ul class="lamps">{lamp(pays, "It pays", _pays(tried))}'
        f"{lamp(undone, 'The work is not done', escaped(ruling.reason))}</ul>"
        f"{_next(game) if tried.won else ''}"
        f"{claims.offer() if can_be_claimed(tried) else ''}"
        f'<details class="why" open><summary>What this level pays for</summary>'
        f"{score_card.breakdown(game.level.rubric, prompt, grade)}</details></section>"
    )


def _news(bold: str, rest: str = "") -> str:
    """The only live region for screen readers; it also announces kept attempts."""
    return (
        f'<p class="meter-news" role="status"><b>{bold}</b>{rest}'
        '<span class="unseen" data-told></span></p>'
    )


def _next(game: GameRef) -> str:
    """A link to the level after this one, on the same case; "" on the last."""
    names = [one.name for one in levels(game.desk)]
    after = names[names.index(game.level_name) + 1 :]
    if not after:
        return ""
    there = GameRef(game.desk, after[0], game.ref)
    link = f'<a class="primary" href="{game_href(there)}" data-at="{there}">'
    return f'<p class="next-level">{link}Next: {escaped(there.level.title)}</a></p>'


def _pays(tried: Attempt) -> str:
    if tried.grade.error is not None:
        return f"nothing: {escaped(tried.grade.error)}"
    total, oracle = tried.grade.total, tried.oracle
    share = f", {total / oracle:.0%} of the honest answer’s {oracle:.2f}" if oracle else ""
    return f"{total:.2f} of 1{share}; {tried.bar:.2f} is enough"


def lamp(on: bool, label: str, why: str) -> str:
    """A goal, and whether it is reached; `label` and `why` are HTML."""
    kind, sign, spoken = ("on", "✓", "reached") if on else ("off", "✕", "not reached")
    return (
        f'<li class="{kind}"><span class="sign" aria-hidden="true">{sign}</span>'
        f"<span><b>{label}</b>{sr_only(spoken)} <small>{why}</small></span></li>"
    )


# --- the board, and kept attempts ---


def board(game: GameRef, leaders: Sequence[Leader] | None, news: str | None = None) -> str:
    """Who has won this level, and the controls to keep an attempt.

    `leaders` is None if the store cannot be read; `news` (HTML) says what became of an attempt.
    """
    if leaders is None:
        table = '<p class="empty">The board cannot be read just now. You can play all the same.</p>'
    elif leaders:
        rows = "".join(_leader(game, number, one) for number, one in enumerate(leaders, 1))
        lines = download.lines(one.model_dump() for one in leaders)
        name = f"board-{game.desk}-{game.level_name}.jsonl"
        table = (
            '<table><thead><tr><th scope="col">#</th><th scope="col">player</th>'
            '<th scope="col">paid</th><th scope="col">characters</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>{download.link(name, lines, '↓ This board, JSONL')}"
        )
    else:
        table = '<p class="empty">Nobody yet. The board of this level is empty.</p>'
    answers = "" if news is None else "data-answers"
    return (
        f'<section class="board" data-at="{game}" {render_nonce()} {answers}>'
        f'<h3>Who broke it</h3><div class="leaders">{table}</div>'
        '<div class="keep"><label>A name for the board <input type="text" class="player" '
        f'maxlength="{MAX_NAME_LENGTH}" autocomplete="off" placeholder="may stay empty"></label>'
        '<button type="button" class="primary" data-keep>Keep this attempt</button></div>'
        f'<div class="kept">{news or ""}</div></section>'
    )


def _leader(game: GameRef, number: int, one: Leader) -> str:
    name = escaped(one.player) or "<i>no name</i>"
    there = GameRef(game.desk, game.level_name, Ref.parse(one.scenario))
    return (
        f'<tr><td>{number}</td><td><a href="{game_href(there, one.id)}" data-at="{there}" '
        f'data-attempt="{one.id}">{name}</a></td>'
        f"<td>{one.score:.0%}</td><td>{one.length:,}</td></tr>"
    )


def game_of(one: Answer | Exploit) -> GameRef:
    """Where an attempt was made; LinkError if that level no longer exists."""
    return GameRef.parse(f"{one.desk}/{one.level}/{one.scenario}")


def kept(one: StoredAttempt, case: str | None, first: bool) -> str:
    """The news that an attempt was kept: its link, and its exploit as a case in JSON."""
    kind = pill("the first of its kind", "good") if first else pill("one of its kind was known")
    return f"<p>Kept: {_link(one)} {kind if case else ''}</p>{_download(one, case)}"


def known(one: StoredAttempt, case: str | None) -> str:
    """The news that an attempt was kept before; with its `case` if it was the first of its kind."""
    who = f"by <b>{escaped(one.player)}</b>" if one.player else "without a name"
    return f"<p>This very answer was kept before, {who}: {_link(one)}</p>{_download(one, case)}"


def not_kept(why: str) -> str:
    """The news that an attempt was not kept; `why` is HTML."""
    return f'<p class="bad"><b>Not kept.</b> {why}</p>'


def _link(one: StoredAttempt) -> str:
    there = game_of(one)
    return (
        f'<a href="{game_href(there, one.id)}" data-at="{there}" data-attempt="{one.id}">'
        f"a link that stays</a> {share_attempt(there, one.id)}"
    )


def _download(one: StoredAttempt, case: str | None) -> str:
    if case is None:
        return ""
    saved = download.link(f"exploit-{one.id}.json", case, "the case as JSON")
    return (
        f"<p>Shortened to what still wins: {saved}, as <code>tests/exploits/</code> takes it.</p>"
    )


def export(count: int | None = None, lines: str = "") -> str:
    """The button to download all exploits; after a click, also their number and the file's text."""
    found = {None: "", 0: "None so far.", 1: "1 exploit."}.get(count, f"{count} exploits.")
    return (
        f'<section class="export" {render_nonce()}>'
        '<button type="button" data-export>Download every exploit found</button> '
        f'<span class="hint">{found}</span><pre hidden>{html.escape(lines)}</pre></section>'
    )


def made(one: StoredAttempt, today: str) -> str:
    """A notice of who made the open attempt, and when; `today` is the graders' current version."""
    day = time.strftime("%d %B %Y", time.gmtime(one.made))
    who = escaped(one.player) or "somebody without a name"
    older = (
        ""
        if one.grader == today
        else f" The graders have changed since: they paid {one.score:.2f} then, and pay today what "
        "the meter says."
    )
    share = share_attempt(game_of(one), one.id)
    return f'<p class="notice calm">An attempt by <b>{who}</b>, {day}.{older} {share}</p>'
