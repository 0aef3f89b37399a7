"""What every episode has: a budget of steps, some of which may fail, and a grade at the end.

An episode knows nothing of networks, models or trainers. What an agent sends is untrusted text: an
invalid step is answered with what was wrong, and still costs a step.
"""

from collections.abc import Callable

from graders.score import Grade

Log = Callable[[str, bool], None]
"""(the result of a step, whether it failed)"""


class EpisodeError(ValueError):
    """An invalid step; the message says what is wrong, where, and what was expected."""


class OverError(EpisodeError):
    """A step after the end of the episode."""


class Episode:
    """One case, from the first observation to its grade. Not thread-safe.

    ValueError: a budget below 1.
    """

    def __init__(self, budget: int) -> None:
        if budget < 1:
            raise ValueError(f"budget: at least 1 step was expected, not {budget}")
        self.budget = budget
        self.steps = 0
        """Steps taken."""
        self.failed = 0
        """Steps that failed."""
        self.grade: Grade | None = None
        """Set once it is over."""
        self._ended = ""

    @property
    def over(self) -> bool:
        """Whether it has ended, with the work done or out of steps."""
        return self.grade is not None

    @property
    def steps_left(self) -> int:
        """Steps that can still be taken."""
        return 0 if self.over else self.budget - self.steps

    def close(self, grade: Grade, how: str) -> None:
        """End it with that grade; `how` completes a sentence beginning with "it"."""
        self.grade, self._ended = grade, how

    def _step(self, name: str, act: Callable[[], str], log: Log = lambda *_: None) -> str:
        """Take a step and return its result; `log` gets the result, even if it failed.

        EpisodeError: `act` raised it, and a step is spent. OverError: the episode has ended, and
        nothing happens.
        """
        if self.over:
            raise OverError(
                f"{name}: the episode is over, since it {self._ended}; reset begins another"
            )
        try:
            result, failed = act(), False
        except EpisodeError as error:
            result, failed = str(error), True
        self.steps += 1
        self.failed += failed
        log(result, failed)
        result = "\n".join(filter(None, [result, self._after_step()]))
        if failed:
            raise EpisodeError(result)
        return result

    def _after_step(self) -> str:
        """Called after each step: ends the episode if it is time, and returns text to append to the
        result."""
        return ""
