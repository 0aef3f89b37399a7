"""A process that may read some files reads no others, whatever opens them."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from training.models import language_model
from training.models.guests import guest
from training.models.guests import process as guest_process

ROOT = Path(__file__).parents[3]
TRY = """
import subprocess, sys
from pathlib import Path
from training.models.guests.sandbox import confine, libraries
allowed, secret = map(Path, sys.argv[1:])
if not confine([*libraries(), allowed]):
    sys.exit(77)
assert (allowed / "file").read_text() == "mine"
import sqlite3, rewardproof.tasks, training.models.base  # of the libraries, and of the project
def refused(act):
    try:
        act()
    except PermissionError:
        return True
    return False
acts = [
    secret.read_text,
    lambda: (allowed / "new").write_text(""),
    lambda: (allowed / "file").write_text(""),
    lambda: (allowed / "file").unlink(),
    lambda: list(secret.parent.iterdir()),
    lambda: (Path("/proc") / str(__import__("os").getppid()) / "environ").read_bytes(),
]
assert [refused(act) for act in acts] == [True] * len(acts), [refused(act) for act in acts]
assert subprocess.run(["cat", str(secret)], capture_output=True).returncode
"""


def test_what_is_not_named_is_neither_read_nor_written(tmp_path):
    allowed, secret = tmp_path / "allowed", tmp_path / "secret"
    allowed.mkdir()
    (allowed / "file").write_text("mine")
    secret.write_text("yours")
    asked = [sys.executable, "-c", TRY, str(allowed), str(secret)]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip("this system has no Landlock")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("confined", [True, False])
def test_a_model_that_runs_unconfined_is_logged(confined, monkeypatch, capsys):
    monkeypatch.setattr(guest_process, "gpu_usable", lambda: False)
    monkeypatch.setattr(guest_process, "confine", lambda readable: confined)
    monkeypatch.setattr(guest_process, "policy_from_model", lambda *_: None)
    monkeypatch.setattr(language_model, "from_fetched", lambda *_: ())
    link = SimpleNamespace(send_bytes=lambda message: None)
    guest_process.Server(link, "hub:they/model", "exec_assist", [], 8, guest.SECONDS)
    said = capsys.readouterr().err
    assert ("no Landlock: hub:they/model" in said) == (not confined)
