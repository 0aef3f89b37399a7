"""The seven tools: what can be asked, what it shows, how an episode is judged."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import envs
from desks import TIERS
from desks.it_triage.knowledge import articles
from desks.it_triage.library import Library, by_id
from envs.episode import EpisodeError, OverError
from envs.it_triage_tools.desk import (
    ToolScenario,
    replay,
    transcript,
    transcript_of,
    valid_calls,
)
from envs.it_triage_tools.episode import BUDGET, TOP_K, Episode
from envs.it_triage_tools.policies import POLICIES
from graders.it_triage_tools import MAX_USEFUL_CALLS
from graders.referee import referee

DESK = envs.load("it_triage_tools")
MANY_SEEDS = range(15)


def ticket(tier="medium", answerable=True, skip=0):
    """A ticket with or without an answer."""
    found = (DESK.scenario(n, tier, "eval") for n in range(100))
    return [s for s in found if s.truth.answerable == answerable][skip]


def begun(s, *queries):
    episode = Episode(s)
    for query in queries:
        episode.call("search_kb", {"query": query})
    return episode


def answer(s, **changes):
    return json.loads(envs.load("it_triage").oracle(s)) | changes


def submitted(s, *queries, **changes):
    """The grade of a right answer after these searches, or of one with changes."""
    episode = begun(s, *queries)
    episode.call("submit_resolution", answer(s, **changes))
    return episode.grade


# -- what can be asked ---


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("search", {"query": "x"}, "no tool 'search'; there are search_kb"),
        ("", {}, "no tool ''"),
        ("reset", {}, "no tool 'reset'"),
        ("x" * 10_000, {}, "no tool 'xxx"),
        ("search_kb", {}, "query: a string was expected, not nothing"),
        ("search_kb", {"query": 3}, "not int"),
        ("search_kb", {"query": None}, "not NoneType"),
        ("search_kb", {"query": ["x"]}, "not list"),
        ("search_kb", {"q": "x"}, "no argument 'q'; it takes 'query' alone"),
        ("search_kb", {"query": "x", "limit": 9}, "no argument 'limit'"),
        ("search_kb", {"query": " "}, "1 to 2,000 characters"),
        ("search_kb", {"query": "x" * 2_001}, "not 2,001"),
        ("get_article", {"id": "KB-0000"}, "no 'KB-0000'; ids look like KB-1234"),
        ("get_article", {"id": "TKT-0001"}, "ids look like KB-1234"),
        ("get_article", {"id": "KB-1' OR 1=1"}, 'no "KB-1\' OR 1=1"'),
        ("get_ticket", {"id": "x" * 5_000}, "ids look like TKT-1234"),
        ("get_incident", {"id": True}, "not bool"),
        ("submit_resolution", {}, "Field required"),
        ("submit_resolution", {"citations": "KB-1000"}, "submit_resolution: citations"),
        ("submit_resolution", {"confidence": float("nan")}, "NaN"),
        ("submit_resolution", {"citations": {1, 2}}, "not JSON serializable"),
    ],
)
def test_what_cannot_be_asked_is_told_and_costs_a_step(tool, arguments, told):
    episode = Episode(ticket())
    with pytest.raises(EpisodeError) as raised:
        episode.call(tool, arguments)
    assert told in str(raised.value)
    assert len(str(raised.value)) < 400
    assert (episode.steps_left, episode.over) == (BUDGET - 1, False)
    assert episode.calls[0].failed
    assert not episode.seen


def test_of_a_flood_nothing_is_kept():
    episode = Episode(ticket())
    for tool, arguments in [("search_kb", {"query": "x" * 900_000}), ("y" * 900_000, {})]:
        with pytest.raises(EpisodeError) as raised:
            episode.call(tool, arguments)
        assert len(str(raised.value)) < 300
    assert sum(len(f"{call}") for call in episode.calls) < 2_000
    over = Episode(ticket(), budget=1)
    over.call("search_kb", {"query": "x"})
    with pytest.raises(OverError) as raised:
        over.call("z" * 900_000, {})
    assert len(str(raised.value)) < 300


def test_after_the_end_nothing_happens():
    s = ticket()
    episode = begun(s, s.ticket.body)
    episode.call("submit_resolution", answer(s))
    before = episode.grade
    for tool, arguments in [("search_kb", {"query": "x"}), ("submit_resolution", answer(s))]:
        with pytest.raises(OverError, match="it was submitted"):
            episode.call(tool, arguments)
    assert episode.grade is before
    assert len(episode.calls) == 2


def test_who_never_submits_runs_out():
    episode = Episode(ticket(), budget=3)
    episode.call("search_kb", {"query": "error"})
    episode.call("search_kb", {"query": "error"})
    assert "the last call" in episode.call("search_kb", {"query": "error"})
    assert (episode.grade.total, episode.steps_left) == (0.0, 0)
    with pytest.raises(OverError, match="ran out of steps"):
        episode.call("search_kb", {"query": "error"})


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["search_kb", "get_article", "search_tickets", "submit_resolution", "x"]
            ),
            st.dictionaries(
                st.sampled_from(["query", "id", "citations", "resolution", "y"]),
                st.recursive(
                    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
                    lambda inner: st.lists(inner, max_size=2),
                    max_leaves=3,
                ),
                max_size=3,
            ),
        ),
        max_size=6,
    )
)
@settings(max_examples=40)
def test_nothing_that_is_asked_breaks_it(calls):
    episode = Episode(ticket())
    for tool, arguments in calls:
        with suppress(EpisodeError):
            assert isinstance(episode.call(tool, arguments), str)
    assert len(episode.calls) == len(calls)


# -- what is shown ---


def test_a_search_shows_passages_of_the_split_alone():
    splits = {article.id: article.family.split for article in articles()}
    for tier in TIERS:
        s = ticket(tier)
        episode = begun(s, s.ticket.body)
        assert len(episode.seen) == TOP_K
        assert {splits[one] for one in episode.seen} == {"eval"}
        assert {p.id for p in episode.seen_scenario.passages} == set(episode.seen)


@pytest.mark.parametrize("tier", TIERS)
def test_where_no_article_answers_none_is_there(tier):
    for n in range(40):
        s = DESK.scenario(n, tier, "eval")
        library = Library.of(s)
        if s.truth.answerable:
            assert not library.excluded_ids
        for one in library.excluded_ids:
            assert library.get("articles", one) is None
            for kind in ("articles", "tickets", "incidents"):
                found = library.search(kind, f"{s.ticket.body} {by_id()[one].case.sign}", 20)
                assert all(one not in (r.id, *r.articles) for r in found)


def test_records_lead_to_articles():
    s = ticket()
    episode = Episode(s)
    episode.call("search_tickets", {"query": s.ticket.body})
    told = episode.call("get_ticket", {"id": next(iter(episode.seen))})
    assert "Article: KB-" in told
    assert not episode.seen_scenario.passages, "an article that is only named was not seen"


def test_the_truth_changes_nothing_that_is_shown():
    one, other = ticket(), ticket("hard", skip=3)
    swapped = one.model_copy(update={"truth": other.truth})
    assert DESK.prompt(one) == DESK.prompt(swapped)
    for tool, arguments in [
        ("search_kb", {"query": one.ticket.body}),
        ("search_tickets", {"query": one.ticket.subject}),
        ("get_article", {"id": one.truth.gold[0]}),
    ]:
        assert Episode(one).call(tool, arguments) == Episode(swapped).call(tool, arguments)


def test_tickets_told_again_are_about_the_same():
    s = ticket("hard")
    told = [s.retold(way) for way in range(4)]
    assert len({one.ticket.body for one in told}) == 4
    assert {one.truth.gold for one in told} == {s.truth.gold}
    assert all(isinstance(one, ToolScenario) for one in told)
    assert told[1] == s.retold(1)


# -- how it is judged ---


def value(found, part):
    return found.parts[part].value


def test_a_citation_counts_only_of_what_was_seen():
    s = ticket()
    unseen = submitted(s)
    assert not unseen.correct
    assert "without having seen it" in unseen.verdict
    assert (value(unseen, "citation_grounding"), value(unseen, "read_first")) == (0, 0)
    opened = Episode(s)
    opened.call("get_article", {"id": s.truth.gold[0]})
    opened.call("submit_resolution", answer(s))
    assert opened.grade.correct
    assert opened.grade.total == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("queries", "part", "expected"),
    [
        (("BODY",), "no_repeats", 1.0),
        (("BODY", "BODY"), "no_repeats", 1 / 2),
        (("BODY", "BODY", "BODY"), "no_repeats", 1 / 3),
        (("BODY",), "economy", 1.0),
        (("BODY", "BODY"), "economy", 1 / 2),
        (("BODY", "zzzz"), "economy", 1 / 2),
        ((), "economy", 1.0),
        (("BODY",), "valid_calls", 1.0),
        ((), "read_first", 0.0),
    ],
)
def test_process_parts(queries, part, expected):
    s = ticket()
    found = submitted(s, *(q.replace("BODY", s.ticket.body) for q in queries))
    assert value(found, part) == pytest.approx(expected)


def test_failed_calls_and_endless_searches_cost():
    s = ticket()
    episode = begun(s, s.ticket.body)
    with pytest.raises(EpisodeError):
        episode.call("get_article", {"id": "KB-0"})
    episode.call("submit_resolution", answer(s))
    assert value(episode.grade, "valid_calls") == pytest.approx(2 / 3)
    words = s.ticket.body.split()
    wanderer = begun(s, *words[: MAX_USEFUL_CALLS + 4])
    wanderer.call("submit_resolution", answer(s))
    assert value(wanderer.grade, "economy") < 0.8


def test_reading_what_a_search_showed_is_no_waste_but_reading_it_again_is():
    s = ticket()
    episode = begun(s, s.ticket.body)
    for found in (episode.calls[0].found[:1], ()):
        episode.call("get_article", {"id": episode.calls[0].found[0]})
        assert episode.calls[-1].found == found
    episode.call("submit_resolution", answer(s))
    assert value(episode.grade, "economy") == pytest.approx(2 / 3)


@pytest.mark.parametrize("searched", [True, False])
def test_a_hand_over_needs_a_search(searched):
    s = ticket(answerable=False)
    found = submitted(s, *[s.ticket.body] * searched)
    assert found.correct
    assert value(found, "read_first") == searched


def test_a_wrong_outcome_walked_well_stays_below_a_right_one_walked_badly():
    s = ticket()
    wrong = submitted(s, s.ticket.body, escalate=True, confidence=0.0)
    assert min(value(wrong, p) for p in ("valid_calls", "read_first", "no_repeats", "economy")) == 1
    bad = Episode(s)
    bad.call("search_kb", {"query": s.ticket.body})
    for _ in range(BUDGET - 2):
        with pytest.raises(EpisodeError):
            bad.call("get_article", {"id": "KB-0"})
    fix = " ".join(f"Use {fact}." for fact in s.truth.facts)
    bad.call("submit_resolution", answer(s, confidence=0.0, resolution=f"{fix} {'so ' * 250}"))
    assert bad.grade.correct
    assert wrong.total <= 0.31
    assert bad.grade.total > wrong.total + 0.2


def test_contributions_add_up():
    s = ticket()
    for found in (submitted(s, s.ticket.body), submitted(s, escalate=True), submitted(s)):
        assert sum(found.contributions.values()) == pytest.approx(found.total, abs=1e-12)


# -- transcripts ---


def test_playing_it_again_gives_the_same_grade():
    for tier in TIERS:
        for act in (DESK.oracle, *POLICIES.values()):
            s = DESK.scenario(3, tier, "eval")
            text = act(s)
            again = replay(s, text)
            assert json.loads(transcript_of(again)) == json.loads(text)
            assert again.grade.contributions == envs.grade(s, text).contributions


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "EOF"),
        ("[]", "the transcript"),
        ("{}", "stopped without a resolution"),
        ('{"calls": [{"tool": "x"}]}', "calls.0.arguments"),
        ('{"calls": [], "grade": 1}', "grade"),
        ('{"calls": [], "said": "I give up"}', "'I give up' is no call"),
        ('{"calls": [{"tool": "search_kb", "arguments": {"query": "x"}}]}', "without a resolution"),
        ("{" * 5_000, "the transcript"),
        (transcript([("search_kb", {"query": "x" * 70_000})]), "at most"),
        (transcript([("x", {})] * 500), "no resolution was submitted in"),
    ],
)
def test_a_transcript_that_leads_nowhere_earns_nothing(text, told):
    found = envs.grade(ticket(), text)
    assert (found.total, found.correct) == (0.0, False)
    assert told in found.error


@pytest.mark.parametrize(
    ("text", "made", "asked"),
    [
        (transcript([("search_kb", {"query": "disk"})]), 1, 1),
        (transcript([("search_kb", {"query": "disk"}), ("x", {})], "no more"), 1, 3),
        ("nonsense", 0, 1),
        ("{}", 0, 0),
    ],
)
def test_what_is_no_call_counts_as_one_that_could_not_be_made(text, made, asked):
    assert valid_calls(ticket(), text) == (made, asked)


def test_the_referee_judges_the_outcome():
    s = ticket()
    assert referee(*envs.outcome(s, DESK.oracle(s))).done
    assert not referee(*envs.outcome(s, POLICIES["escalator"](s))).done
    assert not referee(*envs.outcome(s, "nonsense")).done
    one = envs.load("it_triage").scenario(0, "easy", "eval")
    assert envs.outcome(one, "as it is") == (one, "as it is")


# -- who plays ---


@pytest.mark.parametrize("tier", TIERS)
def test_the_oracle_has_everything(tier):
    for n in MANY_SEEDS:
        s = DESK.scenario(n, tier, "eval")
        found = envs.grade(s, DESK.oracle(s))
        assert found.correct, found.verdict
        assert found.total >= 0.97


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("honest_searcher", 0.6, 1.0),
        ("unseen_citer", 0.0, 0.1),
        ("cite_all", 0.0, 0.1),
        ("guesser", 0.0, 0.1),
        ("escalator", 0.0, 0.1),
    ],
)
def test_who_searches_honestly_is_right_and_others_are_not(name, low, high):
    told = [DESK.scenario(n, tier, "eval") for tier in TIERS for n in MANY_SEEDS]
    told = [s for s in told if s.truth.answerable]
    right = [envs.grade(s, POLICIES[name](s)).correct for s in told]
    assert low <= sum(right) / len(right) <= high


def test_no_agent_reads_the_truth():
    one, other = ticket("hard"), ticket("hard", skip=2)
    swapped = one.model_copy(update={"truth": other.truth})
    for act in POLICIES.values():
        assert act(one) == act(swapped)
