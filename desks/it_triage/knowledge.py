"""The knowledge base: articles made of the fault families, past tickets and incidents, and search.

Articles live in memory, since every scenario shows some. Search runs over one SQLite file with an
FTS5 index (BM25) of articles, tickets and incidents, built at first use in a per-user cache folder
(REWARDDESK_CACHE overrides it) and named after the content that it was built from.
"""

import hashlib
import os
import re
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Literal

from desks.desk import stream
from desks.it_triage.families import families, passage
from desks.it_triage.models import Case, Family

Kind = Literal["articles", "tickets", "incidents"]
PREFIXES: dict[Kind, str] = {"articles": "KB", "tickets": "TKT", "incidents": "INC"}
#: Past tickets are numbered below this, tickets that are still open from it on.
FIRST_OPEN_TICKET = 5000


@dataclass(frozen=True, eq=False)
class Article:
    """One case as a knowledge-base article. Equal only to itself: there is one of each."""

    id: str
    family: Family
    case: Case
    passage: str

    @property
    def system(self) -> tuple[str, str]:
        """Product and version: with the sign, what a ticket must share for the article to apply."""
        return self.case.product, self.case.version


@dataclass(frozen=True)
class Record:
    """A piece of the knowledge base as search and look-up give it."""

    id: str
    title: str
    body: str
    articles: tuple[str, ...]
    """Ids of the articles that the record links to; an article links to none."""


@lru_cache(maxsize=1)
def articles() -> tuple[Article, ...]:
    """Every article, in the order of its id, which tells nothing of family, split or domain."""
    cases = {
        f"{family.family}/{number}": (family, case)
        for family in families()
        for number, case in enumerate(family.cases)
    }
    numbers = _scattered(cases, 1000, 10_000)
    made = [
        Article(f"KB-{numbers[key]:04d}", family, case, passage(case))
        for key, (family, case) in cases.items()
    ]
    return tuple(sorted(made, key=lambda article: article.id))


def body(article: Article) -> str:
    """The text of an article, 100 to 300 words."""
    family, case = article.family, article.case
    return "\n".join(
        [
            f"Applies to: {case.product} {case.version}.",
            f"Symptom: {family.symptoms[0]}",
            f"Background: {family.background.strip()}",
            f"Sign: {case.sign}",
            f"Cause: {case.cause}",
            f"Fix: {case.fix}",
            f"Check: {case.verify}",
            "If product, version or sign differ, this article does not apply.",
        ]
    )


def _scattered(keys: Iterable[str], first: int, end: int) -> dict[str, int]:
    """Each key's own number in [first, end), by a stable hash; if taken, the next that is free."""
    taken: dict[int, str] = {}
    for key in sorted(keys):
        digest = hashlib.sha256(key.encode()).digest()
        number = int.from_bytes(digest[:8], "big") % (end - first)
        while number in taken:
            number = (number + 1) % (end - first)
        taken[number] = key
    return {key: first + number for number, key in taken.items()}


# -- what the help desk has seen before -----------------------------------------------------------


def past_tickets() -> list[Record]:
    """A closed ticket for every article: what was reported, what solved it."""
    numbers = _scattered((article.id for article in articles()), 0, FIRST_OPEN_TICKET)
    records = []
    for article in articles():
        draw = stream("past ticket", article.id)
        case = article.case
        records.append(
            Record(
                id=f"TKT-{numbers[article.id]:04d}",
                title=f"{case.product}: {article.family.title}",
                body=f"Reported: {draw.choice(article.family.symptoms)} "
                f"Found on {case.product} {case.version}: {case.sign}. "
                f"Solved with this advice: {case.resolution} "
                f"Closed after {draw.randrange(20, 400)} minutes.",
                articles=(article.id,),
            )
        )
    return sorted(records, key=lambda record: record.id)


def incidents() -> list[Record]:
    """Two incidents a family, each with the article that came of it."""
    chosen = [
        article
        for family in families()
        for article in stream("incidents", family.family).sample(
            [article for article in articles() if article.family is family], 2
        )
    ]
    numbers = _scattered((article.id for article in chosen), 1000, 10_000)
    records = []
    for article in chosen:
        draw = stream("incident", article.id)
        case = article.case
        records.append(
            Record(
                id=f"INC-{numbers[article.id]:04d}",
                title=f"{article.family.title} on {case.product} {case.version}",
                body=f"{draw.choice(article.family.symptoms)} Lasted {draw.randrange(15, 300)} "
                f"minutes. First seen: {case.sign}. Cause: {case.cause} "
                f"Ended by: {case.fix} Confirmed: {case.verify}",
                articles=(article.id,),
            )
        )
    return sorted(records, key=lambda record: record.id)


# -- search ---------------------------------------------------------------------------------------

_TERM = re.compile(r"[^\W_]+")
_MOST_TERMS = 48
_MOST_RESULTS = 50
_here = threading.local()


def search(
    kind: Kind, query: str, limit: int = 5, among: Callable[[Record], bool] = lambda record: True
) -> list[Record]:
    """The records that match any word of the query, best first by BM25; a title counts thrice.

    `among` says which records are searched at all.

    Any text is a safe query: its words are taken out and quoted, so that none of it is read as
    FTS5 syntax. A query without a word finds nothing. KeyError names the kinds there are,
    ValueError the limits.
    """
    _check_kind(kind)
    if not 1 <= limit <= _MOST_RESULTS:
        raise ValueError(f"limit is {limit}; 1 to {_MOST_RESULTS} was expected")
    terms = list(dict.fromkeys(_TERM.findall(query.lower())))[:_MOST_TERMS]
    if not terms:
        return []
    rows = _connection().execute(
        f"SELECT id, title, body, links FROM {kind} WHERE {kind} MATCH ? "
        f"ORDER BY bm25({kind}, 0, 3, 1, 0), id",
        (" OR ".join(f'"{term}"' for term in terms),),
    )
    return list(islice(filter(among, map(_record, rows)), limit))


def get(kind: Kind, record_id: str) -> Record | None:
    """The record of that id, or None where there is none. KeyError names the kinds there are."""
    _check_kind(kind)
    if not re.fullmatch(rf"{PREFIXES[kind]}-[0-9]{{4}}", record_id):
        return None
    row = (
        _connection()
        .execute(
            f"SELECT id, title, body, links FROM {kind} WHERE rowid = ?", (int(record_id[-4:]),)
        )
        .fetchone()
    )
    return _record(row) if row else None


def _check_kind(kind: str) -> None:
    if kind not in PREFIXES:
        raise KeyError(f"no kind {kind!r}; there are {', '.join(PREFIXES)}")


def _record(row: tuple[str, str, str, str]) -> Record:
    return Record(*row[:3], articles=tuple(row[3].split()))


def _connection() -> sqlite3.Connection:
    """This thread's own read-only connection to the file of today; a forked child opens its own, as
    SQLite demands."""
    whose = os.getpid(), database()
    if getattr(_here, "whose", None) != whose:
        uri = f"{database().as_uri()}?mode=ro&immutable=1"
        _here.connection = sqlite3.connect(uri, uri=True)
        _here.whose = whose
    return _here.connection


@lru_cache(maxsize=1)
def database() -> Path:
    """The SQLite file, built if this content has none yet.

    It is built beside its place and then renamed into it, so that of two processes that race each
    leaves a whole file.
    """
    contents = _contents()
    named = hashlib.sha256(f"{_TABLE}{contents}".encode()).hexdigest()[:16]
    folder = _cache().resolve()
    path = folder / f"it_triage-{named}.sqlite"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=folder, suffix=".unfinished")
        os.close(handle)
        try:
            _build(unfinished, contents)
            os.replace(unfinished, path)
        finally:
            Path(unfinished).unlink(missing_ok=True)
    return path


def _cache() -> Path:
    if chosen := os.environ.get("REWARDDESK_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rewarddesk"


def _contents() -> dict[Kind, list[Record]]:
    return {
        "articles": [Record(a.id, a.family.title, body(a), ()) for a in articles()],
        "tickets": past_tickets(),
        "incidents": incidents(),
    }


_TABLE = "USING fts5(id UNINDEXED, title, body, links UNINDEXED)"


def _build(path: str, contents: dict[Kind, list[Record]]) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for kind, records in contents.items():
            connection.execute(f"CREATE VIRTUAL TABLE {kind} {_TABLE}")
            connection.executemany(
                f"INSERT INTO {kind}(rowid, id, title, body, links) VALUES (?, ?, ?, ?, ?)",
                [(int(r.id[-4:]), r.id, r.title, r.body, " ".join(r.articles)) for r in records],
            )
    connection.close()
