"""The tables of results: what the records say, and nothing else."""

import json
from pathlib import Path

import pytest

from training.models.policy import MODELS
from training.results import RUNS, adapters, main, results, summary
from training.rl.health import Event
from training.rl.presets import read_preset
from training.runs.record import Record, RecordError

ROOT = Path(__file__).parents[3]


def measured(mean, low, high):
    return {"mean": mean, "low": low, "high": high}


def evaluation(before, after):
    def policy(total, right):
        tiers = {tier: {"total": measured(*total)} for tier in ("easy", "medium", "hard")}
        overall = {"correct": measured(*right), "referee": measured(*right)}
        return {"tiers": tiers, "overall": overall}

    right = (0.1, 0.05, 0.15), (0.8, 0.75, 0.85)
    return {"policies": {"base": policy(before, right[0]), "trained": policy(after, right[1])}}


def recorded(folder, settings, events=(), evaluated=True):
    preset = read_preset("it_triage_pocket").model_dump(mode="json")
    record = Record(folder, {"settings": preset | settings, "base_sha256": None})
    record.add_step({"step": 1, "reward": 0.2})
    record.add_step({"step": 2, "reward": 0.3})
    for event in events:
        record.add_event(event)
    if evaluated:
        told = evaluation((0.254, 0.2, 0.3), (1.0, 0.951, 1.0))
        (folder / "evaluation.json").write_text(json.dumps(told))


def test_a_row_for_each_run_that_was_evaluated(tmp_path, capsys):
    lost = Event(2, "collapse", "collapse", 1, "It is lost.").as_json()
    low = Event(2, "entropy_low", "warning", 1, "It is low.").as_json()
    parted = Event(2, "parted", "warning", 1, "They part.").as_json()
    weights = {"calibration": 6.0, "parsimony": 0.0}
    part = {"reward": "as_reported", "reward_weights": weights, "counterfactual": ""}
    recorded(tmp_path / "sound", {})
    recorded(tmp_path / "spoilt", {}, [lost])
    recorded(tmp_path / "twin", part, [parted])
    recorded(tmp_path / "warned", {}, [low])
    recorded(tmp_path / "unfinished", {}, evaluated=False)
    for other in (tmp_path / "sound" / "greedy.json", tmp_path / "twin" / "voices.json"):
        other.write_text((tmp_path / "sound" / "evaluation.json").read_text())
    assert main([str(tmp_path)]) == 0
    cells = " | ".join([".25 → **1.00**"] * 3 + [".10 → **.80** [.75, .85]"] * 2)
    assert capsys.readouterr().out.splitlines()[2:] == [
        f"| sound | rubric | 2 | {cells} | - | .10 → **.80** | - | sound |",
        f"| spoilt | rubric | 2 | {cells} | - | - | - | collapse since step 1, named at 2 |",
        f"| twin | as_reported: calibration | 2 | {cells} | - | - | .10 → **.80** "
        "| pay outran the work since step 1, named at 2 |",
        f"| warned | rubric | 2 | {cells} | - | - | - | 1 warning |",
    ]


def test_a_model_without_its_warm_start_has_a_row_of_its_own(tmp_path):
    recorded(tmp_path / "smol", {})
    told = evaluation((0.254, 0.2, 0.3), (1.0, 0.951, 1.0))
    told["policies"]["zero_shot"] = told["policies"]["base"]
    (tmp_path / "smol" / "evaluation.json").write_text(json.dumps(told))
    (tmp_path / "smol" / "greedy.json").write_text(json.dumps(told))
    cells = " | ".join([".25"] * 3 + [".10 [.05, .15]"] * 2)
    assert (
        results(tmp_path).splitlines()[-1]
        == f"| smol: zero-shot | - | - | {cells} | - | .10 | - | - |"
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("evaluation.json", "{}"),
        ("evaluation.json", '{"policies": []}'),
        ("evaluation.json", '{"policies": {"base": {"tiers": {}}, "trained": {"tiers": {}}}}'),
        ("evaluation.json", json.dumps(evaluation((0.2, 0.1, 0.3), ("<b>", 0.1, 0.3)))),
        ("evaluation.json", json.dumps(evaluation((0.2, 0.1, 0.3), (10**400, 0.1, 0.3)))),
        ("config.json", '{"settings": {"reward": "| x |"}}'),
        ("health.jsonl", '{"step": 1, "kind": "odd"}\n'),
        ("steps.jsonl", '{"step": 1, "reward": 1, "a|b": 2}\n'),
        ("steps.jsonl", '{"step": 1, "parts/\\ud800": 1}\n'),
    ],
)
def test_a_damaged_record_is_named(tmp_path, capsys, name, text):
    recorded(tmp_path / "run", {})
    (tmp_path / "run" / name).write_text(text)
    if text == "{}":
        assert main([str(tmp_path)]) == 1  # not evaluated
        return
    assert main([str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("error: ")
    assert "run" in err


@pytest.mark.parametrize(
    "spoil", [lambda f: None, lambda f: recorded(f / "a", {}, evaluated=False)]
)
def test_without_an_evaluated_run_there_is_no_table(tmp_path, capsys, spoil):
    spoil(tmp_path)
    assert main([str(tmp_path)]) == 1
    assert "was evaluated" in capsys.readouterr().err


def taught(models, **changes):
    folder = models / "it_triage" / "pretrained" / "warm"
    folder.mkdir(parents=True)
    model, script, oracle = (
        {
            "tiers": {"hard": {"correct": measured(share, None, None)}},
            "overall": {
                "n": 40,
                "correct": measured(share, 0.0, 1.0),
                "abstained": measured(None, None, None),
            },
            "calibration": {"brier_skill": measured(-0.09, -0.16, 0.125)},
        }
        for share in (0.5, 0.25, 1.0)
    )
    told = {
        "desk": "it_triage",
        "sample": False,
        "first": "folder:x",
        "policies": {"folder:x": model, "scripted:constant": script, "scripted:oracle": oracle},
    } | changes
    (folder / "greedy.json").write_text(json.dumps(told))
    (folder / "courses.json").write_text("[]")


def test_an_adapter_has_a_row_for_each_evaluation_beside_it(tmp_path):
    taught(tmp_path)
    assert adapters(tmp_path).splitlines()[2:] == [
        "| it_triage, warm: greedy | 40, greedy | - | - | .50 | .50 [.00, 1.00] | - "
        "| -.09 [-.16, .12] | .25 `constant` |"
    ]


def test_who_states_no_confidence_has_no_skill_in_it(tmp_path):
    taught(tmp_path)
    file = tmp_path / "it_triage" / "pretrained" / "warm" / "greedy.json"
    told = json.loads(file.read_text())
    told["policies"]["folder:x"]["calibration"] = None
    file.write_text(json.dumps(told))
    assert " | - | - | .25 `constant` |" in adapters(tmp_path)


@pytest.mark.parametrize("changes", [{"first": "nobody"}, {"policies": []}, {"policies": {}}, None])
def test_a_damaged_evaluation_of_an_adapter_is_named(tmp_path, changes):
    taught(tmp_path, **changes or {})
    if changes is None:
        (tmp_path / "it_triage" / "pretrained" / "warm" / "greedy.json").write_text("{")
    with pytest.raises(RecordError, match=r"warm/greedy.json is damaged"):
        adapters(tmp_path)


def test_what_is_shipped_is_told_as_it_is_recorded():
    told = (ROOT / "training" / "RESULTS.md").read_text(encoding="utf-8")
    assert results(ROOT / RUNS) in told
    assert adapters(ROOT / MODELS) in told
    assert summary(ROOT / RUNS, ROOT / MODELS) in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_record_that_is_missing_from_the_summary_is_named(tmp_path):
    with pytest.raises(RecordError, match="damaged or missing: 'exec_assist_pocket'"):
        summary(tmp_path, ROOT / MODELS)
