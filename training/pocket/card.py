"""The card of a pocket base, made from the record of its warm start alone."""

from pathlib import Path
from typing import Any

from training.common.files import write_json
from training.evals.tables import markdown
from training.pocket.lessons import load_reading

RECORD_FILE, CARD_FILE = "record.json", "README.md"
_HEAD = """\
---
library_name: transformers
pipeline_tag: text-generation
license: apache-2.0
tags: [rewarddesk, {desk}]
---

# RewardDesk pocket base: {desk}"""


def write(folder: Path, record: dict[str, Any]) -> None:
    """Put the record, and the card made from it, beside the model."""
    write_json(folder / RECORD_FILE, record)
    (folder / CARD_FILE).write_text(card(record), encoding="utf-8")


def card(record: dict[str, Any]) -> str:
    """The card as Markdown with front matter."""
    return _with_tools(record) if "searches" in record else _single_turn(record)


def _with_tools(record: dict[str, Any]) -> str:
    recipe = record["recipe"]
    blocks = [
        _HEAD.format(desk="it_triage_tools"),
        f"The single-turn base of IT triage ({record['from'][:12]}), **trained from scratch on "
        "scripted demonstrations**, taught to work with seven tools: "
        f"{record['parameters'] / 1e6:.2f} million parameters. It is no pretrained model. It is "
        "where reinforcement learning starts.",
        f"{record['episodes']:,} scripted episodes of the train split, {record['minutes']:.0f} "
        f"minutes on {record['threads']} CPU thread(s), seed {recipe['seed']}: "
        f"{recipe['good']:,} steps with good ones, then {recipe['steps'] - recipe['good']:,} with "
        "ones of mixed quality, most of them bad. In most, names, words or numbers were invented, "
        "which makes it copy them. What it came to is in the record of the run that started from "
        "it.",
        _shares("of the last it saw, searches", record["searches"]),
        _shares("of the last it saw, policies", record["policies"]),
    ]
    return "\n\n".join(blocks) + "\n"


def _single_turn(record: dict[str, Any]) -> str:
    recipe = record["recipe"]
    columns = load_reading(recipe["desk"]).COLUMNS
    briefs, first = "", recipe["briefs"]
    if first is not None:
        briefs = f"; from step {first:,} on, beside them, prompts cut down to what is asked"
    blocks = [
        _HEAD.format(desk=recipe["desk"]),
        f"A causal language model of {record['parameters'] / 1e6:.2f} million parameters, "
        "**trained from scratch on scripted demonstrations**. It is not a pretrained model and "
        f"knows no language beyond the `{recipe['desk']}` desk. It is where reinforcement learning "
        "starts.",
        f"{record['demonstrations']:,} demonstrations of the train split, "
        f"{record['minutes']:.0f} minutes on {record['threads']} CPU thread(s), seed "
        f"{recipe['seed']}: {recipe['drills']:,} steps of drills, {recipe['reading']:,} with good "
        f"answers in all, then {recipe['steps'] - recipe['reading']:,} with answers of mixed "
        f"quality, most of them bad{briefs}. While it learned, throw-away "
        "heads were asked what each token of the prompt says; they are not part of the model. In "
        "most demonstrations names, words or numbers were invented, which makes it copy them.",
        "Shares of the policies that it saw last:",
        _shares("policy", record["policies"]),
    ]
    for how, tiers in record["measures"].items():
        rows, actions = [("tier", *columns.values())], []
        for tier, measures in tiers.items():
            values = (measures[name] for name in columns)
            shown = ("" if value is None else f"{value:.2f}" for value in values)
            rows.append((tier, *shown))
            shares = ", ".join(f"{kind} {share:.0%}" for kind, share in measures["actions"].items())
            actions.append(f"- actions in {tier}: {shares}")
        scenarios = next(iter(tiers.values()))["n"]
        blocks.append(f"Held out, {how}, {scenarios} scenarios a tier:")
        blocks += [markdown(rows), "\n".join(actions)]
    return "\n\n".join(blocks)


def _shares(title: str, shares: dict[str, float]) -> str:
    rows = [(name, f"{share:.0%}") for name, share in shares.items()]
    return markdown([(title, "share"), *rows])
