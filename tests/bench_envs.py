"""How many steps a second the environments serve, and whether they keep what they should forget:
part of `make bench`.

The tools desk is played by 1, 16 and 64 clients at once over their websockets, beside OpenEnv's own
echo environment (that of its template, `openenv init`), bare and behind our guard. Every session
checks that all it is told belongs to its own ticket.
"""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest
import uvicorn
from openenv.core.env_client import EnvClient
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from openenv.core.generic_client import GenericEnvClient
from starlette.applications import Starlette
from starlette.routing import Mount

from envs import load
from envs.episode import EpisodeError
from envs.guard import Guard, Limits
from envs.it_triage_tools.client import ItTriageToolsEnv
from envs.it_triage_tools.environment import ItTriageTools
from envs.it_triage_tools.episode import Episode
from tests.envs.conftest import ROOT, serving, until
from tests.envs.players import PLAYERS

STEPS = 20
CROWDS = (1, 16, 64)
EPISODES = 128
"""Of a measurement, shared out among the clients."""
ROUNDS = 3
"""Measurements of each, in turn; the middle one counts."""
SESSIONS = 2_000
TICKETS = 64
AT_ONCE = 16
GROWTH = 0.05


# --- OpenEnv's echo environment, as its template has it ---


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    echoed_message: str
    message_length: int


class Echo(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None) -> EchoObservation:
        self._state = State(episode_id=episode_id)
        return EchoObservation(echoed_message="ready!", message_length=0, reward=0.0)

    def step(self, action: EchoAction) -> EchoObservation:
        self._state.step_count += 1
        size = len(action.message)
        return EchoObservation(
            echoed_message=action.message,
            message_length=size,
            reward=min(size * 0.1, 1.0),
            metadata={"original_message": action.message, "step": self._state.step_count},
        )

    @property
    def state(self) -> State:
        return self._state


def echo_app() -> Starlette:
    """Echo at /bare, and at /guarded behind our guard."""
    bare, guarded = (
        create_fastapi_app(Echo, EchoAction, EchoObservation, max_concurrent_envs=max(CROWDS))
        for _ in range(2)
    )
    return Starlette(
        routes=[Mount("/bare", bare), Mount("/guarded", Guard(guarded, Limits(2 * max(CROWDS))))]
    )


# --- what is played ---


class Walk(NamedTuple):
    """An episode of 20 steps, and what the core says to each and in the end."""

    seed: int
    ticket: str
    calls: list[dict[str, Any]]
    told: list[str]
    reward: float


@cache
def walk(seed: int) -> Walk:
    desk = load("it_triage_tools")
    scenario = desk.scenario(seed, "hard", "eval")
    words = scenario.ticket.body.split()
    ends = [*PLAYERS["it_triage_tools"].actions(scenario)[2:]]
    searches = [
        {"tool": "search_kb", "arguments": {"query": " ".join(words[n : n + 12])}}
        for n in range(STEPS - len(ends))
    ]
    episode, told, calls = Episode(scenario), [], [*searches, *ends]
    for call in calls:
        try:
            told.append(episode.call(**call))
        except EpisodeError as error:
            told.append(str(error))
    return Walk(seed, desk.prompt(scenario)[1]["content"], calls, told, episode.grade.total)


async def tools_episode(env: EnvClient, seed: int) -> int:
    """An episode at the tools desk, every word of it checked; how many steps it had."""
    known = walk(seed)
    seen = await env.reset(seed=seed, tier="hard", split="eval")
    assert seen.observation.messages[1]["content"] == known.ticket
    for call, told in zip(known.calls, known.told, strict=True):
        seen = await env.step(ItTriageTools.ACTION(**call))
        assert (seen.observation.result or seen.observation.error) == told
    assert seen.done
    assert abs(seen.reward - known.reward) <= 1e-9
    return len(known.calls)


async def echo_episode(env: EnvClient, seed: int) -> int:
    """The same calls as messages of the same length, echoed."""
    await env.reset(seed=seed)
    for call in walk(seed).calls:
        said = f"{seed} {call}"
        seen = await env.step({"message": said})
        assert seen.observation["echoed_message"] == said
    return len(walk(seed).calls)


# --- how it is measured ---


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
def echo() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = subprocess.Popen([sys.executable, "-m", "tests.bench_envs", str(port)], cwd=ROOT)
    try:
        until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0, 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        served.terminate()
        served.wait(timeout=20)


@pytest.mark.parametrize("size", CROWDS)
def test_steps_a_second(
    benchmark: Callable, capsys: Any, tools: tuple[str, int], echo: str, size: int
) -> None:
    """The tools desk, echo behind the guard and echo as it is, one after the other."""
    kinds = {
        "tools": (ItTriageToolsEnv, tools[0], tools_episode),
        "echo, guarded": (GenericEnvClient, f"{echo}/guarded", echo_episode),
        "echo": (GenericEnvClient, f"{echo}/bare", echo_episode),
    }
    rates: dict[str, list[float]] = {name: [] for name in kinds}

    def measure() -> None:
        for name, (client, url, play) in kinds.items():
            rates[name].append(asyncio.run(steps_a_second(client, url, size, play)))

    assert {len(walk(seed).calls) for seed in range(TICKETS)} == {STEPS}
    benchmark.pedantic(measure, rounds=ROUNDS)
    found = {name: round(median(all_of)) for name, all_of in rates.items()}
    benchmark.extra_info["steps a second"] = found
    with capsys.disabled():
        print(f"\n{size:3} clients, steps a second: {found}")


def test_memory_is_flat(benchmark: Callable, capsys: Any, tools: tuple[str, int]) -> None:
    """Sessions that come, play an episode and go leave nothing behind."""
    url, pid = tools

    async def sessions(count: int) -> None:
        async def come_and_go(number: int) -> None:
            for turn in range(number, count, AT_ONCE):
                async with ItTriageToolsEnv(base_url=url, connect_timeout_s=60) as env:
                    await tools_episode(env, turn % TICKETS)

        await asyncio.gather(*map(come_and_go, range(AT_ONCE)))

    def resident() -> int:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    asyncio.run(sessions(SESSIONS // 10))
    before = resident()
    benchmark.pedantic(lambda: asyncio.run(sessions(SESSIONS)), rounds=1)
    after = resident()
    benchmark.extra_info["resident MB"] = [round(before / 1024, 1), round(after / 1024, 1)]
    with capsys.disabled():
        print(f"\n{SESSIONS:,} sessions: {before / 1024:.1f} MB before, {after / 1024:.1f} after")
    assert after < before * (1 + GROWTH)


if __name__ == "__main__":
    uvicorn.run(echo_app(), port=int(sys.argv[1]), log_level="warning")
