"""The Training tab's drawings, of real records and of hostile, damaged and young ones."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import gradio as gr
import pyarrow
import pytest
from pyarrow import parquet

from desks import TIERS
from tests.ui.visits import said
from training.models.policy import TRAINED
from training.runs.record import EVALUATION, GREEDY, STEPS, read_steps
from ui.runs import exports, held_out, scrub
from ui.runs import panels as run_panels
from ui.runs import records as run_records
from ui.runs import tab as runs
from ui.runs.completions import completions
from ui.runs.evaluation import BOTH
from ui.runs.records import RUNS, names, record, sound_sibling

SOUND, COLLAPSED, TWIN, TRIAGE = (
    "exec_assist_pocket",
    "exec_assist_pocket_collapse",
    "exec_assist_pocket_as_reported_seed2",
    "it_triage_pocket",
)
BAD = '"><img src=x onerror="alert(1)">\u202e'
PIECES = 6


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty folder of runs."""
    monkeypatch.setattr(run_records, "RUNS", tmp_path)
    return tmp_path


def copied(folder: Path, name: str = SOUND, to: str = "one") -> Path:
    """A copy of a real record, without its weights."""
    (folder / to).mkdir()
    for path in (RUNS / name).iterdir():
        if path.is_file():
            shutil.copy(path, folder / to / path.name)
    return folder / to


def answers(name: str, rows: list[dict[str, Any]]) -> None:
    parquet.write_table(
        pyarrow.Table.from_pylist(rows), run_records.RUNS / name / "completions.parquet"
    )


def answer(step: int, **changes: Any) -> dict[str, Any]:
    return {
        "step": step,
        "scenario": "exec_assist/easy/3000/disguised",
        "tier": "easy",
        "text": f"answer {step}",
        "total": step / 100,
        "correct": step > 50,
        "parts/scheduling": step / 200,
        "penalties/short_email": -0.05,
        "probe": None,
    } | changes


def probes(*steps: int) -> list[dict[str, Any]]:
    """The probe at those steps: easy climbs, hard stands still."""
    hard = {"tier": "hard", "scenario": "exec_assist/hard/3000/disguised", "total": 0.1}
    return [
        row
        for step in steps
        for row in (
            answer(step, probe=True),
            answer(step, probe=True, text=f"hard {step}", **hard),
        )
    ]


# --- real records ---


def test_every_recorded_run_is_drawn_whole():
    for name in names():
        assert record(name).wrong == ()
        listed, top, control, shown, _, rest = runs.opened(name)
        assert f'data-run="{name}" aria-current="true"' in listed
        assert 'class="held-out"' in top
        assert "best cheat, held out" in top
        assert "reward and referee apart" in top
        assert "data-steps" in control
        assert "<article" in shown
        for title in (
            "What each part pays",
            "How varied the answers are",
            "Length of an answer, in tokens",
        ):
            assert title in rest


def test_runs_have_names_in_words():
    assert record(SOUND).title == "Inbox, seed 0"
    assert record(COLLAPSED).title == "Inbox: the optimiser’s collapse, seed 0"
    assert record(TRIAGE).title == "Help desk, seed 0"
    assert record(TWIN).title == "Inbox, paid by the published grader, seed 2"


def test_greedy_answers_and_the_best_script_stand_beside_what_is_sampled():
    greedy = json.loads((RUNS / SOUND / GREEDY).read_text())["policies"]
    before, after = (greedy[who]["overall"]["correct"]["mean"] for who in ("base", "trained"))
    top = run_panels.top(record(SOUND), "")
    assert f"right in {before:.0%} before, {after:.0%} after" in top
    assert "The best cheat, one that books the time asked for" in top


def test_damaged_greedy_answers_are_told_and_the_rest_is_drawn(folder):
    (copied(folder) / GREEDY).write_text('{"n": "many"}')
    one = record("one")
    assert [why.startswith("greedy.json is damaged") for why in one.wrong] == [True]
    assert one.greedy is None
    assert one.held_out is not None


def test_twins_stand_first_and_collapses_last():
    kinds = [1 - record(one).is_twin + record(one).collapses for one in names()]
    assert kinds == sorted(kinds)
    assert set(kinds) == {0, 1, 2}
    assert names()[0] == "exec_assist_pocket_as_reported_seed2", "the clearest one opens the tab"


def test_the_rate_of_every_penalty_is_drawn_and_a_rubric_without_any_says_so():
    rest = runs.opened(SOUND)[-1]
    rates = rest[rest.index("How often each penalty applies") :].split("</figure>")[0]
    for name in ("short email", "missing details", "generic phrasing", "too long"):
        assert f"<span>{name}</span>" in rates
    assert "no penalties" in runs.opened(TRIAGE)[-1]


def test_a_twin_stands_beside_the_sound_run_of_its_seed_and_tells_what_it_took_up():
    one = record(TWIN)
    assert sound_sibling(one).name == f"{SOUND}_seed2"
    top = run_panels.top(one, "")
    for title in ("Reward", "The score by our grader", "Length of an answer, in tokens"):
        assert len(re.findall(rf"<figcaption>{title}[^<]*: (the sound|this) run", top)) == 2
    assert "! pay outran the work" in top
    assert "says both “decline” and “booked” in 76% of its answers" in top
    least = "Of 4 such runs, alike but for chance, this one ends with the least work done."
    assert least in top
    for other in ("as_reported", "booked"):
        assert "such runs, alike" not in run_panels.top(record(f"{SOUND}_{other}"), "")


def test_a_collapsed_run_stands_beside_the_sound_one_and_tells_what_fired():
    one = record(COLLAPSED)
    assert sound_sibling(one).name == SOUND
    assert sound_sibling(record(SOUND)) is None
    top = run_panels.top(one, "")
    for title in ("Reward", "Distinct actions", "Distance from the base, KL", "Cut off at the"):
        assert len(re.findall(rf"<figcaption>{title}[^<]*: (the sound|this) run", top)) == 2
    assert "the KL weight is 0" in top
    for told in one.run.events:
        assert f"<b>Step {told.step}, {told.signal.replace('_', ' ')}.</b>" in top
    assert "<h3>Warnings, and what usually cures them</h3>" in top


def test_a_collapsed_run_says_in_words_what_happened_and_why():
    top = run_panels.top(record(COLLAPSED), "")
    assert (
        '<p class="lead">Here a pocket model practised on the inbox. At each step it wrote 4 '
        "answers to each of 4 cases, our grader scored them, and answers like the better ones "
        "became likelier. It collapsed. Since step 11 the reward has fallen below its start, from "
        "0.132 to 0.005. Its learning rate was set too high on purpose: it is 5 times that of the "
        "sound run, and nothing holds it to the model that it began as.</p>"
    ) in top


def test_the_settings_are_folded_away_for_engineers():
    top = run_panels.top(record(COLLAPSED), "")
    lead, rest = top.split("</p>", 1)
    folded = rest[: rest.index("</details>")]
    assert folded.startswith('<details class="for-engineers"><summary>For engineers</summary>')
    for technical in ("80 steps of GRPO", "KL weight 0", f"assets/runs/{COLLAPSED}"):
        assert technical in folded
        assert technical not in lead


def test_jargon_is_put_into_words():
    assert "seed 2 is the same training with different luck" in runs.listing(SOUND)
    title = record("exec_assist_pocket_booked").title
    assert title == "Inbox, paid by the homemade reward booked(), seed 0"


def test_no_file_is_named_that_the_page_does_not_offer():
    assert any("completions.parquet" in one.sentence for one in record(TWIN).run.events)
    top = run_panels.top(record(TWIN), "")
    assert "completions.parquet" not in top
    assert "Read its answers, and mend the grader that pays for it" in top


def test_without_the_sound_run_a_collapse_is_still_put_into_words(folder):
    copied(folder, COLLAPSED)
    top = runs.opened("one")[1]
    assert "It collapsed. Since step 11 the reward has fallen below its start, from " in top
    assert "on purpose" not in top


def test_a_run_without_events_says_that_no_warning_fired():
    assert "No warning fired." in run_panels.top(record(SOUND), "")


def test_every_curve_is_folded():
    assert (
        '<details class="curves"><summary>Every curve</summary><div class="panels"><figure'
        in run_panels.rest(record(SOUND))
    )


def test_the_best_cheat_is_scripted_and_does_not_do_the_work():
    for name in names():
        found = record(name).held_out
        cheats = {
            who: one.overall.total.mean
            for who, one in found.policies.items()
            if who.startswith("scripted:")
            and who not in ("scripted:oracle", "scripted:honest_searcher")
        }
        best = max(cheats, key=cheats.get)
        assert found.cheat() == (best.removeprefix("scripted:"), cheats[best])


def test_before_and_after_tell_what_the_evaluation_holds():
    told = json.loads((RUNS / SOUND / EVALUATION).read_text())
    drawn = run_panels.top(record(SOUND), "")
    for who in ("base", "trained"):
        total = told["policies"][who]["tiers"]["hard"]["total"]
        assert f"{total['mean']:.2f} [{total['low']:.2f}, {total['high']:.2f}]" in drawn
    games = told["paired"]["trained"]["tiers"]["easy"]
    for n, how in ((games["wins"], "higher"), (games["ties"], "same"), (games["losses"], "lower")):
        assert f"</span> {n} {how}</span>" in drawn


@pytest.mark.parametrize(("run", "fewer"), [(SOUND, [False] * 3), (TWIN, [True] * 3)])
def test_higher_grades_are_only_called_good_if_no_fewer_answers_are_right(run, fewer):
    told = json.loads((RUNS / run / EVALUATION).read_text())
    right = [
        [told["policies"][who]["tiers"][tier]["correct"]["mean"] for who in BOTH] for tier in TIERS
    ]
    assert [after < before for before, after in right] == fewer
    found = re.findall(r'class="ahead( fewer)?"', run_panels.top(record(run), ""))
    assert [bool(one) for one in found] == fewer


def test_every_measure_is_drawn_and_the_model_zero_shot_is_told_of(folder):
    one = copied(folder)
    told = json.loads((one / EVALUATION).read_text())
    told["policies"]["zero_shot"] = told["policies"]["base"]
    (one / EVALUATION).write_text(json.dumps(told))
    top = runs.opened("one")[1]
    right = told["policies"]["base"]["overall"]["correct"]["mean"]
    assert f"As it comes, without demonstrations, it is right in {right:.0%}." in top
    for name in ("scheduling", "email_quality", "short_email"):
        before, after = (told["policies"][who]["overall"][name]["mean"] for who in BOTH)
        row = f"<span>{name.replace('_', ' ')}</span> <b>{before:.2f} → {after:.2f}</b>"
        assert row in top


@pytest.mark.parametrize("name", ["<b>bold</b>", "x" * 61, ""])
def test_a_measure_whose_name_is_none_is_not_drawn(folder, name):
    one = copied(folder)
    told = json.loads((one / EVALUATION).read_text())
    told["policies"]["trained"]["overall"][name] = told["policies"]["trained"]["overall"]["total"]
    (one / EVALUATION).write_text(json.dumps(told))
    assert "evaluation.json is damaged: policies.trained.overall.measures" in runs.opened("one")[1]


def test_the_command_repeats_the_run():
    assert f"make reproduce RUN={TRIAGE}</pre>" in run_panels.rest(record(TRIAGE))


def test_tables_are_exported_as_lines_of_json():
    links = re.findall(
        r'href="gradio_api/file=([^"]+)" download="([^"]+)"', exports.links(record(SOUND))
    )
    assert [name for _, name in links] == [f"{SOUND}-steps.jsonl", f"{SOUND}-completions.jsonl"]
    words = re.findall(r'title="([^"]+)">↓ ([^<]+)</a>', exports.links(record(SOUND)))
    assert words == [
        ("Download what was measured at each step, a line of JSON each", "Curves of 150 steps"),
        (
            "Download the answers kept from training, each with its case and its grade, "
            "a line of JSON each",
            f"Its {len(completions(SOUND))} answers, graded",
        ),
    ]
    steps, rows = (
        [json.loads(line) for line in Path(path).read_text().splitlines()] for path, _ in links
    )
    assert steps == read_steps(RUNS / SOUND)
    assert [row["text"] for row in rows] == [row.text for row in completions(SOUND)]


@pytest.mark.parametrize("value", [b"bytes", float("nan")])
def test_a_table_that_is_no_json_is_not_exported(folder, value):
    copied(folder)
    answers("one", [answer(1, extra=value)])
    assert "one-steps.jsonl" in exports.links(record("one"))
    assert "completions" not in exports.links(record("one"))


# --- the probe ---


def test_the_probe_is_one_question_at_every_tenth_step(folder):
    copied(folder)
    answers("one", [*probes(0, 10, 20), answer(11), answer(20, text="of a step")])
    _, _, control, shown, questions, _ = runs.opened("one")
    assert 'data-steps="0 10 20"' in control
    assert 'value="easy" checked' in control  # what moved most
    assert "answer 20" in shown
    assert "of a step" not in shown
    assert "0.00 at step 0" in shown
    assert "−0.05" in shown
    shown = scrub.answers_at("one", completions("one"), 14, "easy")
    assert "answer 10" in shown
    assert 'class="samples" data-run="one" data-step="10" data-tier="easy"' in shown
    assert "hard 0" in scrub.answers_at("one", completions("one"), 0, "hard")
    assert questions.count("<details") == 2
    assert "Names, words and numbers are invented" in questions


def test_without_a_probe_all_that_was_kept_of_a_step_is_shown(folder):
    copied(folder)
    answers("one", [answer(1), answer(1, text="another"), answer(2)])
    _, _, control, shown, questions, _ = runs.opened("one")
    assert 'data-steps="1 2"' in control
    assert "radio" not in control
    assert shown.count("<article") == 1
    assert scrub.answers_at("one", completions("one"), 1, "").count("<article") == 2
    assert questions == ""


def test_a_step_is_a_whole_number_of_a_run_that_there_is(folder):
    copied(folder)
    answers("one", probes(0, 10))
    tab = runs.Runs({})
    assert "answer 10" in tab.on_scrub(said(run="one", step="10", tier="easy"))
    assert "answer 10" in tab.on_scrub(said(run="one", step="99999", tier=BAD))
    wrong = ("NaN", "nan", "-1", "1.5", "1e3", "", "٣", "9" * 5_000, 10, None, float("nan"), ["1"])
    for step in wrong:
        with pytest.raises(gr.Error):
            tab.on_scrub(said(run="one", step=step, tier="easy"))
    for name in ("two", "../one", "", None, {"a": 1}):
        with pytest.raises(gr.Error):
            tab.on_scrub(said(run=name, step="1", tier="easy"))
    with pytest.raises(gr.Error):
        tab.on_open(said(run=BAD))


# --- records that are hostile, damaged or young ---


def test_an_empty_folder_says_how_a_run_is_made(folder):
    pieces = runs.Runs({}).on_load(gr.Request(query_params={"tab": "training", "run": SOUND}))
    assert len(pieces) == PIECES
    assert "--preset exec_assist_pocket" in pieces[0]
    assert set(pieces[1:]) == {""}
    (folder / "no run").mkdir()
    shutil.rmtree(folder / "no run")
    folder.rmdir()
    assert names() == ()


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        (STEPS, '{"step": 1, "reward": 0.5}\n{]\n', "steps.jsonl, line 2"),
        (STEPS, "", "no steps in one"),
        (STEPS, '{"step": 1, "kl": 0.5}\n', "tells no reward"),
        (STEPS, '{"step": 1, "reward": NaN}\n', "tells no reward"),
        (STEPS, '{"step": -4, "reward": 1}\n', "a step that is none"),
        (STEPS, '{"step": 1' + "0" * 300 + ', "reward": 1}\n', "a step that is none"),
        (STEPS, json.dumps({"step": 1, "reward": 1, BAD: 1}) + "\n", "no name of a metric"),
        ("health.jsonl", '{"step": 1}\n', "health.jsonl"),
        ("config.json", "[]", "config.json: a JSON object"),
    ],
)
def test_a_damaged_record_is_listed_with_what_is_wrong(folder, file, content, says):
    copied(folder)
    copied(folder, TRIAGE, "other")
    (folder / "one" / file).write_text(content)
    listed, top, control, shown, _, rest = runs.opened("one")
    assert "! damaged" in listed
    for drawn in (listed, top):
        assert says in drawn
        assert str(folder) not in drawn
        assert "<img" not in drawn
    assert (control, shown, rest) == ("", "", "")
    assert "Help desk, seed 0" in runs.opened("other")[0]


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("config.json", "{}", "config.json is missing, or not as this version"),
        ("config.json", '{"settings": {"steps": "many"}}', "config.json is missing, or not"),
        (EVALUATION, '{"policies": []}', "evaluation.json is damaged"),
        (EVALUATION, '{"n": 3, "policies": {}, "paired": {}}', "a base, a trained model or a tier"),
    ],
)
def test_what_is_damaged_in_part_is_drawn_without_that_part(folder, file, content, says):
    copied(folder)
    (folder / "one" / file).write_text(content)
    _, top, *_, rest = runs.opened("one")
    assert says in top
    assert 'class="chart"' in top
    assert "What each part pays" in rest


@pytest.mark.parametrize("mean", [float("nan"), float("inf"), 7.0, "0.5", None, [1]])
def test_an_evaluation_with_a_mean_that_is_none_is_left_out(folder, mean):
    one = copied(folder)
    told = json.loads((one / EVALUATION).read_text())
    told["policies"]["trained"]["tiers"]["hard"]["total"]["mean"] = mean
    (one / EVALUATION).write_text(json.dumps(told))
    top = runs.opened("one")[1]
    assert "evaluation.json is damaged: policies.trained.tiers.hard.total.mean" in top
    assert 'class="held-out"' not in top


def test_hostile_text_of_a_record_is_text(folder):
    one = copied(folder, COLLAPSED)
    told = json.loads((one / EVALUATION).read_text())
    told["policies"][f"scripted:{BAD}"] = told["policies"]["scripted:oracle"]
    (one / EVALUATION).write_text(json.dumps(told))
    bad = {"step": 9, "signal": BAD, "kind": "collapse", "since": 1, "sentence": BAD * 200}
    (one / "health.jsonl").write_text((json.dumps(bad) + "\n") * 60)
    answers("one", [answer(0, text=BAD * 500, scenario=BAD, probe=True), answer(10, probe=True)])
    pieces = runs.opened("one")
    for drawn in (*pieces, scrub.answers_at("one", completions("one"), 0, "easy")):
        assert "<img" not in drawn
        assert "\u202e" not in drawn
        assert len(drawn) < 200_000
    assert "And 40 more." in pieces[1]
    assert "more characters" in scrub.answers_at("one", completions("one"), 0, "easy")


@pytest.mark.parametrize(
    "row",
    [
        {"total": float("nan")},
        {"total": 2.0},
        {"tier": "roof"},
        {"step": -1},
        {"text": None},
        {"correct": None},
        {"scenario": "x" * 500},
    ],
)
def test_damaged_answers_are_named_and_the_run_is_drawn(folder, row):
    copied(folder)
    answers("one", [answer(1), answer(2) | row])
    _, top, control, shown, _, rest = runs.opened("one")
    assert 'class="chart"' in top
    assert f"completions.parquet, row 2: {next(iter(row))}" in control
    assert shown == ""
    assert rest


def test_a_file_that_is_no_parquet_is_named(folder):
    one = copied(folder)
    (one / "completions.parquet").write_bytes(b"PAR1 no")
    assert "completions.parquet cannot be read" in runs.opened("one")[2]


def test_a_run_that_is_being_written_is_read_anew(folder):
    one = copied(folder)
    lines = (one / STEPS).read_text().splitlines(keepends=True)
    (one / EVALUATION).unlink()
    (one / STEPS).write_text("".join(lines[:20]) + lines[20][:50])
    listed, top, *_ = runs.opened("one")
    assert f"… 20 of {record('one').preset.steps} steps" in listed
    assert "not evaluated yet" in listed
    assert "it is running, or was stopped" in top
    (one / STEPS).write_text("".join(lines[:21]))
    assert "… 21 of " in runs.opened("one")[0]


def test_a_folder_with_a_name_that_is_none_is_no_run(folder):
    copied(folder, to='a"b')
    copied(folder, to="fine-1.0_b")
    assert names() == ("fine-1.0_b",)


@pytest.mark.parametrize(
    ("mean", "wins", "losses", "why"),
    [
        (-0.09, 548, 271, "fewer fell, but further"),
        (0.09, 271, 548, "fewer rose, but further"),
        (0.09, 548, 271, ""),
        (-0.09, 271, 548, ""),
        (-0.09, 300, 300, ""),
        (-0.001, 548, 271, ""),
    ],
)
def test_a_mean_that_moves_against_the_count_says_why(mean, wins, losses, why):
    found = record(SOUND).held_out
    old = found.paired[TRAINED]
    total = old.overall.total.model_copy(update={"mean": mean})
    games = old.overall.model_copy(update={"total": total, "wins": wins, "losses": losses})
    paired = {TRAINED: old.model_copy(update={"overall": games})}
    drawn = held_out.drawn(found.model_copy(update={"paired": paired}), None, None)
    assert f"{losses:,} lower{': ' * bool(why)}{why}. " in drawn


def test_the_tab_opens_for_several_visitors_at_once():
    settings = {}
    with gr.Blocks():
        runs.Runs({}).build(lambda *_, **told: settings.update(told))
    assert settings["concurrency_id"] == "opening"
