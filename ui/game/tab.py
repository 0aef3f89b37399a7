"""The tab "Break the grader": a level, a case, an answer, and its pay, updated while typing.

Between events the server keeps only the attempts that players ask it to keep
(`ui/game/service.py`).
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress

import gradio as gr

from desks import load
from envs.bounds import LimitReachedError
from graders import grading
from graders.levels import attempt, version
from ui.component import EACH, QUIET, Listener, html
from ui.drawing import number_of
from ui.events import broken_link, completion, encodable, int_of, refused, refusing, text_of
from ui.evidence import NO_EVIDENCE
from ui.game import blue, ladder, own_reward, service, verdict
from ui.game.attempts import MAX_NAME_LENGTH, StoredAttempt
from ui.game.claims.panel import Claims
from ui.game.claims.record import Claim
from ui.game.notice import notice
from ui.guard.throttle import JobQueue, RateLimiter
from ui.guard.visitors import visitor_of
from ui.links import GameRef, LinkError, Ref
from ui.meters import TYPING, Meters
from ui.store import StoreError
from ui.workbench import answer
from ui.workbench.bench import GRADING, OPENING, Bench
from ui.workbench.prompt import user_message

TAB = "break"
OPENS = GameRef("exec_assist", "keywords", Ref("medium", "eval", 2))
MAX_JOBS = 16
"""Maximum attempts waiting or being kept, over all players."""


class Game:
    """The tab. `benches` draw the desks' cases and forms."""

    tab = TAB

    def __init__(self, benches: tuple[Bench, ...], meters: Meters) -> None:
        self._benches = {bench.desk: bench for bench in benches}
        self._limiter = RateLimiter(burst=6, refill_seconds=10.0)
        self._jobs = JobQueue(MAX_JOBS)
        self._meters = meters
        self._claims = Claims(self._benches)

    # --- drawing ---

    def opened(
        self,
        game: GameRef,
        text: str | None = None,
        attempt_id: str = "",
        notice: str = "",
        is_claimed: bool = False,
    ) -> tuple[str, ...]:
        """Everything redrawn: notice, ladder, case, hints, meter, sheet and board.

        `text` is the sheet's content, None for a blank one; `notice` is HTML.
        """
        bench, scenario = self._benches[game.desk], game.scenario
        return (
            notice,
            ladder.ladder(game, attempt_id),
            bench.case(scenario, None, NO_EVIDENCE),
            ladder.hints(game.level),
            verdict.waiting(game)
            if text is None
            else self.meter(game, text, is_claimed=is_claimed),
            answer.sheet(TAB, game, bench.form(scenario), bench.blank, text, live=True),
            self.board(game),
        )

    def meter(
        self, game: GameRef, text: str, turn: int | None = None, is_claimed: bool = False
    ) -> str:
        """The meter of an answer; `turn` is the number of the change that it responds to, and
        `is_claimed` says that it is on the wall: the meter says so and does not offer it again."""
        prompt = user_message(load(game.desk), game.scenario)
        tried = attempt(game.level, game.scenario, text)
        faults = verdict.unread(game.desk, text, self._benches[game.desk].names)
        also = verdict.also_broken(game, text) if tried.won else ()
        return verdict.meter(game, tried, prompt, faults, turn, also, is_claimed)

    def board(self, game: GameRef, news: str | None = None) -> str:
        """The board, with `news` (HTML) about an attempt to keep."""
        try:
            leaders = service.store().leaders(game.desk, game.level_name, version())
        except StoreError:
            leaders = None
        return ladder.board(game, leaders, news)

    # --- events ---

    def on_load(self, request: gr.Request) -> tuple[str, ...]:
        """What the address names, else the first level; with a notice if the link is broken."""
        try:
            return self._shown(*_parse_query(request.query_params))
        except LinkError as error:
            return self.opened(OPENS, notice=broken_link(error))

    def on_open(self, event: gr.EventData) -> tuple[str, ...]:
        """A level, with an attempt that was kept, or the answer that goes along, if it can be
        graded."""
        with refusing():
            game, one = service.resolve(text_of(event, "at"), text_of(event, "attempt"))
        if one is None:
            with suppress(gr.Error):
                return self.opened(game, completion(event) or None)
        return self._shown(game, one)

    def _shown(self, game: GameRef, one: StoredAttempt | Claim | None) -> tuple[str, ...]:
        if one is None:
            return self.opened(game)
        if isinstance(one, Claim):
            return self.opened(
                game, one.completion, one.id, self._claims.opened(one), is_claimed=True
            )
        return self.opened(game, one.completion, one.id, notice(one, version()))

    def on_attack(self, event: gr.EventData) -> tuple[str, ...]:
        """The level, with its attacker's answer on the sheet."""
        with refusing():
            game = GameRef.parse(text_of(event, "at"))
        policies = {one.name: one for one in grading(game.desk).policies}
        if game.level.attacker not in policies:
            raise refused("Nobody is known to break this level. Be the first.")
        return self.opened(game, policies[game.level.attacker].act(game.scenario))

    async def on_typed(self, event: gr.EventData, request: gr.Request) -> str:
        """The meter after a change; it also reports an answer that cannot be graded."""
        with refusing():
            game = GameRef.parse(text_of(event, "at"))
        turn = int_of(event, "turn")
        try:
            text = completion(event)
            return await self._meters.run(request, lambda: self.meter(game, text, turn))
        except LimitReachedError:
            return verdict.no_meter(game, "Many answers are being tried. Keep typing.", turn)
        except gr.Error as error:
            return verdict.no_meter(game, error.message, turn)

    async def on_keep(self, event: gr.EventData, request: gr.Request) -> str:
        """The board with what became of an attempt; it also reports refusals."""
        with refusing():
            game = GameRef.parse(text_of(event, "at"))
        name = " ".join(text_of(event, "player").split())[:MAX_NAME_LENGTH]
        news = await self.keep(request, game, lambda: self._written(game, event), name)
        return await asyncio.to_thread(self.board, game, news)

    async def keep(
        self, request: gr.Request, game: GameRef, read: Callable[[], str], name: str = ""
    ) -> str:
        """Keep the attempt that `read` returns, or refuse it; what became of it, as HTML."""
        try:
            text, name = encodable(read(), "answer"), encodable(name, "name")
            if wait := self._limiter.wait(visitor_of(request)):
                raise refused(
                    "That was a lot at once. The next attempt can be kept in "
                    f"{number_of(wait, 'second')}. Until then play on: your answer stays."
                )
            return await self._jobs.run(lambda: service.keep(game, text, name))
        except LimitReachedError:
            return ladder.not_kept("Many players keep attempts just now. Try again in a minute.")
        except gr.Error as error:
            return ladder.not_kept(error.message)

    def _written(self, game: GameRef, event: gr.EventData) -> str:
        """The answer on the sheet; refused if nothing was written on it."""
        text, blank = completion(event), json.dumps(self._benches[game.desk].blank)
        if "".join(text.split()) in ("", "".join(blank.split())):
            raise refused("Nothing is written yet. Write an answer first.")
        return text

    def on_export(self) -> str:
        try:
            return ladder.export(*service.export_exploits())
        except StoreError as error:
            raise refused(f"{error}. Try again in a minute.") from None

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events."""
        notice = html()
        with gr.Row(elem_classes="bench game"):
            with gr.Column(elem_classes="pane ladder-pane", min_width=0):
                rungs = html("address.js", "remember.js", "scroll.js", "open_sheet.js", "ladder.js")
                hints = html("hints.js")
            with gr.Column(elem_classes="pane case-pane", min_width=0):
                case = html("scroll.js", "case.js", "folds.js", "arrows.js", "pick.js")
                html(drawn=answer.way_there())
            with gr.Column(elem_classes="pane answer-pane", min_width=0):
                meter = html("scroll.js", "open_sheet.js", "late.js", "meter.js")
                sheet = html("scroll.js", *answer.SCRIPTS)
                board = html("open_sheet.js", "late.js", "board.js")
                exploits = html("export.js", drawn=ladder.export())
        self._claims.build(first_opened)
        blue.build()
        own_reward.build()
        pieces = [notice, rungs, case, hints, meter, sheet, board]
        first_opened(self.on_load, None, pieces, **QUIET, **OPENING)
        rungs.open(self.on_open, None, pieces, **EACH, **GRADING)
        hints.attack(self.on_attack, None, pieces, **QUIET, **GRADING)
        sheet.typed(self.on_typed, None, meter, **QUIET, **TYPING)
        board.keep(self.on_keep, None, board, **QUIET, **service.KEEPING)
        exploits.export(self.on_export, None, exploits, **QUIET)


def _parse_query(query: Mapping[str, str]) -> tuple[GameRef, StoredAttempt | Claim | None]:
    """The game and the attempt or claim that an address names."""
    if query.get("tab") != TAB or "at" not in query:
        return OPENS, None
    return service.resolve(query["at"], query.get("attempt", ""))
