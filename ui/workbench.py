"""A desk at which a person works: the list, the case, the policies, the answer, and the score.

Both tabs are this bench with drawings of their own. The server keeps nothing between two events:
each event names its scenario, and all that it says is parsed as text from outside. What goes to the
browser before an answer was submitted is drawn from the scenario's public fields alone; what the
filter of kinds offers and finds is the one exception, since that is a choice of the visitor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

import gradio as gr

from desks import SPLITS, TIERS, Voices, load
from graders import Grade, as_reported, grade, grading
from graders.grading import Policy
from ui import answer, browse, evidence, live, score_card
from ui.component import QUIET, html
from ui.drawing import shown, words
from ui.events import broken_link, completion, one_of, refused, refusing, said
from ui.evidence import NOTHING, Pointed
from ui.links import LinkError, Ref, asked

GRADING = {"concurrency_limit": 4, "concurrency_id": "grading"}
"""Answers graded at the same time, by both tabs."""
OPENING = {"concurrency_limit": 4, "concurrency_id": "opening"}
"""Pages opened at the same time: whoever has much graded keeps nobody from that."""
Pieces = tuple[str, str, str, str]
"""What an event draws anew, as HTML: the case, the policies, the score, the answer sheet."""


@dataclass(frozen=True)
class Bench:
    """What one tab adds to the bench: its names, where it opens, and its drawings."""

    tab: str
    desk: str
    kind: str
    """What the third filter chooses: a situation, a domain."""
    noun: str
    opens: Ref
    row: browse.Draw
    case: Callable[[Any, Grade | None, Pointed], str]
    """The scenario, and after an answer what it did and the words of the prompt that bear on it."""
    outcome: Callable[[Any, Grade], str]
    """What an action alone did; for a completion that is one."""
    form: Callable[[Any], str]
    blank: dict[str, Any]
    """The action that the sheet starts with."""
    warning: str | None = None
    """What choosing a kind gives away."""

    @property
    def policies(self) -> dict[str, Policy]:
        """The oracle, and everything that should not be paid."""
        oracle = Policy("oracle", "the honest answer, made from the truth", load(self.desk).oracle)
        return {policy.name: policy for policy in (oracle, *grading(self.desk).policies)}

    def scenario(self, ref: Ref) -> Any:
        """The scenario of that name."""
        return ref.scenario(self.desk)

    # --- drawing ---

    def opened(self, ref: Ref) -> Pieces:
        """A scenario without an answer."""
        scenario = self.scenario(ref)
        return (
            self.case(scenario, None, NOTHING),
            answer.policies(self.tab, ref, self.policies.values(), None),
            score_card.empty(),
            answer.sheet(self.tab, ref, self.form(scenario), self.blank),
        )

    def graded(self, ref: Ref, text: str, by: str) -> tuple[str, str]:
        """A scenario with an answer: its case and its score; `by` says whose answer, as HTML."""
        scenario = self.scenario(ref)
        ours, theirs = grade(scenario, text), as_reported.grade(scenario, text)
        prompt = load(self.desk).prompt(scenario)[1]["content"]
        case = self.case(scenario, ours, evidence.Pointed.of(ours, prompt))
        return case, score_card.draw(scenario, prompt, ours, theirs, by, text)

    def run(self, ref: Ref, name: str) -> Pieces:
        """A scenario answered by the policy of that name; LinkError where there is none."""
        if name not in self.policies:
            raise LinkError(f"{name[:40]!r} is no policy; there are {', '.join(self.policies)}")
        policy, scenario = self.policies[name], self.scenario(ref)
        text = policy.act(scenario)
        case, score = self.graded(ref, text, f"<b>{words(name)}</b>: {shown(policy.what)}")
        return (
            case,
            answer.policies(self.tab, ref, self.policies.values(), name),
            score,
            answer.sheet(self.tab, ref, self.form(scenario), self.blank, text),
        )

    def listed(
        self, tier: object, split: object, voices: object, kind: object, search: object
    ) -> tuple[Any, str]:
        """The fourth filter with the kinds of that tier, and the list; what is none is refused.

        A kind that the tier does not have leaves none out: the tier was changed under it.
        """
        tier, split = one_of(tier, TIERS, "tier"), one_of(split, SPLITS, "split")
        voices = one_of(voices, get_args(Voices), "voices")
        if not isinstance(search, str):
            raise refused("The search has to be text. Type words into the box.")
        rows = browse.rows(self.desk, self.row, tier, split, voices)
        kinds = browse.kinds(rows)
        kind = kind if kind in kinds else browse.EVERY
        every = (f"every {self.kind.lower()}", browse.EVERY)
        choices = [every, *((one.replace("_", " "), one) for one in kinds)]
        found = browse.matching(rows, kind, search)
        chooser = gr.Dropdown(choices=choices, value=kind)
        return chooser, browse.listing(self.tab, found, len(rows), self.noun)

    # --- events ---

    def on_load(self, request: gr.Request) -> tuple[Any, ...]:
        """What the address asks for; where it names nothing, the first case and why."""
        notice, ref = "", self.opens
        try:
            wanted, name = asked(request.query_params, self.tab)
            ref = wanted or ref
            pieces = self.run(ref, name) if name else self.opened(ref)
        except LinkError as error:
            notice = broken_link(error, ref)
            pieces = self.opened(ref)
        chooser, rows = self.listed(ref.tier, ref.split, ref.voices, browse.EVERY, "")
        return notice, ref.tier, ref.split, ref.voices, chooser, "", rows, *pieces

    def on_open(self, event: gr.EventData) -> tuple[str, ...]:
        with refusing():
            return "", *self.opened(Ref.parse(said(event, "scenario")))

    def on_run(self, event: gr.EventData) -> Pieces:
        with refusing():
            return self.run(Ref.parse(said(event, "scenario")), said(event, "policy"))

    def on_answer(self, event: gr.EventData) -> tuple[str, str, str]:
        with refusing():
            ref = Ref.parse(said(event, "scenario"))
        text = completion(event)
        case, score = self.graded(ref, text, "<b>Your answer</b>")
        return case, answer.policies(self.tab, ref, self.policies.values(), None), score

    # --- components ---

    def build(self, page: gr.Blocks) -> None:
        """The tab's components and events."""
        with gr.Row(elem_classes="bench"):
            with gr.Column(elem_classes="pane list-pane", min_width=0):
                tier = gr.Radio(list(TIERS), value=self.opens.tier, label="Tier")
                split = gr.Radio(list(SPLITS), value=self.opens.split, label="Split")
                voices = gr.Radio(
                    [("many voices", "all"), ("plain words", "plain")],
                    value=self.opens.voices,
                    label="Told in",
                )
                kind = gr.Dropdown(
                    [browse.EVERY], value=browse.EVERY, label=self.kind, info=self.warning
                )
                search = gr.Textbox(
                    label="Search", placeholder="words in the text", max_length=browse.MAX_SEARCH
                )
                rows = html("address.js", "list.js")
            if panel := live.Panel.of(self.tab, self.desk, tuple(self.blank)):
                with gr.Column(elem_classes="pane live-pane", min_width=0):
                    models = html("scroll.js", "live.js", drawn=panel.idle())
            with gr.Column(elem_classes="pane case-pane", min_width=0):
                notice = html()
                case = html("scroll.js", "case.js")
            with gr.Column(elem_classes="pane answer-pane", min_width=0):
                policies = html("address.js", "policies.js")
                score = html("scroll.js", "score.js")
                sheet = html("scroll.js", "sheet.js")

        pieces, filters = [case, policies, score, sheet], [tier, split, voices, kind, search]
        page.load(self.on_load, None, [notice, *filters, rows, *pieces], **QUIET, **OPENING)
        # A textbox's `input` misses what is pasted or cleared, so the search listens to `change`.
        # Without preprocessing, since `listed` judges what it is given, in words for the visitor.
        for changed in (tier.input, split.input, voices.input, kind.input, search.change):
            changed(
                self.listed,
                filters,
                [kind, rows],
                trigger_mode="always_last",
                preprocess=False,
                **QUIET,
            )
        rows.open(self.on_open, None, [notice, *pieces], **QUIET)
        policies.open(self.on_open, None, [notice, *pieces], **QUIET)
        policies.run(self.on_run, None, pieces, **QUIET, **GRADING)
        sheet.answer(self.on_answer, None, [case, policies, score], **QUIET, **GRADING)
        if panel:
            writing = models.write(panel.on_write, None, models, **QUIET, **live.WRITING)
            models.stop(None, None, None, cancels=writing, **QUIET)
