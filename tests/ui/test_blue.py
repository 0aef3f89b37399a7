"""Blue mode without a browser: what the sliders may say, and what is drawn."""

import re

import gradio as gr
import pytest

from desks import DESKS
from tests.ui.test_game import kept
from tests.ui.visits import said
from ui.game import blue

__all__ = ["kept"]

pytestmark = pytest.mark.usefixtures("kept")


def tune(desk, weights):
    return blue.on_tune(said(desk=desk, weights=weights, turn="1"))


def at(drawn, place="start"):
    """What the sliders say where they begin, or at today's weights."""
    found = re.findall(rf'data-kind="(\w+)" data-name="(\w+)".*?data-{place}="([^"]+)"', drawn)
    return ";".join(map(":".join, found))


@pytest.mark.slow
@pytest.mark.parametrize("desk", DESKS)
def test_it_opens_with_the_reports_weights_and_what_they_pay_in_red(desk):
    drawn, found = blue.on_open(said(desk=desk))
    assert 'data-state="open"' in found
    assert found.count("tile bad") > 80
    assert re.search(r"Not yet: \d+ wrong answers still paid", found)
    told = tune(desk, at(drawn))
    assert told.count("tile bad") == found.count("tile bad"), "the sliders say what is drawn"
    assert told.count("tile good") == found.count("tile good") > 100


@pytest.mark.parametrize("desk", DESKS)
def test_todays_weights_pay_no_cheat_and_are_no_win(desk):
    drawn, _ = blue.on_open(said(desk=desk))
    found = tune(desk, at(drawn, "today"))
    assert found.count("tile bad") == 0
    assert "These are the weights that train" in found
    assert 'data-state="open"' in found


def test_whoever_finds_other_weights_that_hold_has_won():
    drawn, _ = blue.on_open(said(desk="exec_assist"))
    gated = at(drawn).replace("gate:gate:1.00", "gate:gate:0.50")
    found = tune("exec_assist", gated)
    assert "Defended." in found
    assert 'data-state="won"' in found
    assert 'data-defend="it_triage"' in found
    assert "tile bad" not in found
    shut = tune("exec_assist", gated.replace(":0.50", ":0.00"))
    assert "Not yet: 1 honest answer paid less" in shut
    assert "the most that one loses is 0.14" in shut


def test_a_tile_keeps_its_place_when_it_turns():
    wide, narrow = (tune("exec_assist", f"gate:gate:{gate}") for gate in (1, 0.8))
    tiles = [re.findall(r"tile (bad|good)", told) for told in (wide, narrow)]
    assert len(tiles[0]) == len(tiles[1])
    turned = {pair for pair in zip(*tiles, strict=True) if pair[0] != pair[1]}
    assert turned == {("bad", "good")}


def test_without_a_gate_cheats_are_paid_and_named():
    told = tune("exec_assist", "gate:gate:1")
    assert "tile bad" in told
    assert "conflict blind" in told


@pytest.mark.parametrize(
    "weights",
    ["", "x", "weight:email_quality", "charm:x:1", "weight:email_quality:high", ":" * 3_000],
)
def test_what_is_no_weight_is_refused(weights):
    with pytest.raises(gr.Error):
        tune("exec_assist", weights)


@pytest.mark.parametrize(
    "weights",
    ["weight:charm:1", "gate:gate:7", "weight:email_quality:nan", "gate:gate:-inf"],
)
def test_weights_that_make_no_rubric_are_told_of(weights):
    assert "notice" in tune("exec_assist", weights)
