"""The answer sheet (a form and raw JSON, kept in sync in the browser) and the policy buttons.

The JSON text is the single source of truth. Each form control names the path of its value in the
JSON (`data-path`); `assets/sheet.js` writes changes there and refills the form from it. Values that
the form cannot show (an unknown id, a time with a UTC offset) stay in the JSON and are named beside
the field.
"""

import html
import json
from collections.abc import Iterable
from typing import Any

from desks.strict_json import MAX_BYTES
from graders.grading import Policy
from ui.drawing import aria_bool, escaped, label_of, render_nonce
from ui.links import GameRef, Ref
from ui.own.ref import OwnRef

Options = Iterable[tuple[str, str]]
"""(value, HTML label)"""


def policies(
    tab: str, desk: str, ref: Ref | OwnRef, offered: Iterable[Policy], run: str | None
) -> str:
    """Buttons that answer the case with a scripted policy, `run` is the one pressed; and the way
    to the Arena, where any two models answer it."""
    buttons = "".join(
        f'<button type="button" data-policy="{policy.name}" title="{escaped(policy.what)}" '
        f'class="{"honest" if policy.name == "oracle" else ""}" '
        f'aria-pressed="{aria_bool(policy.name == run)}">{label_of(policy.name)}</button>'
        for policy in offered
    )
    case = "" if isinstance(ref, OwnRef) else f"&desk={desk}&scenario={ref}"
    return (
        f'<section class="policies" data-tab="{tab}" data-scenario="{ref}" data-run="{run or ""}">'
        f'<h3 id="run-{tab}">Run a policy</h3><p class="hint">One honest answer, and ways to '
        f'cheat.</p><div class="buttons" role="group" aria-labelledby="run-{tab}">{buttons}</div>'
        f'<a class="compare" href="?tab=arena{case}" data-tab="arena" data-compare="{desk}">'
        "Any two models on this case, side by side</a></section>"
    )


def sheet(
    tab: str,
    ref: Ref | GameRef | OwnRef,
    form: str,
    answer: dict[str, Any],
    text: str | None = None,
    live: bool = False,
) -> str:
    """The form and the JSON of an answer; `text` is a completion to show instead of `answer`.

    A `live` sheet reports every change as it is typed, and has no submit button.
    """
    text = json.dumps(answer, indent=2, ensure_ascii=False) if text is None else text
    submit = (
        '<button type="button" class="primary" data-submit>Grade this answer</button>'
        '<span class="hint keys">Ctrl + Enter</span>'
    )
    spoken = "" if live else ' role="status"'
    return (
        f'<section class="sheet" data-scenario="{ref}" {render_nonce()} '
        f"{'data-live ' * live}"
        f'data-text="{html.escape(text)}">'
        f'<div class="sheet-head"><h3>Answer it yourself</h3>'
        '<div class="switch" role="group" aria-label="How to answer">'
        '<button type="button" data-view="form" aria-pressed="true">Form</button>'
        '<button type="button" data-view="json" aria-pressed="false">JSON</button></div></div>'
        f'<fieldset class="form"><legend class="unseen">The answer as a form</legend>{form}'
        "</fieldset>"
        f'<div class="raw"><label for="json-{tab}">The completion, graded as it stands here</label>'
        f'<textarea id="json-{tab}" class="json" rows="16" spellcheck="false" '
        f'maxlength="{MAX_BYTES}" aria-describedby="state-{tab}"></textarea></div>'
        f'<p class="state" id="state-{tab}"{spoken}></p>'
        f"{'' if live else submit}</section>"
    )


# --- form controls ---


def line(path: str, label: str) -> str:
    return _field(label, f'<input type="text" data-path="{path}" maxlength="200">')


def number(path: str, label: str) -> str:
    return _field(label, f'<input type="number" step="any" data-path="{path}">')


def separated(path: str, label: str) -> str:
    """A text input for a comma-separated list."""
    control = f'<input type="text" data-separated data-path="{path}" maxlength="200">'
    return _field(f"{label}, separated by commas", control)


def area(path: str, label: str, rows: int = 5) -> str:
    control = f'<textarea data-path="{path}" rows="{rows}" maxlength="{MAX_BYTES}"></textarea>'
    return _field(label, control)


def moment(path: str, label: str) -> str:
    """An input for a local date and time."""
    return _field(label, f'<input type="datetime-local" data-path="{path}">', "field moment")


def share(path: str, label: str) -> str:
    """A slider from 0 to 1."""
    control = f'<input type="range" min="0" max="1" step="0.05" data-path="{path}">'
    return _field(f'{label} <b data-value="{path}"></b>', control)


def _field(label: str, control: str, kind: str = "field") -> str:
    return f'<label class="{kind}"><span>{label}</span>{control}</label>'


def choice(path: str, label: str, options: Options) -> str:
    """Radio buttons."""
    return _chips(label, options, f'type="radio" name="{path}"', f'data-path="{path}"')


def checks(path: str, label: str, options: Options) -> str:
    """Checkboxes; the checked values form the list at `path`."""
    rest = f'<output class="rest" data-rest="{path}"></output>'
    return _chips(label, options, 'type="checkbox"', f'data-list="{path}"', rest)


def _chips(label: str, options: Options, before: str, after: str, below: str = "") -> str:
    """A group of inputs with the attributes `before` and `after` their values; `below` is HTML."""
    chips = "".join(
        f'<label class="chip"><input {before} value="{value}" {after}><span>{text}</span></label>'
        for value, text in options
    )
    return (
        f'<fieldset class="field"><legend>{label}</legend><div class="chips">{chips}</div>'
        f"{below}</fieldset>"
    )


def switch(path: str, label: str) -> str:
    """A checkbox for a boolean."""
    return (
        '<label class="chip"><input type="checkbox" '
        f'data-path="{path}"><span>{label}</span></label>'
    )


def optional(path: str, label: str, empty: dict[str, Any], when: str, inner: str) -> str:
    """A checkbox for an object that may be null; checking it sets the object to `empty`.

    `when` is a space-separated list of the choices that check it; any other choice unchecks it.
    """
    return (
        f'<fieldset class="field optional"><legend><label class="chip"><input type="checkbox" '
        f'data-object="{path}" data-when="{when}" data-empty="{html.escape(json.dumps(empty))}">'
        f'<span>{label}</span></label></legend><div class="inner">{inner}</div></fieldset>'
    )


def spans(path: str, label: str, most: int) -> str:
    """Inputs for a list of up to `most` objects with a start and an end."""
    rows = "".join(
        f'<div class="pair" role="group" aria-label="{label} {n + 1}">'
        f"{moment(f'{path}.{n}.start', 'start')}{moment(f'{path}.{n}.end', 'end')}</div>"
        for n in range(most)
    )
    return (
        f'<fieldset class="field"><legend>{label}</legend><div class="spans" '
        f'data-spans="{path}">{rows}</div></fieldset>'
    )
