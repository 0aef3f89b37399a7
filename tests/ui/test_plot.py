"""Plotly in a real Chromium: loaded late, drawn on without a flicker, gone without a trace."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ui.charts_app import STEPS
from tests.ui.conftest import serving

PATIENCE = 30_000
CHART, DRAWN = "plotly-chart", "plotly-chart .scatterlayer .js-line"
RANGE = f"document.querySelector('{CHART} > div').layout.xaxis.range"
WATCH = f"""() => {{
  window.bare = window.frames = 0;
  window.first = document.querySelector("{CHART} > div");
  const look = () => {{
    window.frames++;
    if (!document.querySelector("{DRAWN}")) window.bare++;
    requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
}}"""


@pytest.fixture(scope="module")
def growing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page with a growing chart is."""
    with serving(tmp_path_factory.mktemp("charts"), "-m", "tests.ui.charts_app") as found:
        yield found.url


def drawn(page: Page, url: str) -> Page:
    page.goto(url)
    expect(page.locator(DRAWN).first).to_be_attached(timeout=PATIENCE)
    return page


def span(page: Page) -> list[float]:
    """The steps that are in sight."""
    return page.evaluate(RANGE)


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page, troubles = context.new_page(), []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert troubles == []


def test_a_growing_chart_does_not_flicker_and_stays_as_it_was_zoomed(visitor: Page, growing: str):
    page = drawn(visitor, growing)
    before = span(page)
    box = page.locator(f"{CHART} .nsewdrag").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 120, steps=5)
    page.mouse.up()
    page.wait_for_function(f"{before[0]} < {RANGE}[0]")
    zoomed = span(page)
    page.evaluate(WATCH)
    page.get_by_role("button", name="Grow").click()
    expect(page.get_by_text(f"Step {STEPS}")).to_be_visible(timeout=PATIENCE)
    page.wait_for_function(f"window.first.data[0].x.length === {STEPS}")
    assert page.evaluate("frames") > STEPS
    assert page.locator(f"{CHART} .main-svg:not([aria-hidden])").count() == 0
    assert page.evaluate("bare") == 0
    assert page.evaluate(f"first === document.querySelector('{CHART} > div')")
    assert span(page) == zoomed
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_text("Gone.")).to_be_visible()
    assert page.evaluate("'data' in first") is False


def test_the_marked_step_moves_and_nothing_else(visitor: Page, growing: str):
    page = drawn(visitor, growing)
    page.evaluate(f"document.querySelector('{CHART}').setAttribute('here', 1)")
    shapes = f"document.querySelector('{CHART} > div').layout.shapes.map((one) => Number(one.x0))"
    assert page.evaluate(shapes) == [1, 2]


def test_the_colours_are_those_of_the_theme(visitor: Page, growing: str):
    line = drawn(visitor, growing).locator(DRAWN).last
    expect(line).to_have_css("stroke", "rgb(169, 47, 28)")
    visitor.emulate_media(color_scheme="dark")
    expect(line).to_have_css("stroke", "rgb(255, 159, 138)")


def test_hostile_names_are_text_wherever_plotly_writes_them(visitor: Page, growing: str):
    page = drawn(visitor, growing)
    page.locator(f"{CHART} .annotation-text-g").hover()
    said = page.locator(f"{CHART} .hoverlayer")
    expect(said).to_contain_text('<a href="javascript:window.hit=1">x</a><img src=x')
    box = page.locator(f"{CHART} .nsewdrag").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    expect(said).to_contain_text("Step 1")
    expect(said).to_contain_text("<img src=x")
    expect(page.locator(f":is({CHART}, figure) :is(a, img)")).to_have_count(0)
    assert page.evaluate("window.hit") is None


def test_plotly_comes_with_the_first_chart_in_sight_and_once(page: Page, address: str):
    asked = []
    page.on("request", lambda one: asked.append(one.url))
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto("?tab=inbox")
    expect(page.locator(".letter:visible h2")).to_be_visible(timeout=PATIENCE)
    assert not any("plotly" in one for one in asked)
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.locator(".twins")).to_be_visible()
    assert not any("plotly" in one for one in asked)
    page.get_by_role("link", name="Training", exact=True).click()
    expect(page.locator(f".run {CHART}").first).to_be_attached(timeout=PATIENCE)
    for chart in page.locator(f".run {CHART}").all()[:3]:
        chart.scroll_into_view_if_needed()
        expect(chart.locator(".main-svg").first).to_be_attached(timeout=PATIENCE)
    assert len([one for one in asked if re.search("plotly", one)]) == 1


def test_a_chart_fits_where_it_stands_when_its_tab_is_shown_again(page: Page, address: str):
    page.goto("?tab=training")
    chart = page.locator(f".run {CHART}").first
    chart.scroll_into_view_if_needed()
    expect(chart.locator(".main-svg").first).to_be_attached(timeout=PATIENCE)
    page.get_by_role("link", name="Inbox", exact=True).click()
    expect(chart).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Training", exact=True).click()
    chart.scroll_into_view_if_needed()
    expect(chart.locator(".main-svg").first).to_have_css("width", re.compile(r"^3\d\d(\.\d+)?px$"))
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_until_a_chart_is_drawn_a_quiet_frame_stands_in_its_place(browser: Browser, growing: str):
    context = browser.new_context(reduced_motion="reduce")
    page, held = context.new_page(), []
    page.route("**/plotly.min.js", lambda route: held.append(route))
    page.goto(growing)
    chart = page.locator(CHART)
    expect(chart).to_be_visible(timeout=PATIENCE)
    frame = f"getComputedStyle(document.querySelector('{CHART}'), '::before')"
    page.wait_for_function(f"{frame}.content.includes('Drawing')")
    assert page.evaluate(f"{frame}.animationName") == "none"
    before = page.locator("figure").bounding_box()
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(f"{frame}.animationName") == "breathe"
    running = "getAnimations({ subtree: true }).length"
    assert page.evaluate(f"document.querySelector('{CHART}').{running}") == 1
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator(DRAWN).first).to_be_attached(timeout=PATIENCE)
    assert page.evaluate(f"{frame}.content") == "none"
    assert page.locator("figure").bounding_box() == before
    context.close()


def test_a_chart_whose_script_does_not_come_says_so(visitor: Page, growing: str):
    visitor.route("**/plotly.min.js", lambda route: route.abort())
    visitor.goto(growing)
    expect(visitor.locator(f"{CHART}[failed]")).to_be_visible(timeout=PATIENCE)
    content = f"getComputedStyle(document.querySelector('{CHART}'), '::before').content"
    assert "did not load" in visitor.evaluate(content)
