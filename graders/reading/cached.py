"""A cached property without the lock that `functools.cached_property` takes before Python 3.12."""

from collections.abc import Callable
from typing import Any


class cached:  # noqa: N801, since it is used as `property` is
    """A property computed on first access and then kept in the instance's `__dict__`."""

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
