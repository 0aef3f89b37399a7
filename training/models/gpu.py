"""Whether there is a GPU to use, and how to borrow one on a Space that lends them (ZeroGPU).

There torch always sees a GPU, but what is put on it outside a borrowing call is lost.
"""

import os
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

LENT = "SPACES_ZERO_GPU"
"""Set on a Space that lends GPUs."""
BORROWED = "REWARDDESK_BORROWED_GPU"
"""Set in the process of a borrowing call, and in its children."""
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
    """Whether a model may be put on a GPU right now."""
    import torch

    return torch.cuda.is_available() and (not is_lent() or bool(os.environ.get(BORROWED)))


def borrowing(
    seconds: int,
) -> Callable[[Callable[Asked, Iterator[Told]]], Callable[Asked, Iterator[Told]]]:
    """Decorates a generator function: where GPUs are lent, it runs in a process of its own that has
    one for so many seconds.

    Arguments and results are then pickled, and of errors only a `gr.Error` comes through intact.
    Elsewhere the function is unchanged.
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
