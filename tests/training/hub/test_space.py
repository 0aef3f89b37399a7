"""The Space: what is sent is what git has, and it starts as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.training.hub_stand_in import go_there, stand_in
from tests.ui.conftest import serving
from training.common.provenance import commit
from training.hub import space
from training.launch import installed, pin_commit
from training.publish import main

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def assembled(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("space")
    assert main(["--space", "me/rewarddesk", "--dry-run", str(folder)]) == 0
    return folder


def test_it_has_all_that_the_page_needs_and_nothing_else(assembled):
    assert {path.name for path in assembled.iterdir()} <= set(space.PUBLISHED_PATHS)
    assert not list(assembled.rglob("__pycache__"))
    assert (assembled / "assets" / "models" / "exec_assist" / "base").is_dir()
    assert not (assembled / "tests").exists()


@pytest.mark.slow
def test_the_page_starts_where_it_was_put(assembled, tmp_path):
    with serving(tmp_path, "app.py", cwd=assembled) as server:
        assert "Traceback" not in server.log.read_text()


def test_it_asks_for_every_package_by_its_version_and_for_no_hash(assembled):
    """The platform asks for more beside it, without hashes; pip takes hashes for all or none."""
    asked = [
        Requirement(line) for line in (assembled / "requirements.txt").read_text().split("\n")[:-1]
    ]
    pins = {one.name: one.specifier for one in asked}
    assert len(pins) == len(asked) > 150
    assert all(len(pin) == 1 and str(pin).startswith("==") for pin in pins.values())
    for line in (ROOT / "requirements.txt").read_text().splitlines()[1:]:
        wanted = Requirement(line)
        assert pins[canonicalize_name(wanted.name)] == wanted.specifier
    [gradio] = [one for one in asked if one.name == "gradio"]
    assert gradio.extras == {"mcp", "oauth"}


def test_a_job_that_is_started_there_runs_the_commit_that_was_published(assembled):
    script = (assembled / "training" / "grpo.py").read_text()
    assert pin_commit(script, None, None) == script
    assert installed(script).endswith(f"@{commit()}")


def plain() -> dict[str, str]:
    """An environment in which git says of a clone where it comes from."""
    return {key: value for key, value in os.environ.items() if not key.startswith("GIT_CONFIG")}


def cloned(folder: Path) -> Path:
    """A clone of this checkout in a folder there."""
    asked = ["git", "clone", "-q", str(ROOT), str(folder / "clone")]
    subprocess.run(asked, env=plain(), check=True)
    return folder / "clone"


def published(clone: Path, to: str, *more: str) -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, "-m", "training.publish", "--space", "me/x", "--dry-run", to, *more]
    return subprocess.run(asked, cwd=clone, env=plain(), capture_output=True, text=True)


SOURCE = ("--source", "https://example.org/mine/r")


@pytest.mark.slow
def test_what_git_does_not_know_is_not_sent(tmp_path):
    clone = cloned(tmp_path)
    (clone / "assets" / "token").write_text("hf_secret")
    (clone / "ui" / "store.sqlite").write_text("private")
    told = published(clone, "there", *SOURCE)
    assert told.returncode == 0
    assert "not committed" not in told.stderr
    assert not (clone / "there" / "assets" / "token").exists()
    assert not (clone / "there" / "ui" / "store.sqlite").exists()
    with (clone / "app.py").open("a") as app:
        app.write("# more\n")
    told = published(clone, "new", *SOURCE)
    assert told.returncode == 0
    assert "not committed" in told.stderr
    (clone / "app.py").unlink()
    gone = published(clone, "other", *SOURCE)
    assert gone.returncode == 1
    assert "app.py is in git" in gone.stderr
    shutil.rmtree(clone / ".git")
    none = published(clone, "third", *SOURCE)
    assert "no git checkout" in none.stderr


@pytest.mark.slow
def test_a_job_that_is_started_there_installs_from_the_source_that_is_named(tmp_path):
    clone = cloned(tmp_path)
    assert published(clone, "there", *SOURCE).returncode == 0
    script = (clone / "there" / "training" / "grpo.py").read_text()
    assert f"git+{SOURCE[1]}@" in installed(script)
    unnamed = published(clone, "other")  # it was cloned from a folder
    assert unnamed.returncode == 1
    assert "--source https://HOST/PATH" in unnamed.stderr
    assert not (clone / "other").exists()


@pytest.mark.slow
def test_it_is_sent_as_a_space(monkeypatch):
    with stand_in() as hub:
        go_there(monkeypatch, hub)
        assert main(["--space", "me/rewarddesk"]) == 0
        stored = hub.repositories["me/rewarddesk"]
        assert hub.visibility["me/rewarddesk"] != "private"  # a page is there to be visited
    assert stored["app.py"] == (ROOT / "app.py").read_bytes()
    assert re.match(r"The page, \d+ files", hub.commits[0][1])


@pytest.mark.parametrize(
    "asked",
    [
        [],
        ["--space", "a/b", "--run", "x"],
        ["--run", "x"],
        ["--to", "a/b"],
        ["--space", "a/b", "--source", "git@host:o/r"],
        ["--run", "x", "--to", "a/b", "--source", "https://host/o/r"],
    ],
)
def test_either_a_run_or_the_space(asked):
    with pytest.raises(SystemExit):
        main(asked)


def test_the_front_matter_is_complete_and_matches_the_pins():
    told = yaml.safe_load((ROOT / "README.md").read_text().split("---")[1])
    pins = (ROOT / "requirements.txt").read_text()
    assert f"gradio[oauth,mcp]=={told['sdk_version']}" in pins
    assert told["python_version"] == "3.12"
    assert (ROOT / told["thumbnail"]).is_file()
    assert (ROOT / told["app_file"]).is_file()
    assert len(told["short_description"]) <= 60
    assert told["models"]
    assert told["tags"]
    assert told["license"] == "apache-2.0"
