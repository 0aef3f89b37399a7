"""Recorded answers for a model card: the best and the worst of the last steps."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any

from training.runs.run import WINDOW

SHOWN = 3
MAX_SHOWN = 1_500
"""Characters of an answer that are shown."""
Row = Mapping[str, Any]


def plain(text: Any) -> str:
    """Text from the record on one line, without anything that Markdown or HTML would interpret."""
    safe = "".join(one if one.isprintable() and one not in "`|*[]<>#" else " " for one in str(text))
    return escape(" ".join(safe.split()))


def answers(rows: Sequence[Row]) -> str:
    """The best and the worst answers of the last `WINDOW` steps on record, each to another
    case and each another text, as Markdown."""
    last = max((row["step"] for row in rows), default=0)
    late = [row for row in rows if row["step"] > last - WINDOW and not row.get("probe")]
    best = _different(sorted(late, key=lambda row: -row["total"]), ())
    worst = _different(sorted(late, key=lambda row: row["total"]), best)
    if not best:
        return "No answers are on record."
    about = (
        f"Of the answers on record from steps {min(row['step'] for row in late)} to {last}, the "
        "first of each group, to training prompts: the best and the worst, by this project's "
        "rubric. `training.rl.rewards.get_scenario` gives the case of that name."
    )
    return "\n\n".join([about, "### Best", *map(_shown, best), "### Worst", *map(_shown, worst)])


def _different(rows: Sequence[Row], taken: Sequence[Row]) -> list[Row]:
    """The first few rows, each of another case and text than the others and those taken."""
    seen = {row[key] for row in taken for key in ("scenario", "text")}

    def new() -> Any:
        for row in rows:
            if not {row["scenario"], row["text"]} & seen:
                seen.update((row["scenario"], row["text"]))
                yield row

    return list(islice(new(), SHOWN))


def _shown(row: Row) -> str:
    parts = ", ".join(
        f"{plain(name.removeprefix('parts/'))} {value:.2f}"
        for name, value in row.items()
        if name.startswith("parts/") and isinstance(value, float)
    )
    right = "right" if row["correct"] else "wrong"
    text = str(row["text"]).strip() or "(nothing)"
    text = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} ..."
    lines = [
        "".join(one if one.isprintable() else " " for one in line) for line in text.split("\n")
    ]
    return (
        f"`{plain(row['scenario'])}`, step {int(row['step'])}: **{row['total']:.2f}**, {right} "
        f"({parts})\n\n" + "\n".join(f"    {line}" for line in lines)
    )
