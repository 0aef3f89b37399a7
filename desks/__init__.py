"""The work itself: what a task is, how it is made, how it is shown, what the best answer is."""

from importlib import import_module

from desks.desk import SPLITS, TIERS, ActionError, Desk, Scenario, Split, Tier, Voices

__all__ = [
    "DESKS",
    "SPLITS",
    "TIERS",
    "ActionError",
    "Desk",
    "Scenario",
    "Split",
    "Tier",
    "Voices",
    "load",
]

DESKS = {"exec_assist": "desks.exec_assist", "it_triage": "desks.it_triage"}


def load(name: str) -> Desk:
    """The desk of that name; KeyError names the ones there are."""
    if name not in DESKS:
        raise KeyError(f"no desk {name!r}; there are {', '.join(DESKS)}")
    return import_module(DESKS[name]).DESK
