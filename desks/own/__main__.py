"""Make case files of your own email and calendars, or of your own runbooks and tickets.

    python -m desks.own mail THREAD.eml CALENDAR.ics --me ada@example.com --zone Europe/Berlin
    python -m desks.own tickets RUNBOOKS.zip TICKETS.csv

Both print one case a line, for --cases. What an email asks for is read by rules and told on
standard error; an option puts right what was read wrongly, or not found: --day, --start, --minutes,
--deadline, --with, --nothing. A ticket has a key if the CSV has a column `applies` that names the
files of runbooks that answer it, separated by semicolons, or says "none"; without one only that is
graded which needs none. Commands want the two kinds apart: --only keyed, --only unkeyed.

Exit status: 0 done, 1 a file that is refused, 2 an invalid command line.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from desks import Scenario
from desks.cases import line_of
from desks.exec_assist.models import Person, known_zone
from desks.own.bounded import bounded
from desks.own.errors import OwnError
from desks.own.folder import packed, read_folder
from desks.own.mail_case import days_shown, entries_of, mail_case
from desks.own.message import Address, addresses
from desks.own.reading import FIRST_YEAR, LAST_YEAR, Reading, reading_of
from desks.own.runbooks import is_runbook, read_runbooks
from desks.own.thread import understand
from desks.own.ticket_case import ticket_cases
from desks.own.tickets import read_tickets


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    args = _parser().parse_args(arguments)
    try:
        lines = [line_of(case) for case in args.cases_of(args)]  # all, or none
    except OwnError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    sys.stdout.writelines(lines)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m desks.own",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = parser.add_subparsers(required=True, metavar="mail|tickets")
    mail = kinds.add_parser("mail", help="a case of the inbox")
    mail.set_defaults(cases_of=_mail)
    mail.add_argument("thread", type=Path, help=".eml, .mbox or text; its last thread is answered")
    mail.add_argument("calendars", type=Path, nargs="*", help=".ics")
    mail.add_argument("--me", type=_address, required=True, help='whose inbox: "Ada <ada@b.com>"')
    zone = _told(known_zone, "a zone such as Europe/Berlin")
    mail.add_argument("--zone", type=zone, default="UTC", help="yours (UTC)")
    mail.add_argument("--hours", type=_hours, default="9-17", help="when you work (9-17)")
    mail.add_argument("--now", type=_now, help="by your clock (when it was sent)")
    mail.add_argument("--day", type=_told(date.fromisoformat, "a day such as 2026-03-05"))
    start = _told(time.fromisoformat, "a time such as 09:30")
    mail.add_argument("--start", type=start, help="by your clock")
    mail.add_argument("--minutes", type=int)
    deadline = _told(_deadline, "a day such as 2026-03-05, or a time such as 2026-03-05T17:00")
    mail.add_argument("--deadline", type=deadline, help="a day is the whole of it")
    mail.add_argument("--with", action="append", dest="people", metavar="ADDRESS", help="also come")
    mail.add_argument("--nothing", action="store_true", help="no meeting is asked for")
    tickets = kinds.add_parser("tickets", help="cases of the help desk")
    tickets.set_defaults(cases_of=_tickets)
    tickets.add_argument("runbooks", type=Path, help=".md, .txt, .html, a .zip or a folder of them")
    tickets.add_argument("tickets", type=Path, help=".csv")
    tickets.add_argument("--only", choices=("keyed", "unkeyed"), help="tickets with, without a key")
    return parser


def _mail(args: argparse.Namespace) -> Iterable[Scenario]:
    name = args.thread.name
    whose = {"zone": args.zone, "me": args.me.email, "now": args.now}
    found = bounded(understand, _bytes(args.thread), name, **whose)
    thread, read = found.thread, found.reading
    told = ("day", "start", "minutes", "deadline", "people")
    said = {name: value for name in told if (value := getattr(args, name)) is not None}
    if args.nothing:
        read = Reading(asks=False)
    elif said:
        read = reading_of(read.model_dump() | said | {"asks": True})
    for field, value in read:
        shown = "not found" if value is None else value
        print(f"{field:9}{shown}{' (as you say)' * (field in said)}", file=sys.stderr)
    for sentence in thread.left_out:
        print(f"note: {sentence}", file=sys.stderr)
    days = days_shown(read, thread.now)
    me = Person(name=args.me.name or args.me.email, email=args.me.email, zone=args.zone)
    entries = entries_of(((file.name, _bytes(file)) for file in args.calendars), me, days)
    opens, closes = args.hours
    messages, now = thread.messages, thread.now
    return [mail_case(messages, entries, read, me, now, opens, closes, days, name=name)]


def _tickets(args: argparse.Namespace) -> Iterator[Scenario]:
    tickets = bounded(read_tickets, _bytes(args.tickets), args.tickets.name)
    if args.only:
        tickets = [one for one in tickets if bool(one.applies) == (args.only == "keyed")]
    folder = args.runbooks
    if not folder.is_dir():
        return ticket_cases(tickets, bounded(read_runbooks, _bytes(folder), folder.name))
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    files = [
        (name, _bytes(folder / name))
        for name in names
        if is_runbook(name) and (folder / name).is_file()
    ]
    return ticket_cases(tickets, bounded(read_folder, packed(files), str(folder)))


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise OwnError(str(file), None, f"a file was expected: {error.strerror}") from None


def _address(text: str) -> Address:
    found = addresses(text)
    if len(found) != 1 or "@" not in found[0].email:
        raise argparse.ArgumentTypeError(f"{text!r}: an address was expected")
    return found[0]


def _told(parse: Callable[[str], Any], expected: str) -> Callable[[str], Any]:
    """The type of an argument that `parse` reads, or raises ValueError."""

    def read(text: str) -> Any:
        try:
            return parse(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r}: {expected} was expected") from None

    return read


def _deadline(text: str) -> date | datetime:
    found = datetime.fromisoformat(text)
    return found if len(text) > len("2026-03-05") else found.date()


def _now(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if not found or found.tzinfo or not FIRST_YEAR <= found.year <= LAST_YEAR:
        years = f"from {FIRST_YEAR} to {LAST_YEAR}"
        raise argparse.ArgumentTypeError(f"{text!r}: a time such as 2026-03-05T10:00, {years}")
    return found


def _hours(text: str) -> tuple[time, time]:
    try:
        opens, closes = (time.fromisoformat(f"{part:0>2}") for part in text.split("-"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: hours such as 9-17 or 08:30-17") from None
    if opens >= closes:
        raise argparse.ArgumentTypeError(f"{text!r}: opening before closing was expected")
    return opens, closes


if __name__ == "__main__":
    sys.exit(main())
