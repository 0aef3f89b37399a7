"""A visitor's tokens fill again, and a queue has room for so many."""

import asyncio
import time

import pytest

from envs.bounds import ConcurrencyLimit, LimitReachedError
from ui.guard.throttle import MAX_KEY_LENGTH, JobQueue, RateLimiter


def test_so_many_at_once_and_then_one_after_each_pause():
    limiter = RateLimiter(burst=3, refill_seconds=10)
    assert [limiter.wait("ada", now=0) for _ in range(5)] == [0, 0, 0, 10, 10]
    assert limiter.wait("bob", now=0) == 0, "another visitor waits for nobody"
    assert [limiter.wait("ada", now=now) for now in (9, 9.6)] == [1, 1], "whole seconds, never 0"
    assert [limiter.wait("ada", now=10) for _ in range(2)] == [0, 10]
    assert [limiter.wait("ada", now=1_000) for _ in range(4)] == [0, 0, 0, 10]


def test_a_thousand_in_a_minute_are_a_few():
    limiter = RateLimiter(burst=6, refill_seconds=10)
    granted = [limiter.wait("ada", now=n * 0.06) == 0 for n in range(1_000)]
    assert sum(granted) <= 6 + 6


def test_memory_is_bounded_in_visitors_and_in_their_names():
    limiter = RateLimiter(burst=1, refill_seconds=10, max_visitors=100)
    for n in range(1_000):
        limiter.wait(f"{n}" * 1_000, now=0)
    assert len(limiter._full_at) == 100
    assert all(len(one) <= MAX_KEY_LENGTH for one in limiter._full_at)


def test_nobody_has_more_than_a_share_of_what_goes_on():
    limit = ConcurrencyLimit(total=3, per_visitor=2)
    with limit.slot("ada"), limit.slot("ada"):
        with pytest.raises(LimitReachedError), limit.slot("ada"):
            pass
        with limit.slot("bob"), pytest.raises(LimitReachedError), limit.slot("eve"):
            pass
        with pytest.raises(ZeroDivisionError), limit.slot("eve"):
            1 / 0  # noqa: B018
    assert not limit._active
    with limit.slot("ada"), limit.slot("ada"), limit.slot("bob"):
        pass


def test_a_queue_does_one_at_a_time_and_sends_away_who_finds_no_room():
    there, most = 0, 0

    def work() -> int:
        nonlocal there, most
        there += 1
        most = max(most, there)
        time.sleep(0.01)
        there -= 1
        return 7

    async def crowd() -> list:
        queue = JobQueue(max_jobs=4)
        first = await asyncio.gather(*(queue.run(work) for _ in range(9)), return_exceptions=True)
        return [*first, await queue.run(work)]

    came = asyncio.run(crowd())
    assert most == 1
    assert [one for one in came if one == 7] == [7] * 5
    assert sum(isinstance(one, LimitReachedError) for one in came) == 5


def test_work_that_fails_leaves_its_place():
    async def twice() -> None:
        queue = JobQueue(max_jobs=1)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await queue.run(lambda: 1 / 0)

    asyncio.run(twice())
