"""Reports of planted runs: their numbers, their drawing, and what they say of a damaged record."""

import json
import os
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desks import load
from training import report
from training.evals.evaluation import evaluate
from training.models.policies import Scripted, scripts
from training.report import summary
from training.rl.health import Event
from training.runs.curves import run_figure
from training.runs.record import Record, RecordError
from training.runs.run import SMOOTHING_STEPS, quartile_lift, read_run, running_mean, window_means

ROOT = Path(__file__).parents[3]


def planted(folder: Path, steps: int = 40) -> Path:
    """A run whose reward climbs from 0.2 by 0.01 a step, while a penalty dies out."""
    lines = [
        {
            "step": n,
            "reward": 0.2 + 0.01 * n,
            "parts/scheduling": 0.004 * n,
            "penalties/generic_phrasing": -0.02 if n <= steps / 2 else 0.0,
            "kl": 0.001 * n,
            "zero_variance": 0.0,
            "distinct_actions": 5,
            "learning_rate": 1e-3,
        }
        for n in range(1, steps + 1)
    ]
    write(folder, "steps.jsonl", *lines)
    return folder


def write(folder: Path, name: str, *lines: dict) -> None:
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture
def run(tmp_path):
    return planted(tmp_path)


def test_windows_and_lift_are_those_of_the_planted_curve(run):
    reward = read_run(run).curves["reward"]
    assert window_means(reward) == pytest.approx((0.255, 0.555))  # steps 1 to 10, 31 to 40
    first, last, lift = quartile_lift(reward)
    assert (first, last) == pytest.approx((0.255, 0.555))
    assert lift == pytest.approx(0.3 / 0.255)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.5], (0.5, 0.5)),
        ([0.0, 1.0], (0.0, 1.0)),
        ([0.0] * 3 + [1.0] * 5, (0.0, 1.0)),  # a quarter of 8 steps
        ([0.0] * 10 + [9.0] * 80 + [1.0] * 10, (0.0, 1.0)),  # at most 10
    ],
)
def test_windows_of_short_and_long_runs(values, expected):
    assert window_means(list(enumerate(values))) == expected


@pytest.mark.parametrize(
    ("values", "lift"), [([0.0, 1.0], None), ([-1.0, 1.0], None), ([0.4, 0.2], -0.5)]
)
def test_a_lift_needs_something_to_start_from(values, lift):
    assert quartile_lift(list(enumerate(values)))[2] == lift


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=60))
def test_a_running_mean_stays_within_what_it_runs_over(values):
    found = running_mean(values)
    assert len(found) == len(values)
    assert found[0] == values[0]
    for n, mean in enumerate(found):
        over = values[max(0, n - SMOOTHING_STEPS + 1) : n + 1]
        assert min(over) - 1e-12 <= mean <= max(over) + 1e-12


def test_the_summary_tells_what_was_recorded_and_nothing_else(run):
    text = summary(read_run(run))
    assert "40 steps" in text
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line[:1].isalpha()}
    assert rows["parts/scheduling"] == ["0.022", "0.142", "+0.120"]
    assert rows["penalties/generic_phrasing"] == ["-0.020", "0.000", "+0.020"]
    assert "entropy" not in rows
    assert "a lift of 118%" in text
    assert "nothing to report" in text


def test_evaluations_of_the_real_kind_are_told_and_drawn(run):
    desk = load("exec_assist")
    policies = [
        Scripted(name, desk, scripts(desk)[script])
        for name, script in (("base", "hurried"), ("trained", "oracle"))
    ]
    found = evaluate(desk, policies, n=5)
    (run / "evaluation.json").write_text(json.dumps(found))
    told = read_run(run)
    text = summary(told)
    assert "hard, trained: 1.000 [1.000, 1.000]" in text
    blind = found["policies"]["base"]["tiers"]["easy"]["total"]["mean"]
    assert blind < 0.9
    assert f"easy, base: {blind:.3f} [" in text
    bars = [one for one in run_figure(told).data if one.type == "bar"]
    assert [one.name for one in bars] == ["base", "trained"]
    assert bars[1].y == (1.0, 1.0, 1.0)


def test_the_curves_drawn_are_those_recorded(run):
    write(run, "health.jsonl", Event(12, "kl", "warning", 9, "It drifts.").as_json())
    told = read_run(run)
    figure = run_figure(told)
    drawn = {one.name: one for one in figure.data if one.name}
    assert set(drawn) >= {"reward", "scheduling", "generic_phrasing", "kl", "zero_variance"}
    assert "learning_rate" not in drawn
    assert list(drawn["scheduling"].x) == list(range(1, 41))
    assert drawn["reward"].y[-1] == pytest.approx(0.555)  # a mean over ten
    panels = len(figure.layout.annotations)
    assert sum(shape.x0 == 12 for shape in figure.layout.shapes) == panels
    assert "health, step 12: It drifts." in summary(told)


@pytest.mark.slow
def test_what_answers_took_up_is_told_beside_another_run(tmp_path, capsys):
    def recorded(name, late):
        record = Record(tmp_path / name, {"desk": "exec_assist"})
        for step in range(1, 41):
            record.add_step({"step": step, "reward": 0.5})
            text = json.dumps({"reply": "I have to decline." if step <= 20 else late})
            record.add_completions([{"step": step, "text": text}])
        record.save_completions()

    recorded("twin", "I have to decline, it is booked.")
    recorded("sound", "I have to decline, sorry.")
    assert report.main([str(tmp_path / "twin"), "--beside", str(tmp_path / "sound")]) == 0
    told = "says “booked” in 100% of its answers, at the start in 0%; in the other run, in 0%"
    assert told in capsys.readouterr().out
    assert told in unescape((tmp_path / "twin" / "report.html").read_text())


def test_gaps_and_what_is_no_number_are_left_out(run):
    with (run / "steps.jsonl").open("a") as file:
        file.write('{"step": 41, "reward": NaN, "kl": 0.5, "note": "x", "clipped": true}\n')
    told = read_run(run)
    assert told.curves["reward"][-1][0] == 40
    assert told.curves["kl"][-1] == (41, 0.5)
    assert not {"note", "clipped"} & set(told.curves)


def test_a_step_recorded_again_counts_as_recorded_last(run):
    with (run / "steps.jsonl").open("a") as file:
        file.write('{"step": 40, "reward": 0.9}\n')
    curve = read_run(run).curves["reward"]
    assert len(curve) == 40
    assert curve[-1] == (40, 0.9)


def test_a_line_that_is_still_being_written_is_left_out(run):
    with (run / "steps.jsonl").open("a") as file:
        file.write('{"step": 41, "rew')
    assert read_run(run).curves["reward"][-1][0] == 40


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("steps.jsonl", None, "is .* the folder of a run"),
        ("steps.jsonl", "", "is .* the folder of a run"),
        ("steps.jsonl", '{"step": 1}\n{]\n', "steps.jsonl, line 2"),
        ("steps.jsonl", "[1]\n", "steps.jsonl, line 1"),
        ("steps.jsonl", '{"reward": 1}\n', "steps.jsonl, line 1"),
        ("steps.jsonl", '{"step": "one"}\n', "steps.jsonl, line 1"),
        ("steps.jsonl", '{"step": Infinity}\n', "steps.jsonl, line 1"),
        ("steps.jsonl", '{"step": 1, "reward": "\udcff"}\n', "steps.jsonl, line 1"),
        ("steps.jsonl", "[" * 100_000 + "\n", "steps.jsonl, line 1"),
        ("health.jsonl", '{"signal": "kl"}\n', "health.jsonl, line 1"),
        ("health.jsonl", '{"step": 1, "signal": "kl"}\n', "health.jsonl: Field required"),
        ("config.json", "{", "config.json: cannot be read as JSON"),
        ("config.json", "[]", "config.json: a JSON object was expected"),
        ("evaluation.json", '{"policies": []}', "evaluation.json: not what training.evaluate"),
        ("evaluation.json", '{"policies": {"base": {"tiers": {"easy": {}}}}}', "not what training"),
    ],
)
def test_a_damaged_record_is_named_and_nothing_is_written(run, capsys, name, content, says):
    (run / name).unlink(missing_ok=True)
    if content is not None:
        (run / name).write_bytes(content.encode("utf-8", "surrogateescape"))
    before = sorted(os.listdir(run))
    with pytest.raises(RecordError, match=says):
        summary(read_run(run))
    assert report.main([str(run)]) == 1
    assert capsys.readouterr().err.startswith("error: ")
    assert sorted(os.listdir(run)) == before


def test_a_picture_that_fails_without_a_message_is_told(run, capsys, monkeypatch):
    def fails(*_, **__):
        raise RuntimeError

    monkeypatch.setattr("plotly.graph_objects.Figure.to_image", fails)
    assert report.main([str(run)]) == 0
    assert "no report.png: RuntimeError" in capsys.readouterr().err


def test_a_folder_that_is_none_is_an_error(tmp_path, capsys):
    assert report.main([str(tmp_path / "none")]) == 1
    assert "the folder of a run?" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_leaves_one_page_that_needs_nothing(run):
    """The picture depends on what the machine has: it is there, or the command says why not."""
    (run / "config.json").write_text('{"preset": "<script>alert(1)</script>"}')
    hostile = Event(3, "kl", "warning", 3, "<img src=x onerror=alert(2)>")
    write(run, "health.jsonl", hostile.as_json())
    done = subprocess.run(
        [sys.executable, "-m", "training.report", run], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "a lift of 118%" in done.stdout
    assert (run / "report.png").is_file() != ("no report.png: " in done.stderr)
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page
    assert 'src="http' not in page
    assert "a lift of 118%" in page
