"""The figures of what training made of the pretrained model, from recorded evaluations."""

import json
import re

import pytest

from desks import DESKS
from training.models.policy import MODELS, PRETRAINED, WARM
from training.runs.run import read_runs, window_means
from ui.home import gains


def recorded(desk: str, file: str = gains.EVALUATION) -> dict:
    return json.loads((MODELS / desk / PRETRAINED / WARM / file).read_text())


def right(found: dict, policy: str) -> float:
    return found["policies"][policy]["overall"]["correct"]["mean"]


def shares(drawn: str) -> list[float]:
    return [float(one) for one in re.findall(r"--share:([\d.]+)", drawn)]


@pytest.mark.parametrize("desk", DESKS)
def test_a_figure_says_what_was_recorded(desk: str):
    found, drawn = recorded(desk), gains.draw(desk)
    learned = right(found, found["first"])
    scripts = {
        name: right(found, name)
        for name in found["policies"]
        if name.startswith("scripted:") and name != "scripted:oracle"
    }
    assert f"{learned:.0%}" in drawn
    assert f"of {found['policies'][found['first']]['overall']['n']} cases" in drawn
    assert pytest.approx(learned, abs=1e-4) in shares(drawn)
    assert shares(drawn)[-1] == pytest.approx(max(scripts.values()), abs=1e-4), "the best script"
    greedily = recorded(desk, gains.GREEDY)
    assert f"Greedily, {right(greedily, greedily['first']):.0%}." in drawn


def test_the_model_as_it_comes_stands_first():
    zero = recorded("exec_assist", gains.ZERO)
    drawn, who = gains.draw("exec_assist"), zero["first"]
    assert who == "pretrained:base"
    assert shares(drawn)[0] == pytest.approx(right(zero, who), abs=1e-4)
    assert f"as it comes ({zero['policies'][who]['overall']['n']} of these cases)" in drawn
    assert "as it comes<" in gains.draw("it_triage")


def test_what_was_tried_in_vain_is_told_until_a_run_is_evaluated():
    [tried] = read_runs(gains.TRIES / "exec_assist_smol")
    before, after = window_means(tried.curves["correct"])
    told = f"{before:.0%} of its answers in training were right at first, {after:.0%} at the end"
    assert told in gains.draw("exec_assist")
    assert "it was tried for" not in gains.draw("it_triage")


@pytest.mark.parametrize(
    "text", [None, "{", "[]", '{"n": 1}', "no first"], ids=["missing", "cut", "list", "few", "who"]
)
def test_without_a_sound_evaluation_there_is_no_figure(tmp_path, monkeypatch, text: str | None):
    folder = tmp_path / "exec_assist" / PRETRAINED / WARM
    folder.mkdir(parents=True)
    if text == "no first":
        text = json.dumps(recorded("exec_assist") | {"first": "nobody"})
    if text is not None:
        (folder / gains.EVALUATION).write_text(text)
    monkeypatch.setattr(gains, "MODELS", tmp_path)
    assert gains.draw("exec_assist") == ""


def test_a_hostile_name_is_text(tmp_path, monkeypatch):
    folder = tmp_path / "exec_assist" / PRETRAINED / WARM
    folder.mkdir(parents=True)
    told = recorded("exec_assist")
    told["policies"]["scripted:<script>"] = told["policies"]["scripted:oracle"]
    (folder / gains.EVALUATION).write_text(json.dumps(told))
    monkeypatch.setattr(gains, "MODELS", tmp_path)
    drawn = gains.draw("exec_assist")
    assert "a script that &lt;script&gt;" in drawn
    assert "<script>" not in drawn
