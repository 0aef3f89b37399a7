"""A pocket model with tools: how it speaks, how it plays, what it is shown, and how it is asked
in other words."""

import json

import pytest
from transformers import AutoTokenizer
from trl.chat_template_utils import is_chat_template_prefix_preserving, supports_tool_calling

import envs
from desks.desk import seeded_rng
from envs.it_triage_tools.desk import parse
from envs.it_triage_tools.policies import POLICIES
from envs.it_triage_tools.schemas import SCHEMAS
from tests.training import taught_model
from training import paraphrases
from training.models.loading import load_model
from training.models.policies import Scripted, load_policy
from training.models.policy import MODELS, PolicyError
from training.models.tool_calls import parse_turn
from training.paraphrases import TELLINGS, reliability, tickets
from training.pocket.demonstrations.it_triage import GOOD, MIXED
from training.pocket.demonstrations.it_triage_tools import SEARCHES, by_sign, conversation
from training.pocket.lessons.it_triage.renaming import renaming
from training.pocket.tool_talk import extend_for_tools, written_spans
from training.warm_start_tools import Episodes, Recipe, main

DESK = envs.load("it_triage_tools")
SINGLE_TURN_DESK = envs.load("it_triage")
BASE = MODELS / "it_triage" / "base"


@pytest.fixture(scope="module")
def speaking():
    """The shipped single-turn base and its tokenizer, taught to speak with tools."""
    return extend_for_tools(*load_model(str(BASE)))


def talk(number=0, tier="medium", shares=GOOD, search=by_sign):
    s = SINGLE_TURN_DESK.scenario(number, tier, "train", "plain")
    rng = seeded_rng("test", number)
    return conversation(rng, s, search, shares, lambda found: str)


def test_what_is_written_is_read_back(speaking):
    _, tokenizer = speaking
    assert supports_tool_calling(tokenizer)
    assert is_chat_template_prefix_preserving(tokenizer)
    said = talk()
    for place, message in enumerate(said):
        if message["role"] != "assistant":
            continue
        before, whole = (
            tokenizer.apply_chat_template(
                said[:n], tools=SCHEMAS, add_generation_prompt=n == place, return_dict=True
            )["input_ids"]
            for n in (place, place + 1)
        )
        assert whole[: len(before)] == before
        read = parse_turn(tokenizer, before, whole[len(before) :])
        assert read.get("tool_calls") == message.get("tool_calls")
        assert read["content"] == message["content"]


def test_it_survives_being_saved(speaking, tmp_path):
    _, tokenizer = speaking
    tokenizer.save_pretrained(tmp_path)
    again = AutoTokenizer.from_pretrained(tmp_path)
    assert again.response_template == tokenizer.response_template
    render = {"tools": SCHEMAS, "tokenize": False}
    assert again.apply_chat_template(talk(), **render) == tokenizer.apply_chat_template(
        talk(), **render
    )


def test_the_tools_stand_in_the_prompt(speaking):
    model, tokenizer = speaking
    text = tokenizer.apply_chat_template(talk()[:1], tools=SCHEMAS, tokenize=False)
    for one in SCHEMAS:
        taken = ", ".join(one["function"]["parameters"]["properties"])
        assert f"{one['function']['name']}({taken})" in text
    assert model.config.vocab_size >= len(tokenizer)


@pytest.mark.parametrize("tier", ["easy", "medium", "hard"])
def test_good_episodes_are_right(tier):
    for number in range(8):
        said = talk(number, tier)
        calls = [one["tool_calls"][0]["function"] for one in said if one.get("tool_calls")]
        told = [{"tool": c["name"], "arguments": c["arguments"]} for c in calls]
        s = DESK.scenario(number, tier, "train", "plain")
        found = envs.grade(s, json.dumps({"calls": told}))
        assert found.correct, found.verdict


def test_the_agents_own_turns_alone_are_learned(speaking):
    _, tokenizer = speaking
    episodes = Episodes(Recipe(), tokenizer)
    for number in (0, 3):
        ids, weights = episodes.row(number, good=True)
        own = tokenizer.decode([i for i, w in zip(ids, weights, strict=True) if w == 1])
        rest = tokenizer.decode([i for i, w in zip(ids, weights, strict=True) if w < 1])
        assert own.startswith("<tool_call>")
        assert "Articles found" in rest
        assert "Articles found" not in own
        assert "tool_call" not in rest


def test_a_prose_ending_is_shown_as_it_stands():
    endings = {talk(n, shares=MIXED)[-1]["content"] for n in range(60)}
    assert "" in endings
    assert any(endings - {""}), "some break off, or say something instead of a call"


def test_searches_differ():
    s = SINGLE_TURN_DESK.scenario(2, "hard", "train", "plain")
    rng = seeded_rng("test")
    found = {search.__name__: search(rng, s) for search in SEARCHES}
    assert found["without"] == []
    assert len({json.dumps(queries) for queries in found.values()}) >= 4


def test_the_eval_split_is_not_demonstrated():
    s = SINGLE_TURN_DESK.scenario(0, "easy", "eval", "plain")
    with pytest.raises(ValueError, match="there to evaluate"):
        conversation(
            seeded_rng("test"), s, by_sign, GOOD, lambda found: renaming(seeded_rng("x"), found)
        )


def test_spans_end_where_a_turn_does(speaking):
    _, tokenizer = speaking
    text = tokenizer.apply_chat_template(talk(), tools=SCHEMAS, tokenize=False)
    spans = written_spans(text)
    assert len(spans) == sum(one["role"] == "assistant" for one in talk())
    assert all(text[start:end].endswith("<|end|>") for start, end in spans)


@pytest.mark.slow
def test_a_base_is_taught_in_a_folder(tmp_path):
    out = tmp_path / "base"
    assert main(["--out", str(out), "--steps", "2", "--good", "1", "--rows", "1"]) == 0
    player = load_policy(f"folder:{out}", DESK, limit=16)
    [text] = player.answer([DESK.scenario(0, "easy", "eval", "plain")], sample=True, seed=0)
    parse(text)


def test_no_base_no_lesson(tmp_path, capsys):
    assert main(["--base", str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "cannot load" in capsys.readouterr().err


# -- playing ---


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    folder = taught_model.taught(tmp_path_factory.mktemp("base"), "it_triage_tools")
    return load_policy(f"folder:{folder}", DESK, limit=24)


@pytest.mark.slow
def test_episodes_do_not_depend_on_their_company(player):
    told = [DESK.scenario(n, "easy", "eval", "plain") for n in range(4)]
    together = player.answer(told, sample=True, seed=3)
    assert together == [player.answer([s], sample=True, seed=3)[0] for s in told]
    assert len({json.dumps(parse(text).model_dump()) for text in together}) > 1
    assert any(parse(text).calls for text in together)
    assert player.answer(told, sample=True, seed=4) != together


def test_a_player_writes_no_completions(player):
    with pytest.raises(PolicyError, match="works from scenarios"):
        player.complete([], True, 0)
    with pytest.raises(PolicyError, match="works from scenarios"):
        player.stream([], True, 0)


def test_a_model_that_knows_no_tools_cannot_play():
    with pytest.raises(PolicyError, match="cannot call tools"):
        load_policy(f"folder:{MODELS / 'exec_assist' / 'base'}", DESK)


# -- in other words ---


def test_each_ticket_is_told_in_four_ways():
    told = tickets(6)
    assert [ways[0].tier for ways in told] == ["easy", "medium", "hard"] * 2
    assert all(len({s.ticket.body for s in ways}) == TELLINGS for ways in told)


def test_pass_1_and_pass_4():
    agents = [Scripted(f"scripted:{n}", DESK, POLICIES[n]) for n in ("honest_searcher", "guesser")]
    agents.append(Scripted("scripted:oracle", DESK, DESK.oracle))
    found = reliability(agents, 12, 0, lambda line: None)["policies"]
    oracle, guesser = found["scripted:oracle"], found["scripted:guesser"]
    assert oracle["pass^1"]["mean"] == oracle["pass^4"]["mean"] == 1.0
    assert guesser["pass^1"]["mean"] == guesser["answered"]["mean"] == 0.0
    assert oracle["valid"]["mean"] == guesser["valid"]["mean"] == 1.0
    honest = found["scripted:honest_searcher"]
    assert 0 < honest["pass^4"]["mean"] <= honest["pass^1"]["mean"] <= 1


def test_of_an_agent_that_calls_nothing_no_share_of_calls_is_told():
    told = reliability([Scripted("silent", DESK, lambda s: "{}")], 2, 0, lambda line: None)
    assert told["policies"]["silent"]["valid"] == {"mean": None, "low": None, "high": None}
    assert paraphrases.report(told).endswith(" | - |")


def test_policies_are_named_or_come_from_a_run(tmp_path, capsys):
    path = tmp_path / "found.json"
    named = ["--policy", "scripted:guesser", "--n", "3"]
    assert paraphrases.main([*named, "--json", str(path)]) == 0
    told = json.loads(path.read_text())
    assert next(iter(told["policies"])) == "scripted:guesser"
    assert told["sample"] is True
    assert set(told["policies"]) == {"scripted:oracle", *(f"scripted:{name}" for name in POLICIES)}
    assert "| guesser |" in capsys.readouterr().out
    assert paraphrases.main([*named, "--greedy", "--json", str(path)]) == 0
    assert json.loads(path.read_text())["sample"] is False
    for slip in (named, [*named, "--run", "f"], ["--run", "f", "--json", str(path)], []):
        with pytest.raises(SystemExit) as stopped:
            paraphrases.main(slip)
        assert stopped.value.code == 2
