"""The named endpoints, as their documentation calls them: by gradio_client, by MCP, and by hand."""

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

from desks import DESKS, load
from graders import grade
from ui import api
from ui.tools.endpoints import TOOLS

PATIENT = 60


@pytest.fixture(scope="module")
def client(server) -> Client:
    return Client(server.url, verbose=False)


@pytest.mark.slow
def test_the_example_of_the_documentation_runs(client):
    case = client.predict("exec_assist", "hard", 47, api_name="/scenario")
    assert case["messages"] == load("exec_assist").prompt(
        load("exec_assist").scenario(47, "hard", "eval")
    )
    told = client.predict("exec_assist", "hard", 47, "no JSON", api_name="/grade")
    assert (told["total"], told["correct"]) == (0.0, False)


@pytest.mark.parametrize("desk", DESKS)
def test_a_grade_is_that_of_the_graders(client, desk):
    scenario = load(desk).scenario(5, "medium", "eval")
    best = load(desk).oracle(scenario)
    told = client.predict(desk, "medium", 5, best, api_name="/grade")
    ours = grade(scenario, best)
    assert told["total"] == pytest.approx(ours.total, abs=1e-9)
    shares = [one["contribution"] for kind in ("parts", "penalties") for one in told[kind].values()]
    assert sum(shares) == pytest.approx(told["total"], abs=1e-9)
    assert told["referee"]["done"] is True


def test_a_run_repeats_and_is_graded(client):
    asked = ("exec_assist", "easy", 3, "scripted:oracle", 0)
    first, second = (client.predict(*asked, api_name="/run") for _ in range(2))
    assert first == second
    assert first["correct"] is True
    assert json.loads(first["completion"])


@pytest.mark.slow
def test_an_audit_has_a_row_a_property(client):
    rows = client.predict("exec_assist", "easy", 10, api_name="/audit")
    assert len(rows) >= 11
    assert all(row["passed"] for row in rows)


@pytest.mark.parametrize(
    ("endpoint", "values", "why"),
    [
        ("/scenario", ("reception", "easy", 0), "no such desk"),
        ("/scenario", ("exec_assist", "tricky", 0), "no such tier"),
        ("/scenario", ("exec_assist", "easy", -1), "0 to 999999"),
        ("/scenario", ("exec_assist", "easy", 1e9), "0 to 999999"),
        ("/grade", ("exec_assist", "easy", 0, "x" * 70_000), "65,536 bytes"),
        ("/run", ("exec_assist", "easy", 0, "pocket:/etc/passwd", 0), "no model"),
        ("/run", ("exec_assist", "easy", 0, "hub:a/b", 0), "was expected"),
        ("/run", ("exec_assist", "easy", 0, "api:m@http://10.0.0.1", 0), "was expected"),
        ("/audit", ("exec_assist", "easy", 1_000), "from 10 to 30"),
    ],
)
def test_what_makes_no_sense_is_an_error_that_says_so(client, endpoint, values, why):
    with pytest.raises(AppError, match=why):
        client.predict(*values, api_name=endpoint)


def post(url, body):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENT) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("call/scenario", {"data": ["it_triage", "easy", 2]}),
        ("call/v2/scenario", {"desk": "it_triage", "tier": "easy", "seed": 2}),
    ],
)
def test_by_hand(server, route, body):
    status, told = post(f"{server.url}gradio_api/{route}", body)
    assert status == 200, told
    found = f"{server.url}gradio_api/call/scenario/{told['event_id']}"
    with urllib.request.urlopen(found, timeout=PATIENT) as lines:
        data = next(line for line in lines if line.startswith(b"data:"))
    assert load("it_triage").scenario(2, "easy", "eval").ticket.subject in data.decode()


@pytest.mark.parametrize("name", ["on_load", "on_typed", "nothing", "scenario/x"])
def test_only_the_endpoints_go_by_their_names(server, name):
    status, told = post(f"{server.url}gradio_api/call/{name}", {"data": []})
    assert status == 404, told


def test_an_object_is_no_value(server):
    body = {"desk": {"path": "/etc/passwd"}, "tier": "easy", "seed": 2}
    assert post(f"{server.url}gradio_api/call/v2/scenario", body)[0] == 422


async def _over_mcp(url):
    async with (
        streamablehttp_client(url) as (reading, writing, _),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        asked = {
            "desk": "exec_assist",
            "tier": "easy",
            "seed": 3,
            "policy": "scripted:oracle",
            "draw": 0,
        }
        done = await session.call_tool("run", asked)
        return tools, done


def test_the_same_endpoints_are_tools_over_mcp(server):
    tools, done = asyncio.run(_over_mcp(f"{server.url}gradio_api/mcp/"))
    assert set(tools) == {"scenario", "grade", "run", "audit", *(one.__name__ for one in TOOLS)}
    assert all(tool.description for tool in tools.values())
    assert not done.isError
    assert "'correct': True" in done.content[0].text or '"correct": true' in done.content[0].text


def test_every_endpoint_says_what_it_takes():
    for endpoint in (api.scenario, api.grade, api.run, api.audit, *TOOLS):
        assert "Args:" in endpoint.__doc__
