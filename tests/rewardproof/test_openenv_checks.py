"""OpenEnv's checks on rewards pass on our environments, and fail for what was planted in others."""

import json
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from openenv.validation import CheckStatus, Grader, GraderRegistry, Lane, ValidationReport

from rewardproof.__main__ import main
from rewardproof.adapters import openenv_package
from rewardproof.adapters.openenv_checks import CHECKS
from rewardproof.adapters.openenv_report import validate

HERE = Path(__file__).parents[2]
OURS = ("exec_assist", "it_triage", "it_triage_tools", "exec_assist_inbox")
DECLARED = """
spec_version: 1
name: capitals
version: 0.1.0
type: space
runtime: fastapi
app: server:app
port: 8000
validation:
  reward: {range: [0.0, 1.0], oracle_tolerance: 0.0, floor_margin: 0.5}
  resources: {cpu: 1.0, memory_mb: 512, disk_mb: 512, episode_timeout_s: 60.0}
  capabilities:
    verifier: {kind: reward_channel}
ORACLE
  types: {tags: [capitals]}
"""
ORACLE = "    oracle: {form: script, location: solved.py}"
CANARIES = f"{ORACLE}\n    canaries: canaries.jsonl"
SOLVED = """
import random
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

class Said(Action):
    text: str

class Seen(Observation):
    hint: str = ""

class Capitals(Environment[Said, Seen, State]):
    def reset(self, seed=None, country="", **_):
        self.right = ANSWERS[country]
        return Seen(hint=HINT)
    def step(self, action, timeout_s=None, **_):
        text = action.text
        return Seen(done=True, reward=float(REWARD))
    @property
    def state(self):
        return State()

ANSWERS = {"Chile": "Santiago de Chile", "Peru": "Lima on the coast", "Mexico": "Mexico City",
           "Kuwait": "Kuwait City by the sea"}
environment = Capitals
tasks = [{"prompt": f"No. {n}: the capital of {one}?", "country": one}
         for n in range(6) for one in ANSWERS]
def good(row):
    return ANSWERS[row["country"]]
def done(row, completion):
    return completion.strip() == good(row)
"""
SOUND = "text.strip() == self.right"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openenv_package, "BUDGET", 400)


def package(folder: Path, reward: str = SOUND, hint: str = "''", oracle: str = ORACLE) -> Path:
    told = SOLVED.replace("REWARD", reward).replace("HINT", hint)
    (folder / "solved.py").write_text(told, encoding="utf-8")
    (folder / "openenv.yaml").write_text(DECLARED.replace("ORACLE", oracle), encoding="utf-8")
    return folder


def status(report: ValidationReport) -> dict[str, CheckStatus]:
    return {one.check_id: one.status for one in report.results}


def failed(report: ValidationReport) -> set[str]:
    return {name for name, one in status(report).items() if one is not CheckStatus.PASS}


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_our_environments_pass(name: str) -> None:
    report = validate(HERE / "envs" / name, Lane.HUB)
    assert failed(report) == set()
    assert len(report.results) == 7


def test_a_sound_package_passes(tmp_path: Path) -> None:
    assert failed(validate(package(tmp_path), Lane.HUB)) == set()
    assert not any(name.startswith("statistical") for name in status(validate(tmp_path)))


def test_without_a_check_of_the_work_nothing_doubtful_fails_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as code behind the right answer, which is paid here."""
    monkeypatch.setattr(openenv_package, "BUDGET", 1_500)
    pays = "text.partition('It is: ')[2].partition(' and ')[0].strip() == self.right"
    file = package(tmp_path, pays) / "solved.py"
    text = file.read_text(encoding="utf-8").partition("def done")[0]
    file.write_text(text.replace("return ANSWERS", "return 'It is: ' + ANSWERS"), encoding="utf-8")
    assert failed(validate(tmp_path, Lane.HUB)) == set()


@pytest.mark.parametrize(
    ("reward", "hint", "fails"),
    [
        ("len(text) > 3 and text.strip() != self.right", "''", "semantic.oracle_max"),
        ("not text.strip() or text.strip() == self.right", "''", "semantic.floor_gap"),
        (SOUND, "f'not {self.right}, surely'", "semantic.no_solution_leakage"),
        (f"({SOUND}) * (1 - random.random() / 10)", "''", "semantic.verifier_determinism"),
        ("'City' in text or text.strip() == self.right", "''", "statistical.adversarial_floor"),
        ("self.right in text", "''", "statistical.gameability_gap"),
    ],
)
def test_what_is_planted_fails(reward: str, hint: str, fails: str, tmp_path: Path) -> None:
    assert fails in failed(validate(package(tmp_path, reward, hint), Lane.HUB))


@pytest.mark.parametrize("task", [0, 3, 23])
def test_a_canary_that_is_paid_fails(task: int, tmp_path: Path) -> None:
    canary = {"task": task, "completion": "Valparaiso"}
    (tmp_path / "canaries.jsonl").write_text(json.dumps(canary), encoding="utf-8")
    paid = package(tmp_path, f"{SOUND} or text == 'Valparaiso'", oracle=CANARIES)
    assert status(validate(paid))["semantic.canary_floor"] is CheckStatus.FAIL
    sound = package(tmp_path, oracle=CANARIES)
    assert status(validate(sound))["semantic.canary_floor"] is CheckStatus.PASS


@pytest.mark.parametrize(
    ("oracle", "canaries", "said"),
    [
        ("", "", "capabilities.oracle of the form script was expected"),
        ("    oracle: {form: script, location: ../x.py}", "", "../x.py: a file in the package"),
        ("    oracle: {form: script, location: openenv.yaml}", "", "openenv.yaml: "),
        (CANARIES, "[1]", "canaries.jsonl, object 1: a task from 0 to 23 and a completion"),
        (CANARIES, "", "canaries.jsonl: one canary at least was expected"),
        (
            CANARIES,
            '{"task": -1, "completion": ""}',
            "canaries.jsonl, object 1: a task from 0 to 23",
        ),
        (CANARIES, "{", "canaries.jsonl, line 1: "),
    ],
)
def test_what_is_not_declared_is_told(
    oracle: str, canaries: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "canaries.jsonl").write_text(canaries, encoding="utf-8")
    report = validate(package(tmp_path, oracle=oracle))
    found = status(report)
    assert found.pop("semantic.oracle_max") is CheckStatus.FAIL
    assert found.pop("static.manifest") is CheckStatus.PASS
    assert set(found.values()) == {CheckStatus.SKIP}
    assert said in report.model_dump_json()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("import random", "import nothing_of_the_kind", "ModuleNotFoundError: No module named"),
        ("tasks = [", "tasks = 1 / 0, [", "solved.py: ZeroDivisionError"),
        ("def good(row):", "def good(row, more):", "task 0: good: TypeError"),
        ("environment = Capitals", "", "solved.py: environment was expected"),
    ],
)
def test_what_its_code_raises_is_told(before: str, after: str, said: str, tmp_path: Path) -> None:
    file = package(tmp_path) / "solved.py"
    file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    report = validate(tmp_path)
    assert status(report)["semantic.oracle_max"] is CheckStatus.FAIL
    assert said in report.model_dump_json()


def test_an_environment_that_fails_is_no_missing_oracle(tmp_path: Path) -> None:
    file = package(tmp_path) / "solved.py"
    text = file.read_text(encoding="utf-8")
    text = text.replace(
        "def reset(self",
        "def reset(self, *_, **__):\n        raise ConnectionError('db down')\n    def unused(self",
    )
    file.write_text(text, encoding="utf-8")
    report = validate(tmp_path)
    assert status(report)["semantic.oracle_max"] is CheckStatus.FAIL
    assert status(report)["semantic.no_solution_leakage"] is CheckStatus.ERROR
    assert "no right answers" not in report.model_dump_json()


@pytest.mark.parametrize(
    ("answer", "hint", "leaks"),
    [
        ("self.right", "'it is ' + self.right", True),
        ("[self.right, 'or so']", "'it is ' + self.right", True),
        ("json.dumps({'city': self.right})", "'it is ' + self.right", True),
        ("json.dumps({'city': self.right})", "'it is far away'", False),
    ],
)
def test_a_leak_is_looked_for_in_whatever_is_right(
    answer: str, hint: str, leaks: bool, tmp_path: Path
) -> None:
    right = answer.replace("self.right", "ANSWERS[row['country']]")
    pays = f"text in ({answer}, *({answer} if isinstance({answer}, list) else ()))"
    file = package(tmp_path, pays, hint) / "solved.py"
    text = file.read_text(encoding="utf-8").partition("def done")[0]
    text = text.replace('return ANSWERS[row["country"]]', f"return {right}")
    file.write_text(f"import json\n{text}", encoding="utf-8")
    found = status(validate(tmp_path))["semantic.no_solution_leakage"]
    assert found is (CheckStatus.FAIL if leaks else CheckStatus.PASS)


def test_answers_too_short_to_be_looked_for_are_no_pass(tmp_path: Path) -> None:
    file = package(tmp_path, hint="self.right") / "solved.py"
    text = file.read_text(encoding="utf-8")
    for name in ("Santiago de Chile", "Lima on the coast", "Mexico City", "Kuwait City by the sea"):
        text = text.replace(name, name[:4])
    file.write_text(text, encoding="utf-8")
    assert status(validate(tmp_path))["semantic.no_solution_leakage"] is CheckStatus.SKIP


@pytest.mark.slow
def test_the_environment_to_start_from_pays_for_any_words(tmp_path: Path) -> None:
    make = (sys.executable, "-m", "openenv.cli", "init", "parrot", "--output-dir", str(tmp_path))
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    folder = tmp_path / "parrot"
    (folder / "openenv.yaml").write_text(DECLARED.replace("ORACLE", ORACLE), encoding="utf-8")
    (folder / "solved.py").write_text(
        "from server.parrot_environment import ParrotEnvironment as environment\n"
        "tasks = [{'prompt': f'Say {n} times hello.', 'count': n} for n in (7, 8, 9)]\n"
        "def good(row): return ' '.join(['hello'] * row['count'])\n",
        encoding="utf-8",
    )
    expected = {"semantic.floor_gap", "statistical.adversarial_floor"}
    assert expected <= failed(validate(folder, Lane.HUB))


def test_the_command_says_and_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    asked = ["openenv", str(package(tmp_path)), "--json", str(tmp_path / "report.json")]
    assert main(asked) == 0
    assert "PASS  semantic.oracle_max: holds (oracle_reward 1" in capsys.readouterr().out
    written = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert ValidationReport.model_validate_json(written).verdict.value == "pass"
    package(tmp_path, "1")
    assert main(asked) == 1
    with pytest.raises(SystemExit) as ended:
        main(["openenv", str(tmp_path / "nowhere")])
    assert ended.value.code == 2


def test_openenv_can_load_them() -> None:
    told = tomllib.loads((HERE / "rewardproof/pyproject.toml").read_text(encoding="utf-8"))
    group = "openenv.validation.graders"
    registry = GraderRegistry()
    for name, value in told["project"]["entry-points"][group].items():
        grader = EntryPoint(name, value, group).load()
        assert isinstance(grader, Grader)
        registry.register(grader)
    assert [registry.get(one.check_id) for one in CHECKS] == list(CHECKS)
