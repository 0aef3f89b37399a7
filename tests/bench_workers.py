"""What a second worker adds to the environments' steps a second: part of `make bench`.

The clients of `tests/bench_envs.py` use as much of a processor as the server, so that on two cores
they hide it. These send prepared frames, and read only how an episode ends.
"""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench_envs import CROWDS, ROUNDS, TICKETS, tools, two_workers
from tests.envs.walks import STEPS, walk

__all__ = ["tools", "two_workers"]


def test_two_workers_against_one(
    benchmark: Callable, capsys: Any, tools: tuple[str, int], two_workers: str
) -> None:
    """In turn, by clients that do as little as they can."""
    rates: dict[str, list[float]] = {"one": [], "two": []}

    def measure() -> None:
        for name, url in (("one", tools[0]), ("two", two_workers)):
            rates[name].append(asyncio.run(frames_a_second(url)))

    benchmark.pedantic(measure, rounds=ROUNDS)
    gained = [round(two / one, 2) for one, two in zip(*rates.values(), strict=True)]
    found = {name: list(map(round, all_of)) for name, all_of in rates.items()} | {"ratio": gained}
    benchmark.extra_info["steps a second"] = found
    with capsys.disabled():
        print(f"\ntwo workers against one, {max(CROWDS)} clients: {found}")


async def frames_a_second(url: str) -> float:
    """The steps that the largest crowd is served, four episodes each."""
    size, turns = max(CROWDS), 4
    sent = [
        [
            json.dumps({"type": "reset", "data": {"seed": seed, "tier": "hard", "split": "eval"}}),
            *(json.dumps({"type": "step", "data": call}) for call in walk(seed).calls),
        ]
        for seed in range(TICKETS)
    ]
    at = url.replace("http", "ws", 1) + "/ws"

    async def visit(number: int, socket: ClientConnection) -> None:
        for turn in range(turns):
            seed = (number + turn) % TICKETS
            for frame in sent[seed]:
                await socket.send(frame)
                told = await socket.recv()
            end = json.loads(told)["data"]
            assert end["done"]
            assert abs(end["reward"] - walk(seed).reward) <= 1e-9

    async with AsyncExitStack() as open_ones:
        sockets = [
            await open_ones.enter_async_context(connect(at, compression=None)) for _ in range(size)
        ]
        began = time.perf_counter()
        await asyncio.gather(*(visit(*one) for one in enumerate(sockets)))
        return size * turns * STEPS / (time.perf_counter() - began)
