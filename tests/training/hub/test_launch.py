"""The job: what would be sent, exactly, and never a secret."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from training.launch import SCRIPT, LaunchError, job, main, pin_commit

ROOT = Path(__file__).parents[3]
PRESETS = SCRIPT.parent / "presets"
JOB = ["--preset", "it_triage", "--flavor", "a100-large", "--push-to", "me/triage"]
AT = "0123456789abcdef" * 2 + "01234567"


def header(script):
    """The metadata of a uv script, read as PEP 723 says."""
    block = re.compile(r"(?m)^# /// (?P<type>[a-zA-Z0-9-]+)$\s(?P<content>(^#(| .*)$\s)+)^# ///$")
    (found,) = [one for one in block.finditer(script) if one["type"] == "script"]
    lines = found["content"].splitlines()
    return tomllib.loads("\n".join(line[2:] for line in lines))


def test_the_header_installs_this_project_from_git_at_a_commit():
    told = header(pin_commit(SCRIPT.read_text(), "https://example.org/o/r", AT))
    assert told["requires-python"] == ">=3.11,<3.14"
    assert told["dependencies"] == [f"rewarddesk[train] @ git+https://example.org/o/r@{AT}"]


def test_the_script_runs_without_the_checkout_around_it(tmp_path):
    """As in a job: the file alone, and the project installed."""
    script = tmp_path / "grpo.py"
    script.write_text(SCRIPT.read_text())
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    asked = [sys.executable, str(script), "--preset", "none_such"]
    done = subprocess.run(asked, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert "no preset 'none_such'; there are exec_assist, " in done.stderr


def test_a_dry_run_prints_the_exact_job_with_secrets_by_name(monkeypatch, capsys):
    monkeypatch.setenv("HF_TOKEN", "hf_very_secret")
    asked = [*JOB, "--set", "steps=50", "--source", "https://example.org/o/r", "--commit", AT]
    assert main([*asked, "--dry-run"]) == 0
    text = capsys.readouterr().out
    assert "hf_very_secret" not in text
    told = json.loads(text)
    assert header("\n".join(told.pop("header")) + "\n")["dependencies"][0].endswith(f"/o/r@{AT}")
    assert told == {
        "script": "grpo.py",
        "script_args": [*JOB[:2], "--evaluate", "100", "--set", "steps=50", *JOB[-2:]],
        "flavor": "a100-large",
        "timeout": "4h",
        "secrets": ["HF_TOKEN"],
    }


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (["--preset", "mine"], "no preset 'mine'"),
        (["--flavor", "a1000"], "no flavor 'a1000'; there are cpu-basic, "),
        (["--timeout", "soon"], "timeout 'soon': a number with s, m, h or d"),
        (["--set", "stepz=3"], "unknown key 'stepz'; did you mean 'steps'?"),
        (["--preset", "it_triage_pocket"], "no folder assets/models/it_triage/base"),
        (["--preset", "it_triage_smol"], "no folder assets/models/it_triage/pretrained/warm"),
        (["--preset", str(PRESETS / "it_triage.yaml")], "a job has no file"),
        (["--push-to", "nowhere"], "'nowhere' is no repository"),
    ],
)
def test_a_job_that_could_not_run_is_not_printed(changes, told, capsys):
    asked = [*JOB, "--commit", AT, "--dry-run"]
    assert main([*asked, *changes]) == 1
    out, err = capsys.readouterr()
    assert told in err
    assert not out


@pytest.mark.parametrize(
    "source", ["https://me:key@host/o/r", "git@host:o/r", 'https://host/o"\n# x', "http://host/o"]
)
def test_a_source_with_a_key_in_it_is_not_shown(source, capsys):
    with pytest.raises(SystemExit):
        main([*JOB, "--commit", AT, "--dry-run", "--source", source])
    out, err = capsys.readouterr()
    assert "key@" not in out + err


def test_no_token_no_job(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    assert main([*JOB, "--commit", AT]) == 1
    assert "set HF_TOKEN, or run `hf auth login`" in capsys.readouterr().err


def test_a_script_without_a_commit_is_not_sent():
    with pytest.raises(LaunchError, match="names no commit"):
        pin_commit("# /// script\n# ///\n", None, AT)
    with pytest.raises(LaunchError, match="no commit to run"):
        pin_commit(f"rewarddesk[train] @ git+https://example.org/o/r@{'0' * 40}", None, None)


def test_the_arguments_are_those_of_run_uv_job():
    import inspect

    from huggingface_hub import run_uv_job

    told = job("it_triage", "a100-large", "4h", "me/triage")
    assert set(told) <= set(inspect.signature(run_uv_job).parameters)
