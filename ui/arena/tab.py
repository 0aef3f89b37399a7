"""The Arena tab: two contenders answer the same case, optionally blind until a vote.

They write one after the other, greedily or sampled with the same seed; a link with a seed is of a
sampled match. Who wrote which answer stays on the server until it may be told.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import get_args

import gradio as gr
from gradio.context import Context

from desks import DESKS, TIERS, load
from training.models.policy import PolicyError
from ui import inference
from ui.arena import controls as arena_controls
from ui.arena import lanes, playing, preferences, tournament
from ui.arena.contenders import Contender, Match, is_local_only, opening
from ui.arena.votes import Choice
from ui.arena.voting import FinishedMatch, Voting
from ui.component import EACH, QUIET, Listener, html, stoppable, tell_failures
from ui.drawing import escaped
from ui.events import broken_link, one_of, refused, refusing, text_of, voter_of
from ui.evidence import NO_EVIDENCE
from ui.guard.visitors import visitor_of
from ui.links import LinkError, Ref, known
from ui.own.ref import reference
from ui.workbench.bench import GRADING, OPENING, Bench

TAB, FIRST = "arena", next(iter(DESKS))
SEEDS = 1_000
"""How many seeds of the eval split a random case is drawn from."""
TICKS = ("sampled", "blind")
"""What can be ticked, as links and events name it."""
VOTE_SECONDS = 3_600
"""Seconds after which a match that awaits a vote is dropped."""


class Arena:
    """The tab. `benches` draw the desks' cases and what an answer did to them."""

    tab = TAB

    def __init__(self, benches: tuple[Bench, ...]) -> None:
        self._benches = {bench.desk: bench for bench in benches}
        self._page: gr.Blocks | None = None
        self._voting = Voting()

    # --- drawing ---

    def opened(
        self, match: Match, seed: str = "", news: str = "", ticked: Collection[str] = ()
    ) -> tuple[str, str, str]:
        """The controls and the case, with no answers yet. A seed implies `sampled`."""
        bench, sampled = self._benches[match.desk], "sampled" in ticked or bool(seed)
        who = match.first.spec, match.second.spec
        controls = arena_controls.draw(
            match.desk, match.ref, *who, seed, sampled, "blind" in ticked, news
        )
        scenario = bench.scenario(match.ref)
        inference.read_ahead(match.desk, who, load(match.desk).prompt(scenario))
        case = bench.case(scenario, None, NO_EVIDENCE)
        return controls, case, playing.panel("idle")

    # --- events ---

    def on_load(self, request: gr.Request) -> tuple[str, ...]:
        """The match that the address names, else the first; with a notice if the link is broken."""
        query = request.query_params
        first = self._opening(FIRST)
        if query.get("tab") != TAB:
            return self.opened(first)
        try:
            ticked = [one for one in TICKS if query.get(one) == "yes"]
            match = self._match_from_query(query)
            return self.opened(match, _seed(query.get("seed", "")), ticked=ticked)
        except (LinkError, PolicyError) as error:
            return self.opened(first, news=broken_link(error))

    def on_open(self, event: gr.EventData) -> tuple[str, ...]:
        """Another desk, tier or case; without a case, a random one."""
        with refusing():
            desk = one_of(text_of(event, "desk"), tuple(DESKS), "desk")
            query = {"desk": desk, "left": text_of(event, "left"), "right": text_of(event, "right")}
            wanted = text_of(event, "scenario")
            tier = one_of(text_of(event, "tier"), TIERS, "tier")
            drawn = Ref(tier, "eval", secrets.randbelow(SEEDS))
            ref = reference(wanted, desk) if wanted else drawn
            try:
                match = self._match_from_query(query)
            except PolicyError:  # a contender at one desk may not exist at another
                match = self._opening(desk)
            ticked = [one for one in TICKS if text_of(event, one) == "yes"]
            seed = _seed(text_of(event, "seed"))
            return self.opened(replace(match, ref=ref), seed, ticked=ticked)

    def on_run(
        self, lane: str, event: gr.EventData, request: gr.Request
    ) -> Iterator[tuple[str, FinishedMatch | None]]:
        try:
            match = self._match_from_event(event, request)
            seed = int(_seed(text_of(event, "seed")) or secrets.randbelow(inference.SEEDS))
            with self._turn(match, lane, request):
                blind, sampled = (text_of(event, one) == "yes" for one in ("blind", "sampled"))
                yield from playing.play(self._benches[match.desk], match, seed, blind, sampled)
        except (LinkError, PolicyError) as error:
            why = f"<b>This match cannot be played:</b> {escaped(str(error))}."
            yield playing.panel("failed", why), None

    def on_vote(
        self, match: FinishedMatch | None, event: gr.EventData, request: gr.Request
    ) -> tuple[str, None, str]:
        """The match with names and scores, and the table of votes with this one."""
        vote = one_of(text_of(event, "vote"), get_args(Choice), "vote")
        token = voter_of(event)
        if not isinstance(match, FinishedMatch):
            raise refused("This match is over, or was too long ago. Run it again.")
        news = self._voting.count(match, vote, token, visitor_of(request))
        after = playing.reveal(self._benches[match.desk], match, vote, news)
        return after, None, self._voting.table()

    def on_many(self, lane: str, event: gr.EventData, request: gr.Request) -> Iterator[str]:
        tier = one_of(text_of(event, "tier"), TIERS, "tier")
        count = one_of(text_of(event, "count"), tournament.COUNTS, "number of cases")
        try:
            match = self._match_from_event(event, request)
            with self._turn(match, lane, request):
                yield from tournament.run(match.first, match.second, tier, int(count))
        except (LinkError, PolicyError) as error:
            yield tournament.failed(str(error))

    def _turn(self, match: Match, lane: str, request: gr.Request) -> AbstractContextManager[None]:
        """A context that holds the visitor's slot, if the lane needs one; refuses a wrong lane."""
        if lane != lanes.lane(match.first.spec, match.second.spec):
            raise refused("This match waits in the wrong queue. Reload the page.")
        if lane == lanes.SHIPPED:
            return nullcontext()
        return lanes.one_guest(visitor_of(request))

    def _match_from_event(self, event: gr.EventData, request: gr.Request) -> Match:
        """The match of an event, with keys, and whether its endpoints may be on a private
        network."""
        query = {name: text_of(event, name) for name in ("desk", "left", "right")}
        keys = text_of(event, "key-left"), text_of(event, "key-right")
        match, local = self._match_from_query(query, keys), is_local_only(self._page, request)
        return replace(
            match,
            ref=reference(text_of(event, "scenario"), match.desk),
            first=replace(match.first, allow_private=local),
            second=replace(match.second, allow_private=local),
        )

    def _opening(self, desk: str) -> Match:
        first, second = (Contender.parse(spec, desk) for spec in opening(desk))
        return Match(desk, self._benches[desk].meets, first, second)

    def _match_from_query(
        self, query: Mapping[str, str], keys: tuple[str, str] = ("", "")
    ) -> Match:
        """The match that an address or an event names; anything left out or empty is as in the
        first match. A case of one's own has no address, nor have keys."""
        desk = known(query.get("desk", FIRST), DESKS, "desk")
        match, ref = self._opening(desk), query.get("scenario")
        return Match(
            desk,
            Ref.parse(ref) if ref else match.ref,
            Contender.parse(query.get("left") or match.first.spec, desk, keys[0]),
            Contender.parse(query.get("right") or match.second.spec, desk, keys[1]),
        )

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events."""
        self._page = Context.root_block
        finished = gr.State(time_to_live=VOTE_SECONDS)
        with gr.Row(elem_classes="arena"):
            with gr.Column(elem_classes="pane", min_width=0):
                controls = html("address.js", "as_drawn.js", "arena.js")
            with gr.Column(elem_classes="pane case-pane", min_width=0):
                case = html("scroll.js", "case.js", "folds.js")
            with gr.Column(elem_classes="pane result-pane", min_width=0):
                result = html(
                    "scroll.js", "case.js", "remember.js", "voter.js", "failed.js", "duel.js"
                )
            with gr.Column(elem_classes="pane", min_width=0):
                many = html("stop.js", "failed.js", "tournament.js", drawn=tournament.idle())
            with gr.Column(elem_classes="pane", min_width=0):
                votes = html("votes.js", drawn=preferences.idle())
        pieces = [controls, case, result]
        first_opened(self.on_load, None, pieces, **QUIET, **OPENING)
        controls.open(self.on_open, None, pieces, **EACH)
        running = lanes.events(controls, self.on_run, [result, finished], lanes.MATCHES)
        controls.stop(None, None, None, cancels=running, **QUIET)
        tell_failures(result, *running)
        result.vote(self.on_vote, finished, [result, finished, votes], **QUIET, **GRADING)
        votes.read(self._voting.table, None, votes, **QUIET, **GRADING)
        stoppable(many, *lanes.events(many, self.on_many, many, lanes.TOURNAMENTS))


def _seed(text: str) -> str:
    """The seed in an address, "" if there is none; LinkError if it is invalid."""
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise LinkError(f"{text[:40]!r} is no seed: a number below a million was expected")
    return text
