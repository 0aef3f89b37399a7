"""Reads runbooks: Markdown, plain text or HTML, one file or a .zip of them, as passages.

A passage is a piece of a section, with the file and the headings that it stands under. What it says
is kept word for word, commands and all; comments of Markdown and HTML are left out, unless they
stand in code.
"""

import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desks.desk import Frozen
from desks.own.errors import OwnError
from desks.own.html_text import text_from_html
from desks.own.text import check_size, text_of

MAX_BYTES, MAX_UNPACKED, MAX_FILES = 20_000_000, 30_000_000, 2_000
"""Maximum bytes of what is brought and of all that is in it, and files in it."""
MAX_FILE = 2_000_000
"""Bytes of one runbook."""
MAX_PASSAGES = 60_000
MAX_WORDS = 90
"""Of a passage, unless a single line or block of code has more."""
MAX_CHARACTERS = 4_000
"""Of a passage: what is longer than that is cut into several."""
MARKDOWN, TEXT, HTML = (".md", ".markdown"), (".txt", ".text", ".rst"), (".html", ".htm")
KINDS = (*MARKDOWN, *TEXT, *HTML)
"""How the name of a runbook ends."""
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError),
    *(EOFError, OSError, ValueError, lzma.LZMAError),
)
"""What unpacking an archive may raise."""
FENCE = re.compile(r"\s*(?:```|~~~)[\s{.]*(\w*)[^`~]*$")
"""A line that begins or ends a block of code, and its language."""
_NEWLINE = re.compile(r"\r\n?")
_INLINE = MarkdownIt("commonmark")
_MARKDOWN = MarkdownIt("commonmark").disable("inline")
"""Finds blocks; what stands in them is looked at only where it matters."""
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL)
_MAX_INLINE = 2_000
"""Characters of a paragraph or heading that are searched for marks and comments."""


class Passage(Frozen):
    """A piece of a runbook."""

    file: str
    headings: tuple[str, ...]
    """From the file's title down to the section."""
    text: str
    line: int
    """Where it begins, from 1; of HTML, in its text."""

    @property
    def size(self) -> int:
        """Its characters, with those of where it stands."""
        return len(self.text) + len(self.file) + sum(map(len, self.headings))


def read_runbooks(
    data: bytes, name: str, at_line: Callable[[int], None] = lambda number: None
) -> list[Passage]:
    """The passages of a file, or of all runbooks in a .zip; files of other kinds in it are left
    out. OwnError if it, or one in it, cannot be read, or if there is none."""
    check_size(data, name, MAX_BYTES)
    if name.lower().endswith(".zip"):
        files = list(_unpacked(data, name))
        if not files:
            kinds = ", ".join(KINDS)
            raise OwnError(name, None, f"files that end in one of {kinds} were expected in it")
    else:
        files = [(name, data)]
    found: list[Passage] = []
    for file, content in files:
        found += passages_of(file, content, name if file == name else f"{name}: {file}")
        if len(found) > MAX_PASSAGES:
            raise OwnError(name, None, f"at most {MAX_PASSAGES:,} passages were expected")
    if not found:
        raise OwnError(name, None, "text was expected, and there is none")
    return found


def _unpacked(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The runbooks of an archive, by their paths in it."""
    left = MAX_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MAX_FILES:
                said = f"{len(members):,} files; at most {MAX_FILES:,} were expected"
                raise OwnError(name, None, said)
            for member in members:
                if member.is_dir() or not is_runbook(member.filename):
                    continue
                if member.flag_bits & 1:
                    where = f"{name}: {member.filename[:200]}"
                    raise OwnError(where, None, "a file without a password was expected")
                with archive.open(member) as file:
                    content = file.read(min(MAX_FILE, left) + 1)
                left -= len(content)
                if len(content) > MAX_FILE or left < 0:
                    said = f"at most {MAX_FILE:,} bytes, and {MAX_UNPACKED:,} in all, were expected"
                    raise OwnError(f"{name}: {member.filename[:200]}", None, said)
                yield member.filename[:200], content
    except OwnError:
        raise
    except _BROKEN as error:
        said = f"a .zip that can be unpacked was expected ({type(error).__name__})"
        raise OwnError(name, None, said) from None


def is_runbook(path: str) -> bool:
    """Whether a file is read, by its path: of these kinds, and not hidden."""
    hidden = any(part.startswith((".", "__")) for part in PurePosixPath(path).parts)
    return path.lower().endswith(KINDS) and not hidden


def passages_of(file: str, content: bytes, where: str) -> Iterator[Passage]:
    """The passages of one file, if it has any; OwnError, with `where`, if it cannot be read."""
    if not is_runbook(file):
        kinds = ", ".join((*KINDS, ".zip"))
        raise OwnError(where, None, f"a file that ends in one of {kinds} was expected")
    text = text_of(content, where, MAX_FILE)
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise OwnError(where, line, "text was expected, and not the character 0")
    text, lower = _NEWLINE.sub("\n", text), file.lower()
    title = (PurePosixPath(file).stem[:200],)
    if lower.endswith(TEXT):
        yield from _pieces(file, title, text.split("\n"), 0)
    else:
        if lower.endswith(HTML):
            text = text_from_html(text, headings=True)
        tokens, lines = _MARKDOWN.parse(text), text.split("\n")
        if not lower.endswith(HTML):
            lines = _uncommented(lines, tokens)
        yield from _sections(file, title, lines, tokens)


def _sections(
    file: str, title: tuple[str, ...], lines: list[str], tokens: Sequence[Token]
) -> Iterator[Passage]:
    """The passages of Markdown, section by section."""
    marks = [(-1, 0, 0, "")]
    """Of each heading: its level, its first line, the line after it, and what it says."""
    for token, said in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            marks.append((int(token.tag[1]), *token.map, _said(said.content)))
    path: list[tuple[int, str]] = []
    for (level, _, begin, said), (_, end, *_) in zip(
        marks, [*marks[1:], (0, len(lines), 0, "")], strict=True
    ):
        if level > 0:
            path = [one for one in path if one[0] < level] + [(level, said)]
        headings = title if not path else tuple(said for _, said in path)
        yield from _pieces(file, headings, lines[begin:end], begin)


def _uncommented(lines: list[str], tokens: Sequence[Token]) -> list[str]:
    """The lines without comments, which leave as many empty ones; what is in code is none."""
    kept = list(lines)
    for token in tokens:
        if token.map is None or "-->" not in token.content:
            continue
        begin, end = token.map
        if token.type == "html_block" or token.type == "inline":
            text = "\n".join(lines[begin:end])
            for comment in reversed(list(_comments(text, token))):
                blank = "\n" * text.count("\n", *comment)
                text = text[: comment[0]] + blank + text[comment[1] :]
            kept[begin:end] = text.split("\n")
    return kept


def _comments(text: str, token: Token) -> Iterator[tuple[int, int]]:
    """Where the comments of a block are; one that does not end is text."""
    if token.type == "html_block":
        yield from (found.span() for found in _COMMENT.finditer(text))
    elif len(token.content) <= _MAX_INLINE:
        at = 0
        for one in _inline(token.content):
            found = text.find(one.content, at) if one.content else -1
            if found >= 0:
                at = found + len(one.content)
                if one.type == "html_inline" and one.content.startswith("<!--"):
                    yield found, at


def _inline(text: str) -> Sequence[Token]:
    return _INLINE.parseInline(text)[0].children or ()


def _said(heading: str) -> str:
    """What a heading says, without its marks."""
    said = "".join(one.content for one in _inline(heading[:_MAX_INLINE]))
    return " ".join((said or heading).split())[:200]


def _pieces(
    file: str, headings: tuple[str, ...], lines: list[str], first: int
) -> Iterator[Passage]:
    """A section in pieces of at most `MAX_WORDS`, cut between paragraphs, or else between lines,
    and never in a block of code."""
    held: list[str] = []
    begun, words, in_code = first, 0, False
    for number, line in enumerate([*lines, None], start=first):
        size = len((line or "").split())
        full = words + size > MAX_WORDS or (not (line or "").strip() and words > MAX_WORDS // 2)
        if line is None or (full and not in_code):
            yield from _cut(file, headings, held, begun + 1)
            held, words = [], 0
        if line is None or not (line.strip() or in_code or (held and held[-1])):
            continue
        begun = begun if held else number
        held.append(line.rstrip())
        words += size
        in_code ^= bool(FENCE.match(line))


def _cut(file: str, headings: tuple[str, ...], lines: list[str], line: int) -> Iterator[Passage]:
    text = "\n".join(lines).strip("\n")
    for begin in range(0, len(text), MAX_CHARACTERS):
        piece = text[begin : begin + MAX_CHARACTERS]
        at = line + text.count("\n", 0, begin)
        yield Passage(file=file, headings=headings, text=piece, line=at)
