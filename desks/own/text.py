"""The text of a file that somebody brought."""

import unicodedata

from desks.desk import ActionError
from desks.own.errors import OwnError
from desks.strict_json import check_characters


def check_size(data: bytes, name: str, most: int) -> None:
    """OwnError if a file has more bytes than that."""
    if len(data) > most:
        raise OwnError(name, None, f"{len(data):,} bytes; at most {most:,} were expected")


def text_of(data: bytes, name: str, most: int) -> str:
    """A file's text; OwnError if it has more than `most` bytes or is not UTF-8."""
    check_size(data, name, most)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OwnError(name, line, "not UTF-8, which was expected") from None


def shortened(text: str, most: int) -> str:
    """A text of at most that many characters, which ends in "…" if some are left out."""
    return text if len(text) <= most else text[: most - 1] + "…"


def without_hidden(text: str) -> str:
    """A text without the characters that format it and show nothing: joiners, soft hyphens."""
    return "".join(one for one in text if unicodedata.category(one) != "Cf")


def is_writable(text: str) -> bool:
    """Whether an answer may hold a text: its letters are Latin ones, and nothing is hidden."""
    try:
        check_characters(text, "a text")
    except ActionError:
        return False
    return True
