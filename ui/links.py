"""Links: every scenario, and every policy run on one, has an address that reopens it.

`?tab=inbox&scenario=hard-eval-7&run=hurried`: the tab, the scenario as tier, split and seed, and
the policy that answered it; hard-eval-7-plain is in plain words (`desks.Voices`).

`?tab=break&at=exec_assist/gate/hard-eval-7`: a level of a desk and the scenario it is played on;
with `&attempt=`, an attempt that a player kept, or a claim about one. Addresses are untrusted and
parsed strictly.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import get_args

from desks import DESKS, Scenario, Split, Tier, Voices
from envs import load
from graders.levels import Level, levels

_REF = re.compile(
    rf"({'|'.join(get_args(Tier))})-({'|'.join(get_args(Split))})-(0|[1-9][0-9]{{0,5}})"
    r"(-plain)?",
    re.ASCII,
)
MAX_SEED = 999_999
"""The highest seed that has a link."""
TABS = {
    "home": "Home",
    "arena": "Arena",
    "inbox": "Inbox",
    "helpdesk": "Help desk",
    "tools": "Tools",
    "break": "Break the grader",
    "training": "Training",
}
"""Each tab's name in addresses, and its title on the page; the first is open by default."""


class LinkError(ValueError):
    """An address that is invalid or names nothing; the message says what was expected."""


@dataclass(frozen=True)
class Ref:
    """A scenario's name within its desk."""

    tier: Tier
    split: Split
    seed: int
    voices: Voices = "all"

    def __str__(self) -> str:
        suffix = "" if self.voices == "all" else f"-{self.voices}"
        return f"{self.tier}-{self.split}-{self.seed}{suffix}"

    def scenario(self, desk: str) -> Scenario:
        """The scenario of this name; `desk` may also be a multi-turn environment."""
        return load(desk).scenario(self.seed, self.tier, self.split, self.voices)

    @classmethod
    def parse(cls, text: object) -> "Ref":
        """Parse a name such as hard-eval-7; LinkError if it is invalid."""
        found = _REF.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            named = repr(text[:40]) if isinstance(text, str) else "this"
            raise LinkError(f"{named} is no case; a name looks like 'hard-eval-7'")
        voices = "plain" if found[4] else "all"
        return cls(found[1], found[2], int(found[3]), voices)  # type: ignore[arg-type]


def known(name: str, names: Collection[str], what: str) -> str:
    """The name if it is one of these; LinkError if not."""
    if name not in names:
        raise LinkError(f"{name[:40]!r} is no {what}; there are {', '.join(names)}")
    return name


def tab_href(tab: str, **query: object) -> str:
    """The address of a tab, with what it opens there; what is None or empty is left out.

    LinkError if there is no such tab. Values are names that were checked: nothing is escaped.
    """
    rest = "".join(f"&{name}={value}" for name, value in query.items() if value)
    return f"?tab={known(tab, TABS, 'tab')}{rest}"


def href(tab: str, ref: Ref, run: str | None = None) -> str:
    """The address that reopens a scenario, with the policy that answered it."""
    return tab_href(tab, scenario=ref, run=run)


def parse_query(query: Mapping[str, str], tab: str) -> tuple[Ref | None, str | None]:
    """The scenario and the policy that an address names for `tab`; (None, None) if it names none.

    LinkError if the address names this tab and an invalid scenario.
    """
    if query.get("tab", tab) != tab or "scenario" not in query:
        return None, None
    return Ref.parse(query["scenario"]), query.get("run")


@dataclass(frozen=True)
class GameRef:
    """Where a game is played: a level of a desk, and a scenario."""

    desk: str
    level_name: str
    ref: Ref

    def __str__(self) -> str:
        return f"{self.desk}/{self.level_name}/{self.ref}"

    @property
    def level(self) -> Level:
        """The level itself."""
        return next(one for one in levels(self.desk) if one.name == self.level_name)

    @property
    def scenario(self) -> Scenario:
        """The scenario that it is played on."""
        return self.ref.scenario(self.desk)

    @classmethod
    def parse(cls, text: object) -> "GameRef":
        """Parse a game such as exec_assist/gate/hard-eval-7; LinkError if it is invalid."""
        parts = text.split("/") if isinstance(text, str) else []
        if len(parts) != 3:
            raise LinkError("a level and its case look like 'exec_assist/gate/hard-eval-7'")
        desk, level, ref = parts
        names = [one.name for one in levels(known(desk, DESKS, "desk"))]
        return cls(desk, known(level, names, "level"), Ref.parse(ref))


def game_href(game: GameRef, attempt: str | None = None) -> str:
    """The address of a game, with a kept attempt if there is one."""
    return tab_href("break", at=game, attempt=attempt)
