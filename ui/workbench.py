"""A desk at which a person works: the list, the case, the policies and the answer, and the score.

Both tabs are this bench with drawings of their own. The server keeps nothing between two events:
each event names its scenario, and everything that it says is parsed as text from outside. What goes
to the browser before an answer was submitted is drawn from the scenario's public fields alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from desks import SPLITS, TIERS, Split, Tier, load
from graders import Grade, as_reported, grade
from graders.attacks import POLICIES, Policy
from ui import answer, browse, score_card
from ui.drawing import Quotes, shown, words
from ui.links import LinkError, Ref, asked

ASSETS = Path(__file__).parent.parent / "assets"
GRADERS = 4
"""Answers graded at the same time."""


@dataclass(frozen=True)
class Bench:
    """What one tab adds: its names, where it opens, and its drawings."""

    tab: str
    desk: str
    label: str
    kind: str
    """What the third filter chooses: a situation, a domain."""
    noun: str
    opens: Ref
    row: browse.Draw
    case: Callable[[Any, Grade | None, Quotes], str]
    """The scenario, and after an answer what the answer made of it and the words that bear on it."""
    form: Callable[[Any], str]
    blank: dict[str, Any]
    """The action that the sheet starts with."""
    answered: Callable[[Any, Grade], str]
    """What was answered, with its evidence marked."""

    def scenario(self, ref: Ref) -> Any:
        return load(self.desk).scenario(seed=ref.seed, tier=ref.tier, split=ref.split)

    @property
    def policies(self) -> dict[str, Policy]:
        """The oracle, and everything that should not be paid."""
        oracle = Policy("oracle", "the honest answer, made from the truth", load(self.desk).oracle)
        return {policy.name: policy for policy in (oracle, *POLICIES[self.desk])}


# -- what an event changes: (case, policies, sheet, score) as HTML ----------------------------------

Pieces = tuple[str, str, str, str]


def opened(bench: Bench, ref: Ref) -> Pieces:
    """A scenario without an answer."""
    scenario = bench.scenario(ref)
    return (
        bench.case(scenario, None, ()),
        answer.policies(bench.tab, ref, list(bench.policies.values()), None),
        answer.sheet(bench.tab, ref, bench.form(scenario), bench.blank),
        score_card.empty(),
    )


def graded(bench: Bench, ref: Ref, text: str, by: str) -> tuple[str, str]:
    """A scenario with an answer: (case, score)."""
    scenario = bench.scenario(ref)
    ours, theirs = grade(scenario, text), as_reported.grade(scenario, text)
    prompt = load(bench.desk).prompt(scenario)[1]["content"]
    said = score_card.unread(text) if ours.error else bench.answered(scenario, ours)
    case = bench.case(scenario, ours, score_card.prompt_quotes(ours, prompt))
    return case, score_card.draw(scenario, prompt, ours, theirs, by, said)


def run(bench: Bench, ref: Ref, name: str) -> Pieces:
    """A scenario answered by the policy of that name; LinkError where there is none."""
    if name not in bench.policies:
        raise LinkError(f"{name[:40]!r} is no policy; there are {', '.join(bench.policies)}")
    policy = bench.policies[name]
    scenario = bench.scenario(ref)
    text = policy.act(scenario)
    case, score = graded(bench, ref, text, f"<b>{words(name)}</b> {shown(policy.what)}")
    return (
        case,
        answer.policies(bench.tab, ref, list(bench.policies.values()), name),
        answer.sheet(bench.tab, ref, bench.form(scenario), bench.blank, text),
        score,
    )


# -- the events -------------------------------------------------------------------------------------


def listed(bench: Bench, tier: Tier, split: Split, kind: str, search: str) -> tuple[Any, str]:
    """The third filter with the kinds of that tier, and the list."""
    rows = browse.rows(bench.desk, bench.row, tier, split)
    kinds = browse.kinds(rows)
    kind = kind if kind in kinds else browse.EVERY
    choices = [(browse.EVERY, browse.EVERY), *((one.replace("_", " "), one) for one in kinds)]
    found = browse.matching(rows, kind, search)
    chooser = gr.Dropdown(choices=choices, value=kind)
    return chooser, browse.listing(bench.tab, found, len(rows), bench.noun)


def arrived(bench: Bench, request: gr.Request) -> list[Any]:
    """What the address asks for, or the case that the tab opens with, and why if it was not the first."""
    notice, ref, name = "", bench.opens, None
    try:
        wanted, name = asked(request.query_params, bench.tab)
        ref = wanted or ref
        pieces = run(bench, ref, name) if name else opened(bench, ref)
    except LinkError as error:
        notice = (
            f'<p class="notice" role="alert"><b>This link does not work:</b> {shown(str(error))}. '
            f"Here is {shown(str(ref))} instead.</p>"
        )
        pieces = opened(bench, ref)
    chooser, rows = listed(bench, ref.tier, ref.split, browse.EVERY, "")
    return [notice, ref.tier, ref.split, chooser, "", rows, *pieces]


def on_open(bench: Bench, event: gr.EventData) -> tuple[str, *Pieces]:
    return "", *opened(bench, Ref.parse(event.scenario))


def on_run(bench: Bench, event: gr.EventData) -> Pieces:
    return run(bench, Ref.parse(event.scenario), str(event.policy))


def on_answer(bench: Bench, event: gr.EventData) -> tuple[str, str]:
    return graded(bench, Ref.parse(event.scenario), str(event.text), "<b>Your answer</b>")


def build(bench: Bench, page: gr.Blocks) -> None:
    """The tab's components and their events."""
    with gr.Row(elem_classes="bench"):
        with gr.Column(elem_classes="pane list-pane", min_width=0):
            tier = gr.Radio(list(TIERS), value=bench.opens.tier, label="Tier")
            split = gr.Radio(list(SPLITS), value=bench.opens.split, label="Split")
            kind = gr.Dropdown([browse.EVERY], value=browse.EVERY, label=bench.kind)
            search = gr.Textbox(
                label="Search", placeholder="words in the text", max_length=browse.MAX_SEARCH
            )
            rows = _html("list.js")
        with gr.Column(elem_classes="pane case-pane", min_width=0):
            notice = _html()
            case = _html()
        with gr.Column(elem_classes="pane answer-pane", min_width=0):
            policies = _html("policies.js")
            score = _html("score.js")
            sheet = _html("sheet.js")

    quiet = {"api_visibility": "private", "show_progress": "hidden"}
    grading = quiet | {"concurrency_limit": GRADERS, "concurrency_id": "grading"}
    pieces = [case, policies, sheet, score]
    filters = [tier, split, kind, search]
    page.load(
        partial(arrived, bench), None, [notice, tier, split, kind, search, rows, *pieces], **quiet
    )
    for one in filters:
        one.input(
            partial(listed, bench), filters, [kind, rows], trigger_mode="always_last", **quiet
        )
    rows.open(partial(on_open, bench), None, [notice, *pieces], **quiet)
    policies.open(partial(on_open, bench), None, [notice, *pieces], **quiet)
    policies.run(partial(on_run, bench), None, pieces, **grading)
    sheet.answer(partial(on_answer, bench), None, [case, score], **grading)


def _html(script: str | None = None) -> gr.HTML:
    """HTML that the server draws; the template is the value alone, so that no text is a template."""
    code = (ASSETS / script).read_text(encoding="utf-8") if script else None
    return gr.HTML("", js_on_load=code, apply_default_css=False)
