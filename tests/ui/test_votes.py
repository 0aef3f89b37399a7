"""Votes in the Arena: kept once, counted apart, told with intervals, and hard to forge."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import gradio as gr
import pytest

from tests.ui.test_arena import BENCHES, HOSTILE, own_ticket
from tests.ui.visits import ADA, BOB, said, visit
from ui.arena import contenders, preferences, voting
from ui.arena import votes as store
from ui.arena.contenders import Contender, Match
from ui.arena.duel import Answer
from ui.arena.playing import play
from ui.arena.tab import Arena
from ui.arena.votes import Votes
from ui.arena.voting import FinishedMatch, Voting
from ui.game.store import Store
from ui.links import Ref
from ui.store import StoreError

WON = FinishedMatch(
    desk="exec_assist",
    ref=Ref("medium", "eval", 4),
    specs=("scripted:oracle", "scripted:always_none"),
    answers=(Answer("X", "oracle", "{}"), Answer("Y", "always none", "[]")),
    sampled=False,
    blind=True,
    graders="first",
)
"""A blind match that the first wins; its specs are not in the order of the alphabet."""


@pytest.fixture
def kept(tmp_path, monkeypatch):
    opened = Votes(tmp_path / "store.sqlite")
    monkeypatch.setattr(voting, "votes", lambda: opened)
    return opened


@pytest.fixture
def desk(kept):
    return Voting()


def token(n):
    return f"{n:032x}"


def on_case(seed, match=WON):
    return replace(match, ref=Ref("hard", "eval", seed))


def swapped(match):
    """The same match, shown the other way round."""
    other = {"first": "second", "second": "first", "same": "same"}[match.graders]
    return replace(match, specs=match.specs[::-1], answers=match.answers[::-1], graders=other)


def voted(kept, *votes, match=WON):
    """Votes on a case each, by a voter each."""
    for seed, vote in enumerate(votes):
        one = on_case(seed, match)
        assert kept.cast(one.id, token(seed), one.ballot(vote)) == "counted"
    return preferences.of_today(kept.counted())


# --- kept ---


def test_a_vote_is_kept_with_what_it_is_on_and_nothing_about_the_voter(kept, desk):
    assert desk.count(WON, "first", token(7), ADA) == "Your vote is counted."
    [one] = kept.counted()
    assert (one.first, one.second) == ("scripted:always_none", "scripted:oracle")
    assert (one.vote, one.graders, one.blind, one.votes) == ("second", "second", True, 1)
    whole = b"".join(path.read_bytes() for path in kept.path.parent.iterdir())
    assert b"scripted:oracle" in whole
    for personal in (ADA, token(7)):
        assert personal.encode() not in whole
    with sqlite3.connect(kept.path) as file:
        [row] = file.execute("SELECT * FROM ballots")
    assert "{}" not in row


def test_a_second_vote_on_the_same_answers_changes_nothing(kept, desk):
    desk.count(WON, "first", token(1), ADA)
    letters = tuple(replace(one, letter=new) for one, new in zip(WON.answers, "AB", strict=True))
    for again in (WON, swapped(WON), replace(WON, blind=False, answers=letters)):
        assert "that vote stays" in desk.count(again, "same", token(1), ADA)
    assert [(one.vote, one.votes) for one in kept.counted()] == [("second", 1)]
    assert desk.count(WON, "same", token(2), BOB) == "Your vote is counted."
    assert sorted(one.vote for one in kept.counted()) == ["same", "second"]


def test_at_once_a_vote_counts_once_and_no_more_than_the_most(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_PER_MATCH", 4)
    voters = [token(n % 8) for n in range(32)]
    with ThreadPoolExecutor(16) as crowd:
        casts = list(crowd.map(lambda one: kept.cast(WON.id, one, WON.ballot("first")), voters))
    assert casts.count("counted") == 4
    assert sum(one.votes for one in kept.counted()) == 4


def test_however_it_is_shown_it_is_the_same_match():
    assert swapped(WON).id == WON.id
    assert swapped(WON).ballot("second") == WON.ballot("first")
    other = replace(WON, answers=(WON.answers[0], replace(WON.answers[1], text="{ }")))
    crossed = replace(WON, answers=WON.answers[::-1])
    changed = (
        on_case(5),
        replace(WON, sampled=True),
        replace(WON, desk="it_triage"),
        replace(WON, specs=("scripted:oracle", "scripted:copier")),
        other,
        crossed,
    )
    assert len({one.id for one in (WON, *changed)}) == 7


def test_half_a_character_in_an_answer_is_voted_on_all_the_same(kept, desk):
    half = replace(WON, answers=(replace(WON.answers[0], text="\ud800"), WON.answers[1]))
    assert desk.count(half, "same", token(1), ADA) == "Your vote is counted."


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"desk": "it_triage", "ref": own_ticket()}, "kept nowhere"),
        ({"specs": ("hub:evil/name", "scripted:oracle")}, "own models are counted"),
        ({"specs": ("scripted:oracle", f"api:{HOSTILE}@https://a.example")}, "own models are"),
        ({"specs": ("scripted:oracle", "scripted:oracle")}, "nothing to count"),
    ],
)
def test_what_visitors_bring_is_not_counted(kept, desk, change, why):
    assert why in desk.count(replace(WON, **change), "first", token(1), ADA)
    assert kept.counted() == []


def test_the_game_and_the_arena_share_one_file(kept):
    Store(kept.path)
    voted(kept, "first")
    assert len(Votes(kept.path).counted()) == 1


# --- floods ---


def test_a_flood_from_one_address_is_not_counted_and_others_are(kept, desk):
    told = [desk.count(on_case(n), "first", token(n), ADA) for n in range(60)]
    assert told.count("Your vote is counted.") == 20
    assert "lot at once" in told[-1]
    assert desk.count(on_case(99), "first", token(99), BOB) == "Your vote is counted."


def test_so_many_votes_a_match_and_the_oldest_make_room(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_PER_MATCH", 3)
    cast = [kept.cast(WON.id, token(n), WON.ballot("first")) for n in range(5)]
    assert cast == ["counted"] * 3 + ["full"] * 2
    assert kept.cast(WON.id, token(0), WON.ballot("first")) == "known"
    monkeypatch.setattr(store, "MAX_VOTES", 4)
    voted(kept, *["same"] * 6)
    assert [(one.vote, one.votes) for one in kept.counted()] == [("same", 1)] * 4


def test_one_case_voted_on_again_and_again_makes_nothing_surer(kept):
    voted(kept, *["first"] * 10)
    calm = preferences.draw(kept.counted())
    for n in range(100, 250):
        kept.cast(on_case(0).id, token(n), on_case(0).ballot("second"))
    [one] = preferences.preferences(preferences.of_today(kept.counted()))
    assert (one.won, one.lost, one.preferred.cases) == (10, 150, 10)
    assert one.preferred.interval.mean == pytest.approx(0.9, abs=0.01)
    assert "10 cases" in calm


# --- told ---


def test_shares_count_a_tie_as_half_and_name_the_preferred_first(kept):
    valid = voted(kept, *["first"] * 12, *["same"] * 4, *["second"] * 4)
    [one] = preferences.preferences(valid)
    assert one.names == ("honest answer", "always none")
    assert (one.won, one.tied, one.lost) == (12, 4, 4)
    mean, low, high = one.preferred.interval
    assert (mean, low, high) == pytest.approx((0.70, 0.481, 0.8545), abs=0.005)
    assert one.agreed.interval.mean == pytest.approx(0.6)
    drawn = preferences.draw(valid)
    assert "<b>honest answer</b> over always none" in drawn
    assert "0.70 [0.48, 0.85]" in drawn
    assert "People and graders agree in 0.60</b> of 20 votes on 20 cases" in drawn


def test_few_votes_are_not_enough_and_none_are_none(kept):
    assert "No blind votes yet" in preferences.draw([])
    drawn = preferences.draw(voted(kept, *["first"] * (preferences.ENOUGH - 1)))
    assert "not enough votes yet: on 9 of 10 cases" in drawn
    assert not re.search(r"\d\.\d\d \[", drawn)


def test_votes_in_plain_view_are_apart_and_do_not_count(kept):
    voted(kept, *["first"] * 12)
    plain = [on_case(n, replace(WON, blind=False)) for n in range(50, 80)]
    for one in plain:
        kept.cast(one.id, token(1), one.ballot("second"))
    drawn, _, apart = preferences.draw(kept.counted()).partition("<details>")
    assert "12 votes on 12 cases" in drawn
    assert "<b>honest answer</b> over always none" in drawn
    assert "30, not counted above" in apart
    assert "<b>always none</b> over honest answer" in apart


def test_a_model_that_was_trained_again_starts_anew(kept, monkeypatch):
    assert len(voted(kept, "first")) == 1
    monkeypatch.setattr(preferences.inference, "made", lambda *_: "0" * 16)
    assert preferences.of_today(kept.counted()) == []


def test_each_shipped_model_is_told_from_the_others():
    made = preferences.inference.made
    shipped = preferences.inference.shipped("exec_assist")
    trained = [one for one in shipped if one != "pretrained:base"]  # the base is pinned by hash
    if not trained:
        pytest.skip("no models shipped")
    assert len({made("exec_assist", one) for one in (*trained, "scripted:oracle")}) == 1 + len(
        trained
    )


@pytest.mark.parametrize(
    "field",
    [
        f"first = 'api:{HOSTILE}'",
        "second = 'hub:a/b'",
        "vote = 'both'",
        "graders = ''",
        "scenario = '../x'",
        "made = '<b>'",
    ],
)
def test_a_row_that_is_none_is_told_of_in_a_sentence(kept, desk, field):
    voted(kept, "first")
    with sqlite3.connect(kept.path) as file:
        file.execute(f"UPDATE ballots SET {field.replace(HOSTILE, HOSTILE.replace(chr(39), ''))}")
    with pytest.raises(StoreError):
        kept.counted()
    assert "cannot be read just now" in desk.table()


@pytest.mark.parametrize("name", [f"scripted:{HOSTILE}", "pocket:../../etc", "scripted:gone"])
def test_a_row_of_nobody_is_left_out(kept, name):
    voted(kept, "first")
    with sqlite3.connect(kept.path) as file:
        file.execute("UPDATE ballots SET first = ?", (name,))
    assert preferences.of_today(kept.counted()) == []
    with sqlite3.connect(kept.path) as file:
        file.execute("UPDATE ballots SET desk = 'it_triage_tools'")
    assert preferences.of_today(kept.counted()) == []


def test_a_name_is_text_in_the_table(kept, monkeypatch):
    voted(kept, "first")
    monkeypatch.setattr(contenders, "script_name", lambda _: HOSTILE)
    drawn = preferences.draw(kept.counted())
    assert "&lt;img" in drawn
    assert "<img" not in drawn


# --- in the tab ---


@pytest.mark.parametrize("blind", [True, False])
def test_a_match_is_played_voted_on_and_counted(kept, blind):
    tab = Arena(tuple(BENCHES.values()))
    sides = (Contender.parse(one, "exec_assist") for one in WON.specs)
    match = Match("exec_assist", WON.ref, *sides)
    *_, (drawn, finished) = play(BENCHES["exec_assist"], match, 3, blind)
    assert drawn.count("data-vote") == 3
    best = "first" if finished.answers[0].name == "honest answer" else "second"
    after, gone, table = tab.on_vote(finished, said(vote=best, token=token(1)), visit())
    assert "You and the graders agree." in after
    assert "Your vote is counted" in after
    assert "data-vote" not in after
    assert gone is None
    [one] = kept.counted()
    assert (one.blind, one.vote, one.graders) == (blind, "second", "second")
    counts = table.partition("<details>")[0]
    assert ("not enough votes yet: on 1 of 10 cases" in counts) == blind
    with pytest.raises(gr.Error, match="Run it again"):
        tab.on_vote(gone, said(vote=best, token=token(2)), visit())
