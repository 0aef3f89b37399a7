"""Runbooks and tickets that people bring: passages, word for word, and what is refused."""

import io
import json
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks.own import runbooks
from desks.own.errors import OwnError
from desks.own.folder import read_folder
from desks.own.runbooks import MAX_FILE, MAX_FILES, MAX_WORDS, read_runbooks
from desks.own.tickets import read_tickets
from tests.slowness import over, seconds

RUNBOOK = """\
# Disk is full

Some text about it.

## Fix *it*

<!-- for us alone:
# not a heading -->
1. Look at what is there:

   ```bash
   # not a heading either

   df -h /var
   ```

Deeper
------
Remove what is old.
"""


def read(text: str, name: str = "disk.md"):
    return read_runbooks(text.encode(), name)


def zipped(files: dict[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def test_passages_stand_under_their_headings():
    found = read(RUNBOOK)
    assert [(one.headings, one.line) for one in found] == [
        (("Disk is full",), 3),
        (("Disk is full", "Fix it"), 9),
        (("Disk is full", "Deeper"), 19),
    ]
    assert found[1].text == "\n".join(RUNBOOK.splitlines()[8:15])
    assert found[2].text == "Remove what is old."


def test_html_and_plain_text_are_runbooks_too():
    (html,) = read("<title>x</title><h1>Disk</h1><p>Run <code>df -h</code>.", "disk.html")
    assert (html.headings, html.text) == (("Disk",), "Run `df -h`.")
    (text,) = read("# a comment\ndf -h\n", "disk.txt")
    assert (text.headings, text.text) == (("disk",), "# a comment\ndf -h")


KEPT = [
    ("a.html", "<html><head><title>t</title><body><h1>Disk</h1><p>Run df</p>", ["Run df"]),
    ("a.html", "<head><title>t<body><p>Run df</p>", ["Run df"]),
    ("a.html", "<p>Run df</p><template><p>or du</p>", ["Run df", "or du"]),
    ("a.html", "<p>Run df</p><noscript>or du</noscript>", ["Run df", "or du"]),
    ("a.html", "<p>use a < b and <b>du</b></p>", ["use a < b and du"]),
    ("a.html", "<table><tr><td>df -h<td>shows</table>", ["df -h | shows"]),
    ("a.html", "<tr><th>Cmd</th><th>Why</th></tr><tr><td>df</td></tr>", ["Cmd | Why", "df"]),
    ("a.html", "<dl><dt>df</dt><dd>shows</dd></dl>", ["df", "shows"]),
    ("a.html", "<pre># as root\n  df -h\n</pre>", ["# as root", "  df -h"]),
    ("a.html", "<p>Remove &lt;!-- x --&gt; from it.</p>", ["Remove <!-- x --> from it."]),
    ("a.html", "<p hidden>secret</p><p>Run df</p>", ["Run df"]),
    ("a.html", "<div style='display: none'>a<div>b</div>c</div><p>Run df</p>", ["Run df"]),
    ("a.html", "<ul><li hidden>a<li>Run df</ul>", ["Run df"]),
    ("a.html", "<script>if (a<b) c</script><p>Run df</p><!-- <p>x</p> -->", ["Run df"]),
    ("a.md", "Remove the `<!--` marker.\n\n## Fix\n\nRun df.\n", ["marker", "Run df."]),
    ("a.md", "```xml\n<!-- paste this -->\n```\n", ["<!-- paste this -->"]),
    ("a.md", "Paste `<!-- x -->` there. <!-- y -->", ["Paste `<!-- x -->` there. "]),
    ("a.md", "A <!-- never\n\nended.\n", ["A <!-- never", "ended."]),
    ("a.md", "<!-- never\n\nended.\n", ["<!-- never", "ended."]),
    ("a.txt", "Remove the <!-- marker.\nRun df.\n", ["Remove the <!-- marker.", "Run df."]),
    ("a.txt", "Paste <!-- x -->\n", ["Paste <!-- x -->"]),
]
GONE = ["secret", "b</div>", "if (a", "paste this is not", "y -->", "<p>x"]


@pytest.mark.parametrize(("name", "text", "kept"), KEPT)
def test_no_text_is_lost_and_no_cells_fuse(name, text, kept):
    found = "\n".join(one.text for one in read(text, name))
    for one in kept:
        assert one.strip() in found
    assert not any(one in found for one in GONE)


@pytest.mark.parametrize("end", ["\x0c", "\x0b", "\x85", "\u2028", "\x1c"])
def test_only_a_line_feed_ends_a_line(end):
    found = read(f"# A\nx{end}more\n# B\ny\n## C\nz\n")
    assert [(one.headings, one.line) for one in found] == [
        (("A",), 2),
        (("B",), 4),
        (("B", "C"), 6),
    ]
    assert [one.text for one in found] == [f"x{end}more", "y", "z"]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_of_other_systems_are_lines(end):
    found = read("# A\nx\n# B\ny\n".replace("\n", end))
    assert [(one.headings, one.text) for one in found] == [(("A",), "x"), (("B",), "y")]


FLOODS = [
    *(("a.html", unit) for unit in ("<!", "<a ", "</a ", "<!--", "<?", "<![CDATA[", "<p hidden>")),
    *(
        ("a.md", unit)
        for unit in ("[", "![](", "*a_ ", "<!-- ", "`<!-- -->", "# <!-- -->\n", "<b>")
    ),
]


@pytest.mark.parametrize(("name", "unit"), FLOODS)
def test_floods_are_read_in_time(name, unit):
    def flood():
        with suppress(OwnError):
            read(unit * (200_000 // len(unit)), name)

    assert not over(seconds(flood, 60), 4)


def test_an_archive_is_read_as_its_runbooks():
    found = read_runbooks(
        zipped(
            {"team/disk.md": RUNBOOK, "team/.hidden.md": "x", "logo.png": b"\x89", "b.txt": "y"}
        ),
        "all.zip",
    )
    assert {one.file for one in found} == {"team/disk.md", "b.txt"}


WORDS = st.lists(st.sampled_from("a bb ccc\n \n\n ``` # - x".split(" ")), max_size=400)


@settings(max_examples=200)
@given(WORDS)
def test_nothing_of_a_runbook_is_lost(words):
    text = " ".join(words)
    with suppress(OwnError):
        found = read(text, "any.txt")
        assert "".join("".join(one.text for one in found).split()) == "".join(text.split())
        blocks = [one for one in found if "```" not in one.text]
        assert all(len(one.text.split()) <= MAX_WORDS for one in blocks if "\n" in one.text)
        lines = text.split("\n")
        assert all(one.text.split("\n")[0].strip() in lines[one.line - 1] for one in found)


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"", "disk.md", "disk.md: text was expected"),
        (b"x", "disk.pdf", "disk.pdf: a file that ends in one of .md"),
        (b"x\n\xff", "disk.md", "disk.md, line 2: not UTF-8"),
        (b"x\n\x00", "disk.md", "disk.md, line 2: text was expected"),
        (b"x" * (MAX_FILE + 1), "disk.md", "disk.md: 2,000,001 bytes"),
        (b"PK", "all.zip", "all.zip: a .zip that can be unpacked"),
        (zipped({"x.md": RUNBOOK})[:-40], "all.zip", "all.zip: a .zip that can be unpacked"),
        (zipped({"x.png": b"x"}), "all.zip", "all.zip: files that end in one of .md"),
        (zipped({"x.md": b"\xff"}), "all.zip", "all.zip: x.md, line 1: not UTF-8"),
        (zipped({"x.md": b" " * (MAX_FILE + 1)}), "all.zip", "all.zip: x.md: at most 2,000,000"),
        (zipped({f"{n}.md": "x" for n in range(MAX_FILES + 1)}), "all.zip", "all.zip: 2,001 files"),
    ],
)
def test_what_is_no_runbook_is_refused(data, name, says):
    with pytest.raises(OwnError) as refused:
        read_runbooks(data, name)
    assert str(refused.value).startswith(says)


def test_a_damaged_archive_is_refused_however_it_was_packed():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("disk.md", RUNBOOK * 20)
    whole = bytearray(made.getvalue())
    for place in range(40, 140):
        broken = bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with suppress(OwnError):
            read_runbooks(broken, "all.zip")


def test_an_archive_with_a_password_is_refused():
    locked = bytearray(zipped({"x.md": RUNBOOK}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + at] |= 1
    with pytest.raises(OwnError, match=r"all\.zip: x\.md: a file without a password was expected"):
        read_runbooks(bytes(locked), "all.zip")


@pytest.mark.parametrize(
    "pairs",
    [
        [["\ud800.md", "aGVsbG8="]],
        [[["a.md"], "aGk="]],
        [["a.md", 5]],
        [["a.md", None]],
        [["a.md"]],
        ["a.md"],
        {"a.md": "aGk="},
        None,
        5,
    ],
)
def test_what_is_no_list_of_files_is_refused(pairs):
    with pytest.raises(OwnError, match="your runbooks: a list of files"):
        read_folder(json.dumps(pairs).encode(), "your runbooks")


def test_a_bomb_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(runbooks, "MAX_UNPACKED", 5_000_000)
    bomb = zipped({f"{n}.md": b" " * MAX_FILE for n in range(4)})
    assert len(bomb) < 20_000
    with pytest.raises(OwnError, match=r"2\.md: at most 2,000,000 bytes, and 5,000,000 in all"):
        read_runbooks(bomb, "all.zip")


# --- tickets ---


@pytest.mark.parametrize(
    "text",
    [
        "Subject,Description,Requester\nDisk,It is full,Ada\n",
        "\ufeffkey;short_description;details;opened by\r\n1;Disk;It is full;Ada\r\n\r\n",
        "sep=;\nsubject;body;caller\nDisk;It is full;Ada\n",
        'Ticket ID\tTitle\tBODY\tFrom\tPriority\n1\tDisk\t"It is full"\tAda\thigh\n',
    ],
)
def test_tickets_of_any_help_desk(text):
    (one,) = read_tickets(text.encode(), "tickets.csv")
    assert (one.id, one.subject, one.body, one.reporter) == ("1", "Disk", "It is full", "Ada")


def test_a_name_is_what_is_wrong_only_where_nothing_else_says_it():
    (one,) = read_tickets(b"Name,Issue,Description\nAda,Disk,It is full\n", "tickets.csv")
    assert (one.subject, one.body) == ("Disk", "It is full")
    (one,) = read_tickets(b"Name,Description\nDisk,It is full\n", "tickets.csv")
    assert one.subject == "Disk"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "tickets.csv, line 1: a column called subject"),
        (b"a,b\n1,2\n", "tickets.csv, line 1: a column called subject"),
        (b"subject,body\n", "tickets.csv: a row with a ticket"),
        (b"subject,body\nx,y\nx\n", "tickets.csv, line 3: 2 columns were expected"),
        (b'subject,body\nx,"y\n', "tickets.csv, line 2: a row of a CSV file"),
        (b"subject,body\nx,\xff\n", "tickets.csv, line 2: not UTF-8"),
        (b"," * 3_000_000, "tickets.csv, line 1: at most 1,000 columns were expected"),
        (b"subject,Subject\nx,y\n", "tickets.csv, line 1: one column called subject was expected"),
        (b"subject\n" + b"x\n" * 5_001, "tickets.csv, line 5002: at most 5,000 tickets"),
    ],
)
def test_what_is_no_table_of_tickets_is_refused(data, says):
    with pytest.raises(OwnError) as refused:
        read_tickets(data, "tickets.csv")
    assert str(refused.value).startswith(says)
