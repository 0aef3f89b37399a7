"""What the Tools tab opens on: recorded, replayed by today's tools, and true."""

import json

import pytest

from envs import agents
from tests.ui.test_tools_drawing import OUTCOME
from tests.ui.visits import said, visit
from ui import inference
from ui.links import Ref
from ui.tools import opening, players
from ui.tools.opening import Opening, Shown
from ui.tools.tab import OPENS, Tools

HOSTILE = "<img src=x onerror='window.hit=1'>"


@pytest.fixture
def kept():
    found = opening.recorded()
    assert found is not None, "run python -m ui.tools.opening"
    return found


@pytest.fixture
def rewritten(monkeypatch, tmp_path):
    """Writes another record, and lets the page read it."""

    def write(text):
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        path.write_text(text)
        monkeypatch.setattr(opening, "RECORD", path)

    return write


def test_one_ticket_is_solved_and_the_other_is_not(kept):
    solved, failed = kept.solved.episode().grade, kept.failed.episode().grade
    assert (solved.correct, failed.correct) == (True, False)
    assert solved.total > 0.8
    assert failed.total < 0.5
    assert failed.action is not None, "it answers, and wrongly"


def test_the_record_is_of_the_agent_that_is_here(kept):
    assert kept.made == inference.made("it_triage_tools", kept.player)
    assert kept.player in players.models()
    assert kept.player not in ("pocket:base", "pretrained:base"), "a trained one"


def test_whoever_works_on_one_of_them_is_not_told_its_answer(kept):
    for one, other in ((kept.solved, kept.failed), (kept.failed, kept.solved)):
        drawn = opening.draw(one.ref, players.YOU)
        assert "You are working on it." in drawn
        assert opening.told(one.episode()) not in drawn
        assert opening.told(other.episode()) in drawn


def test_the_tab_opens_on_the_solved_one_and_no_model_has_to_play(kept, monkeypatch):
    monkeypatch.setattr(inference, "model", None)
    _, controls, stage = Tools(OUTCOME).on_load(visit(tab="tools"))
    assert f'data-scenario="{kept.solved.ref}" data-player="{kept.player}"' in controls
    assert controls.count('class="opening ') == 2
    assert controls.count('aria-current="true"><b>✓') == 1
    assert 'data-state=""' in controls
    assert "✓ correct" in stage
    event = said(scenario=str(kept.failed.ref), player=kept.player)
    _, controls, stage = Tools(OUTCOME).on_open(event, visit())
    assert controls.count('aria-current="true"><b>✕') == 1
    assert "not correct" in stage


def test_the_sentences_are_what_the_graders_say_today(kept):
    for shown in (kept.solved, kept.failed):
        grade = shown.episode().grade
        sentence = opening.told(shown.episode())
        assert f"paid {grade.total:.2f}" in sentence
        assert f"after {len(shown.episode().calls)} calls" in sentence
    assert "fix of" in opening.told(kept.solved.episode())


@pytest.mark.parametrize(
    "change",
    [
        {"player": "pocket:nobody"},
        {"player": HOSTILE},
        {"made": "0" * 16},
        {"solved": {"scenario": "../x", "transcript": ""}},
        {"more": 1},
    ],
)
def test_a_record_that_does_not_fit_is_left_out(kept, rewritten, change):
    rewritten(json.dumps(json.loads(kept.model_dump_json()) | change))
    assert opening.recorded() is None
    _, controls, stage = Tools(OUTCOME).on_load(visit(tab="tools"))
    assert f'data-scenario="{OPENS}" data-player="{players.HONEST}"' in controls
    assert "opening" not in controls
    assert 'class="episode"' in stage


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_without_a_record_the_honest_searcher_plays(rewritten, text):
    rewritten(text)
    assert opening.recorded() is None


def test_what_a_model_wrote_is_text(kept, rewritten):
    hostile = f'<tool_call>{{"name": "search_kb", "arguments": {{"query": "{HOSTILE}"}}}}'
    failed = Shown(scenario=kept.failed.scenario, transcript=f"{hostile}</tool_call>{HOSTILE}")
    rewritten(kept.model_copy(update={"failed": failed}).model_dump_json())
    event = said(scenario=failed.scenario, player=kept.player)
    assert "<img" not in "".join(Tools(OUTCOME).on_open(event, visit()))


def test_the_agent_plays_today_as_it_is_recorded(kept):
    if kept.player != "pocket:trained":
        pytest.skip("a larger model takes a minute for a ticket")
    for shown in (kept.solved, kept.failed):
        assert players.transcript(shown.ref, kept.player) == shown.transcript


def test_the_command_records_the_first_of_each(monkeypatch):
    honest, guesser = (agents("it_triage_tools")[name] for name in ("honest_searcher", "guesser"))

    def transcript(ref, player):
        act = honest if ref.seed == 2 else guesser
        return act(ref.scenario("it_triage_tools"))

    monkeypatch.setattr(opening, "transcript", transcript)
    found = opening.record("pocket:trained", (Ref("medium", "eval", n) for n in range(9)))
    assert isinstance(found, Opening)
    assert found.solved.scenario == "medium-eval-2"
    assert found.failed.scenario == "medium-eval-0"
    with pytest.raises(ValueError, match="both solve and fail"):
        opening.record("pocket:trained", (Ref("medium", "eval", n) for n in range(2)))
