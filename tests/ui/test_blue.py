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


def at(drawn):
    """What the sliders say where they stand."""
    found = re.findall(r'value="([^"]+)" data-kind="(\w+)" data-name="(\w+)"', drawn)
    return ";".join(f"{kind}:{name}:{value}" for value, kind, name in found)


@pytest.mark.parametrize("desk", DESKS)
def test_today_every_cheat_is_blocked_and_nobody_hurt(desk):
    drawn, found = blue.on_open(said(desk=desk))
    assert found.count("tile bad") == 0
    told = tune(desk, at(drawn))
    assert told.count("tile good") == found.count("tile good") > 100


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
