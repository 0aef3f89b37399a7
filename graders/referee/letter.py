"""A reply, taken apart: its clauses, and the times that it names."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from desks.exec_assist.models import ExecAction, ExecScenario
from graders.referee.evidence import Clause, clauses
from graders.referee.moments import Moments
from graders.referee.times import TimeMention, fold_accents

WORD = re.compile(r"\w+")
_QUOTE = re.compile(r"^[ \t]*+>[ \t]*+([^\n]+)", re.MULTILINE)


class Letter:
    """A reply, parsed, with the moments of its scenario."""

    def __init__(self, scenario: ExecScenario, action: ExecAction) -> None:
        self.scenario, self.kind = scenario, action.calendar_action
        self.books = self.kind in ("book", "reschedule")
        self.topic = fold_accents(scenario.truth.topic).lower().split()
        thread = fold_accents("\n".join(mail.body for mail in scenario.thread))
        self.text = _QUOTE.sub(  # what the reader wrote, quoted line by line, tells nothing
            lambda line: " " * len(line[0]) if line[1] in thread else line[0],
            fold_accents(action.email_reply),
        )
        self.small = self.text.lower()
        self.clauses = clauses(self.small)
        self.moments = Moments(scenario, action)
        self.mentions = list(self._mentions())
        # Starts of sentences that name: the meeting's or an offered time (slot); only the time
        # asked for (wish); only other start times (elsewhere).
        found = [(mention, whole.start) for mention, _, whole in self.mentions]
        self.slot_sentences = {at for mention, at in found if self.moments.is_slot(mention)}
        wished = {at for mention, at in found if self.moments.is_wish(mention)}
        self.names_wish, self.wish_sentences = bool(wished), wished - self.slot_sentences
        self.elsewhere = {at for mention, at in found if mention.first}
        self.elsewhere -= wished | self.slot_sentences

    def _mentions(self) -> Iterator[tuple[TimeMention, Clause, Clause]]:
        """The times in the reply, each with the clause that it starts in and its sentence."""
        starts = [one.start for one, _ in self.clauses]
        for mention in self.moments.named_in(self.small):
            yield mention, *self.clauses[max(bisect_right(starts, mention.start) - 1, 0)]

    def quoted(self, one: Clause | TimeMention) -> str:
        """The words of a clause or a time, shortened."""
        return self.text[one.start : one.end].strip()[:80]

    def names_topic(self, small: str) -> bool:
        """Whether a text in lower case has the first word of the meeting's topic."""
        first = WORD.search(self.topic[0])
        return not first or any(word.startswith(first[0]) for word in WORD.findall(small))
