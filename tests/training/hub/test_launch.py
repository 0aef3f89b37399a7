"""The job: what would be sent, exactly, and never a secret."""

import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from huggingface_hub import JobHardware

from tests.training.hub_stand_in import go_there
from training.common.console import CommandError
from training.common.provenance import commit
from training.hub.prices import USD_AN_HOUR, cost, seconds_in, several_gpus
from training.hub.source import origin
from training.launch import INSTALLED, SCRIPT, LaunchError, job, main, pin_commit

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
    arguments = [*JOB[:2], "--evaluate", "100", "--set", "steps=50", *JOB[-2:]]
    assert told == {
        "runs": " ".join(["uv run grpo.py", *arguments]),
        "script_args": arguments,
        "flavor": "a100-large",
        "timeout": "4h",
        "env": {"REWARDDESK_FLAVOR": "a100-large"},
        "secrets": ["HF_TOKEN"],
        "price": {"usd_an_hour": 2.5, "at_most_usd": 10.0, "prices_of": "2026-08-21"},
    }


def test_a_job_goes_on_if_asked_to(capsys):
    assert main([*JOB, "--commit", AT, "--resume", "--dry-run"]) == 0
    assert json.loads(capsys.readouterr().out)["script_args"][-1] == "--resume"


def test_what_a_job_sends_is_private_unless_it_is_to_be_public(capsys):
    asked = [*JOB, "--commit", AT, "--source", "https://example.org/o/r", "--dry-run"]
    for more in ([], ["--public"]):
        assert main([*asked, *more]) == 0
        sent = json.loads(capsys.readouterr().out)["script_args"]
        assert [one for one in sent if one == "--public"] == more


def test_what_was_not_committed_is_not_launched_as_if_it_were(monkeypatch, capsys):
    monkeypatch.setattr("training.launch.changed", lambda: True)
    monkeypatch.setattr("training.launch.commit", lambda: AT)
    monkeypatch.setattr("training.launch._send", lambda script, request: "https://sent")
    source = ["--source", "https://example.org/o/r"]
    assert main([*JOB, *source]) == 1
    assert "differ from the commit that would run" in capsys.readouterr().err
    assert main([*JOB, *source, "--dry-run"]) == 0
    assert "differ from the commit that would run" in capsys.readouterr().err
    assert main([*JOB, *source, "--commit", AT]) == 0
    assert capsys.readouterr().out == "https://sent\n"


def test_on_how_many_cases_it_is_evaluated_can_be_said(capsys):
    assert main([*JOB, "--commit", AT, "--evaluate", "300", "--dry-run"]) == 0
    assert "--evaluate 300" in json.loads(capsys.readouterr().out)["runs"]
    with pytest.raises(SystemExit):
        main([*JOB, "--commit", AT, "--evaluate", "-1", "--dry-run"])


def test_there_is_a_price_of_every_hardware():
    assert set(USD_AN_HOUR) == {one.value for one in JobHardware}


def test_hardware_with_one_gpu_is_told_from_that_with_several():
    several = {name for name in USD_AN_HOUR if re.search(r"x[2-9]$", name)}
    assert set(filter(several_gpus, USD_AN_HOUR)) == several
    assert not {"cpu-xl", "l4x1", "a100-large", "rtx-pro-6000"} & several


@pytest.mark.parametrize(
    ("flavor", "timeout", "usd"),
    [
        *[("a100-large", "4h", 10.0), ("a100-large", "240m", 10.0), ("h200", "1d", 120.0)],
        *[("t4-small", "3600", 0.4), ("t4-small", "3600s", 0.4), ("h200", "1", 5 / 60)],
        ("h200", "61s", 10 / 60),
    ],
)
def test_what_a_job_may_cost_is_its_time_by_the_minute(flavor, timeout, usd):
    assert cost(flavor, seconds_in(timeout)) == pytest.approx(usd)


@pytest.mark.parametrize("sent", [[], ["--dry-run"]])
def test_a_job_that_may_cost_more_than_the_budget_is_neither_sent_nor_printed(sent, capsys):
    asked = [*JOB, "--commit", AT, "--flavor", "h200", "--timeout", "1d", *sent]
    assert main(asked) == 1
    out, err = capsys.readouterr()
    assert "1d on h200 may cost 120.00 USD, and --budget is 20.00" in err
    assert not out
    for budget in ("9.99", "nan", "-1"):
        assert main([*JOB, "--commit", AT, "--budget", budget, *sent]) == 1
    assert main([*asked, "--budget", "120", "--dry-run"]) == 0


def test_what_would_be_launched_from_here_names_the_commit_checked_out(capsys):
    if not commit():
        pytest.skip("no git checkout")
    assert main([*JOB, "--source", "https://example.org/o/r", "--dry-run"]) == 0
    told = header("\n".join(json.loads(capsys.readouterr().out)["header"]) + "\n")
    [asked] = told["dependencies"]
    assert asked.endswith(f"@{commit()}")
    assert "0" * 40 not in asked


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (["--preset", "mine"], "no preset 'mine'"),
        (["--flavor", "a1000"], "no flavor 'a1000'; there are cpu-basic, "),
        *(
            (["--flavor", one], f"flavor '{one}' has several GPUs")
            for one in ("a100x4", "a10g-largex2", "rtx-pro-6000x8")
        ),
        (["--set", "cases=mine.jsonl"], "a job has no file mine.jsonl, and no run on your own"),
        (["--set", "vllm=colocate"], "vllm: a job installs rewarddesk[train], which has no vLLM"),
        (["--timeout", "0h"], "timeout '0h': a number with s, m, h or d"),
        (["--timeout", "٣h"], "timeout '٣h'"),
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


@pytest.mark.parametrize(
    ("reward", "told"),
    [
        ("mine:pay", "a job has no mine: it installs this project (desks, envs, "),
        ("examples.right_action:right_action", "a job has no examples.right_action: "),
        ("training/rl/rewards.py:text_of", "a job has no training/rl/rewards.py: "),
        ("training.nothere:pay", "reward: training.nothere:pay cannot be imported"),
    ],
)
def test_a_reward_that_a_job_could_not_import_is_refused(reward, told, capsys):
    changes = ["--set", f"reward={reward}", "--set", "reward_weights={}"]
    assert main([*JOB, "--commit", AT, "--dry-run", *changes]) == 1
    out, err = capsys.readouterr()
    assert told in err
    assert not out


def test_a_job_may_be_paid_by_what_it_has_installed():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    installed = {one.removesuffix("*") for one in told["packages"]["find"]["include"]}
    assert set(INSTALLED) == installed | {"trl"}
    for own in ("training.rl.rewards:text_of", "trl.rewards:think_format_reward"):
        changes = [("reward", own), ("reward_weights", "{}")]
        assert job("it_triage", "a100-large", "4h", "me/triage", changes=changes)["script_args"]


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("https://example.org/o/r.git", "https://example.org/o/r.git"),
        ("git@example.org:o/r.git", "https://example.org/o/r.git"),
        ("git@example.org:/o/r", "https://example.org/o/r"),
        ("ssh://git@example.org/o/r", "https://example.org/o/r"),
        (None, None),
        *((one, CommandError) for one in ("/home/me/r", "file:///r", "http://example.org/o/r")),
        *((one, CommandError) for one in ("https://me:key@example.org/o/r", "me@example.org:o/r")),
        *((one, CommandError) for one in ("ssh://git@example.org:2222/o/r", "git@example.org:o r")),
    ],
)
def test_a_job_installs_from_where_this_was_cloned_or_is_refused(remote, url, monkeypatch):
    monkeypatch.setattr("training.hub.source._remote", lambda: remote)
    if url is not CommandError:
        assert origin() == url
        return
    with pytest.raises(CommandError, match="--source https://HOST/PATH") as told:
        origin()
    assert "key" not in str(told.value)


def test_where_it_was_cloned_from_need_not_be_known_if_a_source_is_named(monkeypatch, capsys):
    monkeypatch.setattr("training.hub.source._remote", lambda: "/home/me/r")
    asked = [*JOB, "--commit", AT, "--dry-run"]
    assert main(asked) == 1
    assert "--source https://HOST/PATH" in capsys.readouterr().err
    assert main([*asked, "--source", "https://example.org/o/r"]) == 0
    assert f"git+https://example.org/o/r@{AT}" in capsys.readouterr().out


def test_no_token_no_job(monkeypatch, capsys, tmp_path):
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    assert main([*JOB, "--commit", AT]) == 1
    assert "set HF_TOKEN, or run `hf auth login`" in capsys.readouterr().err


def test_a_hub_that_does_not_answer_is_said_so(monkeypatch, capsys):
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        go_there(monkeypatch, SimpleNamespace(url=url))
        assert main([*JOB, "--commit", AT]) == 1
    err = capsys.readouterr().err
    assert "the Hub did not take the job" in err
    assert f"see {url}/settings/jobs before" in err


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
