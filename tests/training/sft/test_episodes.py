"""Episodes that a pretrained model is shown: they find what they need, are right, and are written
as the chat template and the trainer write them."""

import json

import pytest

from desks import TIERS
from envs import grade, load
from tests.training.pretrained_model import needs_pretrained
from training.models.pretrained import MODEL, model_folder
from training.models.tool_calls import END_OF_TURN, parse_turn, result_tokens, with_response_schema
from training.sft.curriculum import Curriculum
from training.sft.demonstrations import demonstrations
from training.sft.episodes import turns
from training.teach import CHAT_TEMPLATE

DESK = load("it_triage_tools")
CASES = [DESK.scenario(seed, tier, "train", "all") for tier in TIERS for seed in range(20)]
CALL = {"open": "<tool_call>\n", "close": f"\n</tool_call>{END_OF_TURN}"}


def calls(texts):
    """The calls of an episode's turns."""
    for _, told in texts:
        made = told.partition(CALL["open"])[2]
        assert made.endswith(CALL["close"])
        yield json.loads(made.removesuffix(CALL["close"]))


@pytest.mark.parametrize("tier", TIERS)
def test_nearly_every_ticket_has_an_episode_and_it_is_right(tier):
    found = [(s, turns(s, 1.0)) for s in CASES if s.tier == tier]
    played = [(s, texts) for s, texts in found if texts]
    assert len(played) >= 0.9 * len(found)
    for s, (texts, _) in played:
        made = [{"tool": one["name"], "arguments": one["arguments"]} for one in calls(texts)]
        assert grade(s, json.dumps({"calls": made})).correct


def test_a_query_is_in_the_tickets_own_words():
    for s in CASES:
        for one in calls((turns(s, 1.0) or ([],))[0]):
            if one["name"] == "search_kb":
                assert one["arguments"]["query"] in f"{s.ticket.subject}\n{s.ticket.body}"


def test_a_disguised_episode_keeps_its_form_and_its_answer_is_in_what_was_found():
    few = Curriculum(desk="it_triage_tools", examples=40, disguised=True)
    for one in demonstrations(few):
        *searches, submitted = calls(one.texts)
        assert all(call["name"] == "search_kb" for call in searches)
        assert submitted["name"] == "submit_resolution"
        found, answer = one.texts[-1][0], submitted["arguments"]
        told = one.prompt[-1]["content"]
        assert all(call["arguments"]["query"] in told for call in searches)
        assert all(f"[{cited}]" in found for cited in answer["citations"])
        if len(answer["citations"]) == 1:
            assert json.dumps(answer["resolution"])[1:-1] in json.dumps(found, ensure_ascii=True)


@needs_pretrained
def test_an_episode_is_written_as_the_template_and_the_trainer_write_it():
    from training.models.loading import load_tokenizer

    tokenizer = load_tokenizer(str(model_folder(MODEL)))
    tokenizer.chat_template = CHAT_TEMPLATE
    with_response_schema(tokenizer)
    prompt = DESK.prompt(CASES[0])
    [(_, search), (given, submitted)], _ = turns(CASES[0], 0.7)
    first, last = calls([("", search), (given, submitted)])

    def ids(text):
        return tokenizer(text, add_special_tokens=False)["input_ids"]

    begun = tokenizer.apply_chat_template(prompt, add_generation_prompt=True, tokenize=False)
    read = parse_turn(tokenizer, ids(begun), ids(search))
    assert [one["function"] for one in read["tool_calls"]] == [first]
    result = given.removeprefix(f"{search}\n<|im_start|>user\n").partition(END_OF_TURN)[0]
    told = {"role": "tool", "name": "search_kb", "content": result}
    assert tokenizer.decode(result_tokens(tokenizer, [told])) == given.removeprefix(search)
    whole = [*prompt, {"role": "assistant", "content": "", "tool_calls": [{"function": first}]}]
    rendered = tokenizer.apply_chat_template(
        [*whole, told], add_generation_prompt=True, tokenize=False
    )
    assert rendered == begun + given
    read = parse_turn(tokenizer, ids(begun + given), ids(submitted))
    assert [one["function"] for one in read["tool_calls"]] == [last]
    assert read["content"].startswith("<think>\n")


def test_a_course_with_tools_teaches_each_turn():
    found = list(demonstrations(Curriculum(desk="it_triage_tools", examples=12)))
    assert len(found) >= 10
    for one in found:
        assert [told.endswith(END_OF_TURN) for _, told in one.texts] == [True] * len(one.texts)
        assert len(one.texts) >= 2
