"""What every environment does: begin a case, take steps, score the last one, say what is known.

An environment adds how its episode is played (`_begin`, `_act`). Nothing of a scenario's truth is
in an observation, the state or an error: the grade's reasons, which name it, stay on the server.
"""

import asyncio
import logging
import secrets
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple
from uuid import uuid4

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata

from desks import SPLITS, TIERS, Split, Tier
from envs.bounds import RefusedError
from envs.episode import Episode
from envs.models import CaseState, Scored
from envs.rubrics import GradeTree
from graders.score import Grade, Rubric

LARGEST_SEED = 2**63 - 1
LONGEST_ID = 128
LONGEST_ERROR = 500
"""Characters."""
_log = logging.getLogger(__name__)


class Case(NamedTuple):
    """Which scenario is played."""

    seed: int
    tier: Tier
    split: Split


class Play(Environment[Action, Scored, CaseState]):
    """One session's environment: an episode after the other, each begun by a reset."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    NAME: ClassVar[str]
    ABOUT: ClassVar[str]
    """In a sentence, for who lists environments."""
    RUBRIC: ClassVar[Rubric]
    ACTION: ClassVar[type[Action]]
    OBSERVATION: ClassVar[type[Scored]]
    _episode: Episode | None = None

    def __init__(self) -> None:
        super().__init__(rubric=GradeTree(self.RUBRIC))
        self._case: Case | None = None
        self._episode_id: str | None = None
        self._steps = 0

    @property
    def grade(self) -> Grade | None:
        """Of the episode, once it is over; with reasons, so never to be sent."""
        return self._episode.grade if self._episode else None

    @property
    def steps_left(self) -> int:
        """Actions that can still be taken; 0 before the first reset."""
        return self._episode.steps_left if self._episode else 0

    @abstractmethod
    def _begin(self, case: Case) -> Scored:
        """Begin `_episode`; what is seen first."""

    @abstractmethod
    def _act(self, action: Action) -> Scored:
        """Take an action in an episode that is not over; what is seen then, without the score."""

    def reset(
        self,
        /,
        seed: int | None = None,
        episode_id: str | None = None,
        tier: Tier = "easy",
        split: Split = "train",
        **unknown: Any,
    ) -> Scored:
        """Begin the case that these name, or one by chance where no seed is given.

        RefusedError: a value that there is not; the episode under way goes on.
        """
        case = _asked(seed, tier, split, unknown)
        if not (episode_id is None or _is_short(episode_id)):
            raise RefusedError(
                409, f"reset: episode_id: at most {LONGEST_ID} characters were expected"
            )
        with _kept_to_the_log(f"{self.NAME}: reset"):
            observation = self._begin(case)
            self._reset_rubric()
        self._case, self._steps = case, 0
        self._episode_id = episode_id or str(uuid4())
        observation.steps_left = self.steps_left
        return observation

    def step(self, action: Action, timeout_s: float | None = None, **_: Any) -> Scored:
        """Take an action; the last one brings the reward. RefusedError before a reset or after."""
        if self._case is None:
            raise RefusedError(409, "step: no episode has begun; reset begins one")
        if self.grade is not None:
            raise RefusedError(409, "step: the episode is over; reset begins another")
        with _kept_to_the_log(f"{self.NAME}: step"):
            observation = self._act(action)
            self._steps += 1
            observation.reward, observation.steps_left = 0.0, self.steps_left
            if self.grade is not None:
                self.rubric.grade = self.grade
                observation.reward = self._apply_rubric(action, observation)
                observation.parts, observation.correct = (
                    self.grade.contributions,
                    self.grade.correct,
                )
                observation.done = True
        return observation

    async def reset_async(self, /, **asked: Any) -> Scored:
        """The same, beside what else the server does."""
        return await asyncio.to_thread(self.reset, **asked)

    async def step_async(self, action: Action, timeout_s: float | None = None, **_: Any) -> Scored:
        """The same, beside what else the server does."""
        return await asyncio.to_thread(self.step, action)

    @property
    def state(self) -> CaseState:
        """Which case this is, and how far it has come."""
        named = self._case._asdict() if self._case else {}
        return CaseState(
            episode_id=self._episode_id,
            step_count=self._steps,
            steps_left=self.steps_left,
            done=self.grade is not None,
            **named,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """Its name and what it is about."""
        return EnvironmentMetadata(name=self.NAME, description=self.ABOUT, version="0.1.0")


def bounded(text: str) -> str:
    """A message of at most `LONGEST_ERROR` characters."""
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]}..."


def _asked(seed: Any, tier: Any, split: Any, unknown: dict[str, Any]) -> Case:
    if unknown:
        raise RefusedError(
            409,
            f"reset: no {next(iter(unknown))[:60]!r}; it takes seed, tier, split and episode_id",
        )
    if seed is None:
        seed = secrets.randbelow(2**31)
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise RefusedError(409, "reset: seed: a whole number from 0 to 2**63 - 1 was expected")
    for name, value, choices in (("tier", tier, TIERS), ("split", split, SPLITS)):
        if not isinstance(value, str) or value not in choices:
            raise RefusedError(409, f"reset: {name}: one of {', '.join(choices)} was expected")
    return Case(seed, tier, split)


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID


@contextmanager
def _kept_to_the_log(doing: str) -> Iterator[None]:
    """A fault of ours is told in full to the log, and to the client that there was one."""
    try:
        yield
    except Exception:
        _log.exception("%s failed", doing)
        raise RuntimeError(f"{doing}: the environment failed; its log says how") from None
