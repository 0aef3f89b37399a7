"""Who may answer in the Arena: a desk's own models, scripts, a model of the Hub, or an endpoint.

A spec is that of `training/policies.py`, and comes from a visitor: it names no folder, no address
that only this machine can reach, and no model too large to load. A visitor's key is handed to the
endpoint that it is for, and kept nowhere.
"""

import ipaddress
import os
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from desks import Scenario, load
from desks.desk import Message
from training.base import REPOSITORY
from training.policies import BASE, TRAINED, Policy, PolicyError, load_policy, scripts
from ui import live
from ui.arena import hub

LONGEST = 300
"""Characters of a spec."""
KINDS = ("embedded", "scripted", "hub", "api")
_INTO_IPV4 = tuple(map(ipaddress.ip_network, ("::/96", "64:ff9b::/96", "2001::/32", "2002::/16")))
"""Addresses that hold one of IPv4, which a gateway may unpack."""
ON_A_SPACE = "SPACE_ID"
"""Set where the page is everybody's: there an endpoint has to be a public one."""


@dataclass(frozen=True)
class Contender:
    """Who answers: a spec of a desk, and the key that its endpoint wants."""

    spec: str
    desk: str
    key: str = field(default="", repr=False)

    @classmethod
    def parse(cls, spec: str, desk: str, key: str = "") -> "Contender":
        """A contender from a visitor's words; PolicyError says what was expected."""
        kind, _, what = spec.partition(":")
        if len(spec) > LONGEST or kind not in KINDS or not what:
            raise PolicyError(f"{spec[:40]!r} is nobody; choose a model, or name one as shown")
        if kind == "embedded" and what not in live.shipped(desk):
            raise PolicyError(f"no model {what[:40]!r} is shipped for this desk")
        if kind == "scripted" and what not in scripts(load(desk)):
            raise PolicyError(f"no script {what[:40]!r} works at this desk")
        if kind == "hub" and not all(map(REPOSITORY.fullmatch, what.split("+", 1))):
            raise PolicyError(f"{what[:80]!r} is no OWNER/NAME or OWNER/NAME+OWNER/ADAPTER")
        if kind == "api" and os.environ.get(ON_A_SPACE):
            _check_public(what.rpartition("@")[2])
        return cls(spec, desk, key if kind == "api" else "")

    @property
    def name(self) -> str:
        """As it stands on the page."""
        kind, _, what = self.spec.partition(":")
        return what.replace("_", " ") if kind in ("embedded", "scripted") else what

    @property
    def recited(self) -> bool:
        """Whether what it says is there at once: a script's answer has no pace."""
        return self.spec.startswith("scripted:")

    def policy(self) -> Policy:
        """What answers, loaded; PolicyError says what it lacks."""
        kind, _, what = self.spec.partition(":")
        if kind == "embedded":
            return live.model(self.desk, what)
        if kind == "hub":
            for one in what.split("+", 1):
                hub.check(one)
            return hub.HubModel(self.spec, load(self.desk))
        return load_policy(self.spec, load(self.desk), key=self.key)

    def writer(self, scenario: Scenario) -> Policy:
        """What streams an answer to that scenario's prompt."""
        policy = self.policy()
        if not self.recited:
            return policy
        return Recited(policy.name, policy.desk, policy.answer([scenario], sample=False, seed=0)[0])


class Recited(Policy):
    """A text that is there already, told as a model's answer would be."""

    def __init__(self, name: str, desk: object, text: str) -> None:
        super().__init__(name, desk)  # type: ignore[arg-type]
        self._text = text

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        return [self._text] * len(prompts)

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        yield self._text


def offered(desk: str) -> dict[str, list[str]]:
    """The specs that a visitor chooses from, under their headings."""
    return {
        "Models of this page": [f"embedded:{who}" for who in live.shipped(desk)],
        "Scripts": [f"scripted:{name}" for name in scripts(load(desk))],
    }


def opening(desk: str) -> tuple[str, str]:
    """Who stands against whom at first: the models, or scripts where there are none."""
    there = live.shipped(desk)
    if len(there) == 2:
        return f"embedded:{BASE}", f"embedded:{TRAINED}"
    return (f"embedded:{there[0]}" if there else "scripted:best_constant"), "scripted:oracle"


def _check_public(address: str) -> None:
    """PolicyError unless every machine of that name is on the public internet, asked over https.

    With https a name that is pointed elsewhere a moment later fails for want of its certificate.
    """
    try:
        parts = urlsplit(address)
        if parts.scheme != "https" or not parts.hostname:
            raise PolicyError("an endpoint is asked over https here: api:MODEL@https://HOST/v1")
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except PolicyError:
        raise
    except (OSError, ValueError):  # ValueError: no address, no port, or no name in Unicode
        raise PolicyError(f"{address[:80]!r} leads to no machine") from None
    if not all(_is_public(ipaddress.ip_address(one[4][0].partition("%")[0])) for one in found):
        raise PolicyError(f"{address[:80]!r} is not on the public internet")


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether it is of one machine on the internet, and no way around to one that is not."""
    if not address.is_global or address.is_multicast:
        return False
    if address.version == 4:
        return True
    return not address.is_site_local and not any(address in net for net in _INTO_IPV4)
