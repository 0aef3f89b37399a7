"""The check of an environment finds what is planted, and nothing in the environments there are."""

from itertools import count

import pytest

from envs.base import DeskEnvironment
from envs.check import check_env, main, oracle_solver
from envs.models import PromptObservation
from envs.server import environment
from tests.envs.players import Player

KIND = environment("it_triage")


def test_every_environment_is_ready(player: Player) -> None:
    def solver(*case):
        return player.actions(player.scenario(*case))

    assert check_env(player.kind, solver) == []


def planted(name: str, **changed) -> type[DeskEnvironment]:
    return type(name, (KIND,), changed)


class Leaky(PromptObservation):
    """Tells what is right."""

    gold: str = ""


def drawing(seed):
    """An environment that begins another case than the one asked for."""

    def begin(self, case):
        return KIND._begin(self, case._replace(seed=seed()))

    return planted("Drawing", _begin=begin)


NUMBERS = count()
BARE = {"_begin": None, "_act": None, "grade": None, "steps_left": 0}
BAD = {
    "no name": (
        type("Bare", (DeskEnvironment,), BARE),
        "NAME is missing",
    ),
    "a leak": (planted("Leaks", OBSERVATION=Leaky), "room for what must stay hidden: gold"),
    "chance": (
        planted(
            "Chance", _begin=lambda self, case: KIND._begin(self, case._replace(seed=next(NUMBERS)))
        ),
        "looks different the second time",
    ),
    "one case": (drawing(lambda: 1), "look the same"),
    "lenient": (planted("Lenient", reset=lambda self, *_, **__: None), "is not refused"),
    "never over": (planted("Endless", grade=property(lambda self: None)), "done=False"),
}


@pytest.mark.parametrize(("kind", "says"), BAD.values(), ids=BAD)
def test_a_fault_is_found(kind: type[DeskEnvironment], says: str) -> None:
    assert any(says in fault for fault in check_env(kind, oracle_solver("it_triage")))


def test_what_is_missing_is_told_once() -> None:
    told = check_env(type("Bare", (DeskEnvironment,), {}), None)
    assert sum("Bare.ACTION is missing" in fault for fault in told) == 1
    assert not any(fault.startswith("declared:") for fault in told)


def test_work_badly_done_is_told() -> None:
    def nothing(*case):
        return [{"completion": "{}"}]

    assert any("correct=False" in fault for fault in check_env(KIND, nothing))


def test_the_command_says_that_an_environment_is_ready(capsys) -> None:
    assert main(["it_triage"]) == 0
    assert "it_triage is ready" in capsys.readouterr().out
