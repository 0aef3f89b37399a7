"""Named ways to pick one of several items without reading them."""

from collections.abc import Callable, Sequence
from typing import Any

PICKS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "first": lambda items: items[0],
    "second": lambda items: items[min(1, len(items) - 1)],
    "last": lambda items: items[-1],
    "longest": lambda items: max(items, key=lambda item: len(str(item))),
    "shortest": lambda items: min(items, key=lambda item: len(str(item))),
}
