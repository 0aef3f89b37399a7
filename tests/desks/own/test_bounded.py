"""Files are read in a process of their own: the same, and no longer or larger than they may."""

import subprocess
from datetime import date, datetime

import pytest

from desks.own.bounded import bounded
from desks.own.errors import OwnError
from desks.own.ics import read_ics
from desks.own.mail import read_mail
from desks.own.runbooks import read_runbooks
from desks.own.thread import read_thread, understand
from desks.own.tickets import read_tickets
from tests.desks.own import hungry

DAYS = {"zone": "Europe/Berlin", "first": date(2026, 1, 1), "last": date(2026, 1, 9)}
HERE = {"zone": "Europe/Berlin", "me": "ada@example.com", "now": datetime(2026, 3, 3, 9)}
EVENT = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:{}\nRRULE:{}\nEND:VEVENT\nEND:VCALENDAR\n"
READERS = [
    (read_ics, "own.ics", EVENT.format("20260105T100000", "FREQ=DAILY"), DAYS),
    (read_mail, "own.eml", "From: ada@example.com\nSubject: Lunch\n\nAt noon?", {}),
    (read_thread, "own.eml", "From: bob@example.com\n\nAt noon?", HERE),
    (understand, "own.eml", "From: bob@example.com\n\nTalk by Friday at 00:00?", HERE),
    (understand, "own.eml", "From: bob@example.com\n\nCan we meet before Friday?", HERE),
    (read_runbooks, "own.md", "# Disk\n\nRun `df -h`.", {}),
    (read_tickets, "own.csv", "subject,body\nDisk,It is full\n", {}),
]


@pytest.mark.parametrize(("reader", "name", "text", "options"), READERS)
def test_a_process_of_its_own_reads_the_same(reader, name, text, options):
    found = reader(text.encode(), name, **options)
    assert found
    assert bounded(reader, text.encode(), name, **options) == found


def test_it_reads_wherever_the_page_was_started(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONNOUSERSITE", "1")
    (tmp_path / "desks").mkdir()
    (tmp_path / "desks" / "__init__.py").write_text("raise SystemExit('not ours')")
    reader, name, text, options = READERS[0]
    assert bounded(reader, text.encode(), name, **options)


@pytest.mark.parametrize(("reader", "name", "text", "options"), READERS)
def test_what_is_refused_there_is_refused_here(reader, name, text, options):
    with pytest.raises(OwnError) as there:
        bounded(reader, b"\xff", name, **options)
    with pytest.raises(OwnError) as here:
        reader(b"\xff", name, **options)
    assert str(there.value) == str(here.value)


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30"])
def test_a_rule_that_takes_for_ever_is_ended(rule, monkeypatch):
    monkeypatch.setattr("desks.own.bounded.SECONDS", 1)
    text = EVENT.format("19700105T100000", rule).encode()
    with pytest.raises(OwnError, match=r"own.ics, line 2: something that can be read within 1 s"):
        bounded(read_ics, text, "own.ics", **DAYS)


def test_what_takes_too_much_memory_is_ended():
    with pytest.raises(OwnError, match=r"own.txt, line 7: something that fits into 1,000,000,000"):
        bounded(hungry.read, b"x", "own.txt")


def test_nothing_of_a_file_is_in_the_command_that_reads_it(monkeypatch):
    commands = []
    real = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: commands.append(a[0]) or real(*a, **k))
    text = EVENT.format("20260105T100000", "FREQ=DAILY").encode()
    bounded(read_ics, text, "qzcanary.ics", **DAYS, me="qzcanary@example.com")
    assert commands
    assert "qzcanary" not in str(commands)


def test_names_may_have_any_characters():
    with pytest.raises(OwnError) as refused:
        bounded(read_ics, b"", "a\nb\0\ud800ü", **DAYS)
    assert str(refused.value).startswith("a\nb?ü, line 1: ")


def test_a_mistake_of_ours_is_not_blamed_on_the_file():
    with pytest.raises(RuntimeError, match=r"desks\.own\.mail\.read_mail failed: ValidationError"):
        bounded(read_mail, b"x", "own.eml", nonsense=1)
