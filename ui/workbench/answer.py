"""The answer sheet (a form and raw JSON, kept in sync in the browser) and the policy buttons.

The JSON text is the single source of truth. Each form control names the path of its value in the
JSON (`data-path`); `assets/sheet.js` writes changes there and refills the form from it. Values that
the form cannot show (an unknown id, a time with a UTC offset) stay in the JSON and are named beside
the field.
"""

import html
import json
from collections.abc import Iterable, Sequence
from typing import Any

from desks.strict_json import MAX_BYTES
from graders.grading import Policy
from ui.drawing import aria_bool, escaped, render_nonce, script_name
from ui.links import GameRef, Ref, tab_href
from ui.own.ref import OwnRef

SCRIPTS = ("sheet_parts.js", "newest.js", "sheet_live.js", "picked.js", "sheet.js")
"""The scripts of a sheet; the last draws it."""
FORM = "form"
VIEWS = (FORM, "json")
"""What an answer is written in."""
Options = Iterable[tuple[str, str]]
"""(value, HTML label)"""


def policies(
    tab: str, desk: str, ref: Ref | OwnRef, offered: Iterable[Policy], run: str | None
) -> str:
    """Buttons that answer the case with a scripted policy, `run` is the one pressed; and the way
    to the Arena, where any two models answer it."""
    buttons = "".join(
        f'<button type="button" data-policy="{policy.name}" title="{escaped(policy.what)}" '
        f'aria-pressed="{aria_bool(policy.name == run)}">'
        f"{escaped(script_name(policy.name))}</button>"
        for policy in offered
    )
    arena = tab_href(
        "arena", **({} if isinstance(ref, OwnRef) else {"desk": desk, "scenario": ref})
    )
    return (
        f'<section class="policies" data-tab="{tab}" data-scenario="{ref}" data-run="{run or ""}">'
        f'<h3 id="run-{tab}">Run a script</h3><p class="hint">One honest answer, and ways to '
        f'cheat.</p><div class="buttons" role="group" aria-labelledby="run-{tab}">{buttons}</div>'
        f'<a class="compare" href="{arena}" data-tab="arena" data-compare="{desk}">'
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
        f'<div class="raw"><label for="json-{tab}">The answer, graded as it stands here</label>'
        f'<textarea id="json-{tab}" class="json" rows="16" spellcheck="false" '
        f'maxlength="{MAX_BYTES}" aria-describedby="state-{tab}"></textarea></div>'
        f'<p class="state" id="state-{tab}"{spoken}></p>'
        f"{'' if live else submit}</section>"
    )


def way_there() -> str:
    """A button that leads to the answer sheet; on a phone it stays in view as long as the case."""
    return '<button type="button" class="primary" data-to-answer>Write an answer</button>'


# --- form controls ---


def line(path: str, label: str, hint: str = "") -> str:
    return _field(label, f'<input type="text" data-path="{path}" maxlength="200">', hint)


def number(path: str, label: str) -> str:
    return _field(label, f'<input type="number" step="any" data-path="{path}">')


def separated(path: str, label: str) -> str:
    """A text input for a comma-separated list."""
    control = f'<input type="text" data-separated data-path="{path}" maxlength="200">'
    return _field(f"{label}, separated by commas", control)


def area(path: str, label: str, rows: int = 5, hint: str = "") -> str:
    control = f'<textarea data-path="{path}" rows="{rows}" maxlength="{MAX_BYTES}"></textarea>'
    return _field(label, control, hint)


def moment(path: str, label: str) -> str:
    """An input for a local date and time."""
    return _field(label, f'<input type="datetime-local" data-path="{path}">', kind="field moment")


def share(path: str, label: str, meant: Sequence[str] = ()) -> str:
    """A slider from 0 to 1; `meant` says what each of its values, in equal steps, comes to."""
    told = f' data-meant="{html.escape(json.dumps(meant))}"' if meant else ""
    control = f'<input type="range" min="0" max="1" step="0.05" data-path="{path}"{told}>'
    hint = rule(f'<span data-means="{path}"></span>') if meant else ""
    return _field(f'{label} <b data-value="{path}"></b>', control, hint)


def pick(path: str, label: str, none: str, options: Iterable[tuple[str, str, int]]) -> str:
    """A choice of one of many, `none` is what no choice is called; an option's minutes are how long
    a time is that is given beside it."""
    lines = "".join(
        f'<option value="{value}" data-minutes="{minutes}">{text}</option>'
        for value, text, minutes in options
    )
    rest = f'<output class="rest" data-rest="{path}"></output>'
    control = f'<select data-path="{path}"><option value="">{none}</option>{lines}</select>{rest}'
    return _field(label, control)


def _field(label: str, control: str, hint: str = "", kind: str = "field") -> str:
    return f'<div class="{kind}"><label><span>{label}</span>{control}</label>{hint}</div>'


def choice(path: str, label: str, options: Options, hint: str = "") -> str:
    """Radio buttons."""
    return _chips(label, options, f'type="radio" name="{path}"', f'data-path="{path}"', hint)


def checks(path: str, label: str, options: Options, hint: str = "") -> str:
    """Checkboxes; the checked values form the list at `path`."""
    rest = f'<output class="rest" data-rest="{path}"></output>{hint}'
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


def switch(path: str, label: str, hint: str = "") -> str:
    """A checkbox for a boolean."""
    return (
        '<div class="field"><label class="chip"><input type="checkbox" '
        f'data-path="{path}"><span>{label}</span></label>{hint}</div>'
    )


# --- what depends on a choice ---


def rule(text: str, when: str = "") -> str:
    """A hint where the rubric's rules bite; `when` is a condition by `used`. A live sheet, which
    another grader may pay for, has none."""
    return f'<p class="hint rule" {when}>{text}</p>'


def used(path: str, *choices: str) -> str:
    """The condition that the value at `path` is one of these."""
    return f'data-by="{path}" data-when="{" ".join(choices)}"'


def optional(path: str, label: str, empty: dict[str, Any], when: str, inner: str) -> str:
    """Controls for an object that is null unless the condition `when` holds; then it begins as
    `empty`."""
    return _part(path, label, empty, None, when, f'<div class="inner">{inner}</div>')


def spans(path: str, label: str, most: int, when: str, minutes: int, hint: str) -> str:
    """Inputs for a list of up to `most` objects with a start and an end, `minutes` later; the list
    is empty unless the condition `when` holds."""
    rows = "".join(
        f'<div class="pair" role="group" aria-label="{label} {n + 1}">'
        f"{moment(f'{path}.{n}.start', 'start')}{moment(f'{path}.{n}.end', 'end')}"
        f'<button type="button" class="out" data-out="{path}.{n}" '
        f'aria-label="Take out {label.lower()} {n + 1}">✕</button></div>'
        for n in range(most)
    )
    inner = f'<div class="spans" data-spans="{path}" data-lasts="{minutes}">{rows}</div>{hint}'
    return _part(path, label, [], [], when, inner)


def _part(path: str, label: str, empty: Any, nothing: Any, when: str, inner: str) -> str:
    """A part of the form that only some choices use; what it holds all the same is shown."""
    return (
        f'<fieldset class="field optional" data-part="{path}" {when} '
        f'data-empty="{html.escape(json.dumps(empty))}" data-nothing="{json.dumps(nothing)}">'
        f'<legend>{label}</legend><p class="rest unused">The action does not use this. '
        f'<button type="button" class="link" data-drop="{path}">Take it out</button></p>'
        f"{inner}</fieldset>"
    )


def words(path: str, least: int, most: int, per: str = "") -> str:
    """How many words a text has, and whether they are too few or too many: at most `most` for each
    item of the list at `per`."""
    bounds = f'data-least="{least}" data-most="{most}" data-per="{per}"'
    return f'<span class="words" data-words="{path}" {bounds}></span>'
