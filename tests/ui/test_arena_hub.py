"""Models of the Hub that mean harm, played in the Arena as any visitor may: none holds it up.

The Hub is a stand-in on this machine; what a visit asks and loads is the page's own.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BertConfig, BertLMHeadModel

from desks import load
from tests.tiny_model import save_tiny
from tests.training.hub_stand_in import StandIn, stand_in
from tests.ui.hub_visits import Forks, forks
from training.models.guests.guest import Process
from training.models.language_model import from_fetched
from training.models.policies import MAX_NEW_TOKENS, policy_from_model

pytestmark = pytest.mark.slow

PATIENCE = 300
"""Seconds for a visit on a busy machine: three processes, and a prompt may take ten to read."""
MUCH = 2_500_000_000
"""Bytes of a process: torch and transformers alone have some 0.5e9."""


@pytest.fixture(scope="module")
def hub() -> Iterator[StandIn]:
    with stand_in() as found:
        yield found


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def adapter(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("adapter")
    torch.manual_seed(5)
    config = LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    get_peft_model(AutoModelForCausalLM.from_pretrained(tiny), config).save_pretrained(folder)
    return folder


class Visit(NamedTuple):
    """What came of a visitor's model: its texts or why it was refused, and the bytes it took."""

    told: dict

    @property
    def refused(self) -> str:
        return self.told.get("refused", "")


@pytest.fixture(scope="module")
def visitors(hub: StandIn, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """Makes processes in which everything is imported, with this Hub as theirs."""
    environment = os.environ | {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(tmp_path_factory.mktemp("hf")),
        "HF_HUB_OFFLINE": "0",
        "HF_TOKEN": "hf_of_the_owner",
    }
    with forks(environment) as found:
        yield found


@pytest.fixture
def visit(hub: StandIn, visitors: Forks) -> Callable[..., Visit]:
    """Lets a visitor name a model: repositories by name, each the files of a folder."""

    def visited(spec: str, *told: str, **folders: Path) -> Visit:
        for name, folder in folders.items():
            files = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
            hub.repositories[f"they/{name}"] = files
        return Visit(visitors.ask([spec, *told], PATIENCE))

    return visited


def changed(tiny: Path, folder: Path, file: str, content: bytes | dict) -> Path:
    """A copy of a model with one file that says something else, or these things beside."""
    copy = shutil.copytree(tiny, folder / "changed")
    if isinstance(content, dict):
        content = json.dumps(json.loads((copy / file).read_bytes()) | content).encode()
    (copy / file).write_bytes(content)
    return copy


# --- what means no harm ---


class Played(NamedTuple):
    """What a model wrote, and what the Hub was asked for, by whose leave."""

    told: dict
    asked: list[tuple[str, str, str]]
    tokens: set[str | None]


BESIDE = {"pytorch_model.bin": b"pickled", "modeling.py": b"boom()", "onnx/model.bin": b"x"}


@pytest.fixture(scope="module")
def played(hub: StandIn, visitors: Forks, tiny: Path) -> Played:
    """A visit with a good model, in whose repository there is more."""
    files = {one.name: one.read_bytes() for one in tiny.iterdir() if one.is_file()}
    hub.repositories["they/more"] = files | BESIDE
    hub.asked.clear()
    hub.tokens.clear()
    told = visitors.ask(["hub:they/more", "again", "afresh"], PATIENCE)
    return Played(told, list(hub.asked), set(hub.tokens))


def test_a_model_of_the_hub_writes_what_it_writes_here(played, tiny):
    desk = load("exec_assist")
    here = policy_from_model("here", desk, *from_fetched(tiny), MAX_NEW_TOKENS)
    prompt = desk.prompt(desk.scenario(0, "easy", "eval"))
    texts = list(here.stream(prompt, sample=True, seed=3))
    assert played.told["texts"] == played.told["again"] == texts
    assert played.told["together"] == [texts[-1]] * 2


def test_an_adapter_of_the_hub_is_put_on_its_base(visit, played, tiny, adapter):
    spec = "hub:they/good+they/adapter"
    found = visit(spec, "afresh", good=tiny, adapter=adapter).told["texts"]
    assert found[-1] != played.told["texts"][-1]


def test_what_is_loaded_is_the_commit_that_was_checked_and_nothing_beside(hub, played):
    assert {revision for _, revision, _ in played.asked} == {hub.sha("they/more")}
    assert not {path for _, _, path in played.asked} & set(BESIDE)


def test_nobody_uses_the_token_of_this_machine(played):
    assert played.tokens == {None}


# --- what takes time ---

LOOPS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


def test_a_chat_template_that_never_ends_is_ended(visit, tiny, tmp_path):
    found = visit(
        "hub:they/loops",
        "hurried",
        "afresh",
        loops=changed(tiny, tmp_path, "chat_template.jinja", LOOPS.encode()),
    )
    assert "to read the prompt takes it over 2 s" in found.refused


def test_a_pattern_of_a_tokenizer_that_runs_wild_is_ended(visit, tiny, tmp_path):
    told = json.loads((tiny / "tokenizer.json").read_bytes())
    wild = {"type": "Replace", "pattern": {"Regex": "x*x*[yz]"}, "content": ""}
    folder = changed(tiny, tmp_path, "tokenizer.json", told | {"normalizer": wild})
    (folder / "chat_template.jinja").write_text("{{ 'x' * 4000 }} y")
    found = visit("hub:they/wild", "hurried", wild=folder)
    assert "to read the prompt takes it over 2 s" in found.refused


def test_an_adapter_whose_pattern_runs_wild_is_ended(visit, tiny, adapter, tmp_path):
    wild = changed(adapter, tmp_path, "adapter_config.json", {"target_modules": "(.+)+" * 9 + "!"})
    found = visit("hub:they/good+they/wild", "hurried", good=tiny, wild=wild)
    assert "to load takes it over 5 s" in found.refused


# --- what is nobody's business ---

SECRET = "a-secret-of-the-owner"


@pytest.fixture
def spy(tmp_path: Path) -> Path:
    """A model that writes its vocabulary, whose first line is a secret, and nothing else."""
    (tmp_path / "secrets").write_text(f"{SECRET}\n" + "\n".join(f"w{n}" for n in range(49)))
    sizes = {"hidden_size": 16, "intermediate_size": 16, "vocab_size": 64, "num_hidden_layers": 1}
    more = {"num_attention_heads": 2, "max_position_embeddings": 20_000, "is_decoder": True}
    ends = {"eos_token_id": 40, "bos_token_id": 40, "pad_token_id": 40}
    model = BertLMHeadModel(BertConfig(**sizes, **more, **ends))
    with torch.no_grad():
        for one in model.parameters():
            one.zero_()
        model.cls.predictions.bias.fill_(-40)
        model.cls.predictions.bias[0] = 0.7
        model.cls.predictions.bias[40] = 0
    model.save_pretrained(tmp_path / "spy")
    told = {"tokenizer_class": "BertTokenizer", "chat_template": "[CLS][CLS]"}
    told |= {"vocab": str(tmp_path / "secrets"), "do_lower_case": False}
    (tmp_path / "spy" / "tokenizer_config.json").write_text(json.dumps(told))
    return tmp_path / "spy"


@pytest.mark.parametrize("beside", [False, True])
def test_a_tokenizer_that_names_a_file_of_this_machine_gets_none(visit, tiny, spy, beside):
    if beside:
        shutil.copy(tiny / "tokenizer.json", spy)
    found = visit("hub:they/spy", spy=spy)
    assert SECRET not in json.dumps(found.told)
    assert beside or "no tokenizer.json" in found.refused


def test_its_process_is_told_no_secret(monkeypatch):
    monkeypatch.setenv("HF_TOKEN", SECRET)
    monkeypatch.setenv("A_SECRET", SECRET)
    guest = Process("hub:they/good", "exec_assist", [Path("/nowhere")], 8)
    try:
        told = ""
        deadline = time.monotonic() + 10
        while not told and time.monotonic() < deadline:  # a process is there before its environment
            told = Path(f"/proc/{guest.pid}/environ").read_bytes().decode()
        assert SECRET not in told
        assert "PATH=" in told
    finally:
        guest.end()


def test_its_process_knows_a_desk_from_elsewhere(monkeypatch, tiny):
    monkeypatch.setenv("REWARDDESK_DESKS", "examples.expense_claims")
    guest = Process("hub:they/good", "expense_claims", [tiny], 8)
    asked = {"prompts": [[{"role": "user", "content": "The taxi was 40."}]], "sample": False}
    try:
        texts = [*guest.ask(asked | {"seed": 0, "streamed": False})]
        assert any(text is not None for text in texts)
    finally:
        guest.end()


# --- what takes memory ---

LARGE = {
    "hidden_size": 65_536,
    "intermediate_size": 262_144,
    "vocab_size": 10_000_000,
    "num_attention_heads": 512,
    "num_key_value_heads": 512,
}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (LARGE, "by its configuration"),
        ({"num_hidden_layers": 1_000_000, "layer_types": None}, "1,000,000 layers"),
        ({"vocab_size": 10_000_000}, "by its configuration"),
    ],
)
def test_a_configuration_beyond_its_files_is_refused_before_there_is_memory(
    visit, tiny, tmp_path, said, why
):
    found = visit("hub:they/large", large=changed(tiny, tmp_path, "config.json", said))
    assert why in found.refused
    assert str(tmp_path) not in found.refused
    assert found.told["bytes"] < MUCH / 3


@pytest.mark.parametrize("template", ["{{ 'a' * 10**9 }}", "{{ 'a' * 10**7 }}"])
def test_a_chat_template_that_makes_much_text_is_refused(visit, tiny, tmp_path, template):
    folder = changed(tiny, tmp_path, "chat_template.jinja", template.encode())
    found = visit("hub:they/wordy", wordy=folder)
    assert "more memory" in found.refused or "the chat template makes" in found.refused
    assert found.told["bytes"] < MUCH


@pytest.mark.parametrize(
    ("said", "why"),
    [({"r": 10**9}, "rank"), ({"r": 4, "peft_type": "PROMPT_TUNING"}, "plain LoRA")],
)
def test_an_adapter_larger_than_its_files_is_refused(visit, tiny, adapter, tmp_path, said, why):
    large = changed(adapter, tmp_path, "adapter_config.json", said)
    found = visit("hub:they/good+they/large", good=tiny, large=large)
    assert why in found.refused
    assert found.told["bytes"] < MUCH / 3


@pytest.mark.parametrize("file", ["tokenizer.json", "config.json", "chat_template.jinja"])
def test_a_file_that_is_too_large_is_not_fetched(visit, hub, tiny, tmp_path, file):
    large = changed(tiny, tmp_path, file, b" " * 70_000_000)
    hub.asked.clear()
    found = visit("hub:they/heavy", heavy=large)
    assert f"{file} has 70,000,000 bytes" in found.refused
    assert hub.asked == []
