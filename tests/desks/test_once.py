"""What is built once is built once: by threads that race, after an error, in a forked child."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import pytest

from desks import SPLITS, TIERS, Desk
from desks.once import once

THREADS = 16
REFS = [(seed, tier, split) for split in SPLITS for tier in TIERS for seed in range(20)]

RACE = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from desks import load
name, threads, refs = json.load(sys.stdin)
desk, gate = load(name), Barrier(threads)
sys.setswitchinterval(1e-6)

def draw(number):
    gate.wait()
    order = refs[7 * number:] + refs[:7 * number]
    return [[ref, desk.scenario(*ref).model_dump_json()] for ref in order]

with ThreadPoolExecutor(threads) as pool:
    json.dump(list(pool.map(draw, range(threads))), sys.stdout)
"""


def test_threads_that_race_on_a_fresh_process_have_the_scenarios_of_one_alone(desk: Desk) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RACE],
        input=json.dumps([desk.name, THREADS, REFS]),
        capture_output=True,
        text=True,
        check=True,
    )
    alone = {ref: desk.scenario(*ref).model_dump_json() for ref in REFS}
    drawn = [one for thread in json.loads(done.stdout) for one in thread]
    assert len(drawn) == THREADS * len(REFS)
    others = sum(told != alone[tuple(ref)] for ref, told in drawn)
    assert others == 0, f"{others:,} of {len(drawn):,} scenarios are others"


def test_threads_that_come_first_together_get_the_same() -> None:
    gate, built = Barrier(THREADS), []

    @once
    def thing() -> object:
        built.append(object())
        Event().wait(0.2)
        return built[-1]

    def ask(_: int) -> object:
        gate.wait()
        return thing()

    with ThreadPoolExecutor(THREADS) as pool:
        assert set(pool.map(ask, range(THREADS))) == {thing()}
    assert len(built) == 1


def test_an_error_is_not_kept_and_one_may_call_another() -> None:
    tries = []

    @once
    def inner() -> int:
        tries.append("inner")
        if len(tries) == 1:
            raise ValueError("not yet")
        return 7

    @once
    def outer() -> tuple[int, int]:
        return inner(), inner()

    with pytest.raises(ValueError, match="not yet"):
        outer()
    assert outer() == outer() == (7, 7)
    assert tries == ["inner", "inner"]


def test_a_forked_child_does_not_wait_for_a_thread_that_it_does_not_have() -> None:
    parent, begun, release = os.getpid(), Event(), Event()

    @once
    def thing() -> int:
        if os.getpid() == parent:
            begun.set()
            release.wait(60)
        return os.getpid()

    builder = Thread(target=thing)
    builder.start()
    begun.wait()
    child = os.fork()
    if not child:
        signal.alarm(30)  # what waits for ever is ended
        os._exit(thing() != os.getpid())
    release.set()
    _, status = os.waitpid(child, 0)
    builder.join()
    assert status == 0
    assert thing() == parent
