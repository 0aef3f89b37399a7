"""A property that is worked out once for an object, and without the lock of `functools`."""

from collections.abc import Callable
from typing import Any


class lazy:  # noqa: N801, since it is used as `property` is
    """`functools.cached_property`, which before Python 3.12 locks for every first look."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        found = instance.__dict__[self._name] = self._work(instance)
        return found
