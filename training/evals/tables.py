"""An evaluation as tables for a terminal."""

from collections.abc import Sequence
from typing import Any

from graders.audit.table import table

HEADLINES = ("total", "correct", "referee")
SHARES = ("correct", "referee", "as_reported", "valid")


def report(found: dict[str, Any]) -> str:
    """The evaluation as tables: policies by tier with notes, then the paired differences."""
    tiers, policies = found["tiers"], found["policies"]
    rows, notes = [], []
    for name, one in policies.items():
        parts = [one["tiers"][tier] for tier in tiers]
        cells = [cell(part["total"]) for part in (*parts, one["overall"])]
        shares = [f"{one['overall'][key]['mean']:.2f}" for key in SHARES if key in one["overall"]]
        rows.append((name, *cells, *shares))
        notes.append(_note(one))
    heads = (
        "policy",
        *(f"total, {tier}" for tier in tiers),
        "total",
        *(key for key in SHARES if key in one["overall"]),
    )
    text = table(heads, rows, notes, lines_a_note=4)
    differences = [
        (name, tier, *(cell(gaps[key]) for key in HEADLINES), _record(gaps))
        for name, one in found["paired"].items()
        for tier, gaps in (*one["tiers"].items(), ("overall", one["overall"]))
        if not name.startswith("scripted:")
    ]
    if differences:
        heads = (f"against {found['first']}", "tier", *HEADLINES, "wins, ties, losses")
        text += "\n\n" + table(heads, differences, [""] * len(differences))
    return text


def parts_report(found: dict[str, Any], names: Sequence[str]) -> str:
    """Parts and penalties over all tiers, for every policy that is not scripted."""
    asked = [name for name in found["policies"] if not name.startswith("scripted:")]
    rows = [(part, *(cell(found["policies"][p]["overall"][part]) for p in asked)) for part in names]
    return table(("part or penalty", *asked), rows, [""] * len(rows))


def _note(one: dict[str, Any]) -> str:
    lines = []
    for tier, told in one["tiers"].items():
        shares = ", ".join(f"{kind} {share:.0%}" for kind, share in told["actions"].items())
        middle = told["spread"]["quantiles"]
        lines.append(
            f"{tier}: {shares}; totals from {middle['0.05']:.2f} to {middle['0.95']:.2f}, "
            f"median {middle['0.5']:.2f}"
        )
    if stated := one["calibration"]:
        few = ", too few to tell the ECE" if stated["n"] < 1_000 else ""
        lines.append(
            f"confidence (n = {stated['n']}{few}): Brier skill {cell(stated['brier_skill'])}, "
            f"AUROC {cell(stated['auroc'])}, ECE {cell(stated['ece'])}"
        )
    return "\n".join(lines)


def cell(told: dict[str, float | None]) -> str:
    """A measure with its interval, if it has one; "-" if it is undefined."""
    if told["mean"] is None:
        return "-"
    if told["low"] is None:
        return f"{told['mean']:.3f}"
    return f"{told['mean']:.3f} [{told['low']:.3f}, {told['high']:.3f}]"


def _record(gaps: dict[str, Any]) -> str:
    return f"{gaps['wins']}, {gaps['ties']}, {gaps['losses']}"
