"""The seven tools as endpoints for programs, and one that begins an episode.

Gradio serves them over MCP without sessions, so an episode belongs to whoever knows its id, which
`open_ticket` returns and every tool takes first. Tools answer as in training; the end brings the
grade, never the hidden truth. Tickets that have a link are excluded, since the page and `/run`
reveal their answers.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from desks import TIERS
from envs import load
from envs.episode import EpisodeError, OverError
from ui.events import one_of
from ui.guard.visitors import visitor_of
from ui.links import MAX_SEED, Ref
from ui.tools.episodes import DESK, MAX_CALL_LENGTH, Episodes, GoneError, OpenEpisode
from ui.workbench.bench import GRADING
from ui.workbench.prompt import messages

EPISODES = Episodes()
"""Programs' episodes, separate from the page's so that a looping program evicts no visitor's."""
FIRST = MAX_SEED + 1
"""The seed of the first ticket."""


def open_ticket(request: gr.Request, tier: str = "easy", number: int = 0) -> dict[str, Any]:
    """Begin an IT-triage episode: a ticket to work on with the seven tools, the rules, and the id
    of the episode, which every tool takes. It ends with submit_resolution, or with the last call.

    Args:
        tier: easy, medium or hard.
        number: which ticket, from 0 to 999999.
    """
    one_of(tier, TIERS, "tier")
    if type(number) is not int or not 0 <= number <= MAX_SEED:
        raise _failed(f"number: a whole number from 0 to {MAX_SEED} was expected.")
    one = EPISODES.begin(Ref(tier, "eval", FIRST + number), visitor_of(request))
    rules, ticket = messages(load(DESK), one.episode.scenario)
    return {
        "episode": one.id,
        "instructions": rules,
        "ticket": ticket,
        "calls_left": one.episode.steps_left,
    }


def search_kb(episode: str, query: str) -> str:
    """Search the knowledge base; shows passages of the articles that match best.

    Args:
        episode: the id that open_ticket gave.
        query: words of the ticket, such as the error message and the product.
    """
    return _call(episode, "search_kb", query=query)


def search_tickets(episode: str, query: str) -> str:
    """Search past tickets; each names the article that solved it.

    Args:
        episode: the id that open_ticket gave.
        query: words of the ticket.
    """
    return _call(episode, "search_tickets", query=query)


def search_incidents(episode: str, query: str) -> str:
    """Search past incidents; each names the article that came of it.

    Args:
        episode: the id that open_ticket gave.
        query: words of the ticket.
    """
    return _call(episode, "search_incidents", query=query)


def get_article(episode: str, id: str) -> str:  # noqa: A002 (the name that agents are trained on)
    """Read a whole article of the knowledge base.

    Args:
        episode: the id that open_ticket gave.
        id: of the article, such as KB-1234.
    """
    return _call(episode, "get_article", id=id)


def get_ticket(episode: str, id: str) -> str:  # noqa: A002
    """Read a past ticket.

    Args:
        episode: the id that open_ticket gave.
        id: of the ticket, such as TKT-1234.
    """
    return _call(episode, "get_ticket", id=id)


def get_incident(episode: str, id: str) -> str:  # noqa: A002
    """Read a past incident.

    Args:
        episode: the id that open_ticket gave.
        id: of the incident, such as INC-1234.
    """
    return _call(episode, "get_incident", id=id)


def submit_resolution(
    episode: str, citations: list[str], resolution: str, confidence: float, escalate: bool
) -> dict[str, Any]:
    """Answer the ticket and close it: this ends the episode and returns its grade.

    Args:
        episode: the id that open_ticket gave.
        citations: ids of exactly the articles that apply; empty where none does.
        resolution: what the reporter is told to do, or the product and version handed over.
        confidence: the probability, from 0 to 1, that this whole action is right.
        escalate: whether the ticket is handed over, since no article applies.
    """
    action = {
        "citations": citations,
        "resolution": resolution,
        "confidence": confidence,
        "escalate": escalate,
    }
    with _playing(episode) as one:
        _made(one, "submit_resolution", action)
        grade = one.episode.grade
        if grade is None:
            raise RuntimeError("a resolution was accepted, and the episode is not over")
        return {"total": grade.total, "correct": grade.correct, "parts": grade.contributions}


TOOLS = (
    open_ticket,
    search_kb,
    search_tickets,
    search_incidents,
    get_article,
    get_ticket,
    get_incident,
    submit_resolution,
)


def build() -> None:
    """The endpoints."""
    for tool in TOOLS:
        gr.api(tool, api_name=tool.__name__, **GRADING)


def _call(episode: str, tool: str, **arguments: Any) -> str:
    with _playing(episode) as one:
        return _made(one, tool, arguments)


def _made(one: OpenEpisode, tool: str, arguments: dict[str, Any]) -> str:
    """Make a call and return the tool's result; raises an error if the call fails, which uses up a
    call, if its arguments are too long, or if the episode is over."""
    if len(json.dumps(arguments, ensure_ascii=False)) > MAX_CALL_LENGTH:
        raise _failed(
            f"{tool}: at most {MAX_CALL_LENGTH:,} characters were expected. It cost no call."
        )
    try:
        return one.episode.call(tool, arguments)
    except OverError:
        raise _failed(f"{tool}: this episode is over. Begin another with open_ticket.") from None
    except EpisodeError as error:
        raise _failed(f"{error}. Calls left: {one.episode.steps_left}.") from None


@contextmanager
def _playing(episode: object) -> Iterator[OpenEpisode]:
    try:
        with EPISODES.locked(episode if isinstance(episode, str) else "") as one:
            yield one
    except GoneError as error:
        raise _failed(f"episode: {error} with open_ticket.") from None


def _failed(why: str) -> gr.Error:
    """An error for a program: plain text, since no page draws it."""
    return gr.Error(why, title="That did not work", print_exception=False)
