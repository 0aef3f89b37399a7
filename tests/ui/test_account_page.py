"""A job in one's own account in a real Chromium: signed in, priced, started, followed, cancelled.

Gradio signs visitors in with this machine's token, and a stand-in for the Hub takes the job.
"""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.training.jobs_stand_in import JOB, OWNER, TOKEN, Jobs, jobs_stand_in
from tests.ui.conftest import Server, serving
from tests.ui.test_accessible import serious
from training.launch import main
from ui.runs.on_account import SECONDS_BETWEEN

LIGHT = ("-m", "tests.ui.light_app")
STEP = "step {0}/200: reward 0.{0}00 correct 0.250 (12.3 s, 40 min left)"
ASKED = {"preset": "it_triage", "flavor": "a100-large", "time": "4h", "usd": "10"}
ASKED |= {"name": "other", "most": "10.00"}
ASK = """async ([place, body]) => {
  const headers = { "Content-Type": "application/json" };
  await fetch(`${place}join`, { method: "POST", credentials: "include", headers, body });
  return (await fetch(`${place}data?session_hash=s`, { credentials: "include" })).text();
}"""
"""What a script can have a visitor's browser do: one of the page or, with Gradio, of any site."""


JOIN = "**/gradio_api/queue/join**"
SLOW = """() => {
  const { fetch } = window;
  const late = (time) => new Promise((done) => setTimeout(done, time));
  window.fetch = async (...one) => {
    const answer = await fetch(...one);
    if (`${one[0]}`.includes("/queue/join")) await late(1000);
    return answer;
  };
}"""
"""The page as it is on a slow line."""
DEAF = """() => {
  const { fetch } = window;
  const transform = (part, to) => window.deaf || to.enqueue(part);
  const cut = () => new TransformStream({ transform });
  window.fetch = async (...one) => {
    const answer = await fetch(...one);
    const heard = `${one[0]}`.includes("/queue/data");
    return heard ? new Response(answer.body.pipeThrough(cut()), answer) : answer;
  };
}"""
"""The page as it is where, once `deaf` is true, nothing arrives of what it is told."""


@pytest.fixture(scope="module")
def hub() -> Iterator[Jobs]:
    with jobs_stand_in() as there:
        yield there


@pytest.fixture(scope="module")
def server(hub: Jobs, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The page, with OAuth as Gradio has it on a laptop."""
    oauth = {"OAUTH_CLIENT_ID": "x", "HF_TOKEN": "hf_of_this_machine", "HF_ENDPOINT": hub.url}
    with serving(tmp_path_factory.mktemp("oauth"), *LIGHT, **oauth) as found:
        yield found


def opened(page: Page) -> Page:
    page.goto("?tab=training")
    expect(page.locator(".run:visible .chart").first).to_be_visible()  # so that nothing is cut off
    page.locator(".account-form summary").click()
    return page


def signed_in(page: Page) -> None:
    page.get_by_role("button", name="Sign in with Hugging Face").click()
    expect(page.locator("[data-start]")).to_be_visible()


def number(page: Page, name: str) -> int:
    """Which of the page's functions that is."""
    functions = page.request.get("config").json()["dependencies"]
    [found] = [one["id"] for one in functions if one["api_name"] == name]
    return found


def start_body(page: Page) -> str:
    told = {"fn_index": number(page, "on_start"), "data": [], "session_hash": "s"}
    return json.dumps(told | {"event_data": ASKED})


def test_a_choice_made_before_the_last_was_answered_counts(page: Page, server: Server):
    opened(page)
    form = page.locator(".account-form")
    page.evaluate(SLOW)
    form.locator("[name=flavor]").select_option("h200")
    page.wait_for_timeout(300)  # by then it is under way
    form.locator("[name=time]").select_option("2h")
    page.wait_for_timeout(300)
    form.locator("[name=time]").select_option("6h")
    expect(page.locator(".offer .notice")).to_contain_text("It may cost 30.00 USD")


def test_a_choice_whose_answer_is_lost_is_asked_for_again(page: Page, server: Server):
    page.clock.install()
    opened(page)
    lost: list[Route] = []
    choose = number(page, "on_choose")

    def lose(one: Route) -> None:
        first = not lost and one.request.post_data_json["fn_index"] == choose
        lost.append(one) if first else one.continue_()

    page.route(JOIN, lose)
    with page.expect_request(
        lambda one: "/queue/join" in one.url and one.post_data_json["fn_index"] == choose
    ):
        page.locator(".account-form [name=flavor]").select_option("h200")
    page.wait_for_timeout(500)
    expect(page.locator(".offer .notice")).to_have_count(0)
    page.clock.fast_forward(10_100)
    expect(page.locator(".offer .notice")).to_contain_text("It may cost 20.00 USD")
    page.locator(".account-form [name=time]").select_option("2h")
    expect(page.locator(".offer .price")).to_contain_text("At most 10.00 USD")
    with page.expect_response(JOIN):
        lost[0].continue_()
    page.wait_for_timeout(1_000)
    expect(page.locator(".offer .price")).to_contain_text("At most 10.00 USD")


def test_a_job_is_priced_started_followed_and_cancelled(
    page: Page, hub: Jobs, server: Server, capsys: pytest.CaptureFixture
):
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    opened(page)
    expect(page.locator(".offer")).to_contain_text("Sign in to start it.")
    expect(page.locator("[data-start]")).to_have_count(0)
    place = f"{server.url}gradio_api/queue/"
    answer = page.evaluate(ASK, [place, start_body(page)])
    assert "Sign in with Hugging Face first" in answer
    assert hub.sent == []

    signed_in(page)
    expect(page.locator("[data-start]")).to_have_text("Start it for at most 10.00 USD")
    expect(page.locator(".login")).to_have_text(re.compile(rf"Log out \({OWNER}\)"))
    form = page.locator(".account-form")
    expect(form).to_have_attribute("open", "")
    form.locator("[name=flavor]").select_option("h200")
    expect(page.locator(".offer .notice")).to_contain_text("It may cost 20.00 USD")
    expect(page.locator("[data-start]")).to_have_attribute("aria-disabled", "true")
    form.locator("[name=preset]").select_option("exec_assist")
    expect(form.locator("[name=name]")).to_have_value("rewarddesk-exec_assist")
    form.locator("[name=time]").select_option("2h")
    button = page.locator("[data-start][aria-disabled=false]")
    expect(button).to_have_text("Start it for at most 10.00 USD")

    button.click()
    panel = page.locator(".job")
    expect(panel).to_contain_text("It waits for hardware, which costs nothing.")
    asked = ["--preset", "exec_assist", "--flavor", "h200", "--timeout", "2h"]
    assert main([*asked, "--push-to", f"{OWNER}/rewarddesk-exec_assist", "--dry-run"]) == 0
    told = json.loads(capsys.readouterr().out)
    [sent] = hub.sent
    assert sent["command"][-len(told["script_args"]) :] == told["script_args"]
    assert f'#   "{sent["command"][3]}",' in told["header"]
    assert (sent["flavor"], sent["timeoutSeconds"]) == ("h200", 7_200)
    assert (sent["environment"], list(sent["secrets"])) == (told["env"], told["secrets"])

    hub.stage, hub.seconds = "RUNNING", 120
    hub.print("<script>window.hit = 1</script>", STEP.format(1), STEP.format(2))
    expect(panel).to_contain_text("2 min of h200: 0.17 USD so far. Step 2 of 200")
    expect(panel.locator(".chart .js-line").first).to_be_visible()
    expect(panel.locator(".job-log")).to_contain_text("<script>window.hit")
    assert serious(page) == []
    hub.print(STEP.format(3))
    expect(panel).to_contain_text("Step 3 of 200")
    page.reload()
    expect(panel).to_contain_text("Step 3 of 200")
    hub.silent = True
    page.reload()
    expect(panel).to_contain_text("The Hub did not say how the job stands")
    assert JOB in page.evaluate("localStorage['rewarddesk:job']")
    hub.silent = False
    panel.get_by_role("button", name="Cancel").click()
    expect(panel).to_have_attribute("data-state", "cancelled", timeout=30_000)
    assert hub.stage == "CANCELED"

    assert page.evaluate("window.hit") is None
    kept = [*server.log.parent.iterdir()]
    seen = [page.content(), page.evaluate("JSON.stringify(localStorage)"), *urls]
    for where in (*seen, *(one.read_bytes().decode(errors="replace") for one in kept)):
        assert TOKEN not in where
        assert "hf_of_this_machine" not in where


def test_a_job_whose_stream_broke_off_is_followed_again(page: Page, hub: Jobs, server: Server):
    hub.sent[:], hub.stage = [{}], "RUNNING"
    hub.print(STEP.format(5))
    page.clock.install()
    opened(page)
    signed_in(page)
    follow = number(page, "on_follow")
    page.evaluate(f"localStorage['rewarddesk:job'] = '\"{JOB}\"'")
    page.add_init_script(f"({DEAF})()")
    page.reload()
    expect(page.locator(".job")).to_contain_text("Step 5 of 200")
    page.evaluate("window.deaf = true")
    with page.expect_request(
        lambda one: "/queue/join" in one.url and one.post_data_json["fn_index"] == follow
    ):
        page.clock.fast_forward("01:31")


def test_another_site_cannot_have_a_visitors_browser_start_one(
    page: Page, hub: Jobs, server: Server
):
    opened(page)
    signed_in(page)
    hub.sent.clear()
    asked = [f"{server.url}gradio_api/queue/", start_body(page)]
    evil = page.context.new_page()
    evil.goto(f"{hub.url}/api/whoami-v2")
    assert "asked for on the page itself" in evil.evaluate(ASK, asked)
    assert hub.sent == []
    told = page.evaluate(ASK, asked)
    if "was just started" in told:  # by a test before this one
        page.wait_for_timeout(1_000 * SECONDS_BETWEEN)
        told = page.evaluate(ASK, asked)
    assert JOB in told
    assert len(hub.sent) == 1


def test_nothing_of_signing_in_is_an_endpoint_for_programs(page: Page):
    page.goto("")
    told = page.request.get("gradio_api/info").json()
    assert "/scenario" in told["named_endpoints"]
    assert not [name for name in told["named_endpoints"] if "log" in name or "start" in name]
