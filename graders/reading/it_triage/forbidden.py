"""What a resolution tells its reader to do although a passage warns of it.

It is ruled out by the forms that rule out a fact of another article (`reading.it_triage.stance`),
or by those in which passages warn (`desks.own.warned`): an answer may repeat a warning. A command
counts with its words in any order, in one clause; a path is not given by looking at it.
"""

from dataclasses import dataclass
from functools import cached_property

from desks.own.facts import names_in
from desks.own.warned import masked, stance
from graders.reading.it_triage.facts import Advice
from graders.reading.normalise import normalise
from graders.reading.spans import Spans
from graders.reading.tokens import tokens


@dataclass(frozen=True)
class ForbiddenAdvice:
    """A resolution compared with the commands, paths and values that passages warn of."""

    advice: Advice
    forbidden: tuple[str, ...]

    @cached_property
    def given(self) -> list[str]:
        """Those that it gives as a step."""
        return [one for one in self.forbidden if self._is_given(one) or self._is_mixed(one)]

    def _is_given(self, fact: str) -> bool:
        command = " " in fact
        said = self.advice.foreign(fact, lambda *at: self._is_aside(*at, command))
        return any(mention.prescribed for mention in said)

    def _is_mixed(self, command: str) -> bool:
        """Whether a clause has all words of a command, in another order."""
        first, *rest = [token.text for token in tokens(normalise(command).text)] or [""]
        if not rest:
            return False
        parsed, whole = self.advice.parsed, Spans(self.advice.places(command))
        for token in parsed.tokens:
            at = token.start, token.end
            if token.text != first or whole.cover(*at) or self._is_aside(*at, True):
                continue
            clause = {one.text for one in parsed.between(*parsed.clause(token.start))}
            if clause.issuperset(rest) and not parsed.is_denied(token.start):
                return True
        return False

    def _is_aside(self, start: int, end: int, command: bool) -> bool:
        parsed = self.advice.parsed
        looks = parsed.in_instruction(start) and not parsed.in_instruction(start, but="looks")
        return (looks and not command) or stance(self._plain, start, end) == "forbidden"

    @cached_property
    def _plain(self) -> str:
        text = self.advice.parsed.text
        return masked(text, names_in(text))
