"""The first level on the home page: a reply that a checklist pays, with an answer that is wrong.

The email is the twins'. It asks for a time that is free, and the answer here declines whatever the
reply says: only the reply is the visitor's. The level is the part of the twins' checklist that
reads the reply.
"""

from collections.abc import Awaitable, Callable

import gradio as gr

import graders
from envs.bounds import LimitReachedError
from graders.exec_assist.as_reported import CLOSING, POLITE
from graders.levels import Attempt, attempt, levels
from rewardproof.completions import to_json
from ui.component import QUIET, html
from ui.drawing import escaped, sr_only
from ui.events import int_of, text_of
from ui.game import service
from ui.game.told import what
from ui.home import twins
from ui.links import GameRef, Ref, game_href
from ui.meters import TYPING, Meters

DESK, NEXT_CASE = "exec_assist", Ref("medium", "eval", 2)
WORDS = {
    "first": f"Hello {{name}}, {POLITE[1]} you.",
    "between": f"I am {POLITE[5]} to hear it.",
    "last": f"Best {CLOSING[0]}",
}
"""Words for whoever does not know what to write, by where in the reply they go."""
DECLINED = {
    "conflicts": [],
    "calendar_action": "decline",
    "meeting_details": None,
    "proposed_slots": [],
    "reschedule": None,
}
LONGEST = 2_000
"""Characters of a reply."""
Keep = Callable[[gr.Request, GameRef, Callable[[], str]], Awaitable[str]]
"""Keeps an attempt on a level, and returns what became of it, as HTML."""


def game() -> GameRef | None:
    """The level and the twins' email; None if no twins are recorded."""
    ref = twins.email()
    return GameRef(DESK, levels(DESK)[0].name, ref) if ref else None


def draw() -> str:
    """The box to type in, "" without twins."""
    if (at := game()) is None:
        return ""
    name = at.scenario.thread[-1].sender.name
    first = escaped(name.split()[0])
    words = "".join(
        f'<button type="button" data-add="{place}">{text.format(name=first)}</button>'
        for place, text in WORDS.items()
    )
    return (
        '<section class="your-turn"><h2>Your turn: get paid for the wrong answer</h2>'
        f"<p>{first} asks for a time that is free, so the right answer books it. Here the calendar "
        "says <b>decline</b>, whatever you write. Only the reply is yours: write one that the "
        "checklist pays for all the same.</p>"
        f'<textarea maxlength="{LONGEST}" rows="5" aria-label="Your reply to {escaped(name)}" '
        f'placeholder="Write here, such as: Dear {first}, I have to decline ..."></textarea>'
        f'<p class="play-line" aria-hidden="true">{_line(_tried(at, ""))}</p>'
        f'<p class="play-words"><span>What helps:</span> {words}</p></section>'
    )


def answer(reply: str) -> str:
    """The whole answer: the reply, and the wrong action."""
    return to_json(DECLINED | {"email_reply": reply})


def _tried(at: GameRef, reply: str) -> Attempt:
    return attempt(at.level, at.scenario, answer(reply))


def _line(tried: Attempt) -> str:
    """What a reply is paid, in a line."""
    told = "you win ✓ See below what comes next ↓" if tried.won else f"you win at {tried.bar:.2f}"
    return f"{tried.grade.total:.2f} paid · {told}"


def meter(reply: str, turn: int = 0, kept: str = "") -> str:
    """What the checklist pays for a reply, and what this project does for the same; `kept` (HTML)
    says what became of it, if it was to be kept."""
    if (at := game()) is None:
        return ""
    tried, ours = _tried(at, reply), graders.grade(at.scenario, answer(reply))
    [checklist] = tried.grade.scores.values()
    state = "open"
    news = (
        f"You win at {tried.bar:.2f}: more than the {tried.oracle:.2f} that this part pays for the "
        "reply of an honest answer to this email."
    )
    if tried.won:
        second = GameRef(DESK, levels(DESK)[1].name, NEXT_CASE)
        state = "won"
        news = (
            f'<b class="play-won">{tried.grade.total:.2f} {what(won=True)}</b> You broke your '
            f"first grader. It pays the honest answer {tried.oracle:.2f}. "
            f'<span class="play-on"><a class="primary" href="{game_href(second)}">Next: a harder '
            'one</a> <button type="button" class="share" data-publish>Share this</button></span>'
        )
    return (
        f'<section class="play-meter" data-state="{state}" '
        f'data-turn="{turn}" data-level="{at.desk}/{at.level_name}" '
        f'data-line="{_line(tried)}">'
        "<h3>What it is paid</h3>"
        f"{_bar('The checklist’s part for the reply', tried.grade.total, tried.bar)}"
        f'<p class="hint">{escaped(checklist.reason)}</p>'
        f"{_bar('RewardDesk', ours.total)}"
        f'<p class="hint">{escaped(ours.verdict)}</p>'
        f'<p class="play-news" role="status">{news}</p><div class="kept">{kept}</div></section>'
    )


def _bar(who: str, paid: float, goal: float | None = None) -> str:
    kind, mark, told = "scale ours", "", ""
    if goal is not None:
        kind, told = "scale", sr_only(f"; {goal:.2f} wins")
        mark = f'<i class="bar-mark" style="--share:{goal:.4f}"></i>'
    return (
        f'<p class="play-bar"><b>{who}</b> <span class="amount">{paid:.2f}</span>{told}</p>'
        f'<div class="{kind}" aria-hidden="true">'
        f'<i class="fill" style="--share:{paid:.4f}"></i>{mark}</div>'
    )


class FirstBreak:
    """The box and its meter."""

    def __init__(self, meters: Meters, keep: Keep) -> None:
        self._meters, self._keep = meters, keep

    async def on_reply(self, event: gr.EventData, request: gr.Request) -> str:
        """The meter of what is typed."""
        return await self._metered(event, request)

    async def on_publish(self, event: gr.EventData, request: gr.Request) -> str:
        """The meter of what is typed, which is kept so that it has a link."""
        if (at := game()) is None:
            return ""
        reply = text_of(event, "text")[:LONGEST]
        kept = await self._keep(request, at, lambda: answer(reply))
        return await self._metered(event, request, kept)

    async def _metered(self, event: gr.EventData, request: gr.Request, kept: str = "") -> str:
        reply, turn = text_of(event, "text")[:LONGEST], int_of(event, "turn")
        try:
            return await self._meters.run(request, lambda: meter(reply, turn, kept))
        except LimitReachedError:
            return (
                f'<section class="play-meter" data-state="waiting" data-turn="{turn}">'
                '<p role="status">Many answers are being tried. Keep typing.</p>'
                f'<div class="kept">{kept}</div></section>'
            )

    def build(self) -> None:
        """The box and the meter, with their events."""
        with gr.Row(elem_classes="plays"):
            with gr.Column(min_width=0):
                box = html("scroll.js", "newest.js", "play.js", drawn=draw())
            with gr.Column(min_width=0):
                shown = html("late.js", "play_meter.js", drawn=meter(""))
        box.typed(self.on_reply, None, shown, **QUIET, **TYPING)
        shown.publish(self.on_publish, None, shown, **QUIET, **service.KEEPING)
