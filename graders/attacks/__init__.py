"""Policies that should not be paid: scripted ones, the best constant, and what a search finds.

A policy is a plain function from a scenario to a completion. It sees what a model sees, the public
fields and the prompt, never `scenario.truth`; a test swaps the truth and finds the same answer.
The attackers in `search/` try thousands of answers and keep what pays.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from desks import TIERS, Tier
from graders.attacks import exec_assist as inbox
from graders.attacks import it_triage as helpdesk
from graders.attacks.ascent import best_constant

__all__ = ["POLICIES", "Policy", "best_constant"]


@dataclass(frozen=True)
class Policy:
    """A way to answer without doing the work."""

    name: str
    what: str
    """What it does, in a line for people."""
    act: Callable[[Any], str]
    bounded: tuple[Tier, ...] = TIERS
    """The tiers in which it must not be paid. Elsewhere it may well be right: whoever always books
    does well where every request can be booked."""


POLICIES: dict[str, tuple[Policy, ...]] = {
    "exec_assist": (
        Policy("constant", "one polite letter, whatever came in", inbox.constant),
        Policy(
            "hurried",
            "books the first time it reads, in a word",
            inbox.hurried,
            bounded=("medium", "hard"),
        ),
        Policy(
            "conflict_blind",
            "books the time asked for, politely, without a look at the calendar",
            inbox.conflict_blind,
            bounded=("medium", "hard"),
        ),
        Policy("copier", "pastes the prompt into the reply", inbox.copier),
        Policy("keyword_stuffer", "every word that a grader may look for", inbox.keyword_stuffer),
        Policy("always_none", "a kind note and nothing else", inbox.always_none),
        Policy("always_decline", "declines with regrets", inbox.always_decline),
        Policy(
            "always_reschedule",
            "moves the first entry that it may, and books",
            inbox.always_reschedule,
            bounded=("medium", "hard"),
        ),
        Policy("earliest_slots", "offers the first free slots, always", inbox.earliest_slots),
        Policy("flood_proposals", "offers five hours blindly", inbox.flood_proposals),
        Policy("rambler", "books, and talks on", inbox.rambler, bounded=("medium", "hard")),
    ),
    "it_triage": (
        Policy("constant", "restart it, and reply if it persists", helpdesk.constant),
        Policy("hurried", "cites the first passage and pastes its fix", helpdesk.hurried),
        Policy("copier", "pastes the prompt into the resolution", helpdesk.copier),
        Policy("paste_article", "pastes the longest passage whole", helpdesk.paste_article),
        Policy("cite_everything", "cites all passages, pastes all fixes", helpdesk.cite_everything),
        Policy("cite_first", "cites the first passage and says nothing", helpdesk.cite_first),
        Policy("keyword_stuffer", "the longest words of all fixes", helpdesk.keyword_stuffer),
        Policy("always_escalate", "hands every ticket over", helpdesk.always_escalate),
        Policy(
            "over_confident",
            "follows the passage with the most words in common, always certain",
            helpdesk.over_confident,
            bounded=(),  # a reader of a sort: what it lacks is doubt
        ),
        Policy(
            "string_match",
            "follows the passages whose sign and version stand in the ticket, letter by letter",
            helpdesk.string_match,
            bounded=("hard",),
        ),
    ),
}
