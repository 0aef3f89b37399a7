"""What can be chosen of a job on the Hub, what it costs at most, and the command that starts it."""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass

import gradio as gr

from desks.once import once
from training.hub.prices import PRICES_OF, USD_AN_HOUR, cost, seconds_in, several_gpus
from training.launch import LaunchError, job
from training.rl.presets import names, read_preset
from ui.drawing import escaped
from ui.events import one_of, refused, text_of

OWNER = "OWNER"
"""Stands for the account of somebody who has not signed in."""
PRESET, FLAVOR = "it_triage", "a100-large"
TIMES = {"1h": "1 hour", "2h": "2 hours", "4h": "4 hours", "6h": "6 hours"}
TIME = "4h"
USD = "10"
_USD = re.compile(r"\d{1,4}(\.\d{1,2})?", re.ASCII)
_NAME = re.compile(r"\w[\w.-]{0,95}", re.ASCII)


@dataclass(frozen=True)
class Choices:
    """A preset, hardware, a limit of time and one of money, and the name of a new repository."""

    preset: str
    flavor: str
    time: str
    usd: float
    name: str

    @property
    def most(self) -> str:
        """US dollars that it costs at most, with two decimals."""
        return f"{cost(self.flavor, seconds_in(self.time)):.2f}"

    @property
    def too_much(self) -> str:
        """Why the limit of money does not allow it, in a sentence; "" if it does."""
        if float(self.most) <= self.usd:
            return ""
        return (
            f"It may cost {self.most} USD, and your limit is {self.usd:.2f} USD. Choose less time, "
            "other hardware or a higher limit."
        )

    def request(self, owner: str) -> dict:
        """The job's arguments, as `training.launch` makes them; refused if it could not run."""
        try:
            return job(self.preset, self.flavor, self.time, f"{owner}/{self.name}")
        except LaunchError as error:
            raise refused(f"{error}.") from None

    def command(self) -> str:
        """The command that starts the same job."""
        asked = {
            "preset": self.preset,
            "flavor": self.flavor,
            "timeout": self.time,
            "budget": f"{self.usd:g}",
            "push-to": f"{OWNER}/{self.name}",
        }
        options = [word for name, value in asked.items() for word in (f"--{name}", value)]
        return shlex.join([".venv/bin/python", "-m", "training.launch", *options])


@once
def presets() -> dict[str, str]:
    """The presets that a job can run, each with its label."""
    found = {}
    for name in names():
        try:
            job(name, FLAVOR, TIME, "OWNER/NAME")
        except LaunchError:
            continue
        one = read_preset(name)
        found[name] = f"{name}: {one.base.partition('/')[2]}, {one.steps} steps"
    return found


def flavors() -> dict[str, float]:
    """The hardware with one GPU, as a job needs it, and its price an hour in US dollars."""
    return {
        name: usd
        for name, usd in sorted(USD_AN_HOUR.items(), key=lambda one: one[1])
        if not name.startswith("cpu") and not several_gpus(name)
    }


def first() -> Choices:
    """What is chosen to begin with."""
    return Choices(PRESET, FLAVOR, TIME, float(USD), named(PRESET))


def named(preset: str) -> str:
    """The name that is proposed for what a preset makes."""
    return f"rewarddesk-{preset}"


def _data_name(preset: str) -> str:
    return f'data-name="{named(preset)}"'


def chosen(event: gr.EventData) -> Choices:
    """What an event says was chosen; refused if that is not offered."""
    usd, name = text_of(event, "usd"), text_of(event, "name")
    if not _USD.fullmatch(usd):
        raise refused("The limit of money: a number of US dollars was expected, as in 7.50.")
    if not _NAME.fullmatch(name):
        raise refused("The name: up to 96 letters, digits, dots, - and _ were expected.")
    return Choices(
        one_of(text_of(event, "preset"), tuple(presets()), "preset"),
        one_of(text_of(event, "flavor"), tuple(flavors()), "hardware"),
        one_of(text_of(event, "time"), tuple(TIMES), "limit of time"),
        float(usd),
        name,
    )


def form(is_open: bool, owner: str) -> str:
    """The choices, as a form; `owner` is where the repository will be."""
    start = first()
    hardware = {name: f"{name}, {usd:.2f} USD an hour" for name, usd in flavors().items()}
    what = _select("preset", "What", presets(), start.preset, _data_name)
    return (
        f'<details class="account-form"{" open" * is_open}>'
        "<summary><h3>Train a larger model</h3> as a job on the Hub, from your own account"
        '</summary><p class="hint">GRPO on a rented GPU. The job sends the model, with its card '
        "and the record of the run, to a new private repository of yours.</p>"
        f'<div class="account-fields">{what}'
        f"{_select('flavor', 'Hardware', hardware, start.flavor)}"
        f"{_select('time', 'Time limit', TIMES, start.time)}"
        '<label><span>Cost limit, in USD</span><input name="usd" inputmode="decimal" '
        f'maxlength="7" value="{USD}"></label>'
        f'<label><span>Repository: {escaped(owner)}/</span><input name="name" maxlength="96" '
        f'spellcheck="false" value="{start.name}"></label></div></details>'
    )


def quote(one: Choices) -> str:
    """What it costs at most, and why it cannot be started, as HTML."""
    rate = USD_AN_HOUR[one.flavor]
    over = notice(one.too_much) if one.too_much else ""
    return (
        f'<p class="price"><b>At most {one.most} USD</b>: {TIMES[one.time]} of {one.flavor} at '
        f"{rate:.2f} USD an hour (prices of {PRICES_OF}). Less if it is done or cancelled sooner."
        f"</p>{over}"
    )


def notice(why: str) -> str:
    """Why it cannot be started, as HTML; `why` is HTML too."""
    return f'<p class="notice" role="alert">{why}</p>'


def _select(
    name: str,
    label: str,
    choices: dict[str, str],
    start: str,
    data: Callable[[str], str] = lambda value: "",
) -> str:
    """A choice; `data` is what else an option says in its attributes."""
    options = "".join(
        f'<option value="{value}" {data(value)}{" selected" * (value == start)}>'
        f"{escaped(text)}</option>"
        for value, text in choices.items()
    )
    return f'<label><span>{label}</span><select name="{name}">{options}</select></label>'
