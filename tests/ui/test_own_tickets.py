"""Bringing runbooks of one's own: held in memory, searched, marked, answered, and forgotten."""

import base64
import io
import json
import threading
import time
import zipfile

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from desks.cases import has_key
from desks.own.errors import OwnError
from desks.own.folder import read_folder
from desks.own.runbooks import read_runbooks
from envs.bounds import RefusedError
from tests.ui.conftest import Server
from tests.ui.test_own_mail import CANARY, kept
from tests.ui.visits import said
from ui.help_desk import BENCH
from ui.own import libraries, tickets
from ui.own.example import RUNBOOKS, TICKET
from ui.own.libraries import LIBRARIES, MAX_OWN, Libraries
from ui.own.ref import reference

PIECES = [piece for name, text in RUNBOOKS for piece in read_runbooks(text.encode(), name)]


def sent(files) -> bytes:
    pairs = ((name, text if isinstance(text, bytes) else text.encode()) for name, text in files)
    return json.dumps([[n, base64.b64encode(t).decode()] for n, t in pairs]).encode()


def case_of(drawn: str, applies: str = ""):
    return tickets.case_of(said(case=named(drawn), applies=applies)).scenario("it_triage")


def named(drawn: str) -> str:
    return drawn.partition('data-case="')[2].partition('"')[0]


# --- the files ---


def test_files_are_read_as_each_alone():
    assert read_folder(sent(RUNBOOKS), "yours") == PIECES
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for name, text in RUNBOOKS:
            made.writestr(name, text)
    assert read_folder(sent([["all.zip", archive.getvalue()]]), "yours") == PIECES


def test_a_file_without_text_is_left_out_beside_others():
    found = read_folder(sent([*RUNBOOKS, ["empty.md", ""], ["title.md", "# Alone"]]), "yours")
    assert found == PIECES


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", "yours: a list of files was expected"),
        (b"[[1]]", "yours: a list of files was expected"),
        (b'[["a.md", "not base64!"]]', "a list of files was expected|a.md"),
        (b"[" * 100_000, "yours: a list of files was expected"),
        (b"[]", "yours: a runbook was expected: .md"),
        (sent([["a.exe", "MZ"]]), r"a\.exe: a file that ends in one of"),
        (sent([["a.zip", b"PK\x03\x04 no more"]]), r"a\.zip: a \.zip that can be unpacked"),
        (sent([["a.md", b"\xff\xfe"]]), r"a\.md, line 1: not UTF-8"),
    ],
)
def test_files_that_cannot_be_read_are_named(data, wrong):
    with pytest.raises(OwnError, match=wrong):
        read_folder(data, "yours")


# --- what is held ---


def test_libraries_are_forgotten_when_asked_when_old_and_when_many(monkeypatch):
    held = Libraries()
    name = held.add(PIECES, "ada")
    assert held.get(name).search("disk")
    held.forget(name)
    with pytest.raises(OwnError, match="your runbooks: no longer held here"):
        held.get(name)
    bobs = held.add(PIECES, "bob")
    names = [held.add(PIECES, "ada") for _ in range(MAX_OWN + 1)]
    with pytest.raises(OwnError):
        held.get(names[0])
    assert all(map(held.get, (*names[1:], bobs)))
    monkeypatch.setattr(libraries, "MAX_CHARACTERS", 10)
    with pytest.raises(RefusedError, match="Many runbooks are held here"):
        held.add(PIECES, "eve")
    assert held.get(bobs)
    with pytest.raises(RefusedError):
        held.add(PIECES, "ada")
    assert all(map(held.get, names[1:])), "who is refused loses nothing"


def test_a_library_that_nobody_uses_is_forgotten_by_itself(monkeypatch):
    monkeypatch.setattr(libraries, "SECONDS", 0.2)
    held = Libraries()
    name = held.add(PIECES, "ada")
    for _ in range(4):
        time.sleep(0.1)
        assert held.get(name)
    time.sleep(0.6)
    with pytest.raises(OwnError):
        held.get(name)


def test_nothing_waits_for_a_library_that_is_forgotten():
    held, before = Libraries(), threading.active_count()
    for _ in range(20):
        held.forget(held.add(PIECES, "ada"))
    for _ in range(20):
        held.add(PIECES, "ada")
    ends = time.monotonic() + 10
    while (left := threading.active_count() - before) > libraries.MAX_OWN:
        assert time.monotonic() < ends, left
        time.sleep(0.01)


# --- a ticket ---


def test_what_is_marked_is_the_key():
    drawn = tickets.found(said(library=LIBRARIES.add(PIECES, "ada"), **TICKET))
    open_case = case_of(drawn)
    assert not has_key(open_case)
    fix = next(one.id for one in open_case.passages if "journalctl" in one.text)
    keyed = case_of(drawn, fix)
    assert keyed.truth.gold == (fix,)
    assert "journalctl --vacuum-time=7d" in keyed.truth.facts
    assert not case_of(drawn, "none").truth.answerable
    with pytest.raises(OwnError, match="passages that are shown were expected"):
        case_of(drawn, "KB-0000")
    with pytest.raises(OwnError, match="a subject or a text was expected"):
        tickets.found(said(library="", subject=" ", body=""))


def test_without_a_key_no_answer_is_called_correct_and_there_is_no_oracle():
    drawn = tickets.found(said(library=LIBRARIES.add(PIECES, "ada"), **TICKET))
    ref = reference(named(drawn), "it_triage")
    _, policies, score, _ = BENCH.run(ref, "over_confident")
    assert "data-policy=" in policies
    assert 'data-policy="oracle"' not in policies
    assert "✓ faultless" in score
    assert "✓ correct" not in score
    assert "The report" not in score


def test_a_long_list_of_past_tickets_says_that_it_is_cut():
    rows = "".join(f"Disk {n},Full.\n" for n in range(tickets.MAX_LISTED + 1))
    whole, cut = (
        tickets.past(said(name="t.csv", text=f"subject,body\n{one}"))
        for one in (rows.rpartition("Disk")[0], rows)
    )
    assert whole.count("<li>") == cut.count("<li>") == 100
    assert "The first" not in whole
    assert "The first 100 of 101 tickets." in cut


def test_past_tickets_are_listed_as_text():
    drawn = tickets.past(said(name="t.csv", text="subject,body\n<b>Disk</b>,<script>x\n"))
    assert "&lt;b&gt;Disk" in drawn
    assert "<script" not in drawn
    text = "one 👩\u200d💻\r\ntwo"
    drawn = tickets.past(said(name="t.csv", text=f'subject,body\nDisk,"{text}"\n'))
    assert f'data-body="{text}"' in drawn
    with pytest.raises(OwnError, match=r"t\.csv, line 1"):
        tickets.past(said(name="t.csv", text="colour\nred\n"))


# --- in the browser, and against the server ---


@pytest.mark.parametrize("width", [390, 1280])
def test_a_newcomer_gets_from_the_empty_tab_to_a_graded_answer(page: Page, server: Server, width):
    began = time.monotonic()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("?tab=helpdesk")
    tab = page.locator("#helpdesk")
    expect(tab.locator(".letter")).to_be_visible()
    tab.get_by_role("button", name="Try your own runbooks").click()
    expect(tab.locator("[data-own-files]")).to_be_focused()
    files = [
        {"name": name, "mimeType": "text/markdown", "buffer": f"{text}\n{CANARY}\n".encode()}
        for name, text in RUNBOOKS
    ]
    tab.locator("[data-own-files]").set_input_files(files)
    expect(tab.locator(".own-files")).to_contain_text("3 files")
    tab.locator("[data-ticket=subject]").fill(TICKET["subject"])
    tab.locator("[data-ticket=body]").fill(TICKET["body"])
    tab.get_by_role("button", name="Search").click()
    found = tab.locator(".own-read .passage").filter(has_text="journalctl")
    expect(found).to_be_visible()
    found.get_by_text("This applies").click()
    tab.get_by_role("button", name="Answer it").click()
    expect(tab.locator(".message.latest")).to_contain_text("No space left on device")
    tab.locator("[data-policy=oracle]").click()
    expect(tab.locator(".headline")).to_contain_text("correct")
    assert time.monotonic() - began < 60
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert kept(server) == []


def with_an_example(page: Page) -> Locator:
    """The tab, with the example's runbooks."""
    page.goto("?tab=helpdesk")
    tab = page.locator("#helpdesk")
    tab.get_by_role("button", name="Try your own runbooks").click()
    tab.get_by_role("button", name="Fill in an example").click()
    expect(tab.locator(".own-files")).to_contain_text("ready to be searched")
    return tab


def test_what_is_marked_for_one_ticket_is_not_for_the_next(page: Page):
    tab = with_an_example(page)
    tab.get_by_role("button", name="Search").click()
    marks = tab.locator(".own-read [data-applies]")
    marks.first.check()
    tab.locator("[data-ticket=subject]").fill("Another matter: the printer")
    tab.get_by_role("button", name="Search").click()
    expect(tab.locator(".own-read [data-applies]:checked")).to_have_count(0)


def test_past_tickets_as_excel_saves_them_are_read(page: Page):
    page.goto("?tab=helpdesk")
    tab = page.locator("#helpdesk")
    tab.get_by_role("button", name="Try your own runbooks").click()
    text = "subject;body\n„Drucker“ läuft nicht;charset=utf-8 – sonst nichts\n"
    file = {"name": "past.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}
    tab.locator("[data-own-past]").set_input_files(file)
    tab.get_by_role("button", name="„Drucker“ läuft nicht").click()
    body = tab.locator("[data-ticket=body]")
    expect(body).to_have_value("charset=utf-8 – sonst nichts")


def test_a_text_is_dropped_where_it_falls(page: Page):
    tab = with_an_example(page)
    kept = tab.locator("[data-ticket=body]").evaluate(
        """area => {
            const dataTransfer = new DataTransfer();
            dataTransfer.setData("text/plain", "a text");
            const dropped = { bubbles: true, cancelable: true, dataTransfer };
            return area.dispatchEvent(new DragEvent("drop", dropped));
        }"""
    )
    assert kept, "the browser puts it there"
    expect(tab.locator(".own-files")).to_contain_text("ready to be searched")


@pytest.mark.parametrize(
    ("body", "status", "wrong"),
    [
        (b"[]", 422, "a runbook was expected"),
        (sent([["a.md", b"\xff"]]), 422, "a.md, line 1: not UTF-8"),
        (b"x" * 28_000_001, 413, "This is too much"),
    ],
)
def test_an_upload_that_is_refused_says_why(server: Server, body, status, wrong):
    answer = httpx.post(f"{server.url}own/runbooks", content=body, timeout=60)
    assert answer.status_code == status
    assert wrong in answer.json()["detail"]


def test_what_is_left_is_forgotten_and_other_methods_are_refused(server: Server):
    url = f"{server.url}own/runbooks"
    name = httpx.post(url, content=sent(RUNBOOKS), timeout=60).json()["library"]
    for one in (name, "nobody's"):
        assert httpx.request("DELETE", url, content=one).status_code == 204
    assert httpx.put(url, content=b"x").status_code == 405
