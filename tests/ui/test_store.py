"""The store holds under many threads, a full file, hostile text and a process that is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from ui.game import store
from ui.game.attempts import Exploit, Submission
from ui.game.store import Store
from ui.store import StoreError

ROOT = Path(__file__).parents[2]
SUBMISSION = Submission(
    desk="exec_assist",
    level="gate",
    grader="v1",
    scenario="hard-eval-7",
    completion="{}",
    score=0.8,
    won=True,
    player="ada",
)
EXPLOIT = Exploit(
    signature="one",
    desk="exec_assist",
    level="gate",
    scenario="hard-eval-7",
    completion="{}",
    why="nothing was done",
)
WRITER = """
import sys
from pathlib import Path
from tests.ui.test_store import SUBMISSION, submission
from ui.game.store import Store
kept, n = Store(Path(sys.argv[1])), int(sys.argv[2]) * 1_000_000
while True:
    n += 1
    print(kept.keep(submission(completion=f"{n:060000}")).kept.id, flush=True)
"""
_numbers = count()


def submission(**change) -> Submission:
    """An attempt unlike any other, but for what is said."""
    return SUBMISSION.model_copy(update={"completion": f"{next(_numbers):03}"} | change)


@pytest.fixture
def kept(tmp_path):
    return Store(tmp_path / "store.sqlite")


def ids(leaders):
    return [one.id for one in leaders]


def test_an_attempt_comes_back_as_it_was(kept):
    one = kept.keep(SUBMISSION).kept
    assert kept.attempt(one.id) == one
    assert kept.attempt("nothing") is None
    assert len(one.id) == 12
    assert one.model_dump(include=set(Submission.model_fields)) == SUBMISSION.model_dump()


@pytest.mark.parametrize("text", ["'); DROP TABLE attempts; --", "\x00", "😀\n<script>"])
def test_any_text_is_only_text(kept, text):
    one = kept.keep(submission(completion=text, player=text[:24])).kept
    assert kept.attempt(one.id).completion == text
    assert kept.attempt(text) is None


def test_half_a_character_is_not_kept(kept):
    with pytest.raises(UnicodeEncodeError):
        kept.keep(submission(completion="\ud800"))


def test_the_same_attempt_is_kept_once(kept):
    first = kept.keep(SUBMISSION).kept
    again = kept.keep(SUBMISSION.model_copy(update={"player": "bob"}), EXPLOIT)
    assert again == (first, False)
    assert kept.known(SUBMISSION) == first
    for change in ({"level": "facts"}, {"grader": "v2"}, {"scenario": "hard-eval-8"}):
        assert kept.known(SUBMISSION.model_copy(update=change)) is None
        assert kept.keep(SUBMISSION.model_copy(update=change)).kept.id != first.id


def test_a_leader_stands_once_and_the_shorter_goes_first(kept):
    long = kept.keep(submission(completion="long" * 9)).kept
    short = kept.keep(submission(player="bob")).kept
    kept.keep(submission(score=0.75))
    kept.keep(submission(score=1.0, won=False, player="eve"))
    other = kept.keep(submission(grader="v2")).kept
    nameless = [kept.keep(submission(score=0.71, player="")).kept for _ in range(2)]
    leaders = kept.leaders("exec_assist", "gate", "v1")
    assert ids(leaders) == ids([short, long, *nameless])
    assert [one.length for one in leaders] == [3, 36, 3, 3]
    assert ids(kept.leaders("exec_assist", "gate", "v2")) == [other.id]


def test_a_board_has_so_many_players(kept):
    for n in range(2 * store.BOARD_SIZE):
        kept.keep(submission(player=f"player {n % 15}", score=1 - n / 100))
    board = kept.leaders("exec_assist", "gate", "v1")
    assert [one.player for one in board] == [f"player {n}" for n in range(store.BOARD_SIZE)]


def test_ranking_reads_no_completion(kept):
    kept.keep(SUBMISSION)
    with sqlite3.connect(kept.path) as file:
        plan = file.execute(
            "EXPLAIN QUERY PLAN SELECT id, player, score, length, scenario FROM attempts WHERE "
            "desk = ? AND level = ? AND grader = ? AND won = 1 ORDER BY score DESC, length, made",
            ("exec_assist", "gate", "v1"),
        ).fetchall()
    assert "COVERING INDEX leaders" in plan[0][-1]
    assert len(plan) == 1, "and sorts nothing"


# --- exploits ---


def test_an_exploit_of_a_kind_is_kept_once(kept):
    first = kept.keep(submission(), EXPLOIT)
    again = kept.keep(submission(), EXPLOIT)
    other = kept.keep(submission(), EXPLOIT.model_copy(update={"signature": "other"}))
    assert [one.first for one in (first, again, other)] == [True, False, True]
    assert [one.signature for one in kept.exploits("v1")] == ["one", "other"]
    assert [one.signature for one in kept.exploits("v1", EXPLOIT.desk, 1)] == ["one"]
    assert kept.exploits("v1", "it_triage") == []
    assert kept.exploits("v2") == []
    assert kept.exploit_of(first.kept.id) == EXPLOIT
    assert kept.exploit_of(again.kept.id) is None


def test_exploits_are_bounded_and_those_of_older_graders_go_first(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_EXPLOITS", 3)
    for grader, name in (("v2", "a"), ("v1", "b"), ("v2", "c"), ("v2", "d"), ("v2", "e")):
        kept.keep(submission(grader=grader), EXPLOIT.model_copy(update={"signature": name}))
    assert [one.signature for one in kept.exploits("v2")] == ["c", "d", "e"]
    assert kept.exploits("v1") == []


# --- room ---


def test_a_full_store_lets_go_of_what_won_nothing_first(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_ATTEMPTS", 3)
    won = [kept.keep(submission(player=name)).kept for name in ("ada", "bob")]
    lost = [kept.keep(submission(won=False)).kept for _ in range(3)]
    there = [kept.attempt(one.id) is not None for one in (*won, *lost)]
    assert there == [True, True, False, False, True]


def test_what_a_board_shows_and_what_was_just_kept_stay(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_ATTEMPTS", 3)
    best = kept.keep(submission(score=0.9)).kept
    worse = [kept.keep(submission(score=0.8)).kept for _ in range(4)]
    new = kept.keep(submission(won=False)).kept
    assert kept.attempt(best.id)
    assert kept.attempt(new.id)
    assert [kept.attempt(one.id) is not None for one in worse] == [False, False, False, True]
    for _ in range(4):
        kept.keep(submission(grader="v2"))
    assert kept.attempt(best.id) is None, "no board shows an older version"


def test_bytes_are_bounded_as_rows_are(kept, monkeypatch):
    monkeypatch.setattr(store, "MAX_BYTES", 1_000)
    made = [kept.keep(submission(won=False, completion=f"{n}" + "é" * 199)).kept for n in range(5)]
    there = [kept.attempt(one.id) is not None for one in made]
    assert there == [False, False, False, True, True]


# --- trouble ---


def test_many_threads_lose_nothing(kept):
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda n: kept.keep(submission(player=str(n))).kept, range(200)))
    assert len({one.id for one in made}) == 200
    assert all(kept.attempt(one.id) == one for one in made)


@pytest.mark.slow
def test_a_writer_killed_in_the_middle_leaves_a_whole_store(tmp_path):
    path = tmp_path / "store.sqlite"
    for n in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(n)],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        first = writer.stdout.readline().strip()
        time.sleep(0.1)
        writer.send_signal(signal.SIGKILL)
        found = [first, *writer.communicate()[0].split("\n")[:-1]]
        kept = Store(path)
        assert all(len(kept.attempt(one).completion) == 60_000 for one in found)
        with sqlite3.connect(path) as file:
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        kept.keep(submission())


def no_folder(path):
    return path / "is" / "not" / "there"


def no_database(path):
    file = path / "store.sqlite"
    file.write_bytes(b"no database" * 100)
    return file


def of_another_format(path):
    file = path / "store.sqlite"
    with sqlite3.connect(file) as old:
        old.execute("CREATE TABLE attempts (id TEXT)")
    return file


@pytest.mark.parametrize("broken", [no_folder, no_database, of_another_format])
def test_a_file_that_is_no_store_is_told_of_in_a_sentence(tmp_path, broken):
    with pytest.raises(StoreError, match="cannot be reached just now"):
        Store(broken(tmp_path))


@pytest.mark.parametrize(
    "field", ["id = '<script>'", "score = 7", "scenario = '../x'", "player = hex(zeroblob(99))"]
)
def test_a_row_that_is_none_is_told_of_in_a_sentence(kept, field):
    one = kept.keep(SUBMISSION).kept
    with sqlite3.connect(kept.path) as file:
        file.execute(f"UPDATE attempts SET {field}")
    with pytest.raises(StoreError):
        kept.leaders("exec_assist", "gate", "v1")
    if "id" not in field:
        with pytest.raises(StoreError):
            kept.attempt(one.id)
