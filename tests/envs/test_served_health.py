"""Whether the server says that it can play when it can, and only then."""

import asyncio
import json
import urllib.request

import pytest
from openenv.core.containers.runtime import LocalDockerProvider
from starlette.testclient import TestClient

from envs import health
from envs.guard import Limits
from envs.it_triage.environment import ItTriage
from envs.server import ENVIRONMENTS, Environments, environment, standalone_app
from tests.envs.conftest import serving


class Broken(ItTriage):
    """Fails where it should begin."""

    NAME = "broken"

    def _begin(self, case):
        raise OSError("the knowledge base cannot be read")


class Stuck(ItTriage):
    """Answers, and takes no step."""

    NAME = "stuck"
    steps_left = 1


def answer(*kinds: type) -> tuple[int, dict]:
    said = asyncio.run(health.Health({one.NAME: one for one in kinds})(None))
    return said.status_code, json.loads(said.body)


def test_what_plays_is_healthy() -> None:
    kinds = map(environment, ENVIRONMENTS)
    assert answer(*kinds) == (200, {"status": "healthy"})


class Slow(ItTriage):
    """Takes longer than anybody waits."""

    NAME = "slow"

    async def reset_async(self, **_):
        await asyncio.sleep(60)


@pytest.mark.parametrize("kind", [Broken, Stuck, Slow])
def test_one_that_does_not_play_is_named(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PATIENCE", 2.0)
    assert answer(ItTriage, kind) == (503, {"status": "unhealthy", "failed": [kind.NAME]})


def test_asking_often_plays_once_until_it_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    began = []

    class Counting(ItTriage):
        def _begin(self, case):
            began.append(case)
            return super()._begin(case)

    asked = health.Health({"counting": Counting})

    async def crowds() -> None:
        await asyncio.gather(*(asked(None) for _ in range(20)))
        assert len(began) == 1
        monkeypatch.setattr(asked, "_holds_until", 0.0)
        await asked(None)
        assert len(began) == 2

    asyncio.run(crowds())


def test_it_is_asked_for_at_the_servers_root() -> None:
    with TestClient(standalone_app(Environments(Limits()))) as client:
        assert client.get("/health").json() == {"status": "healthy"}
        assert client.post("/health").status_code == 405


@pytest.mark.slow
def test_openenvs_provider_finds_the_real_server_ready(tmp_path) -> None:
    with serving(tmp_path / "log") as (url, _):
        LocalDockerProvider.wait_for_ready(object.__new__(LocalDockerProvider), url, 30)
        with urllib.request.urlopen(f"{url}/health", timeout=30) as said:
            assert json.load(said) == {"status": "healthy"}
