"""Jobs in somebody's account: sent as `launch` would, followed within bounds, never with a word of
the token."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from tests.training.hub_stand_in import go_there
from tests.training.jobs_stand_in import JOB, OWNER, TOKEN, Jobs, jobs_stand_in
from training.hub import jobs
from training.hub.jobs import MAX_EVENT_BYTES, MAX_LINE, Account, GoneError, JobError, _events
from training.launch import job, main

AT = "1" * 40
PACKAGE = f"rewarddesk[train] @ git+https://example.org/o/r@{AT}"
REPOSITORY = f"{OWNER}/tiny"
ASKED = job("it_triage", "a100-large", "4h", REPOSITORY)


@pytest.fixture
def hub(monkeypatch) -> Iterator[Jobs]:
    with jobs_stand_in() as there:
        go_there(monkeypatch, there)
        yield there


@pytest.fixture
def account(hub) -> Account:
    return Account(OWNER, TOKEN)


def test_what_is_sent_is_what_a_dry_run_prints(hub, account, capsys):
    assert account.start(ASKED, PACKAGE) == JOB
    asked = ["--preset", "it_triage", "--flavor", "a100-large", "--timeout", "4h"]
    asked += ["--push-to", REPOSITORY, "--source", "https://example.org/o/r", "--commit", AT]
    assert main([*asked, "--dry-run"]) == 0
    told = json.loads(capsys.readouterr().out)
    [sent] = hub.sent
    start = ["uv", "run", "--with", PACKAGE, "python", "-m", "training.grpo"]
    assert sent["command"] == [*start, *told["script_args"]]
    assert any(PACKAGE in line for line in told["header"])
    assert (sent["flavor"], sent["timeoutSeconds"]) == (told["flavor"], 4 * 3600)
    assert sent["environment"] == told["env"]
    assert sent["secrets"] == dict.fromkeys(told["secrets"], TOKEN)


def test_the_repository_is_made_first_and_private(hub, account):
    account.start(ASKED, PACKAGE)
    [made] = hub.made
    assert made["visibility"] == "private"
    account.start(ASKED, PACKAGE)
    assert len(hub.sent) == 2, "one that is still empty will do"


def test_a_repository_with_files_is_left_alone(hub, account):
    hub.repositories[REPOSITORY] = [".gitattributes", "model.safetensors"]
    with pytest.raises(JobError, match="holds files already"):
        account.start(ASKED, PACKAGE)
    assert hub.sent == []


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        ((402, "Add a payment method"), "did not start the job: Add a payment method"),
        ((403, f"{TOKEN} lacks a scope"), "did not start the job: … lacks a scope"),
        ((500, "x" * 9_000), "did not start the job: xxx"),
        ((504, "x"), "may have started it: see"),
        ((500, "x" * (MAX_LINE - 9) + TOKEN), "did not start the job: xxx"),
    ],
)
def test_a_refusal_is_told_without_the_token(hub, account, refusal, told):
    hub.refusal = refusal
    with pytest.raises(JobError) as error:
        account.start(ASKED, PACKAGE)
    assert told in str(error.value)
    assert TOKEN[:9] not in str(error.value)
    assert len(str(error.value)) < 700


def test_a_job_that_may_have_started_is_not_said_to_have_failed(hub, account):
    """Whoever believed it would start, and pay for, a second one."""
    hub.hangs_up = True
    with pytest.raises(JobError) as error:
        account.start(ASKED, PACKAGE)
    assert len(hub.sent) == 1
    assert "may have started it: see" in str(error.value)
    assert "did not start" not in str(error.value)


def test_hardware_costs_what_the_hub_says_today(hub, account):
    assert account.usd_an_hour("a100-large") == 2.5
    hub.prices["a100-large"] = 3.25
    assert account.usd_an_hour("a100-large") == 3.25
    with pytest.raises(JobError, match="did not say what a1000 costs"):
        account.usd_an_hour("a1000")


def test_a_job_is_looked_at_and_cancelled(hub, account):
    account.start(ASKED, PACKAGE)
    hub.stage, hub.seconds = "RUNNING", 90
    seen = asyncio.run(account.look(JOB))
    assert (seen.state, seen.repository) == ("running", REPOSITORY)
    assert (seen.flavor, seen.seconds) == ("a100-large", 90)
    assert seen.url == f"{hub.url}/jobs/{OWNER}/{JOB}"
    account.cancel(JOB)
    assert asyncio.run(account.look(JOB)).state == "cancelled"


@pytest.mark.parametrize("name", ["", "..", "../other", "a/b", "x" * 65, "a?b", "a b", "ä"])
def test_what_is_no_id_is_never_asked_for(account, name):
    with pytest.raises(JobError, match="no job’s id"):
        account.cancel(name)
    with pytest.raises(JobError, match="no job’s id"):
        asyncio.run(account.look(name))


@pytest.mark.parametrize("name", ["", "a/b", "../x", "x" * 97, "ä"])
def test_a_name_that_is_no_accounts_is_not_used(name):
    with pytest.raises(JobError):
        Account(name, TOKEN)


def test_somebody_elses_job_is_not_seen(hub, account):
    with pytest.raises(GoneError, match="how the job stands: no such thing"):
        asyncio.run(account.look("0" * 24))


@pytest.mark.parametrize("told", [[], "job", {}, {"status": "RUNNING"}, {"durations": [1]}])
def test_what_is_said_of_a_job_may_be_anything(hub, account, monkeypatch, told):
    whole = hub.job()
    monkeypatch.setattr(hub, "job", lambda: whole | told if told and type(told) is dict else told)
    with pytest.raises(JobError, match="did not say how the job stands"):
        asyncio.run(account.look(JOB))


# --- the log ---


def read(*chunks: bytes) -> list[str]:
    async def all_of() -> list[str]:
        async def stream():
            for chunk in chunks:
                yield chunk

        return [line async for line in _events(stream())]

    return asyncio.run(all_of())


def test_a_log_is_read_until_the_job_ends(hub, account):
    async def lines() -> list[str]:
        return [line async for line in account.log(JOB)]

    hub.stage = "COMPLETED"
    hub.print("one", "two  ", "")
    assert asyncio.run(lines()) == ["one", "two", ""]
    hub.stage = "SCHEDULING"
    with pytest.raises(JobError, match="has no log yet"):
        asyncio.run(lines())


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ([b'data: {"data": "a"}\n\nda', b'ta: {"data": "b"}\n'], ["a", "b"]),
        ([b'data: {"data": "' + b"x" * (MAX_LINE + 9) + b'"}\n'], ["x" * MAX_LINE]),
        ([b": keep-alive\n\nevent: log\n"], []),
        ([b'data: {"data": 7}\ndata: {"data": null}\ndata: {"no": "a"}\ndata: []\n'], []),
        ([b"data: {" * 9_000 + b'\ndata: {"data": "a"}\n'], ["a"]),
        ([b'data: {"data": ' + b"[" * 5_000 + b"\n"], []),
        ([b"data: {\xff}\n", b'data: {"data": "a"}\n'], ["a"]),
        ([b'data: {"data": "no end'], []),
    ],
)
def test_only_its_lines_are_taken(sent, told):
    assert read(*sent) == told


def test_a_line_without_an_end_is_dropped_and_not_held():
    endless = [b'data: {"data": "' + b"x" * MAX_EVENT_BYTES] + [b"x" * 4_096] * 50
    assert read(*endless, b'"}\n', b'data: {"data": "after"}\n') == ["after"]


def test_an_endless_log_ends(monkeypatch):
    monkeypatch.setattr(jobs, "MAX_LOG_BYTES", 10_000)
    line = b'data: {"data": "again"}\n'
    told = read(*[line * 100] * 1_000)
    assert 10_000 // len(line) <= len(told) <= 10_000 // len(line) + 100
