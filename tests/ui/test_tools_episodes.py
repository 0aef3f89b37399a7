"""Episodes that are open: apart from each other, bounded in number, and forgotten when idle."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from envs.episode import EpisodeError
from envs.it_triage_tools.episode import BUDGET
from tests.ui.visits import ADA, BOB
from ui.links import Ref
from ui.tools.episodes import Episodes, GoneError

REF = Ref("easy", "eval", 1)


def test_two_episodes_of_a_ticket_are_apart():
    episodes = Episodes()
    first, second = episodes.begin(REF, ADA), episodes.begin(REF, ADA)
    assert first.id != second.id
    with episodes.locked(first.id) as one:
        one.episode.call("search_kb", {"query": "anything"})
    with episodes.locked(second.id) as other:
        assert other.episode.calls == []


def test_one_too_many_takes_the_place_of_the_one_longest_not_played():
    episodes = Episodes(most=3)
    first, second, _ = (episodes.begin(REF, ADA) for _ in range(3))
    with episodes.locked(first.id):
        pass
    episodes.begin(REF, ADA)
    assert len(episodes) == 3
    with pytest.raises(GoneError, match="Begin another"), episodes.locked(second.id):
        pass
    with episodes.locked(first.id) as one:
        assert one is first


def test_who_begins_most_makes_room_and_nobody_else():
    episodes = Episodes(most=20)
    others = [episodes.begin(REF, f"203.0.113.{n}") for n in range(4)]
    greedy = [episodes.begin(REF, ADA) for _ in range(200)]
    later = [episodes.begin(REF, BOB) for _ in range(8)]
    for one in (*others, *later, *greedy[-8:]):
        with episodes.locked(one.id):
            pass
    assert len(episodes) == 20
    with pytest.raises(GoneError, match="too many were begun"), episodes.locked(greedy[-9].id):
        pass


def test_what_nobody_plays_is_forgotten():
    now = [0.0]
    episodes = Episodes(idle=60, clock=lambda: now[0])
    first, second = episodes.begin(REF, ADA), episodes.begin(REF, ADA)
    now[0] = 50
    with episodes.locked(first.id):
        pass
    now[0] = 100
    with episodes.locked(first.id):
        pass
    assert len(episodes) == 1
    with pytest.raises(GoneError, match="over 1 minutes"), episodes.locked(second.id):
        pass


def test_calls_at_once_are_made_one_after_another():
    episodes = Episodes()
    opened = episodes.begin(REF, ADA)

    def call(n: int) -> bool:
        with episodes.locked(opened.id) as one:
            try:
                one.episode.call("search_kb", {"query": f"words {n}"})
            except EpisodeError:
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(call, range(BUDGET + 6)))
    assert sum(made) == BUDGET == len(opened.episode.calls)
