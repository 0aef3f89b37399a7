"""The README's table of runs: what the records say, and nothing else."""

import json
from pathlib import Path

import pytest

from training.health import Event
from training.record import Record
from training.results import RUNS, main, results

ROOT = Path(__file__).parents[2]


def measured(mean, low, high):
    return {"mean": mean, "low": low, "high": high}


def evaluation(before, after):
    def policy(total, right):
        tiers = {tier: {"total": measured(*total)} for tier in ("easy", "medium", "hard")}
        return {"tiers": tiers, "overall": {"correct": measured(*right)}}

    right = (0.1, 0.05, 0.15), (0.8, 0.75, 0.85)
    return {"policies": {"base": policy(before, right[0]), "trained": policy(after, right[1])}}


def recorded(folder, seed, events=(), evaluated=True):
    record = Record(folder, {"seed": seed})
    record.step({"step": 1, "reward": 0.2})
    record.step({"step": 2, "reward": 0.3})
    for event in events:
        record.event(event)
    if evaluated:
        told = evaluation((0.254, 0.2, 0.3), (1.0, 0.951, 1.0))
        (folder / "evaluation.json").write_text(json.dumps(told))


def test_a_row_for_each_run_that_was_evaluated(tmp_path, capsys):
    lost = Event(2, "collapse", "collapse", 1, "It is lost.").as_json()
    recorded(tmp_path / "sound", 0)
    recorded(tmp_path / "spoilt", 1, [lost])
    recorded(tmp_path / "unfinished", 2, evaluated=False)
    assert main([str(tmp_path)]) == 0
    cell = ".25 → **1.00** [.95, 1.00]"
    right = ".10 → **.80** [.75, .85]"
    assert capsys.readouterr().out.splitlines()[2:] == [
        f"| sound | 0 | 2 | {cell} | {cell} | {cell} | {right} | sound |",
        f"| spoilt | 1 | 2 | {cell} | {cell} | {cell} | {right} "
        "| collapse since step 1, named at 2 |",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("evaluation.json", "{}"),
        ("evaluation.json", '{"policies": []}'),
        ("evaluation.json", '{"policies": {"base": {"tiers": {}}, "trained": {"tiers": {}}}}'),
        ("evaluation.json", json.dumps(evaluation((0.2, 0.1, 0.3), ("<b>", 0.1, 0.3)))),
        ("evaluation.json", json.dumps(evaluation((0.2, 0.1, 0.3), (10**400, 0.1, 0.3)))),
        ("config.json", '{"seed": "| x |"}'),
        ("health.jsonl", '{"step": 1, "kind": "odd"}\n'),
        ("steps.jsonl", '{"step": 1, "reward": 1, "a|b": 2}\n'),
        ("steps.jsonl", '{"step": 1, "parts/\\ud800": 1}\n'),
    ],
)
def test_a_damaged_record_is_named(tmp_path, capsys, name, text):
    recorded(tmp_path / "run", 0)
    (tmp_path / "run" / name).write_text(text)
    if text == "{}":
        assert main([str(tmp_path)]) == 1  # not evaluated
        return
    assert main([str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("error: ")
    assert "run" in err


@pytest.mark.parametrize("spoil", [lambda f: None, lambda f: recorded(f / "a", 0, evaluated=False)])
def test_without_an_evaluated_run_there_is_no_table(tmp_path, capsys, spoil):
    spoil(tmp_path)
    assert main([str(tmp_path)]) == 1
    assert "was evaluated" in capsys.readouterr().err


@pytest.mark.skipif(not any((ROOT / RUNS).glob("*/evaluation.json")), reason="no run is shipped")
def test_the_readme_has_this_table():
    assert results(ROOT / RUNS) in (ROOT / "README.md").read_text(encoding="utf-8")
