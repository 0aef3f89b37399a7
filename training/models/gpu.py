"""Whether there is a GPU to use, and how to borrow one on a Space that lends them (ZeroGPU).

On such a Space torch always sees a GPU, but what is put on it outside a borrowing call is lost.
"""

import os
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

LENT_ENV = "SPACES_ZERO_GPU"
"""Set on a Space that lends GPUs."""
BORROWED_ENV = "REWARDDESK_BORROWED_GPU"
"""Set in the process of a borrowing call, and in its children."""
Params = ParamSpec("Params")
Item = TypeVar("Item")


def gpu_lent() -> bool:
    """Whether a GPU has to be borrowed."""
    return bool(os.environ.get(LENT_ENV))


def gpu_present() -> bool:
    """Whether there is a GPU on this machine, to use or to borrow."""
    import torch

    return gpu_lent() or torch.cuda.is_available()


def gpu_usable() -> bool:
    """Whether a model may be put on a GPU right now."""
    import torch

    return torch.cuda.is_available() and (not gpu_lent() or bool(os.environ.get(BORROWED_ENV)))


def borrowing(
    seconds: int,
) -> Callable[[Callable[Params, Iterator[Item]]], Callable[Params, Iterator[Item]]]:
    """Decorate a generator function: where GPUs are lent, it runs in its own process, which has one
    for that many seconds.

    Arguments and results are then pickled, and only a `gr.Error` reaches the caller intact.
    Elsewhere the function is unchanged.
    """

    def wrap(work: Callable[Params, Iterator[Item]]) -> Callable[Params, Iterator[Item]]:
        if not gpu_lent():
            return work
        import spaces

        @wraps(work)
        def borrowed(*args: Params.args, **kwargs: Params.kwargs) -> Iterator[Item]:
            os.environ[BORROWED_ENV] = "1"
            yield from work(*args, **kwargs)

        return spaces.GPU(duration=seconds)(borrowed)

    return wrap
