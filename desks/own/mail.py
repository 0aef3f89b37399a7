"""Reads emails: a message, a mailbox or pasted text, as the thread that ends in its last message.

Quoted history counts as messages of its own, as far as it names who wrote them.
"""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage

from desks.own.errors import OwnError
from desks.own.html_text import text_from_html
from desks.own.mail_history import with_history, without_history
from desks.own.message import NOBODY, Message, addresses, decoded, moment
from desks.own.subjects import bare
from desks.own.text import check_size

MAX_BYTES = 5_000_000
MAX_MESSAGES, MAX_PARTS, MAX_DEPTH = 500, 200, 20
"""Maximum messages of a mailbox, parts of a message, and parts within parts."""
MAX_TEXT = 500_000
"""Maximum characters of a part that is text."""
_MAILBOX = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))"
    rb"From [^\n]{0,200}\b\d\d?:\d\d\b[^\n]{0,40}\b\d{4}[ \t]*\r?\n(?=[!-9;-~]+:)"
)
"""What begins a message of a mailbox: whence, a time and a year, and then a header."""
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
"""What a mailbox puts before a line of text that might begin a message."""
_BOM = b"\xef\xbb\xbf"
_OF_AN_EMAIL = ("From", "To", "Subject", "Date", "MIME-Version", "Content-Type", "Received")
"""Headers that plain text does not begin with."""


def read_mail(
    data: bytes, name: str, at_line: Callable[[int], None] = lambda number: None
) -> list[Message]:
    """The thread, oldest first, that the last message of a file belongs to: an .eml, an .mbox, or
    plain text with or without headers. OwnError if there is no message in it."""
    check_size(data, name, MAX_BYTES)
    data = data.removeprefix(_BOM)
    begins = [found.end() for found in _MAILBOX.finditer(data)]
    if not begins or data[: begins[0]].count(b"\n") > 1:
        return with_history(_message(data, name, 1))
    if len(begins) > MAX_MESSAGES:
        raise OwnError(name, None, f"{len(begins):,} messages; at most {MAX_MESSAGES:,}")
    ends = [*(found.start() for found in _MAILBOX.finditer(data)), len(data)][1:]
    messages = []
    for begin, end in zip(begins, ends, strict=True):
        at_line(line := data.count(b"\n", 0, begin) + 1)
        messages.append(_message(_ESCAPED.sub(b"", data[begin:end]), name, line))
    if all(one.sent for one in messages):
        messages.sort(key=lambda one: one.sent.timestamp())
    about = bare(messages[-1].subject).casefold()
    thread = [one for one in messages if bare(one.subject).casefold() == about]
    if len(thread) == 1:
        return with_history(thread[0])
    return [without_history(one) for one in thread]


# --- one message ---


def _message(data: bytes, name: str, line: int) -> Message:
    """A message; OwnError if it has neither a header nor text."""
    try:
        parsed = message_from_bytes(data, policy=policy.default)
        if not any(key in parsed for key in _OF_AN_EMAIL):
            return _pasted(data, name, line)
        body, subject = _body(parsed, name, line), decoded(_raw(parsed, "Subject"))
    except OwnError:
        raise
    except (MessageError, LookupError, ValueError, RecursionError, AttributeError) as error:
        raise OwnError(name, line, f"an email that can be read: {error}"[:200]) from None
    if not body and not subject:
        raise OwnError(name, line, "an email with a subject or text was expected")
    senders = addresses(_raw(parsed, "From"))
    return Message(
        sender=senders[0] if senders else NOBODY,
        to=addresses(_raw(parsed, "To")) + addresses(_raw(parsed, "Cc")),
        sent=moment(_raw(parsed, "Date")),
        subject=subject,
        body=body,
    )


def _pasted(data: bytes, name: str, line: int) -> Message:
    """Text without headers."""
    try:
        text = data.decode().replace("\r\n", "\n").strip()
    except UnicodeDecodeError:
        raise OwnError(name, line, "an email, or text in UTF-8, was expected") from None
    if not text:
        raise OwnError(name, line, "an email was expected, and there is nothing")
    return Message(sender=NOBODY, to=(), sent=None, subject="", body=text)


def _raw(message: EmailMessage, key: str) -> str:
    """A header as it stands: what `EmailMessage` decodes leaves out names in brackets. Bytes that
    are not ASCII are UTF-8, or else the charset of Western Windows."""
    raw = next((str(value) for name, value in message.raw_items() if name.title() == key), "")
    told = raw.encode("ascii", "surrogateescape")
    try:
        return told.decode()
    except UnicodeDecodeError:
        return told.decode("cp1252", "replace")


def _body(message: EmailMessage, name: str, line: int) -> str:
    """Its first text that is no attachment, or else its HTML as text."""
    plain, html = "", ""
    for part in _parts(message, name, line):
        if part.get_content_maintype() != "text" or part.is_attachment():
            continue
        raw = part.get_payload(decode=True) or b""
        text = _text(raw, part.get_content_charset("utf-8"))
        if len(text) > MAX_TEXT:
            found = f"{len(text):,} characters of text; at most {MAX_TEXT:,} were expected"
            raise OwnError(name, line, found)
        if part.get_content_subtype() == "html":
            html = html or text_from_html(text)
        elif part.get_content_subtype() == "plain":
            plain = plain or text
    return (plain.strip() or html).replace("\r\n", "\n").strip()


def _text(raw: bytes, charset: str) -> str:
    """A text without anything that cannot be written down again: halves of characters, NULs. What
    can be UTF-8 is: an email that was pasted still names the charset that it was sent in."""
    is_utf8 = charset == "us-ascii" or (not raw.isascii() and _is_utf8(raw))
    try:
        text = raw.decode("utf-8" if is_utf8 else charset, "replace")
    except (LookupError, ValueError):
        text = raw.decode("utf-8", "replace")
    return text.encode("utf-8", "replace").decode().replace("\x00", "")


def _is_utf8(raw: bytes) -> bool:
    try:
        return bool(raw.decode())
    except UnicodeDecodeError:
        return False


def _parts(message: EmailMessage, name: str, line: int) -> Iterator[EmailMessage]:
    """Its parts that have no parts, in order."""
    waiting, count = [(message, 0)], 0
    while waiting:
        part, depth = waiting.pop()
        count += 1
        if count > MAX_PARTS or depth > MAX_DEPTH:
            raise OwnError(
                name, line, f"at most {MAX_PARTS} parts, and {MAX_DEPTH} in each other, expected"
            )
        if part.is_multipart():
            waiting += [(one, depth + 1) for one in reversed(part.get_payload())]
        else:
            yield part
