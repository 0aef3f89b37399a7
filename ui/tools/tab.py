"""The Tools tab: a ticket worked on with seven tools, watched call by call or played by hand.

An agent's episode is played on request, the same every time. A visitor's is kept in
`ui/tools/episodes.py` until it is idle for too long; before it ends, the browser gets only what the
tools returned, none of the hidden truth.
"""

import math
from collections.abc import Iterator

import gradio as gr

from envs.episode import EpisodeError, OverError
from envs.it_triage_tools.episode import TOOLS, Episode
from training.models.policy import PolicyError
from ui import inference, passages
from ui.component import EACH, QUIET, Listener, html
from ui.drawing import escaped, render_nonce
from ui.events import broken_link, one_of, refused, refusing, text_of
from ui.guard.visitors import visitor_of
from ui.links import LinkError, Ref, parse_query
from ui.tools import controls, hand, opening, timeline, verdict
from ui.tools.controls import TAB
from ui.tools.episodes import DESK, MAX_CALL_LENGTH, Episodes, GoneError
from ui.tools.opening import Shown
from ui.tools.players import HONEST, YOU, models, named, parse, played
from ui.tools.records import as_seen
from ui.tools.timeline import Outcome
from ui.workbench.bench import GRADING, OPENING

__all__ = ["DESK", "Tools"]

OPENS = Ref("hard", "eval", 1120)
"""A ticket with a false lead, which the honest searcher does not follow. It is opened where no
agent's work is recorded."""
Pieces = tuple[str, str, str]
"""The HTML that an event redraws: a notice, the controls, the stage."""


class Tools:
    """The tab. `outcome` draws an answer as the help desk does."""

    tab = TAB

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._episodes = Episodes()

    # --- drawing ---

    def opened(self, ref: Ref, player: str, visitor: str) -> Pieces:
        """A ticket, and the player's episode on it; for the visitor, a new one."""
        if player == YOU:
            one = self._episodes.begin(ref, visitor)
            return "", controls.draw(ref, YOU), self.stage(ref, YOU, one.episode, one.id)
        if shown := _recorded(ref, player):
            return "", controls.draw(ref, player), self.stage(ref, player, shown.episode())
        if player in models():
            waiting = f'<p class="hint" role="status">Playing: {named(player)} …</p>'
            return "", controls.draw(ref, player, "awaits"), waiting
        return "", controls.draw(ref, player), self.stage(ref, player, played(ref, player))

    def stage(self, ref: Ref, player: str, episode: Episode, episode_id: str = "") -> str:
        """The ticket and the calls, beside the grade or, until there is one, the answer sheet."""
        ticket, action = episode.scenario, episode.grade.action if episode.grade else None
        found = passages.claims_of(as_seen(episode), action) if action else []
        # A replay opens at its first call, a visitor's own episode at its last.
        at = None if player == YOU else 1
        box = "" if episode.over else hand.box(episode)
        side = verdict.card(TAB, ref, player, episode) if episode.over else hand.sheet(episode)
        return (
            f'<section class="episode" data-episode="{episode_id}" data-scenario="{ref}" '
            f'{render_nonce()}><div class="episode-main">'
            f"{passages.ticket(ticket.ticket, ticket.domain, found=found)}{box}"
            f"{timeline.draw(episode, self._outcome, at)}</div>"
            f'<div class="episode-side">{side}</div></section>'
        )

    # --- events ---

    def on_load(self, request: gr.Request) -> Pieces:
        """What the address names, else the first ticket; with a notice if the link is broken."""
        try:
            ref, name = parse_query(request.query_params, TAB)
            if ref is None:
                return self.opened(*_first(), visitor_of(request))
            return self.opened(ref, parse(name or HONEST), visitor_of(request))
        except LinkError as error:
            first, player = _first()
            _, *pieces = self.opened(first, player, visitor_of(request))
            return broken_link(error), *pieces

    def on_open(self, event: gr.EventData, request: gr.Request) -> Pieces:
        """Another ticket, or another player."""
        with refusing():
            ref = Ref.parse(text_of(event, "scenario"))
            player = parse(text_of(event, "player") or HONEST)
        return self.opened(ref, player, visitor_of(request))

    def on_write(self, event: gr.EventData) -> Iterator[str]:
        """Yield a notice while a model plays, then its episode."""
        with refusing():
            ref = Ref.parse(text_of(event, "scenario"))
        who = one_of(text_of(event, "player"), tuple(models()), "model")
        yield f'<p class="hint" role="status">Playing: {named(who)}. It takes some seconds.</p>'
        try:
            yield self.stage(ref, who, played(ref, who))
        except PolicyError as error:
            why = f"<b>This model cannot run:</b> {escaped(str(error))}."
            yield f'<p class="notice" role="alert">{why}</p>'

    def on_resume(self, event: gr.EventData) -> str:
        """A visitor's episode as they left it; if it is forgotten, what is drawn stays."""
        try:
            with self._episodes.locked(text_of(event, "episode")) as one:
                return self.stage(one.ref, YOU, one.episode, one.id)
        except GoneError:
            return gr.skip()

    def on_ask(self, event: gr.EventData) -> str:
        """Search or read in a visitor's episode."""
        tool = one_of(text_of(event, "tool"), TOOLS[:-1], "tool")
        name = "query" if tool.startswith("search") else "id"
        return self._called(event, tool, {name: _short(text_of(event, "said"), "search")})

    def on_hand_in(self, event: gr.EventData) -> str:
        """Submit the resolution of a visitor's episode."""
        escalate = one_of(text_of(event, "escalate"), ("true", "false"), "choice") == "true"
        resolution = {
            "citations": _short(text_of(event, "citations"), "list of citations").split(),
            "resolution": _short(text_of(event, "resolution"), "resolution"),
            "confidence": _share(text_of(event, "confidence")),
            "escalate": escalate,
        }
        return self._called(event, "submit_resolution", resolution)

    def _called(self, event: gr.EventData, tool: str, arguments: dict[str, object]) -> str:
        try:
            with self._episodes.locked(text_of(event, "episode")) as one:
                try:
                    one.episode.call(tool, arguments)
                except OverError:
                    raise refused("This episode is over. Begin another.") from None
                except EpisodeError:
                    pass  # the episode logs the failed call with its error
                return self.stage(one.ref, YOU, one.episode, one.id)
        except GoneError as error:
            raise refused(f"{error}: choose “Play it yourself”.") from None

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events."""
        with gr.Column(elem_classes="pane tools-pane", min_width=0):
            notice = html()
            chosen = html("address.js", "tools.js")
            stage = html("scroll.js", "case.js", "walk.js", "remember.js", "hand.js")
        pieces = [notice, chosen, stage]
        first_opened(self.on_load, None, pieces, **QUIET, **OPENING)
        writing = chosen.write(self.on_write, None, stage, **EACH, **inference.WRITING)
        # Opening something else ends the wait for a model.
        chosen.open(self.on_open, None, pieces, cancels=writing, **EACH, **GRADING)
        stage.resume(self.on_resume, None, stage, **QUIET, **GRADING)
        stage.ask(self.on_ask, None, stage, **QUIET, **GRADING)
        stage.hand_in(self.on_hand_in, None, stage, **QUIET, **GRADING)


def _first() -> tuple[Ref, str]:
    """The ticket that the tab opens on, and who plays it."""
    found = opening.recorded()
    return (found.solved.ref, found.player) if found else (OPENS, HONEST)


def _recorded(ref: Ref, player: str) -> Shown | None:
    found = opening.recorded()
    return found.of(ref, player) if found else None


def _short(text: str, name: str) -> str:
    if len(text) > MAX_CALL_LENGTH:
        raise refused(
            f"The {name} has {len(text):,} characters; at most {MAX_CALL_LENGTH:,} are read."
        )
    return text


def _share(text: str) -> float:
    """The confidence as a number from 0 to 1, or a refusal."""
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise refused("The confidence has to be a number from 0 to 1.")
    return share
