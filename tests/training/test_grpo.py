"""Runs of GRPO from end to end, on models small enough for a test."""

import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
import torch
from peft import get_peft_model
from safetensors.torch import load_file
from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel
from trl.chat_template_utils import is_chat_template_prefix_preserving

from desks import TIERS, load
from desks.cases import read_cases, write_cases
from tests.training.hub_stand_in import go_there, stand_in
from tests.training.taught_model import taught
from training.common.console import CommandError
from training.grpo import main
from training.models.base import BaseError, base_hash, write_hashes
from training.models.language_model import from_folder
from training.models.loading import load_model
from training.rl import rewards
from training.rl.adapter import last_norm, lora_config, save, set_gain_rate
from training.rl.checkpoints import last_checkpoint
from training.rl.grpo_config import check_gain, grpo_config
from training.rl.health import Health
from training.rl.presets import read_preset, recorded
from training.rl.prompts import prompt_builder, schedule
from training.rl.rewards import get_scenario
from training.rl.start import load_base, tell
from training.rl.trainer import flat_groups, select_groups
from training.runs.record import HELD_OUT, read_completions, read_config, read_steps

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NAN = float("nan")
SHIPPED = ROOT / "assets" / "models" / "exec_assist" / "base"
SMALL = ["prompts=2", "generations=4", "micro_batch=8", "max_completion_length=24"]


@pytest.fixture(scope="module")
def bases(tmp_path_factory):
    home = tmp_path_factory.mktemp("bases")
    return {desk: taught(home / desk, desk) for desk in ("exec_assist", "it_triage")}


def command(preset, base, out, *more, changes=()):
    sets = [part for one in (f"base={base}", *changes) for part in ("--set", one)]
    return ["--preset", preset, "--out", str(out), *more, *sets]


def in_a_process(arguments, **others):
    env = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"} | others.pop("env", {})
    asked = [sys.executable, "-m", "training.grpo", *arguments]
    return subprocess.Popen(asked, env=env, stderr=subprocess.PIPE, text=True, **others)


@pytest.fixture(scope="module", params=["shipped", "taught"])
def pocket_run(request, bases, tmp_path_factory):
    """Two steps of the pocket preset: its base and its folder."""
    shipped, out = request.param == "shipped", tmp_path_factory.mktemp("pocket")
    base = SHIPPED if shipped else bases["exec_assist"]
    sizes = SMALL[:3] if shipped else SMALL  # the shipped base needs room to answer
    changes = [*sizes, "warmup_steps=0", f"base_sha256={base_hash(base)}"]
    assert main(command("exec_assist_pocket", base, out, "--steps", "2", changes=changes)) == 0
    return base, out


def parts_of(step):
    return sum(v for name, v in step.items() if name.startswith(("parts/", "penalties/")))


# -- runs ---


@pytest.mark.parametrize(
    "preset", ["exec_assist", "exec_assist_collapse", "exec_assist_lora", "it_triage"]
)
def test_the_presets_for_a_gpu_run_two_steps_with_qwens_own_template(preset, bases, tmp_path):
    """The path of the A100 but for the size of the model: settings as they are, shorter answers."""
    used = read_preset(preset)
    base, out = bases[used.desk], tmp_path / "run"
    tokenizer = AutoTokenizer.from_pretrained(base)
    assert is_chat_template_prefix_preserving(tokenizer)  # TRL knows the template
    asked = command(preset, base, out, "--steps", "2", changes=["max_completion_length=16"])
    assert main(asked) == 0

    steps = read_steps(out)
    assert [one["step"] for one in steps] == [1, 2]
    drawn = used.prompts + used.spare_prompts
    for step in steps:
        if used.reward_weights:
            step["reward"] -= 0.05 * step["values/repetition"]
        assert parts_of(step) == pytest.approx(step["total"], abs=1e-5)
        assert step["reward"] == pytest.approx(step["total"], abs=1e-5)
        assert ("kl" in step) == (used.beta > 0)
    assert len(read_completions(out)) == 2 * drawn + len(TIERS)
    settings = json.loads((out / "adapter" / "adapter_config.json").read_text())
    assert (settings["r"], settings["base_model_name_or_path"]) == (16, str(base))
    assert settings["modules_to_save"] is None


def test_two_steps_of_the_pocket_preset(pocket_run):
    base, out = pocket_run
    steps = read_steps(out)
    assert [one["step"] for one in steps] == [1, 2]
    needed = "reward reward_std kl entropy zero_variance distinct_actions length clipped correct"
    needed += " referee valid grad_norm learning_rate seconds reward_seconds input_dependence"
    for step in steps:
        assert not set(needed.split()) - set(step)
        assert parts_of(step) == pytest.approx(step["total"], abs=1e-5)
        assert step["reward"] == pytest.approx(step["total"], abs=1e-5)
        assert 0 < step["valid"] < 1.0001
    assert any(step["grad_norm"] > 0 for step in steps)
    weights = load_file(out / "adapter" / "adapter_model.safetensors")
    moved = [w.abs().max() for name, w in weights.items() if "lora_B" in name]  # 0 at the start
    assert moved
    assert all(torch.isfinite(one) and one > 0 for one in moved)

    config = read_config(out)
    assert config["base_sha256"] == base_hash(base)
    assert config["settings"]["learning_rate"] == read_preset("exec_assist_pocket").learning_rate
    assert config["versions"]["trl"] == "1.16.0"
    rows = read_completions(out)
    assert {row["step"] for row in rows} == {0, 1, 2}
    probe = [row for row in rows if row["probe"]]
    assert [(row["step"], row["tier"]) for row in probe] == [(0, tier) for tier in TIERS]
    assert not {row["scenario"] for row in probe} & set(schedule(recorded(config)))
    for row in rows:
        assert get_scenario(row["scenario"]).split == "train"
        shares = [v for name, v in row.items() if name.startswith(("parts/", "penalties/"))]
        assert sum(shares) == pytest.approx(row["total"])
    spent = sum(step["reward_seconds"] for step in steps) / sum(step["seconds"] for step in steps)
    assert spent <= 0.02


def test_the_last_norms_gain_learns_at_a_rate_of_its_own(pocket_run):
    base, out = pocket_run
    model, _ = load_model(str(base))
    before = model.get_submodule(last_norm(model)).weight
    weights = load_file(out / "adapter" / "adapter_model.safetensors")
    [gain] = [weight for name, weight in weights.items() if "norm" in name]
    preset = read_preset("exec_assist_pocket")
    moved = (gain - before).abs().max()  # a step of Adam goes as far as its rate
    assert 10 * preset.learning_rate < moved < 2 * preset.gain_rate
    trained, _ = from_folder(out / "adapter", base)
    assert torch.equal(trained.get_submodule(last_norm(model)).weight, gain)


def test_the_gain_stands_in_a_group_of_its_own_and_nowhere_else(bases):
    model, _ = load_model(str(bases["exec_assist"]))
    preset = read_preset("exec_assist_pocket")
    trained = get_peft_model(model, lora_config(preset, model))
    weights = [one for one in trained.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=preset.learning_rate, weight_decay=0.0)
    set_gain_rate(optimizer, trained, preset.gain_rate)
    lora, gain = optimizer.param_groups
    assert (lora["lr"], lora["weight_decay"]) == (preset.learning_rate, 0.0)
    assert (gain["lr"], gain["weight_decay"]) == (preset.gain_rate, 0)
    assert [one.shape for one in gain["params"]] == [(model.config.hidden_size,)]
    assert len(lora["params"]) + 1 == len(weights)


@pytest.mark.parametrize("scale", ["group", "none"])
def test_a_field_that_is_credited_by_itself_changes_what_is_learned_and_not_what_is_paid(
    tmp_path, scale
):
    base = ROOT / "assets" / "models" / "it_triage" / "base"
    small = ["prompts=1", "spare_prompts=0", "generations=4", "micro_batch=4", "warmup_steps=0"]
    learned, steps = [], []
    for field in ("confidence", '""'):
        out = tmp_path / field.strip('"')[:4].ljust(4, "-")
        changes = [*small, f"base_sha256={base_hash(base)}", f"counterfactual={field}"]
        changes += [f"scale_rewards={scale}"]
        assert main(command("it_triage_pocket", base, out, "--steps", "1", changes=changes)) == 0
        learned.append(load_file(out / "adapter" / "adapter_model.safetensors"))
        steps += read_steps(out)
    with_, without = steps
    assert with_["reward"] == without["reward"]
    assert with_["valid"] > 0
    assert with_["reward_seconds"] <= 0.02 * with_["seconds"]
    assert any(not torch.equal(weight, learned[1][name]) for name, weight in learned[0].items())


def test_an_adapter_without_a_gain_is_told_of(tmp_path):
    plain = read_preset("exec_assist_pocket", {"base": str(SHIPPED), "gain_rate": 0.0})
    model, tokenizer = load_base(plain, SHIPPED)
    save(get_peft_model(model, lora_config(plain, model)), tokenizer, tmp_path, SHIPPED)
    began = {"base": str(SHIPPED), "adapter": str(tmp_path / "adapter")}
    load_base(read_preset("exec_assist_pocket", began | {"gain_rate": 0.0}), SHIPPED)
    with pytest.raises(BaseError, match="holds no gain of the last norm: set gain_rate=0"):
        load_base(read_preset("exec_assist_pocket", began), SHIPPED)


def test_a_model_without_one_last_norm_is_told_of():
    model = GPT2LMHeadModel(GPT2Config(vocab_size=8, n_embd=8, n_layer=1, n_head=1))
    with pytest.raises(BaseError, match="set gain_rate=0"):
        last_norm(model)


@pytest.mark.parametrize(
    ("parameters", "dtype", "gpu", "told", "warned"),
    [
        (2_100_000, torch.float32, None, "2 million parameters in float32 on the CPU, ", False),
        (3_100_000_000, torch.bfloat16, None, "3,100 million parameters in bfloat16 on the", True),
        (3_100_000_000, torch.bfloat16, 80 * 2**30, "on Some GPU, 80 GiB of memory", False),
    ],
)
def test_what_is_trained_on_what_is_said(parameters, dtype, gpu, told, warned, monkeypatch, capsys):
    found = SimpleNamespace(name="Some GPU", total_memory=gpu)
    monkeypatch.setattr("torch.cuda.is_available", lambda: gpu is not None)
    monkeypatch.setattr("torch.cuda.get_device_properties", lambda *_: found)
    tell(SimpleNamespace(num_parameters=lambda: parameters, dtype=dtype))
    said = capsys.readouterr().err
    assert told in said
    assert ("warning: there is no GPU, or torch cannot use it" in said) == warned


MOMENTS = {
    "as it generates": ("training.rl.shared_draws:SharedDraws", "next"),
    "as it learns": ("torch.optim:AdamW", "step"),
    "as it writes a checkpoint": ("torch", "save"),
    "as a checkpoint is written": ("training.rl.trainer", "mark_complete"),
}
KILLED = """
import json, os, pkgutil, signal, sys
from pathlib import Path
import training.rl.trainer
from training.grpo import main
from training.runs.record import read_steps

def run(place, name, out, asked):
    place = pkgutil.resolve_name(place)
    does = getattr(place, name)

    def killed(*given, **named):
        if len(read_steps(Path(out))) >= 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return does(*given, **named)

    setattr(place, name, killed)
    main(asked)

ended = []
for one in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        run(*one)
        os._exit(0)
    ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(ended)
"""
"""Trains in a process for each of several places, functions, folders and arguments, which dies of
SIGKILL where the function is called after the third step. Prints how they ended."""
TIMES = ("seconds", "reward_seconds", "watch_seconds")


def five_steps(bases, out, *more):
    told, changes = ("--steps", "5", *more), [*SMALL, "save_every=2"]
    return command("exec_assist_pocket", bases["exec_assist"], out, *told, changes=changes)


def numbers(out):
    return [{k: v for k, v in one.items() if k not in TIMES} for one in read_steps(out)]


def weights(out):
    return load_file(out / "adapter" / "adapter_model.safetensors")


def same(first, second):
    return all(torch.equal(first[name], second[name]) for name in first)


@pytest.fixture(scope="module")
def undisturbed(bases, tmp_path_factory):
    out = tmp_path_factory.mktemp("undisturbed") / "run"
    assert main(five_steps(bases, out)) == 0
    return out


@pytest.fixture(scope="module")
def killed(bases, tmp_path_factory):
    """A run that was killed at each moment, by moment."""
    home = tmp_path_factory.mktemp("killed")
    outs = {moment: home / moment.replace(" ", "-") for moment in MOMENTS}
    asked = [(*MOMENTS[one], str(out), five_steps(bases, out)) for one, out in outs.items()]
    env = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", KILLED, json.dumps(asked)]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    assert json.loads(done.stdout) == [-signal.SIGKILL] * len(MOMENTS)
    return outs


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_run_goes_on_without_a_gap_and_to_the_same_end(moment, killed, undisturbed, bases):
    out = killed[moment]
    assert 3 <= len(read_steps(out)) < 5  # readable, each line whole
    assert len(read_completions(out)) >= 2 * 2
    assert not (out / "adapter").exists()

    assert main(five_steps(bases, out)) == 1  # a run is not buried
    assert main(five_steps(bases, out, "--resume")) == 0
    assert [one["step"] for one in read_steps(out)] == list(range(1, 6))
    assert numbers(out) == numbers(undisturbed)
    assert read_completions(out) == read_completions(undisturbed)
    assert same(weights(out), weights(undisturbed))


def test_a_run_at_its_end_is_left_alone_and_an_adapter_that_is_gone_made_again(
    undisturbed, bases, tmp_path
):
    out = Path(shutil.copytree(undisturbed, tmp_path / "run"))
    before = files_of(out)
    assert main(five_steps(bases, out, "--resume")) == 0
    assert files_of(out) == before
    (out / "evaluation.json").write_text("{}")
    shutil.rmtree(out / "adapter")  # as where the disk was full at the end
    assert main(five_steps(bases, out, "--resume")) == 0
    assert same(weights(out), weights(undisturbed))
    assert numbers(out) == numbers(undisturbed)
    assert not (out / "evaluation.json").exists()  # it told of an adapter that was there


def test_a_run_at_its_end_is_not_finished_with_other_settings(undisturbed, bases, capsys):
    """Else what paid another run would be audited into its record."""
    before = files_of(undisturbed)
    more = ("--resume", "--evaluate", "1", "--set", "reward=as_reported")
    assert main(five_steps(bases, undisturbed, *more)) == 1
    assert "was begun with reward rubric, and now it is as_reported" in capsys.readouterr().err
    assert files_of(undisturbed) == before


def test_a_run_killed_as_it_was_evaluated_is_evaluated_and_sent(bases, tmp_path, monkeypatch):
    changes = [*SMALL, "save_every=2", "reward=tests.training.careless:booked"]
    out, told = tmp_path / "run", ("--steps", "2", "--evaluate", "1", "--push-to", "me/run")
    asked = command("exec_assist_pocket", bases["exec_assist"], out, *told, changes=changes)
    with stand_in() as hub, monkeypatch.context() as now:
        go_there(now, hub)
        with monkeypatch.context() as interrupted:
            killed = Mock(side_effect=KeyboardInterrupt)
            interrupted.setattr("training.evals.evaluation.evaluate", killed)
            assert main(asked) == 130
        assert "README.md" not in hub.repositories["me/run"]
        assert main([*asked, "--resume"]) == 0
        assert "record/evaluation.json" in hub.repositories["me/run"]
        evaluated = (out / "evaluation.json").stat().st_mtime_ns
        assert main([*asked, "--resume"]) == 0
    assert (out / "evaluation.json").stat().st_mtime_ns == evaluated


@pytest.mark.parametrize(
    ("preset", "thrown_away"), [("it_triage", True), ("it_triage_pocket", False)]
)
def test_what_shared_prompts_are_handed_on_by_is_kept_on_a_gpu(preset, thrown_away, tmp_path):
    told = grpo_config(
        read_preset(preset), "name", tmp_path, trackio=False, on_gpu=True, dtype=torch.float32
    )
    assert told.gradient_checkpointing is thrown_away


UNSHARED = {"share_prompts": "false"}
ONE_TURN_BY_VLLM = UNSHARED | {"vllm": "colocate"}


@pytest.mark.parametrize(
    ("changes", "on_gpu", "dtype", "told"),
    [
        ({}, True, torch.bfloat16, None),
        (UNSHARED, True, torch.bfloat16, "gain_rate: .* set share_prompts=true, or gain_rate=0"),
        (UNSHARED, True, torch.float16, "gain_rate: .* set share_prompts=true, or gain_rate=0"),
        (UNSHARED | {"gain_rate": 0}, True, torch.bfloat16, None),
        (ONE_TURN_BY_VLLM, True, torch.bfloat16, None),
        (UNSHARED, False, torch.float32, None),
        ({}, False, torch.bfloat16, "gain_rate: .* on a CPU: set gain_rate=0"),
    ],
)
def test_a_gain_is_trained_only_where_it_fits_the_precision_of_the_weights(
    changes, on_gpu, dtype, told
):
    """It is trained in float32; `generate` of transformers and PEFT does not cast between them."""
    preset = read_preset("exec_assist_pocket", changes)
    if told is None:
        return check_gain(preset, on_gpu, dtype)
    with pytest.raises(CommandError, match=told):
        check_gain(preset, on_gpu, dtype)


def test_where_a_gain_does_not_fit_no_settings_are_made(tmp_path):
    with pytest.raises(CommandError, match="gain_rate: "):
        grpo_config(
            read_preset("exec_assist_pocket"), "name", tmp_path, False, False, torch.bfloat16
        )


def test_a_run_that_breaks_stops_and_says_why(bases, tmp_path, capsys):
    changes = [*SMALL, "learning_rate=1e30", "warmup_steps=0", "max_grad_norm=1e30"]
    out = tmp_path / "run"
    asked = command("exec_assist_pocket", bases["exec_assist"], out, "--steps", "9")
    sets = [part for one in changes for part in ("--set", one)]
    assert main([*asked, *sets]) == 3
    last = json.loads((out / "health.jsonl").read_text().splitlines()[-1])
    assert last["kind"] == "fatal"
    assert len(read_steps(out)) == last["step"] < 9
    assert "fatal: " in capsys.readouterr().err
    assert not (out / "adapter").exists()
    health = Health(4)
    again = [event.as_json() for step in read_steps(out) for event in health.step(step)]
    assert again[-1] == last


def test_asked_to_it_logs_to_trackio_as_well(bases, tmp_path):
    asked = command("exec_assist_pocket", bases["exec_assist"], tmp_path / "run", changes=SMALL)
    env = {"TRACKIO_DIR": str(tmp_path / "trackio"), "HF_HUB_OFFLINE": "1"}
    process = in_a_process([*asked, "--steps", "2", "--trackio"], env=env)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    with closing(sqlite3.connect(tmp_path / "trackio" / "rewarddesk.db")) as logged:
        rows = [json.loads(row[0]) for row in logged.execute("select metrics from metrics")]
    rewards = [row["train/reward"] for row in rows if "train/reward" in row]
    told = [step["reward"] for step in read_steps(tmp_path / "run")]
    assert rewards == pytest.approx(told, abs=1e-5)


# -- what is wrong ---


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (["lerning_rate=1"], "unknown key 'lerning_rate'; did you mean 'learning_rate'?"),
        (
            ["base=assets/models/none"],
            "no base in assets/models/none: python -m training.warm_start",
        ),
        ([f"base_sha256={'f' * 64}"], "is not the one expected: its hash is"),
        (["max_completion_length=4000"], "is too long: its prompt has"),
        (["reward=nothere:pay", "base=assets/models/none"], "reward: nothere:pay cannot be"),
    ],
)
def test_what_is_wrong_ends_it_with_a_message(changes, told, bases, tmp_path, capsys):
    asked = command("exec_assist_pocket", bases["exec_assist"], tmp_path / "run", changes=changes)
    assert main(asked) == 1
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
    assert not (tmp_path / "run").exists()


def test_a_damaged_base_is_found_before_it_is_trained(bases, tmp_path, capsys):
    base = taught(tmp_path / "base", "exec_assist")
    weights = base / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    assert main(command("exec_assist_pocket", base, tmp_path / "run")) == 1
    assert "is not the one expected" in capsys.readouterr().err
    (base / "base.json").unlink()
    assert main(command("exec_assist_pocket", base, tmp_path / "run")) == 1
    assert f"--set base_sha256={base_hash(base)}" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_base_with_other_settings_is_another_base(bases, tmp_path, capsys):
    base = Path(shutil.copytree(bases["exec_assist"], tmp_path / "base"))
    told = json.loads((base / "config.json").read_text())
    (base / "config.json").write_text(json.dumps(told | {"rms_norm_eps": 0.5}))
    assert main(command("exec_assist_pocket", base, tmp_path / "run")) == 1
    assert "is not the one expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("config.json", []),
        ("config.json", {"model_type": "qwen2", "hidden_size": "big"}),
        ("config.json", {"model_type": "qwen2", "num_attention_heads": 0}),
        ("config.json", {"model_type": "none", "auto_map": {"AutoConfig": "own.Own"}}),
        ("tokenizer.json", {"a": 1}),
    ],
)
def test_a_base_of_odd_files_is_told_of_and_none_of_its_code_is_run(
    name, told, bases, tmp_path, capsys
):
    base = Path(shutil.copytree(bases["exec_assist"], tmp_path / "base"))
    (base / name).write_text(json.dumps(told))
    (base / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Own: ...\n")
    write_hashes(base, base)
    assert main(command("exec_assist_pocket", base, tmp_path / "run")) == 1
    assert f"error: cannot load {base}" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()
    assert not (tmp_path / "run").exists()


def cut(path):
    path.write_bytes(path.read_bytes()[:-100])


def files_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(bases, tmp_path_factory):
    """A run with checkpoints of steps 2 and 3."""
    out, changes = tmp_path_factory.mktemp("made"), [*SMALL, "save_every=1"]
    base = bases["exec_assist"]
    asked = command("exec_assist_pocket", base, out, "--steps", "3", changes=changes)
    assert main(asked) == 0
    return out


@pytest.fixture
def three_steps(made, bases, tmp_path):
    """A copy of that run, and the command that made it."""
    out = Path(shutil.copytree(made, tmp_path / "run"))
    changes = [*SMALL, "save_every=1"]
    return out, command("exec_assist_pocket", bases["exec_assist"], out, changes=changes)


def test_a_damaged_checkpoint_is_not_gone_on_from_and_is_kept_until_it_is_passed(
    three_steps, capsys
):
    out, asked = three_steps
    checkpoints = out / "checkpoints"
    (checkpoints / "checkpoint-x").mkdir()
    optimizer = checkpoints / "checkpoint-3" / "optimizer.pt"
    cut(optimizer)
    left = optimizer.read_bytes()
    assert last_checkpoint(checkpoints) == (checkpoints / "checkpoint-2", 2)
    assert optimizer.read_bytes() == left

    assert main([*asked, "--steps", "3", "--resume", "--set", "micro_batch=4"]) == 1
    assert optimizer.read_bytes() == left, "a run that does not go on changes nothing"
    capsys.readouterr()
    assert main([*asked, "--steps", "3", "--resume"]) == 0
    told = capsys.readouterr().err
    assert "going on from step 2. checkpoint-3: optimizer.pt damaged." in told
    assert "kept as damaged-3-1" in told
    assert [one["step"] for one in read_steps(out)] == [1, 2, 3]
    assert last_checkpoint(checkpoints) == (checkpoints / "checkpoint-3", 3)
    assert not list(checkpoints.glob("damaged-*")), "step 3 was reached again"


def test_where_every_checkpoint_is_damaged_all_stays_as_it_was(three_steps, capsys):
    out, asked = three_steps
    cut(out / "checkpoints" / "checkpoint-2" / "trainer_state.json")
    cut(out / "checkpoints" / "checkpoint-3" / "optimizer.pt")
    before = files_of(out)
    assert main([*asked, "--steps", "3", "--resume"]) == 1
    told = capsys.readouterr().err
    assert "checkpoint-2: trainer_state.json damaged; checkpoint-3: optimizer.pt damaged" in told
    assert "or begin anew with another --out" in told
    assert "Traceback" not in told
    assert files_of(out) == before


def test_a_record_without_its_checkpoints_is_not_begun_again(three_steps, capsys):
    """As that of a run that is shipped."""
    out, asked = three_steps
    shutil.rmtree(out / "checkpoints")
    before = files_of(out)
    assert main([*asked, "--steps", "3", "--resume"]) == 1
    assert "has 3 steps on record and no checkpoint in checkpoints" in capsys.readouterr().err
    assert files_of(out) == before


def test_no_token_and_no_repository(bases, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "none"))
    asked = command("exec_assist_pocket", bases["exec_assist"], tmp_path / "run")
    assert main([*asked, "--push-to", "me/mine"]) == 1
    assert "set HF_TOKEN, or run `hf auth login`" in capsys.readouterr().err
    assert main([*asked, "--push-to", "mine"]) == 1
    assert "OWNER/NAME was expected" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.fixture
def full_disk():
    """No file may grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_nothing_half_written(bases, tmp_path, full_disk, capsys):
    out = tmp_path / "run"
    changes = [*SMALL, "save_every=2"]
    asked = command(
        "exec_assist_pocket", bases["exec_assist"], out, "--steps", "4", changes=changes
    )
    assert main(asked) == 1
    told = capsys.readouterr().err
    assert "make room, then go on with --resume" in told
    assert "Traceback" not in told
    assert [one["step"] for one in read_steps(out)] == [1, 2]
    left = {path.name for path in out.rglob("*") if path.is_file()}
    assert left <= {"config.json", "steps.jsonl", "health.jsonl", ".gitignore", "README.md"}


# -- the order of prompts ---


def test_the_schedule_is_of_the_train_split_mixed_and_repeats():
    preset = read_preset("it_triage", {"steps": 100, "spare_prompts": 1})
    order = schedule(preset)
    assert len(order) == 200
    assert sorted(set(order[:50])) == sorted(set(order)) == sorted(order[50:100])
    assert order[:50] != order[50:100]
    assert {name.split("/")[1] for name in order[:50]} == {"easy", "medium", "hard"}
    assert schedule(preset) == order
    longer = schedule(preset.model_copy(update={"steps": 170}))
    assert longer[:200] == order  # a run that is made longer goes on in its order
    assert schedule(preset.model_copy(update={"seed": 1})) != order


@pytest.mark.parametrize(
    ("flat", "wanted", "kept"),
    [
        ([False, True, False], 2, [0, 2]),
        ([True, True, False], 2, [0, 2]),
        ([False, False, False], 2, [0, 1]),
        ([True, True, True], 2, [0, 1]),
        ([True, False], 2, [0, 1]),
        ([True, True, True, False, False], 4, [0, 1, 3, 4]),
    ],
)
def test_flat_groups_are_set_aside_while_there_are_others(flat, wanted, kept):
    assert select_groups(flat, wanted) == kept


@pytest.mark.parametrize(
    ("paid", "flat"),
    [
        ([[1.0, 0.5], [0.5, 1.0]], True),
        ([[1.0, 0.5], [1.0, 0.6]], False),
        ([[NAN, 1.0], [0.5, 0.5]], True),
        ([[NAN, NAN], [1.0, 1.0], [1.0, 1.0]], True),
        ([[NAN, NAN], [1.0, 1.0], [0.0, 1.0]], False),
        ([[NAN, NAN], [1.0, 1.0]], True),
        ([[NAN, NAN], [NAN, NAN]], True),
        ([[0.0, 0.0], [1.0, NAN]], False),
    ],
)
def test_a_group_is_flat_if_all_that_is_scored_in_it_scores_the_same(paid, flat):
    other = [[float(n), 0.0] for n in range(len(paid))]
    assert flat_groups(torch.tensor([*paid, *other]), len(paid)) == [flat, False]


GIVEN: set[str] = set()
"""The names of all that a reward was given."""


def by_seed(completions, scenario, **others):
    """Pays as many as the case's seed, whatever is answered."""
    GIVEN.update(others, ("completions", "scenario"))
    return [float(name.split("/")[2]) for name in scenario]


def test_groups_that_are_flat_in_a_batch_that_varies_count_as_flat(bases, tmp_path):
    """Where TRL divides by the spread of the batch, it logs whether that is 0."""
    changes = [*SMALL, "steps=1", "scale_rewards=batch", f"reward={__name__}:by_seed"]
    asked = command("exec_assist_pocket", bases["exec_assist"], tmp_path / "run", changes=changes)
    assert main(asked) == 0
    [step] = read_steps(tmp_path / "run")
    assert step["reward_std"] > 0
    assert (step["zero_variance"], step["flat_learned"]) == (1.0, 1.0)
    documented = set(re.findall(r"\w+", rewards.__doc__))
    assert GIVEN - documented == set(), "training/rl/rewards.py says what a reward is given"


def test_a_run_on_a_case_file_holds_a_share_of_it_out(bases, tmp_path, capsys):
    cases = [load("it_triage").scenario(seed, "easy", "train") for seed in range(6)]
    file = tmp_path / "cases.jsonl"
    write_cases(file, cases)
    changes = [*SMALL, "steps=2", "share_prompts=false", "held_out=0.34"]
    run = command("it_triage_pocket", bases["it_triage"], tmp_path / "run", changes=changes)
    assert main([*run, "--cases", str(file)]) == 0
    held = read_cases(tmp_path / "run" / HELD_OUT, "it_triage")
    assert len(held) == 2
    used = {row["scenario"] for row in read_completions(tmp_path / "run") if not row.get("probe")}
    assert used
    assert all(get_scenario(name) in cases and get_scenario(name) not in held for name in used)
    assert main([*run, "--cases", str(tmp_path / "no #1: é.jsonl"), "--set", "seed=1"]) == 1
    assert "no #1: é.jsonl cannot be read" in capsys.readouterr().err


def test_prompts_are_those_of_the_desk(bases):
    tokenizer = AutoTokenizer.from_pretrained(bases["exec_assist"])
    name = "exec_assist/easy/3"
    messages = prompt_builder(tokenizer, 4_096, 100)(name)
    assert [one["role"] for one in messages] == ["system", "user"]
    assert get_scenario(name).truth.topic.split()[0].lower() in messages[1]["content"].lower()
