"""The knowledge base: its articles, its search under any text, in any thread."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import yaml

from desks.it_triage import knowledge
from desks.it_triage.families import FOLDER, FaultFileError, read_families
from desks.it_triage.knowledge import articles, body, get, incidents, past_tickets, search


def test_articles_have_100_to_300_words_and_ids_of_their_own() -> None:
    assert len({article.id for article in articles()}) == len(articles())
    for article in articles():
        text = f"{article.family.title} {body(article)}"
        assert 100 <= len(text.split()) <= 300, article.id
        assert all(fact.lower() in text.lower() for fact in article.case.facts.values())


def test_an_article_is_known_by_its_id() -> None:
    one, *_, other = articles()
    again = replace(one, family=one.family.model_copy())
    assert again == one
    assert hash(again) == hash(one)
    assert other != one


def test_past_tickets_and_incidents_link_to_articles() -> None:
    ids = {article.id for article in articles()}
    assert len(past_tickets()) >= 120
    assert len(incidents()) >= 60
    for records in (past_tickets(), incidents()):
        assert len({record.id for record in records}) == len(records)
        for record in records:
            assert record.articles
            assert set(record.articles) <= ids
    assert all(int(record.id[-4:]) < knowledge.FIRST_OPEN_TICKET for record in past_tickets())


def test_get_gives_what_is_there_and_nothing_else() -> None:
    for article in articles():
        found = get("articles", article.id)
        assert (found.id, found.title, found.body) == (
            article.id,
            article.family.title,
            body(article),
        )
    for kind, records in (("tickets", past_tickets()), ("incidents", incidents())):
        assert [get(kind, record.id) for record in records] == records
    for strange in (
        "",
        "KB-0000",
        "KB-1",
        "KB-00001",
        "kb-1234",
        "TKT-0001",
        "KB-1' OR '1",
        "KB-1234\n",
    ):
        assert get("articles", strange) is None


def test_the_sign_finds_its_article() -> None:
    missed = [
        article.id
        for article in articles()
        if article.id not in [r.id for r in search("articles", article.case.sign, 5)]
    ]
    assert len(missed) <= len(articles()) // 50


def test_every_kind_is_searched_and_the_best_stands_first() -> None:
    for article in articles()[:40]:
        query = f"{article.family.title} {article.case.product} {article.case.sign}"
        for kind in ("tickets", "incidents"):
            found = search(kind, query, 10)
            assert 0 < len(found) <= 10
        assert article.id in {one for r in search("tickets", query, 3) for one in r.articles}


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        '"',
        '"unclosed',
        "title:login",
        "NEAR(login database, 5)",
        "login AND",
        "NOT",
        "OR OR OR",
        "log*",
        "^login",
        "-login +database",
        "{title body}: login",
        "(((",
        "'; DROP TABLE articles; --",
        '" OR 1=1 --',
        "%_",
        "___",
        "a\x00b",
        "\ud800\udfff",
        "\u202elogin",
        "你好 מסד נתונים",
        "login " * 100_000,
        "é" * 10_000,
        "?1 :name @x $y",
    ],
)
def test_any_text_is_a_safe_query(query: str) -> None:
    before = len(search("articles", "login database server"))
    for kind in knowledge.PREFIXES:
        assert isinstance(search(kind, query), list)
    assert len(search("articles", "login database server")) == before > 0


ODD_WORDS = "é café ÉTÉ ² ½ 你好 İ ß ﬁ a\u0301 ٣ Ⅷ ª ᾳ \U0001d400 zzz".split()


@pytest.mark.parametrize("kind", knowledge.PREFIXES)
def test_a_search_ranks_as_sqlite_does_for_the_whole_query(kind: knowledge.Kind) -> None:
    """Adding up the words' scores changes no place, not even between equals."""
    rng, records = Random(kind), knowledge._of_kind(kind)
    words = " ".join(f"{one.title} {one.body}" for one in records.values()).split()
    ranked = f"SELECT rowid FROM {kind} WHERE {kind} MATCH ? ORDER BY bm25({kind}, 3, 1), rowid"
    ids = list(records)
    for size in (1, 2, 5, 12, 60) * 40:
        query = " ".join(
            rng.choice(ODD_WORDS if rng.random() < 0.1 else words) for _ in range(size)
        )
        rows = knowledge._connection().execute(ranked, (knowledge.any_word(query),)).fetchmany(50)
        assert [r.id for r in search(kind, query, 50)] == [ids[place] for (place,) in rows], query


def test_syntax_is_read_as_words() -> None:
    plain = search("articles", "replica database", 8)
    assert search("articles", '"replica" database*', 8) == plain
    assert search("articles", "REPLICA database;", 8) == plain
    assert search("articles", "qqqzzz") == []


def test_wrong_kinds_and_limits_are_refused() -> None:
    with pytest.raises(KeyError, match="articles, tickets, incidents"):
        search("sqlite_master", "x")
    with pytest.raises(KeyError):
        get("articles; --", "KB-1234")
    for limit in (0, -1, 51):
        with pytest.raises(ValueError, match="1 to 50"):
            search("articles", "x", limit)


def test_the_index_cannot_be_written_through_its_connection() -> None:
    search("articles", "login")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        knowledge._connection().execute("DELETE FROM articles")


def test_threads_search_side_by_side() -> None:
    queries = [article.case.sign for article in articles()[:40]]
    alone = [search("articles", query) for query in queries]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(lambda query: search("articles", query), queries)) == alone


def test_a_forked_child_searches_as_its_parent() -> None:
    before = search("articles", "replica falls behind")
    child = os.fork()
    if not child:
        signal.alarm(30)  # what waits for ever is ended
        os._exit(search("articles", "replica falls behind") != before)
    assert os.waitpid(child, 0)[1] == 0


PROBE = """
import os, sys
written = []

def note(event, given):
    if event == "sqlite3.connect" or (event == "open" and given[2] & (os.O_WRONLY | os.O_RDWR)):
        written.append(str(given[0]))

sys.addaudithook(note)
from desks.it_triage.knowledge import search
print([(record.id, record.body) for record in search("articles", "replica falls behind", 5)])
print(set(written))
"""


def spoilt(folder: Path, content: Callable[[bytes], bytes]) -> dict[str, str]:
    """The environment of a process in whose folder of caches a first one has searched, and where
    each file that it left holds something else since."""
    env = {**os.environ, "REWARDDESK_CACHE": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    probed(env)
    for path in folder.rglob("*.*"):
        path.write_bytes(content(path.read_bytes()))
    return env


def probed(env: dict[str, str]) -> list[str]:
    """What a process of its own finds, and which databases and files it opened to write."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-300:]
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "content",
    [
        lambda was: was[: len(was) // 2],
        lambda was: b"",
        lambda was: Random(0).randbytes(len(was)),
        lambda was: was.replace(b"replica", b"printer"),
    ],
    ids=["half", "nothing", "noise", "other words"],
)
def test_no_file_that_was_spoilt_spoils_a_search(tmp_path: Path, content) -> None:
    found, _ = probed(spoilt(tmp_path, content))
    assert found == str([(r.id, r.body) for r in search("articles", "replica falls behind", 5)])


def test_search_needs_no_place_to_write() -> None:
    nowhere = {"HOME": "/proc/nowhere", "REWARDDESK_CACHE": "/proc/nowhere"}
    found, written = probed({**os.environ, **nowhere, "PYTHONDONTWRITEBYTECODE": "1"})
    assert found == str([(r.id, r.body) for r in search("articles", "replica falls behind", 5)])
    assert written == "{':memory:'}"


# -- fault files that are wrong -------------------------------------------------------------------


def good() -> list[dict]:
    path = FOLDER / "databases.yaml"
    return [f for f in yaml.safe_load(path.read_text()) if f["split"] == "train"]


def damaged(change) -> list[dict]:
    listed = good()
    change(listed)
    return listed


def drop_fix(listed: list[dict]) -> None:
    del listed[0]["cases"][0]["fix"]


def wrong_domain(listed: list[dict]) -> None:
    listed[0]["domain"] = "plumbing"


def number_as_version(listed: list[dict]) -> None:
    listed[1]["cases"][0]["version"] = 8.0


def unknown_field(listed: list[dict]) -> None:
    listed[0]["severity"] = "high"


def fact_not_in_fix(listed: list[dict]) -> None:
    listed[0]["cases"][1]["facts"]["command"] = "rm -rf /"


def no_facts(listed: list[dict]) -> None:
    listed[0]["cases"][0]["facts"] = {}


def never_on_an_unknown_version(listed: list[dict]) -> None:
    listed[0]["cases"][0]["never_on"] = ["9.9"]


def never_on_its_own_version(listed: list[dict]) -> None:
    listed[0]["cases"][0]["never_on"] = [listed[0]["cases"][0]["version"]]


def full_stop(listed: list[dict]) -> None:
    listed[0]["cases"][0]["sign"] += "."


def long_fix(listed: list[dict]) -> None:
    listed[0]["cases"][0]["fix"] += " very" * 40


def long_passage(listed: list[dict]) -> None:
    listed[0]["cases"][0]["sign"] += " very" * 40


def long_resolution(listed: list[dict]) -> None:
    listed[0]["cases"][0]["resolution"] += " very" * 40


def told_once(listed: list[dict]) -> None:
    listed[0]["cases"][0]["told"] = ["It is broken."]


def told_at_length(listed: list[dict]) -> None:
    listed[0]["cases"][0]["told"][1] = "very " * 25 + "broken."


def told_with_a_fact(listed: list[dict]) -> None:
    listed[0]["cases"][0]["told"][1] = "We have no connector/odbc 8.0."


def told_by_quoting(listed: list[dict]) -> None:
    listed[0]["cases"][0]["told"][1] = f"It says {listed[0]['cases'][0]['sign']}."


def short_background(listed: list[dict]) -> None:
    listed[0]["background"] = "It depends."


def symptom_with_product(listed: list[dict]) -> None:
    listed[0]["symptoms"][2] = "Our MySQL is down."


def unknown_lookalike(listed: list[dict]) -> None:
    listed[0]["lookalikes"] = ["no_such_family"]


def same_case_twice(listed: list[dict]) -> None:
    listed[1]["cases"].append(listed[0]["cases"][0])


def same_name_twice(listed: list[dict]) -> None:
    listed.append(listed[0])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (drop_fix, ["faults.yaml", "db_login_refused", "cases.0.fix"]),
        (wrong_domain, ["faults.yaml", "db_login_refused", "domain"]),
        (number_as_version, ["faults.yaml", "cases.0.version"]),
        (unknown_field, ["faults.yaml", "db_login_refused", "severity"]),
        (fact_not_in_fix, ["db_login_refused", "cases.1.fix", "rm -rf /"]),
        (no_facts, ["db_login_refused", "cases.0.facts"]),
        (never_on_an_unknown_version, ["db_login_refused", "cases.0.never_on", "9.9"]),
        (never_on_its_own_version, ["db_login_refused", "cases.0.never_on"]),
        (full_stop, ["db_login_refused", "cases.0.sign"]),
        (long_fix, ["db_login_refused", "cases.0.fix", "32"]),
        (long_passage, ["db_login_refused", "cases.0.fix", "60"]),
        (long_resolution, ["db_login_refused", "cases.0.resolution", "45"]),
        (told_once, ["db_login_refused", "cases.0.told"]),
        (told_at_length, ["db_login_refused", "cases.0.told", "25"]),
        (told_with_a_fact, ["db_login_refused", "cases.0.told", "Connector/ODBC 8.0"]),
        (told_by_quoting, ["db_login_refused", "cases.0.told", "quotes the sign"]),
        (short_background, ["db_login_refused", "background", "60"]),
        (symptom_with_product, ["db_login_refused", "symptoms", "MySQL"]),
        (unknown_lookalike, ["db_login_refused", "lookalikes", "no_such_family"]),
        (same_case_twice, ["cases.", "sign", "db_login_refused"]),
        (same_name_twice, ["db_login_refused", "taken"]),
    ],
)
def test_a_wrong_fault_file_is_named_with_the_place(tmp_path: Path, change, says) -> None:
    (tmp_path / "faults.yaml").write_text(yaml.safe_dump(damaged(change)))
    with pytest.raises(FaultFileError) as error:
        read_families(tmp_path)
    for piece in says:
        assert piece in str(error.value)


@pytest.mark.parametrize("text", ["", "a: 1", "- 7", "[", "!!python/object/apply:os.getcwd []"])
def test_what_is_no_list_of_families_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "faults.yaml").write_text(text)
    with pytest.raises(FaultFileError, match=r"faults\.yaml"):
        read_families(tmp_path)


def test_the_undamaged_file_is_read_and_an_empty_folder_is_not(tmp_path: Path) -> None:
    with pytest.raises(FaultFileError, match="no fault family"):
        read_families(tmp_path)
    (tmp_path / "faults.yaml").write_text(yaml.safe_dump(good()))
    assert len(read_families(tmp_path)) == len(good())
