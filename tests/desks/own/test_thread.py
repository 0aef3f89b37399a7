"""What of a thread is answered: who wrote what, what is left out, when it is now, what is asked."""

import json
from datetime import datetime

import pytest

from desks.exec_assist.models import Person
from desks.own.__main__ import main
from desks.own.errors import OwnError
from desks.own.mail_case import mail_case
from desks.own.thread import MAX_BODY, MAX_MESSAGES, read_thread, understand

ME = "ada@example.com"
ADA = Person(name="Ada Byron", email=ME, zone="Europe/Berlin")
MEET = "Could we meet on Thursday at 14:30 for 45 minutes?"


def message(body: str, who: str, minute: int = 0, day: str = "Tue, 3 Mar 2026") -> str:
    return (
        f"From {who} Tue Mar  3 09:00:00 2026\nFrom: {who.title()} <{who}@example.com>\n"
        f"Date: {day} 09:{minute:02}:00 +0000\nSubject: Budget\n\n{body}\n\n"
    )


def read(*messages: str, me: str = ME, now: datetime | None = None):
    return read_thread("".join(messages).encode(), "own.mbox", ADA.zone, me, now)


def understood(*messages: str, now: datetime | None = None):
    return understand("".join(messages).encode(), "own.mbox", ADA.zone, ME, now)


def test_each_message_of_a_case_is_its_own_writers():
    found = understood(
        message("I will not come.", "bob"), message("Pity.", "ada", 1), message(MEET, "carol", 2)
    )
    made = mail_case(found.thread.messages, [], found.reading, ADA, found.thread.now)
    assert [(one.sender.name, one.body) for one in made.thread] == [
        ("Bob", "I will not come."),
        ("Ada Byron", "Pity."),
        ("Carol", MEET),
    ]
    assert made.sender.email == "carol@example.com"
    told = [f"{one.sent:%H:%M}" for one in made.thread]
    assert told == ["10:00", "10:01", "10:02"], "by the reader's clock"


def test_ones_own_answer_is_not_answered():
    found = read(message(MEET, "carol"), message("Yes.", "ada", 1), message("Or no.", "ada", 2))
    assert [one.body for one in found.messages] == [MEET]
    assert found.left_out == (
        "Your own 2 messages at the end are left out: the one before them is answered.",
    )
    with pytest.raises(OwnError, match=r"own\.mbox: a message by somebody else was expected"):
        read(message("Yes.", "ada"))


def test_text_without_a_writer_is_by_somebody_else():
    found = read_thread(MEET.encode(), "own.txt", ADA.zone, "", None)
    assert [one.body for one in found.messages] == [MEET]


LONG = "x " * (MAX_BODY // 2 - 10)


@pytest.mark.parametrize(
    ("messages", "bodies", "left_out"),
    [
        ([MEET], [MEET], []),
        ([LONG, MEET], [MEET], ["Of 2 messages, the newest alone is read and shown."]),
        (
            ["Hello to you all there", LONG, "Ho."],
            [LONG.strip(), "Ho."],
            ["Of 3 messages, the 2 newest are read"],
        ),
        (
            [f"{LONG} {LONG}{MEET}"],
            [f"{LONG} {LONG}{MEET}"[:MAX_BODY]],
            [f"The last message has {2 * len(LONG) + 1 + len(MEET):,} characters: the first"],
        ),
        (
            ["a"] * (MAX_MESSAGES + 2),
            ["a"] * MAX_MESSAGES,
            [f"Of {MAX_MESSAGES + 2} messages, the {MAX_MESSAGES} newest are read"],
        ),
    ],
)
def test_what_is_left_out_is_said_and_nothing_else_is_read(messages, bodies, left_out):
    found = understood(*(message(one, "bob", number) for number, one in enumerate(messages)))
    thread = found.thread
    assert [one.body for one in thread.messages] == bodies
    assert len(thread.left_out) == len(left_out)
    assert all(map(str.startswith, thread.left_out, left_out))
    assert found.reading.asks == (MEET in bodies[-1])
    made = mail_case(thread.messages, [], found.reading, ADA, thread.now)
    assert [one.body for one in made.thread] == bodies


@pytest.mark.parametrize("year", [1998, 1970, 2099])
def test_an_email_of_another_century_is_refused_by_name(year):
    told = message(MEET, "bob", day=f"31 Dec {year}").replace("+0000", "-1200")
    with pytest.raises(OwnError, match=r"own\.mbox: .* say when it is now, from 2000 to 2099"):
        read(told.replace("09:00:00 -1200", "23:00:00 -1200"))
    now = datetime(2026, 3, 3, 10)
    assert read(told, now=now).now == now


@pytest.mark.parametrize(
    ("text", "now", "day"),
    [
        ("Could we meet tomorrow at 10:00?", datetime(1998, 3, 3), None),
        ("Could we meet in 99 weeks, at 10:00?", datetime(2099, 3, 3), None),
    ],
)
def test_a_day_of_another_century_is_not_found(text, now, day):
    told = message(text, "bob", day=f"{now:%d %b %Y}")
    found = understood(told, now=max(now, datetime(2000, 1, 3)))
    assert found.reading.day == day


@pytest.mark.parametrize(
    ("zone", "sent", "text", "day", "start"),
    [
        ("Europe/Berlin", "Tue, 10 Mar 2026 20:00 +0900", "today at 15:00 your time", 10, 15),
        ("Europe/Berlin", "Tue, 10 Mar 2026 20:00 +0900", "on 10 March at 15:00 your time", 10, 15),
        ("America/Los_Angeles", "Tue, 10 Mar 2026 18:00 +0100", "today at 13:00 your time", 10, 13),
        (
            "Europe/Berlin",
            "Wed, 11 Mar 2026 05:00 +0900",
            "tomorrow at 17:00 my time (Tokyo)",
            12,
            9,
        ),
        ("Asia/Tokyo", "Tue, 10 Mar 2026 20:00 -0800", "tomorrow at 15:00 your time", 11, 15),
        ("Europe/Berlin", "Tue, 10 Mar 2026 16:00 +0100", "today at 15:00", None, None),
    ],
)
def test_days_count_by_the_writers_clock_and_what_is_past_by_the_readers(
    zone, sent, text, day, start
):
    told = (
        f"From: Bob <bob@example.org>\nDate: {sent}\nSubject: x\n\nCan we talk {text} for an hour?"
    )
    found = understand(told.encode(), "own.eml", zone, ME).reading
    assert (found.asks, found.day and found.day.day) == (True, day)
    assert (found.start and found.start.hour) == start


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("Europe/Berlin", "2026-03-12"),
        ("America/Sao_Paulo", "2026-03-12"),
        ("America/Mexico_City", "2026-03-12"),
        ("America/Argentina/Buenos_Aires", "2026-03-12"),
        ("America/New_York", "2026-12-03"),
        ("America/Toronto", "2026-12-03"),
        ("America/Indiana/Knox", "2026-12-03"),
        ("US/Pacific", "2026-12-03"),
        ("Pacific/Honolulu", "2026-12-03"),
    ],
)
def test_the_month_comes_first_where_it_does(zone, day):
    told = message("Can we meet on 12/3 at 10:00?", "bob")
    assert f"{understand(told.encode(), 'own.mbox', zone, ME).reading.day}" == day


def test_sixty_people_are_found_and_then_refused_by_name():
    told = ", ".join(f"p{number}@example.com" for number in range(60))
    found = understood(message(f"{MEET} Please bring {told}.", "bob"))
    assert len(found.reading.people) > 19
    with pytest.raises(OwnError, match=r"own\.mbox: at most 19 others were expected to come"):
        mail_case(found.thread.messages, [], found.reading, ADA, found.thread.now, name="own.mbox")


def test_the_command_says_what_is_left_out(tmp_path, capsys):
    file = tmp_path / "own.mbox"
    file.write_text(message(f"{MEET} {LONG}", "bob"))
    assert main(["mail", str(file), "--me", ME, "--zone", ADA.zone]) == 0
    assert "note: The last message has 6,0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--day", "12.3.2026", "'12.3.2026': a day such as 2026-03-05 was expected"),
        ("--start", "9:30", "'9:30': a time such as 09:30 was expected"),
        ("--deadline", "soon", "'soon': a day such as 2026-03-05, or a time such as"),
        ("--zone", "Mars/Olympus", "'Mars/Olympus': a zone such as Europe/Berlin was expected"),
    ],
)
def test_an_option_that_is_none_says_what_was_expected(option, value, says, capsys):
    with pytest.raises(SystemExit) as left:
        main(["mail", "own.mbox", "--me", ME, option, value])
    assert left.value.code == 2
    assert f"argument {option}: {says}" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("deadline", "shown", "action"),
    [
        ("2026-03-05", "2026-03-05", "book"),
        ("2026-03-05T23:59", "2026-03-05 23:59:00", "book"),
        ("2026-03-05T14:45", "2026-03-05 14:45:00", "propose_alternatives"),
    ],
)
def test_a_deadline_that_is_a_day_is_the_whole_of_it(deadline, shown, action, tmp_path, capsys):
    file = tmp_path / "own.mbox"
    file.write_text(message(MEET, "bob"))
    assert main(["mail", str(file), "--me", ME, "--deadline", deadline]) == 0
    told = capsys.readouterr()
    assert f"deadline {shown} (as you say)" in told.err
    right = json.loads(told.out)["scenario"]["truth"]["acceptable"]
    assert [one["action"] for one in right] == [action]


@pytest.mark.parametrize("now", ["9999-12-28T23:00", "1998-03-03T10:00", "2026-03-05T10:00+02:00"])
def test_a_present_that_cannot_be_is_refused(now, capsys):
    with pytest.raises(SystemExit):
        main(["mail", "own.mbox", "--me", ME, "--now", now])
    assert "a time such as 2026-03-05T10:00, from 2000 to 2099" in capsys.readouterr().err
