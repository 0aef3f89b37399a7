"""The pretrained model: found by its hash alone, made ready once, whole or not at all."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.training.pretrained_model import needs_pretrained
from training.models import pretrained
from training.models.base import BaseError
from training.models.pretrained import FOLDER_ENV, SOURCES, find_weights, model_folder

NAME = "HuggingFaceTB/SmolLM2-135M-Instruct"
SOURCE = SOURCES[NAME]


@pytest.fixture
def nowhere(monkeypatch, tmp_path) -> Path:
    """A machine without the package, the Hub or anything kept; a folder of models on it."""
    monkeypatch.setattr(pretrained, "find_spec", lambda name: None)
    monkeypatch.setattr(pretrained, "CACHE", tmp_path / "ready")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setenv(FOLDER_ENV, str(tmp_path / "models"))
    (tmp_path / "models").mkdir()
    return tmp_path / "models"


def test_without_the_file_a_message_says_what_to_do(nowhere):
    with pytest.raises(
        BaseError, match=rf"no {SOURCE.file} here: `make` installs it.*{FOLDER_ENV}"
    ):
        model_folder(NAME)


def test_another_file_of_that_name_is_named_and_not_read(nowhere):
    (nowhere / SOURCE.file).write_bytes(b"GGUF" + bytes(1000))
    with pytest.raises(BaseError, match=r"models/.* is another file of that name"):
        model_folder(NAME)


@needs_pretrained
def test_it_is_taken_from_the_folder_that_is_named(nowhere, monkeypatch):
    monkeypatch.undo()
    kept = find_weights(SOURCE)
    monkeypatch.setattr(pretrained, "find_spec", lambda name: None)
    monkeypatch.setenv(FOLDER_ENV, str(nowhere))
    (nowhere / SOURCE.file).symlink_to(kept)
    assert find_weights(SOURCE) == nowhere / SOURCE.file


@needs_pretrained
def test_what_is_not_read_whole_is_not_kept(nowhere, monkeypatch, tmp_path):
    monkeypatch.setattr(pretrained, "SOURCES", {NAME: SOURCE})
    cut = nowhere / SOURCE.file
    cut.write_bytes(b"GGUF" + bytes(100))
    monkeypatch.setattr(pretrained, "file_hash", lambda path: SOURCE.sha256)
    with pytest.raises(BaseError, match=f"cannot read {cut}"):
        model_folder(NAME)
    assert list((tmp_path / "ready").iterdir()) == []


def test_the_second_of_two_that_convert_it_at_once_takes_what_the_first_made(nowhere, monkeypatch):
    import transformers

    ready = nowhere / "ready"

    class Model(SimpleNamespace):
        def __init__(self, config):
            super().__init__(config=config)

        def save_pretrained(self, folder):
            for made in (folder, ready):  # the first is done before the second is
                made.mkdir(exist_ok=True)
                (made / "model.safetensors").write_text(made.name)

        def to(self, dtype):
            return self

        state_dict = load_state_dict = lambda *_: {}

    tokenizer = SimpleNamespace(save_pretrained=lambda folder: None)
    read = {"AutoTokenizer": tokenizer, "AutoModelForCausalLM": Model(Model({}))}
    read["AutoModelForCausalLM"].config.quantization_config = {}
    for kind, made in read.items():
        reader = SimpleNamespace(from_pretrained=lambda *_, made=made, **__: made)
        monkeypatch.setattr(transformers, kind, reader)
    pretrained._make(nowhere / SOURCE.file, ready)
    assert (ready / "model.safetensors").read_text() == "ready"
    assert list(nowhere.iterdir()) == [ready]


@needs_pretrained
def test_it_reads_and_writes_english():
    from training.models.loading import load_model

    ready = model_folder(NAME)
    model, tokenizer = load_model(str(ready))
    ids = tokenizer("The capital of France is", return_tensors="pt")
    wrote = model.generate(**ids, max_new_tokens=3, do_sample=False)
    assert "Paris" in tokenizer.decode(wrote[0])
