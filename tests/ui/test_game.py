"""Break the grader, without a browser: what is drawn, what is kept, what an address may ask."""

import asyncio
import base64
import html
import json
import re
import threading
from itertools import pairwise
from types import SimpleNamespace

import gradio as gr
import pytest

from desks import DESKS, load
from desks.strict_json import MAX_BYTES
from graders import grade, grading
from graders.exploits import read_case
from graders.levels import attempt, levels, version
from graders.referee import Ruling
from tests.ui.visits import ADA, BOB, said, visit
from ui import help_desk
from ui.game import service, verdict
from ui.game import tab as game
from ui.game.store import Store
from ui.game.tab import Game
from ui.inbox import tab as inbox
from ui.links import GameRef, LinkError, Ref
from ui.meters import Meters
from ui.store import StoreError

HOSTILE = '<img src=x onerror="window.hit=1">'


AT = str(game.OPENS)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    opened = Store(tmp_path / "store.sqlite")
    monkeypatch.setattr(service, "store", lambda: opened)
    return opened


@pytest.fixture
def no_store(monkeypatch):
    def store():
        raise StoreError("What visitors keep cannot be reached just now")

    monkeypatch.setattr(service, "store", store)


@pytest.fixture
def tab(kept):
    return Game((inbox.BENCH, help_desk.BENCH), Meters())


def winning(place):
    """The completion of the attacker that the level names."""
    act = next(one.act for one in grading(place.desk).policies if one.name == place.level.attacker)
    return act(place.scenario)


def keeps(tab, visitor=ADA, **told):
    """The board after an attempt was to be kept, as the page asks for it."""
    event = said(**{"at": AT, "text": "{}", "player": "ada"} | told)
    return asyncio.run(tab.on_keep(event, visit(visitor)))


@pytest.mark.parametrize("desk", ["exec_assist", "it_triage"])
def test_every_level_opens_with_its_attackers_answer_beside_it(tab, desk):
    for level in levels(desk):
        place = GameRef(desk, level.name, Ref("hard", "eval", 5))
        notice, rungs, case, hints, meter, sheet, board = tab.opened(place)
        assert notice == ""
        assert 'data-attempt=""' in rungs
        assert f'data-at="{place}" aria-current="step"' in rungs
        assert rungs.count("rung-number") == len(levels(desk))
        assert level.weakness.split(".")[0] in hints
        assert ("data-attacker" in hints) == (level.attacker is not None)
        assert 'data-state="waiting"' in meter
        assert "data-live" in sheet
        assert "Nobody yet" in board
        truth = place.scenario.truth.model_dump_json()
        assert truth not in case + sheet


def test_the_meter_says_its_turn_and_the_share_of_the_honest_answers_score(tab):
    drawn = asyncio.run(tab.on_typed(said(at=AT, text=winning(game.OPENS), turn="12"), visit()))
    assert f'data-at="{AT}" data-turn="12"' in drawn
    assert re.search(r"[\d.]+ of 1, \d+% of the honest answer’s [\d.]+; [\d.]+ is enough", drawn)
    assert "data-turn" not in tab.meter(game.OPENS, "{}")


def test_before_the_first_answer_the_goal_is_told(tab):
    waiting = tab.opened(game.OPENS)[4]
    [goal] = re.findall(r"You win at (0\.\d\d) with work that is not done", waiting)
    assert f"; {goal} is enough" in tab.meter(game.OPENS, winning(game.OPENS))


@pytest.mark.parametrize(
    ("total", "goal", "shown"),
    [
        (0.5, 0.62, ("0.50", "0.62")),
        (0.6204, 0.6216, ("0.620", "0.622")),
        (0.62009, 0.62011, ("0.62009", "0.62011")),
        (0.62, 0.62, ("0.62", "0.62")),
        (0.624, 0.62, ("0.62", "0.62")),
    ],
)
def test_what_is_paid_too_little_does_not_look_enough(
    total: float, goal: float, shown: tuple[str, str]
) -> None:
    assert verdict.told_apart(total, goal) == shown


def test_an_answer_that_is_no_action_is_told_of_in_words(tab):
    booked = {"title": "", "start": "", "end": "2026-03-02T10:30", "attendees": []}
    asked = {"calendar_action": "book", "meeting_details": booked}
    text = json.dumps(inbox.BENCH.blank | asked)
    drawn = tab.meter(game.OPENS, text)
    assert "The meeting has no start." in drawn
    for raw in ("Value error", "meeting_details", "and 1 more"):
        assert raw not in drawn


def test_what_cannot_be_graded_is_told_of_in_the_meter(tab):
    drawn = asyncio.run(tab.on_typed(said(at=AT, text="x" * (MAX_BYTES + 1), turn="3"), visit()))
    assert 'data-state="refused"' in drawn
    assert 'data-turn="3"' in drawn
    assert "Shorten it" in drawn
    assert 'data-state="open"' in asyncio.run(
        tab.on_typed(said(at=AT, text="\ud800", turn="4"), visit())
    )


@pytest.mark.parametrize("turn", ["", "-1", "1.5", "٣", "1" * 10, 7, None])
def test_a_turn_that_is_none_is_refused(tab, turn):
    with pytest.raises(gr.Error):
        asyncio.run(tab.on_typed(said(at=AT, text="{}", turn=turn), visit()))


@pytest.mark.parametrize(
    ("at", "onward"),
    [
        (("exec_assist", 2), ("exec_assist", 3)),
        *(((desk, -1), (after, 0)) for desk, after in pairwise([*DESKS, *DESKS][: len(DESKS) + 1])),
    ],
)
def test_a_win_leads_to_the_level_after_it_and_from_the_last_to_the_next_desk(at, onward):
    place, there = (
        GameRef(desk, levels(desk)[number].name, Ref("easy", "eval", 0))
        for desk, number in (at, onward)
    )
    tried = attempt(place.level, place.scenario, load(place.desk).oracle(place.scenario))
    drawn = verdict.meter(place, tried._replace(ruling=Ruling(False, "not done")), "")
    link, button = re.findall(rf'data-at="{there}" [^>]*>([^<]+)</a>', drawn)
    assert link == "Next"
    same = place.desk == there.desk
    expected = there.level.title if same else DESKS[there.desk].workplace
    assert button == f"Next: {expected}"
    news = re.search(r'role="status"><b>([^<]+)', drawn)[1]
    is_last = place.level == levels(place.desk)[-1]
    assert news.startswith("The grader that the models" if is_last else "Level broken.")


def broken_levels(desk: str, text: str) -> list[int]:
    """The places of the levels on one case that an answer breaks."""
    case = Ref("medium", "eval", 2)
    tried = (attempt(one, case.scenario(desk), text) for one in levels(desk))
    return [place for place, one in enumerate(tried) if one.won]


@pytest.mark.parametrize("desk", DESKS)
def test_levels_that_the_same_answer_breaks_are_told_of_and_passed_over(tab, desk):
    case = Ref("medium", "eval", 2)
    first, *_, last = (GameRef(desk, one.name, case) for one in levels(desk))
    attackers = {one.name: one for one in grading(desk).policies}
    text = attackers[first.level.attacker].act(first.scenario)
    broken = broken_levels(desk, text)
    assert broken == [*range(len(broken))]
    assert 1 < len(broken) < len(levels(desk))
    drawn = tab.meter(first, text)
    also = re.search(r'data-also="([^"]+)"', drawn)[1].split()
    assert also == [str(GameRef(desk, levels(desk)[n].name, case)) for n in broken[1:]]
    told = re.search(r"The same answer also breaks(.*?)</p>", drawn)[1]
    assert re.findall(r"“([^”]+)”", told) == [levels(desk)[n].title for n in broken[1:]]
    assert f"Next: {levels(desk)[len(broken)].title}" in drawn
    assert verdict.also_broken(last, text) == []


# --- keeping ---


def test_a_won_level_is_kept_shortened_and_exported_as_a_case_that_the_old_grader_fails(tab, kept):
    place, text = game.OPENS, winning(game.OPENS)
    assert 'data-state="won"' in tab.meter(place, text)
    news = service.keep(place, text, "ada")
    assert "first of its kind" in news
    coded = re.search(r'href="data:application/json;base64,([^"]+)"', news)[1]
    case = read_case(base64.b64decode(coded).decode())
    assert len(case.completion) <= len(text)
    tried = attempt(place.level, case.scenario, case.completion)
    assert tried.won  # the old grader pays
    assert case.why == tried.ruling.reason, "of the short form"
    assert grade(case.scenario, case.completion).total <= case.highest_score_allowed  # not ours
    assert not case.open
    count, lines = service.export_exploits()
    assert count == 1
    assert lines.isascii()
    assert read_case(lines) == case
    assert "one of its kind was known" in service.keep(place, text + " ", "bob")
    [first, second] = kept.leaders(place.desk, place.level_name, version())
    assert {first.player, second.player} == {"ada", "bob"}
    assert service.export_exploits() == (count, lines)


def test_the_same_attempt_is_neither_kept_nor_made_shorter_again(tab, kept, monkeypatch):
    place, text = game.OPENS, winning(game.OPENS)
    link = r'href="(\?tab=break[^"]+)"'
    first = service.keep(place, text, "ada")
    monkeypatch.setattr(service, "minimised", None)
    again = service.keep(place, text, "bob")
    assert re.search(link, first)[1] == re.search(link, again)[1]
    assert "kept before, by <b>ada</b>" in again
    assert "download" in again
    assert len(kept.leaders(place.desk, place.level_name, version())) == 1


def test_an_attempt_that_wins_nothing_is_kept_and_no_exploit(tab, kept):
    assert "download" not in service.keep(game.OPENS, "{}", "")
    assert service.export_exploits() == (0, "")
    assert kept.leaders("exec_assist", "keywords", version()) == []


def test_half_a_character_is_refused_in_a_sentence(tab, kept):
    assert "The answer holds half a character (U+D800" in keeps(tab, text='{"a": "\ud800"}')
    assert "The name holds half a character" in keeps(tab, player="\udfff")
    assert "Shorten it" in keeps(tab, text="x" * (MAX_BYTES + 1))


def test_one_visitor_may_keep_a_few_at_once_and_others_are_not_held_up(tab, kept):
    boards = [keeps(tab, text=f"{n}") for n in range(20)]
    assert all("data-answers" in one for one in boards)
    refused = ["Not kept." in one for one in boards]
    assert refused == [False] * 6 + [True] * 14
    assert re.search(r"can be kept in \d+ seconds", boards[-1])
    assert "Not kept." not in keeps(tab, visitor=BOB, text="mine")


def test_a_full_queue_says_so(tab, kept, monkeypatch):
    tab._jobs.max_jobs = 1
    free = threading.Event()
    monkeypatch.setattr(service, "keep", lambda *_: str(free.wait(10)))
    page = visit()

    async def two():
        first = asyncio.create_task(tab.on_keep(said(at=AT, text="1", player=""), page))
        await asyncio.sleep(0)
        second = await tab.on_keep(said(at=AT, text="2", player=""), page)
        free.set()
        return await first, second

    first, second = asyncio.run(two())
    assert "Many players keep attempts just now" in second
    assert "True" in first


def test_without_a_store_the_game_is_played_and_says_so(tab, no_store):
    *_, meter, sheet, board = tab.opened(game.OPENS, "{}")
    assert 'data-state="open"' in meter
    assert "data-live" in sheet
    assert "cannot be read just now" in board
    assert "Not kept." in keeps(tab)
    with pytest.raises(gr.Error, match="cannot be reached"):
        tab.on_export()
    with pytest.raises(LinkError, match="cannot be reached"):
        service.resolve(AT, "a" * 12)


# --- links ---


def test_an_attempts_link_opens_it_again(tab, kept):
    place = GameRef("it_triage", "essay", Ref("easy", "eval", 3))
    text = winning(place)
    link = re.search(r'href="\?([^"]+)"', service.keep(place, text, "ada"))[1]
    query = dict(one.split("=") for one in link.replace("&amp;", "&").split("&"))
    found, one = game._parse_query(query)
    assert (found, one.completion) == (place, text)
    for notice, rungs, *_ in (
        tab.on_load(SimpleNamespace(query_params=query)),
        tab.on_open(said(at=query["at"], attempt=query["attempt"], text="{}")),
    ):
        assert "ada" in notice
        assert "changed since" not in notice
        assert f'data-at="{place}" data-attempt="{one.id}"' in rungs
    notice, rungs, *_ = tab.on_open(said(at=query["at"], attempt="", text=""))
    assert notice == ""
    assert 'data-attempt=""' in rungs


def test_an_answer_goes_along_to_the_next_level(tab):
    first, second = (
        GameRef("exec_assist", one.name, game.OPENS.ref) for one in levels("exec_assist")[:2]
    )
    text = winning(first)
    *_, meter, sheet, _ = tab.on_open(said(at=str(second), attempt="", text=text))
    assert meter == tab.meter(second, text)
    assert f'data-text="{html.escape(text)}"' in sheet
    for nothing in ("", "x" * (MAX_BYTES + 1)):
        *_, meter, _, _ = tab.on_open(said(at=str(second), attempt="", text=nothing))
        assert 'data-state="waiting"' in meter


def test_an_attempt_of_older_graders_says_so(tab, kept, monkeypatch):
    monkeypatch.setattr(service, "version", lambda: "older")
    news = service.keep(game.OPENS, winning(game.OPENS), "ada")
    attempt_id = re.search(r"attempt=([\w-]+)", news)[1]
    notice, *_ = tab.on_open(said(at=AT, attempt=attempt_id, text=""))
    assert "The graders have changed since" in notice


def test_a_bad_link_is_told_of_above_the_bench(tab):
    notice, rungs, *_, board = tab.on_load(
        SimpleNamespace(query_params={"tab": "break", "at": "x"})
    )
    assert "This link does not work" in notice
    assert f'data-at="{AT}"' in rungs
    assert "does not work" not in board


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"at": "x"}, "look like"),
        ({"at": "reception/gate/hard-eval-1"}, "is no desk"),
        ({"at": "exec_assist/roof/hard-eval-1"}, "is no level"),
        ({"at": "exec_assist/gate/hard-eval-01"}, "is no case"),
        ({"at": str(game.OPENS), "attempt": HOSTILE}, "is no attempt"),
    ],
)
def test_an_address_that_names_nothing_says_so(kept, query, told):
    with pytest.raises(LinkError, match=told):
        game._parse_query({"tab": "break", **query})


def test_hostile_text_is_text_everywhere(tab):
    blank = json.dumps(inbox.BLANK | {"email_reply": HOSTILE})
    for text in (HOSTILE, blank, "</script>" * 50, "\u202e\x00"):
        pieces = [*tab.opened(game.OPENS, text), keeps(tab, text=text, player=HOSTILE)]
        pieces += [keeps(tab, text=text, player="bob"), tab.board(game.OPENS), tab.on_export()]
        assert not any("<img" in one or "</script>" in one for one in pieces)


def test_leaders_names_are_escaped(tab):
    service.keep(game.OPENS, winning(game.OPENS), HOSTILE[:24])
    board = tab.board(game.OPENS)
    assert "&lt;img" in board
    assert "<img" not in board
