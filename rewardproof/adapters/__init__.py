"""Rewards that are written for a library, called as the library would call them.

Each library's module has `scorer(reward)`, and imports the library only when it needs it. Which one
a reward belongs to is told from its classes and parameters, without importing any. The modules
`openenv_*` prove a package of OpenEnv.
"""

from collections.abc import Collection
from importlib import import_module
from typing import Any

from rewardproof.scorer import Scorer

LIBRARIES = ("verifiers", "inspect", "openenv")
PACKAGES = {"openenv": "openenv", "openenv_core": "openenv", "verifiers": "verifiers"}
"""Packages whose classes rewards are made of, with the library's name."""
ONLY_VERIFIERS = {"state", "parser"}
"""Parameters beside a completion that no other library gives."""


def library_of(reward: Any, parameters: Collection[str], columns: Collection[str]) -> str:
    """The library that a reward is written for; empty if for none of these."""
    classes = (reward if isinstance(reward, type) else type(reward)).__mro__
    packages = [one.__module__.partition(".")[0] for one in classes]
    made_of = next((PACKAGES[one] for one in packages if one in PACKAGES), "")
    if made_of:
        return made_of
    if hasattr(reward, "__registry_info__") or list(parameters) == ["state", "target"]:
        return "inspect"
    if "completion" in parameters and ONLY_VERIFIERS & {*parameters} - {*columns}:
        return "verifiers"
    return ""


def scorer_of(library: str, reward: Any) -> Scorer:
    """The scorer of a library's reward."""
    return import_module(f"rewardproof.adapters.{library}").scorer(reward)


def as_chat(said: Any, role: str) -> list[Any]:
    """A text as a chat of one message; a chat as it is."""
    if said is None:
        return []
    return [{"role": role, "content": said}] if isinstance(said, str) else list(said)
