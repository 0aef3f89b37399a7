"""The same entries, put to three other tools as their own documentation has it.

They run in an environment of their own, each entry in a process of its own: as some of the rewards
hang or exit. Each tool is given the reward in the form that it takes, and its own gate decides.

rewardlint   audit(f(completion, reference)), the reference put into an entry's first task;
             `--fail-on exploit`, with half of the reward's range as the threshold
rl-envdoctor scan(FunctionTarget(f, cases)), run_checks; `--fail-on high`
falsepass    init rewards.py --dataset, then its runner; `--fail-on 'ceiling>0.1' 'errors>0'`
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rewardproof.completions import is_chat, said
from rewardproof.signatures import recognise
from rewardproof.tasks import read_tasks, text_of
from tests.rewardproof_bench.entries import Entry, entries

ANSWERS = ("answer", "ground_truth", "solution", "target", "reference", "label", "expected")
SECONDS = 120
"""For one entry."""
RELAY = """
from tests.rewardproof_bench.tools import batch
def reward(completions, **columns):
    return batch({collection!r}, {name!r}, completions, columns)
"""


class NotTakenError(Exception):
    """An entry that a tool cannot be given."""


def payer(one: Entry) -> Callable[[Mapping[str, Any], str], float]:
    """The reward as f(row, text), whatever its own form is."""
    scorer = recognise(one.reward, read_tasks(one.tasks), one.signature)
    in_chat = is_chat(one.good(dict(one.tasks[0])))

    def pay(row: Mapping[str, Any], text: str) -> float:
        completion = [{"role": "assistant", "content": text}] if in_chat else text
        [value] = scorer.score([(dict(row), completion)])
        return 0.0 if value is None else float(value)

    return pay


def batch(collection: str, name: str, completions: list[str], columns: Any) -> list[float]:
    """An entry's reward as TRL calls it, for tools that ask for that."""
    one = named(collection, name)
    rows = [one.tasks[place] for place in columns["place"]]
    pay = payer(one)
    return [pay(row, text) for row, text in zip(rows, completions, strict=True)]


def named(collection: str, name: str) -> Entry:
    """The entry of that name."""
    return next(one for one in entries(collection) if one.name == name)


def reference_of(one: Entry) -> str:
    """The column that holds what is right, as a short text; empty if there is none."""
    row = one.tasks[0]
    return next((name for name in ANSWERS if isinstance(row.get(name), str)), "")


def answers(one: Entry) -> list[Callable[[Any], str]]:
    """What is right for a row, for tools that put it into a form themselves: the column, and if
    that is not paid in any of their forms, a whole right completion."""
    column = reference_of(one)
    whole: Callable[[Any], str] = lambda row: said(one.good(row))  # noqa: E731
    return [lambda row: row[column], whole] if column else [whole]


def rewardlint(one: Entry, collection: str) -> bool:
    """Whether it accepts an exploit or fails, but for rewards that fail on all of its cases."""
    from rewardlint import audit

    column, pay, row = reference_of(one), payer(one), dict(one.tasks[0])
    if not column:
        raise NotTakenError
    found = audit(
        lambda completion, reference: pay(row | {column: reference}, completion),
        threshold=sum(one.range) / 2,
    )
    if len(found.errors) == len(found.outcomes):
        raise NotTakenError
    return bool(found.exploits_accepted or found.errors)


def envdoctor(one: Entry, collection: str) -> bool:
    """Whether it finds something that is high or critical, where an oracle of its is paid."""
    from envdoctor import Case, FunctionTarget, run_checks, scan

    pay = payer(one)
    for answer in answers(one):
        cases = [
            Case(str(place), text_of(row.get("prompt", "")), answer(dict(row)), row=dict(row))
            for place, row in enumerate(one.tasks)
        ]
        target = FunctionTarget(lambda completion, case: pay(case.row, completion), cases)
        report = run_checks(scan(target))
        if report.stats.get("ceiling_trustworthy"):
            return any(found.severity in ("high", "critical") for found in report.findings)
    raise NotTakenError


def falsepass(one: Entry, collection: str) -> bool:
    """Whether its gate fails, where the reward tells its reference from nothing."""
    from falsepass import report

    for answer in answers(one):
        found = _audited(one, collection, answer)
        if found and "inconclusive" not in report.summary(found).lower():
            return bool(report.gate(found["results"], ["ceiling>0.1", "errors>0"]))
    raise NotTakenError


def _audited(one: Entry, collection: str, answer: Callable[[Any], str]) -> dict[str, Any] | None:
    """What falsepass's runner says; None if it cannot go on."""
    from falsepass import cli, runner

    rows = [
        {"prompt": text_of(row.get("prompt", "")), "answer": answer(dict(row)), "place": place}
        for place, row in enumerate(one.tasks)
    ]
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("rewards.py").write_text(RELAY.format(collection=collection, name=one.name))
        Path("data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        cli.main(["init", "rewards.py", "--dataset", "data.jsonl", "--func", "reward"])
        try:
            return runner.run(Path("audits/rewards").resolve(), jobs=1)
        except RuntimeError:
            return None


TOOLS = {"rewardlint": rewardlint, "rl-envdoctor": envdoctor, "falsepass": falsepass}


def verdict(tool: str, collection: str, name: str) -> str:
    """ "alarm", "none" or "not taken", by a process of its own."""
    command = [
        sys.executable,
        "-m",
        __spec__.name if __spec__ else __name__,
        tool,
        collection,
        name,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "not taken"
    last = (done.stdout.splitlines() or [""])[-1]
    return last if last in ("alarm", "none") else "not taken"


def verdicts(collection: str) -> Iterator[dict[str, Any]]:
    """One for each tool and entry."""
    for one in entries(collection):
        for tool in TOOLS:
            found = verdict(tool, collection, one.name)
            yield {"tool": tool, "name": one.name, "faulty": bool(one.defect), "verdict": found}


def main(arguments: list[str]) -> int:
    """One verdict for a tool, a collection and an entry; all of them for a collection alone."""
    if len(arguments) == 1:
        for one in verdicts(arguments[0]):
            print(json.dumps(one), flush=True)
        return 0
    tool, collection, name = arguments
    try:
        alarm = TOOLS[tool](named(collection, name), collection)
        print("alarm" if alarm else "none")
    except NotTakenError:
        print("not taken")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
