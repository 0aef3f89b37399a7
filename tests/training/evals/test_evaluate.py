"""Evaluations: what they hold, that they are right, and that they are written whole or not."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from statistics import fmean

import pytest

from desks import TIERS, load
from graders import as_reported, grade, grading, rubric
from graders.calibration import auroc, brier_skill, ece, risk_coverage
from graders.it_triage.grading import citation_f1
from graders.referee import referee
from training import evaluate as evaluating
from training.common.files import write_atomic
from training.evals import evaluation
from training.evals.evaluation import evaluate, reference_policies
from training.evals.measures import cluster, spread
from training.evals.tables import parts_report, report
from training.models.policies import Scripted, load_policy
from training.rl.presets import read_preset
from training.runs.record import Record, RecordError

ROOT = Path(__file__).parents[3]
N = 12
ABSTAINING = ("no_article", "information_only", "no_slot_in_time")
"""How the names of situations begin in which nothing should be done."""


def scripted(desk, *names):
    return [load_policy(f"scripted:{name}", desk) for name in names]


@pytest.fixture(scope="module", params=["exec_assist", "it_triage"])
def desk(request):
    return load(request.param)


@pytest.fixture(scope="module")
def found(desk):
    return evaluate(desk, scripted(desk, "hurried", "oracle", "copier"), n=N)


def answered(desk, name, tier):
    """What the evaluation should have seen, worked out here."""
    scenarios = [desk.scenario(n, tier, "eval") for n in range(N)]
    [policy] = scripted(desk, name)
    return list(zip(scenarios, policy.answer(scenarios, False, 0), strict=True))


def test_means_are_those_of_grader_and_referee(desk, found):
    for tier in TIERS:
        pairs = answered(desk, "hurried", tier)
        grades = [grade(s, text) for s, text in pairs]
        told = found["policies"]["scripted:hurried"]["tiers"][tier]
        assert told["n"] == N
        assert told["total"]["mean"] == pytest.approx(fmean(one.total for one in grades))
        assert told["correct"]["mean"] == pytest.approx(fmean(one.correct for one in grades))
        assert told["referee"]["mean"] == pytest.approx(
            fmean(referee(s, text).done for s, text in pairs)
        )
        assert told["as_reported"]["mean"] == pytest.approx(
            fmean(as_reported.grade(s, text).total for s, text in pairs)
        )
        rules = rubric(pairs[0][0])
        for part in (*rules.parts, *rules.penalties):
            values = [(one.parts | one.penalties)[part].value for one in grades]
            assert told[part]["mean"] == pytest.approx(fmean(values))


def test_it_has_the_shape_that_readers_rely_on(desk, found):
    assert json.loads(json.dumps(found, allow_nan=False)) == json.loads(json.dumps(found))
    assert (found["desk"], found["n"], found["first"]) == (desk.name, N, "scripted:hurried")
    rules = rubric(desk.scenario(0, "easy", "eval"))
    for one in found["policies"].values():
        assert list(one["tiers"]) == list(TIERS)
        for told in (*one["tiers"].values(), one["overall"]):
            for name in ("total", "correct", "referee", "valid", *rules.parts, *rules.penalties):
                interval = told[name]
                assert set(interval) == {"mean", "low", "high"}
                assert interval["low"] - 1e-9 <= interval["mean"] <= interval["high"] + 1e-9
            assert sum(told["actions"].values()) == pytest.approx(1)
            assert sum(told["spread"]["histogram"]) == told["n"]
        assert sum(told["n"] for told in one["situations"].values()) == 3 * N
        assert one["overall"]["total"]["mean"] == pytest.approx(
            fmean(one["tiers"][tier]["total"]["mean"] for tier in TIERS)
        )
    assert bool(found["policies"]["scripted:oracle"]["domains"]) == (desk.name == "it_triage")


def test_the_oracle_is_right_and_ahead(found):
    oracle = found["policies"]["scripted:oracle"]["overall"]
    assert oracle["total"]["low"] >= 0.97
    assert oracle["correct"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    ahead = found["paired"]["scripted:oracle"]
    assert ahead["against"] == "scripted:hurried"
    assert ahead["overall"]["total"]["low"] > 0
    assert ahead["overall"]["losses"] == 0
    assert ahead["overall"]["wins"] + ahead["overall"]["ties"] == 3 * N
    assert set(ahead["tiers"]) == set(TIERS)
    difference = ahead["tiers"]["hard"]["total"]["mean"]
    means = [one["tiers"]["hard"]["total"]["mean"] for one in found["policies"].values()]
    assert difference == pytest.approx(means[1] - means[0])


def test_the_same_policy_under_two_names_does_not_differ(desk):
    one = scripted(desk, "copier")[0]
    twins = [Scripted(name, desk, lambda s: one.answer([s], False, 0)[0]) for name in "ab"]
    told = evaluate(desk, twins, n=5)["paired"]["b"]
    for gaps in (*told["tiers"].values(), told["overall"]):
        exact = {"mean": 0.0, "low": 0.0, "high": 0.0}
        assert gaps["total"] == gaps["correct"] == gaps["referee"] == exact
        assert (gaps["wins"], gaps["losses"], gaps["ties"]) == (0, 0, gaps["n"])


def test_unreadable_answers_are_counted_as_such(desk):
    def act(s):
        return desk.oracle(s) if s.seed % 2 else "I would rather write about Star Wars."

    told = evaluate(desk, [Scripted("half", desk, act)], n=10)["policies"]["half"]
    for tier in TIERS:
        assert told["tiers"][tier]["valid"]["mean"] == 0.5
        assert told["tiers"][tier]["actions"]["unreadable"] == 0.5
        assert told["tiers"][tier]["total"]["mean"] == pytest.approx(0.5, abs=0.02)
    assert told["calibration"] is None or told["calibration"]["n"] == 15


def test_reference_policies_stand_in_the_same_table(desk):
    names = [policy.name for policy in reference_policies(desk, taken=["scripted:oracle"])]
    assert names[0] == "scripted:best_constant"
    assert "scripted:oracle" not in names
    assert {f"scripted:{one.name}" for one in grading(desk.name).policies} <= set(names)


# -- triage ---


@pytest.fixture(scope="module")
def triage():
    return load("it_triage")


def test_tickets_of_a_fault_family_stand_together(triage):
    scenarios = [triage.scenario(n, tier, "eval") for tier in TIERS for n in range(100)]
    families = [cluster(s) for s in scenarios]
    assert 20 < len(set(families)) <= 32
    single = [s for s in scenarios if s.situation == "single_article"]
    assert len({s.truth.gold[0] for s in single}) > len({cluster(s) for s in single})
    gold = {s.truth.gold: cluster(s) for s in single}
    assert all(gold[s.truth.gold] == cluster(s) for s in single)


def test_tickets_are_resampled_by_family_and_that_is_wider(triage):
    """A policy that knows half of the families has an interval that its tickets alone hide."""
    n = 100
    scenarios = [triage.scenario(number, "medium", "eval") for number in range(n)]
    known = set(sorted({cluster(s) for s in scenarios})[::2])

    def act(s):
        return triage.oracle(s) if cluster(s) in known else "no idea"

    told = evaluate(triage, [Scripted("half", triage, act)], n=n, tiers=["medium"])
    total = told["policies"]["half"]["tiers"]["medium"]["total"]
    share = total["mean"]
    plain = 2 * 1.96 * (share * (1 - share) / n) ** 0.5
    assert total["high"] - total["low"] > 1.2 * plain


def test_calibration_is_what_the_measures_say(triage):
    def act(s):
        stated = 0.25 + 0.5 * (s.seed % 3 > 0) + 0.01 * (s.seed % 7)
        answer = json.loads(triage.oracle(s)) | {"confidence": stated}
        return json.dumps(answer | ({"citations": []} if s.seed % 2 else {}))

    told = evaluate(triage, [Scripted("some", triage, act)], n=30)["policies"]["some"]
    pairs = [
        (grade(s, act(s)).action.confidence, int(grade(s, act(s)).correct))
        for tier in TIERS
        for s in (triage.scenario(n, tier, "eval") for n in range(30))
    ]
    p, y = map(list, zip(*pairs, strict=True))
    stated = told["calibration"]
    assert stated["n"] == 90
    for name, measure in (("brier_skill", brier_skill), ("auroc", auroc), ("ece", ece)):
        assert stated[name]["mean"] == pytest.approx(measure(p, y))
        assert stated[name]["low"] < stated[name]["high"]
    assert stated["risk_coverage"] == risk_coverage(p, y)
    assert load("exec_assist").name != triage.name


def test_an_inbox_states_no_confidence():
    desk = load("exec_assist")
    told = evaluate(desk, scripted(desk, "oracle"), n=3)["policies"]["scripted:oracle"]
    assert told["calibration"] is None


@pytest.mark.parametrize(
    ("cites", "expected"),
    [
        (lambda gold, other: gold, 1.0),
        (lambda gold, other: [], 0.0),
        (lambda gold, other: [*gold, other], 2 / 3),
        (lambda gold, other: [other], 0.0),
        (lambda gold, other: [*gold, *gold], 1.0),
    ],
)
def test_citations_are_measured_where_an_article_answers(triage, cites, expected):
    s = next(
        s
        for s in (triage.scenario(n, "easy", "eval") for n in range(50))
        if s.situation == "single_article"
    )
    other = next(one.id for one in s.passages if one.id not in s.truth.gold)
    answer = json.loads(triage.oracle(s)) | {"citations": cites(list(s.truth.gold), other)}
    assert citation_f1(s, grade(s, json.dumps(answer)).action) == pytest.approx(expected)
    assert citation_f1(s, None) == 0.0


def test_citations_are_not_measured_where_none_does(triage):
    s = next(s for s in (triage.scenario(n, "easy", "eval") for n in range(50)) if not s.truth.gold)
    assert citation_f1(s, grade(s, triage.oracle(s)).action) is None


def test_abstaining_is_measured_where_nothing_should_be_done(found):
    for one in found["policies"].values():
        some = [case for kind, case in one["situations"].items() if kind.startswith(ABSTAINING)]
        right = sum(case["correct"]["mean"] * case["n"] for case in some)
        assert one["overall"]["abstained"]["mean"] == pytest.approx(
            right / sum(case["n"] for case in some)
        )
    assert found["policies"]["scripted:oracle"]["overall"]["abstained"]["mean"] == 1


@pytest.mark.parametrize("known", [True, False])
def test_what_needs_a_key_is_not_measured_without_one(triage, known):
    s = triage.scenario(0, "easy", "eval")
    truth = s.truth.model_copy(update={"known": known, "gold": (), "facts": ()})
    policies = [Scripted("mine", triage, triage.oracle), *scripted(triage, "hurried")]
    told = evaluate(triage, policies, cases=[s.model_copy(update={"truth": truth})])
    for one in told["policies"].values():
        assert ("as_reported" in one["overall"]) == known
        assert (one["overall"]["abstained"]["mean"] is not None) == known
    assert ("as_reported" in report(told)) == known
    assert ("abstained" in parts_report(told)) == known


def test_the_spread_tells_a_floor_from_a_mean():
    floor, mixed = spread([0.2] * 10), spread([0.0] * 8 + [1.0] * 2)
    assert floor["deviation"] == 0
    assert floor["histogram"][4] == 10
    assert (mixed["histogram"][0], mixed["histogram"][-1]) == (8, 2)
    assert (mixed["quantiles"]["0.5"], mixed["quantiles"]["0.95"]) == (0.0, 1.0)


def test_policies_need_names_of_their_own(triage):
    with pytest.raises(ValueError, match="different names"):
        evaluate(triage, scripted(triage, "oracle", "oracle"), n=1)


# -- the command ---


def test_the_command_writes_and_prints(tmp_path, capsys):
    path = tmp_path / "found.json"
    arguments = ["--desk", "exec_assist", "--policy", "scripted:hurried", "--n", "5"]
    assert evaluating.main([*arguments, "--tier", "hard", "--json", str(path)]) == 0
    told = json.loads(path.read_text())
    assert told["tiers"] == ["hard"]
    assert "scripted:best_constant" in told["policies"]
    shown = capsys.readouterr()
    assert "scripted:oracle" in shown.out
    assert "5 of 5" in shown.err
    assert os.listdir(tmp_path) == ["found.json"]
    again = tmp_path / "again.json"
    assert evaluating.main([*arguments, "--tier", "hard", "--json", str(again)]) == 0
    for one in (told, repeated := json.loads(again.read_text())):
        for policy in one["policies"].values():
            del policy["seconds"]
    assert told == repeated


@pytest.mark.slow
def test_cases_worded_as_in_training_are_other_cases(tmp_path):
    shares = []
    for split in ("eval", "train"):
        path = tmp_path / f"{split}.json"
        arguments = ["--desk", "exec_assist", "--policy", "scripted:hurried", "--n", "20"]
        assert evaluating.main([*arguments, "--split", split, "--json", str(path)]) == 0
        told = json.loads(path.read_text())
        assert told["split"] == split
        shares.append(told["policies"]["scripted:hurried"]["overall"]["total"])
    assert shares[0] != shares[1]


@pytest.mark.slow
def test_of_cases_it_tells_what_they_are(desk, tmp_path):
    cases = [desk.scenario(n, "hard", "train", voices) for n, voices in enumerate(("all", "plain"))]
    lines = (json.dumps({"desk": desk.name, "scenario": s.model_dump(mode="json")}) for s in cases)
    (tmp_path / "cases.jsonl").write_text("\n".join(lines))
    arguments = ["--desk", desk.name, "--policy", "scripted:oracle"]
    arguments += ["--cases", str(tmp_path / "cases.jsonl"), "--json", str(tmp_path / "found.json")]
    assert evaluating.main(arguments) == 0
    told = json.loads((tmp_path / "found.json").read_text())
    expected = {"n": 2, "split": "train", "tiers": ["hard"], "voices": "all, plain"}
    assert {key: told[key] for key in expected} == expected


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run in plain voices, with scripts for its base and its adapter."""
    settings = read_preset("exec_assist_pocket").model_dump(mode="json")
    Record(tmp_path, {"settings": settings, "base_sha256": None})
    oracle = load("exec_assist").oracle
    both = [Scripted(name, load("exec_assist"), oracle) for name in ("base", "trained")]
    monkeypatch.setattr(evaluation, "run_policies", lambda *_: both)
    monkeypatch.setattr(evaluation, "reference_policies", lambda desk, keyed: [])
    return tmp_path


@pytest.mark.parametrize(
    ("how", "name", "voices"),
    [
        ({"sample": True}, "evaluation.json", "plain"),
        ({"sample": False}, "greedy.json", "plain"),
        ({"sample": False, "voices": "plain"}, "greedy.json", "plain"),
        ({"sample": True, "voices": "all"}, "voices.json", "all"),
    ],
)
def test_a_run_is_evaluated_into_the_file_for_it(run, how, name, voices):
    evaluation.evaluate_run(run, 1, seed=0, progress=print, **how)
    assert json.loads((run / name).read_text())["voices"] == voices
    assert len(list(run.glob("*.json"))) == 2  # and config.json


def test_other_voices_are_not_evaluated_greedy(run):
    with pytest.raises(RecordError, match="with --sample"):
        evaluation.evaluate_run(run, 1, sample=False, seed=0, progress=print, voices="all")
    assert not (run / "voices.json").exists()


def test_a_failing_service_ends_it_without_a_file(tmp_path, capsys):
    path = tmp_path / "found.json"
    spec = "api:m@http://127.0.0.1:9/v1"
    arguments = ["--desk", "exec_assist", "--policy", spec, "--n", "1", "--json", str(path)]
    assert evaluating.main(arguments) == 1
    assert "error: http://127.0.0.1:9/v1" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--policy", "scripted:oracle", "--n", "0"], "at least 1"),
        (["--policy", "scripted:oracle", "--policy", "scripted:oracle"], "named twice"),
        (["--policy", "scripted:oracle", "--json", "/no/such/folder/f.json"], "is no file in a"),
        (["--policy", "scripted:oracle", "--json", "/"], "/ is no file in a folder"),
        (["--policy", "scripted:oracle", "--cases", "f", "--n", "5"], "are answered all"),
        (["--policy", "scripted:oracle", "--cases", "f", "--tier", "easy"], "are answered all"),
        (["--policy", "scripted:oracle", "--cases", "f", "--voices", "plain"], "are answered all"),
        (["--policy", "scripted:oracle", "--cases", "f", "--split", "eval"], "are answered all"),
    ],
)
def test_a_slip_is_told_before_anything_runs(arguments, says, capsys):
    with pytest.raises(SystemExit) as stopped:
        evaluating.main(["--desk", "exec_assist", *arguments])
    assert stopped.value.code == 2
    assert says in capsys.readouterr().err


def test_an_unknown_policy_is_an_error(capsys):
    assert evaluating.main(["--desk", "exec_assist", "--policy", "magic"]) == 1
    assert "there are pretrained:base" in capsys.readouterr().err


COMMAND = [
    *(sys.executable, "-m", "training.evaluate", "--desk", "exec_assist"),
    *("--policy", "scripted:hurried", "--tier", "easy"),
]


@pytest.mark.slow
def test_a_full_disk_leaves_what_was_there(tmp_path):
    path = tmp_path / "found.json"
    path.write_text("the old one")
    done = subprocess.run(
        [*COMMAND, "--n", "3", "--json", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096)),
    )
    assert done.returncode == 1
    assert "error: " in done.stderr
    assert path.read_text() == "the old one"
    assert os.listdir(tmp_path) == ["found.json"]


def test_an_interrupt_leaves_nothing(tmp_path):
    path = tmp_path / "found.json"
    running = subprocess.Popen(
        [*COMMAND, "--n", "1000", "--json", path],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # nohup ignores it
    )
    assert "1 of 1000, " in running.stderr.readline()
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted: nothing was written" in errors
    assert "Traceback" not in errors
    assert os.listdir(tmp_path) == []


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "found.json"
    write_atomic(path, "one")
    write_atomic(path, "zwölf")
    assert path.read_text(encoding="utf-8") == "zwölf"
    assert path.stat().st_mode & 0o777 == 0o644
    with pytest.raises(FileNotFoundError):
        write_atomic(tmp_path / "none" / "file", "x")
    assert os.listdir(tmp_path) == ["found.json"]
