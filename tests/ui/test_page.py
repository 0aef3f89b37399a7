"""The page in a real Chromium: browse, answer, run policies, follow links, and try to break it."""

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from playwright.sync_api import Page, Route, expect

from desks import load
from tests.ui.conftest import WHY, refuse
from ui.inbox import tab as inbox
from ui.links import Ref
from ui.workbench.browse import MAX_ROWS

INBOX, HELP_DESK = "?tab=inbox&scenario=hard-eval-7", "?tab=helpdesk&scenario=hard-eval-7"
DESK_OF = {INBOX: "exec_assist", HELP_DESK: "it_triage"}


def opened(page: Page, link: str) -> Page:
    page.goto(link)
    expect(page.locator(".letter:visible")).to_be_visible()
    expect(page.locator(".tab:visible .json")).not_to_have_value("")
    return page


def run(page: Page, policy: str) -> None:
    page.locator(f"[data-policy={policy}]:visible").click()
    expect(page.locator(f"[data-policy={policy}]:visible")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".total:visible")).to_be_visible()


def total(page: Page) -> float:
    return float(page.locator(".total:visible b").inner_text())


def completion(page: Page) -> str:
    """The JSON of the answer sheet that is on show, whichever view of it is."""
    return page.locator(".tab:visible .json").input_value()


def oracle(link: str) -> str:
    desk = load(DESK_OF[link])
    return desk.oracle(desk.scenario(seed=7, tier="hard", split="eval"))


def write_json(page: Page, text: str) -> None:
    page.locator("[data-view=json]:visible").click()
    page.locator(".json:visible").fill(text)


def grade(page: Page) -> None:
    page.locator("[data-submit]:visible").click()
    expect(page.locator(".by:visible")).to_contain_text("Your answer")


# --- opening and browsing ---


def test_a_case_is_open_at_once_in_both_tabs(page: Page):
    opened(page, "?tab=inbox")
    expect(page.get_by_role("heading", level=1)).to_have_text("RewardDesk")
    expect(page).to_have_url(re.compile("tab=inbox&scenario="))
    expect(page).to_have_title("Inbox · RewardDesk")
    assert page.locator(".rows:visible a").count() == 100
    expect(page.locator(".rows:visible a[aria-current]")).to_have_count(1)
    page.get_by_role("link", name="Help desk", exact=True).click()
    expect(page.locator(".passage:visible").first).to_be_visible()
    expect(page).to_have_url(re.compile("tab=helpdesk&scenario="))
    expect(page).to_have_title("Help desk · RewardDesk")
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page).to_have_title("RewardDesk")


def test_a_tab_that_could_not_be_opened_says_so_and_can_be_tried_again(refused: Page):
    page, told = refused, refused.get_by_text("Not all of this tab could be opened")
    page.goto("")
    expect(page.locator(".home .hero")).to_be_visible()
    refuse(page)
    page.get_by_role("link", name="Inbox", exact=True).click()
    expect(told).to_be_visible()
    expect(page.get_by_text(WHY)).to_be_visible()
    before = "one => getComputedStyle(one, '::before').content"
    assert page.locator("#inbox .bench").evaluate(before) == "none", "it does not say to wait"
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".letter:visible")).to_be_visible()
    expect(told).to_be_hidden()
    refuse(page)
    page.get_by_role("link", name="Help desk", exact=True).click()
    expect(told).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect(told).to_be_hidden()
    page.get_by_role("link", name="Help desk", exact=True).click()
    expect(page.locator(".passage:visible").first).to_be_visible()


@pytest.mark.parametrize("tab", ["inbox", "helpdesk", "break", "training"])
def test_what_stands_there_for_the_first_moment_goes(page: Page, tab: str):
    page.goto(f"?tab={tab}")
    expect(page.locator(f"#{tab} .bench h2").first).to_be_visible()
    before = "one => getComputedStyle(one, '::before').content"
    assert page.locator(f"#{tab} .bench").evaluate(before) == "none"


def test_filters_and_search_narrow_the_list(page: Page):
    opened(page, INBOX)
    rows = page.locator(".rows:visible a")
    page.locator(".list-pane:visible input[value=medium]").check(force=True)
    expect(rows.first).to_have_attribute("data-scenario", "medium-eval-0")
    page.locator(".list-pane:visible input[value=train]").check(force=True)
    expect(rows.first).to_have_attribute("data-scenario", "medium-train-0")

    page.get_by_label("Kind of case").click()
    page.get_by_role("option", name="information only").click()
    expect(page.locator(".count:visible")).to_contain_text("of 100 emails")
    for row in rows.all()[:5]:
        ref = Ref.parse(row.get_attribute("data-scenario"))
        assert inbox.BENCH.scenario(ref).situation == "information_only"

    name = rows.first.locator(".row-who").inner_text().split()[0]
    page.get_by_label("Search").first.fill(f"  {name.upper()} ")
    expect(rows.first).to_contain_text(name)
    assert rows.count() < 30
    page.get_by_label("Search").first.fill("no such words anywhere")
    expect(page.locator(".empty:visible")).to_contain_text("Nothing matches")


def test_the_list_is_that_of_the_last_filter_whichever_answer_comes_first(page: Page):
    opened(page, INBOX)
    held: list[Route] = []
    page.route("**/queue/join**", lambda one: held.append(one), times=1)
    page.locator(".list-pane:visible input[value=medium]").check(force=True)
    while not held:
        page.wait_for_timeout(50)
    page.locator(".list-pane:visible input[value=train]").check(force=True)
    page.wait_for_timeout(1_000)
    held[0].continue_()
    first = page.locator(".rows:visible a").first
    expect(first).to_have_attribute("data-scenario", "medium-train-0")
    page.wait_for_timeout(1_000)
    expect(first).to_have_attribute("data-scenario", "medium-train-0")


def test_a_link_of_the_list_opens_its_case_and_back_goes_back(page: Page):
    opened(page, INBOX)
    first = page.locator(".letter:visible h2").inner_text()
    link = page.locator(".rows:visible a").nth(2)
    subject = link.locator(".row-subject").inner_text().removeprefix("Re: ")
    link.click()
    expect(page.locator(".letter:visible h2")).to_have_text(subject)
    expect(page).to_have_url(re.compile(re.escape(link.get_attribute("href")) + "$"))
    expect(link).to_have_attribute("aria-current", "true")
    page.go_back()
    expect(page.locator(".letter:visible h2")).to_have_text(first)
    link.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(page.url.partition("?")[0] + "?tab=inbox&scenario=hard-eval-3")


def test_of_two_cases_clicked_at_once_the_later_opens(page: Page):
    opened(page, INBOX)
    later = page.locator(".rows:visible a").nth(3)
    page.locator(".rows:visible").evaluate(
        "box => [...box.querySelectorAll('a')].slice(1, 4).forEach((one) => one.click())"
    )
    subject = later.locator(".row-subject").inner_text().removeprefix("Re: ")
    expect(page.locator(".letter:visible h2")).to_have_text(subject)
    expect(later).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("link", DESK_OF)
def test_an_address_opens_the_same_case_and_run_again(page: Page, link: str):
    opened(page, link)
    run(page, "hurried")
    score, case = total(page), page.locator(".letter:visible").inner_text()
    expect(page).to_have_url(page.url.partition("?")[0] + link + "&run=hurried")
    page.goto(page.url)
    expect(page.locator(".total:visible")).to_be_visible()
    assert (total(page), page.locator(".letter:visible").inner_text()) == (score, case)


@pytest.mark.parametrize("link", ["?tab=inbox&scenario=<img src=x>", f"{INBOX}&run=bribe"])
def test_a_bad_link_says_so_and_opens_a_case(page: Page, link: str):
    opened(page, link)
    expect(page.get_by_role("alert").first).to_contain_text("This link does not work")
    expect(page.get_by_role("alert").first).to_contain_text("Here is what opens first instead.")
    assert page.locator(".notice img").count() == 0


def test_a_link_to_no_tab_says_so_and_opens_the_first(page: Page):
    page.goto("?tab=<img src=x>")
    expect(page.locator("#home .notice")).to_contain_text("This link does not work")
    assert page.locator(".notice img").count() == 0


def test_a_link_to_the_arena_that_opens_elsewhere_changes_nothing_here(page: Page):
    opened(page, INBOX)
    page.evaluate("addEventListener('rewarddesk:compare', () => (window.compared = true))")
    link = page.get_by_role("link", name="Any two models on this case")
    with page.context.expect_page():
        link.click(modifiers=["ControlOrMeta"])
    assert page.evaluate("window.compared") is None
    link.click()
    expect(page.locator(".arena-controls")).to_have_attribute("data-scenario", "hard-eval-7")


def test_keys_are_put_off_and_stay_off(page: Page):
    opened(page, INBOX)
    page.keyboard.press("?")
    keys = page.get_by_role("checkbox", name="Use these keys")
    keys.uncheck()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.reload()
    expect(page.locator(".rows:visible [aria-current]")).to_be_visible()
    page.keyboard.press("n")
    page.locator(".keys-told summary").click()
    expect(keys).not_to_be_checked()
    assert page.url.endswith(INBOX)
    keys.check()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("hard-eval-8$"))


# --- answering ---


def test_the_form_and_the_json_are_one_answer(page: Page):
    tab = opened(page, INBOX).locator("#inbox")
    tab.get_by_label("book", exact=True).check()
    tab.get_by_label("Title").fill("Budget talk")
    tab.locator("[data-path='meeting_details.start']").fill("2026-03-10T14:00")
    tab.get_by_label("Reply").fill("See you then.")
    answer = json.loads(completion(page))
    assert answer["calendar_action"] == "book"
    assert answer["meeting_details"]["title"] == "Budget talk"
    assert answer["meeting_details"]["end"] == "2026-03-10T14:45", "as long as it asks for"
    assert answer["email_reply"] == "See you then."

    answer |= {"calendar_action": "decline", "meeting_details": None, "conflicts": ["e1", "e999"]}
    write_json(page, json.dumps(answer))
    tab.locator("[data-view=form]:visible").click()
    assert tab.get_by_label("decline").is_checked()
    assert tab.locator("[data-list=conflicts][value=e1]").is_checked()
    expect(tab.locator("[data-rest=conflicts]")).to_have_text("also in the JSON: e999")
    tab.locator("[data-list=conflicts][value=e1]").uncheck()
    assert json.loads(completion(page))["conflicts"] == ["e999"]


def test_an_answer_by_form_is_graded_and_a_better_one_scores_more(page: Page):
    tab = opened(page, HELP_DESK).locator("#helpdesk")
    best = json.loads(oracle(HELP_DESK))
    tab.get_by_label("Resolution").fill("Have you tried turning it off and on again?")
    grade(page)
    expect(tab.locator(".headline:visible")).to_contain_text("✕ not correct")
    worse = total(page)

    tab.get_by_label("Resolution").fill(best["resolution"])
    for cited in best["citations"]:
        tab.locator(f"[data-list=citations][value={cited}]").check()
    if best["escalate"]:
        tab.get_by_label("Escalate: no article answers this").check()
    tab.get_by_label("Confidence").fill("1")
    tab.locator("[data-submit]:visible").click()
    expect(tab.locator(".headline:visible")).to_contain_text("✓ correct")
    assert total(page) > 0.97 > 0.5 > worse
    expect(tab.locator(".passage.is-cited:visible")).to_have_count(len(best["citations"]))


@pytest.mark.parametrize(("link", "cheat"), [(INBOX, "hurried"), (HELP_DESK, "cite_everything")])
def test_a_policy_is_scored_by_both_graders_and_can_be_edited(page: Page, link: str, cheat: str):
    opened(page, link)
    run(page, cheat)
    low = total(page)
    theirs = float(page.locator(".theirs .versus-total:visible").inner_text())
    assert float(page.locator(".ours .versus-total:visible").inner_text()) == low < theirs
    run(page, "oracle")
    assert total(page) > 0.97
    expect(page.locator(".headline:visible")).to_contain_text("✓ correct")
    assert json.loads(completion(page)) == json.loads(oracle(link))


def test_the_shares_shown_add_up_to_the_total(page: Page):
    opened(page, HELP_DESK)
    run(page, "cite_everything")
    terms, said = page.locator(".sum:visible").inner_text().replace("−", "-").split("=")
    assert sum(map(float, terms.split())) == pytest.approx(float(said), abs=0.004)
    assert float(said) == pytest.approx(total(page), abs=0.0051)


def test_a_sentence_leads_to_what_supports_it_and_back(page: Page):
    opened(page, HELP_DESK)
    answer = json.loads(oracle(HELP_DESK))
    passage = page.locator(".passage:visible p").last.inner_text().split(" Fix: ")[1]
    answer |= {"resolution": f"{passage} Bananas are rich in vitamins."}
    write_json(page, json.dumps(answer))
    grade(page)
    first, last = page.locator(".said .rests").first, page.locator(".said .rests").last
    expect(last).to_have_class(re.compile("nowhere"))
    expect(page.locator(".said .joint").last).to_contain_text("not supported by anything shown")

    number = page.locator(".said a.joint").first
    address = page.url
    number.focus()
    expect(first).to_have_class(re.compile(r"\blit\b"))
    page.keyboard.press("Enter")
    source = page.locator(".passage .rests").first
    expect(source).to_be_focused()
    expect(source).to_be_in_viewport()
    expect(source).to_have_class(re.compile(r"\blit\b"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(first).to_be_focused()
    assert page.url == address


# --- hostile input ---


MALFORMED = ("{", "[" * 2_000, '"\u202e"', "")


@pytest.mark.parametrize("link", DESK_OF)
def test_what_is_no_action_scores_nothing_and_says_why(page: Page, link: str):
    opened(page, link)
    for text in MALFORMED:
        run(page, "oracle")
        write_json(page, text)
        expect(page.locator(".state:visible")).to_contain_text("The form waits: ")
        grade(page)
        assert total(page) == 0
        expect(page.locator(".verdict:visible")).to_contain_text("Not an action: ")
        expect(page.locator("pre.unread:visible")).to_have_count(1)


@pytest.mark.parametrize("link", DESK_OF)
def test_an_answer_that_is_too_long_is_refused_in_words(page: Page, link: str):
    opened(page, link)
    page.locator("[data-view=json]:visible").click()
    page.locator(".json:visible").evaluate("(json) => (json.value = 'é'.repeat(40000))")
    page.locator("[data-submit]:visible").click()
    expect(page.get_by_text("at most 65,536 are graded. Shorten it.")).to_be_visible()
    expect(page.locator(".waiting:visible")).to_be_visible()


AS_SEEN = """(said) => {
  const seen = said.cloneNode(true);
  for (const one of seen.querySelectorAll(".unseen")) one.remove();
  return seen.textContent;
}"""
"""A text without the words beside its marks, which are there to be heard."""
HOSTILE = (
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
    "${window.hacked = 1}{{constructor.constructor('window.hacked = 1')()}}`</textarea>\"'&lt;"
)


@pytest.mark.parametrize(
    ("link", "field"), [(INBOX, "email_reply"), (HELP_DESK, "resolution")], ids=["inbox", "desk"]
)
def test_a_hostile_answer_is_shown_and_never_run(page: Page, link: str, field: str):
    opened(page, link)
    answer = json.loads(completion(page))
    write_json(page, json.dumps(answer | {field: HOSTILE}))
    grade(page)
    assert HOSTILE in page.locator(".said:visible").evaluate(AS_SEEN)
    write_json(page, HOSTILE)
    page.locator("[data-submit]:visible").click()
    expect(page.locator("pre.unread:visible")).to_have_text(HOSTILE)
    assert page.locator(".bench :is(script, img)").count() == 0
    assert page.evaluate("window.hacked") is None


# --- nothing of the truth before an answer ---


@pytest.fixture
def sent(page: Page) -> list[str]:
    """All that the server sends to the page, as it comes; but the heartbeat, which has no end."""
    page.goto("")
    expect(page.locator(".doors")).to_be_visible(timeout=60_000)
    sent = []

    def record(route: Route) -> None:
        response = route.fetch()
        sent.append(response.body().decode(errors="replace"))
        route.fulfill(response=response)

    page.route(lambda url: "/assets/" not in url and "/heartbeat/" not in url, record)
    return sent


def looked_around(page: Page, link: str) -> None:
    """What a visitor sees before an answer: two cases, and another list."""
    opened(page, link)
    link_of_list = page.locator(".rows:visible a").nth(1)
    link_of_list.click()
    expect(link_of_list).to_have_attribute("aria-current", "true")
    page.locator(".tab:visible [value=medium]").check(force=True)
    expect(page.locator(".rows:visible a").first).to_have_attribute(
        "data-scenario", "medium-eval-0"
    )


def listed(link: str) -> list:
    desk = load(DESK_OF[link])
    return [
        desk.scenario(seed=seed, tier=tier, split="eval")
        for tier in ("hard", "medium")
        for seed in range(MAX_ROWS)
    ]


@pytest.mark.parametrize("link", DESK_OF)
def test_before_an_answer_neither_truth_nor_situation_reaches_the_browser(
    page: Page, sent: list[str], link: str
):
    """What kind of case it is all but says what is right: the filter alone names situations."""
    looked_around(page, link)
    desk, shown = load(DESK_OF[link]), listed(link)
    secrets = {secret for one in shown for secret in _secrets(desk, one)}
    situations = {one.situation for one in shown}
    names = situations | {name.replace("_", " ") for name in situations}

    before = _read(sent)
    assert page.locator(".letter:visible h2").inner_text() in before, "the recording is not whole"
    assert [secret for secret in secrets if secret in before] == []
    assert '"truth"' not in before
    assert "acceptable" not in before
    unchosen = CHOICE.sub("", before).lower()
    assert [name for name in names if re.search(rf"\b{name}\b", unchosen)] == []

    page.go_back()
    expect(page.locator(".policies:visible")).to_have_attribute("data-scenario", "hard-eval-7")
    run(page, "oracle")
    assert any(secret in _read(sent) for secret in secrets), "the check cannot fail"
    assert page.locator(".situation:visible b").inner_text() in names, "the card says it then"


CHOICE = re.compile(r'\["[a-z0-9 -]+", ?"[a-z0-9_-]+"\]')
"""A choice of a filter: what it says and what it stands for."""


def _read(sent: list[str]) -> str:
    """All that the server has sent, the page and its events, with JSON and HTML undone."""
    return unescape("\n".join(sent).replace('\\"', '"').replace("\\n", "\n"))


def _secrets(desk, scenario) -> Iterator[str]:
    """Strings that only somebody who knows the truth writes."""
    best = json.loads(desk.oracle(scenario))
    if desk.name == "it_triage":
        yield best["resolution"]
        yield scenario.truth.resolution
    else:
        yield from (line for line in best["email_reply"].split("\n") if len(line) > 40)


# --- what it looks like ---


@pytest.mark.parametrize("link", DESK_OF)
def test_a_phone_never_scrolls_sideways(page: Page, link: str):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, link)
    run(page, "copier")
    expect(page.locator(".headline:visible")).to_be_in_viewport()
    page.locator("[data-view=json]:visible").click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body.dark")).to_have_count(int(scheme == "dark"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        paper = page.evaluate(
            "getComputedStyle(document.querySelector('.gradio-container')).backgroundColor"
        )
        assert (sum(map(int, paper[4:-1].split(","))) < 200) == (scheme == "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_the_browser_draws_is_as_dark_as_the_page(page: Page, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.goto("?tab=arena")
    expect(page.locator("#arena select").first).to_have_css("color-scheme", scheme)
