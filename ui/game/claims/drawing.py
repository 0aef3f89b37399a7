"""The views of claims: the offer to make one, a claim as a card, and the wall of all.

Everything in a claim was written by a stranger, and is drawn through `escaped`.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple, get_args

from desks import DESKS
from graders.levels import version
from ui.drawing import clipped, escaped, label_of, pill, render_nonce, sr_only
from ui.game.claims.record import MAX_WHY_LENGTH, Claim, Standing, Tally, Verdict, standing, today
from ui.game.ladder import game_of, share_attempt
from ui.links import LinkError, game_href
from ui.workbench.bench import Bench

PILLS: dict[Standing, str] = {
    "open": pill("? open"),
    "confirmed": pill("✕ confirmed", "bad"),
    "fixed": pill("✓ fixed since", "good"),
    "rejected": pill("rejected"),
    "hidden": pill("hidden"),
}
VERDICTS: dict[Verdict, str] = {"wrong": "✕ Wrong", "fine": "✓ Fine"}
EMPTY = "No claims yet. What a level pays and the referee counts as done can be claimed."


def offer() -> str:
    """The offer to claim the answer on the sheet."""
    return (
        '<div class="claim-offer"><p><b>Paid, and the referee has no objection.</b> Would a person '
        "call it wrong all the same? Then you have found a hole that neither our rules nor the "
        "referee see: claim it.</p>"
        f'<input type="text" class="claim-reason" maxlength="{MAX_WHY_LENGTH}" '
        'autocomplete="off" aria-label="Why would a person call this wrong? May stay empty" '
        'placeholder="Why? May stay empty">'
        '<button type="button" data-claim-this>A person would call this wrong</button>'
        '<div class="kept"></div></div>'
    )


# --- one claim ---


class Card(NamedTuple):
    """A claim with its votes."""

    claim: Claim
    tally: Tally

    def draw(self, bench: Bench | None, opened: bool = False) -> str:
        """What the answer does, why it is called wrong, and the votes. `bench` is that of the desk,
        None if there is no such desk any more; an `opened` card stands above its case instead of
        linking to it."""
        claim, stands = self.claim, standing(self.claim)
        why = f"“{escaped(claim.why)}”" if claim.why else "No reason was given."
        older = "" if claim.grader == version() else " The graders have changed since."
        ask = f"<h2>{_ask(stands)}</h2>" if opened else ""
        way = "" if opened else f"<p>{link(claim, 'Open it with its case')}</p>"
        return (
            f'<article class="claim{" opened" * opened}" data-claim="{claim.id}">{ask}'
            '<p class="claim-head">'
            f"{PILLS[stands]} <small>{_where(claim)}</small></p>"
            f'<p class="claim-why">{why}</p>{_answer(claim, bench)}'
            f'<p class="hint">The level pays it {claim.score:.2f}, and the referee counted it as '
            f"done. Claimed by {escaped(claim.player) or 'somebody without a name'}, "
            f"{time.strftime('%-d %B %Y', time.gmtime(claim.made))}.{older}</p>"
            f"{self._votes(stands)}{way}</article>"
        )

    def _votes(self, stands: Standing) -> str:
        counted = dict(zip(get_args(Verdict), self.tally, strict=True))
        if stands != "open":
            shown = ", ".join(f"{number} {verdict}" for verdict, number in counted.items())
            return f'<p class="hint">Votes: {shown}.</p>'
        buttons = "".join(
            f'<button type="button" data-vote="{verdict}" aria-pressed="false">{label} '
            f'<b data-count="{verdict}">{counted[verdict]}</b>{sr_only(" votes")}</button>'
            for verdict, label in VERDICTS.items()
        )
        return f'<div class="claim-votes" role="group" aria-label="Your vote">{buttons}</div>'


def _ask(stands: Standing) -> str:
    """What is asked of whoever follows a link."""
    if stands == "open":
        return "Somebody calls this answer wrong. Would you?"
    return "An answer that somebody called wrong"


def link(claim: Claim, label: str) -> str:
    """A link that opens a claim; the label alone if its level no longer exists."""
    try:
        there = game_of(claim)
    except LinkError:
        return label
    return (
        f'<a href="{game_href(there, claim.id)}" data-at="{there}" data-attempt="{claim.id}">'
        f"{label}</a>"
    )


def _where(claim: Claim) -> str:
    try:
        title = game_of(claim).level.title
    except LinkError:
        return escaped(f"{claim.desk}, {claim.level}")
    return f"{DESKS[claim.desk].workplace}, “{escaped(title)}”, case {label_of(claim.scenario)}"


def _answer(claim: Claim, bench: Bench | None) -> str:
    """What the answer does and says; as it was written, if that cannot be read any more."""
    found = today(claim)
    if bench and found and found.grade.action is not None:
        return bench.answered(found.scenario, found.grade)
    return f'<p class="said">{clipped(claim.completion)}</p>'


# --- the wall ---


def wall(count: int, cards: Sequence[str] | None = None) -> str:
    """The wall: its number, and the cards once it is unfolded (None before)."""
    drawn, left_out = '<p class="hint">Loading.</p>', ""
    if cards is not None:
        drawn = "".join(cards) or f'<p class="empty">{EMPTY}</p>'
        left_out = f" {len(cards)} are shown, the newest of each kind." * (len(cards) < count)
    return (
        f'<details class="wall" {render_nonce()} {"open" * (cards is not None)}><summary>'
        f"<h2>Answers that people call wrong <b>{count}</b></h2></summary>"
        '<p class="hint">Each is paid, and the referee counts it as done. Somebody says that it is '
        f"not. What do you say? Confirmed ones become tests.{left_out}</p>"
        f'<div class="claims">{drawn}</div></details>'
    )


def no_wall() -> str:
    """The wall while the store cannot be read."""
    return '<p class="empty">Claims cannot be read just now. You can play all the same.</p>'


# --- news ---


def published(kept: Claim, is_new: bool) -> str:
    """The news of a claim that was made: of this one, or of an earlier one of the same answer."""
    if kept.state == "hidden":
        return "<p>This very answer was claimed before, and the maintainers took it down.</p>"
    before = "" if is_new else "This very answer was claimed before. "
    if standing(kept) != "open":
        return f"<p>{before}See what became of it: {link(kept, 'a link that stays')}.</p>"
    return (
        f"<p>{before}<b>Claimed.</b> Others can vote on it now: {link(kept, 'a link that stays')}. "
        f"If it is confirmed, it becomes a test that our graders have to pass. {_share(kept)}</p>"
    )


def _share(claim: Claim) -> str:
    try:
        return share_attempt(game_of(claim), claim.id)
    except LinkError:
        return ""


def not_done(why: str) -> str:
    """The news that nothing was published or counted; `why` is HTML."""
    return f'<p class="bad"><b>Not done.</b> {why}</p>'


def told(news: str, at: str = "") -> str:
    """News of a claim about the answer on the sheet, as the page's script takes it; HTML."""
    return f'<div hidden data-at="{at}" {render_nonce()}>{news}</div>'


def counted(claim_id: str, verdict: Verdict, tally: Tally) -> str:
    """The votes on a claim after one was counted, as the page's script takes them."""
    return (
        f'<div hidden data-claim="{claim_id}" data-verdict="{verdict}" data-wrong="{tally.wrong}" '
        f'data-fine="{tally.fine}" {render_nonce()}>Your vote is counted.</div>'
    )
