"""The knowledge base: articles made from the fault families, past tickets, incidents, and search.

Search uses an SQLite FTS5 index (BM25), built in memory at first use in about 10 ms, so there is no
index file that could be corrupt, outdated or unreadable. A query's score is the sum of its words',
so SQLite is asked for each word once, and the sums are made here.
"""

import hashlib
import re
import sqlite3
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal

import numpy as np

from desks.desk import seeded_rng
from desks.it_triage.families import families, passage
from desks.it_triage.models import Case, Family
from desks.once import once

Kind = Literal["articles", "tickets", "incidents"]
PREFIXES: dict[Kind, str] = {"articles": "KB", "tickets": "TKT", "incidents": "INC"}
#: Past tickets are numbered below this, open ones from here on.
FIRST_OPEN_TICKET = 5000


@dataclass(frozen=True)
class Article:
    """One case as a knowledge-base article, identified by its id."""

    id: str
    family: Family = field(compare=False)
    case: Case = field(compare=False)
    passage: str = field(compare=False)

    @property
    def system(self) -> tuple[str, str]:
        """Product and version: for the article to apply, a ticket must share these and the sign."""
        return self.case.product, self.case.version


@dataclass(frozen=True)
class Record:
    """A knowledge-base entry, as search and lookup return it."""

    id: str
    title: str
    body: str
    articles: tuple[str, ...]
    """Ids of the articles that the record links to; an article links to none."""


@once
def articles() -> tuple[Article, ...]:
    """Every article, sorted by id; ids reveal nothing about family, split or domain."""
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
    """The full text of an article, 100 to 300 words."""
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
    """A unique number in [first, end) for each key, by a stable hash with linear probing."""
    taken: dict[int, str] = {}
    for key in sorted(keys):
        digest = hashlib.sha256(key.encode()).digest()
        number = int.from_bytes(digest[:8], "big") % (end - first)
        while number in taken:
            number = (number + 1) % (end - first)
        taken[number] = key
    return {key: first + number for number, key in taken.items()}


# -- past tickets and incidents -------------------------------------------------------------------


def past_tickets() -> list[Record]:
    """A closed ticket for every article: what was reported and what solved it."""
    numbers = _scattered((article.id for article in articles()), 0, FIRST_OPEN_TICKET)
    records = []
    for article in articles():
        rng = seeded_rng("past ticket", article.id)
        case = article.case
        records.append(
            Record(
                id=f"TKT-{numbers[article.id]:04d}",
                title=f"{case.product}: {article.family.title}",
                body=f"Reported: {rng.choice(article.family.symptoms)} "
                f"Found on {case.product} {case.version}: {case.sign}. "
                f"Solved with this advice: {case.resolution} "
                f"Closed after {rng.randrange(20, 400)} minutes.",
                articles=(article.id,),
            )
        )
    return sorted(records, key=lambda record: record.id)


def incidents() -> list[Record]:
    """Two incidents per family, each linked to the article that resulted from it."""
    chosen = [
        article
        for family in families()
        for article in seeded_rng("incidents", family.family).sample(
            [one for one in articles() if one.family.family == family.family], 2
        )
    ]
    numbers = _scattered((article.id for article in chosen), 1000, 10_000)
    records = []
    for article in chosen:
        rng = seeded_rng("incident", article.id)
        case = article.case
        records.append(
            Record(
                id=f"INC-{numbers[article.id]:04d}",
                title=f"{article.family.title} on {case.product} {case.version}",
                body=f"{rng.choice(article.family.symptoms)} Lasted {rng.randrange(15, 300)} "
                f"minutes. First seen: {case.sign}. Cause: {case.cause} "
                f"Ended by: {case.fix} Confirmed: {case.verify}",
                articles=(article.id,),
            )
        )
    return sorted(records, key=lambda record: record.id)


# -- search ---------------------------------------------------------------------------------------

_TERM = re.compile(r"[^\W_]+")
_MAX_TERMS = 48
_MAX_RESULTS = 50
_WORDS_KEPT = 4_096
"""Words whose scores are kept, at 2 kB each; all records together have some 9,000."""
_here = threading.local()


def search(
    kind: Kind, query: str, limit: int = 5, among: Callable[[Record], bool] = lambda record: True
) -> list[Record]:
    """The records that match any word of the query, best first by BM25, titles weighted threefold.

    `among` filters which records may be found.

    Any text is a safe query: its words are extracted and quoted, so that none is read as FTS5
    syntax. A query without words finds nothing. KeyError: an unknown kind. ValueError: a limit out
    of range.
    """
    records = list(_of_kind(kind).values())
    if not 1 <= limit <= _MAX_RESULTS:
        raise ValueError(f"limit is {limit}; 1 to {_MAX_RESULTS} was expected")
    scores = np.zeros(len(records))
    for word in _quoted_words(query):
        scores += _scores(kind, word)
    best_first = scores.argsort(kind="stable")  # Of equal ones, the lower id.
    found = (records[place] for place in best_first if scores[place] < 0)
    return list(islice(filter(among, found), limit))


def any_word(query: str) -> str:
    """An FTS5 query for any word of a text, each quoted; "" if it has none."""
    return " OR ".join(_quoted_words(query))


def get(kind: Kind, record_id: str) -> Record | None:
    """The record with that id, or None. KeyError: an unknown kind."""
    return _of_kind(kind).get(record_id)


def _quoted_words(text: str) -> list[str]:
    words = list(dict.fromkeys(_TERM.findall(text.lower())))[:_MAX_TERMS]
    return [f'"{word}"' for word in words]


@lru_cache(_WORDS_KEPT)
def _scores(kind: Kind, quoted_word: str) -> np.ndarray:
    """A word's part of each record's score, in the order of `_of_kind`: below 0, or 0 without it.

    Added up in the order of a query's words, they are to the last bit what `bm25` gives for it.
    """
    scores = np.zeros(len(_of_kind(kind)))
    rows = f"SELECT rowid, bm25({kind}, 3, 1) FROM {kind} WHERE {kind} MATCH ?"
    for place, score in _connection().execute(rows, (quoted_word,)):
        scores[place] = score
    return scores


def _of_kind(kind: Kind) -> dict[str, Record]:
    if kind not in PREFIXES:
        raise KeyError(f"unknown kind {kind!r}; expected one of {', '.join(PREFIXES)}")
    return _records()[kind]


@once
def _records() -> dict[Kind, dict[str, Record]]:
    """All records by kind and id, sorted by id."""
    contents: dict[Kind, Iterable[Record]] = {
        "articles": (Record(a.id, a.family.title, body(a), ()) for a in articles()),
        "tickets": past_tickets(),
        "incidents": incidents(),
    }
    return {kind: {one.id: one for one in records} for kind, records in contents.items()}


def _connection() -> sqlite3.Connection:
    """This thread's own read-only copy of the index."""
    if not hasattr(_here, "connection"):
        connection = sqlite3.connect(":memory:")
        connection.deserialize(_index())
        connection.execute("PRAGMA query_only = ON")
        _here.connection = connection
    return _here.connection


@once
def _index() -> bytes:
    """A serialized SQLite database with a table per kind, whose rows are numbered in the order of
    `_of_kind`; 1 MB."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for kind, records in _records().items():
            connection.execute(f"CREATE VIRTUAL TABLE {kind} USING fts5(title, body)")
            connection.executemany(
                f"INSERT INTO {kind}(rowid, title, body) VALUES (?, ?, ?)",
                [(place, one.title, one.body) for place, one in enumerate(records.values())],
            )
        connection.commit()
        return connection.serialize()
