"""What of a thread is answered, and what it asks for.

A model is shown what its answer is graded by: the newest messages, as far as they are read, up to
the last that somebody else has written.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from desks.desk import Frozen
from desks.own.errors import OwnError
from desks.own.mail import read_mail
from desks.own.message import Message
from desks.own.reading import FIRST_YEAR, LAST_YEAR, Reading, read_request

MAX_BODY, MAX_MESSAGES = 6_000, 10
"""Characters of all messages together, and messages; the oldest give way."""


class Thread(Frozen):
    """The messages that are read and shown, oldest first, of which the last is answered."""

    messages: tuple[Message, ...]
    now: datetime
    """By the clock of whoever answers."""
    left_out: tuple[str, ...]
    """What is neither read nor shown, in sentences."""


class Understood(Frozen):
    """A thread, and what it asks for."""

    thread: Thread
    reading: Reading


def read_thread(
    data: bytes,
    name: str,
    zone: str,
    me: str,
    now: datetime | None = None,
    at_line: Callable[[int], None] = lambda number: None,
) -> Thread:
    """What somebody with the address `me` answers of an email; `now` is by the clock of `zone`, and
    otherwise when the last message was sent. OwnError if there is nothing to be answered."""
    messages, left_out = _shown(read_mail(data, name, at_line), name, me)
    return Thread(messages=messages, now=now or _now(messages, zone, name), left_out=left_out)


def understand(
    data: bytes,
    name: str,
    zone: str,
    me: str,
    now: datetime | None = None,
    at_line: Callable[[int], None] = lambda number: None,
) -> Understood:
    """The same, and what it asks for."""
    thread = read_thread(data, name, zone, me, now, at_line)
    reading = read_request(thread.messages, me, zone, thread.now)
    return Understood(thread=thread, reading=reading)


def _now(messages: Sequence[Message], zone: str, name: str) -> datetime:
    """When the last message was sent; the present if it does not say."""
    sent, here = messages[-1].sent, ZoneInfo(zone)
    now = sent.astimezone(here) if sent else datetime.now(here)
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        raise OwnError(
            name,
            None,
            f"sent in {now.year}: say when it is now, from {FIRST_YEAR} to {LAST_YEAR}",
        )
    return now.replace(second=0, microsecond=0, tzinfo=None)


def _shown(
    thread: Sequence[Message], name: str, me: str
) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    """The messages that are read and shown, and what is left out."""
    answered = [number for number, one in enumerate(thread) if not _is_by(one, me)]
    if not answered:
        raise OwnError(name, None, "a message by somebody else was expected")
    own = len(thread) - 1 - answered[-1]
    thread = thread[: len(thread) - own]
    last = thread[-1].model_copy(update={"body": thread[-1].body[:MAX_BODY]})
    count = _count([*thread[:-1], last])
    told = []
    if own:
        which = f"{own} messages" if own > 1 else "message"
        verb = "are" if own > 1 else "is"
        before = "them" if own > 1 else "it"
        told.append(
            f"Your own {which} at the end {verb} left out: the one before {before} is answered."
        )
    if count < len(thread):
        newest = f"the {count} newest are" if count > 1 else "the newest alone is"
        told.append(f"Of {len(thread)} messages, {newest} read and shown.")
    if (size := len(thread[-1].body)) > MAX_BODY:
        told.append(
            f"The last message has {size:,} characters: the first {MAX_BODY:,} are read and shown."
        )
    return (*thread[:-1], last)[-count:], tuple(told)


def _is_by(message: Message, who: str) -> bool:
    email = message.sender.email
    return bool(email) and email.casefold() == who.casefold()


def _count(thread: Sequence[Message]) -> int:
    """How many of the newest messages are not too long together."""
    size = 0
    for number, one in enumerate(reversed(thread[-MAX_MESSAGES:])):
        size += len(one.body)
        if size > MAX_BODY:
            return number
    return min(len(thread), MAX_MESSAGES)
