"""The desks themselves: scenario generators, prompts, action parsers and oracle answers."""

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
