"""Reads past tickets from a CSV file, as help desks export them."""

import csv
import io
import re
from collections.abc import Callable

from desks.desk import Frozen
from desks.own.errors import OwnError
from desks.own.text import text_of

MAX_BYTES, MAX_TICKETS, MAX_FIELD, MAX_COLUMNS = 20_000_000, 5_000, 20_000, 1_000
_SEPARATOR = re.compile(r"sep=(.)\r?\n")
"""The first line of a file that is meant for Excel."""
COLUMNS = {
    "subject": ("subject", "title", "summary", "short description", "issue", "name"),
    "body": ("body", "description", "details", "text", "message", "comment", "content"),
    "id": ("id", "number", "key", "ticket id", "ticket", "issue key", "ticket number"),
    "applies": ("applies", "runbook", "runbooks", "kb", "article", "articles", "solved by"),
    "reporter": ("reporter", "requester", "caller", "from", "opened by", "user", "customer"),
}
"""What of a ticket is kept -> names of columns, the likelier first."""


class OwnTicket(Frozen):
    """A ticket as it was received."""

    id: str
    reporter: str
    subject: str
    body: str
    applies: str = ""
    """Files of the runbooks that answer it, separated by semicolons; "none" if none does, "" if
    nobody has said."""

    @property
    def text(self) -> str:
        """Its subject and, below, its body."""
        return f"{self.subject}\n{self.body}"


def read_tickets(
    data: bytes, name: str, at_line: Callable[[int], None] = lambda number: None
) -> list[OwnTicket]:
    """The tickets of a file: rows separated by commas, semicolons or tabs, below a row that names
    the columns. OwnError if there are none, or a row does not have the columns that it should."""
    text = text_of(data, name, MAX_BYTES)
    separator = _SEPARATOR.match(text)
    head = text[separator.end() if separator else 0 :].split("\n", 1)[0]
    delimiter = separator[1] if separator else max(",;\t", key=head.count)
    line = 2 if separator else 1
    if head.count(delimiter) >= MAX_COLUMNS:
        raise OwnError(name, line, f"at most {MAX_COLUMNS:,} columns were expected")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[OwnTicket] = []
    try:
        if separator:
            next(rows)
        heads = [re.sub(r"[\s_-]+", " ", head).strip().casefold() for head in next(rows, [])]
        at = {what: _column(heads, names) for what, names in COLUMNS.items()}
        if at["subject"] is None and at["body"] is None:
            wanted = " or ".join((*COLUMNS["subject"][:3], *COLUMNS["body"][:2]))
            raise OwnError(name, line, f"a column called {wanted} was expected")
        if twice := [heads[n] for n in at.values() if n is not None and heads.count(heads[n]) > 1]:
            raise OwnError(name, line, f"one column called {twice[0]} was expected")
        for row in rows:
            if not any(map(str.strip, row)):
                continue
            if len(row) != len(heads):
                said = f"{len(heads)} columns were expected, and there are {len(row)}"
                raise OwnError(name, rows.line_num, said)
            if len(found) == MAX_TICKETS:
                raise OwnError(name, rows.line_num, f"at most {MAX_TICKETS:,} tickets")
            told = {k: row[n].strip()[:MAX_FIELD] for k, n in at.items() if n is not None}
            ticket = {"id": str(len(found) + 1)} | {key: "" for key in COLUMNS if key != "id"}
            found.append(OwnTicket(**ticket | {key: said for key, said in told.items() if said}))
    except csv.Error as error:
        raise OwnError(name, rows.line_num, f"a row of a CSV file was expected: {error}") from None
    if not found:
        raise OwnError(name, None, "a row with a ticket was expected")
    return found


def _column(heads: list[str], names: tuple[str, ...]) -> int | None:
    return next((heads.index(name) for name in names if name in heads), None)
