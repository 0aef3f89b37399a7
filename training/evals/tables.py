"""An evaluation as tables for a terminal."""

from collections.abc import Sequence
from typing import Any

from graders.audit.table import table
from graders.score import FAULTLESS
from training.evals.measures import HEADLINES

SHARES = ("correct", "referee", "as_reported", "valid")
LISTED = 20
"""Cases to read by hand that are printed of a policy."""


def report(evaluation: dict[str, Any]) -> str:
    """The evaluation as tables: policies by tier with notes, then the paired differences."""
    tiers, policies = evaluation["tiers"], evaluation["policies"]
    first = next(iter(policies.values()))["overall"]
    names = [key for key in SHARES if key in first]
    rows, notes = [], []
    for name, summary in policies.items():
        overall = summary["overall"]
        cells = [cell(summary["tiers"][tier]["total"]) for tier in tiers]
        cells.append(cell(overall["total"]))
        rows.append((name, *cells, *(f"{overall[key]['mean']:.2f}" for key in names)))
        notes.append(_note(summary))
    if not evaluation.get("keyed", True):
        names[0] = FAULTLESS
    heads = ("policy", *(f"total, {tier}" for tier in tiers), "total", *names)
    text = table(heads, rows, notes, lines_a_note=4)
    differences = [
        (name, tier, *(cell(gaps[key]) for key in HEADLINES), _win_counts(gaps))
        for name, other in evaluation["paired"].items()
        for tier, gaps in (*other["tiers"].items(), ("overall", other["overall"]))
        if not name.startswith("scripted:")
    ]
    if differences:
        heads = (f"against {evaluation['first']}", "tier", *HEADLINES, "wins, ties, losses")
        text += "\n\n" + table(heads, differences, [""] * len(differences))
    return text


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; the first row is its header."""
    heads, *others = rows
    rows = (heads, ["---"] * len(heads), *others)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def parts_report(evaluation: dict[str, Any]) -> str:
    """Parts, penalties and other measures over all tiers, for every policy that is not scripted."""
    policies = {k: v for k, v in evaluation["policies"].items() if not k.startswith("scripted:")}
    first = next(iter(policies.values()))["overall"]
    names = [name for name, value in first.items() if _is_part(name, value)]
    rows = [
        (part, *(cell(summary["overall"][part]) for summary in policies.values())) for part in names
    ]
    return table(("measure", *policies), rows, [""] * len(rows))


def _is_part(name: str, value: Any) -> bool:
    measured = isinstance(value, dict) and value.get("mean") is not None
    return measured and name not in ("total", *SHARES)


def reading_list(evaluation: dict[str, Any]) -> str:
    """The cases that a person should look at, by their lines in the file."""
    lines = []
    for name, summary in evaluation["policies"].items():
        found = [] if name.startswith("scripted:") else summary["to_read"]
        lines += [f"{name}: {len(found)} of {evaluation['n']} to read by hand"] * bool(found)
        for one in found[:LISTED]:
            doubt = "the referee disagrees; " if one["correct"] else ""
            lines.append(f"  line {one['case']}: {doubt}{one['why']}")
        lines += [f"  and {len(found) - LISTED} more"] * (len(found) > LISTED)
    return "\n".join(lines)


def _note(summary: dict[str, Any]) -> str:
    lines = []
    for tier, profile in summary["tiers"].items():
        shares = ", ".join(f"{kind} {share:.0%}" for kind, share in profile["actions"].items())
        quantiles = profile["spread"]["quantiles"]
        lines.append(
            f"{tier}: {shares}; totals from {quantiles['0.05']:.2f} to {quantiles['0.95']:.2f}, "
            f"median {quantiles['0.5']:.2f}"
        )
    if stated := summary["calibration"]:
        few = ", too few to tell the ECE" if stated["n"] < 1_000 else ""
        lines.append(
            f"confidence (n = {stated['n']}{few}): Brier skill {cell(stated['brier_skill'])}, "
            f"AUROC {cell(stated['auroc'])}, ECE {cell(stated['ece'])}"
        )
    return "\n".join(lines)


def cell(measure: dict[str, float | None]) -> str:
    """A measure with its interval, if it has one; "-" if it is undefined."""
    if measure["mean"] is None:
        return "-"
    if measure["low"] is None:
        return f"{measure['mean']:.3f}"
    return f"{measure['mean']:.3f} [{measure['low']:.3f}, {measure['high']:.3f}]"


def _win_counts(gaps: dict[str, Any]) -> str:
    return f"{gaps['wins']}, {gaps['ties']}, {gaps['losses']}"
