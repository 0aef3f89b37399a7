"""The card of a pocket base, made from the record of its warm start alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.pocket.lessons import load_reading

RECORD_FILE, CARD_FILE = "record.json", "README.md"


def write(folder: Path, record: dict[str, Any]) -> None:
    """Put the record, and the card made from it, beside the model."""
    (folder / RECORD_FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    (folder / CARD_FILE).write_text(card(record), encoding="utf-8")


def card(record: dict[str, Any]) -> str:
    """The card as Markdown with front matter."""
    return "\n".join(_with_tools(record) if "searches" in record else _lines(record))


def _head(desk: str) -> Iterator[str]:
    yield from ("---", "library_name: transformers", "pipeline_tag: text-generation")
    yield from ("license: apache-2.0", f"tags: [rewarddesk, {desk}]", "---", "")
    yield f"# RewardDesk pocket base: {desk}"
    yield ""


def _with_tools(record: dict[str, Any]) -> Iterator[str]:
    recipe = record["recipe"]
    mixed = recipe["steps"] - recipe["good"]
    yield from _head("it_triage_tools")
    yield (
        f"The single-turn base of IT triage ({record['from'][:12]}), **trained from scratch on "
        "scripted demonstrations**, taught to work with seven tools: "
        f"{record['parameters'] / 1e6:.2f} million parameters. It is no pretrained model. It is "
        "where reinforcement learning starts."
    )
    yield ""
    yield (
        f"{record['episodes']:,} scripted episodes of the train split, {record['minutes']:.0f} "
        f"minutes on {record['threads']} CPU thread(s), seed {recipe['seed']}: "
        f"{recipe['good']:,} steps with good ones, then {mixed:,} with ones of mixed quality, most "
        "of them bad. In most, names, words or numbers were invented, which makes it copy them. "
        "What it came to is in the record of the run that started from it."
    )
    for what in ("searches", "policies"):
        yield from ("", f"| of the last it saw, {what} | share |", "| --- | --- |")
        for name, share in record[what].items():
            yield f"| {name} | {share:.0%} |"
    yield ""


def _lines(record: dict[str, Any]) -> Iterator[str]:
    recipe = record["recipe"]
    desk = recipe["desk"]
    yield from _head(desk)
    yield (
        f"A causal language model of {record['parameters'] / 1e6:.2f} million parameters, "
        "**trained from scratch on scripted demonstrations**. It is not a pretrained model and "
        f"knows no language beyond the `{desk}` desk. It is where reinforcement learning starts."
    )
    yield ""
    yield (
        f"{record['demonstrations']:,} demonstrations of the train split, "
        f"{record['minutes']:.0f} minutes on {record['threads']} CPU thread(s), seed "
        f"{recipe['seed']}: {recipe['drills']:,} steps of drills, {recipe['reading']:,} with good "
        f"answers in all, then {recipe['steps'] - recipe['reading']:,} with answers of mixed "
        f"quality, most of them bad{_briefs(recipe)}. While it learned, throw-away "
        "heads were asked what each token of the prompt says; they are not part of the model. In "
        "most demonstrations names, words or numbers were invented, which makes it copy them."
    )
    yield ""
    yield "Shares of the policies that it saw last:"
    yield ""
    yield from ("| policy | share |", "| --- | --- |")
    for name, share in record["policies"].items():
        yield f"| {name} | {share:.0%} |"
    columns = load_reading(desk).COLUMNS
    for how, tiers in record["measures"].items():
        yield ""
        yield f"Held out, {how}, {next(iter(tiers.values()))['n']} scenarios a tier:"
        yield ""
        yield f"| tier | {' | '.join(columns.values())} |"
        yield "| --- |" + " --- |" * len(columns)
        for tier, measures in tiers.items():
            yield f"| {tier} | {' | '.join(_number(measures[name]) for name in columns)} |"
        yield ""
        for tier, measures in tiers.items():
            shares = ", ".join(f"{kind} {share:.0%}" for kind, share in measures["actions"].items())
            yield f"- actions in {tier}: {shares}"


def _briefs(recipe: dict[str, Any]) -> str:
    if recipe["briefs"] is None:
        return ""
    return f"; from step {recipe['briefs']:,} on, beside them, prompts cut down to what is asked"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"
