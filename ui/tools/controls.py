"""The controls: which ticket, and who plays it."""

from dataclasses import replace
from typing import Literal

from desks import TIERS
from ui.drawing import aria_bool, capitalized, escaped, render_nonce, switch
from ui.links import MAX_SEED, Ref, href
from ui.tools import opening
from ui.tools.opening import TAB
from ui.tools.players import HONEST, YOU, named, offered

WHAT_FOR = (
    "A support ticket is worked on with seven tools: searching, reading and, at the end, an "
    "answer. Watch an agent do it call by call and see what that is paid, or play it yourself."
)


def draw(ref: Ref, player: str, state: Literal["", "awaits"] = "") -> str:
    """The ticket's tier and number, and the players.

    `state` is "awaits" if the chosen model has yet to play.
    """
    tiers = switch("Difficulty", "tier", dict(zip(TIERS, TIERS, strict=True)), ref.tier)
    return (
        f'<section class="tools-controls" data-scenario="{ref}" '
        f'data-player="{player}" {render_nonce()} '
        f'data-state="{state}"><p>{WHAT_FOR}</p>{opening.draw(ref, player)}'
        f'<div class="arena-row">{tiers}{_number(ref, player)}'
        '<button type="button" data-random>Another ticket</button></div>'
        f'<div class="arena-row"><span id="who-plays">Who plays</span><div class="buttons" '
        f'role="group" aria-labelledby="who-plays">{_players(player)}</div></div>'
        f'<p class="hint">{_player_hint(player)}</p></section>'
    )


def _number(ref: Ref, player: str) -> str:
    """The ticket's number, between links to the ones before and after it."""
    run = None if player == YOU else player

    def link(by: int, how: str, text: str) -> str:
        there = replace(ref, seed=ref.seed + by)
        address = escaped(href(TAB, there, run))
        return f'<a href="{address}" data-scenario="{there}" {how}>{text}</a>'

    before = link(-1, 'aria-label="the ticket before"', "←") if ref.seed > 0 else ""
    here = link(0, 'aria-current="true" hidden', f"ticket {ref.seed}")
    after = link(1, 'aria-label="the next ticket"', "→") if ref.seed < MAX_SEED else ""
    return (
        f'<span class="ticket-number">{before}<label>Ticket <input type="number" data-number '
        f'min="0" max="{MAX_SEED}" step="1" value="{ref.seed}"></label>{here}{after}</span>'
    )


def _players(chosen: str) -> str:
    """A button for each player that can be watched, and one to play oneself."""
    buttons = "".join(
        f'<button type="button" data-run="{name}" '
        f'class="{"honest" if name == HONEST else ""}" aria-pressed="{aria_bool(name == chosen)}">'
        f"{named(name)}</button>"
        for name in offered()
    )
    return (
        f'{buttons}<button type="button" data-run="{YOU}" class="play" '
        f'aria-pressed="{aria_bool(chosen == YOU)}">▶ Play it yourself</button>'
    )


def _player_hint(player: str) -> str:
    if player == YOU:
        return (
            "You are the triage agent. Find the article whose product, version and sign all fit, "
            "and answer from it; escalate what no article answers."
        )
    return f"<b>{capitalized(named(player))}</b>: {escaped(offered()[player])}"
