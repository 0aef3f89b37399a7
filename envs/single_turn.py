"""A desk as a single-turn environment: its prompt is the observation, a completion the one action.

A desk needs no code of its own to be served: `of_desk` makes its environment.
"""

from collections.abc import Sequence
from typing import ClassVar

from desks import Desk, Scenario, load
from desks.cases import CaseError, has_key
from envs.base import CaseKey, DeskEnvironment
from envs.episode import Episode
from envs.messages import truncated
from envs.models import Completion, PromptObservation
from graders import grade, grading, rubric

OWN_NAME = "own"
"""The name of the environment of cases that somebody brought."""


class SingleTurn(DeskEnvironment):
    """A scenario of the desk, answered once."""

    DESK: ClassVar[str]
    _scenario: Scenario

    CASES: ClassVar[Sequence[Scenario]] = ()
    """What is played instead of the desk's scenarios, by seed, over and over."""

    def _begin(self, case: CaseKey) -> PromptObservation:
        desk = load(self.DESK)
        brought = self.CASES[case.seed % len(self.CASES)] if self.CASES else None
        self._scenario, self._episode = brought or desk.scenario(*case), Episode(budget=1)
        return self.OBSERVATION(messages=desk.prompt(self._scenario))

    def _act(self, action: Completion) -> PromptObservation:
        found = grade(self._scenario, action.completion)
        self._episode.close(found, "was answered")
        return self.OBSERVATION(error=found.error and truncated(found.error))


def of_desk(desk: Desk) -> type[SingleTurn]:
    """An environment for a desk that has none of its own."""
    fields = {
        "NAME": desk.name,
        "DESK": desk.name,
        "ABOUT": f"{desk.title}: what its prompt shows in; one JSON action out",
        "RUBRIC": grading(desk.name).rubric,
        "ACTION": Completion,
        "OBSERVATION": PromptObservation,
    }
    return type(desk.name, (SingleTurn,), fields)


def of_cases(cases: Sequence[Scenario]) -> type[SingleTurn]:
    """An environment of somebody's own cases, all of one desk: case 0 at seed 0, and so on.
    CaseError if only some of them have a key."""
    if len(set(map(has_key, cases))) > 1:
        raise CaseError("some of the cases have a key, others have none: keep them in two files")
    desk = load(cases[0].desk)
    fields = {
        "NAME": OWN_NAME,
        "CASES": tuple(cases),
        "ABOUT": f"{desk.title}: {len(cases)} cases of one's own",
        "RUBRIC": rubric(cases[0]),
    }
    return type(OWN_NAME, (of_desk(desk),), fields)
