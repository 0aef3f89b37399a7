"""The work itself: what a task is, how it is made, how it is shown, what the best answer is."""

from desks.desk import SPLITS, TIERS, ActionError, Desk, Scenario, Split, Tier, Voices
from desks.registry import DESKS, DeskError, load, register

__all__ = [
    "DESKS",
    "SPLITS",
    "TIERS",
    "ActionError",
    "Desk",
    "DeskError",
    "Scenario",
    "Split",
    "Tier",
    "Voices",
    "load",
    "register",
]
