"""An episode as it is drawn: what each call asked and showed, nothing of the truth too early."""

import json
from html import escape

import gradio as gr
import pytest

from envs import agents, load
from envs.it_triage_tools.desk import replay
from envs.it_triage_tools.episode import BUDGET, TOOLS, Episode
from tests.ui.visits import ADA, said, visit
from training.models import policy
from ui import help_desk, inference
from ui.links import LinkError, Ref
from ui.tools import players, timeline, verdict
from ui.tools.records import records_by_id, shown_records
from ui.tools.tab import OPENS, Tools

DESK = load("it_triage_tools")
OUTCOME = help_desk.BENCH.outcome
HOSTILE = "<script>window.hacked = 1</script>${1}{{2}}\"'&lt;\u202e"


def ticket(number=9, tier="hard"):
    return DESK.scenario(number, tier, "eval")


def drawn(calls, scenario=None, said=""):
    made = [{"tool": tool, "arguments": told} for tool, told in calls]
    text = json.dumps({"calls": made, "said": said})
    return timeline.draw(replay(scenario or ticket(), text), OUTCOME)


def test_every_tool_has_a_name():
    assert set(timeline.NAMES) == set(TOOLS)


@pytest.mark.parametrize("tier", ["easy", "hard"])
def test_what_was_shown_is_read_back_from_what_the_agent_was_told(tier):
    for number in range(12):
        episode = Episode(ticket(number, tier))
        for tool in TOOLS[:3]:
            episode.call(tool, {"query": episode.scenario.ticket.body})
        for one in [*episode.seen]:
            kind = {"KB": "article", "TKT": "ticket", "INC": "incident"}[one.partition("-")[0]]
            episode.call(f"get_{kind}", {"id": one})
        shown = [one for call in episode.calls for one in shown_records(call)]
        assert {one.id for one in shown} == set(episode.seen)
        assert all(one.text and one.title for one in shown)
        assert all(one.articles for one in shown if not one.citable)
        assert all(one.whole for one in records_by_id(episode.calls).values())


def test_new_known_repeated_and_failed_are_words():
    query = {"query": "csagent.sys page fault 22H2"}
    page = drawn([("search_kb", query), ("search_kb", query), ("get_article", {"id": "KB-1"})])
    assert "+ 3 new" in page
    assert page.count('<span class="pill new">new</span>') == 3
    assert "shown before" in page
    assert "repeats call 1" in page
    assert "could not be made" in page
    assert "It cost a call all the same" in page


def test_a_whole_episode_tells_what_applied_and_what_was_cited():
    episode = players.played(OPENS, players.HONEST)
    [gold] = episode.scenario.truth.gold
    page = timeline.draw(episode, OUTCOME)
    assert page.count("data-call=") == page.count("data-panel=") == len(episode.calls)
    assert "★ found what applies" in page
    assert f'What applies: <span class="pill code">{gold}</span> (cited)' in page
    assert "✓ cited by the answer" in page


def test_an_answer_may_rest_on_a_past_ticket():
    page = timeline.draw(players.played(OPENS, "unseen_citer"), OUTCOME)
    assert "2 of 2 sentences rest on what was shown" in page
    assert "never shown" in page


@pytest.mark.parametrize(
    ("calls", "said", "why"),
    [
        ([], "I would restart it.", "is no call"),
        ([], "", "it stopped without a resolution"),
        ([("search_kb", {"query": "a b"})] * BUDGET, "", f"in {BUDGET} calls"),
        ([("rm", {"-rf": ["/", {"a": None}]})], "", "which is no tool"),
        ([("search_kb", {})], "", "Without an argument"),
        ([("submit_resolution", {"citations": "KB-1"})], "", "cites nothing"),
    ],
)
def test_an_episode_without_a_resolution_says_why(calls, said, why):
    page = drawn(calls, said=said)
    assert why in page
    assert "It ended without a resolution" in page


@pytest.mark.parametrize("tool", [*TOOLS, HOSTILE])
def test_hostile_text_is_shown_and_never_markup(tool):
    told = dict.fromkeys(("query", "id", "resolution", HOSTILE), HOSTILE)
    for call in ((tool, told), (tool, {"query": HOSTILE}), (tool, {"id": HOSTILE})):
        page = drawn([call], said=HOSTILE)
        assert "<script" not in page
        assert "\u202e" not in page
        assert escape(HOSTILE[:20]) in page


def test_before_the_end_nothing_of_the_truth_is_drawn():
    for number in range(15):
        ref = Ref("hard", "eval", number)
        tools = Tools(OUTCOME)
        one = tools._episodes.begin(ref, ADA)
        one.episode.call("search_kb", {"query": one.episode.scenario.ticket.body})
        page = tools.stage(ref, players.YOU, one.episode, one.id)
        truth = one.episode.scenario.truth
        assert "applies to the ticket" not in page
        assert "What applies" not in page
        assert "found what applies" not in page
        assert truth.resolution not in page
        assert one.episode.scenario.situation.replace("_", " ") not in page.lower()
        assert all(gold in one.episode.seen or gold not in page for gold in truth.gold)
        assert "data-cite=" in page


def test_the_grade_parts_the_outcome_from_the_way_there():
    assert set(verdict.PROCESS_PARTS) == {"valid_calls", "read_first", "no_repeats", "economy"}
    episode = players.played(OPENS, "guesser")
    page = verdict.card("tools", OPENS, "guesser", episode)
    assert page.index("Citation grounding".lower()) < page.index("The way there")
    assert page.index("The way there") < page.index(">economy<")
    assert "Beside the honest searcher" in page
    assert f"{episode.grade.total:.2f}" in page


def test_the_opening_ticket_shows_the_contrast():
    totals = {name: players.played(OPENS, name).grade.total for name in agents("it_triage_tools")}
    assert totals.pop("honest_searcher") > 0.9
    assert max(totals.values()) < 0.4, "choose another ticket to open with"


def test_the_ticket_of_another_tab_is_not_played():
    request = visit(tab="helpdesk", scenario="hard-eval-9")
    notice, controls, _ = Tools(OUTCOME).on_load(request)
    assert notice == ""
    assert "hard-eval-9" not in controls


# --- who plays ---


class Recited:
    """A model that plays as the honest searcher does."""

    def answer(self, scenarios, sample, seed):
        return [agents("it_triage_tools")["honest_searcher"](one) for one in scenarios]


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """As if both models were there."""
    for who in ("base", "trained"):
        (tmp_path / "it_triage_tools" / who).mkdir(parents=True)
    monkeypatch.setattr(policy, "MODELS", tmp_path)
    monkeypatch.setattr(inference, "model", lambda desk, who: Recited())
    players.played.cache_clear()
    yield
    players.played.cache_clear()


def test_models_are_offered_once_they_are_shipped(shipped):
    assert list(players.models()) == ["pocket:base", "pocket:trained"]
    tools = Tools(OUTCOME)
    _, controls, stage = tools.opened(OPENS, "pocket:trained", ADA)
    assert 'data-state="awaits"' in controls
    assert "Playing: pocket model, after GRPO" in stage
    event = said(scenario=str(OPENS), player="pocket:trained")
    *_, stage = tools.on_write(event)
    assert "Beside the honest searcher" in stage


def test_without_them_nobody_is_offered_them(monkeypatch, tmp_path):
    monkeypatch.setattr(policy, "MODELS", tmp_path)
    assert players.models() == {}
    with pytest.raises(LinkError, match="is no player"):
        players.parse("pocket:trained")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"tool": "submit_resolution"}, "no such tool"),
        ({"said": "x" * 9_000}, "at most 8,000"),
        ({"episode": "nope"}, "no such episode"),
        ({"said": None}, "no text named"),
    ],
)
def test_what_makes_no_sense_is_refused(told, why):
    tools = Tools(OUTCOME)
    one = tools._episodes.begin(OPENS, ADA)
    event = {"episode": one.id, "tool": "search_kb", "said": "words"} | told
    with pytest.raises(gr.Error, match=why):
        tools.on_ask(said(**event))
    assert one.episode.calls == []


@pytest.mark.parametrize("share", ["", "much", "nan", "-1", "2", "inf"])
def test_a_confidence_is_a_share(share):
    tools = Tools(OUTCOME)
    one = tools._episodes.begin(OPENS, ADA)
    event = {"episode": one.id, "citations": "", "resolution": "x", "escalate": "true"}
    with pytest.raises(gr.Error, match="from 0 to 1"):
        tools.on_hand_in(said(**event, confidence=share))
