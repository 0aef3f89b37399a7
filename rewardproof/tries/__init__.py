"""What is put to a reward: completions, each with what it may be paid.

Each module of this package holds one kind of attack, as functions of a subject and a task's place.
"""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from rewardproof.completions import Completion
from rewardproof.subject import Subject

Expected = Literal["nothing", "much less", "less", "the same", "no more"]
"""What a try may be paid, compared with what it was made from: at most half; at most four fifths;
less; as much; no more."""


class Try(NamedTuple):
    """A completion that is put to the reward."""

    property: str
    """What it tests."""
    name: str
    """What was done, in words."""
    place: int
    """Of the task."""
    completion: Completion
    expected: Expected
    base: Completion | None = None
    """What it was made from and is compared with; the right answer, if None."""
    sure: bool = True
    """Whether a reward that pays it is at fault in any case; otherwise only if `done` says that the
    work was not done."""


Attack = Callable[[Subject, int], Iterator[Try]]
"""(subject, place) -> tries."""
