"""The seven tools over MCP and HTTP: episodes of two clients, interleaved, and what goes wrong."""

import ast
import asyncio
import json

import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

from desks.it_triage.prompt import opening
from envs import load
from envs.it_triage_tools.episode import Episode
from graders import grade
from ui.tools.endpoints import FIRST

QUERY = "csagent.sys page fault Windows 10 22H2"


class Caller:
    """A client of the endpoint, with its errors as text."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def __call__(self, tool: str, **arguments) -> str:
        told = await self._session.call_tool(tool, arguments)
        return ("Error: " if told.isError else "") + told.content[0].text


def over_mcp(server, play):
    """What `play` comes to with two clients."""

    async def both():
        url = f"{server.url}gradio_api/mcp/"
        async with (
            streamablehttp_client(url) as (reading, writing, _),
            ClientSession(reading, writing) as first,
            streamablehttp_client(url) as (reading2, writing2, _),
            ClientSession(reading2, writing2) as second,
        ):
            await first.initialize()
            await second.initialize()
            return await play(Caller(first), Caller(second))

    return asyncio.run(both())


def answer(ticket, right=True):
    cited, resolution = list(ticket.truth.gold), ticket.truth.resolution
    told = {"citations": cited, "resolution": resolution, "confidence": 0.9, "escalate": not cited}
    return told if right else told | {"citations": [], "resolution": "Restart it."}


def test_two_episodes_interleaved_are_graded_each_by_itself(server):
    ticket = load("it_triage_tools").scenario(FIRST + 9, "hard", "eval")

    async def play(first, second):
        asked = {"tier": "hard", "number": 9}
        opened = [ast.literal_eval(await one("open_ticket", **asked)) for one in (first, second)]
        mine, theirs = (one["episode"] for one in opened)
        assert mine != theirs
        assert opened[0]["ticket"] == opening(ticket)
        found = await first("search_kb", episode=mine, query=QUERY)
        assert found == Episode(ticket).call("search_kb", {"query": QUERY})
        await second("search_incidents", episode=theirs, query="laptop")
        for article in ticket.truth.gold:
            assert "Applies to:" in await first("get_article", episode=mine, id=article)
        wrong = await second("submit_resolution", episode=theirs, **answer(ticket, right=False))
        again = await first("search_kb", episode=mine, query=QUERY)
        assert again == found
        right = await first("submit_resolution", episode=mine, **answer(ticket))
        return ast.literal_eval(right), ast.literal_eval(wrong)

    right, wrong = over_mcp(server, play)
    assert right["correct"] is True
    assert right["parts"]["no_repeats"] == pytest.approx(0.05 / 2), "it searched twice"
    assert wrong["correct"] is False
    assert wrong["parts"]["no_repeats"] == pytest.approx(0.05 * 0.2), "and the other once"
    for told in (right, wrong):
        assert sum(told["parts"].values()) == pytest.approx(told["total"])
        assert ticket.truth.gold[0] not in str(told), "the right answer stays here"


def test_what_goes_wrong_is_an_error_that_says_so(server):
    ticket = load("it_triage_tools").scenario(FIRST + 9, "hard", "eval")

    async def play(first, second):
        told = ast.literal_eval(await first("open_ticket", tier="hard", number=9))
        mine = told["episode"]
        best = answer(ticket)
        return [
            (await first("get_article", episode=mine, id="KB-1"), "ids look like KB-1234"),
            (await first("search_kb", episode=mine, query=" "), "Calls left: 22"),
            (await first("search_kb", episode=mine, query="x" * 9_000), "It cost no call"),
            (await first("search_kb", episode=mine), "required"),
            (await first("search_kb", episode=mine, query=7), "not of type"),
            (await second("search_kb", episode="guessed", query="x"), "no such episode"),
            (await first("submit_resolution", episode=mine, **best | {"confidence": 3}), "less"),
            ("Error: " + await first("submit_resolution", episode=mine, **best), "'correct': "),
            (await first("submit_resolution", episode=mine, **best), "is over"),
            (await first("search_kb", episode=mine, query="x"), "is over"),
            (await first("open_ticket", tier="tricky", number=0), "no such tier"),
            (await first("open_ticket", tier="easy", number=-1), "0 to 999999"),
        ]

    for told, why in over_mcp(server, play):
        assert told.startswith("Error: "), told
        assert why in told


@pytest.mark.slow
def test_what_the_page_tells_of_its_tickets_is_no_key_to_an_episode(server):
    client = Client(server.url, verbose=False)
    keys, right = [], []
    for number in range(6):
        told = client.predict("hard", number, api_name="/open_ticket")
        asked = "it_triage", "hard", number
        messages = client.predict(*asked, api_name="/scenario")["messages"]
        assert told["ticket"] not in messages[1]["content"]
        key = client.predict(*asked, "scripted:oracle", 0, api_name="/run")["completion"]
        values = json.loads(key)
        submitted = client.predict(
            told["episode"],
            *(values[name] for name in ("citations", "resolution", "confidence", "escalate")),
            api_name="/submit_resolution",
        )
        keys.append(grade(load("it_triage").scenario(number, "hard", "eval"), key).correct)
        right.append(submitted["correct"])
    assert (keys, right) == ([True] * 6, [False] * 6)


def test_by_http_as_well(server):
    client = Client(server.url, verbose=False)
    episode = client.predict("easy", 1, api_name="/open_ticket")["episode"]
    assert "Articles found" in client.predict(episode, "error", api_name="/search_kb")
    told = client.predict(episode, [], "No article.", 0.5, True, api_name="/submit_resolution")
    assert set(told) == {"total", "correct", "parts"}
    with pytest.raises(AppError, match="is over"):
        client.predict(episode, "error", api_name="/search_kb")
