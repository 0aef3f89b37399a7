"""The warm start: what is demonstrated is right, and packed so that each text stands alone."""

import json
import re
from itertools import count

import pytest

from desks import load
from desks.exec_assist import cast
from tests.training.pretrained_model import is_at_hand
from training.common.console import CommandError
from training.models.policies import MAX_AFTER_WORKSHEET, Scripted
from training.models.policy import MODELS
from training.models.pretrained import MODEL, model_folder
from training.sft import own_answers
from training.sft.curriculum import TAUGHT, Curriculum
from training.sft.demonstrations import READERS, Demonstration, demonstrations, pack
from training.sft.worksheets import copied, with_worksheet
from training.teach import CHAT_TEMPLATE

DESKS = ("exec_assist", "it_triage")


@pytest.fixture(scope="module")
def tokenizer():
    if not is_at_hand():
        pytest.skip("make installs the pretrained model")
    from training.models.loading import load_tokenizer

    found = load_tokenizer(str(model_folder(MODEL)))
    found.chat_template = CHAT_TEMPLATE
    return found


@pytest.mark.parametrize("desk", DESKS)
def test_demonstrations_are_of_the_train_split_and_in_the_number_asked_for(desk):
    found = list(demonstrations(Curriculum(desk=desk, examples=30, drills=0, reading_cases=0)))
    assert len(found) == 30
    assert all(one.texts[0][1].startswith("<think>\n") for one in found)
    seen = [one.prompt[1]["content"] for one in found]
    assert len(set(seen)) == 30
    ours = [
        load(desk).scenario(100_000 + n, tier, "train", "all")
        for n, tier in enumerate(("easy", "medium", "medium", "hard"))
    ]
    assert {load(desk).prompt(s)[-1]["content"] for s in ours} <= set(seen)


def test_each_desk_that_is_taught_has_cases_that_were_written_freely():
    assert sorted(READERS) == TAUGHT


def test_drills_and_reading_cases_come_first_and_are_emails_alone():
    few = {"examples": 8, "drills": 5, "series_drills": 3, "reading_cases": 4}
    found = list(demonstrations(Curriculum(desk="exec_assist", **few)))
    assert [len(one.prompt) for one in found] == [1] * 8 + [2] * 12
    of_series = ["every second" in one.prompt[0]["content"] for one in found[:8]]
    assert of_series == [False] * 5 + [True] * 3
    for one in found[8:12]:
        assert re.match("here|theirs|asked: nothing", one.texts[0][1].splitlines()[-1])
        assert " e1 " not in one.prompt[1]["content"]
    assert len(list(demonstrations(Curriculum(desk="it_triage", **few)))) == 8
    mixed = list(demonstrations(Curriculum(desk="exec_assist", mixed=True, **few)))
    assert mixed != found
    assert sorted(map(str, mixed)) == sorted(map(str, found))


def test_disguised_demonstrations_can_be_read_off_their_prompt():
    found = list(demonstrations(Curriculum(desk="it_triage", examples=60, disguised=True)))
    assert len(found) == 60
    for one in found:
        [(_, text)] = one.texts
        assert text.endswith("}<|im_end|>")
        answer = json.loads(text.partition("</think>\n")[2].removesuffix("<|im_end|>"))
        shown = one.prompt[1]["content"]
        assert all(f"[{cited}]" in shown for cited in answer["citations"])
        if len(answer["citations"]) == 1:
            assert answer["resolution"] in shown


def test_disguised_emails_keep_their_form_and_lose_their_names():
    told = Curriculum(desk="exec_assist", drills=0, reading_cases=20, examples=20, disguised=True)
    found = list(demonstrations(told))
    shown = [re.search(r"^From: (\w+)", one.prompt[1]["content"], re.M)[1] for one in found]
    assert 10 < sum(name.lower() not in cast.words() for name in shown) < 35
    for one in found[20:]:
        action = json.loads(one.texts[0][1].partition("</think>\n")[2].removesuffix("<|im_end|>"))
        assert one.prompt[1]["content"].split()[1] in action["email_reply"]
        if action["meeting_details"]:
            assert action["meeting_details"]["title"].lower() in one.prompt[1]["content"].lower()


@pytest.mark.parametrize("desk", DESKS)
def test_a_curriculum_repeats_and_another_seed_is_another_order(desk):
    few = {"desk": desk, "examples": 12, "drills": 3, "reading_cases": 2}
    once, again = (list(demonstrations(Curriculum(**few))) for _ in range(2))
    assert once == again
    assert once != list(demonstrations(Curriculum(**few, seed=1)))


def test_each_tier_is_shown_with_each_situation():
    told = {"desk": "it_triage", "disguised": True, "examples": 6}
    rare = {"tiers": ("hard",), "situations": ("two_articles", "single_article")}
    shown = list(demonstrations(Curriculum(**told, **rare)))
    answers = [json.loads(one.texts[0][1].split("</think>\n")[1][:-10]) for one in shown]
    assert sorted(len(one["citations"]) for one in answers) == [1, 1, 1, 2, 2, 2]
    assert len({one.prompt[1]["content"] for one in shown}) == 6
    both = {"tiers": ("easy", "hard"), "situations": ("single_article", "no_article_other_sign")}
    shown = demonstrations(Curriculum(**told | {"examples": 4}, **both))
    answers = [json.loads(one.texts[0][1].split("</think>\n")[1][:-10]) for one in shown]
    assert sorted(one["escalate"] for one in answers) == [False, False, True, True]


def test_a_situation_that_a_tier_does_not_have_is_named():
    told = Curriculum(desk="it_triage", tiers=("easy",), situations=("two_articles",), examples=1)
    with pytest.raises(
        CommandError, match="it_triage has too few easy cases of 'two_articles' for 1 examples"
    ):
        list(demonstrations(told))


def test_how_sure_a_demonstration_is_says_nothing_of_the_case():
    sure = {"true": set(), "false": set()}
    for one in demonstrations(Curriculum(desk="it_triage", examples=460)):
        found = re.search(r'"confidence": ([\d.]+), "escalate": (\w+)', one.texts[0][1])
        sure[found[2]].add(found[1])
    assert len(sure["true"]) == len(sure["false"]) == 11


def test_a_models_own_answers_are_kept_and_learned_with_another_confidence(
    tokenizer, tmp_path, monkeypatch
):
    desk, asked = load("it_triage"), count()

    def answered(s):
        """The right answer to every other case."""
        text = f"<think>\nKB-1, fits: so it says\n</think>\n{desk.oracle(s)}"
        return text if next(asked) % 2 else text.replace('"resolution": "', '"resolution": "No. ')

    monkeypatch.setattr(own_answers, "load_policy", lambda *_: Scripted("its", desk, answered))
    few = {"examples": 0, "self_assessed": 4, "tiers": ("easy",), "adapter": "somewhere"}
    course, file = Curriculum(desk="it_triage", **few), tmp_path / "own.jsonl"
    shown = [text for one in demonstrations(course, file) for text in one.texts]
    kept = [text for line in file.read_text().splitlines() for text in json.loads(line)]
    number = re.compile(r'(?<="confidence": )[\d.]+|\nsure: [\d.]+')
    bare = {number.sub("", text) for text in kept}
    assert {given == "" for given, _ in shown} == {True, False}, "right ones and wrong ones"
    for given, learned in shown:
        if not given:
            assert number.sub("", learned.removesuffix("<|im_end|>")) in bare
            continue
        assert re.fullmatch(r"\d{1,2}", learned)
        assert any(text.startswith(given.removesuffix("\nsure: 0.")) for text in kept)
        before, after = (tokenizer(part)["input_ids"] for part in (given, learned))
        whole = tokenizer(f"{given}{learned}\n</think>")["input_ids"]
        assert whole[: len(before + after)] == before + after
    again = demonstrations(course.model_copy(update={"passes": 3}), file)
    assert len([text for one in again for text in one.texts]) == 3 * len(shown)
    file.write_text('["{}"]\n' * 4)
    assert not list(demonstrations(course, file)), "nothing of what is kept is right"


def test_own_answers_are_not_left_out_for_want_of_a_file():
    course = Curriculum(desk="it_triage", examples=0, self_assessed=1, adapter="somewhere")
    with pytest.raises(ValueError, match="a file to keep"):
        list(demonstrations(course))


def test_hardly_any_right_answer_is_longer_than_a_model_may_write(tokenizer):
    desk = load("exec_assist")
    cases = [desk.scenario(seed, "hard", "train", "all") for seed in range(600_000, 600_060)]
    longer = [
        len(tokenizer(with_worksheet(s, copied(s)))["input_ids"]) > MAX_AFTER_WORKSHEET
        for s in cases
    ]
    assert sum(longer) <= 0.03 * len(longer)


def test_each_text_of_a_pack_sees_the_prompt_and_itself(tokenizer):
    prompt = load("it_triage").prompt(load("it_triage").scenario(0, "easy", "train"))
    one = Demonstration(prompt, [("", "first answer<|im_end|>"), ("given:\n", "second")])
    row = pack(one, tokenizer)
    begin, *lengths = row["segments"]
    assert len(row["ids"]) == len(row["places"]) == begin + sum(lengths)
    assert row["places"] == [*range(begin + lengths[0]), *range(begin, begin + lengths[1])]
    assert tokenizer.decode(row["labels"]) == "first answer<|im_end|>second"
    assert tokenizer.decode(row["ids"][:begin]).endswith("<|im_start|>assistant\n")
    assert row["weights"] == [1.0] * len(row["labels"])
    for label, source in zip(row["labels"], row["sources"], strict=True):
        if source + 1 not in (begin, len(row["ids"])) and source + 1 != begin + lengths[0]:
            assert row["ids"][source + 1] == label


def test_each_text_of_a_pack_can_weigh_the_same(tokenizer):
    texts = [("", "a text of some length<|im_end|>"), ("sure: 0.", "7")]
    row = pack(Demonstration([{"role": "user", "content": "?"}], texts, per_text=True), tokenizer)
    *words, digit = row["weights"]
    assert sum(words) == pytest.approx(digit)
    assert sum(words) + digit == pytest.approx(len(row["labels"]))


@pytest.mark.slow
def test_a_step_lowers_the_loss_and_leaves_an_adapter_that_answers(tmp_path, tokenizer):
    from training.models.policies import load_policy
    from training.teach import teach

    few = {"examples": 1, "drills": 0, "reading_cases": 0}
    teach(Curriculum(desk="it_triage", learning_rate=3e-3, **few), tmp_path / "out")
    [told] = json.loads((tmp_path / "out" / "courses.json").read_text())
    assert told["course"]["examples"] == 1
    desk = load("it_triage")
    policy = load_policy(f"folder:{tmp_path / 'out'}", desk, 4)
    assert policy.complete([desk.prompt(desk.scenario(0, "easy", "eval"))], False, 0)


def test_resuming_without_a_checkpoint_begins_anew(tmp_path, tokenizer, monkeypatch):
    from trl import SFTTrainer

    from training.teach import teach

    class BegunError(Exception):
        """Raised where training would begin, from the checkpoint in its arguments."""

    def train(self, resume_from_checkpoint):
        raise BegunError(resume_from_checkpoint)

    monkeypatch.setattr(SFTTrainer, "train", train)
    few = Curriculum(desk="it_triage", examples=1, drills=0, reading_cases=0)
    with pytest.raises(BegunError) as first:
        teach(few, tmp_path, resume=True)
    checkpoint = tmp_path / "checkpoints" / "checkpoint-50"
    checkpoint.mkdir()
    with pytest.raises(BegunError) as second:
        teach(few, tmp_path, resume=True)
    assert (first.value.args, second.value.args) == ((None,), (str(checkpoint),))


@pytest.mark.slow
def test_the_courses_of_an_adapter_are_repeated_one_after_another(tmp_path, tokenizer, capsys):
    from training.teach import main

    few = {"desk": "it_triage", "drills": 0, "reading_cases": 0, "examples": 1, "lora_rank": 2}
    rows = [
        {"course": few | {"adapter": adapter, "seed": seed}}
        for seed, adapter in enumerate(["", "elsewhere"])
    ]
    record, out = tmp_path / "courses.json", tmp_path / "out"
    record.write_text(json.dumps(rows))
    assert main(["--again", str(record), "--out", str(out)]) == 0
    first, second = (
        json.loads((at / "courses.json").read_text()) for at in (out / "course_1", out)
    )
    assert [one["course"]["adapter"] for one in second] == ["", str(out / "course_1")]
    assert [one["course"]["seed"] for one in second] == [0, 1]
    assert second[:1] == first
    (out / "courses.json").unlink()
    before = (out / "course_1" / "adapter_model.safetensors").stat().st_mtime_ns
    assert main(["--again", str(record), "--out", str(out), "--resume"]) == 0
    assert (out / "course_1" / "adapter_model.safetensors").stat().st_mtime_ns == before
    assert (out / "courses.json").exists()


@pytest.mark.slow
def test_a_course_goes_on_from_what_grpo_made_and_can_be_repeated_from_there(tmp_path, tokenizer):
    from training.teach import again, teach

    few = {"drills": 0, "reading_cases": 0, "examples": 1, "lora_rank": 2}
    trained, out = tmp_path / "trained", tmp_path / "out"
    teach(Curriculum(desk="it_triage", **few), trained)
    (trained / "courses.json").unlink()  # as GRPO leaves it
    teach(Curriculum(desk="it_triage", adapter=str(trained), seed=1, **few), out)
    [one] = json.loads((out / "courses.json").read_text())
    assert one["course"]["adapter"] == str(trained)
    again(out / "courses.json", tmp_path / "repeated")
    weights = [
        (at / "adapter_model.safetensors").read_bytes() for at in (out, tmp_path / "repeated")
    ]
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[{}]", "course"),
        ('[{"course": {"desk": "sales"}}]', "sales"),
        ("{", "Invalid JSON"),
        ("[]", "at least 1 item"),
    ],
)
def test_a_record_without_courses_is_refused(tmp_path, capsys, text, told):
    from training.teach import main

    (tmp_path / "courses.json").write_text(text)
    asked = ["--again", str(tmp_path / "courses.json"), "--out", str(tmp_path / "out")]
    assert main(asked) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"error: {tmp_path / 'courses.json'}: ")
    assert told in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("desk", ["exec_assist", "it_triage", "it_triage_tools"])
def test_the_record_of_a_shipped_adapter_can_be_repeated(desk, tmp_path, monkeypatch):
    from training import teach

    asked = []
    monkeypatch.setattr(teach, "teach", lambda course, out, resume: asked.append((course, out)))
    teach.again(MODELS / desk / "pretrained" / "warm" / "courses.json", tmp_path)
    assert asked[-1][1] == tmp_path
    assert [one.adapter for one, _ in asked] == ["", *(str(at) for _, at in asked[:-1])]
    assert asked[-1][0].desk == desk


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--examples", "-1"], "error: examples: Input should be greater than or equal to 0"),
        (["--freely-written"], "error: freely_written: only among disguised cases"),
        (["--self-assessed", "3"], "error: self_assessed: an adapter of it_triage was expected"),
    ],
)
def test_a_setting_that_is_wrong_is_named(tmp_path, capsys, asked, told):
    from training.teach import main

    with pytest.raises(SystemExit):
        main(["--desk", "it_triage", *asked, "--out", str(tmp_path)])
    assert told in capsys.readouterr().err


def test_again_takes_its_settings_from_the_record_alone(tmp_path, capsys):
    from training.teach import main

    with pytest.raises(SystemExit):
        main(["--again", "courses.json", "--examples", "3", "--out", str(tmp_path)])
    assert "only --out and --resume" in capsys.readouterr().err
