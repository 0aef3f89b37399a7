"""How many steps a second the environments serve, and whether they keep what they should forget:
part of `make bench`.

The tools desk is played by 1, 16 and 64 clients at once over their websockets, by one worker and by
two, beside OpenEnv's own echo environment (that of its template, `openenv init`), bare and behind
our guard. Every session checks that all it is told belongs to its own ticket. On a busy machine,
look at the shares of echo, taken within each round, and at the CPU time of a step.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import fmean, median
from typing import Any

import pytest
from openenv.core.env_client import EnvClient
from openenv.core.env_server.serialization import serialize_observation
from openenv.core.env_server.types import WSObservationResponse
from openenv.core.generic_client import GenericEnvClient

from envs.it_triage_tools.client import ItTriageToolsEnv
from envs.it_triage_tools.environment import ItTriageTools
from tests.envs.conftest import ROOT, serving, until, workers
from tests.envs.walks import STEPS, echo_episode, tools_episode, walk

CROWDS = (1, 16, 64)
EPISODES = 128
"""Of a measurement, shared out among the clients."""
ROUNDS = 3
"""Measurements of each, in turn; the middle one counts."""
SESSIONS = 2_000
TICKETS = 64
AT_ONCE = 16
OPEN = 48
GROWTH = 0.05


@asynccontextmanager
async def crowd(client: Callable[..., EnvClient], url: str, size: int):
    """So many clients, each in a session of its own."""
    async with AsyncExitStack() as open_ones:
        clients = (client(base_url=url, connect_timeout_s=60) for _ in range(size))
        yield [await open_ones.enter_async_context(one) for one in clients]


async def steps_a_second(
    client: Callable[..., EnvClient],
    url: str,
    size: int,
    play: Callable[[EnvClient, int], Awaitable[int]],
) -> float:
    async with crowd(client, url, size) as clients:

        async def visit(number: int, env: EnvClient) -> int:
            turns = range(number, EPISODES, size)
            return sum([await play(env, turn % TICKETS) for turn in turns])

        began = time.perf_counter()
        steps = await asyncio.gather(*(visit(*one) for one in enumerate(clients)))
        took = time.perf_counter() - began
    assert sum(steps) == EPISODES * STEPS
    return sum(steps) / took


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Where the tools desk is served, and by which process."""
    with serving(tmp_path_factory.mktemp("envs") / "log") as (url, pid):
        at = f"{url}/envs/it_triage_tools"
        asyncio.run(steps_a_second(ItTriageToolsEnv, at, 1, tools_episode))
        yield at, pid


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where two workers serve it."""
    with serving(tmp_path_factory.mktemp("two") / "log", "--workers", "2") as (url, pid):
        at = f"{url}/envs/it_triage_tools"
        until(lambda: len(workers(pid)) == 2, 60)
        for _ in range(2):
            asyncio.run(steps_a_second(ItTriageToolsEnv, at, 16, tools_episode))
        yield at


@pytest.fixture(scope="module")
def echo() -> Iterator[tuple[str, int]]:
    """Where echo is served, and by which process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = subprocess.Popen([sys.executable, "-m", "tests.envs.echo", str(port)], cwd=ROOT)
    try:
        until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, 60)
        yield f"http://127.0.0.1:{port}", served.pid
    finally:
        served.terminate()
        served.wait(timeout=20)


def cpu_seconds(pid: int) -> float:
    """What a process has used so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("size", CROWDS)
def test_steps_a_second(
    benchmark: Callable,
    capsys: Any,
    tools: tuple[str, int],
    two_workers: str,
    echo: tuple[str, int],
    size: int,
) -> None:
    """In turn: the tools desk, its two workers, echo behind the guard, echo as it is."""
    kinds = {
        "tools": (ItTriageToolsEnv, tools[0], tools_episode),
        "two workers": (ItTriageToolsEnv, two_workers, tools_episode),
        "echo, guarded": (GenericEnvClient, f"{echo[0]}/guarded", echo_episode),
        "echo": (GenericEnvClient, f"{echo[0]}/bare", echo_episode),
    }
    processes = {"tools": tools[1], "echo, guarded": echo[1], "echo": echo[1]}
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    used: dict[str, list[float]] = {name: [] for name in processes}

    def measure() -> None:
        for name, (client, url, play) in kinds.items():
            pid = processes.get(name, os.getpid())
            before = cpu_seconds(pid)
            rates[name].append(asyncio.run(steps_a_second(client, url, size, play)))
            if name in used:
                used[name].append((cpu_seconds(pid) - before) / (EPISODES * STEPS))

    assert {len(walk(seed).calls) for seed in range(TICKETS)} == {STEPS}
    benchmark.pedantic(measure, rounds=ROUNDS)
    found = {
        "steps a second": {name: round(median(all_of)) for name, all_of in rates.items()},
        "of echo": {
            name: [
                round(own / echo, 2) for own, echo in zip(rates[name], rates["echo"], strict=True)
            ]
            for name in ("tools", "two workers")
        },
        "CPU us a step": {name: round(median(all_of) * 1e6) for name, all_of in used.items()},
    }
    benchmark.extra_info.update(found)
    with capsys.disabled():
        print(f"\n{size:3} clients: {found}")


def resident(pid: int) -> int:
    """Its memory in KiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def test_a_session_is_small(benchmark: Callable, capsys: Any, tools: tuple[str, int]) -> None:
    """What an open session takes halfway through its episode; what a step sends and gets back."""
    url, pid = tools

    async def grown() -> float:
        async with crowd(ItTriageToolsEnv, url, AT_ONCE) as first:
            await asyncio.gather(*(half_an_episode(env, 0) for env in first))
            before = resident(pid)
            async with crowd(ItTriageToolsEnv, url, OPEN) as more:
                await asyncio.gather(*(half_an_episode(*one[::-1]) for one in enumerate(more)))
                return (resident(pid) - before) / OPEN

    size = benchmark.pedantic(lambda: asyncio.run(grown()), rounds=1)
    sent, got = map(fmean, zip(*(frames(seed) for seed in range(TICKETS)), strict=True))
    found = {"KiB": round(size), "bytes a step": [round(sent), round(got)]}
    benchmark.extra_info["a session"] = found
    with capsys.disabled():
        print(f"\na session: {found}")
    assert size < 1_024


async def half_an_episode(env: EnvClient, seed: int) -> None:
    await env.reset(seed=seed, tier="hard", split="eval")
    for call in walk(seed).calls[: STEPS // 2]:
        await env.step(ItTriageTools.ACTION(**call))


def frames(seed: int) -> tuple[float, float]:
    """Bytes sent and received for a step of an episode on average, the reset shared out."""
    played, calls = ItTriageTools(), walk(seed).calls
    seen = [played.reset(seed=seed, tier="hard", split="eval")]
    seen += [played.step(ItTriageTools.ACTION(**call)) for call in calls]
    told = [
        WSObservationResponse(data=serialize_observation(one)).model_dump_json() for one in seen
    ]
    sent = [json.dumps({"type": "step", "data": call}) for call in calls]
    return tuple(sum(len(one.encode()) for one in side) / len(calls) for side in (sent, told))


def test_memory_is_flat(benchmark: Callable, capsys: Any, tools: tuple[str, int]) -> None:
    """Sessions that come, play an episode and go leave nothing behind."""
    url, pid = tools

    async def sessions(count: int) -> None:
        async def come_and_go(number: int) -> None:
            for turn in range(number, count, AT_ONCE):
                async with ItTriageToolsEnv(base_url=url, connect_timeout_s=60) as env:
                    await tools_episode(env, turn % TICKETS)

        await asyncio.gather(*map(come_and_go, range(AT_ONCE)))

    asyncio.run(sessions(SESSIONS // 10))
    before = resident(pid)
    benchmark.pedantic(lambda: asyncio.run(sessions(SESSIONS)), rounds=1)
    after = resident(pid)
    benchmark.extra_info["resident MB"] = [round(before / 1024, 1), round(after / 1024, 1)]
    with capsys.disabled():
        print(f"\n{SESSIONS:,} sessions: {before / 1024:.1f} MB before, {after / 1024:.1f} after")
    assert after < before * (1 + GROWTH)
