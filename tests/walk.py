"""The job that trains on the Hub, walked from nothing: `make walk` runs this alone.

`training.launch` says what a job would run. Here that runs: uv installs the project of the commit
checked out, from git, into an environment of its own with Python 3.12; the job trains on a stand-in
of the Hub, is killed, goes on elsewhere from what it had sent, evaluates and publishes. What is not
committed is not walked. It downloads some gigabytes once, and then takes a few minutes.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.training.hub_stand_in import TOKEN, StandIn, stand_in
from tests.training.taught_model import taught
from training.common.provenance import commit
from training.hub.run_card import card
from training.launch import SCRIPT, pin_commit
from training.runs.record import read_completions, read_config, read_steps
from training.runs.run import read_run

ROOT = Path(__file__).parents[1]
SOURCE = "https://rewarddesk.invalid/rewarddesk"
"""What the script's header names, and git takes for this checkout."""
LARGE = (".safetensors", ".pt", ".parquet")
STEPS, EVALUATED = 4, 10
LONGEST = 1_200
"""Seconds for a job, on a busy machine."""
AT = commit()
TINY = (
    *("base=me/tiny", "revision=main", f"steps={STEPS}", "save_every=2", "prompts=2"),
    *("generations=4", "micro_batch=8", "max_completion_length=24", "learning_rate=0.05"),
    *("schedule=constant", "voices=plain"),
)
WRITES = """
import json, sys
from pathlib import Path
from desks import TIERS, load
from training.evals.evaluation import run_policies
from training.models.policies import load_policy
from training.rl.presets import recorded
from training.runs.record import read_config

desk, run = load("exec_assist"), Path(sys.argv[1])
preset = recorded(read_config(run))
base, here = run_policies(run, preset, desk)
there = load_policy(sys.argv[2], desk, preset.turn_limit)
cases = [desk.scenario(n, tier, "eval") for tier in TIERS for n in range(4)]
print(json.dumps([one.answer(cases, sample=False, seed=0) for one in (base, here, there)]))
"""
"""Prints what the base, a run's adapter and a policy write greedily, each a list of texts."""


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    base = taught(tmp_path_factory.mktemp("base"), "exec_assist")
    with stand_in(LARGE) as there:
        there.repositories["me/tiny"] = {
            path.name: path.read_bytes() for path in base.iterdir() if path.is_file()
        }
        yield there


@pytest.fixture(scope="module")
def machine(hub: StandIn, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a job: uv, git and the Hub, and nothing of this checkout."""
    assert shutil.which("uv"), "no uv: make walk brings it"
    asked = ["uv", "cache", "dir"]
    cache = subprocess.run(asked, capture_output=True, text=True, check=True)
    ours = ("HF_", "PYTHON", "VIRTUAL_ENV", "UV_PROJECT", "PYTEST_")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    home = tmp_path_factory.mktemp("job")
    return kept | {
        "PYENV_VERSION": "3.12",
        "UV_CACHE_DIR": cache.stdout.strip(),
        "HOME": str(home),
        "HF_HOME": str(home / "hf"),
        "HF_ENDPOINT": hub.url,
        "HF_TOKEN": TOKEN,
        "HF_HUB_DISABLE_XET": "1",
        "OMP_NUM_THREADS": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{ROOT.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": SOURCE,
    }


def launched(*more: str) -> tuple[str, list[str], dict[str, str]]:
    """What `training.launch` would send: the script, the arguments after it, the environment."""
    asked = ["--preset", "exec_assist", "--flavor", "cpu-basic", "--push-to", "me/walked"]
    for one in TINY:
        asked += ["--set", one]
    asked += ["--source", SOURCE, "--evaluate", str(EVALUATED), *more, "--dry-run"]
    command = [sys.executable, "-m", "training.launch", *asked]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    job = json.loads(told.stdout)
    script = pin_commit(SCRIPT.read_text(), SOURCE, AT)
    assert script.startswith("\n".join(job["header"]))
    return script, job["script_args"], job["env"]


def job(folder: Path, machine: dict[str, str], *more: str) -> subprocess.Popen:
    """Start the job on an empty disk."""
    script, arguments, env = launched(*more)
    folder.mkdir()
    (folder / "grpo.py").write_text(script)
    command = ["uv", "run", "--python", "3.12", "--no-project", "grpo.py", *arguments]
    with (folder / "log").open("w") as log:
        return subprocess.Popen(
            command, cwd=folder, env=machine | env, stdout=log, stderr=log, start_new_session=True
        )


def until(there: StandIn, message: str, running: subprocess.Popen, log: Path) -> None:
    """Wait until the job has sent something with that message."""
    while ("me/walked", message) not in there.commits:
        assert running.poll() is None, log.read_text()
        time.sleep(0.02)


def kill(running: subprocess.Popen) -> None:
    """End the job and whatever it has started."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


@pytest.fixture(scope="module")
def walked(
    hub: StandIn, machine: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> SimpleNamespace:
    """The job, killed after its first checkpoint, and the one that went on from it."""
    home = tmp_path_factory.mktemp("walk")
    first = job(home / "first", machine)
    try:
        until(hub, "Step 2", first, home / "first" / "log")
    finally:
        kill(first)
    cut_off = dict(hub.repositories["me/walked"])
    shutil.rmtree(home / "first")
    second = job(home / "second", machine, "--resume")
    try:
        assert second.wait(LONGEST) == 0, (home / "second" / "log").read_text()
    finally:
        kill(second)
    return SimpleNamespace(
        cut_off=cut_off, home=home / "second", run=home / "second/assets/runs/exec_assist"
    )


def test_what_was_killed_goes_on_from_what_it_had_sent(hub, walked):
    assert "adapter_model.safetensors" not in walked.cut_off
    assert [message for name, message in hub.commits if name == "me/walked"] == [
        "Step 2",
        "Step 4",
        "The run exec_assist, its adapter and its record",
    ]
    assert [one["step"] for one in read_steps(walked.run)] == list(range(1, STEPS + 1))
    sent = walked.cut_off["record/steps.jsonl"].decode().splitlines()
    assert read_steps(walked.run)[:2] == list(map(json.loads, sent))


def test_it_ran_the_commit_that_was_launched_and_on_the_python_of_the_hub(walked):
    config = read_config(walked.run)
    assert config["commit"] == AT
    assert config["versions"]["python"].startswith("3.12.")
    assert not list(walked.home.rglob("training/grpo.py"))


def test_the_adapter_that_comes_back_writes_the_same(hub, walked, machine):
    asked = ["uv", "run", "--python", "3.12", "--no-project", "--with"]
    asked += [f"rewarddesk[train] @ git+{SOURCE}@{AT}", "python", "-c", WRITES]
    asked += [str(walked.run), "hub:me/tiny+me/walked"]
    done = subprocess.run(asked, cwd=walked.home, env=machine, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    base, here, there = json.loads(done.stdout)
    assert there == here
    assert any(here)
    assert here != base


def test_the_card_is_of_this_run(hub, walked):
    text = hub.repositories["me/walked"]["README.md"].decode()
    assert text == card(read_run(walked.run), read_completions(walked.run), "me/walked")
    assert f"{STEPS} steps of 2 prompts x 4 completions" in text
    assert f"Audited at commit `{AT}`, on {EVALUATED} cases a tier" in text
    assert f"{EVALUATED} cases of each tier" in text
    assert "### Best\n\n`exec_assist/" in text
    assert "--policy hub:me/tiny+me/walked\n" in text
    assert "USD on the Hub's `cpu-basic`" in text
