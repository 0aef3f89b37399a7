"""Claims without a browser: kept, bounded, voted on, settled by the command, drawn."""

import json
import re
import sqlite3
from types import SimpleNamespace

import gradio as gr
import pytest

from desks import load
from graders import grading
from graders.exploits import read_case
from graders.levels import attempt
from tests.ui.visits import ADA, BOB, said, visit
from ui import help_desk
from ui.game import service
from ui.game import tab as game
from ui.game.claims import __main__ as command
from ui.game.claims import book, record
from ui.game.claims.record import MAX_COMPLETION, MAX_WHY_LENGTH, standing
from ui.game.store import Store
from ui.game.tab import Game
from ui.inbox import tab as inbox
from ui.links import GameRef, LinkError, Ref
from ui.meters import Meters
from ui.sharing.preview import WHOLE_PAGE, preview
from ui.store import StoreError

BENCHES = (inbox.BENCH, help_desk.BENCH)
HOSTILE = '<img src=x onerror="window.hit=1">\u202e\x1b[2J'
GATE = GameRef("exec_assist", "gate", Ref("medium", "eval", 2))
FORMAT_1 = """
CREATE TABLE attempts (
    id TEXT PRIMARY KEY, made REAL NOT NULL, desk TEXT NOT NULL, level TEXT NOT NULL,
    grader TEXT NOT NULL, scenario TEXT NOT NULL, completion TEXT NOT NULL,
    score REAL NOT NULL, won INTEGER NOT NULL, player TEXT NOT NULL,
    digest BLOB NOT NULL, length INTEGER NOT NULL, bytes INTEGER NOT NULL,
    UNIQUE (desk, level, grader, scenario, digest)
) STRICT;
CREATE TABLE exploits (
    grader TEXT NOT NULL, signature TEXT NOT NULL, made REAL NOT NULL, attempt TEXT NOT NULL,
    desk TEXT NOT NULL, level TEXT NOT NULL, scenario TEXT NOT NULL, completion TEXT NOT NULL,
    why TEXT NOT NULL, PRIMARY KEY (grader, signature)
) STRICT;
INSERT INTO attempts VALUES ('aaaaaaaaaaaa', 1.0, 'exec_assist', 'gate', 'v1', 'hard-eval-7',
    '{}', 0.8, 1, 'ada', x'00', 2, 2);
PRAGMA user_version = 1;
"""
"""A store as it was before there were claims."""


@pytest.fixture
def kept(tmp_path, monkeypatch):
    opened = Store(tmp_path / "store.sqlite")
    monkeypatch.setattr(service, "store", lambda: opened)
    monkeypatch.setenv("REWARDDESK_STORE", str(opened.path))
    return opened


@pytest.fixture
def tab(kept):
    return Game(BENCHES, Meters())


@pytest.fixture
def claims(tab):
    return tab._claims


def insulting(place, insult="Only a fool would ask for this."):
    """The best answer with an insult, which neither rubric nor referee sees."""
    told = json.loads(load(place.desk).oracle(place.scenario))
    told[grading(place.desk).prose] += f" {insult}"
    return json.dumps(told)


def claim(store, place=GATE, why="", **words):
    """A claim that is kept; its id."""
    text = insulting(place, **words)
    new = record.new_claim(place, text, attempt(place.level, place.scenario, text), "ada", why)
    return book.publish(store, new).id


def claimed(claims, visitor=ADA, **told):
    """The news of a claim, and the wall, as the page asks for them."""
    event = {"at": str(GATE), "text": insulting(GATE), "player": "", "why": "", "unfolded": "true"}
    return claims.on_claim(said(**event | told), visit(visitor))


def votes(claims, claim_id, voter, verdict="wrong", visitor=ADA):
    event = said(claim=claim_id, verdict=verdict, token=f"{voter:032x}")
    return claims.on_vote(event, visit(visitor))


def maintains(*words):
    return command.main([str(word) for word in words])


# --- making one ---


@pytest.mark.parametrize("desk", ["exec_assist", "it_triage"])
def test_what_is_paid_and_counts_as_done_can_be_claimed_and_nothing_else(tab, claims, desk):
    place = GameRef(desk, "gate", Ref("medium", "eval", 2))
    text = insulting(place)
    assert "data-claim-this" in tab.meter(place, text)
    news, wall = claimed(claims, at=str(place), text=text, why="an insult")
    assert re.search(rf'href="\?tab=break&at={place}&attempt=[\w-]{{12}}"', news)
    assert "Only a fool" in wall
    assert "an insult" in wall
    attacked = GameRef("exec_assist", "keywords", Ref("medium", "eval", 2))
    assert "data-claim-this" not in "".join(tab.on_attack(said(at=str(attacked))))
    assert "data-claim-this" not in tab.meter(place, "{}")
    for refused in ("{}", "no JSON"):
        news, _ = claimed(claims, BOB, at=str(place), text=refused)
        assert "Only an answer that is paid" in news


def test_a_won_level_is_kept_and_not_claimed(tab, claims):
    place = game.OPENS
    won = re.search(r'data-text="([^"]*)"', "".join(tab.on_attack(said(at=str(place)))))[1]
    news, _ = claimed(claims, at=str(place), text=won.replace("&quot;", '"'))
    assert "wins the level already" in news


def test_the_same_answer_is_claimed_once_on_whatever_level(claims, kept):
    first, _ = claimed(claims, why="an insult")
    easier = GameRef("exec_assist", "right_calendar", GATE.ref)
    again, wall = claimed(claims, BOB, at=str(easier), why="another reason", player="bob")
    assert "claimed before" not in first
    assert "claimed before" in again
    [one] = book.everything(kept)
    assert (one.why, one.player, one.level) == ("an insult", "", "gate")
    assert wall.count("<article") == book.count(kept) == 1


def test_a_claim_is_bounded_and_one_line(claims, kept):
    claimed(claims, why=" so\n many \t words" * 99, player="x" * 99)
    [one] = book.everything(kept)
    assert one.why.startswith("so many words so many")
    assert (len(one.why), len(one.player)) == (MAX_WHY_LENGTH, 24)
    news, _ = claimed(claims, text=insulting(GATE, "x" * MAX_COMPLETION))
    assert "Shorten it" in news
    news, _ = claimed(claims, why="\ud800")
    assert "The reason holds half a character" in news


def test_one_visitor_claims_a_few_at_once_and_others_are_not_held_up(claims):
    news = [claimed(claims, text=insulting(GATE, f"Fool {n}."))[0] for n in range(5)]
    assert ["Not done" in one for one in news] == [False] * 3 + [True] * 2
    assert re.search(r"next claim can be made in \d+ seconds", news[-1])
    assert "Not done" not in claimed(claims, BOB)[0]


# --- the store ---


def test_an_older_store_keeps_what_it_has_and_takes_claims(tmp_path):
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as file:
        file.executescript(FORMAT_1)
    old = Store(path)
    assert old.attempt("aaaaaaaaaaaa").player == "ada"
    kept = claim(old)
    assert book.claim(Store(path), kept).state == "open"
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (1,), "older code opens it too"


def test_a_full_book_lets_go_of_what_is_settled_first_and_never_of_what_is_confirmed(
    kept, monkeypatch
):
    monkeypatch.setattr(book, "MAX_CLAIMS", 3)
    made = [claim(kept, insult=f"Fool {n}.") for n in range(3)]
    book.settle(kept, made[0], "confirmed")
    book.settle(kept, made[2], "rejected")
    book.vote(kept, made[1], "0", "wrong")
    made += [claim(kept, insult="Fool 3.")]
    assert [one.id for one in book.everything(kept)] == [made[0], made[1], made[3]]
    made += [claim(kept, insult="Fool 4.")]
    assert [one.id for one in book.everything(kept)] == [made[0], made[3], made[4]]
    with sqlite3.connect(kept.path) as file:
        assert file.execute("SELECT count(*) FROM votes").fetchone() == (0,)


@pytest.mark.parametrize("field", ["id = '<script>'", "state = 'won'", "why = hex(zeroblob(101))"])
def test_a_row_that_is_none_is_told_of_in_a_sentence(kept, claims, field):
    claim(kept)
    with sqlite3.connect(kept.path) as file:
        file.execute(f"UPDATE claims SET {field}")
    with pytest.raises(StoreError):
        book.everything(kept)


def test_without_a_store_the_wall_says_so(claims, monkeypatch):
    def no_store():
        raise StoreError("What visitors keep cannot be reached just now")

    monkeypatch.setattr(service, "store", no_store)
    assert "cannot be read just now" in claims.on_load()
    assert "cannot be reached just now" in claimed(claims)[0]
    with pytest.raises(gr.Error, match="cannot be reached"):
        votes(claims, "a" * 12, 1)


# --- votes ---


def test_a_visitor_has_one_vote_on_a_claim_and_may_change_it(claims, kept):
    one, other = claim(kept), claim(kept, insult="Fool.")
    assert 'data-wrong="1" data-fine="0"' in votes(claims, one, 1)
    assert 'data-wrong="1" data-fine="0"' in votes(claims, one, 1)
    assert 'data-wrong="1" data-fine="1"' in votes(claims, one, 2, "fine")
    assert 'data-wrong="0" data-fine="2"' in votes(claims, one, 1, "fine")
    assert 'data-wrong="1" data-fine="0"' in votes(claims, other, 1)


def test_a_vote_tells_nothing_about_the_voter(claims, kept):
    for one in (claim(kept), claim(kept, insult="Fool.")):
        votes(claims, one, 7)
    with sqlite3.connect(kept.path) as file:
        voters = [voter for (voter,) in file.execute("SELECT voter FROM votes")]
        dump = "\n".join(file.iterdump())
    assert len(set(voters)) == 2, "the two votes cannot be joined"
    assert ADA not in dump
    assert f"{7:032x}" not in dump


def test_votes_are_bounded(claims, kept, monkeypatch):
    monkeypatch.setattr(book, "MAX_VOTES", 2)
    one = claim(kept)
    for voter in (1, 2):
        found = votes(claims, one, voter)
    assert 'data-wrong="2"' in found
    with pytest.raises(gr.Error, match="This claim has 2 votes, and no more are counted"):
        votes(claims, one, 3)
    assert book.tallies(kept, [book.claim(kept, one)]) == [(2, 0)]
    assert 'data-fine="1"' in votes(claims, one, 1, "fine"), "but a counted one may change"


def test_one_visitor_votes_at_a_pace(claims, kept):
    one = claim(kept)
    for voter in range(12):
        votes(claims, one, voter)
    with pytest.raises(gr.Error, match="The next vote is counted in"):
        votes(claims, one, 12)
    assert 'data-wrong="13"' in votes(claims, one, 12, visitor=BOB)


@pytest.mark.parametrize("state", ["confirmed", "rejected", "hidden"])
def test_what_is_settled_takes_no_votes(claims, kept, state):
    one = claim(kept)
    book.settle(kept, one, state)
    with pytest.raises(gr.Error, match="no such open claim"):
        votes(claims, one, 1)
    assert "data-vote" not in claims.on_unfold()


@pytest.mark.parametrize(
    "change", [{"verdict": "won"}, {"token": ""}, {"token": "A" * 32}, {"claim": HOSTILE}]
)
def test_a_vote_that_is_none_is_refused(claims, kept, change):
    event = {"claim": claim(kept), "verdict": "wrong", "token": "a" * 32} | change
    with pytest.raises(gr.Error):
        claims.on_vote(said(**event), visit())


# --- reading ---


def test_the_wall_is_a_number_until_it_is_unfolded(claims, kept):
    for n in range(book.ON_WALL + 2):
        claim(kept, insult=f"Fool {n}.")
    folded, unfolded = claims.on_load(), claims.on_unfold()
    assert "<b>12</b>" in folded
    assert "<article" not in folded
    assert unfolded.count("<article") == book.ON_WALL
    assert "Fool 11" in unfolded
    assert "Fool 0" not in unfolded
    assert "10 are shown, the newest of each kind." in unfolded
    assert "are shown" not in folded


def test_a_link_opens_a_claim_with_its_answer(tab, kept):
    one = claim(kept, why="an insult")
    query = {"tab": "break", "at": str(GATE), "attempt": one}
    notice, rungs, *_, sheet, _ = tab.on_load(SimpleNamespace(query_params=query))
    assert "an insult" in notice
    assert "data-vote" in notice
    assert f'data-attempt="{one}"' in rungs
    assert "Only a fool" in sheet
    book.settle(kept, one, "hidden")
    with pytest.raises(LinkError, match="is no attempt"):
        service.resolve(str(GATE), one)


def test_a_claims_link_has_a_preview_of_its_own_and_a_hidden_ones_has_none(kept):
    one = claim(kept, why=f"an insult {HOSTILE}")
    query = {"tab": "break", "at": str(GATE), "attempt": one}
    found = preview(query, BENCHES)
    assert "A person calls it wrong" in found.title
    assert "an insult" in found.description
    assert found.link.endswith(one)
    assert "<img" not in found.tags("")
    book.settle(kept, one, "hidden")
    assert preview(query, BENCHES) == WHOLE_PAGE


def test_strangers_text_is_only_text(tab, kept):
    one = claim(kept, why=HOSTILE, insult=HOSTILE)
    with sqlite3.connect(kept.path) as file:
        file.execute("UPDATE claims SET player = ?", (HOSTILE[:24],))
    notice, *_ = tab.on_open(said(at=str(GATE), attempt=one))
    for drawn in (notice, tab._claims.on_unfold()):
        assert "<img" not in drawn
        assert "\u202e" not in drawn
        assert "\x1b" not in drawn
        assert drawn.count("&lt;img") == 3


def test_a_claim_of_a_desk_that_is_gone_is_shown_as_it_was_written(claims, kept):
    one = claim(kept)
    with sqlite3.connect(kept.path) as file:
        file.execute("UPDATE claims SET desk = 'reception', state = 'confirmed'")
    wall = claims.on_unfold()
    assert f'data-claim="{one}"' in wall
    assert "Only a fool" in wall
    assert "data-at" not in wall
    assert maintains("list") == 0


# --- the command ---


def test_confirming_writes_a_case_that_stays_open_until_both_graders_see_it(
    claims, kept, tmp_path, monkeypatch, capsys
):
    one = claim(kept, why="an insult")
    assert one.isalnum(), "a command would take a hyphen for an option"
    order = ("confirm", one, "--folder", tmp_path, "--name", "insults_the_sender")
    assert maintains(*order) == 0
    case = read_case((tmp_path / "insults_the_sender.json").read_text())
    assert (case.open, case.why, case.completion) == (True, "an insult", insulting(GATE))
    assert case.scenario == GATE.scenario
    assert "expected to fail" in capsys.readouterr().out
    assert maintains(*order) == 0, "twice is once"
    assert "✕ confirmed" in claims.on_unfold()

    other = claim(kept, insult="Another fool.")
    assert maintains("confirm", other, *order[2:]) == 1
    assert "is there already" in capsys.readouterr().err
    assert book.claim(kept, other).state == "open"

    monkeypatch.setattr(record, "case_of", lambda *_: SimpleNamespace(open=False))
    record._today.cache_clear()
    assert standing(book.claim(kept, one)) == "fixed"
    assert "✓ fixed since" in claims.on_unfold()
    record._today.cache_clear()


def test_what_is_settled_is_exported_with_a_label(kept, tmp_path, capsys):
    wrong, sound, *_ = [claim(kept, insult=f"Fool {n}.") for n in range(3)]
    assert maintains("confirm", wrong, "--folder", tmp_path) == 0
    assert maintains("reject", sound) == 0
    capsys.readouterr()
    assert maintains("export") == 0
    rows = list(map(json.loads, capsys.readouterr().out.splitlines()))
    assert [row["label"] for row in rows] == ["wrong", "sound"]
    assert [row["completion"][-8:-3] for row in rows] == ["ool 0", "ool 1"]
    assert rows[0]["scenario"] == json.loads(GATE.scenario.model_dump_json())


def test_a_hidden_claim_is_nowhere_and_comes_back_only_by_the_command(claims, kept, capsys):
    claimed(claims, why="spam")
    [one] = book.everything(kept)
    assert maintains("hide", one.id) == 0
    assert "spam" not in claims.on_unfold()
    assert "<b>0</b>" in claims.on_load()
    news, wall = claimed(claims)
    assert "took it down" in news
    assert one.id not in news + wall
    assert maintains("reopen", one.id) == 0
    assert "spam" in claims.on_unfold()


def test_the_list_prints_no_control_characters(kept, capsys):
    claim(kept, why=HOSTILE)
    assert maintains("list") == 0
    printed = capsys.readouterr().out
    assert printed.strip().isprintable()
    assert "window.hit" in printed


@pytest.mark.parametrize("order", ["confirm", "reject", "hide", "reopen"])
def test_an_id_of_nothing_is_told_so(kept, order, capsys):
    assert maintains(order, "nothing") == 1
    assert "'nothing' is no claim" in capsys.readouterr().err


def test_a_store_that_is_not_there_is_not_made(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("REWARDDESK_STORE", str(tmp_path / "none.sqlite"))
    assert maintains("list") == 1
    assert "a store was expected" in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()
