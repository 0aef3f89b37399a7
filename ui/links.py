"""Addresses: every scenario, and every policy run on it, has a link that opens it again.

`?tab=inbox&scenario=hard-eval-7&run=hurried`: the tab, the scenario as tier, split and seed, and
the policy that has answered it. An address comes from outside and is parsed strictly.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from desks import Split, Tier

_REF = re.compile(
    rf"({'|'.join(get_args(Tier))})-({'|'.join(get_args(Split))})-(0|[1-9][0-9]{{0,5}})",
    re.ASCII,
)
EXAMPLE = "hard-eval-7"
TABS = ("inbox", "helpdesk")


class LinkError(ValueError):
    """An address that names nothing; the message tells a person what was expected."""


@dataclass(frozen=True)
class Ref:
    """The name of a scenario within a desk."""

    tier: Tier
    split: Split
    seed: int

    def __str__(self) -> str:
        return f"{self.tier}-{self.split}-{self.seed}"

    @classmethod
    def parse(cls, text: object) -> "Ref":
        """A name such as hard-eval-7, or LinkError."""
        found = _REF.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            named = repr(text[:40]) if isinstance(text, str) else "this"
            raise LinkError(f"{named} is no scenario; a name looks like {EXAMPLE!r}")
        return cls(tier=found[1], split=found[2], seed=int(found[3]))  # type: ignore[arg-type]


def href(tab: str, ref: Ref, run: str | None = None) -> str:
    """The address that opens a scenario again, with the policy that answered it."""
    return f"?tab={tab}&scenario={ref}" + (f"&run={run}" if run else "")


def asked(query: Mapping[str, str], tab: str) -> tuple[Ref | None, str | None]:
    """The scenario and the run that an address asks of a tab; (None, None) where it asks another.

    Raises LinkError where it names no tab, or names this one and no scenario.
    """
    wanted = query.get("tab", tab)
    if wanted not in TABS:
        raise LinkError(f"{wanted[:40]!r} is no tab; there are {', '.join(TABS)}")
    if wanted != tab or "scenario" not in query:
        return None, None
    return Ref.parse(query["scenario"]), query.get("run")
