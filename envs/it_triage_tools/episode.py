"""A ticket, seven tools, and a log of what was seen; the submission ends it.

episode = Episode(load("it_triage").scenario(7, "hard", "eval"))
episode.call("search_kb", {"query": "HAProxy 2.6 cannot bind socket"})   # what the tool says
episode.call("submit_resolution", {"citations": [...], ...})
episode.grade                                                            # a Grade
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from desks import ActionError
from desks.it_triage import DESK
from desks.it_triage.knowledge import PREFIXES, Kind, Record
from desks.it_triage.library import Library, as_seen, by_id
from desks.it_triage.models import TriageScenario
from desks.strict_json import MAX_BYTES
from envs import episode
from envs.episode import EpisodeError
from graders.it_triage_tools import RUBRIC, Call, ToolReading

BUDGET = 24
"""Calls per episode, including the submission."""
TOP_K = 3
"""Records that a search shows."""
MAX_TOOL_NAME = 60
"""Characters of a tool's name that are kept."""
MAX_QUERY = 2_000
"""Characters: enough to search with a whole ticket."""
BRIEF_WORDS = 24
"""Words that a search shows of a past ticket or an incident."""
_SEARCHES: dict[str, Kind] = {
    "search_kb": "articles",
    "search_tickets": "tickets",
    "search_incidents": "incidents",
}
_LOOK_UPS: dict[str, Kind] = {
    "get_article": "articles",
    "get_ticket": "tickets",
    "get_incident": "incidents",
}
SUBMIT = "submit_resolution"
TOOLS = (*_SEARCHES, *_LOOK_UPS, SUBMIT)
_RESULT_HEADINGS: dict[Kind, str] = {
    "articles": "Articles found",
    "tickets": "Past tickets found",
    "incidents": "Incidents found",
}


class Episode(episode.Episode):
    """One ticket, from its arrival to its resolution."""

    def __init__(self, scenario: TriageScenario, budget: int = BUDGET) -> None:
        super().__init__(budget)
        self.scenario = scenario
        self.calls: list[Call] = []
        """All calls made, in order, including the submission that ended the episode."""
        self.seen: dict[str, bool] = {}
        """Ids of the records shown, in order, and whether each was read in full."""
        self._library = Library.of(scenario)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Make a call and return what the tool says.

        EpisodeError: it is invalid, and a step is spent. OverError: the episode has ended, and
        nothing happens.
        """
        tool, before = tool[:MAX_TOOL_NAME], dict(self.seen)
        asked = json.dumps(arguments, sort_keys=True, default=str)

        def log(result: str, failed: bool) -> None:
            found = tuple(one for one, whole in self.seen.items() if before.get(one) != whole)
            kept = asked if len(asked) <= MAX_BYTES else "{}"  # oversized ones are not kept
            self.calls.append(Call(tool, kept, result, found, failed))

        return self._step(tool, partial(self._dispatch, tool, arguments, len(asked)), log)

    def call_text(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Make a call and return what a model is told, even if the call is invalid."""
        try:
            return self.call(tool, arguments)
        except EpisodeError as error:
            return f"Error: {error}"

    def end(self, why: str) -> None:
        """End it without a resolution, unless it is over."""
        if not self.over:
            self.close(RUBRIC.unread(why), "ran out of steps")

    def _after_step(self) -> str:
        if self.steps_left or self.over:
            return ""
        self.end(f"no resolution was submitted in {self.budget} calls")
        return "That was the last call: the episode is over without a resolution."

    @property
    def seen_scenario(self) -> TriageScenario:
        """The ticket, with the articles shown so far as its passages."""
        return as_seen(self.scenario, [one for one in self.seen if one in by_id()])

    @property
    def outcome(self) -> tuple[TriageScenario, str]:
        """The ticket with the articles shown, and the answer submitted, in single-turn terms."""
        action = self.grade.action if self.grade else None
        seen = TriageScenario.model_construct(**dict(self.seen_scenario))
        return seen, action.model_dump_json() if action else ""

    # -- the tools ---

    def _dispatch(self, tool: str, arguments: Mapping[str, Any], size: int) -> str:
        if size > MAX_BYTES:
            raise EpisodeError(
                f"{tool}: {size:,} characters of arguments; at most {MAX_BYTES:,} were expected"
            )
        if tool in _SEARCHES:
            return self._search(tool, self._single_argument(tool, arguments, "query"))
        if tool in _LOOK_UPS:
            return self._look_up(tool, self._single_argument(tool, arguments, "id"))
        if tool == SUBMIT:
            return self._submit(arguments)
        raise EpisodeError(f"no tool {tool!r}; there are {', '.join(TOOLS)}")

    def _single_argument(self, tool: str, arguments: Mapping[str, Any], name: str) -> str:
        """A tool's only argument, a string."""
        if unknown := sorted(set(arguments) - {name}):
            raise EpisodeError(f"{tool}: no argument {unknown[0][:60]!r}; it takes {name!r} alone")
        value = arguments.get(name)
        if not isinstance(value, str):
            given = "nothing" if name not in arguments else type(value).__name__
            raise EpisodeError(f"{tool}: {name}: a string was expected, not {given}")
        return value

    def _search(self, tool: str, query: str) -> str:
        if not query.strip() or len(query) > MAX_QUERY:
            raise EpisodeError(
                f"{tool}: query: 1 to {MAX_QUERY:,} characters were expected, not {len(query):,}"
            )
        kind = _SEARCHES[tool]
        found = self._library.search(kind, query, TOP_K)
        if not found:
            return f"{_RESULT_HEADINGS[kind]}: none. Try other words of the ticket."
        self.seen |= {one.id: self.seen.get(one.id, False) for one in found}
        render = _passage if kind == "articles" else _brief
        return "\n".join([f"{_RESULT_HEADINGS[kind]}:", *map(render, found)])

    def _look_up(self, tool: str, record_id: str) -> str:
        kind = _LOOK_UPS[tool]
        found = self._library.get(kind, record_id)
        if found is None:
            raise EpisodeError(
                f"{tool}: no {record_id[:20]!r}; ids look like {PREFIXES[kind]}-1234, and a search "
                "shows those that there are"
            )
        self.seen[found.id] = True
        links = [f"Article: {', '.join(found.articles)}"] if found.articles else []
        return "\n".join([f"[{found.id}] {found.title}", found.body, *links])

    def _submit(self, arguments: Mapping[str, Any]) -> str:
        try:
            text = json.dumps(arguments)
            action = DESK.parse(text)
        except (ActionError, TypeError, ValueError) as error:
            raise EpisodeError(f"submit_resolution: {error}") from None
        reading = ToolReading(self.seen_scenario, action, text, tuple(self.calls))
        self.close(RUBRIC.judge(reading, action), "was submitted")
        return "The resolution is submitted; the ticket is closed."


def _passage(record: Record) -> str:
    """An article as the single-turn prompt shows it."""
    return f"[{record.id}] {by_id()[record.id].passage}"


def _brief(record: Record) -> str:
    words = record.body.split()
    text = " ".join(words[:BRIEF_WORDS]) + (" ..." if len(words) > BRIEF_WORDS else "")
    return f"[{record.id}] {record.title}. {text} Article: {', '.join(record.articles)}"
