"""The controls: which ticket, and who plays it."""

from dataclasses import replace
from typing import Literal

from desks import TIERS
from ui.drawing import aria_bool, escaped, label_of, made_now, switch
from ui.links import MAX_SEED, Ref, href
from ui.tools.players import HONEST, YOU, models, offered, scripted

TAB = "tools"


def draw(ref: Ref, player: str, state: Literal["", "awaits", "asleep"] = "") -> str:
    """The ticket's tier and number, and the players.

    `state` is "awaits" if the chosen model has yet to play, "asleep" until the tab is first opened.
    """
    tiers = switch("Tier", "tier", dict(zip(TIERS, TIERS, strict=True)), ref.tier)
    return (
        f'<section class="tools-controls" data-scenario="{ref}" '
        f'data-player="{player}" data-split="{ref.split}" {made_now()} '
        f'data-state="{state}"><div class="arena-row">{tiers}{_number(ref, player)}'
        '<button type="button" data-random>Another ticket</button></div>'
        f'<div class="arena-row"><span id="who-plays">Who plays</span><div class="buttons" '
        f'role="group" aria-labelledby="who-plays">{_players(player)}</div></div>'
        f'<p class="hint">{_told(player)}</p></section>'
    )


def _number(ref: Ref, player: str) -> str:
    """The ticket's number, between links to the ones before and after it."""
    run = None if player == YOU else player
    links = [
        f'<a href="{escaped(href(TAB, beside, run))}" data-scenario="{beside}" '
        f'aria-label="{told}">{sign}</a>'
        for by, sign, told in ((-1, "←", "the ticket before"), (1, "→", "the next ticket"))
        if 0 <= ref.seed + by <= MAX_SEED
        for beside in [replace(ref, seed=ref.seed + by)]
    ]
    here = (
        f'<a href="{escaped(href(TAB, ref, run))}" data-scenario="{ref}" aria-current="true" '
        f"hidden>ticket {ref.seed}</a>"
    )
    before, after = links if len(links) == 2 else ["", *links] if not ref.seed else [*links, ""]
    return (
        f'<span class="ticket-number">{before}<label>Ticket <input type="number" data-number '
        f'min="0" max="{MAX_SEED}" step="1" value="{ref.seed}"></label>{here}{after}</span>'
    )


def _players(chosen: str) -> str:
    """A button for each player that can be watched, and one to play oneself."""
    kinds = dict.fromkeys(scripted(), "") | dict.fromkeys(models(), "model")
    buttons = "".join(
        f'<button type="button" data-run="{name}" data-kind="{kind}" '
        f'class="{"honest" if name == HONEST else ""}" aria-pressed="{aria_bool(name == chosen)}">'
        f"{label_of(name)}</button>"
        for name, kind in kinds.items()
    )
    return (
        f'{buttons}<button type="button" data-run="{YOU}" data-kind="" class="play" '
        f'aria-pressed="{aria_bool(chosen == YOU)}">▶ Play it yourself</button>'
    )


def _told(player: str) -> str:
    """What the player does."""
    if player == YOU:
        return (
            "You are the triage agent. Find the article whose product, version and sign all fit, "
            "and answer from it; hand over what no article answers."
        )
    return f"<b>{label_of(player).capitalize()}</b>: {escaped(offered()[player])}"
