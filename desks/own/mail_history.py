"""The messages that a message quotes below its own text, as programs in English or German mark
them."""

import re

from desks.own.message import NOBODY, Message, addresses, moment

_WROTE = re.compile(
    r"^[ \t>]*On\b[^\n]{4,120}(?:\n[^\n]{0,120})?\bwrote:[ \t]*$|"
    r"^[ \t>]*Am\b[^\n]{4,60}\d:\d\d[^\n]{0,60}(?:\n[^\n]{0,120})?\bschrieb\b[^\n]{2,120}"
    r"(?:\n[^\n]{0,120})?:[ \t]*$|"
    r"^[ \t>]*-{2,}[ \t]*(?:(?:Original|Forwarded) (?:Message|message)|"
    r"(?:Ursprüngliche|Weitergeleitete) Nachricht)[ \t]*-{2,}[ \t]*$|"
    r"^[ \t>]*(?=(?:From|Von):[^\n]+\n[ \t>]*(?:Sent|Date|Gesendet|Datum):)",
    re.MULTILINE,
)
_RULE = re.compile(r"\s*(?:>.*|_{5,}|-{5,})\s*")
_QUOTED = re.compile(r"\s*>")
_GERMAN = {"Von": "From", "Gesendet": "Sent", "Datum": "Date", "An": "To", "Betreff": "Subject"}
_HEADER = re.compile(
    rf"[ \t>]*(From|Sent|Date|To|Cc|Subject|{'|'.join(_GERMAN)}):[ \t]*(.*)", re.IGNORECASE
)
_WHO = re.compile(r"([^,<>\d:]+?)\s*(?:<\s*(\S+@\S+?)\s*>)?\s*wrote:$")
_WHO_GERMAN = re.compile(r"\bschrieb ([^<>\d:]+?)\s*(?:<\s*(\S+@\S+?)\s*>)?\s*:$")


def without_history(message: Message) -> Message:
    """The message with its own text alone."""
    body = _own_first(message.body)
    at = _WROTE.search(body)
    own = body[: at.start()] if at else body
    kept = [line for line in own.splitlines() if not _RULE.fullmatch(line)]
    return message.model_copy(update={"body": "\n".join(kept).strip()})


def _own_first(body: str) -> str:
    """With a message's own text above what it quotes, also if it stands below."""
    mark = _WROTE.search(body)
    if not mark or body[: mark.start()].strip() or not _QUOTED.match(body, mark.end()):
        return body
    lines = body[mark.end() :].splitlines()
    quoted = [line for line in lines if _QUOTED.match(line)]
    own = [line for line in lines if not _QUOTED.match(line)]
    return "\n".join((*own, mark.group(), *quoted))


def with_history(message: Message) -> list[Message]:
    """The messages that it quotes, oldest first, and itself without them."""
    body = _own_first(message.body)
    marks = [*_WROTE.finditer(body)]
    ends = [*(mark.start() for mark in marks), len(body)]
    quoted = [
        one
        for mark, end in zip(marks, ends[1:], strict=True)
        if (one := _quoted(mark.group(), body[mark.end() : end], message.subject))
    ]
    last = without_history(message)
    if quoted and not last.subject:
        last = last.model_copy(update={"subject": quoted[0].subject})
    return [*reversed(quoted), last]


def _quoted(mark: str, text: str, subject: str) -> Message | None:
    """A quoted message; None if nothing says who wrote it."""
    lines = [re.sub(r"^(?:[ \t]*>)+ ?", "", line) for line in text.splitlines()]
    told: dict[str, str] = {}
    while lines and (not lines[0].strip() or _HEADER.fullmatch(lines[0])):
        if header := _HEADER.fullmatch(lines.pop(0)):
            name = header[1].title()
            told[_GERMAN.get(name, name)] = header[2].strip()
        elif told:
            break
    sender = told.get("From") or _who_wrote(mark)
    body = "\n".join(lines).strip()
    if not sender or not body:
        return None
    senders = addresses(sender)
    return Message(
        sender=senders[0] if senders else NOBODY,
        to=addresses(f"{told.get('To', '')}, {told.get('Cc', '')}"),
        sent=moment(told.get("Sent") or told.get("Date") or ""),
        subject=told.get("Subject", subject),
        body=body,
    )


def _who_wrote(mark: str) -> str:
    """From "On Mon, 5 Jan 2026 at 10:00, Ada Byron <ada@example.com> wrote:", or "Am Mo., 5. Jan.
    2026 um 10:00 Uhr schrieb Ada Byron <ada@example.com>:"."""
    said = " ".join(mark.replace(">", "> ").split())
    found = _WHO.search(said) or _WHO_GERMAN.search(said)
    if not found:
        return ""
    name = re.sub(r"^(?:AM|PM|at|UTC|GMT)\b\s*", "", found[1].strip())
    return f"{name} <{found[2]}>" if found[2] else name
