"""The Arena's controls: the desk, the case, who answers, and whether names are shown."""

import html as markup
from collections.abc import Mapping

from desks import DESKS, TIERS
from ui.arena import tournament
from ui.arena.contenders import Contender, offered
from ui.drawing import escaped, render_nonce, switch
from ui.links import Ref
from ui.own.ref import OwnRef

ELSEWHERE = {
    "hub:": ("A model of the Hub …", "OWNER/NAME or OWNER/NAME+OWNER/ADAPTER"),
    "api:": ("An OpenAI-compatible endpoint …", "MODEL@https://HOST/v1"),
}
"""Kinds whose contenders are typed in, each with its label and placeholder."""

WHAT_FOR = (
    "Two models or scripts answer the same case. Vote for the one that did the work, and see what "
    "the graders pay each of them, and why."
)


def draw(
    desk: str,
    ref: Ref | OwnRef,
    left: str,
    right: str,
    seed: str,
    sampled: bool,
    blind: bool,
    news: str,
) -> str:
    """The controls; `seed` is the one that a link asks for, `news` is HTML."""
    own = isinstance(ref, OwnRef)
    tier = TIERS[0] if own else ref.tier
    called = "Your own case" if own else f"Case {ref}"
    why = ", since your own case has no difficulty" if own else ""
    many = f"{tournament.played_on(desk, tier)}{why}"
    where = '<p class="notice calm" data-where></p>' if own else ""
    places = {name: one.workplace for name, one in DESKS.items()}
    return (
        f'<section class="arena-controls" data-desk="{desk}" data-scenario="{ref}" '
        f'data-tier="{tier}" data-many="{many}" data-seed="{seed}" {render_nonce()}>'
        f"<p>{WHAT_FOR}</p>{news}{where}"
        f'<div class="arena-row">{switch("Desk", "desk", places, desk)}'
        f"{switch('Difficulty', 'tier', dict(zip(TIERS, TIERS, strict=True)), '' if own else tier)}"
        '<button type="button" data-random>Another case</button>'
        f'<span class="hint">{called}</span></div>'
        f'<div class="arena-row who">{_who("left", "A", desk, left)}<b class="against">against</b>'
        f"{_who('right', 'B', desk, right)}</div>"
        '<div class="arena-row"><label class="chip"><input type="checkbox" '
        f"data-blind{' checked' * blind}><span>Blind: names only after your vote</span></label>"
        f'<label class="chip"><input type="checkbox" data-sampled{" checked" * sampled}><span>'
        "Vary the words (temperature 1), one seed for both</span></label></div>"
        '<div class="arena-row"><button type="button" class="primary" data-run>Let both answer'
        '</button><button type="button" class="stop" data-stop>■ Stop</button></div></section>'
    )


def _who(side: str, letter: str, desk: str, spec: str) -> str:
    kind = next((kind for kind in ELSEWHERE if spec.startswith(kind)), "")
    known = {
        heading: {one: escaped(Contender.parse(one, desk).name) for one in specs}
        for heading, specs in offered(desk).items()
    }
    known["Elsewhere"] = {one: label for one, (label, _) in ELSEWHERE.items()}
    groups = "".join(
        f'<optgroup label="{heading}">{_options(labels, kind or spec)}</optgroup>'
        for heading, labels in known.items()
        if labels
    )
    named = markup.escape(spec.removeprefix(kind)) if kind else ""
    looks = "".join(f'data-{one[:-1]}="{look}" ' for one, (_, look) in ELSEWHERE.items())
    return (
        f'<div class="contender" data-side="{side}"><label>'
        f'<span class="letter-mark">{letter}</span><span class="unseen">Who answers as {letter}'
        f"</span><select>{groups}</select>"
        f'</label><div class="elsewhere-spec"{"" if kind else " hidden"}>'
        f'<input type="text" class="named" value="{named}" {looks}maxlength="280" '
        f'spellcheck="false" autocomplete="off" aria-label="Name of {letter}">'
        '<input type="password" class="secret" autocomplete="off" maxlength="300" '
        f'placeholder="key, if it wants one; it is not kept" aria-label="Key of {letter}"></div>'
        "</div>"
    )


def _options(labels: Mapping[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{value}"{" selected" * (value == chosen)}>{label}</option>'
        for value, label in labels.items()
    )
