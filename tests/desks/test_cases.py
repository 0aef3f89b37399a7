"""Files of cases: read whole or refused with the line and what was expected."""

import json
from pathlib import Path

import pytest

from desks import load
from desks.cases import CaseError, read_cases
from graders import grade

FREELY = Path(__file__).parents[2] / "assets" / "cases"


def line(desk="it_triage", **changes):
    scenario = load(desk).scenario(3, "easy", "eval").model_dump(mode="json")
    return json.dumps({"desk": desk, "scenario": scenario | changes})


def test_what_is_written_is_read_back(tmp_path):
    (tmp_path / "cases.jsonl").write_text(f"{line()}\n{line(seed=4)}\n")
    first, second = read_cases(tmp_path / "cases.jsonl", "it_triage")
    assert first == load("it_triage").scenario(3, "easy", "eval")
    assert second.seed == 4


def test_only_a_line_feed_ends_a_line(tmp_path):
    held = json.loads(line())
    held["scenario"]["ticket"]["body"] += "One.\u2028Two.\u0085Three."
    text = json.dumps(held, ensure_ascii=False)
    (tmp_path / "cases.jsonl").write_text(f"{text}\n{text}", encoding="utf-8")
    assert len(read_cases(tmp_path / "cases.jsonl")) == 2


ME = {"name": "Ada", "email": "a@b.example", "zone": "Europe/Berlin"}
DAY = {"opens": "09:00", "closes": "17:00", "events": []}
NOTHING = {"topic": "x", "request": None, "conflicts": [], "acceptable": []}


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"thread": []}, "thread: Tuple should have at least 1 item"),
        ({"executive": ME | {"name": " "}}, r"executive\.name: String should match"),
        ({"executive": ME | {"zone": "Mars/Olympus"}}, r"executive\.zone: .* Europe/Berlin"),
        ({"executive": ME | {"zone": "../etc"}}, r"executive\.zone: .* Europe/Berlin"),
        ({"calendar": DAY | {"days": []}}, r"calendar\.days: Tuple should have at least 1 item"),
        ({"truth": NOTHING}, "truth: .*an acceptable answer was expected"),
    ],
)
def test_what_no_answer_could_be_graded_for_is_refused(tmp_path, told, says):
    text = line("exec_assist", **told)
    (tmp_path / "cases.jsonl").write_text(text)
    with pytest.raises(CaseError, match=rf"line 1: scenario\.{says}"):
        read_cases(tmp_path / "cases.jsonl")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no case"),
        ("{", "line 1: case: Invalid JSON"),
        ("[]", "line 1: case: Input should be an object"),
        ('{"desk": "it_triage"}', r"line 1: case\.scenario: Field required"),
        (f"{line()}\n{line('exec_assist')}", "line 2: desk 'exec_assist': it_triage was expected"),
        (line(tier="harder"), r"line 1: scenario\.tier: Input should be 'easy'"),
        (line(answer="x"), r"line 1: scenario\.answer"),
        (line() + "\n\n", "line 2: case: Invalid JSON"),
    ],
)
def test_what_is_no_case_is_refused(tmp_path, text, told):
    (tmp_path / "cases.jsonl").write_text(text)
    with pytest.raises(CaseError, match=told):
        read_cases(tmp_path / "cases.jsonl", "it_triage")


def test_a_file_that_is_not_there_or_too_large_is_refused(tmp_path, monkeypatch):
    with pytest.raises(CaseError, match="cannot be read"):
        read_cases(tmp_path / "none", "it_triage")
    (tmp_path / "cases.jsonl").write_text(line())
    monkeypatch.setattr("desks.cases.MAX_FILE_BYTES", 100)
    with pytest.raises(CaseError, match="at most 100 are read"):
        read_cases(tmp_path / "cases.jsonl", "it_triage")


@pytest.mark.parametrize(
    ("name", "desk", "count"),
    [
        ("emails_written_freely", "exec_assist", 60),
        ("tickets_written_freely", "it_triage", 40),
        ("tickets_on_runbooks", "it_triage", 56),
    ],
)
def test_what_was_written_freely_can_be_answered(name, desk, count):
    cases = read_cases(FREELY / f"{name}.jsonl", desk)
    assert len(cases) == count
    assert {s.split for s in cases} == {"eval"}
    assert all(grade(s, load(desk).oracle(s)).correct for s in cases)
