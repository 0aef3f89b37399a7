"""The views of "Break the grader": the levels, the hints and the board."""

import html
from collections.abc import Sequence

from desks import DESKS
from graders.levels import Level, levels
from training.common.files import json_lines
from ui import download
from ui.drawing import aria_bool, escaped, label_of, pill, render_nonce
from ui.game.attempts import MAX_NAME_LENGTH, Answer, Exploit, Leader, StoredAttempt
from ui.game.claims.record import Claim
from ui.links import GameRef, Ref, game_href


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
        f'<section class="ladder" data-at="{game}" data-attempt="{attempt}" {render_nonce()}>'
        "<h2>Break the grader</h2>"
        '<p class="hint">Get a grader to pay for work that is not done. Each level closes one hole '
        "of the one before, and the whole answer is yours to write.</p>"
        f'<nav class="switch" aria-label="Desk">{switch}</nav>'
        f'<ol class="rungs">{rungs}</ol></section>'
    )


def share_attempt(game: GameRef, attempt: str) -> str:
    """The button that shares a kept attempt; `assets/share.js` copies the link and says so."""
    link = game_href(game, attempt)
    return (
        f'<button type="button" class="share" data-share="{link}" title="Share a link to this '
        'answer" aria-label="Share a link to this answer">Share</button>'
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
        "<details><summary>Show me a cheat</summary><p>A script called "
        f"<b>{label_of(level.attacker)}</b> is paid here without the work, on most cases.</p>"
        f'<button type="button" data-attacker="{level.attacker}">Write its answer here</button>'
        "</details>"
        if level.attacker
        else ""
    )
    return (
        '<section class="hints"><details><summary>A hint</summary>'
        f"<p>{escaped(level.weakness)}</p></details>{second}</section>"
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
        lines = json_lines(one.model_dump() for one in leaders)
        name = f"board-{game.desk}-{game.level_name}.jsonl"
        table = (
            '<table><thead><tr><th scope="col">#</th><th scope="col">player</th>'
            '<th scope="col">paid</th><th scope="col">characters</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>{download.link(name, lines, '↓ This board, JSONL')}"
        )
    else:
        table = (
            '<p class="empty">Nobody yet. An attempt that breaks this level appears here once it '
            "is kept.</p>"
        )
    answers = "" if news is None else "data-answers"
    return (
        f'<section class="board" data-at="{game}" {render_nonce()} {answers}>'
        f'<h3>Who broke it</h3><div class="leaders">{table}</div>'
        '<div class="keep"><label>A name for the board <input type="text" class="player" '
        f'maxlength="{MAX_NAME_LENGTH}" autocomplete="off" placeholder="may stay empty"></label>'
        '<button type="button" data-keep>Keep it and get a link</button></div>'
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


def game_of(one: Answer | Exploit | Claim) -> GameRef:
    """Where an attempt or a claim was made; LinkError if that level no longer exists."""
    return GameRef.parse(f"{one.desk}/{one.level}/{one.scenario}")


def kept(one: StoredAttempt, case: str | None, first: bool) -> str:
    """The news that an attempt was kept: its link, and its exploit as a case in JSON."""
    kind = pill("the first of its kind", "good") if first else pill("one of its kind was known")
    lost = "" if one.won else "It does not win, so it is not on the board."
    return f"<p>Kept: {_link(one)} {kind if case else lost}</p>{_download(one, case)}"


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
    saved = download.link(f"exploit-{one.id}.json", case, "Download it with its case, as a test")
    return f"<p>The shortest form of it that still wins was kept as well. {saved}</p>"


def export(count: int | None = None, lines: str = "") -> str:
    """The button to download all exploits; after a click, also their number and the file's text."""
    found = {None: "", 0: "None so far.", 1: "1 exploit."}.get(count, f"{count} exploits.")
    return (
        f'<section class="export" {render_nonce()}>'
        '<button type="button" data-export>Download every exploit found</button> '
        f'<span class="hint">{found}</span><pre hidden>{html.escape(lines)}</pre></section>'
    )
