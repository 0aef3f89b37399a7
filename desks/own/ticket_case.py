"""Makes cases of the help desk of somebody's own runbooks and tickets.

Nobody has said yet which passages apply, so that such a case has no key (`truth.known`); `assuming`
gives it the one that its owner, or a model's citations, says.
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from zlib import crc32

from desks.it_triage.knowledge import any_word
from desks.it_triage.models import Passage, Ticket, TriageScenario, Truth
from desks.own import OWN
from desks.own.errors import OwnError
from desks.own.facts import clauses_naming, facts_of, forbidden_of, warns
from desks.own.runbooks import FENCE
from desks.own.runbooks import Passage as Piece
from desks.own.text import is_writable, without_hidden
from desks.own.tickets import OwnTicket

SHOWN = 5
"""Passages shown with a ticket."""
MAX_FACTS = 3
"""Commands, paths or values of a passage that an answer must name, by default."""
MAX_BODY = 6_000
"""Characters of a ticket."""
NONE = "none"
"""What a ticket's `applies` says where no runbook does."""
HANDED_OVER = "No article covers this ticket; it is handed over."
_FIRST_NUMBER, _NUMBERS = 1_000, 9_000
_SHELLS = frozenset("bash sh shell console zsh fish powershell pwsh ps1 cmd bat batch".split())
_PROMPT = re.compile(r"(?:\S+@\S*|PS [A-Z]:\S*|[A-Z]:\\\S*)?\s*[$#>]\s+(?=\S)")
_COMMENT = re.compile(r"\s+#\s.*$")


class Library:
    """Passages of runbooks, and a search over them by BM25; headings count threefold."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.size = sum(one.size for one in self.pieces)
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute("CREATE VIRTUAL TABLE pieces USING fts5(headings, text)")
        self._connection.executemany(
            "INSERT INTO pieces(rowid, headings, text) VALUES (?, ?, ?)",
            ((n, " ".join(one.headings), one.text) for n, one in enumerate(self.pieces)),
        )

    def search(self, query: str, limit: int = SHOWN) -> list[int]:
        """Places of the passages that share words with the query, best first."""
        match = any_word(query)
        sql = (
            "SELECT rowid FROM pieces WHERE pieces MATCH ? ORDER BY bm25(pieces, 3, 1), rowid LIMIT"
        )
        return [n for (n,) in self._connection.execute(f"{sql} ?", (match, limit))] if match else []


def ticket_case(ticket: OwnTicket, library: Library, number: int = 0) -> TriageScenario:
    """The case of a ticket with the passages that a search finds for it; without a key, unless the
    ticket says what applies. `number` tells the cases of one file apart.

    OwnError if the search finds nothing, what applies is not among the runbooks, or no answer could
    repeat it.
    """
    found = library.search(ticket.text)
    files = list(dict.fromkeys(filter(None, map(str.strip, ticket.applies.split(";")))))
    if len(files) > SHOWN:
        raise OwnError(f"ticket {ticket.id}", None, f"at most {SHOWN} runbooks were expected")
    named = (
        []
        if [one.casefold() for one in files] == [NONE]
        else [_best(library, ticket, file) for file in files]
    )
    if named:
        others = [n for n in found if library.pieces[n].file not in files]
        found = [*named, *others[: SHOWN - len(named)]]
    if files:
        found.sort()  # or the order would say that none applies
    if not found:
        raise OwnError(f"ticket {ticket.id}", None, "no runbook shares a word with it")
    ids = dict(zip(found, _ids(found), strict=True))
    passages = tuple(_shown(library.pieces[n], ids[n]) for n in found)
    told = [fact for one in passages for fact in facts_of(one.text, title=one.title)]
    case = TriageScenario(
        seed=crc32(f"{number} {ticket.text}".encode("utf-8", "replace")),
        tier="medium",
        split="eval",
        situation=OWN,
        domain=OWN,
        ticket=Ticket(
            id=f"TKT-{number % 10_000:04d}",
            reporter=ticket.reporter or "somebody",
            subject=ticket.subject,
            body=ticket.body[:MAX_BODY],
        ),
        passages=passages,
        truth=Truth(
            known=False,
            gold=(),
            facts=(),
            foreign=(),
            forbidden=_forbidden(passages, told),
            resolution="",
        ),
    )
    if not files:
        return case
    case = assuming(case, [ids[n] for n in named])
    if not is_writable(case.truth.resolution):
        what = f"letters of the Latin script were expected in {', '.join(files)}"
        raise OwnError(f"ticket {ticket.id}", None, what)
    return case


def ticket_cases(tickets: Iterable[OwnTicket], pieces: Sequence[Piece]) -> Iterator[TriageScenario]:
    """A case for each ticket, as `ticket_case` makes it."""
    library = Library(pieces)
    for number, ticket in enumerate(tickets):
        yield ticket_case(ticket, library, number)


def assuming(
    case: TriageScenario, gold: Collection[str], facts: Sequence[str] | None = None
) -> TriageScenario:
    """The case with its key, if exactly the passages with these ids apply.

    `facts` are what an answer must name; by default the first commands, paths and values of each of
    these passages that the ticket does not name itself. What any passage warns of is forbidden,
    unless one of these passages also says to do it.
    """
    ours = [one for one in case.passages if one.id in gold]
    text = "\n".join([case.ticket.subject, case.ticket.body, *(one.text for one in ours)])
    told = [fact for one in ours for fact in facts_of(one.text, title=one.title)]
    if facts is None:
        asked = case.ticket.text
        facts = [f for one in ours for f in facts_of(one.text, asked, one.title)[:MAX_FACTS]]
    others = (one for one in case.passages if one.id not in gold)
    foreign = (fact for one in others for fact in facts_of(one.text, text, one.title))
    truth = Truth(
        gold=tuple(gold),
        facts=tuple(dict.fromkeys(facts)),
        foreign=tuple(dict.fromkeys(foreign)),
        forbidden=_forbidden(case.passages, [*told, *facts]),
        resolution=_resolution(ours, facts) or HANDED_OVER,
    )
    return case.model_copy(update={"truth": truth})


def _resolution(passages: Sequence[Passage], facts: Sequence[str]) -> str:
    """What the passages say of the facts or, if they name none, all that they say to do."""
    named = [one for passage in passages for one in clauses_naming(passage.text, facts)]
    if named:
        return " ".join(named)
    return " ".join(map(_advice, passages))


def _advice(passage: Passage) -> str:
    """What a passage says to do, or that what it lists is not to be done."""
    listed = forbidden_of(passage.text, passage.title) if warns(passage.title) else ()
    return f"Do not use {' or '.join(f'`{one}`' for one in listed)}." if listed else passage.text


def _forbidden(passages: Iterable[Passage], told: Collection[str]) -> tuple[str, ...]:
    """What passages warn of, unless it is, or is a part of, what is `told` to do."""
    warned = (one for passage in passages for one in forbidden_of(passage.text, passage.title))
    said = "\n".join(told).lower()
    return tuple(one for one in dict.fromkeys(warned) if one.lower() not in said)


def _best(library: Library, ticket: OwnTicket, file: str) -> int:
    """Of a file's passages the one that a search for the ticket puts first."""
    own = {n: one for n, one in enumerate(library.pieces) if one.file == file}
    if not own:
        raise OwnError(f"ticket {ticket.id}", None, f"{file!r} was expected among the runbooks")
    ranked = library.search(ticket.text, len(library.pieces))
    return next((n for n in ranked if n in own), min(own))


def _ids(places: Sequence[int]) -> Iterator[str]:
    """An id for each passage: its place among all, or the next free one if two come to the same."""
    taken: set[int] = set()
    for place in places:
        number = place % _NUMBERS
        while number in taken:
            number = (number + 1) % _NUMBERS
        taken.add(number)
        yield f"KB-{_FIRST_NUMBER + number}"


def _shown(piece: Piece, id_: str) -> Passage:
    title = " > ".join((piece.file, *piece.headings))
    text = without_hidden(" ".join(_lines(piece.text)))
    return Passage(id=id_, title=title, text=f"{' > '.join(piece.headings)}. {text}")


def _lines(text: str) -> Iterator[str]:
    """The lines of a passage without its fences; commands of a shell in backticks."""
    block: list[str] | None = None
    shell = False
    for line in [*text.split("\n"), "```"]:
        fence = FENCE.match(line)
        if fence and block is None:
            block, shell = [], fence[1].lower() in _SHELLS
        elif fence:
            yield from _commands(block, shell)
            block = None
        elif block is not None:
            block.append(line)
        elif said := " ".join(line.split()):
            yield said


def _commands(block: Sequence[str], shell: bool) -> Iterator[str]:
    """The lines of a block of code; where some have a prompt, only those are commands."""
    prompted = any(_PROMPT.match(line) for line in block if not line.lstrip().startswith("# "))
    for line in block:
        said = " ".join(line.split())
        command = _COMMENT.sub("", _PROMPT.sub("", said, count=1) if prompted else said)
        typed = command != said if prompted else shell
        if typed and command and command[0] != "#" and "`" not in command:
            yield f"`{command}`"
        elif said:
            yield said
