"""The Arena without a browser: who may answer, what is shown when, and what is refused."""

import base64
import json
import re
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import gradio as gr
import pytest
from starlette.requests import Request

from desks import DESKS, load
from desks.own.runbooks import read_runbooks
from desks.own.ticket_case import Library, ticket_case
from desks.own.tickets import OwnTicket
from graders import grade
from tests.ui.visits import said, visit
from training.models.policy import PolicyError
from ui import help_desk, inference
from ui.arena import duel, lanes, tournament, voting
from ui.arena import tab as arena
from ui.arena.contenders import Contender, Match
from ui.arena.duel import Answer
from ui.arena.playing import play
from ui.arena.tab import Arena
from ui.inbox import tab as inbox
from ui.links import LinkError, Ref
from ui.own.ref import OwnRef
from ui.store import StoreError

HOSTILE = '<img src=x onerror="window.hit=1">'
REF = Ref("medium", "eval", 4)
TOKEN = f"{10:032x}"
ASKED = {
    "desk": "exec_assist",
    "scenario": str(REF),
    "left": "scripted:always_none",
    "right": "scripted:oracle",
    "seed": "",
    "blind": "",
    "sampled": "",
    "key-left": "",
    "key-right": "",
}
BENCHES = {bench.desk: bench for bench in (inbox.BENCH, help_desk.BENCH)}


@pytest.fixture
def tab(monkeypatch):
    """The tab, without a store: `test_votes.py` has one."""
    monkeypatch.setattr(voting, "votes", no_votes)
    return Arena((inbox.BENCH, help_desk.BENCH))


def no_votes():
    raise StoreError("What visitors keep cannot be reached just now")


def votes(tab, finished, vote, token=TOKEN):
    """The panel after a vote, what is left to vote on, and the table of votes."""
    return tab.on_vote(finished, said(vote=vote, token=token), visit())


@pytest.fixture
def mute() -> Iterator[str]:
    """An endpoint that takes what it is asked, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"api:m@http://127.0.0.1:{server.getsockname()[1]}/v1"


def match(desk, first="scripted:always_none", second="scripted:oracle"):
    if desk == "it_triage" and first == "scripted:always_none":
        first = "scripted:cite_everything"
    return Match(desk, REF, Contender.parse(first, desk), Contender.parse(second, desk))


HERE = (b"host", b"127.0.0.1:7860")


def asked(*headers, host="127.0.0.1"):
    """A request of a visitor's, for the page under its address on this machine."""
    named = {name for name, _ in headers}
    headers = [*headers, *(one for one in [HERE] if one[0] not in named)]
    scope = {"type": "http", "client": (host, 40_000), "headers": headers}
    return gr.Request(Request(scope))


def at_home(tab, name="127.0.0.1", shared=False):
    """The tab on a page that was launched under that name."""
    tab._page = gr.Blocks()
    tab._page.server_name, tab._page.share = name, shared
    return tab


# --- who may answer ---


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("", "is nobody"),
        ("oracle", "is nobody"),
        ("pocket:", "is nobody"),
        ("pocket:/etc", "no model"),
        ("pocket:../../secret", "no model"),
        ("scripted:nobody", "no script"),
        ("pickle:x", "is nobody"),
        (HOSTILE, "is nobody"),
        ("hub:" + "a" * 400, "is nobody"),
    ],
)
def test_whoever_is_nobody_is_refused(spec, why):
    with pytest.raises(PolicyError, match=why):
        Contender.parse(spec, "exec_assist")


@pytest.mark.parametrize("name", ["no-owner", "a/b/c", "../x", "a/b+", "a/b+c"])
def test_what_is_no_model_of_the_hub_is_not_fetched(name):
    with pytest.raises(PolicyError):
        Contender.parse(f"hub:{name}", "exec_assist")


NOT_PUBLIC = "over https here|not on the public internet|leads to no machine|MODEL@BASE_URL"


@pytest.mark.parametrize(
    "address",
    [
        "http://models.example/v1",
        "https://localhost/v1",
        "https://127.0.0.1/v1",
        "https://[::1]/v1",
        "https://10.0.0.8/v1",
        "https://169.254.169.254/latest",
        "https://192.168.1.1:8443/v1",
        "https://[fd00::1]/v1",
        "https://0.0.0.0/v1",
        "https://2130706433/v1",
        "https://[::ffff:127.0.0.1]/v1",
        "https://[64:ff9b::a9fe:a9fe]/v1",
        "https://[2002:7f00:1::]/v1",
        "https://[::7f00:1]/v1",
        "https://[ff02::1]/v1",
        "https://224.0.0.1/v1",
        "https:///v1",
        "https://a..b/v1",
        "https://host:port/v1",
        "ftp://models.example",
    ],
)
def test_only_the_public_internet_is_asked_for_a_visitor(address):
    scenario = BENCHES["exec_assist"].scenario(REF)
    with pytest.raises(PolicyError, match=NOT_PUBLIC):
        list(
            Contender.parse(f"api:m@{address}", "exec_assist").writer(scenario).stream([], True, 0)
        )


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"https://evil.example")],
        [(b"origin", b"null")],
        [(b"host", b"evil.example:7860"), (b"origin", b"http://evil.example:7860")],
        [(b"host", b"evil.example:7860")],
        [(b"host", b"")],
        [(b"x-forwarded-for", b"127.0.0.1")],
        [(b"x-forwarded-proto", b"https")],
        [(b"via", b"1.1 proxy")],
        [(b"x-real-ip", b"203.0.113.9")],
        [(b"cf-connecting-ip", b"203.0.113.9")],
        [(b"origin", b"http://[")],
        [(b"host", b"[")],
    ],
)
def test_no_other_site_asks_endpoints_within_by_a_visitors_browser(tab, headers):
    event = said(**ASKED | {"left": "api:m@http://127.0.0.1:9/v1"})
    *_, (drawn, _) = at_home(tab).on_run("run_endpoint", event, asked(*headers))
    assert "an endpoint is asked over https here" in drawn


def test_the_page_of_this_machine_asks_them(tab):
    event = said(**ASKED | {"left": "api:m@http://127.0.0.1:9/v1"})
    for headers in ([], [(b"host", b"localhost:7860"), (b"origin", b"http://localhost:7860")]):
        *_, (drawn, _) = at_home(tab).on_run("run_endpoint", event, asked(*headers))
        assert "no connection" in drawn


def test_a_key_is_for_endpoints_alone_and_shown_nowhere(tab):
    one = Contender.parse("api:m@https://models.example/v1", "exec_assist", "sk-secret")
    assert "sk-secret" not in repr(one) + one.name
    assert Contender.parse("scripted:oracle", "exec_assist", "sk-secret").key == ""
    event = said(**ASKED | {"left": one.spec, "key-left": "sk-left", "key-right": "sk-right"})
    match = tab._match_from_event(event, asked())
    assert (match.first.key, match.second.key) == ("sk-left", "")


# --- who waits for whom ---


@pytest.mark.parametrize(
    ("specs", "lane"),
    [
        (("pocket:base", "scripted:oracle"), "run"),
        (("pocket:base", "api:m@http://127.0.0.1:9/v1"), "run_endpoint"),
        (("hub:a/b", "pocket:base"), "run_hub"),
        (("hub:a/b", "api:m@http://127.0.0.1:9/v1"), "run_hub"),
    ],
)
def test_what_a_visitor_brings_has_a_lane_of_its_own(tab, specs, lane):
    assert lanes.lane(*specs) == lane
    sides = dict(zip(("left", "right"), specs, strict=True))
    event = said(**ASKED | sides, count="12", tier="easy")
    for other in {*lanes.MATCHES} - {lane}:
        for played in (tab.on_run, tab.on_many):
            with pytest.raises(gr.Error, match="wrong queue"):
                next(played(other, event, asked()))


def test_the_tab_opens_for_several_visitors_at_once(tab):
    settings = {}
    with gr.Blocks():
        tab.build(lambda *_, **told: settings.update(told))
    assert settings["concurrency_id"] == "opening"


def test_shipped_models_share_no_queue_with_guests():
    queues = [
        {name: waits["concurrency_id"] for name, waits in events.items()}
        for events in (lanes.MATCHES, lanes.TOURNAMENTS)
    ]
    assert queues[0]["run"] == inference.WRITING["concurrency_id"]
    for queue in queues:
        assert len(set(queue.values())) == 3
    assert queues[0]["run_hub"] == queues[1]["run_hub"]  # of which two do not fit


def test_a_visitor_has_one_guest_at_work_at_a_time(tab, mute):
    event = said(**ASKED | {"left": mute})
    at_home(tab)
    first = tab.on_run("run_endpoint", event, asked())
    next(first), next(first)
    [(drawn, _)] = tab.on_run("run_endpoint", event, asked())
    assert "still at work" in drawn
    other = tab.on_run("run_endpoint", event, asked(host="203.0.113.9"))
    assert 'data-state="writing"' in next(other)[0]
    first.close()
    again = tab.on_run("run_endpoint", event, asked())
    assert 'data-state="writing"' in next(again)[0]


def test_whoever_waits_for_an_endpoint_hears_of_it_and_may_leave(tab, mute):
    began = time.monotonic()
    match = Match(
        "exec_assist",
        REF,
        replace(Contender.parse(mute, "exec_assist"), allow_private=True),
        Contender.parse("scripted:oracle", "exec_assist"),
    )
    playing = play(BENCHES["exec_assist"], match, 3, blind=False)
    drawn = [next(playing)[0] for _ in range(4)]
    playing.close()
    assert all('data-state="writing"' in one for one in drawn)
    assert time.monotonic() - began < 10  # and not the minute that an endpoint may take


# --- what is looked up ---


@pytest.fixture
def asked_for(monkeypatch):
    """The names that were looked up, by a resolver that knows none, and is slow to say so."""
    names = []

    def mute(host, *_, **__):
        names.append(host)
        time.sleep(2)
        raise socket.gaierror(-3, "no answer")

    monkeypatch.setattr(socket, "getaddrinfo", mute)
    return names


def test_a_link_is_opened_without_looking_anybody_up(tab, asked_for, monkeypatch):
    monkeypatch.setenv("SPACE_ID", "owner/name")
    query = {"tab": "arena", "left": "api:m@https://slow.example/v1"}
    controls, *_ = tab.on_load(SimpleNamespace(query_params=query))
    assert "m@https://slow.example/v1" in controls
    assert asked_for == []
    event = said(**ASKED | {"left": query["left"]})
    *_, (drawn, _) = tab.on_run("run_endpoint", event, asked())
    assert "leads to no machine" in drawn
    assert asked_for == ["slow.example"]


# --- a match ---


@pytest.mark.parametrize("desk", DESKS)
def test_a_match_ends_with_both_scores(tab, desk):
    drawn = [html for html, _ in play(BENCHES[desk], match(desk), 3, blind=False)]
    assert all('data-state="writing"' in one for one in drawn[:-1])
    scenario = BENCHES[desk].scenario(REF)
    best = load(desk).oracle(scenario)
    assert 'data-state="done"' in drawn[-1]
    assert f"<b>{grade(scenario, best).total:.2f}</b>" in drawn[-1]
    assert "Where they differ" in drawn[-1]
    assert "Smallest change" in drawn[-1]
    assert drawn[-1].count('class="waterfall"') == 2


def own_ticket() -> OwnRef:
    """A ticket without a key, on a runbook."""
    ticket = OwnTicket(id="1", reporter="", subject="The disk is full", body="No space left")
    pieces = read_runbooks(b"# Disk\n\nRun journalctl --vacuum-time=7d.", "disk.md")
    return OwnRef.of(ticket_case(ticket, Library(pieces)))


def test_a_visitors_own_case_is_answered_like_any_other(tab):
    told = ASKED | {"desk": "it_triage", "scenario": str(own_ticket())}
    controls, case, *_ = tab.on_open(said(**told, tier="easy"))
    assert "Your own case" in controls
    assert "data-where" in controls
    assert "journalctl" in case
    told |= {"left": "scripted:over_confident", "right": "scripted:always_escalate"}
    *_, (drawn, _) = tab.on_run("run", said(**told), asked())
    assert "faultless" in drawn
    assert "correct" not in drawn
    assert "Smallest change" not in drawn
    *_, (drawn, _) = tab.on_run("run", said(**told | {"right": "scripted:oracle"}), asked())
    assert "nobody has marked what applies" in drawn


def test_no_link_names_a_visitors_own_case(tab):
    with pytest.raises(LinkError):
        tab._match_from_query({"desk": "it_triage", "scenario": str(own_ticket())})


@pytest.mark.parametrize("desk", DESKS)
def test_a_blind_match_tells_neither_names_nor_scores_before_the_vote(tab, desk):
    one = match(desk)
    names, firsts = {one.first.name, one.second.name}, set()
    for _ in range(12):
        *growing, (drawn, finished) = play(BENCHES[desk], one, 3, blind=True)
        firsts.add(finished.answers[0].name)
        for html in [*(html for html, _ in growing), drawn]:
            assert not any(name in html for name in names)
            assert "headline" not in html
            assert "waterfall" not in html
            assert "<mark" not in html
        assert not any('class="side' in html for html, _ in growing)  # nor how fast each writes
        assert 'data-state="vote"' in drawn
    assert firsts == names  # neither always stands first
    after, forgotten, table = votes(tab, finished, "same")
    assert forgotten is None
    assert "cannot be read just now" in table
    assert all(name in after for name in names)
    assert "The graders see it otherwise." in after


def test_the_vote_is_held_against_the_scores(tab):
    *_, (_, finished) = play(BENCHES["exec_assist"], match("exec_assist"), 3, blind=True)
    best = "first" if finished.answers[0].name == "honest answer" else "second"
    assert "You and the graders agree." in votes(tab, finished, best)[0]


@pytest.mark.parametrize(
    "event",
    [
        said(),
        said(vote="both", token=TOKEN),
        said(vote=3, token=TOKEN),
        said(vote="first"),
        said(vote="first", token=TOKEN[1:]),
        said(vote="first", token=TOKEN.upper()),
        SimpleNamespace(_data=None),
    ],
)
def test_a_vote_that_is_none_is_refused(tab, event):
    *_, (_, finished) = play(BENCHES["exec_assist"], match("exec_assist"), 3, blind=True)
    with pytest.raises(gr.Error):
        tab.on_vote(finished, event, visit())


@pytest.mark.parametrize("state", [None, "x", 3])
def test_a_vote_on_no_match_is_refused(tab, state):
    with pytest.raises(gr.Error, match="Run it again"):
        votes(tab, state, "first")


def test_who_cannot_answer_is_told_of(tab, tmp_path):
    dead = match("exec_assist", first="api:m@https://a..b/v1")
    with pytest.raises(PolicyError):
        list(play(BENCHES["exec_assist"], dead, 3, blind=False))
    event = said(**ASKED | {"left": "api:m@http://127.0.0.1:9/v1"})
    *_, (drawn, _) = at_home(tab).on_run("run_endpoint", event, asked())
    assert 'data-state="failed"' in drawn
    assert "no connection" in drawn


@pytest.mark.parametrize(
    "text", [HOSTILE, "</script><script>window.hit=1</script>", "\u202e\x00", "["]
)
@pytest.mark.parametrize("desk", DESKS)
def test_what_a_model_writes_is_text(desk, text):
    bench = BENCHES[desk]
    scenario = bench.scenario(REF)
    best = load(desk).oracle(scenario)
    field = "email_reply" if desk == "exec_assist" else "resolution"
    hostile = re.sub(rf'("{field}": ")', lambda found: found[0] + text.replace('"', "'"), best)
    for texts in ((text, best), (hostile, text)):
        answers = [Answer(letter, HOSTILE, one) for letter, one in zip("AB", texts, strict=True)]
        grades = [grade(scenario, one) for one in texts]
        fields = tuple(bench.blank)
        drawn = [
            duel.growing(answers, [None, None], fields),
            duel.growing(answers, grades, fields),
            duel.blind(answers, grades, scenario, bench.outcome),
            duel.revealed(answers, grades, scenario, bench.outcome, "", fields),
            duel.verdict(answers, grades),
        ]
        assert not any("<img" in one or "<script" in one for one in drawn)


@pytest.mark.parametrize("desk", DESKS)
def test_what_looks_the_same_in_both_answers_is_no_difference(desk):
    """An answer that cannot be read has none of the fields that are empty in the other."""
    bench = BENCHES[desk]
    scenario = bench.scenario(REF)
    texts = (load(desk).oracle(scenario), "no answer")
    answers = [Answer(letter, "one", text) for letter, text in zip("AB", texts, strict=True)]
    grades = [grade(scenario, text) for text in texts]
    drawn = duel.revealed(answers, grades, scenario, bench.outcome, "", tuple(bench.blank))
    cells = re.findall(r'<tr><th scope="row">.*?</th><td>(.*?)</td><td>(.*?)</td></tr>', drawn)
    assert cells
    assert all(one != other for one, other in cells)


def test_how_much_of_a_long_answer_is_not_compared_is_said():
    scenario, word = load("it_triage").scenario(0, "easy", "eval"), "word "
    texts = [
        json.dumps({"citations": [], "resolution": text, "confidence": 0.5, "escalate": True})
        for text in (word * duel.MAX_WORDS, word * (duel.MAX_WORDS + 1))
    ]
    answers = [Answer(letter, "one", text) for letter, text in zip("AB", texts, strict=True)]
    grades = [grade(scenario, text) for text in texts]
    bench = BENCHES["it_triage"]
    drawn = duel.revealed(answers, grades, scenario, bench.outcome, "", ("resolution",))
    assert re.findall(r"… \d+ more words?", drawn) == ["… 1 more word"]


@pytest.mark.parametrize(
    ("value", "drawn"),
    [
        ("2026-02-12T11:00", "Thu 12 Feb, 11:00"),
        ("2026-99-99T99:99", "2026-99-99T99:99"),
        ("٢٠٢٦-٠٢-١٢T١١:٠٠", "٢٠٢٦-٠٢-١٢T١١:٠٠"),
        ("evt_3", "evt_3"),
        (HOSTILE, HOSTILE.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")),
    ],
)
def test_a_value_is_told_for_people_and_never_trusted(value, drawn):
    assert duel.as_html(value) == drawn


def test_who_wins_is_called_by_letter_and_name():
    scenario = BENCHES["exec_assist"].scenario(REF)
    texts = "no", load("exec_assist").oracle(scenario)
    answers = [Answer(letter, "Qwen/Qwen2.5", one) for letter, one in zip("AB", texts, strict=True)]
    verdict = duel.verdict(answers, [grade(scenario, one) for one in texts])
    assert verdict.startswith("B (Qwen/Qwen2.5) scores 1.00 more. B (Qwen/Qwen2.5) is right")


# --- addresses ---


@pytest.mark.parametrize(
    "query",
    [
        {"desk": "reception"},
        {"scenario": "hard-eval-01"},
        {"left": "pocket:/etc"},
        {"right": HOSTILE},
    ],
)
def test_an_address_that_names_nothing_opens_the_first_match_and_says_so(tab, query):
    with pytest.raises((LinkError, PolicyError)):
        tab._match_from_query(query)
    request = SimpleNamespace(query_params={"tab": "arena", **query})
    controls, *_ = tab.on_load(request)
    assert "This link does not work" in controls
    assert "<img" not in controls


def test_an_address_opens_its_match_again(tab):
    query = {"desk": "it_triage", "scenario": "easy-eval-9", "left": "scripted:oracle"}
    request = SimpleNamespace(query_params={"tab": "arena", "seed": "77", **query})
    controls, case, panel = tab.on_load(request)
    assert 'data-scenario="easy-eval-9"' in controls
    assert 'data-seed="77"' in controls
    assert "data-sampled checked" in controls
    controls, *_ = tab.on_load(SimpleNamespace(query_params={"tab": "arena", **query}))
    assert "data-sampled checked" not in controls
    assert "data-blind checked" not in controls
    controls, *_ = tab.on_load(
        SimpleNamespace(query_params={"tab": "arena", "blind": "yes", **query})
    )
    assert "data-blind checked" in controls
    assert '<option value="scripted:oracle" selected>' in controls
    assert 'data-state="idle"' in panel
    assert help_desk.BENCH.scenario(Ref("easy", "eval", 9)).ticket.id in case


@pytest.mark.parametrize("seed", ["-1", "1e3", "٣", "1234567", HOSTILE])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(LinkError, match="no seed"):
        arena._seed(seed)


def test_another_desk_keeps_none_of_the_first_ones_contenders(tab):
    told = {"desk": "it_triage", "scenario": "", "tier": "easy", "seed": "", "sampled": "yes"}
    told["blind"] = "yes"
    controls, *_ = tab.on_open(said(**told, left="scripted:always_none", right="scripted:oracle"))
    assert 'data-desk="it_triage"' in controls
    assert 'value="scripted:always_none"' not in controls
    assert "data-sampled checked" in controls, "what is ticked stays"
    assert "data-blind checked" in controls


# --- many cases ---


def test_many_cases_end_with_a_paired_interval():
    first, second = match("exec_assist").first, match("exec_assist").second
    drawn = list(tournament.run(first, second, "easy", 12))
    shares = [re.search(r'value="(\d+)"', one) for one in drawn[:-1]]
    done = [int(one[1]) for one in shares if one]
    assert done == sorted(done)
    assert 'data-state="done"' in drawn[-1]
    assert "12 better, 0 the same, 0 worse" in drawn[-1]
    assert "▲ +" in drawn[-1]
    assert tournament.idle().count("data-count") == len(tournament.COUNTS)


def test_the_table_of_many_cases_says_of_which_cases_it_is():
    one = match("it_triage", "scripted:always_escalate")
    *_, last = tournament.run(one.first, one.second, "medium", 12)
    assert "Help desk, medium: over 12 cases" in last
    saved = base64.b64decode(re.search('base64,([^"]+)', last)[1]).decode()
    rows = [json.loads(line) for line in saved.splitlines()]
    assert {(row["desk"], row["tier"]) for row in rows} == {("it_triage", "medium")}


def test_with_an_own_case_it_is_said_on_what_many_cases_are_played(tab):
    told = {"desk": "it_triage", "tier": "easy", "scenario": str(own_ticket())}
    controls, *_ = tab.on_open(said(**ASKED | told))
    assert 'data-many="Help desk, easy, since your own case has no difficulty"' in controls
    controls, *_ = tab.on_open(said(**ASKED, tier="easy"))
    assert 'data-many="Inbox, medium"' in controls, "the tier is the case’s"


def test_the_table_stands_while_the_cases_are_played():
    first, second = match("exec_assist").first, match("exec_assist").second
    [early] = [one for one in tournament.run(first, second, "easy", 12) if "12 of 24" in one]
    assert 'data-state="playing"' in early
    assert "Inbox, easy: over 6 cases, B is +" in early
    assert '<table class="standings">' in early


def test_many_cases_stop_where_one_cannot_answer():
    dead = Contender.parse("api:m@http://127.0.0.1:9/v1", "exec_assist")
    *_, last = tournament.run(dead, match("exec_assist").second, "easy", 12)
    assert 'data-state="failed"' in last
