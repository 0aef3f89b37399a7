"""A message of a thread, and who writes and is written to."""

import re
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import getaddresses, parsedate_to_datetime

from desks.desk import Frozen
from desks.own.text import shortened

MAX_HEADER = 200
"""Characters of a name, an address or a subject that are kept."""
_WORD = r"=\?[^?\s]+\?[bq]\?[^?\n]*\?="
_ENCODED = re.compile(rf"{_WORD}(?:\s+{_WORD})*", re.IGNORECASE)
YEARS = range(1970, 2100)
"""Those in which an email can have been sent."""


class Address(Frozen):
    """Somebody who writes or is written to; name or email is "" where it is not told."""

    name: str
    email: str


class Message(Frozen):
    """One message of a thread."""

    sender: Address
    to: tuple[Address, ...]
    sent: datetime | None
    """With its offset, if it has one."""
    subject: str
    body: str


NOBODY = Address(name="", email="")


def decoded(raw: str) -> str:
    """A header's text on one line (RFC 2047)."""
    text = _ENCODED.sub(_plain, raw)
    return shortened(" ".join(text.encode("utf-8", "replace").decode().split()), MAX_HEADER)


def _plain(encoded: re.Match[str]) -> str:
    try:
        return str(make_header(decode_header(encoded[0])))
    except (HeaderParseError, LookupError, ValueError):
        return encoded[0]


def addresses(raw: str) -> tuple[Address, ...]:
    """Those in a header as it stands, names in brackets included; some are only names."""
    parts = [(one, "") for one in raw.split(",")]
    try:
        found = getaddresses([raw.replace("\n", " ")]) if "@" in raw else parts
    except RecursionError:  # brackets within brackets
        found = parts
    told = (Address(name=decoded(name), email=decoded(at)) for name, at in found)
    return tuple(one for one in told if one != NOBODY)


def moment(told: str) -> datetime | None:
    """A header's date, in UTC where it names no zone; None if it is none, or of a time without
    emails."""
    try:
        found = parsedate_to_datetime(told)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if found.year not in YEARS:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
