"""A tab in which a person works at a desk: the cases, the policies, the answer and the score.

The Inbox and the Help desk are benches with their own views. The server keeps no state between
events: each names its scenario, and its data is parsed as untrusted input. Until an answer is
submitted, the browser gets only what derives from the scenario's public fields; the exceptions are
the filter by kind, which is the visitor's choice, and a ticket's domain.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

import gradio as gr

from desks import SPLITS, TIERS, ActionError, Voices, load
from desks.cases import has_key
from graders import Grade, as_reported, grade, grading
from graders.grading import Policy
from ui import inference, score_card
from ui.component import EACH, QUIET, Listener, html, stoppable
from ui.drawing import escaped, humanized, script_name
from ui.events import broken_link, completion, one_of, refused, refusing, text_of
from ui.evidence import NO_EVIDENCE, PromptEvidence
from ui.links import LinkError, Ref, known, parse_query
from ui.own.ref import OwnRef, reference
from ui.side_by_side import Outcome
from ui.workbench import answer, browse, live
from ui.workbench.in_words import faults_of
from ui.workbench.prompt import told, user_message

GRADING = {"concurrency_limit": 4, "concurrency_id": "grading"}
"""Concurrency limit for grading, shared by tabs and endpoints."""
OPENING = {"concurrency_limit": 4, "concurrency_id": "opening"}
"""Concurrency limit for opening pages, which a backlog of grading cannot block."""
SPLITS_FOR = [("training", "train"), ("testing", "eval")]
"""What the cases of a split are there for."""
Pieces = tuple[str, str, str, str]
"""The HTML that an event redraws: the case, the policies, the score, the answer sheet."""


@dataclass(frozen=True)
class Bench:
    """The bench of one desk: its names, its first case and its views."""

    tab: str
    desk: str
    kind: str
    """What the filter by kind is called: situation or domain."""
    noun: str
    opens: Ref
    """The case shown first."""
    meets: Ref
    """The case on which two models meet first: one that training made the difference on."""
    row: browse.Draw
    case: Callable[[Any, Grade | None, PromptEvidence], str]
    """Draws the scenario; given a grade, also what the answer did and the evidence in the
    prompt."""
    outcome: Outcome
    answered: Outcome
    """The same in words alone, without the case."""
    form: Callable[[Any], str]
    blank: dict[str, Any]
    """The action that the sheet starts with."""
    warning: str | None = None
    """Shown with the filter by kind: what choosing one gives away."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What fields of its answers are called, by path, where it is not their name in the JSON."""
    bring: Callable[[Callable[[OwnRef], Pieces], Sequence[gr.HTML], list[Any]], None] | None = None
    """Builds the panel for a case of one's own: what draws the case, and where, and the events that
    the case ends."""

    @property
    def policies(self) -> dict[str, Policy]:
        """The oracle, and the policies that do not do the work, by name."""
        oracle = Policy("oracle", "made from the truth", load(self.desk).oracle)
        return {policy.name: policy for policy in (oracle, *grading(self.desk).policies)}

    def offered(self, scenario: Any) -> list[Policy]:
        """The policies that can answer a scenario: without a key there is no oracle."""
        keyed = has_key(scenario)
        return [one for name, one in self.policies.items() if keyed or name != "oracle"]

    def scenario(self, ref: Ref | OwnRef) -> Any:
        """The scenario that `ref` names."""
        return ref.scenario(self.desk)

    def prepare(self) -> None:
        """Have the case that the tab opens with read by a model, once the page is idle."""
        prompt = load(self.desk).prompt(self.scenario(self.opens))
        inference.open_with(self.desk, inference.shipped(self.desk), prompt)

    # --- drawing ---

    def shown(self, scenario: Any, grade: Grade | None, evidence: PromptEvidence) -> str:
        """The case, and beneath it the prompt that models get."""
        return self.case(scenario, grade, evidence) + told(load(self.desk), scenario)

    def opened(self, ref: Ref | OwnRef) -> Pieces:
        """A scenario before any answer."""
        scenario = self.scenario(ref)
        prompt = load(self.desk).prompt(scenario)
        inference.read_ahead(self.desk, inference.shipped(self.desk), prompt)
        return (
            self.shown(scenario, None, NO_EVIDENCE),
            answer.policies(self.tab, self.desk, ref, self.offered(scenario), None),
            score_card.empty(),
            answer.sheet(self.tab, ref, self.form(scenario), self.blank),
        )

    def graded(self, ref: Ref | OwnRef, text: str, by: str) -> tuple[str, str]:
        """The case and the score of an answer; `by` says whose answer it is, as HTML."""
        scenario = self.scenario(ref)
        ours, theirs = grade(scenario, text), as_reported.grade(scenario, text)
        prompt = user_message(load(self.desk), scenario)
        case = self.shown(scenario, ours, PromptEvidence.of(ours, prompt))
        return case, score_card.draw(scenario, prompt, ours, theirs, by, text)

    def run(self, ref: Ref | OwnRef, name: str) -> Pieces:
        """A scenario answered by the named policy; LinkError if there is no such policy."""
        scenario = self.scenario(ref)
        offered = {one.name: one for one in self.offered(scenario)}
        policy = offered[known(name, offered, "script")]
        text = policy.act(scenario)
        by = f"<b>{escaped(script_name(name))}</b>: {escaped(policy.what)}"
        case, score = self.graded(ref, text, by)
        return (
            case,
            answer.policies(self.tab, self.desk, ref, offered.values(), name),
            score,
            answer.sheet(self.tab, ref, self.form(scenario), self.blank, text),
        )

    def listed(
        self, tier: object, split: object, voices: object, kind: object, search: object
    ) -> tuple[Any, str]:
        """The filter, with the tier's kinds, and the list; invalid filters are refused.

        A kind that the tier does not have, as after a change of tier, is reset to "every".
        """
        tier, split = one_of(tier, TIERS, "tier"), one_of(split, SPLITS, "split")
        voices = one_of(voices, get_args(Voices), "voices")
        if not isinstance(search, str):
            raise refused("The search has to be text. Type words into the box.")
        rows = browse.rows(self.desk, self.row, tier, split, voices)
        kinds = sorted({row.kind for row in rows})
        kind = kind if kind in kinds else browse.EVERY
        every = (f"every {self.kind.lower()}", browse.EVERY)
        choices = [every, *((humanized(one), one) for one in kinds)]
        found = browse.matching(rows, kind, search)
        chooser = gr.Dropdown(choices=choices, value=kind)
        return chooser, browse.listing(self.tab, found, len(rows), self.noun)

    # --- events ---

    def on_load(self, request: gr.Request) -> tuple[Any, ...]:
        """The case that the address names, else the first case; with a notice if the link is
        broken."""
        notice, ref = "", self.opens
        try:
            wanted, name = parse_query(request.query_params, self.tab)
            ref = wanted or ref
            pieces = self.run(ref, name) if name else self.opened(ref)
        except LinkError as error:
            notice = broken_link(error)
            pieces = self.opened(ref)
        chooser, rows = self.listed(ref.tier, ref.split, ref.voices, browse.EVERY, "")
        return notice, ref.tier, ref.split, ref.voices, chooser, "", rows, *pieces

    def on_open(self, event: gr.EventData) -> tuple[str, ...]:
        with refusing():
            return "", *self.opened(reference(text_of(event, "scenario"), self.desk))

    def on_run(self, event: gr.EventData) -> Pieces:
        with refusing():
            return self.run(
                reference(text_of(event, "scenario"), self.desk), text_of(event, "policy")
            )

    def on_answer(self, event: gr.EventData) -> tuple[Any, Any, str]:
        """Grade an answer. From the form, what is no action is not graded: the card says what is
        missing."""
        with refusing():
            ref = reference(text_of(event, "scenario"), self.desk)
        text = completion(event)
        if one_of(text_of(event, "view"), answer.VIEWS, "view") == answer.FORM:
            try:
                load(self.desk).parse(text)
            except ActionError as error:
                faults = faults_of(error, text, self.names)
                return gr.skip(), gr.skip(), score_card.unfinished(faults)
        case, score = self.graded(ref, text, "<b>Your answer</b>")
        offered = self.offered(self.scenario(ref))
        return case, answer.policies(self.tab, self.desk, ref, offered, None), score

    # --- components ---

    def build(self, first_opened: Listener) -> None:
        """The tab's components and events."""
        own_pane = gr.Column(elem_classes="own-pane", min_width=0)
        with gr.Row(elem_classes="bench"):
            with gr.Column(elem_classes="pane list-pane", min_width=0):
                tier = gr.Radio(list(TIERS), value=self.opens.tier, label="Difficulty")
                split = gr.Radio(SPLITS_FOR, value=self.opens.split, label="Cases for")
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
                rows = html("address.js", "scroll.js", "list.js")
            if panel := live.Panel.of(self.tab, self.desk, tuple(self.blank), self.outcome):
                with gr.Column(elem_classes="pane live-pane", min_width=0):
                    models = html(*live.SCRIPTS, drawn=panel.idle())
            with gr.Column(elem_classes="pane case-pane", min_width=0):
                notice = html()
                case = html("scroll.js", "case.js", "folds.js", "arrows.js", "pick.js")
                html(drawn=answer.way_there())
            with gr.Column(elem_classes="pane answer-pane", min_width=0):
                policies = html("address.js", "policies.js")
                score = html("scroll.js", "score.js")
                sheet = html("scroll.js", *answer.SCRIPTS)

        pieces, filters = [case, policies, score, sheet], [tier, split, voices, kind, search]
        first_opened(self.on_load, None, [notice, *filters, rows, *pieces], **QUIET, **OPENING)
        # A textbox's `input` event misses pasting and clearing, so the search listens to `change`.
        # No preprocessing: `listed` validates its input itself, with messages for the visitor.
        # One event for all filters, so that no list is drawn over that of a later change.
        gr.on(
            [tier.input, split.input, voices.input, kind.input, search.change],
            self.listed,
            filters,
            [kind, rows],
            trigger_mode="always_last",
            preprocess=False,
            **QUIET,
        )
        answering = [
            policies.run(self.on_run, None, pieces, **QUIET, **GRADING),
            sheet.answer(self.on_answer, None, [case, policies, score], **QUIET, **GRADING),
        ]
        # Another case first ends what is still graded: that would be drawn over it.
        for opens in (rows.open, policies.open):
            opens(None, None, None, cancels=answering, **QUIET)
            opens(self.on_open, None, [notice, *pieces], **EACH)
        if self.bring:
            with own_pane:
                self.bring(self.opened, [notice, *pieces], answering)
        if panel:
            run = models.write(panel.on_write, None, models, **EACH, **inference.WRITING)
            stoppable(models, run)
