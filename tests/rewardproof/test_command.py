"""The command, the page that it writes, and findings that are kept as tests."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from rewardproof import prove
from rewardproof.__main__ import main
from rewardproof.cases import Case, CaseError, keep, read_case
from rewardproof.named import load, module
from rewardproof.report import Finding, Report
from tests.rewardproof import sums

PATH = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
HOLE = "def score(completion, answer):\n    return float(answer in completion)\n"
CLOSED = "def score(completion, answer):\n    return float(completion.strip() == answer)\n"


UNUSABLE = {
    "broken.py": "def score(",
    "failing.py": "1 / 0",
    "importing.py": "import nowhere",
    "ending.py": "import sys; sys.exit(0)",
    "good.py": "def good(row): return row['solution']",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_rewards.py").write_text(HOLE)
    lines = "".join(json.dumps(task) + "\n" for task in sums.TASKS)
    (tmp_path / "tasks.jsonl").write_text(lines)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*more: str) -> int:
    return main(["my_rewards.py:score", "--tasks", "tasks.jsonl", "--good", "answer", *more])


def test_what_it_finds_ends_with_1(folder: Path, capsys: pytest.CaptureFixture) -> None:
    assert run("--json", "found.json", "--html", "found.html") == 1
    assert "DOES NOT HOLD: " in capsys.readouterr().out
    told = json.loads((folder / "found.json").read_text())
    assert told["holds"] is False
    assert {"property", "tried", "paid", "against", "completion"} <= told["findings"][0].keys()
    assert "One text that says everything" in (folder / "found.html").read_text()


def test_a_reward_that_holds_ends_with_0(folder: Path) -> None:
    (folder / "my_rewards.py").write_text(CLOSED)
    assert run() == 0


def test_the_report_has_lines_of_its_own(
    folder: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After what is said of the progress on a terminal."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run("--budget", "500")
    told = capsys.readouterr().err
    assert " of 500 calls, about " in told
    assert told.endswith(" s left \n")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ([], ["holds", "nothing was found in: floor, layout"]),
        ([("layout", "warning")], ["holds", "nothing was found in: floor"]),
        ([("layout", "error")], ["DOES NOT HOLD: layout", "nothing was found in: floor"]),
        ([("layout", "warning"), ("floor", "error")], ["DOES NOT HOLD: floor"]),
        ([("layout", "error"), ("floor", "warning")], ["DOES NOT HOLD: layout"]),
    ],
)
def test_only_where_nothing_was_found_is_it_said_so(
    found: list[tuple[str, str]], told: list[str]
) -> None:
    findings = [Finding(*one, "said", "tried", 0, "text", 1.0, 1.0) for one in found]
    report = Report(dict(enumerate(sums.TASKS)), findings=findings, tried={"floor": 3, "layout": 2})
    ends = ("holds", "DOES NOT HOLD", "nothing was")
    assert [line for line in str(report).splitlines() if line.startswith(ends)] == told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.py:score"], "nothing.py: there is no such file"),
        (["my_rewards.py:other"], "my_rewards.py has no 'other'"),
        (["my_rewards"], "MODULE:NAME or FILE.py:NAME was expected"),
        (["nowhere:score"], "No module named 'nowhere'"),
        ([":score"], ":score: MODULE:NAME or FILE.py:NAME was expected"),
        (["my_rewards.py:"], "my_rewards.py:: MODULE:NAME or FILE.py:NAME was expected"),
        (["broken.py:score"], "broken.py: SyntaxError: "),
        (["broken:score"], "broken: SyntaxError: "),
        (["failing.py:score"], "failing.py: ZeroDivisionError: division by zero"),
        (["importing.py:score"], "No module named 'nowhere'"),
        (["ending.py:score"], "ending.py: SystemExit: 0"),
        (
            ["my_rewards.py:score", "--good", "solution"],
            "no column 'solution' among answer, prompt",
        ),
        (
            ["my_rewards.py:score", "--good", "{solution}"],
            "no column 'solution' among answer, prom",
        ),
        (["my_rewards.py:score", "--good", "{answer.x}"], "task 0: good: AttributeError: 'str'"),
        (["my_rewards.py:score", "--good", "x:{answer:d}"], "good: ValueError: Unknown format"),
        (["my_rewards.py:score", "--good", "{answer"], "task 0: good: ValueError: "),
        (["my_rewards.py:score", "--good", "good.py:good"], "task 0: good: KeyError: 'solution'"),
        (["my_rewards.py:score", "--bad", "good.py:good"], "task 0: bad: KeyError: 'solution'"),
        (["my_rewards.py:score", "--tasks", "none.jsonl"], "none.jsonl"),
        (["my_rewards.py:score", "--tasks", "latin.jsonl"], "latin.jsonl: 'utf-8' codec can't"),
        (["my_rewards.py:score", "--json", "nowhere/found.json"], "nowhere/found.json"),
        (["my_rewards.py:score", "--html", "."], "Is a directory"),
        (["my_rewards.py:score", "--keep", "tasks.jsonl"], "File exists"),
        (["my_rewards.py:score", "--budget", "0"], "must be above 0"),
    ],
)
def test_what_it_cannot_use_is_told(
    folder: Path, capsys: pytest.CaptureFixture, arguments: list[str], said: str
) -> None:
    for name, code in UNUSABLE.items():
        (folder / name).write_text(code)
    (folder / "latin.jsonl").write_bytes('{"prompt": "Où?", "answer": "là"}'.encode("latin-1"))
    with pytest.raises(SystemExit) as ended:
        main(["--tasks", "tasks.jsonl", "--good", "answer", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_file_is_run_once_until_it_changes(folder: Path) -> None:
    """However it is named, and so that what was loaded twice is the same."""
    file = folder / "my_rewards.py"
    first = load("my_rewards.py:score")
    assert load(f"{file}:score") is first
    assert module(str(file)).score is not first
    file.write_text(CLOSED)
    os.utime(file, ns=(0, 0))
    assert load("my_rewards.py:score")("3 or 4", "4") == 0


def test_a_broken_line_is_named(folder: Path, capsys: pytest.CaptureFixture) -> None:
    (folder / "tasks.jsonl").write_text('{"prompt": "one?", "answer": "1"}\n{"prompt": \n')
    with pytest.raises(SystemExit):
        run()
    assert "tasks.jsonl, line 2" in capsys.readouterr().err


def test_what_was_found_is_escaped_on_the_page(folder: Path) -> None:
    rows = [{"prompt": "?", "answer": f"<script>alert({n})</script>"} for n in range(4)]
    (folder / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("--html", "found.html") == 1
    assert "<script" not in (folder / "found.html").read_text()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("completion", r"\ud83d"),
        (r"'\x1b[2J' + '\r\u2028' + completion", r"\x1b[2J\r\u2028\ud83d"),
        ("'no «日本»'", "no «日本»"),
    ],
)
def test_what_a_fault_quotes_can_be_printed(
    folder: Path, capsys: pytest.CaptureFixture, said: str, shown: str
) -> None:
    told = f"    if completion == '\\ud83d':\n        raise ValueError({said})\n"
    (folder / "my_rewards.py").write_text(CLOSED.replace("    ", f"{told}    ", 1))
    assert run("--html", "found.html") == 1
    for report in (capsys.readouterr().out, (folder / "found.html").read_text()):
        assert f"raises ValueError: {shown}" in report


def pytest_says(folder: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "rewardproof.pytest_plugin", "."]
    found = subprocess.run(
        command, cwd=folder, env=PATH, capture_output=True, text=True, check=False
    )
    return found.stdout + found.stderr


@pytest.mark.slow
def test_each_kept_finding_is_a_test(folder: Path) -> None:
    run("--keep", "kept")
    kept = list((folder / "kept").glob("*.rewardproof.json"))
    assert kept
    assert f"{len(kept)} failed" in pytest_says(folder)
    (folder / "my_rewards.py").write_text(CLOSED)
    assert f"{len(kept)} passed" in pytest_says(folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "reward",
    [sums.runs_code, sums.forks, sums.changes_the_task, sums.slow_on_long, sums.hangs, sums.raises],
    ids=lambda one: one.__name__,
)
def test_each_kept_fault_is_found_again(tmp_path: Path, reward: Callable) -> None:
    report = prove(reward, sums.TASKS, good=sums.GOOD, timeout=0.5, budget=900)
    cases = [read_case(one) for one in keep(report, "my:score", tmp_path, timeout=0.5)]
    assert "faults" in {one.property for one in cases}
    assert all(one.fault(reward) for one in cases)
    assert not any(one.fault(sums.strict) for one in cases)


@pytest.mark.parametrize(
    ("pays", "at_least", "at_most", "fault"),
    [
        (None, None, -1.0, ""),
        (-1.5, None, -1.0, ""),
        (0.0, None, -1.0, "said: 0, at most -1 was expected"),
        (None, -1.0, None, "said: nothing, at least -1 was expected"),
        (-1.5, -1.0, None, "said: -1.5, at least -1 was expected"),
        (0.0, -1.0, None, ""),
    ],
)
def test_what_is_not_paid_is_never_too_much_and_always_too_little(
    pays: float | None, at_least: float | None, at_most: float | None, fault: str
) -> None:
    bounds = {"at_least": at_least, "at_most": at_most}
    case = Case("my:score", "", 5.0, "floor", "said", sums.TASKS[0], "text", **bounds)
    assert case.fault(lambda completion, answer: pays).partition(': "')[0] == fault


def test_what_only_several_completions_show_is_not_kept(tmp_path: Path) -> None:
    report = prove(sums.batch_fails_together, sums.TASKS, good=sums.GOOD, budget=300)
    assert not report.holds
    assert keep(report, "my:score", tmp_path) == []


def test_cases_are_kept_of_rows_that_are_not_plain_json(tmp_path: Path) -> None:
    rows = [one | {"made": date(2024, 2, 29), "grid": {(0, 1): 2}} for one in sums.TASKS]
    report = prove(sums.substring, rows, good=sums.GOOD, budget=500)
    cases = [read_case(one) for one in keep(report, "my:score", tmp_path)]
    assert {one.task["made"] for one in cases} == {"2024-02-29"}
    assert all(one.fault(sums.substring) and not one.fault(sums.strict) for one in cases)


def test_kept_findings_are_not_overwritten(tmp_path: Path) -> None:
    found = [prove(one, sums.TASKS, good=sums.GOOD) for one in (sums.raises, sums.garbage)]
    kept = {
        file
        for report in found
        for reward in ("here.py:score", "there.py:score", "here.py:score")
        for file in keep(report, reward, tmp_path)
    }
    errors = [one for report in found for one in report.findings if one.severity == "error"]
    assert len(kept) == len({*tmp_path.iterdir()}) == 2 * len(errors)


@pytest.mark.slow
def test_the_fixture_fails_a_reward_with_a_hole(folder: Path) -> None:
    (folder / "test_mine.py").write_text(
        "import json, my_rewards\n"
        "tasks = [json.loads(line) for line in open('tasks.jsonl')]\n"
        "def test_mine(rewardproof):\n"
        "    rewardproof(my_rewards.score, tasks, good='answer').holds()\n"
    )
    assert "DOES NOT HOLD" in pytest_says(folder)
    (folder / "my_rewards.py").write_text(CLOSED)
    assert "1 passed" in pytest_says(folder)


@pytest.mark.parametrize("text", ["", "[]", '{"reward": "a:b"}', "{", "null"])
def test_what_is_no_case_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.rewardproof.json"
    file.write_text(text)
    with pytest.raises(CaseError, match=r"a\.rewardproof\.json"):
        read_case(file)
