"""Hashes beside an adapter: its base's, and its own."""

import json
import shutil
from pathlib import Path

import pytest
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

from desks import load
from training.models.base import BaseError, check_base, write_hashes
from training.models.policies import load_policy
from training.models.policy import PolicyError
from training.rl.adapter import save
from training.runs.record import EVALUATIONS

ROOT = Path(__file__).parents[3]
BASE = ROOT / "assets" / "models" / "exec_assist" / "base"
ADAPTERS = sorted([*ROOT.glob("assets/models/*/trained"), *ROOT.glob("assets/runs/*/adapter")])


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    copy = Path(shutil.copytree(BASE.with_name("trained"), tmp_path / "adapter"))
    write_hashes(copy, BASE)
    check_base(copy, BASE)
    return copy


def flip(path: Path) -> None:
    """Change one bit of a weight in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def change(path: Path, **settings: object) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | settings))


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: flip(folder / "adapter_model.safetensors"),
        lambda folder: change(folder / "adapter_config.json", lora_alpha=64),
    ],
    ids=["a weight", "a setting"],
)
def test_an_adapter_that_was_changed_is_refused(adapter, damage):
    damage(adapter)
    with pytest.raises(PolicyError, match=r"is not the adapter that was trained: base\.json names"):
        load_policy(f"folder:{adapter}", load("exec_assist"))


@pytest.mark.parametrize("name", ["adapter_model.safetensors", "adapter_config.json"])
def test_an_adapter_without_a_file_is_refused(adapter, name):
    (adapter / name).unlink()
    with pytest.raises(BaseError, match=f"no adapter in .*{name}"):
        check_base(adapter, BASE)


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000, "\x00"])
@pytest.mark.parametrize("kind", ["folder", "pretrained"])
def test_settings_that_are_no_object_are_refused(adapter, kind, text):
    (adapter / "adapter_config.json").write_text(text)
    (adapter / "base.json").unlink()
    with pytest.raises(PolicyError, match=r"no adapter in .*adapter_config\.json"):
        load_policy(f"{kind}:{adapter}", load("exec_assist"))


@pytest.mark.parametrize("text", ["[]", "{}", "[" * 100_000, '"sha256"', "\x00"])
def test_what_is_no_object_with_a_hash_is_refused(adapter, text):
    (adapter / "base.json").write_text(text)
    with pytest.raises(BaseError, match='a JSON object with "sha256" was expected'):
        check_base(adapter, BASE)


def test_a_base_may_lie_elsewhere_and_an_older_adapter_names_no_hash_of_its_own(adapter):
    change(adapter / "adapter_config.json", base_model_name_or_path="/elsewhere")
    check_base(adapter, BASE)
    told = json.loads((adapter / "base.json").read_text())
    del told["adapter_sha256"]
    (adapter / "base.json").write_text(json.dumps(told))
    check_base(adapter, BASE)


def test_a_new_adapter_takes_away_what_was_said_of_the_old_one(tmp_path):
    old = ("evaluation.json", "greedy.json", "voices.json", "paraphrases.json")
    assert set(old) == set(EVALUATIONS)
    for name in old:
        (tmp_path / name).write_text("{}")
    base = AutoModelForCausalLM.from_pretrained(BASE)
    model = PeftModel.from_pretrained(base, BASE.with_name("trained"))
    save(model, AutoTokenizer.from_pretrained(BASE), tmp_path, BASE)
    assert [path.name for path in tmp_path.iterdir()] == ["adapter"]


@pytest.mark.parametrize("folder", ADAPTERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_adapter_that_is_shipped_names_its_hash(folder):
    told = json.loads((folder / "base.json").read_text())
    assert set(told) == {"sha256", "adapter_sha256"}
