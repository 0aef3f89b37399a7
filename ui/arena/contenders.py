"""Who may answer in the Arena: a desk's shipped models, scripts, a Hub model, or an endpoint.

Specs are those of `training/models/policies.py`, but come from visitors, so they must not name a
local folder, a private address (unless the page serves only this machine) or a model too large to
load. Opening a link makes no request; a spec is resolved only once it has to answer. A visitor's
API key is sent to the endpoint and stored nowhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

import gradio as gr

from desks import Scenario, load
from desks.cases import has_key
from desks.desk import Message
from envs.address import PROXIES
from training.models.base import REPOSITORY
from training.models.policies import load_policy, scripts
from training.models.policy import POCKET, PRETRAINED, Policy, PolicyError
from ui import inference
from ui.arena import hub
from ui.drawing import script_name
from ui.links import Ref
from ui.own.ref import OwnRef

MAX_SPEC_LENGTH = 300
"""Maximum characters of a spec."""
SHIPPED = (PRETRAINED, POCKET)
BROUGHT = ("hub", "api")
KINDS = (*SHIPPED, "scripted", *BROUGHT)
ORACLE = "scripted:oracle"
LOCALHOST = "localhost"
FORWARDED = ("forwarded", "via", "x-forwarded-", "x-real-ip", "x-client-ip", "true-client-", "cf-")
"""Prefixes of headers that proxies add; behind a proxy, a page serves more than this machine."""


@dataclass(frozen=True)
class Contender:
    """Who answers: a policy spec and its desk, the endpoint's key, and whether the endpoint may be
    on a private network."""

    spec: str
    desk: str
    key: str = field(default="", repr=False)
    allow_private: bool = False

    @classmethod
    def parse(cls, spec: str, desk: str, key: str = "") -> "Contender":
        """Parse a visitor's spec; PolicyError says what was expected."""
        kind, _, what = spec.partition(":")
        if kind in BROUGHT and not what:
            raise PolicyError("a model's name is missing: type it in, as the field shows")
        if len(spec) > MAX_SPEC_LENGTH or kind not in KINDS or not what:
            raise PolicyError(f"{spec[:40]!r} is nobody; choose a model, or name one as shown")
        if kind in SHIPPED and spec not in inference.shipped(desk):
            raise PolicyError(f"no model {spec[:40]!r} is shipped for this desk")
        if kind == "scripted" and what not in scripts(load(desk)):
            raise PolicyError(f"no script {what[:40]!r} works at this desk")
        if kind == "hub" and not all(map(REPOSITORY.fullmatch, what.split("+", 1))):
            raise PolicyError(f"{what[:80]!r} is no OWNER/NAME or OWNER/NAME+OWNER/ADAPTER")
        return cls(spec, desk, key if kind == "api" else "")

    @property
    def name(self) -> str:
        """Its name on the page."""
        kind, _, what = self.spec.partition(":")
        if kind in SHIPPED:
            return inference.named(self.spec)
        return script_name(what) if kind == "scripted" else what

    @property
    def is_scripted(self) -> bool:
        """Whether it is a script, whose answer is there at once and so has no pace."""
        return self.spec.startswith("scripted:")

    def policy(self) -> Policy:
        """The loaded policy; PolicyError says why it cannot be loaded."""
        kind = self.spec.partition(":")[0]
        if kind in SHIPPED:
            return inference.model(self.desk, self.spec)
        if kind == "hub":
            return hub.HubModel(self.spec, load(self.desk))
        return load_policy(self.spec, load(self.desk), key=self.key, public=not self.allow_private)

    def writer(self, scenario: Scenario) -> Policy:
        """A policy that can stream its answer; a script, which cannot, answers in advance."""
        if self.spec == ORACLE and not has_key(scenario):
            raise PolicyError("the honest answer is not known here: nobody has marked what applies")
        policy = self.policy()
        if not self.is_scripted:
            return policy
        [text] = policy.answer([scenario], sample=False, seed=0)
        return FixedText(policy.name, policy.desk, text)


@dataclass(frozen=True)
class Match:
    """A case, and the two contenders that answer it."""

    desk: str
    ref: Ref | OwnRef
    first: Contender
    second: Contender


class FixedText(Policy):
    """A policy that streams a finished text as its answer."""

    def __init__(self, name: str, desk: object, text: str) -> None:
        super().__init__(name, desk)  # type: ignore[arg-type]
        self._text = text

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        return [self._text] * len(prompts)

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        yield self._text


def offered(desk: str) -> dict[str, list[str]]:
    """The specs that a visitor can choose from, by heading."""
    there = inference.shipped(desk)
    return {
        "SmolLM2, 135 million parameters": [one for one in there if one.startswith(PRETRAINED)],
        "Pocket models, 2 million": [one for one in there if one.startswith(POCKET)],
        "Scripts": [f"scripted:{name}" for name in scripts(load(desk))],
    }


def opening(desk: str) -> tuple[str, str]:
    """The specs of the first match: models, or scripts if there are none."""
    there = inference.shipped(desk)
    kind = f"{there[0].partition(':')[0]}:" if there else ""
    first, *others = [spec for spec in there if spec.startswith(kind)] or ["scripted:best_constant"]
    return first, (others[-1] if others else ORACLE)


def is_local_only(page: gr.Blocks | None, request: gr.Request) -> bool:
    """Whether a page serves only this machine: it listens on a loopback address and is not shared,
    and the request came neither through a proxy nor from another site in the visitor's browser."""
    name = getattr(page, "server_name", "")
    brought = any(one.lower().startswith(FORWARDED) for one in request.headers)
    if not name or page.share or PROXIES or brought:
        return False
    origin = request.headers.get("origin")
    try:
        site = urlsplit(f"//{request.headers.get('host', '')}").hostname
        asked = site if origin is None else urlsplit(origin).hostname
    except ValueError:
        return False
    return all(map(_is_here, (name, site, asked)))


def _is_here(name: str | None) -> bool:
    """Whether a host is localhost or a loopback address; names are not resolved."""
    try:
        return name == LOCALHOST or ip_address(name or "").is_loopback
    except ValueError:
        return False
