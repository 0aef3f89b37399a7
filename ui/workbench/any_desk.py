"""A generic bench for desks without views of their own: prompt as text, form from the schema."""

import json
from typing import Any

from desks import Desk, Scenario
from graders import Grade, grading
from ui.drawing import escaped, label_of
from ui.evidence import PromptEvidence
from ui.links import Ref
from ui.workbench import answer
from ui.workbench.bench import Bench
from ui.workbench.browse import Row
from ui.workbench.prompt import user_message


def bench(desk: Desk) -> Bench:
    """A bench built from nothing but the desk's registration."""
    return Bench(
        tab=desk.name,
        desk=desk.name,
        kind="Kind of case",
        noun="cases",
        opens=Ref("easy", "eval", 0),
        meets=Ref("medium", "eval", 0),
        row=lambda ref, scenario: _row(desk, ref, scenario),
        case=lambda scenario, grade, evidence: _case(desk, scenario, grade, evidence),
        outcome=lambda scenario, grade: _done(grade),
        answered=lambda scenario, grade: _done(grade),
        form=lambda scenario: _form(desk),
        blank=json.loads(grading(desk.name).blank),
    )


def _row(desk: Desk, ref: Ref, scenario: Scenario) -> Row:
    text = user_message(desk, scenario)
    return Row(
        ref=ref,
        kind=scenario.situation,
        lead="",
        who=desk.title,
        subject=str(ref),
        body=text,
        note="",
        text=text.lower(),
    )


def _case(desk: Desk, scenario: Scenario, grade: Grade | None, evidence: PromptEvidence) -> str:
    done = _done(grade) if grade and grade.action else ""
    return (
        f'<article class="letter"><header class="letter-head"><h2>{escaped(desk.title)}</h2>'
        '</header><div class="message latest"><div class="body">'
        f"{evidence.marked(user_message(desk, scenario))}</div></div></article>{done}"
    )


def _done(grade: Grade) -> str:
    action = grade.action.model_dump(mode="json")
    rows = "".join(
        f"<dt>{label_of(name)}</dt>"
        f"<dd>{escaped(value if isinstance(value, str) else json.dumps(value))}</dd>"
        for name, value in action.items()
    )
    return f'<section class="block-section"><h3>The answer</h3><dl>{rows}</dl></section>'


def _form(desk: Desk) -> str:
    """A control for each enum, string, list of strings, boolean or number; none for other types."""
    prose = grading(desk.name).prose
    fields = desk.action.model_json_schema()["properties"] if desk.action else {}
    return "".join(_control(name, schema, name == prose) for name, schema in fields.items())


def _control(name: str, schema: dict[str, Any], long: bool) -> str:
    label = label_of(name).capitalize()
    if "enum" in schema:
        return answer.choice(name, label, [(one, label_of(one)) for one in schema["enum"]])
    if schema.get("type") == "boolean":
        return answer.switch(name, label)
    if schema.get("type") in ("number", "integer"):
        is_share = (schema.get("minimum"), schema.get("maximum")) == (0, 1)
        return answer.share(name, label) if is_share else answer.number(name, label)
    if schema.get("type") == "array" and schema["items"].get("type") == "string":
        return answer.separated(name, label)
    if schema.get("type") != "string":
        return ""
    return answer.area(name, label) if long else answer.line(name, label)
