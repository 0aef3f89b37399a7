"""Whether there is a GPU to use, and how one is borrowed on a Space that lends it (ZeroGPU).

There torch sees a GPU at all times, but what is put on it outside a borrowing call is lost.
"""

import os
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

LENT = "SPACES_ZERO_GPU"
"""Set on a Space that lends one."""
BORROWED = "REWARDDESK_BORROWED_GPU"
"""Set in the process of a borrowing call, and in those that it starts."""
Asked = ParamSpec("Asked")
Told = TypeVar("Told")


def is_lent() -> bool:
    """Whether a GPU has to be borrowed."""
    return bool(os.environ.get(LENT))


def is_there() -> bool:
    """Whether there is a GPU on this machine, to use or to borrow."""
    import torch

    return is_lent() or torch.cuda.is_available()


def usable() -> bool:
    """Whether a model may be put on a GPU here and now."""
    import torch

    return torch.cuda.is_available() and (not is_lent() or bool(os.environ.get(BORROWED)))


def borrowing(
    seconds: int,
) -> Callable[[Callable[Asked, Iterator[Told]]], Callable[Asked, Iterator[Told]]]:
    """A generator function that has a GPU for so long, in a process of its own, where one is lent.

    What goes in and comes out is pickled then, and of an error a `gr.Error` alone comes out whole.
    Elsewhere it is as it was.
    """

    def wrap(work: Callable[Asked, Iterator[Told]]) -> Callable[Asked, Iterator[Told]]:
        if not is_lent():
            return work
        import spaces

        @wraps(work)
        def borrowed(*args: Asked.args, **kwargs: Asked.kwargs) -> Iterator[Told]:
            os.environ[BORROWED] = "1"
            yield from work(*args, **kwargs)

        return spaces.GPU(duration=seconds)(borrowed)

    return wrap
