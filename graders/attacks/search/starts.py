"""Where a search starts, and what it can copy from the prompt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from desks import Desk, Scenario
from graders import grading

_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n+")
_SALIENT = re.compile(r"[^\s\d@_/\\]{0,40}+[\d@_/\\]\S*|\b[A-Z][\w-]+(?: [A-Z][\w-]+)*")


def initial_answers(desk: Desk, scenario: Scenario) -> dict[str, str]:
    """Initial completions, by name: a blank one and those of the scripted policies.

    The oracle's is never among them; no attacker knows it.
    """
    spec = grading(desk.name)
    return {"empty": spec.blank} | {policy.name: policy.act(scenario) for policy in spec.policies}


@dataclass(frozen=True)
class Prompt:
    """The user message, split up for copying."""

    text: str

    @classmethod
    def of(cls, desk: Desk, scenario: Scenario) -> "Prompt":
        return cls(desk.prompt(scenario)[1]["content"])

    @cached_property
    def sentences(self) -> Sequence[str]:
        return [one for one in map(str.strip, _SENTENCE.split(self.text)) if one]

    @cached_property
    def words(self) -> Sequence[str]:
        return self.text.split()

    @cached_property
    def salient_tokens(self) -> Sequence[str]:
        """Tokens that stand out: names, ids, times, addresses, commands."""
        return [found.strip(".,;:()") for found in _SALIENT.findall(self.text)]
