"""A job in a visitor's own account: refused unless they are signed in, asked on the page and saw
what it costs; bounded and escaped as it is followed."""

import asyncio
import json
import time
from typing import Any

import gradio as gr
import pytest
import yaml
from starlette.requests import Request

from tests.training.hub_stand_in import go_there
from tests.training.jobs_stand_in import JOB, OWNER, TOKEN, jobs_stand_in
from tests.ui.visits import said
from training.hub.jobs import Account, Job
from training.launch import main
from ui.runs import choices, following, job_panel, on_account
from ui.runs.job_panel import MAX_LINES, MAX_STEPS, Log
from ui.runs.on_account import OnAccount

HOST = "me-rewarddesk.hf.space"
GOOD = {
    "preset": "it_triage",
    "flavor": "a100-large",
    "time": "4h",
    "usd": "10",
    "name": "tiny",
    "most": "10.00",
    "turn": "1",
}
STEP = "step {0}/200: reward 0.500 correct 0.250 (12.3 s, 40 min left)"


def request(**headers: str) -> gr.Request:
    told = {"host": HOST, "origin": f"https://{HOST}"} | headers
    given = [(key.encode(), value.encode()) for key, value in told.items() if value]
    scope = {"type": "http", "headers": given, "query_string": b"", "client": ("::1", 1)}
    return gr.Request(Request(scope))


def me(name: str = OWNER) -> gr.OAuthProfile:
    return gr.OAuthProfile({"name": "Me", "preferred_username": name, "profile": "", "picture": ""})


def token(hours: float = 8) -> gr.OAuthToken:
    return gr.OAuthToken(TOKEN, "openid profile", int(time.time() + hours * 3_600))


def dry_run(command: str, capsys: pytest.CaptureFixture) -> dict:
    """What the command that the page shows would send."""
    assert main([*command.split()[3:], "--dry-run"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def hub(monkeypatch):
    monkeypatch.setattr(following, "POLL_SECONDS", 0.1)
    monkeypatch.setenv(on_account.OAUTH, "x")
    with jobs_stand_in() as there:
        go_there(monkeypatch, there)
        yield there


def start(
    profile: gr.OAuthProfile | None, allowed: gr.OAuthToken | None, asked: gr.Request, **told: str
) -> str:
    return OnAccount().on_start(said(**(GOOD | told)), asked, profile, allowed)


def test_a_job_is_started_as_launch_would(hub, capsys):
    drawn = start(me(), token(), request())
    assert f'data-job="{JOB}"' in drawn
    told = dry_run(choices.chosen(said(**GOOD)).command().replace("OWNER/", f"{OWNER}/"), capsys)
    [sent] = hub.sent
    *start_, package = sent["command"][:4]
    assert start_ == ["uv", "run", "--with"]
    assert f'#   "{package}",' in told["header"]
    assert sent["command"][4:] == ["python", "-m", "training.grpo", *told["script_args"]]
    assert (sent["flavor"], sent["timeoutSeconds"]) == (told["flavor"], 4 * 3_600)
    assert (sent["environment"], list(sent["secrets"])) == (told["env"], told["secrets"])
    assert TOKEN not in drawn


@pytest.mark.parametrize(
    ("profile", "allowed", "asked", "told", "why"),
    [
        (None, None, {}, {}, "Sign in with Hugging Face first"),
        (me(), None, {}, {}, "Sign in with Hugging Face first"),
        (me(), token(), {"origin": "https://evil.example"}, {}, "on the page itself"),
        (me(), token(), {"origin": ""}, {}, "on the page itself"),
        (me(), token(), {"origin": "null"}, {}, "on the page itself"),
        (me(), token(), {"origin": f"https://{HOST}.evil.example"}, {}, "on the page itself"),
        (me(), token(), {"origin": f"https://{HOST}@evil.example"}, {}, "on the page itself"),
        (
            *(me(), token()),
            {"origin": "https://evil.example", "x-forwarded-host": "evil.example"},
            *({}, "on the page itself"),
        ),
        (me("../x"), token(), {}, {}, "cannot use"),
        (me(), token(hours=4), {}, {}, "sign-in ends before the job"),
        (me(), token(), {}, {"most": "9.99"}, "not what was shown"),
        (me(), token(), {}, {"time": "6h"}, "not what was shown"),
        (me(), token(), {}, {"usd": "9.99"}, "may cost 10.00 USD, and your limit is 9.99 USD"),
        (me(), token(), {}, {"flavor": "h200", "most": "20.00"}, "your limit is 10.00 USD"),
        (me(), token(), {}, {"flavor": "h200x8", "most": "160.00", "usd": "999"}, "no such hard"),
        (me(), token(), {}, {"flavor": "cpu-basic", "most": "0.04"}, "no such hardware"),
        (me(), token(), {}, {"time": "99d"}, "no such limit of time"),
        (me(), token(), {}, {"preset": "it_triage_pocket"}, "no such preset"),
        (me(), token(), {}, {"preset": "/tmp/x.yaml"}, "no such preset"),
        *(
            (me(), token(), {}, {"usd": usd}, "number of US dollars")
            for usd in ("", "nan", "inf", "1e9", "-5", "10,00", "99999", "١٠", "10.001")
        ),
        *(
            (me(), token(), {}, {"name": name}, "The name")
            for name in ("", "a/b", "../x", ".x", "x" * 97, "ä", "a b", "--x", "<b>")
        ),
    ],
)
def test_what_may_not_be_started_is_refused(hub, profile, allowed, asked, told, why):
    with pytest.raises(gr.Error, match=why):
        start(profile, allowed, request(**asked), **told)
    assert (hub.sent, hub.made) == ([], [])


def test_on_a_custom_domain_the_page_knows_its_own_hosts(hub, monkeypatch):
    monkeypatch.setenv("SPACE_HOST", f"desk.example,{HOST}")
    assert JOB in start(me(), token(), request(host="10.0.0.1", origin="https://desk.example"))


def test_a_double_click_starts_one(hub):
    part = OnAccount()
    part.on_start(said(**GOOD), request(), me(), token())
    with pytest.raises(gr.Error, match="One start at a time"):
        part.on_start(said(**GOOD), request(), me(), token())
    assert len(hub.sent) == 1


def test_a_price_that_has_risen_stops_it(hub):
    hub.prices["a100-large"] = 2.51
    with pytest.raises(gr.Error, match="costs more today"):
        start(me(), token(), request())
    assert (hub.sent, hub.made) == ([], [])


@pytest.mark.parametrize("call", ["on_follow", "on_cancel"])
@pytest.mark.parametrize(
    ("profile", "asked"), [(None, {}), (me(), {"origin": "https://evil.example"})]
)
def test_jobs_are_only_shown_and_cancelled_for_whom_they_belong_to(hub, call, profile, asked):
    hub.stage = "RUNNING"
    told = (said(job=JOB), request(**asked), profile, token() if profile else None)

    async def ask() -> None:
        if call == "on_cancel":
            OnAccount().on_cancel(*told)
        else:
            await anext(OnAccount().on_follow(*told))

    with pytest.raises(gr.Error):
        asyncio.run(ask())
    assert hub.stage == "RUNNING"


# --- following ---


def follow(job: str = JOB) -> list[str]:
    async def panels() -> list[str]:
        told = (said(job=job), request(), me(), token())
        return [one async for one in OnAccount().on_follow(*told)]

    return asyncio.run(panels())


def test_a_job_is_followed_to_its_end(hub):
    start(me(), token(), request())
    hub.print("<script>window.hit = 1</script>", *(STEP.format(n) for n in (1, 2, 3)))
    hub.stage, hub.seconds = "COMPLETED", 600
    last = follow()[-1]
    assert 'data-state="done" data-over="yes"' in last
    assert '<figure class="chart"' in last
    assert "&lt;script&gt;window.hit" in last
    assert "<script" not in last
    assert f'href="{hub.url}/{OWNER}/tiny"' in last
    assert "10 min of a100-large: 0.42 USD so far" in last
    assert TOKEN not in last


def test_a_job_that_waits_costs_nothing_and_is_asked_for_again(hub, monkeypatch):
    monkeypatch.setattr(following, "ROUND_SECONDS", 0.3)
    start(me(), token(), request())
    *_, last = follow()
    assert 'data-state="running" data-over="yes"' in last
    assert "It waits for hardware, which costs nothing." in last


def test_a_job_that_is_not_there_is_said_to_be_lost(hub):
    for job in ("0" * 24, "../" + "x"):
        [drawn] = follow(job)
        assert 'data-state="failed"' in drawn
        assert "data-job" not in drawn


def test_a_hub_that_does_not_answer_does_not_lose_the_job(hub):
    """It goes on and costs money: it can still be cancelled, and is asked for again."""
    start(me(), token(), request())
    hub.stage = "RUNNING"
    hub.silent = True
    [drawn] = follow()
    assert f'data-job="{JOB}" data-state="unseen" data-over="yes"' in drawn
    assert "data-cancel" in drawn
    assert "The Hub did not say how the job stands" in drawn


def test_one_person_follows_only_so_many_at_once(hub, monkeypatch):
    monkeypatch.setattr(on_account, "MAX_OWN_FOLLOWED", 1)
    hub.stage = "RUNNING"

    async def both() -> None:
        part, told = OnAccount(), (said(job=JOB), request(), me(), token())
        first = part.on_follow(*told)
        await anext(first)
        with pytest.raises(gr.Error, match="too many requests"):
            await anext(part.on_follow(*told))
        await first.aclose()
        again = part.on_follow(*told)
        await anext(again)
        await again.aclose()

    asyncio.run(both())


HOSTILE = Job(
    id=JOB,
    url="https://x/'\"><script>",
    stage="ERROR",
    message="<img src=x onerror=alert(1)>" + "x" * 9_000,
    flavor="<b>",
    repository="",
    seconds=60,
)


def test_nothing_of_a_job_is_markup():
    log = Log()
    for line in ("<b>bold</b>", "${1}", "\x1b[31mred\x1b[0m \u202eevil", "0%\r50%\r<i>100%"):
        log.add(line)
    drawn = job_panel.draw(HOSTILE, log, Account(OWNER, TOKEN), over=True)
    for bad in ("<img", "<b>bold", "<i>", "<script", "\x1b", "\u202e", "50%"):
        assert bad not in drawn
    assert "red ‹U+202E›evil" in drawn
    assert len(drawn) < 6_000


def test_a_log_is_kept_within_bounds():
    log = Log()
    for step in range(1, MAX_STEPS + 1_000):
        log.add(f"step {step}/9999999: reward 0.500 (1.0 s, 1 min left)")
    assert len(log.lines) == MAX_LINES
    assert len(log.curves()[0].points) == MAX_STEPS
    log.add(STEP.format(7).replace("0.500", "0.750"))
    assert dict(log.curves()[0].points)[7] == 0.75, "a step that is repeated counts as repeated"


# --- what is offered ---


def offers(monkeypatch: pytest.MonkeyPatch, oauth: bool, who: str | None, **told: str) -> str:
    monkeypatch.delenv(on_account.OAUTH, raising=False)
    if oauth:
        monkeypatch.setenv(on_account.OAUTH, "x")
    profile: Any = me(who) if who else None
    return OnAccount().on_choose(said(**(GOOD | told)), request(), profile)


def test_without_oauth_the_command_stands_there_filled_in(monkeypatch, capsys):
    drawn = offers(monkeypatch, False, None, flavor="l4x1", time="2h", usd="7.50", name="mine")
    command = (
        ".venv/bin/python -m training.launch --preset it_triage --flavor l4x1 --timeout 2h "
        "--budget 7.5 --push-to OWNER/mine"
    )
    assert command in drawn
    assert "At most 1.60 USD" in drawn
    assert "data-start" not in drawn
    assert dry_run(command, capsys)["price"]["at_most_usd"] == 1.6


def test_a_button_starts_it_once_signed_in(monkeypatch):
    assert "data-start" not in offers(monkeypatch, True, None)
    drawn = offers(monkeypatch, True, OWNER)
    assert "Start it for at most 10.00 USD" in drawn
    assert 'aria-disabled="false"' in drawn
    over = offers(monkeypatch, True, OWNER, usd="3")
    assert 'aria-disabled="true"' in over
    assert "It may cost 10.00 USD, and your limit is 3.00 USD." in over


def test_the_form_is_told_which_choice_is_answered_and_what_is_wrong_with_it(monkeypatch):
    assert 'data-turn="7"' in offers(monkeypatch, True, OWNER, turn="7")
    wrong = offers(monkeypatch, True, OWNER, turn="8", usd="<b>", name="mine")
    assert 'data-turn="8"' in wrong
    assert "a number of US dollars was expected" in wrong
    assert "data-start" not in wrong


def test_another_site_does_not_learn_who_is_signed_in(monkeypatch):
    monkeypatch.setenv(on_account.OAUTH, "x")
    part, evil = OnAccount(), request(origin="https://evil.example")
    assert OWNER in part.on_load(request(), me())[2]
    assert part.on_load(evil, me()) == part.on_load(evil, None) == gr.skip()
    assert "data-start" not in part.on_choose(said(**GOOD), evil, me())


def test_every_preset_and_all_hardware_that_is_offered_can_be_asked_for():
    assert {"exec_assist", "it_triage", "it_triage_tools"} <= choices.presets().keys()
    for preset in choices.presets():
        for flavor in choices.flavors():
            told = GOOD | {"preset": preset, "flavor": flavor}
            assert choices.chosen(said(**told)).request(OWNER)["flavor"] == flavor


def test_the_front_matter_asks_for_what_jobs_need_and_no_more():
    told = yaml.safe_load((on_account.SCRIPT.parents[1] / "README.md").read_text().split("---")[1])
    assert told["hf_oauth"] is True
    assert told["hf_oauth_scopes"] == ["contribute-repos", "jobs"]
