"""Publishing: what is sent is all of the run, and the adapter that comes back writes the same."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

from desks import load
from tests.training.hub_stand_in import TOKEN, go_there, stand_in
from tests.training.taught_model import taught
from training import grpo
from training.hub.run_card import card
from training.hub.run_folder import assemble
from training.publish import main
from training.runs.record import read_completions, read_steps
from training.runs.run import read_run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
STEPS = 4


def hub_env(url, home, token=TOKEN):
    told = {"HF_ENDPOINT": url, "HF_HOME": str(home), "PYTHONPATH": str(ROOT)}
    kept = {k: v for k, v in os.environ.items() if k not in ("HF_TOKEN", "HF_HUB_OFFLINE")}
    return kept | told | ({"HF_TOKEN": token} if token else {}) | {"OMP_NUM_THREADS": "1"}


def trained(base, out, steps, name):
    """What to ask `training.grpo` for, so that it trains and sends."""
    asked = ["--preset", "exec_assist_pocket"]
    asked += ["--out", str(out), "--steps", str(steps), "--push-to", name]
    small = ["prompts=2", "generations=4", "micro_batch=8", "max_completion_length=24"]
    for one in (f"base={base}", *small, "save_every=2", "learning_rate=0.05", "schedule=constant"):
        asked += ["--set", one]
    return asked


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run that sent its checkpoints to the stand-in as it went: (hub, run, base)."""
    home = tmp_path_factory.mktemp("publish")
    base = taught(home / "base", "exec_assist")
    asked = [sys.executable, "-m", "training.grpo"]
    asked += trained(base, home / "tiny", STEPS, "me/as-it-goes")
    with stand_in() as hub:
        subprocess.run(asked, env=hub_env(hub.url, home / "hf"), cwd=home, check=True)
        yield hub, home / "tiny", base


def published(hub, name, run, home, token=TOKEN):
    asked = [sys.executable, "-m", "training.publish", "--run", str(run), "--to", name]
    env = hub_env(hub.url, home / "hf", token)
    return subprocess.run(asked, env=env, cwd=home, capture_output=True, text=True)


def test_the_run_sends_checkpoints_as_it_goes_and_itself_in_the_end(made):
    hub, run, _ = made
    assert [message for _, message in hub.commits[:3]] == [
        "Step 2",
        "Step 4",
        "The run tiny, its adapter and its record",
    ]
    stored = hub.repositories["me/as-it-goes"]
    for name in ("adapter_model.safetensors", "optimizer.pt", "whole"):
        assert f"last-checkpoint/{name}" in stored
    assert stored["record/steps.jsonl"] == (run / "steps.jsonl").read_bytes()


def test_a_job_whose_disk_is_gone_goes_on_from_what_it_sent(made, tmp_path, monkeypatch, capsys):
    hub, run, base = made
    go_there(monkeypatch, hub)
    hub.repositories["me/cut-off"] = {
        path: content
        for path, content in hub.repositories["me/as-it-goes"].items()
        if path.startswith(("record/", "last-checkpoint/"))
    }
    asked = [*trained(base, tmp_path / "again", STEPS + 2, "me/cut-off"), "--resume"]
    assert grpo.main(asked) == 0
    assert [one["step"] for one in read_steps(tmp_path / "again")] == list(range(1, STEPS + 3))
    assert read_steps(tmp_path / "again")[:STEPS] == read_steps(run)
    assert "adapter_model.safetensors" in hub.repositories["me/cut-off"]

    hub.repositories["me/no-record"] = {
        path: content
        for path, content in hub.repositories["me/cut-off"].items()
        if path.startswith("last-checkpoint/")
    }
    asked = [*trained(base, tmp_path / "none", STEPS + 2, "me/no-record"), "--resume"]
    assert grpo.main(asked) == 1
    error = "error: me/no-record holds no checkpoint to go on from"
    assert error in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def tokens(model, tokenizer):
    desk = load("exec_assist")
    found = []
    for seed in range(3):
        prompt = desk.prompt(desk.scenario(seed, "hard", "eval", "plain"))
        ids = tokenizer.apply_chat_template(
            prompt, add_generation_prompt=True, return_dict=True, return_tensors="pt"
        )
        torch.manual_seed(seed)
        out = model.generate(**ids, max_new_tokens=16, do_sample=True)
        found.append(out[0, ids["input_ids"].shape[1] :].tolist())
    return found


def test_the_adapter_loaded_back_gives_the_same_tokens(made, tmp_path, monkeypatch):
    hub, run, base = made
    done = published(hub, "me/tiny", run, tmp_path)
    assert done.returncode == 0, done.stderr
    stored = hub.repositories["me/tiny"]
    assert {"adapter_config.json", "tokenizer.json", "base.json", "README.md"} <= set(stored)
    assert {f"record/{n}" for n in ("config.json", "steps.jsonl", "completions.parquet")} <= set(
        stored
    )
    assert (
        stored["adapter_model.safetensors"]
        == (run / "adapter" / "adapter_model.safetensors").read_bytes()
    )

    go_there(monkeypatch, hub)
    cache = {"cache_dir": tmp_path / "cache"}
    bare = AutoModelForCausalLM.from_pretrained(base)
    untrained = tokens(bare, AutoTokenizer.from_pretrained(base))
    back, here = (
        tokens(
            PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(base), name, **cache),
            AutoTokenizer.from_pretrained(name, **cache),
        )
        for name in ("me/tiny", run / "adapter")
    )
    assert back == here
    assert here != untrained


@pytest.mark.parametrize(("more", "visibility"), [([], "private"), (["--public"], "public")])
def test_what_is_made_of_a_run_is_private_unless_it_is_to_be_public(
    more, visibility, made, monkeypatch
):
    hub, run, _ = made
    go_there(monkeypatch, hub)
    assert hub.visibility["me/as-it-goes"] == "private"
    assert main(["--run", str(run), "--to", f"me/{visibility}", *more]) == 0
    assert hub.visibility[f"me/{visibility}"] == visibility


def test_a_dry_run_sends_nothing_and_puts_all_in_a_folder(made, tmp_path, capsys):
    hub, run, _ = made
    before = len(hub.commits)
    asked = ["--run", str(run), "--to", "me/dry", "--dry-run", str(tmp_path / "there")]
    assert main(asked) == 0
    assert (tmp_path / "there" / "adapter_model.safetensors").exists()
    text = card(read_run(run), read_completions(run), "me/dry")
    assert (tmp_path / "there" / "README.md").read_text() == text
    assert len(hub.commits) == before
    assert main(asked) == 1
    assert "is not empty" in capsys.readouterr().err


def test_every_file_of_a_record_is_published(tmp_path):
    run = ROOT / "assets" / "runs" / "it_triage_tools_pocket"
    assemble(run, tmp_path, "me/x")
    published = {path.name for path in (tmp_path / "record").iterdir()}
    assert published == {path.name for path in run.iterdir() if path.is_file()}


def test_what_cannot_be_published_is_told(made, tmp_path, capsys):
    hub, run, _ = made
    no_leave = published(hub, "me/other", run, tmp_path, token="hf_wrong")
    assert no_leave.returncode == 1
    assert "the Hub did not take me/other" in no_leave.stderr
    assert "hf_wrong" not in no_leave.stderr
    nobody = published(hub, "me/other", run, tmp_path, token=None)
    assert nobody.returncode == 1
    assert "set HF_TOKEN" in nobody.stderr
    assert "me/other" not in hub.repositories
    asked = ["--run", str(tmp_path / "none"), "--to", "me/x", "--dry-run", str(tmp_path / "there")]
    assert main(asked) == 1
    assert "no adapter in" in capsys.readouterr().err
    assert not (tmp_path / "there").exists()


def test_a_run_without_a_record_is_not_published(tmp_path):
    (tmp_path / "run" / "adapter").mkdir(parents=True)
    (tmp_path / "run" / "adapter" / "adapter_config.json").write_text("{}")
    with pytest.raises(ValueError, match="no whole record"):
        assemble(tmp_path / "run", tmp_path / "there", "me/x")


def test_answers_to_ones_own_cases_are_not_published(tmp_path):
    run = tmp_path / "run"
    shutil.copytree(ROOT / "assets" / "runs" / "it_triage_smol", run)
    config = json.loads((run / "config.json").read_text())
    config["settings"]["cases"] = "mine.jsonl"
    (run / "config.json").write_text(json.dumps(config))
    with pytest.raises(ValueError, match="holds answers to your own cases"):
        assemble(run, tmp_path / "there", "me/x")
    assert not (tmp_path / "there").exists()
