"""What a proof found."""

import builtins
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from rewardproof.completions import Completion

Severity = Literal["error", "warning"]
SHOWN = 300
"""Characters of a completion in a table."""


@dataclass(frozen=True)
class Finding:
    """Something that the reward does and should not."""

    property: str
    severity: Severity
    said: str
    """What is wrong, in a sentence."""
    tried: str
    """What was done."""
    place: int
    """The number of the task where it is worst, among all that were given."""
    completion: Completion
    """What was paid, in the shortest form found."""
    paid: float | None
    against: float | None
    """What it is compared with: mostly, what the right answer is paid."""
    at_least: float | None = None
    at_most: float | None = None
    """What a sound reward pays, if there is such a bound."""
    times: int = 1
    """In how many tries it was seen."""
    of: int = 1
    """Of how many: those of the same name, or all, where any may show it."""

    @builtins.property
    def is_overpaid(self) -> bool:
        """Whether it was paid more than it may be."""
        paid, most = self.paid, self.at_most
        return self.severity == "error" and None not in (paid, most) and paid > most

    def seen(self, times: int, of: int) -> "Finding":
        """The same, seen so often."""
        return replace(self, times=times, of=of)


@dataclass(frozen=True)
class Report:
    """All findings on a reward."""

    rows: Mapping[int, Mapping[str, Any]]
    """The tasks that were looked at, by their numbers."""
    said: str = ""
    """How the reward was called."""
    calls: int = 0
    seconds: float = 0.0
    findings: Sequence[Finding] = field(default_factory=tuple)
    tried: dict[str, int] = field(default_factory=dict)
    """How many completions were put to it, by property."""
    most: dict[str, float] = field(default_factory=dict)
    """The most that one of them was paid that must certainly be paid nothing, by property."""
    right: Sequence[float | None] = ()
    """What each task's right answer is paid."""

    @property
    def holds(self) -> bool:
        """Whether nothing was found that makes it unsafe; there may be warnings."""
        return not any(one.severity == "error" for one in self.findings)

    def to_json(self) -> str:
        """All of it as indented JSON."""
        return as_json({"holds": self.holds} | asdict(self)) + "\n"

    def __str__(self) -> str:
        """For a terminal."""
        lines = [
            self.said,
            f"{len(self.rows)} tasks, {self.calls:,} calls, {self.seconds:.1f} s",
            "",
        ]
        kinds: dict[tuple[str, str], list[Finding]] = {}
        for one in self.findings:
            kinds.setdefault((one.severity, one.property), []).append(one)
        for first, *more in kinds.values():
            lines += [
                *_told(first),
                *([f"  and {len(more)} more of this kind"] if more else []),
                "",
            ]
        failed = sorted({one.property for one in self.findings if one.severity == "error"})
        lines.append("holds" if self.holds else f"DOES NOT HOLD: {', '.join(failed)}")
        found = {one.property for one in self.findings}
        if kept := [name for name in self.tried if name not in found]:
            lines.append(f"nothing was found in: {', '.join(kept)}")
        return "\n".join(lines)


def _told(one: Finding) -> list[str]:
    paid = "nothing" if one.paid is None else f"{one.paid:.3g}"
    against = "" if one.against is None else f" (against {one.against:.3g})"
    return [
        f"{one.severity.upper()}  {one.property}: {one.said}",
        f"  {one.tried}, task {one.place}: paid {paid}{against}; {one.times} of {one.of}",
        f"  {visible(one.completion)}",
    ]


def as_json(value: Any, indent: int | None = 1) -> str:
    """A value as JSON: what JSON does not know is a text, or as a key left out."""
    return json.dumps(value, indent=indent, default=str, skipkeys=True)


def visible(completion: Any) -> str:
    """A completion on one line, cut, with all but printable ASCII escaped."""
    text = completion if isinstance(completion, str) else json.dumps(completion)
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} characters)"
    return json.dumps(cut)
