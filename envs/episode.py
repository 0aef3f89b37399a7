"""What every episode is: some steps, what could not be done, and the grade that ends it.

Nothing in an episode knows a network, a model or a trainer. What an agent asks is text from
outside: a step that cannot be taken is answered with what was wrong, and is spent all the same.
"""

from collections.abc import Callable

from graders.score import Grade

Log = Callable[[str, bool], None]
"""(what came of a step, whether it failed)"""


class EpisodeError(ValueError):
    """A step that cannot be taken; the message says what, where and what was expected."""


class OverError(EpisodeError):
    """A step after the end."""


class Episode:
    """One case, from the first look to its grade. Not for several threads at once.

    ValueError: a budget below 1.
    """

    def __init__(self, budget: int) -> None:
        if budget < 1:
            raise ValueError(f"budget: at least 1 step was expected, not {budget}")
        self.budget = budget
        self.steps = 0
        """That were taken."""
        self.failed = 0
        """Those of them that could not be."""
        self.grade: Grade | None = None
        """Once it is over."""
        self._ended = ""

    @property
    def over(self) -> bool:
        """Whether it has ended, with its work or for want of steps."""
        return self.grade is not None

    @property
    def steps_left(self) -> int:
        """Steps that can still be taken."""
        return 0 if self.over else self.budget - self.steps

    def close(self, grade: Grade, how: str) -> None:
        """End it with that grade; `how` goes on after "it"."""
        self.grade, self._ended = grade, how

    def _step(self, name: str, act: Callable[[], str], log: Log = lambda told, failed: None) -> str:
        """Take a step, and what came of it; `log` is told of it, whether it failed or not.

        EpisodeError: `act` cannot, and a step is spent. OverError: the episode has ended, and
        nothing happens.
        """
        if self.over:
            raise OverError(
                f"{name}: the episode is over, since it {self._ended}; reset begins another"
            )
        try:
            told, failed = act(), False
        except EpisodeError as error:
            told, failed = str(error), True
        self.steps += 1
        self.failed += failed
        log(told, failed)
        told = "\n".join(filter(None, [told, self._goes_on()]))
        if failed:
            raise EpisodeError(told)
        return told

    def _goes_on(self) -> str:
        """Ends the episode where it is time to; what there is to say about how it goes on."""
        return ""
