"""Emails that people bring: messages, mailboxes, pasted text, quoted history, what is refused."""

from contextlib import suppress
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks.own.errors import OwnError
from desks.own.html_text import text_from_html
from desks.own.mail import MAX_BYTES, MAX_PARTS, MAX_TEXT, read_mail
from desks.own.message import MAX_HEADER
from tests.slowness import over, seconds

HEADERS = (
    "From: Ada Byron <ada@example.com>\nTo: Bob <bob@example.org>, carl@example.org\n"
    "Subject: Lunch\nDate: Mon, 5 Jan 2026 10:00:00 +0100\n"
)


def read(text: str):
    return read_mail(text.encode(), "own.eml")


def test_a_message_is_a_thread_of_one():
    (one,) = read(f"{HEADERS}\nAt noon?\n")
    assert (one.sender.name, one.sender.email) == ("Ada Byron", "ada@example.com")
    assert [to.email for to in one.to] == ["bob@example.org", "carl@example.org"]
    assert (one.subject, one.body) == ("Lunch", "At noon?")
    assert one.sent.isoformat() == "2026-01-05T10:00:00+01:00"


@pytest.mark.parametrize(
    ("told", "name", "email"),
    [
        ("ada@example.com", "", "ada@example.com"),
        ("ada@example.com (Ada Byron)", "Ada Byron", "ada@example.com"),
        ('"Byron, Ada" <ada@example.com>', "Byron, Ada", "ada@example.com"),
        ("=?utf-8?q?Byron=2C_Ad=C3=A1?= <ada@example.com>", "Byron, Adá", "ada@example.com"),
        ("=?nonsense?q?Ada?= <ada@example.com>", "=?nonsense?q?Ada?=", "ada@example.com"),
        ("Ada Byron", "Ada Byron", ""),
        ("", "", ""),
        ("Jürgen Müller <j@example.com>", "Jürgen Müller", "j@example.com"),
        ("小林 <k@example.com>", "小林", "k@example.com"),
        ("=?utf-8?q?J=C3=BCrgen?= Müller <j@example.com>", "Jürgen Müller", "j@example.com"),
        ("=?utf-7?q?+2AA-?= <j@example.com>", "?", "j@example.com"),
    ],
)
def test_who_wrote_it(told, name, email):
    (one,) = read(f"From: {told}\nSubject: Grüße\n\nAt noon?")
    assert (one.sender.name, one.sender.email) == (name, email)
    assert one.subject == "Grüße"


def test_headers_of_an_older_charset_are_read_too():
    (one,) = read_mail("From: Björn <b@example.com>\nSubject: Grüße\n\nx".encode("cp1252"), "x")
    assert (one.sender.name, one.subject) == ("Björn", "Grüße")


def test_a_header_that_is_shortened_says_so():
    (one,) = read(f"From: ada@example.com\nSubject: {'x' * 500}\n\nAt noon?")
    assert one.subject == "x" * (MAX_HEADER - 1) + "…"


@pytest.mark.parametrize("told", ["(" * 3_000, "g:" * 50_000, "(" * 3_000 + "<a@b.c>"])
def test_odd_addresses_are_no_traceback(told):
    (one,) = read(f"From: {told}\nTo: {told}\nSubject: Lunch\n\nAt noon?")
    assert len(one.sender.name) <= MAX_HEADER


@pytest.mark.parametrize(
    ("told", "sent"),
    [
        ("3 Mar 1998 09:12:00 +0000", "1998-03-03T09:12:00+00:00"),
        ("3 Mar 1998 09:12:00 -0000", "1998-03-03T09:12:00+00:00"),
        ("31 Dec 9999 09:12:00 +0000", None),
        ("3 Mar 0100 09:12:00 +0000", None),
        ("3 Mar 2101 09:12:00 +0000", None),
        ("today", None),
    ],
)
def test_when_it_was_sent(told, sent):
    (one,) = read(f"From: ada@example.com\nDate: {told}\n\nAt noon?")
    assert (one.sent and one.sent.isoformat()) == sent


@pytest.mark.parametrize(
    ("charset", "text", "body"),
    [
        ("utf-7", b"At+2AA- noon", "At? noon"),
        ("unicode_escape", rb"At \ud800 noon", "At ? noon"),
        ("us-ascii", "Um zwölf".encode(), "Um zwölf"),
        ("x-none", "Um zwölf".encode(), "Um zwölf"),
        ("iso-8859-1", "Um zwölf".encode("latin-1"), "Um zwölf"),
        ("iso-8859-1", "Um zwölf".encode(), "Um zwölf"),
        ("koi8-r", "В полдень".encode("koi8-r"), "В полдень"),
        ("iso-2022-jp", "正午に".encode("iso-2022-jp"), "正午に"),
        ("utf-8", b"Um zw\xf6lf", "Um zw\ufffdlf"),
    ],
)
def test_a_text_can_be_written_down_whatever_its_charset(charset, text, body):
    head = f"From: ada@example.com\nContent-Type: text/plain; charset={charset}\n\n"
    (one,) = read_mail(head.encode() + text, "own.eml")
    assert one.body == body


def test_a_mark_at_the_beginning_hides_no_header():
    (one,) = read_mail(b"\xef\xbb\xbf" + f"{HEADERS}\nAt noon?".encode(), "own.eml")
    assert (one.sender.name, one.body) == ("Ada Byron", "At noon?")


def sent(plain: str = "", html: str = "", attached: str = "") -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "ada@example.com", "Lunch"
    if plain:
        message.set_content(plain, charset="iso-8859-1", cte="quoted-printable")
    if html:
        (message.add_alternative if plain else message.set_content)(html, subtype="html")
    if attached:
        message.add_attachment(attached, filename="notes.txt")
    return bytes(message)


@pytest.mark.parametrize(
    ("told", "body"),
    [
        (sent("Um zwölf?"), "Um zwölf?"),
        (sent("At noon?", "<p>At <b>one</b>?"), "At noon?"),
        (sent(html="<style>p {}</style><p>At<br>noon?<script>x()</script>"), "At\nnoon?"),
        (sent("At noon?", attached="not this"), "At noon?"),
    ],
)
def test_its_text_is_the_one_that_people_read(told, body):
    (one,) = read_mail(told, "own.eml")
    assert one.body == body


def test_pasted_text_needs_no_headers():
    (one,) = read("Hello: can we meet at noon?\n\nAda")
    assert one.body == "Hello: can we meet at noon?\n\nAda"
    assert one.sender.email == ""


QUOTED = {
    "answered below": (
        "Make it one.\n\nOn Mon, 5 Jan 2026 at 09:00, Bob Hope\n<bob@example.org> wrote:\n"
        "> At noon?\n>\n> On Sun, Jan 4, 2026 at 8:00 PM Ada Byron <ada@example.com> wrote:\n"
        ">> Lunch tomorrow?\n",
        [("Ada Byron", "Lunch tomorrow?"), ("Bob Hope", "At noon?"), ("Ada Byron", "Make it one.")],
    ),
    "answered after it": (
        "On Mon, 5 Jan 2026 at 09:00, Bob Hope <bob@example.org> wrote:\n> At noon?\n>\n"
        "> On Sun, Jan 4, 2026 at 8:00 PM Ada Byron <ada@example.com> wrote:\n"
        ">> Lunch tomorrow?\n\nMake it one.\n",
        [("Ada Byron", "Lunch tomorrow?"), ("Bob Hope", "At noon?"), ("Ada Byron", "Make it one.")],
    ),
    "Outlook's lines": (
        "Make it one.\n________________________________\nFrom: Bob Hope <bob@example.org>\n"
        "Sent: Monday, January 5, 2026 9:00 AM\nTo: Ada\nSubject: Lunch\n\nAt noon?\n",
        [("Bob Hope", "At noon?"), ("Ada Byron", "Make it one.")],
    ),
    "forwarded": (
        "See below.\n\n-----Original Message-----\nFrom: Bob Hope\nDate: 5 Jan 2026\n\nAt noon?\n",
        [("Bob Hope", "At noon?"), ("Ada Byron", "See below.")],
    ),
    "in German": (
        "Make it one.\n\nAm Mo., 5. Jan. 2026 um 09:00 Uhr schrieb Bob Hope\n<bob@example.org>:\n"
        "> At noon?\n>\n> Am 04.01.2026 um 20:00 schrieb Ada Byron:\n>> Lunch tomorrow?\n",
        [("Ada Byron", "Lunch tomorrow?"), ("Bob Hope", "At noon?"), ("Ada Byron", "Make it one.")],
    ),
    "German Outlook's lines": (
        "Make it one.\n\n-----Ursprüngliche Nachricht-----\nVon: Bob Hope <bob@example.org>\n"
        "Gesendet: Montag, 5. Januar 2026 09:00\nAn: Ada\nBetreff: Lunch\n\nAt noon?\n",
        [("Bob Hope", "At noon?"), ("Ada Byron", "Make it one.")],
    ),
    "a sentence in German": (
        "Am 5. Januar schrieb ich dir:\nMake it one.\n",
        [("Ada Byron", "Am 5. Januar schrieb ich dir:\nMake it one.")],
    ),
    "nobody is named": ("Make it one.\n\n> At noon?\n", [("Ada Byron", "Make it one.")]),
}


@pytest.mark.parametrize(("body", "thread"), QUOTED.values(), ids=QUOTED)
def test_what_is_quoted_came_before(body, thread):
    found = read(f"{HEADERS}\n{body}")
    assert [(one.sender.name or one.sender.email, one.body) for one in found] == thread


def test_a_mailbox_is_read_as_the_thread_of_its_last_message():
    later = HEADERS.replace("10:00", "12:00").replace("Subject: ", "Subject: Re: AW: ")
    other = HEADERS.replace("Lunch", "Dinner")
    told = [f"{later}\nAt one then.\n", f"{other}\nTonight?\n", f"{HEADERS}\nAt noon?\n"]
    mailbox = "".join(f"From ada@example.com Mon Jan  5 10:00:00 2026\n{one}\n" for one in told)
    assert [one.body for one in read(mailbox)] == ["At noon?", "At one then."]


SENT = "From ada@example.com Mon Jan  5 10:00:00 2026\n"


@pytest.mark.parametrize(
    ("text", "bodies"),
    [
        (
            "From Monday on I am back, 2 March 2026\nCan we meet?",
            ["From Monday on I am back, 2 March 2026\nCan we meet?"],
        ),
        (
            f"{SENT}{HEADERS}\nHi.\n\nFrom here on we meet in 2026\nAt noon?\n",
            ["Hi.\n\nFrom here on we meet in 2026\nAt noon?"],
        ),
        (f"{SENT}{HEADERS}\n>From here on at noon.\n", ["From here on at noon."]),
        (f"{SENT}{HEADERS}\nA\n\n{SENT}{HEADERS}\nB\n", ["A", "B"]),
        (f"{SENT}{HEADERS}\nA\n\n{SENT}{HEADERS}\nB\n".replace("\n", "\r\n"), ["A", "B"]),
    ],
)
def test_a_sentence_that_begins_with_from_begins_no_message(text, bodies):
    assert [one.body for one in read(text)] == bodies


def test_a_flood_of_what_looks_like_a_mailbox_is_read_within_seconds():
    assert not over(seconds(lambda: read("From 2026" + " \n" * 200_000), 60), 10)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "own.eml, line 1: an email was expected"),
        (b"\xff\xfe\x00", "own.eml, line 1: an email, or text in UTF-8, was expected"),
        (b"From: ada@example.com\n\n", "own.eml, line 1: an email with a subject or text"),
        (
            b"Subject: x\nContent-Type: text/html\n\n" + b"<!" * MAX_TEXT,
            f"own.eml, line 1: {2 * MAX_TEXT:,} characters of text; at most {MAX_TEXT:,}",
        ),
        (b"x" * (MAX_BYTES + 1), f"own.eml: {MAX_BYTES + 1:,} bytes; at most {MAX_BYTES:,}"),
        (
            b'Subject: x\nContent-Type: multipart/mixed; boundary="a"\n\n'
            + b"--a\n\nx\n" * (MAX_PARTS + 1)
            + b"--a--\n",
            f"own.eml, line 1: at most {MAX_PARTS} parts",
        ),
        (
            b"Subject: x\n"
            + b"".join(
                b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n)
                for n in range(150)
            ),
            "own.eml, line 1: ",
        ),
    ],
)
def test_what_is_no_email_is_refused(data, says):
    with pytest.raises(OwnError) as refused:
        read_mail(data, "own.eml")
    assert str(refused.value).startswith(says)


@settings(max_examples=200)
@given(st.binary(max_size=200), st.integers(0, 300), st.integers(0, 300))
def test_a_damaged_file_is_read_or_refused(noise, start, end):
    whole = sent("At noon?", "<p>At noon?</p>", "x")
    with suppress(OwnError):
        read_mail(whole[:start] + noise + whole[max(start, end) :], "own.eml")


def test_headings_are_kept_where_asked_for():
    told = "<html><title>No</title><h2>Fix  it</h2><p>Restart&nbsp;it.</p></html>"
    assert text_from_html(told, headings=True).split("\n") == ["## Fix it", "", "Restart it."]
    assert text_from_html(told).split("\n") == ["Fix it", "", "Restart it."]
