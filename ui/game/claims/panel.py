"""The events of claims: to make one, to read the wall, and to vote."""

from collections.abc import Mapping
from typing import get_args

import gradio as gr

from graders.levels import attempt
from ui.component import QUIET, Listener, html
from ui.drawing import number_of
from ui.events import completion, encodable, one_of, refused, refusing, text_of, voter_of
from ui.game import service
from ui.game.attempts import MAX_NAME_LENGTH
from ui.game.claims import book, drawing
from ui.game.claims.record import (
    MAX_COMPLETION,
    MAX_WHY_LENGTH,
    Claim,
    Verdict,
    can_be_claimed,
    new_claim,
)
from ui.guard.throttle import RateLimiter
from ui.guard.visitors import visitor_of
from ui.links import GameRef, LinkError
from ui.store import StoreError
from ui.workbench.bench import OPENING, Bench

ON_WALL = ("open", "confirmed", "rejected")
"""The states on the wall, in this order."""
CLAIMS = {"concurrency_limit": 4, "concurrency_id": "claims", "trigger_mode": "multiple"}


class Claims:
    """The wall, and what answers a claim or a vote. `benches` are those of the desks, by name."""

    def __init__(self, benches: Mapping[str, Bench]) -> None:
        self._benches = benches
        self._claiming = RateLimiter(burst=3, refill_seconds=60.0)
        self._voting = RateLimiter(burst=12, refill_seconds=5.0)

    # --- drawing ---

    def opened(self, claim: Claim) -> str:
        """A claim as a link opens it, above its case; LinkError if the votes cannot be read."""
        try:
            [tally] = book.tallies(service.store(), [claim])
        except StoreError as error:
            raise LinkError(str(error)) from None
        return drawing.Card(claim, tally).draw(self._benches.get(claim.desk), opened=True)

    def wall(self, unfolded: bool) -> str:
        """The wall, or its number alone."""
        try:
            store = service.store()
            count = book.count(store)
            return drawing.wall(count, self._cards() if unfolded else None)
        except StoreError:
            return drawing.no_wall()

    def _cards(self) -> list[str]:
        store = service.store()
        claims = [one for state in ON_WALL for one in book.on_wall(store, state)]
        cards = map(drawing.Card, claims, book.tallies(store, claims))
        return [one.draw(self._benches.get(one.claim.desk)) for one in cards]

    # --- events ---

    def on_load(self) -> str:
        return self.wall(unfolded=False)

    def on_unfold(self) -> str:
        return self.wall(unfolded=True)

    def on_claim(self, event: gr.EventData, request: gr.Request) -> tuple[str, str]:
        """What became of a claim about the answer on the sheet, refusals too; and the wall."""
        with refusing():
            game = GameRef.parse(text_of(event, "at"))
        unfolded = text_of(event, "unfolded") == "true"
        try:
            text = encodable(completion(event), "answer")
            name = encodable(" ".join(text_of(event, "player").split())[:MAX_NAME_LENGTH], "name")
            why = encodable(" ".join(text_of(event, "why").split())[:MAX_WHY_LENGTH], "reason")
            _take(self._claiming, request, "claim can be made")
            news = publish(game, text, name, why)
        except gr.Error as error:
            news = drawing.not_done(error.message)
        return drawing.told(news, str(game)), self.wall(unfolded)

    def on_vote(self, event: gr.EventData, request: gr.Request) -> str:
        """The votes on a claim after one more, or why it is not counted."""
        verdict = one_of(text_of(event, "verdict"), get_args(Verdict), "verdict")
        claim_id, token = text_of(event, "claim"), voter_of(event)
        _take(self._voting, request, "vote is counted")
        try:
            tally = book.vote(service.store(), claim_id, token, verdict)
        except StoreError as error:
            raise refused(f"{error}. Try again in a minute.") from None
        except book.VotesFullError:
            raise refused(
                f"This claim has {book.MAX_VOTES:,} votes, and no more are counted. A vote that "
                "is counted may still be changed."
            ) from None
        if tally is None:
            raise refused("There is no such open claim: it was settled. Reload the page.")
        return drawing.counted(claim_id, verdict, tally)

    def build(self, first_opened: Listener) -> None:
        """The wall, and the hidden component whose script makes claims and votes."""
        with gr.Column(elem_classes="pane wall-pane", min_width=0):
            wall = html("wall.js")
            told = html("open_sheet.js", "remember.js", "voter.js", "claims.js")
        first_opened(self.on_load, None, wall, **QUIET, **OPENING)
        wall.unfold(self.on_unfold, None, wall, **QUIET)
        told.claim(self.on_claim, None, [told, wall], **QUIET, **CLAIMS)
        told.vote(self.on_vote, None, told, **QUIET, **CLAIMS)


def _take(limiter: RateLimiter, request: gr.Request, what: str) -> None:
    """Take a token of the visitor's; refused if there is none."""
    if wait := limiter.wait(visitor_of(request)):
        raise refused(f"That was a lot at once. The next {what} in {number_of(wait, 'second')}.")


def publish(game: GameRef, text: str, player: str, why: str) -> str:
    """Publish an answer as a claim; returns the news of it. Refused if it cannot be claimed."""
    if len(text) > MAX_COMPLETION:
        raise refused(
            f"The answer has {len(text):,} characters, and at most {MAX_COMPLETION:,} can be "
            "claimed. Shorten it."
        )
    tried = attempt(game.level, game.scenario, text)
    if tried.won:
        raise refused("This wins the level already: keep it on the board.")
    if not can_be_claimed(tried):
        raise refused("Only an answer that is paid and that counts as done can be claimed.")
    new = new_claim(game, text, tried, player, why)
    try:
        kept = book.publish(service.store(), new)
    except StoreError as error:
        raise refused(f"{error}. Try again in a minute.") from None
    return drawing.published(kept, kept.id == new.id)
