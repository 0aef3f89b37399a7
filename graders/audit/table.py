"""Tables for a terminal, with a note below each row."""

import textwrap
from collections.abc import Sequence

WIDTH = 110


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str], lines_a_note: int = 3
) -> str:
    """The rows under their heads, each followed by its note, if any, indented and wrapped."""
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]

    def line(row: Sequence[str]) -> str:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        return "  ".join(cells).rstrip()

    lines = [line(heads), line(["-" * width for width in widths])]
    for row, note in zip(rows, notes, strict=True):
        lines.append(line(row))
        for part in note.splitlines():
            lines += textwrap.wrap(
                part,
                WIDTH,
                initial_indent="    ",
                subsequent_indent="    ",
                max_lines=lines_a_note,
            )
    return "\n".join(lines)
