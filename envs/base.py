"""What every environment does: begin a case, take steps, score the last one, report the state.

Subclasses define how an episode is played (`_begin`, `_act`). No observation, state or error
reveals any of the truth of what is still to be answered: the grade's reasons, which mention it,
stay on the server.
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

MAX_SEED = 2**63 - 1
MAX_ID = 128
_log = logging.getLogger(__name__)


class CaseKey(NamedTuple):
    """Identifies the scenario being played."""

    seed: int
    tier: Tier
    split: Split


class DeskEnvironment(Environment[Action, Scored, CaseState]):
    """One session's environment: one episode after another, each begun by a reset."""

    SUPPORTS_CONCURRENT_SESSIONS = True
    NAME: ClassVar[str]
    ABOUT: ClassVar[str]
    """One sentence, for lists of environments."""
    RUBRIC: ClassVar[Rubric]
    ACTION: ClassVar[type[Action]]
    OBSERVATION: ClassVar[type[Scored]]
    _episode: Episode | None = None

    def __init__(self) -> None:
        super().__init__(rubric=GradeTree(self.RUBRIC))
        self._case: CaseKey | None = None
        self._episode_id: str | None = None
        self._steps = 0

    @property
    def grade(self) -> Grade | None:
        """The episode's grade once it is over; its reasons reveal the truth, so never send it."""
        return self._episode.grade if self._episode else None

    @property
    def steps_left(self) -> int:
        """Actions that can still be taken; 0 before the first reset."""
        return self._episode.steps_left if self._episode else 0

    @abstractmethod
    def _begin(self, case: CaseKey) -> Scored:
        """Set `_episode` and return the first observation."""

    @abstractmethod
    def _act(self, action: Action) -> Scored:
        """Take an action in a running episode; return the observation, without the score."""

    def _is_quick(self, action: Action) -> bool:
        """Whether a step takes some milliseconds at most, whatever was sent: most take less than a
        thread's turn."""
        return False

    def reset(
        self,
        /,
        seed: int | None = None,
        episode_id: str | None = None,
        tier: Tier = "easy",
        split: Split = "train",
        **unknown: Any,
    ) -> Scored:
        """Begin the given case, or one with a random seed if none is given.

        RefusedError: an invalid argument; the current episode goes on.
        """
        case = _validated(seed, tier, split, unknown)
        is_short = isinstance(episode_id, str) and 0 < len(episode_id) <= MAX_ID
        if not (episode_id is None or is_short):
            raise RefusedError(409, f"reset: episode_id: at most {MAX_ID} characters were expected")
        with _hide_errors(f"{self.NAME}: reset"):
            observation = self._begin(case)
            self._reset_rubric()
        self._case, self._steps = case, 0
        self._episode_id = episode_id or str(uuid4())
        observation.steps_left = self.steps_left
        return observation

    def step(self, action: Action, timeout_s: float | None = None, **_: Any) -> Scored:
        """Take an action; the last one brings the reward. RefusedError if no episode is running."""
        if self._case is None:
            raise RefusedError(409, "step: no episode has begun; reset begins one")
        if self.grade is not None:
            raise RefusedError(409, "step: the episode is over; reset begins another")
        with _hide_errors(f"{self.NAME}: step"):
            observation = self._act(action)
            self._steps += 1
            observation.reward, observation.steps_left = 0.0, self.steps_left
            if self.grade is not None:
                self.rubric.grade = self.grade
                observation.reward = self._apply_rubric(action, observation)
                observation.parts = self.grade.contributions
                observation.correct = self.grade.correct
                observation.done = True
        return observation

    async def reset_async(self, /, **asked: Any) -> Scored:
        """`reset` in a thread, so that the server is not blocked."""
        return await asyncio.to_thread(self.reset, **asked)

    async def step_async(self, action: Action, timeout_s: float | None = None, **_: Any) -> Scored:
        """`step`, in a thread unless it is quick, so that the server is not blocked."""
        if self._is_quick(action):
            return self.step(action)
        return await asyncio.to_thread(self.step, action)

    @property
    def state(self) -> CaseState:
        """The current case and its progress."""
        named = self._case._asdict() if self._case else {}
        return CaseState(
            episode_id=self._episode_id,
            step_count=self._steps,
            steps_left=self.steps_left,
            done=self.grade is not None,
            **named,
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """The environment's name and description."""
        return EnvironmentMetadata(name=self.NAME, description=self.ABOUT, version="0.1.0")


def _validated(seed: Any, tier: Any, split: Any, unknown: dict[str, Any]) -> CaseKey:
    if unknown:
        raise RefusedError(
            409,
            f"reset: no {next(iter(unknown))[:60]!r}; it takes seed, tier, split and episode_id",
        )
    if seed is None:
        seed = secrets.randbelow(2**31)
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise RefusedError(409, "reset: seed: a whole number from 0 to 2**63 - 1 was expected")
    for name, value, choices in (("tier", tier, TIERS), ("split", split, SPLITS)):
        if not isinstance(value, str) or value not in choices:
            raise RefusedError(409, f"reset: {name}: one of {', '.join(choices)} was expected")
    return CaseKey(seed, tier, split)


@contextmanager
def _hide_errors(doing: str) -> Iterator[None]:
    """Log an internal error in full, and tell the client only that there was one."""
    try:
        yield
    except Exception:
        _log.exception("%s failed", doing)
        raise RuntimeError(f"{doing}: the environment failed; its log says how") from None
