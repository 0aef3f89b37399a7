"""A message of a thread, and who writes and is written to."""

from contextlib import suppress
from datetime import datetime
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import getaddresses, parsedate_to_datetime

from desks.desk import Frozen

MAX_HEADER = 300
"""Characters of a header that are kept."""


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
    with suppress(HeaderParseError, LookupError, ValueError):
        raw = str(make_header(decode_header(raw)))
    return " ".join(raw.encode("utf-8", "replace").decode().split())[:MAX_HEADER]


def addresses(raw: str) -> tuple[Address, ...]:
    """Those in a header as it stands, names in brackets included; some are only names."""
    parts = [(one, "") for one in raw.split(",")]
    found = getaddresses([raw.replace("\n", " ")]) if "@" in raw else parts
    told = (Address(name=decoded(name), email=decoded(at)) for name, at in found)
    return tuple(one for one in told if one != NOBODY)


def moment(told: str) -> datetime | None:
    """A header's date; None if it is none."""
    try:
        return parsedate_to_datetime(told)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
