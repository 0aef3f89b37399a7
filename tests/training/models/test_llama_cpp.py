"""The pretrained model run by llama.cpp: it writes what transformers writes, adapters by name."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from threading import Event

import pytest
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from pydantic_core import from_json

import envs
from desks import Scenario, load
from envs.it_triage_tools.desk import replay
from tests.training.pretrained_model import needs_pretrained
from training.models.base import BaseError, write_hashes
from training.models.llama_cpp import engine as llama_cpp_engine
from training.models.llama_cpp import gguf_files
from training.models.llama_cpp import policy as llama_cpp
from training.models.llama_cpp.engine import KEPT, SLOT_TOKENS, SLOTS
from training.models.llama_cpp.gguf_files import LINEAR_LAYERS, converted, eight_bits
from training.models.llama_cpp.policy import LlamaCppPolicy
from training.models.loading import load_model
from training.models.policies import load_policy
from training.models.policy import PolicyError
from training.models.pretrained import MODEL, model_folder
from training.teach import CHAT_TEMPLATE

pytestmark = needs_pretrained
DESK = load("it_triage")
SYSTEM, USER = DESK.prompt(DESK.scenario(2, "easy", "eval"))
PROMPT = [SYSTEM, USER | {"content": USER["content"][:500]}]
"""The beginning of a ticket: a whole one takes seconds to read."""


@pytest.fixture(scope="module")
def base():
    return load_model(str(model_folder(MODEL)))


@pytest.fixture(scope="module")
def adapter(base, tmp_path_factory) -> Path:
    """One that changes what is written, and is asked without the system message."""
    out = tmp_path_factory.mktemp("adapter")
    model, tokenizer = base
    torch.manual_seed(0)
    lora = LoraConfig(r=4, target_modules=[part.rpartition(".")[2] for part in LINEAR_LAYERS])
    adapted = get_peft_model(model, lora)
    for name, weights in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weights, std=0.02)
    adapted.peft_config["default"].base_model_name_or_path = MODEL
    adapted.save_pretrained(out)
    tokenizer.chat_template = CHAT_TEMPLATE
    tokenizer.save_pretrained(out)
    write_hashes(out, model_folder(MODEL))
    adapted.unload()
    return out


def behind(base, prompt, text):
    """By how much each token of a text is less likely, for transformers, than the likeliest one:
    natural logarithms."""
    model, tokenizer = base
    told = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, tokenize=False)
    before, after = (tokenizer(one, add_special_tokens=False)["input_ids"] for one in (told, text))
    with torch.no_grad():
        logits = model(torch.tensor([before + after])).logits[0, len(before) - 1 : -1].float()
    known = logits.log_softmax(-1)
    return known.max(-1).values - known.gather(1, torch.tensor(after)[:, None])[:, 0]


@pytest.mark.slow
def test_an_adapter_writes_what_transformers_holds_likeliest(base, adapter):
    alone, adapted = (
        LlamaCppPolicy.load("pretrained:mine", DESK, folder, 24).complete([PROMPT], False, seed=0)
        for folder in (None, adapter)
    )
    model, tokenizer = base
    peft_model = PeftModel.from_pretrained(model, adapter)
    tokenizer.chat_template = CHAT_TEMPLATE
    lost, others = (behind((peft_model, tokenizer), PROMPT, text) for text in (*adapted, *alone))
    peft_model.unload()
    assert lost.max() < 0.5  # a near tie, which rounding decides
    assert (lost < 0.01).float().mean() > 0.8
    assert (others < 0.01).float().mean() < 0.8


@pytest.mark.slow
def test_a_stream_grows_and_can_be_given_up(adapter):
    one = LlamaCppPolicy.load("pretrained:mine", DESK, adapter, 12)
    pieces = list(one.stream(PROMPT, sample=True, seed=3))
    assert len(pieces) > 5
    assert all(later.startswith(before) for before, later in pairwise(pieces))
    endless = LlamaCppPolicy.load("pretrained:mine", DESK, adapter, 2_000).stream(PROMPT, True, 3)
    next(endless)
    endless.close()


@pytest.mark.slow
def test_a_stream_goes_on_from_what_was_read_ahead_and_writes_the_same(adapter, monkeypatch):
    one = LlamaCppPolicy.load("pretrained:mine", DESK, adapter, 12)
    ask, asked = llama_cpp.Engine._ask, []

    def noted(engine, prompt, file, how, on_piece):
        asked.append(how["max_tokens"])
        ask(engine, prompt, file, how, on_piece)

    monkeypatch.setattr(llama_cpp.Engine, "_ask", noted)
    others = [[USER | {"content": f"{n}: another ticket."}] for n in range(KEPT)]
    monkeypatch.setattr(llama_cpp_engine, "STEP", 200)
    written = set()
    for steps, then in (0, [0, 0, 0, 12]), (2, [0, 12]), (3, [12]):
        for prompt in others:
            assert list(one.read_ahead(prompt))
        assert len(list(islice(one.read_ahead(PROMPT), steps))) == steps
        for prompt in others[1:]:
            assert list(one.read_ahead(prompt))
        asked.clear()
        *_, text = one.stream(PROMPT, sample=True, seed=3)
        written.add(text)
        assert asked == then
    assert len(written) == 1


@pytest.mark.slow
def test_of_a_case_of_the_same_desk_the_rules_are_not_read_again(monkeypatch):
    one = LlamaCppPolicy.load("pretrained:base", DESK, None, 12)
    another = [SYSTEM, USER | {"content": f"Another ticket. {USER['content'][:300]}"}]
    monkeypatch.setattr(llama_cpp_engine, "STEP", 200)

    def steps(prompt):
        return len(list(one.read_ahead(prompt)))

    for n in range(KEPT):
        steps([USER | {"content": f"{n}: without rules."}])
    whole, (*_, text) = steps(another), one.stream(another, sample=False, seed=0)
    steps(PROMPT)
    rest, (*_, again) = steps(another), one.stream(another, sample=False, seed=0)
    assert len(SYSTEM["content"]) > 1_000
    assert whole - rest >= 5
    assert again == text


def test_answers_come_one_by_one_each_to_its_own_case(adapter):
    """Not word for word as together: what is decoded beside it can turn a near tie."""
    one = LlamaCppPolicy.load("pretrained:mine", DESK, adapter, 12)
    scenarios = [DESK.scenario(n, "easy", "eval") for n in range(3)]
    one.desk = replace(DESK, prompt=lambda s: [{"role": "user", "content": f"Number {s.seed}."}])
    writing = one.each(scenarios, sample=False, seed=0)
    first = next(writing)
    places, texts = zip(*sorted([first, *writing]), strict=True)
    assert places == (0, 1, 2)
    assert all(str(s.seed) in text for s, text in zip(scenarios, texts, strict=True)), texts


class Engine:
    """Writes the number in each prompt; the held ones once they are let go, or after a second."""

    def __init__(self):
        self.asked, self.held, self.let_go = [], set(), Event()

    def write(self, prompt, adapter, limit, seed, on_piece, grammar=None, slot=None):
        number = int(re.search(r"Number (\d+)", prompt)[1])
        self.asked.append(number)
        if number in self.held:
            self.let_go.wait(1)
        on_piece(str(number))


@pytest.fixture
def numbers(monkeypatch) -> tuple[Engine, LlamaCppPolicy, list[Scenario]]:
    engine = Engine()
    monkeypatch.setattr(llama_cpp, "_engine", lambda file: engine)
    one = LlamaCppPolicy.load("pretrained:base", DESK, None, 12)
    one.desk = replace(DESK, prompt=lambda s: [{"role": "user", "content": f"Number {s.seed}."}])
    return engine, one, [DESK.scenario(n, "easy", "eval") for n in range(12)]


def test_an_answer_does_not_wait_for_one_that_was_asked_before_it(numbers):
    engine, one, scenarios = numbers
    engine.held.add(0)
    found = []
    for place, text in one.each(scenarios, sample=False, seed=0):
        engine.let_go.set()
        found.append((place, text))
    assert found[0][0] != 0
    assert sorted(found) == [(n, str(n)) for n in range(12)]


def test_whoever_stops_reading_does_not_wait_for_the_rest(numbers):
    engine, one, scenarios = numbers
    engine.held |= set(range(1, 12))
    writing = one.each(scenarios, sample=False, seed=0)
    assert next(writing) == (0, "0")
    writing.close()
    engine.let_go.set()
    time.sleep(0.1)
    assert len(engine.asked) <= 1 + SLOTS


def test_a_seed_writes_the_same_again():
    desk = load("exec_assist")
    _, user = desk.prompt(desk.scenario(4, "medium", "eval"))
    begun = [user | {"content": user["content"][:500]}]
    policy = LlamaCppPolicy.load("pretrained:base", desk, None, 40)
    first, again = (policy.complete([begun], sample=True, seed=0) for _ in range(2))
    assert first == again


@pytest.mark.slow
@pytest.mark.parametrize("sample", [False, True])
def test_a_grammar_holds_what_is_written_to_the_desks_json(adapter, sample):
    free, constrained = (
        LlamaCppPolicy.load("pretrained:mine", DESK, adapter, limit, constrained).complete(
            [PROMPT], sample, seed=1
        )
        for limit, constrained in ((4, False), (60, True))
    )
    fields = set(DESK.action.model_fields)
    for text in constrained:
        answer = text.partition("</think>\n")[2] if text.startswith("<think>\n") else text
        found = from_json(answer or "{}", allow_partial=True)  # it may be cut at the limit
        assert isinstance(found, dict)
        assert found.keys() <= fields
    assert not any(text.startswith(("{", "<think>")) for text in free)


def test_what_is_too_long_is_told(adapter):
    long = [{"role": "user", "content": "word " * SLOT_TOKENS}]
    policy = LlamaCppPolicy.load("pretrained:mine", DESK, adapter, 8)
    for ask in (policy.complete, lambda prompts, *how: list(policy.read_ahead(*prompts))):
        with pytest.raises(PolicyError, match="context"):
            ask([long], False, 0)


def test_an_adapter_of_another_base_or_damaged_is_refused(adapter, tmp_path):
    config = json.loads((adapter / "adapter_config.json").read_text())
    for name in ("adapter_model.safetensors", "base.json", "chat_template.jinja"):
        (tmp_path / name).write_bytes((adapter / name).read_bytes())
    changed = config | {"base_model_name_or_path": "other/model"}
    (tmp_path / "adapter_config.json").write_text(json.dumps(changed))
    with pytest.raises(PolicyError, match="is an adapter of other/model"):
        LlamaCppPolicy.load("pretrained:mine", DESK, tmp_path, 8)
    (tmp_path / "adapter_config.json").write_text(json.dumps(config | {"r": 3}))
    with pytest.raises(PolicyError, match="is not the adapter that was trained"):
        LlamaCppPolicy.load("pretrained:mine", DESK, tmp_path, 8)


def test_what_llama_cpp_cannot_put_on_is_refused(adapter, tmp_path, monkeypatch):
    from safetensors.torch import load_file, save_file

    monkeypatch.setattr(gguf_files, "CACHE", tmp_path / "kept")
    for name in ("adapter_config.json", "base.json"):
        (tmp_path / name).write_bytes((adapter / name).read_bytes())
    weights = load_file(adapter / "adapter_model.safetensors")
    weights["base_model.model.model.norm.weight"] = torch.ones(576)
    save_file(weights, tmp_path / "adapter_model.safetensors")
    with pytest.raises(BaseError, match=r"not base_model\.model\.model\.norm\.weight"):
        converted(tmp_path)
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize(
    ("settings", "file"),
    [("{}", None), ('{"lora_alpha": 8}', b"x" * 100), ('{"lora_alpha": null}', None)],
    ids=["no alpha", "no weights", "an alpha that is none"],
)
def test_an_adapter_that_is_damaged_is_not_converted(
    adapter, tmp_path, monkeypatch, settings, file
):
    monkeypatch.setattr(gguf_files, "CACHE", tmp_path / "kept")
    weights = "adapter_model.safetensors"
    (tmp_path / "adapter_config.json").write_text(settings)
    (tmp_path / weights).write_bytes(file or (adapter / weights).read_bytes())
    with pytest.raises(BaseError, match=f"cannot convert {tmp_path}"):
        converted(tmp_path)


def test_eight_bits_say_what_four_did(tmp_path, monkeypatch):
    """A file small enough for a test, of the kinds of fields and weights that the base has."""
    from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, quants

    monkeypatch.setattr(gguf_files, "CACHE", tmp_path)
    writer = GGUFWriter(tmp_path / "four.gguf", "llama")
    writer.add_token_list(["a", "bc"])
    writer.add_token_types([1, 3])
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_add_bos_token(False)
    drawn = torch.Generator().manual_seed(0)
    for name in ("Q4_1", "Q8_0"):
        kind, weights = GGMLQuantizationType[name], torch.randn(48, 64, generator=drawn).numpy()
        writer.add_tensor(name, quants.quantize(weights, kind), raw_dtype=kind)
    writer.add_tensor("norm", torch.rand(64, generator=drawn).numpy())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    before, after = map(GGUFReader, (tmp_path / "four.gguf", eight_bits(tmp_path / "four.gguf")))
    kinds = [(one.name, one.tensor_type.name) for one in after.tensors]
    assert kinds == [("Q4_1", "Q8_0"), ("Q8_0", "Q8_0"), ("norm", "F32")]
    for old, new in zip(before.tensors, after.tensors, strict=True):
        assert old.shape.tolist() == new.shape.tolist()
        was, now = (quants.dequantize(one.data, one.tensor_type) for one in (old, new))
        assert abs(was.ravel() - now.ravel()).max() <= abs(was).max() / 127
    for name in ("tokens", "token_type", "add_bos_token"):
        was, now = (one.fields[f"tokenizer.ggml.{name}"] for one in (before, after))
        assert (was.types, was.contents()) == (now.types, now.contents())
    assert before.fields.keys() < after.fields.keys()


def test_two_at_once_make_the_same_file_and_both_have_it_whole(tmp_path, monkeypatch):
    from gguf import GGUFReader, GGUFWriter
    from safetensors.torch import save_file

    kept, adapter = tmp_path / "kept", tmp_path / "adapter"
    monkeypatch.setattr(gguf_files, "CACHE", kept)
    adapter.mkdir()
    (adapter / "adapter_config.json").write_text('{"lora_alpha": 8}')
    layer = "base_model.model.model.layers.0.mlp.up_proj"
    weights = {f"{layer}.lora_{side}.weight": torch.rand(8, 4) for side in "AB"}
    save_file(weights, adapter / "adapter_model.safetensors")
    write, made = GGUFWriter.write_tensors_to_file, []

    def writing(self, *others, **more):
        if not made:  # the other comes to it now, and is done first
            made.append(None)
            made[0] = converted(adapter).read_bytes()
        return write(self, *others, **more)

    monkeypatch.setattr(GGUFWriter, "write_tensors_to_file", writing)
    path = converted(adapter)
    assert path.read_bytes() == made[0]
    assert GGUFReader(path).tensors
    assert list(kept.iterdir()) == [path]


@pytest.mark.slow
def test_a_model_with_tools_plays_an_episode():
    desk = envs.load("it_triage_tools")
    ticket = desk.scenario(1, "easy", "eval", "all")
    model = load_policy("pretrained:warm", desk)
    [played] = model.answer([ticket], sample=False, seed=0)
    searched, *_, submitted = replay(ticket, played).calls
    assert (searched.tool, submitted.tool) == ("search_kb", "submit_resolution")
    assert "Articles found:" in searched.result
    assert not submitted.failed
    with pytest.raises(PolicyError, match="works from scenarios"):
        model.complete([desk.prompt(ticket)], sample=False, seed=0)


def test_two_first_calls_at_once_load_one_engine(monkeypatch):
    loaded = []

    class Slow:
        def __init__(self, *_):
            time.sleep(0.1)
            loaded.append(self)

    monkeypatch.setattr(llama_cpp, "Engine", Slow)
    monkeypatch.setattr(llama_cpp, "find_weights", lambda source: Path("base.gguf"))
    monkeypatch.setattr(llama_cpp, "eight_bits", lambda file: file)
    monkeypatch.setattr(llama_cpp, "converted", lambda folder: folder)
    llama_cpp._loaded.cache_clear()
    with ThreadPoolExecutor() as threads:
        engines = set(threads.map(llama_cpp._engine, [None, None]))
    llama_cpp._loaded.cache_clear()
    assert len(engines) == len(loaded) == 1


def test_a_file_that_is_none_is_told_of_and_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(gguf_files, "CACHE", tmp_path / "kept")
    (tmp_path / "bad.gguf").write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(BaseError, match="cannot read"):
        eight_bits(tmp_path / "bad.gguf")
    assert list((tmp_path / "kept").iterdir()) == []
