"""The content lines of an iCalendar file (RFC 5545, 3.1), each with the number of its first line.

icalendar does not say on which line something is, so the lines and how components are nested are
read here first, and whatever is refused is refused with its line.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from desks.own.errors import OwnError

MAX_BYTES = 5_000_000
MAX_EVENTS = 20_000
MAX_DEPTH = 8
"""Components within components."""
_LINE = re.compile(r'([A-Za-z0-9-]+)((?:;[^=:;]+=(?:"[^"]*"|[^":;])*)*):(.*)', re.DOTALL)


class ContentLine(NamedTuple):
    number: int
    """Of its first line in the file, from 1."""
    name: str
    """In capitals."""
    parameters: str
    value: str


class Block(NamedTuple):
    """A component without those inside it."""

    name: str
    number: int
    """The line of its BEGIN."""
    lines: list[ContentLine]

    def number_of(self, *names: str) -> int:
        """The line of the first of these that it has, or of its BEGIN."""
        numbers = {line.name: line.number for line in reversed(self.lines)}
        return next((numbers[name] for name in names if name in numbers), self.number)


def blocks(text: str, name: str) -> list[Block]:
    """All components in order of their BEGIN, whichever they are in; OwnError if they are too many
    or not nested properly."""
    found: list[Block] = []
    open_: list[Block] = []
    for line in _content_lines(text, name):
        said = line.value.strip().upper()
        if line.name == "BEGIN":
            if len(open_) == MAX_DEPTH:
                raise OwnError(name, line.number, f"at most {MAX_DEPTH} components in each other")
            open_.append(Block(said, line.number, []))
            found.append(open_[-1])
        elif not open_:
            raise OwnError(name, line.number, "BEGIN:VCALENDAR was expected")
        elif line.name == "END":
            if open_[-1].name != said:
                raise OwnError(name, line.number, f"END:{open_[-1].name[:40]} was expected")
            open_.pop()
        else:
            open_[-1].lines.append(line)
    if open_ or not found:
        at, kind = (open_[-1].number, open_[-1].name) if open_ else (1, "VCALENDAR")
        raise OwnError(name, at, f"BEGIN:{kind[:40]} and its END were expected")
    if (events := sum(one.name == "VEVENT" for one in found)) > MAX_EVENTS:
        raise OwnError(name, None, f"{events:,} events; at most {MAX_EVENTS:,} were expected")
    return found


def _content_lines(text: str, name: str) -> Iterator[ContentLine]:
    """Unfolded, and without those that are empty."""
    begun: tuple[int, list[str]] | None = None
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        if not line.strip():
            continue
        if line[0] in " \t" and begun:
            begun[1].append(line[1:])
            continue
        if begun:
            yield _content_line(*begun, name)
        begun = number, [line]
    if begun:
        yield _content_line(*begun, name)


def _content_line(number: int, parts: list[str], name: str) -> ContentLine:
    if not (parted := _LINE.fullmatch("".join(parts))):
        raise OwnError(name, number, "a line such as SUMMARY:Lunch was expected")
    return ContentLine(number, parted[1].upper(), parted[2], parted[3])
