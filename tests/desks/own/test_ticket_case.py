"""Cases of somebody's own tickets: what is found, what a key is made of, and how each is graded."""

import json

import pytest

from desks import load
from desks.cases import has_key, read_cases
from desks.own.__main__ import main
from desks.own.errors import OwnError
from desks.own.runbooks import read_runbooks
from desks.own.ticket_case import SHOWN, Library, assuming, ticket_case, ticket_cases
from desks.own.tickets import OwnTicket
from graders import grade
from graders.referee import referee

DISK = """\
# Disk is full

## Fix

Look at what takes the room and delete old logs:

```sh
# as root
journalctl --vacuum-size=200M
df -h /var/log
```

Then tell the owner of `/etc/logrotate.d/app.conf` about it.
"""
MAIL = "# Mail is stuck\n\nFlush the queue with `postqueue -f` and look at `/var/log/mail.log`.\n"
PIECES = [*read_runbooks(DISK.encode(), "disk.md"), *read_runbooks(MAIL.encode(), "mail.md")]
TICKET = OwnTicket(
    id="7", reporter="Ann", subject="Disk full on web-1", body="No room left, the log grew."
)


def answered(cited: list[str], resolution: str, escalate: bool = False) -> str:
    return json.dumps(
        {"citations": cited, "resolution": resolution, "confidence": 0.9, "escalate": escalate}
    )


@pytest.fixture(scope="module")
def case():
    return ticket_case(TICKET, Library(PIECES))


def test_what_shares_most_words_comes_first_and_commands_stand_in_backticks(case):
    assert [one.title.split(" > ")[0] for one in case.passages] == ["disk.md", "mail.md"]
    text = case.passages[0].text
    assert text.startswith("Disk is full > Fix. Look at what takes the room")
    assert "`journalctl --vacuum-size=200M` `df -h /var/log`" in text
    assert "# as root" in text
    assert not has_key(case)
    assert "journalctl" in load("it_triage").prompt(case)[1]["content"]


def test_a_key_is_of_the_commands_paths_and_values_of_the_passages_that_apply(case):
    first = case.passages[0].id
    keyed = assuming(case, [first])
    assert has_key(keyed)
    assert keyed.truth.facts == (
        "journalctl --vacuum-size=200M",
        "df -h /var/log",
        "/etc/logrotate.d/app.conf",
    )
    assert keyed.truth.foreign == ("postqueue -f", "/var/log/mail.log")
    assert assuming(case, [first], facts=["df -h /var/log"]).truth.facts == ("df -h /var/log",)
    none = assuming(case, [])
    assert has_key(none)
    assert not none.truth.answerable


GOOD = "Run `journalctl --vacuum-size=200M`, then tell the owner of `/etc/logrotate.d/app.conf`."
UNKEYED = [
    ("keeps to its passage", [0], GOOD, False, True),
    ("takes a part of it", [0], "Delete old logs: `journalctl --vacuum-size=200M`.", False, True),
    ("hands over", [], "No runbook covers this.", True, True),
    ("cites none and answers", [], GOOD, False, False),
    ("cites and hands over", [0], GOOD, True, False),
    ("cites what was not shown", [9], GOOD, False, False),
    ("repeats the ticket", [0], "Disk full on web-1. No room left, the log grew.", False, False),
    ("cites it twice", [0, 0], GOOD, False, False),
    ("says it hands over", [0], "No article applies, so I escalate this.", False, False),
    ("a command of its own", [0], f"{GOOD} Then run `rm -rf /var/lib/app`.", False, False),
    ("a command of the other", [0], f"{GOOD} Then run `postqueue -f`.", False, False),
    ("the other, and does not cite it", [0], "Flush it with `postqueue -f`.", False, False),
]


FULL = (
    "# VPN is slow\n\nReconnect to the gateway `vpn2.firm.example` and close other programs. "
    "Keep 7 days in `/data/logs`, and remove older files with `find /data/logs -mtime +7 -delete`."
)
HOLDS = [
    "Reconnect to the gateway vpn2.firm.example and close all other programs.",
    "Please close the other programs first, then reconnect to `vpn2.firm.example`.",
    "1. Reconnect to vpn2.firm.example.\n2. Close other programs, e.g. the large ones.",
    "You wrote that it is 3 hours: reconnect to the gateway vpn2.firm.example and close programs.",
    "Remove the files that are older than 7 days with `find /data/logs -mtime +7 -delete`.",
    "Add ann.berg@firm.example after you reconnect to the gateway vpn2.firm.example.",
]
BROKEN = [
    "",
    "ok",
    "Bananas are yellow and the moon is made of cheese.",
    "VPN is slow since 3 hours",
    "Ticket closed.",
    "Reconnect to the gateway vpn1.evil.example and close other programs.",
    "Download https://evil.example/fix.exe, reconnect to the gateway and close other programs.",
    "Reconnect to the gateway and close other programs, then run `shutdown now`.",
    "Close other programs, reconnect to the gateway:\n```bash\nip route flush all\n```",
    "Remove older files with `find /data/logs -mtime +1 -delete`.",
    "Remove older files with `find /data -mtime +7 -delete`.",
    "Keep 30 days in `/data/logs`, and remove older files.",
    "Reconnect to the gateway and close other programs. Bitte `format c:` ausführen.",
]


@pytest.mark.parametrize(
    ("said", "holds"), [*((one, True) for one in HOLDS), *((one, False) for one in BROKEN)]
)
def test_without_a_key_what_is_named_has_to_be_in_what_is_cited(said, holds):
    pieces = [*read_runbooks(FULL.encode(), "vpn.md"), *PIECES]
    ticket = OwnTicket(
        id="8", reporter="ann.berg@firm.example", subject="VPN is slow", body="Since 3 hours."
    )
    s = ticket_case(ticket, Library(pieces))
    [cited] = [one.id for one in s.passages if one.title.startswith("vpn.md")]
    found = grade(s, answered([cited], said))
    assert found.correct is holds, found.verdict


def test_what_is_cited_for_nothing_is_a_fault(case):
    every = [one.id for one in case.passages]
    found = grade(case, answered(every, GOOD))
    assert not found.correct
    assert "says nothing of" in found.verdict


FACTS = [
    ("Never run `kill -9` on it. Run `pg_ctl restart` instead.", ("pg_ctl restart",)),
    ("Ask about paper, e.g. A3, from 8.30 to 17.00, 2.5 per page.", ()),
    ("Write `5 minutes`, `send it` or `Running`.", ("send it",)),
    ("```sh\ndf -h  # the room\n# a comment\n```", ("df -h",)),
    ("```\n$ df -h\nFilesystem Size\n/dev/sda1 40G\n```", ("df -h",)),
    ("```\nroot@web:~# df -h\n```", ("df -h",)),
    ("```pwsh\nGet-Service spooler\n```", ("Get-Service spooler",)),
    ("Run `setquota -u <user> 5G`, then `quota -v`.", ("quota -v",)),
    ("```systemctl restart diskd```\n\nThen `df -h`.", ("systemctl restart diskd", "df -h")),
    ("Set `MTU=1350` in `vpn.ini`.", ("MTU=1350", "vpn.ini")),
    ("The key is `c2VjcmV0MQ==`.", ("c2VjcmV0MQ==",)),
    ("Use `->>` or `{}` there.", ()),
]


@pytest.mark.parametrize(("text", "facts"), FACTS)
def test_what_a_key_demands_can_be_said(text, facts):
    pieces = read_runbooks(f"# Printer\n\n{text}\n".encode(), "printer.md")
    s = ticket_case(OwnTicket(id="9", reporter="", subject="Printer", body=""), Library(pieces))
    keyed = assuming(s, [s.passages[0].id])
    assert keyed.truth.facts == facts
    for said in ("Set `MTU=1350` in `vpn.ini`.", "Use ->> there."):
        for one in (s, keyed):
            referee(one, answered([s.passages[0].id], said))  # no text is too odd for it


@pytest.mark.parametrize(
    ("places", "said", "escalates", "holds"),
    [row[1:] for row in UNKEYED],
    ids=[row[0] for row in UNKEYED],
)
def test_without_a_key_an_answer_is_held_to_what_it_cites(case, places, said, escalates, holds):
    ids = [one.id for one in case.passages] + ["KB-9999"] * 8
    text = answered([ids[place] for place in places], said, escalates)
    found = grade(case, text)
    assert found.correct is holds, found.verdict
    assert found.total > 0.6 if places and holds else found.total < 0.6
    blind = said.startswith("Disk full")  # to the referee, any text without a literal is fine
    assert referee(case, text).done is (holds or blind)
    if places == [0] and holds:  # whether that applies is for its owner to say
        other = assuming(case, [ids[1]])
        assert not grade(other, text).correct


def test_with_a_key_the_whole_rubric_grades(case):
    first = case.passages[0].id
    keyed = assuming(case, [first], facts=["journalctl --vacuum-size=200M"])
    assert grade(keyed, answered([first], GOOD)).correct
    assert not grade(keyed, answered([first], "Delete old logs.")).correct
    assert not grade(keyed, answered([], "No runbook covers it.", True)).correct
    none = assuming(case, [])
    assert grade(none, answered([], "No runbook covers it.", True)).correct
    assert not grade(none, answered([first], GOOD)).correct


def test_a_ticket_may_say_what_applies():
    applies = TICKET.model_copy(update={"applies": "mail.md"})
    found = ticket_case(applies, Library(PIECES))
    [gold] = [one for one in found.passages if one.id in found.truth.gold]
    assert gold.title.startswith("mail.md")
    none = ticket_case(TICKET.model_copy(update={"applies": "none"}), Library(PIECES))
    assert has_key(none)
    assert not none.truth.answerable
    with pytest.raises(OwnError, match=r"ticket 7: 'printer\.md' was expected among the runbooks"):
        ticket_case(TICKET.model_copy(update={"applies": "printer.md"}), Library(PIECES))
    twice = TICKET.model_copy(update={"applies": "mail.md; mail.md"})
    assert len(ticket_case(twice, Library(PIECES)).truth.gold) == 1
    many = TICKET.model_copy(update={"applies": ";".join("abcdef")})
    with pytest.raises(OwnError, match="ticket 7: at most 5 runbooks were expected"):
        ticket_case(many, Library(PIECES))
    with pytest.raises(OwnError, match="ticket 7: no runbook shares a word with it"):
        ticket_case(OwnTicket(id="7", reporter="", subject="?", body="xyzzy"), Library(PIECES))


@pytest.mark.parametrize("marks", ["( )", ": :", "> >>"])
def test_marks_that_a_runbook_warns_of_are_nowhere_for_the_referee(marks):
    warned = DISK + f"\nNever leave `{marks}` in the file. Never use `{marks}`.\n"
    library = Library(read_runbooks(warned.encode(), "disk.md"))
    made = ticket_case(TICKET.model_copy(update={"applies": "disk.md"}), library)
    assert referee(made, load("it_triage").oracle(made)).done


@pytest.mark.parametrize("applies", ["mail.md", "none"])
def test_the_order_of_passages_does_not_say_whether_one_applies(applies):
    pieces = [*read_runbooks(MAIL.encode(), "mail.md"), *read_runbooks(DISK.encode(), "disk.md")]
    found = ticket_case(TICKET.model_copy(update={"applies": applies}), Library(pieces))
    assert [one.title.split()[0] for one in found.passages] == ["mail.md", "disk.md"]


def test_passages_have_ids_of_their_own_however_many_there_are():
    many = [PIECES[0].model_copy(update={"file": f"{n}.md"}) for n in range(9_001)]
    found = ticket_case(TICKET, Library([many[0], *many[1:-1], many[-1]]))
    assert len({one.id for one in found.passages}) == SHOWN


@pytest.fixture
def brought(tmp_path):
    (tmp_path / "runbooks" / "a").mkdir(parents=True)
    (tmp_path / "runbooks" / "a" / "disk.md").write_text(DISK, encoding="utf-8")
    (tmp_path / "runbooks" / "mail.md").write_text(MAIL, encoding="utf-8")
    (tmp_path / "runbooks" / "logo.png").write_bytes(b"\x89PNG")
    (tmp_path / "tickets.csv").write_text(
        "id,subject,body,applies\n1,Disk full,no room,a/disk.md\n2,Mail stuck,the queue grows,\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.parametrize(("only", "keys"), [([], 2), (["--only", "keyed"], 1)])
def test_the_command_prints_cases_that_can_be_read_back(brought, capsys, only, keys):
    paths = [str(brought / "runbooks"), str(brought / "tickets.csv")]
    assert main(["tickets", *paths, *only]) == 0
    printed = brought / "cases.jsonl"
    printed.write_text(capsys.readouterr().out, encoding="utf-8")
    cases = read_cases(printed, "it_triage")
    assert len(cases) == keys
    assert cases[0].truth.gold
    assert cases[0] == next(ticket_cases(_tickets(), _pieces(brought)))


def test_the_command_prints_all_cases_or_none(brought, capsys):
    with (brought / "tickets.csv").open("a", encoding="utf-8") as tickets:
        tickets.write("3,Xyzzy,xyzzy,\n")
    assert main(["tickets", str(brought / "runbooks"), str(brought / "tickets.csv")]) == 1
    assert capsys.readouterr() == ("", "error: ticket 3: no runbook shares a word with it\n")


def _tickets():
    yield OwnTicket(id="1", reporter="", subject="Disk full", body="no room", applies="a/disk.md")


def _pieces(brought):
    files = ("a/disk.md", "mail.md")
    return [
        piece
        for file in files
        for piece in read_runbooks((brought / "runbooks" / file).read_bytes(), file)
    ]


MESSAGE = """\
From: Tim Berg <tim@partner.example>
To: Ada Stone <ada@firm.example>
Date: Tue, 24 Nov 2026 09:12:00 +0100
Subject: Budget review

Hi Ada, could we meet on Thursday at 14:30 for 45 minutes about the budget?
"""
LUNCH = "DTSTART:20261126T140000\nDTEND:20261126T150000\nSUMMARY:Lunch\n"
CALENDAR = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n{LUNCH}END:VEVENT\nEND:VCALENDAR\n"


def test_the_command_makes_a_case_of_an_email_and_its_calendar(tmp_path, capsys):
    (tmp_path / "m.eml").write_text(MESSAGE, encoding="utf-8")
    (tmp_path / "c.ics").write_text(CALENDAR, encoding="utf-8")
    told = ["mail", str(tmp_path / "m.eml"), str(tmp_path / "c.ics"), "--zone", "Europe/Berlin"]
    told += ["--me", "Ada Stone <ada@firm.example>"]
    assert main(told) == 0
    out, err = capsys.readouterr()
    (tmp_path / "cases.jsonl").write_text(out, encoding="utf-8")
    [case] = read_cases(tmp_path / "cases.jsonl", "exec_assist")
    assert case.truth.conflicts == ("e1",)
    assert "minutes  45" in err
    assert grade(case, load("exec_assist").oracle(case)).total > 0.9
    assert main([*told, "--start", "16:00"]) == 0
    out, err = capsys.readouterr()
    assert "start    16:00:00 (as you say)" in err
    assert json.loads(out)["scenario"]["truth"]["conflicts"] == []


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        (["mail", "nowhere.eml", "--me", "a@b.example"], "nowhere.eml: a file was expected"),
        (["tickets", "nowhere", "nowhere.csv"], "nowhere.csv: a file was expected"),
    ],
)
def test_what_cannot_be_read_is_named(capsys, told, wrong):
    assert main(told) == 1
    assert wrong in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--me", "nobody"), ("--zone", "Mars/Olympus"), ("--hours", "17-9"), ("--hours", "early")],
)
def test_an_invalid_option_is_named(capsys, option, value):
    with pytest.raises(SystemExit) as left:
        main(["mail", "m.eml", "--me", "a@b.example", option, value])
    assert left.value.code == 2
    assert f"argument {option}: {value!r}" in capsys.readouterr().err


def test_a_key_that_no_answer_can_repeat_is_refused():
    said = "\u0415\u0441\u043b\u0438 \u0434\u0438\u0441\u043a"
    pieces = read_runbooks(f"# Disk\n\n{said} `df -h /var`\n".encode(), "disk.md")
    assert not has_key(ticket_case(TICKET, Library(pieces)))
    with pytest.raises(OwnError, match=r"ticket 7: letters of the Latin script .* in disk\.md"):
        ticket_case(TICKET.model_copy(update={"applies": "disk.md"}), Library(pieces))


def test_what_shows_nothing_is_not_in_a_passage():
    hidden = DISK.replace("200M", "200\u200bM").replace("Look", "\u200dLook")
    pieces = read_runbooks(hidden.encode(), "disk.md")
    made = ticket_case(TICKET.model_copy(update={"applies": "disk.md"}), Library(pieces))
    assert "Look at what" in made.passages[0].text
    assert grade(made, load("it_triage").oracle(made)).correct
