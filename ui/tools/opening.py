"""What the Tools tab opens on: a ticket that a trained agent solves, beside one that it fails.

    python -m ui.tools.opening --player pretrained:trained

The command lets the agent play one ticket after another until it has one of each, and records both
transcripts, so that nobody waits for a model at the start. What is told of them is worked out from
the transcripts, by today's tools and graders.
"""

import argparse
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from desks.desk import Frozen
from envs.it_triage_tools.desk import replay
from envs.it_triage_tools.episode import Episode
from ui import inference
from ui.component import ASSETS
from ui.drawing import escaped, number_of
from ui.links import Ref, href
from ui.store import ScenarioName
from ui.tools.episodes import DESK
from ui.tools.players import YOU, models, transcript

RECORD = ASSETS / "tools_opening.json"
TAB = "tools"
TIER = "medium"
MOST = 40
"""Tickets after which the command gives up."""


class Shown(Frozen):
    """A ticket, and the transcript of the agent's work on it."""

    scenario: ScenarioName
    transcript: str

    @property
    def ref(self) -> Ref:
        return Ref.parse(self.scenario)

    def episode(self) -> Episode:
        """The finished episode, graded."""
        return _replayed(self)


class Opening(Frozen):
    """The agent, and the two tickets."""

    player: str
    made: str
    """A hash of the agent (`inference.made`): a model that is trained again plays otherwise."""
    solved: Shown
    failed: Shown

    def of(self, ref: Ref, player: str) -> Shown | None:
        """The recorded work of a player on a ticket, or None."""
        if player != self.player:
            return None
        return next((one for one in (self.solved, self.failed) if one.ref == ref), None)


@lru_cache(maxsize=8)
def _replayed(shown: Shown) -> Episode:
    return replay(shown.ref.scenario(DESK), shown.transcript)


@lru_cache(maxsize=1)
def _read(path: Path) -> Opening | None:
    try:
        return Opening.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def recorded() -> Opening | None:
    """The record; None if there is none, or its agent is not here or was trained again."""
    found = _read(RECORD)
    if found is None or found.player not in models():
        return None
    return found if found.made == inference.made(DESK, found.player) else None


def draw(ref: Ref, player: str) -> str:
    """Two cards that link to the tickets, each with what became of it; "" if none are recorded."""
    found = recorded()
    if found is None:
        return ""
    cards = (
        ("good", "✓ A ticket that a trained agent solves", found.solved),
        ("bad", "✕ And one that it fails", found.failed),
    )
    return (
        '<nav class="openings" aria-label="Two tickets to begin with">'
        + "".join(_card(kind, title, one, found, ref, player) for kind, title, one in cards)
        + "</nav>"
    )


def _card(kind: str, title: str, one: Shown, found: Opening, ref: Ref, player: str) -> str:
    """One of the tickets; what became of it is kept from whoever works on it now."""
    current = ' aria-current="true"' if found.of(ref, player) == one else ""
    said = told(one.episode())
    if player == YOU and ref == one.ref:
        said = "You are working on it. Afterwards, see how the agent did."
    return (
        f'<a class="opening {kind}" href="{escaped(href(TAB, one.ref, found.player))}" '
        f'data-scenario="{one.ref}" data-run="{found.player}"{current}><b>{title}</b>'
        f"<span>{said}</span>"
        '<span class="opening-go">Watch it call by call →</span></a>'
    )


def told(episode: Episode) -> str:
    """What became of a ticket and why, in a sentence; HTML."""
    calls, grade = number_of(len(episode.calls), "call"), episode.grade
    return (
        f"“{escaped(episode.scenario.ticket.subject)}”: after {calls} it "
        f"{escaped(grade.verdict)}. That is paid {grade.total:.2f}."
    )


# --- the command ---


def record(player: str, tickets: Iterator[Ref]) -> Opening:
    """Let a model play these tickets until one is solved and one failed with an answer; ValueError
    if they run out."""
    found: dict[bool, Shown] = {}
    for ref in tickets:
        shown = Shown(scenario=str(ref), transcript=transcript(ref, player))
        grade = shown.episode().grade
        print(f"{ref}: {grade.total:.2f}, {grade.verdict}", flush=True)
        if grade.action is not None:
            found.setdefault(grade.correct, shown)
        if len(found) == 2:
            made = inference.made(DESK, player)
            return Opening(player=player, made=made, solved=found[True], failed=found[False])
    raise ValueError(f"{player} did not both solve and fail one of these tickets")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m ui.tools.opening")
    parser.add_argument("--player", choices=models(), default="pretrained:trained")
    args = parser.parse_args()
    kept = record(args.player, (Ref(TIER, "eval", seed) for seed in range(MOST)))
    RECORD.write_text(kept.model_dump_json(indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
