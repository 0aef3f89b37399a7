"""Presets: those there are, and everything that is wrong with others."""

from dataclasses import replace

import pytest

from desks import DESKS, load
from training.rl.presets import PresetError, names, read_preset

REPORTED = {
    # what the two reports tell of their runs
    "exec_assist": {"learning_rate": 1e-6, "generations": 8, "beta": 0.1, "steps": 3 * 90},
    "exec_assist_collapse": {"learning_rate": 5e-6, "generations": 4, "beta": 0.0, "steps": 45},
    "it_triage": {"steps": 200, "generations": 8, "loss_type": "dr_grpo", "scenarios": 50},
    "it_triage_tools": {"steps": 200, "generations": 8, "loss_type": "dr_grpo"},
}
OURS = ("exec_assist_lora",)
"""For a GPU, with settings of our own."""
SMOL = ("exec_assist_smol", "it_triage_smol", "it_triage_tools_smol")
"""A pretrained model after its warm start."""
POCKET = (
    "exec_assist_pocket",
    "exec_assist_pocket_as_reported",
    "exec_assist_pocket_collapse",
    "it_triage_pocket",
    "it_triage_pocket_as_reported",
    *(f"it_triage_pocket_as_reported_{one}" for one in ("calibration", "citations", "parsimony")),
    "it_triage_tools_pocket",
)


def test_the_presets_there_are():
    assert set(names()) == {*REPORTED, *OURS, *POCKET, *SMOL}
    for name in names():
        preset = read_preset(name)
        assert name.startswith(preset.desk)
        assert ("/models/" in preset.base) == (name in POCKET)
        assert bool(preset.adapter) == (name in SMOL)


@pytest.mark.parametrize("name", REPORTED)
def test_the_reports_own_settings(name):
    told = read_preset(name).model_dump()
    assert {key: told[key] for key in REPORTED[name]} == REPORTED[name]


def test_the_reports_email_run_is_also_there_with_a_rate_for_lora_on_one_gpu():
    changed = {"learning_rate": 2e-5, "schedule": "constant_with_warmup", "warmup_steps": 5}
    changed |= {"beta": 0.0, "prompts": 4, "micro_batch": 16}
    reported = read_preset("exec_assist").model_dump()
    assert read_preset("exec_assist_lora").model_dump() == reported | changed


def test_keys_can_be_set_as_in_the_file():
    preset = read_preset(
        "it_triage_pocket",
        {"learning_rate": "3e-4", "tiers": "[hard]", "base_sha256": "null", "steps": 7}
        | {"seed": "2"},
    )
    assert (preset.learning_rate, preset.tiers, preset.steps, preset.seed) == (3e-4, ["hard"], 7, 2)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lerning_rate": "1e-3"}, r"unknown key 'lerning_rate'; did you mean 'learning_rate'\?"),
        ({"tools": "yes"}, r"unknown key 'tools'; There are desk, base, "),
        ({"steps": "many"}, r"steps: .*valid integer, not 'many'"),
        ({"steps": "1.5"}, r"steps: .*integer, not 1.5"),
        ({"steps": "true"}, r"steps: .*valid integer, not True"),
        ({"steps": "0"}, r"steps: .*greater than or equal to 1, not 0"),
        ({"seed": "-1"}, r"seed: .*greater than or equal to 0, not -1"),
        ({"learning_rate": "0"}, r"learning_rate: .*greater than 0"),
        ({"learning_rate": "fast"}, r"learning_rate: .*valid number, not 'fast'"),
        ({"learning_rate": ".nan"}, r"learning_rate: "),
        ({"learning_rate": ".inf"}, r"learning_rate: "),
        ({"beta": "-0.1"}, r"beta: .*not -0.1"),
        ({"generations": "1"}, r"generations: .*greater than or equal to 2"),
        (
            {"desk": "sales"},
            r"desk: .*no desk 'sales'; there are exec_assist, it_triage, it_triage_tools",
        ),
        ({"tiers": "[easy, ez]"}, r"tiers.1: .*'easy', 'medium' or 'hard', not 'ez'"),
        ({"tiers": "[]"}, r"tiers: .*at least 1 item"),
        ({"counterfactual": "citations"}, r"counterfactual: .*'confidence'"),
        (
            {"counterfactual": "confidence", "reward_weights": "{calibration: 0}"},
            r"counterfactual: .* own weights: set reward_weights=\{\}",
        ),
        (
            {"desk": "exec_assist", "reward_weights": "{}", "counterfactual": "confidence"},
            r"counterfactual: exec_assist has no field 'confidence'",
        ),
        (
            {"desk": "it_triage_tools", "reward_weights": "{}", "disguised": "yes"},
            r"disguised: no names can be invented for it_triage_tools",
        ),
        ({"loss_type": "ppo"}, r"loss_type: .*'dr_grpo'"),
        ({"base": "''"}, r"base: "),
        ({"seed": "99999999999"}, r"seed: .*less than"),
        ({"steps": "1" + "0" * 30}, r"steps: .*less than or equal to"),
        ({"lora_rank": "1" + "0" * 12}, r"lora_rank: .*less than or equal to"),
        ({"tiers": "[easy, easy]"}, r"tiers: each stands once"),
        ({"steps": "2020-13-45"}, r"--set steps: not YAML"),
        ({"steps": "[" * 5_000}, r"--set steps: not YAML"),
        ({"steps": "9" * 6_000}, r"--set steps: not YAML"),
        ({"base": "[" + "long, " * 50_000 + "]"}, r"base: .*\.\.\.\]$"),
        ({"base_sha256": "abc"}, r"base_sha256: .*pattern"),
        ({"micro_batch": "3"}, r"micro_batch: 3 does not divide prompts x generations = 8"),
        ({"scenarios": "1"}, r"scenarios: 1 are fewer than prompts \+ spare_prompts"),
        ({"reward_weights": "{style: 1}"}, r"it_triage has no part 'style'; there are format"),
        ({"reward_weights": "{format: -1}"}, r"reward_weights.format: .*not -1"),
        ({"reward_weights": "{format: 1, format: 2}"}, r"the key 'format' stands twice"),
        ({"reward_weights": "{"}, r"--set reward_weights: not YAML"),
        ({"reward": "the_best"}, r"reward: .*pattern"),
        ({"vllm": "yes"}, r"vllm: .*'colocate' or 'server'"),
        ({"vllm": "colocate", "share_prompts": "true"}, r"share_prompts: with vllm.* set false"),
        ({"vllm": "server", "max_turn_length": 99}, r"max_turn_length: .* set 0"),
        ({"vllm": "colocate", "vllm_server": "http://h:1"}, r"vllm_server: goes with vllm: server"),
        ({"vllm": "server", "vllm_server": "file:///etc"}, r"vllm_server: .*pattern"),
        ({"reward": "os:system; ls"}, r"reward: .*pattern"),
        ({"reward": "<b>.py:pay"}, r"reward: .*pattern"),
        ({"reward": "my rewards:pay"}, r"reward: .*pattern"),
        ({"reward": "as_reported", "reward_weights": "{escalation: 0}"}, r"no part 'escalation'"),
        (
            {"reward": "mine:booked", "reward_weights": "{}", "counterfactual": "confidence"},
            r"graders were expected",
        ),
        ({"reward": "mine:booked", "reward_weights": "{format: 1}"}, r"there are booked"),
        (
            {"desk": "it_triage_tools", "reward_weights": "{}", "reward": "as_reported"},
            r"reward: no report on it_triage_tools was rebuilt",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_was_expected(changes, told):
    with pytest.raises(PresetError, match=told):
        read_preset("it_triage", changes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("desk: it_triage\n", "base is missing"),
        ("- a\n", "keys with values were expected"),
        ("", "keys with values were expected"),
        ("desk: [\n", "not YAML"),
        ("desk: it_triage\ndesk: exec_assist\n", "stands twice"),
        ("desk: !!python/object/apply:os.getcwd []\n", "not YAML"),
    ],
)
def test_a_file_that_is_no_preset(tmp_path, text, told):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(PresetError, match=told):
        read_preset(str(path))


def test_a_desk_may_be_registered_at_any_time(monkeypatch):
    monkeypatch.setitem(DESKS._known, "late", replace(load("it_triage"), name="late"))
    assert read_preset("it_triage_pocket", {"desk": "late", "disguised": "no"}).desk == "late"


def test_a_preset_extends_another_and_a_dump_holds_every_setting(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("extends: it_triage_pocket_as_reported\nsteps: 7\ntiers: [hard]\n")
    changed = {"steps": 7, "tiers": ["hard"]}
    extended = read_preset("it_triage_pocket_as_reported").model_dump()
    assert read_preset(str(path)).model_dump() == extended | changed


@pytest.mark.parametrize("extended", ["mine.yaml", "other.yaml", "[it_triage]", "null", "none"])
def test_a_preset_extends_no_circle(tmp_path, monkeypatch, extended):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(f"extends: {extended}\n")
    (tmp_path / "other.yaml").write_text("extends: mine.yaml\n")
    with pytest.raises(PresetError, match=r"another preset was expected, not|no preset 'none'"):
        read_preset("mine.yaml")


def test_a_preset_that_there_is_not():
    with pytest.raises(PresetError, match="no preset 'mine'; there are exec_assist, "):
        read_preset("mine")
    with pytest.raises(PresetError, match="no preset"):
        read_preset("../../etc/passwd")


def test_a_preset_imports_nothing_of_ones_own():
    changes = {"reward": "no.such.module:reward", "reward_weights": "{}"}
    assert read_preset("it_triage", changes).reward == "no.such.module:reward"


@pytest.mark.parametrize("desk", ["exec_assist", "it_triage"])
def test_twins_differ_in_their_reward_alone(desk):
    sound, twin = (read_preset(f"{desk}_pocket{end}") for end in ("", "_as_reported"))
    assert twin.reward == "as_reported"
    assert twin.model_copy(update={"reward": sound.reward}) == sound
