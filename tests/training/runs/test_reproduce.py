"""A recorded run is repeated: a true record reproduces, a false one does not."""

import json
import shutil

import pytest

from tests.training.taught_model import taught
from training import evaluate, grpo, report, reproduce, results
from training.reproduce import MissedError, check_on_curve, check_within_interval
from training.runs.record import read_steps

pytestmark = pytest.mark.slow

TOLD_IN = {"evaluation": "plain", "voices": "all"}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    home = tmp_path_factory.mktemp("reproduce")
    base = taught(home / "base", "exec_assist")
    sets = (f"base={base}", "steps=3", "prompts=2", "generations=4", "micro_batch=8")
    sets += ("max_completion_length=24", "learning_rate=0.05", "warmup_steps=0")
    asked = [part for one in sets for part in ("--set", one)]
    preset = ["--preset", "exec_assist_pocket", "--out", str(home / "run")]
    assert grpo.main([*preset, *asked]) == 0
    assert evaluate.main(["--run", str(home / "run"), "--n", "3", "--sample", "--seed", "5"]) == 0
    return home / "run"


def without_times(steps):
    return [{k: v for k, v in one.items() if not k.endswith("seconds")} for one in steps]


def test_a_true_record_reproduces_to_the_digit(run, tmp_path, capsys):
    assert reproduce.main([str(run), "--out", str(tmp_path / "again")]) == 0
    assert "run reproduced: mean total " in capsys.readouterr().out
    assert without_times(read_steps(tmp_path / "again")) == without_times(read_steps(run))
    first, second = (
        json.loads((f / "evaluation.json").read_text()) for f in (run, tmp_path / "again")
    )
    assert (second["n"], second["sample"], second["seed"]) == (3, True, 5)
    assert second["policies"]["trained"]["tiers"] == first["policies"]["trained"]["tiers"]


def test_the_first_steps_alone_are_repeated_at_the_rate_that_they_had(run, tmp_path, capsys):
    again = tmp_path / "again"
    assert reproduce.main([str(run), "--out", str(again), "--steps", "2"]) == 0
    assert "on record" in (told := capsys.readouterr().out)
    assert "the first 2 steps the same" in told
    assert without_times(read_steps(again)) == without_times(read_steps(run))[:2]
    assert not (again / "adapter").exists()


@pytest.mark.parametrize("steps", ["0", "1", "4", "-2"])
def test_more_steps_than_there_are_and_fewer_than_have_an_interval(run, capsys, steps):
    assert reproduce.main([str(run), "--steps", steps]) == 1
    assert "has 3 steps; from 2 to that many" in capsys.readouterr().err


def changed(run, folder, change):
    copy = shutil.copytree(run, folder / "copy")
    change(copy)
    return copy


def promise(copy):
    path = copy / "evaluation.json"
    told = json.loads(path.read_text())
    told["policies"]["trained"]["overall"]["total"] = {"mean": 0.9, "low": 0.85, "high": 0.95}
    path.write_text(json.dumps(told))


def other_base(copy):
    path = copy / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"base_sha256": "f" * 64}))


def old_setting(copy):
    path = copy / "config.json"
    told = json.loads(path.read_text())
    told["settings"]["horizon"] = 3
    path.write_text(json.dumps(told))


def ended_early(copy):
    path = copy / "steps.jsonl"
    path.write_text(path.read_text().splitlines(keepends=True)[0])


@pytest.mark.parametrize("change", [other_base, old_setting])
def test_a_run_on_another_base_is_not_evaluated(run, tmp_path, capsys, change):
    copy = changed(run, tmp_path, change)
    (copy / "evaluation.json").unlink()
    assert evaluate.main(["--run", str(copy), "--n", "1"]) == 1
    assert "error: " in capsys.readouterr().err
    assert not (copy / "greedy.json").exists()


def test_one_scenario_has_no_interval_and_is_told_all_the_same(run, tmp_path, capsys):
    copy = changed(run, tmp_path, lambda copy: None)
    assert evaluate.main(["--run", str(copy), "--n", "1", "--sample"]) == 0
    assert report.main([str(copy)]) == 0
    assert results.main([str(tmp_path)]) == 0
    assert "easy, trained: " in capsys.readouterr().out


def test_other_voices_are_evaluated_beside_its_own(run, tmp_path):
    copy = changed(run, tmp_path, lambda copy: None)
    before = sorted(one.name for one in copy.iterdir())
    assert evaluate.main(["--run", str(copy), "--n", "1", "--sample", "--voices", "all"]) == 0
    assert sorted(one.name for one in copy.iterdir()) == sorted([*before, "voices.json"])
    told = {name: json.loads((copy / f"{name}.json").read_text()) for name in TOLD_IN}
    assert {name: one["voices"] for name, one in told.items()} == TOLD_IN


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (promise, "did not reproduce: mean total "),
        (other_base, "is not the one expected"),
        (old_setting, "a record that this version does not read"),
        (ended_early, "ended after 1 of 3 steps"),
        (lambda copy: (copy / "evaluation.json").unlink(), "was not evaluated: python -m"),
        (lambda copy: (copy / "config.json").unlink(), "no run in"),
    ],
)
def test_what_does_not_reproduce_says_why(run, tmp_path, capsys, change, says):
    copy = changed(run, tmp_path, change)
    before = sorted(copy.rglob("*"))
    assert reproduce.main([str(copy)]) == 1
    told = capsys.readouterr()
    assert says in told.out + told.err
    assert "Traceback" not in told.err
    assert sorted(copy.rglob("*")) == before


def of(mean, low=0.4, high=0.6):
    total = {"mean": mean, "low": low, "high": high}
    return {"policies": {"trained": {"overall": {"total": total}}}}


@pytest.mark.parametrize("mean", [0.4, 0.5, 0.6])
def test_inside_of_the_interval_is_reproduced(mean):
    assert "inside of the interval" in check_within_interval(of(0.5), of(mean))


@pytest.mark.parametrize("mean", [0.39, 0.61])
def test_better_is_not_the_same_either(mean):
    with pytest.raises(MissedError, match="outside of the interval"):
        check_within_interval(of(0.5), of(mean))


def test_without_an_interval_nothing_can_be_said():
    with pytest.raises(MissedError, match="larger --n"):
        check_within_interval(of(0.5, None, None), of(0.5))


def curve(*rewards):
    return [{"reward": one} for one in rewards]


def test_a_curve_that_crosses_the_record_is_on_it():
    recorded = curve(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    told = check_on_curve(recorded, curve(0.1, 0.2, 0.35, 0.35, 0.55, 0.55))
    assert "the first 2 steps the same" in told
    assert told.endswith(": on the curve")


@pytest.mark.parametrize("shift", [-0.05, 0.05])
def test_a_curve_that_runs_beside_the_record_is_off_it(shift):
    recorded = curve(0.1, 0.2, 0.3, 0.4)
    with pytest.raises(MissedError, match="off the curve"):
        check_on_curve(recorded, curve(*(one["reward"] + shift for one in recorded)))
