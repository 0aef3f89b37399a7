"""An ExecAssist action read against its scenario: times made local, the reply parsed."""

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from desks.exec_assist.calendar import to_local
from desks.exec_assist.models import Acceptable, ExecAction, ExecScenario, Slot
from graders.reading.exec_assist.addressing import Addressing, check_addressing
from graders.reading.exec_assist.context import ReplyContext, reply_context
from graders.reading.exec_assist.replies import Reply, read_reply
from graders.reading.exec_assist.roles import StatedTime
from graders.reading.normalise import folded

#: A line that quotes an email.
_QUOTE = re.compile(r"^(?:[ \t]*+>)++[ \t]*+([^\n]*)", re.MULTILINE)


class LocalSlot(NamedTuple):
    """A slot of an action in the executive's local time; its end may lie before its start."""

    start: datetime
    end: datetime

    @property
    def minutes(self) -> int:
        return int((self.end - self.start).total_seconds()) // 60


@dataclass(frozen=True)
class Reading:
    """An action read against its scenario: times made local, the reply parsed."""

    scenario: ExecScenario
    action: ExecAction

    @cached_property
    def context(self) -> ReplyContext:
        return reply_context(self.scenario)

    @property
    def kind(self) -> str:
        """The action's kind, in words."""
        return self.action.calendar_action.replace("_", " ")

    @cached_property
    def expected(self) -> Acceptable | None:
        """What the truth accepts for this kind of action, if anything."""
        return self.scenario.truth.accepts(self.action.calendar_action)

    @cached_property
    def meeting(self) -> LocalSlot | None:
        return self._local(self.action.meeting_details)

    @cached_property
    def moved(self) -> LocalSlot | None:
        return self._local(self.action.reschedule)

    @cached_property
    def offers(self) -> tuple[LocalSlot, ...]:
        return tuple(self._local(slot) for slot in self.action.proposed_slots)

    @cached_property
    def unasked(self) -> str | None:
        """What would be sent although the kind of action does not call for it, if anything."""
        kind, action = self.action.calendar_action, self.action
        if action.meeting_details and kind not in ("book", "reschedule"):
            return "an invitation"
        if action.proposed_slots and kind != "propose_alternatives":
            return "proposals"
        return "a move" if action.reschedule and kind != "reschedule" else None

    @cached_property
    def promised(self) -> tuple[LocalSlot, ...]:
        """The slots that the action gives the sender: the offers, or else the meeting."""
        return self.offers or ((self.meeting,) if self.meeting else ())

    @cached_property
    def reply(self) -> Reply:
        """The reply; the lines that quote the thread are blank."""

        def own_words(line: re.Match[str]) -> str:
            quoted = folded(line[1]).strip() in self.context.thread_text
            return " " * len(line[0]) if quoted else line[0]

        own = _QUOTE.sub(own_words, self.action.email_reply)
        return read_reply(own, self.context.marks)

    @cached_property
    def _promised_starts(self) -> frozenset[int]:
        starts = [slot.start for slot in self.promised]
        said = self.context.is_said
        times = [t for clause in self.reply.clauses for t in clause.times if not t.ends_range]
        return frozenset([t.start for t in times if any(said(t, at) for at in starts)])

    @property
    def names_promised(self) -> bool:
        """Whether the reply names the start of a promised slot."""
        return bool(self._promised_starts)

    def is_promised(self, time: StatedTime) -> bool:
        """Whether a time in the reply can mean the start of a promised slot."""
        return time.start in self._promised_starts

    @cached_property
    def addressing(self) -> Addressing:
        """The greeting and the signature of the reply."""
        return check_addressing(self.reply.text, self.context.people)

    def _local(self, slot: Slot | None) -> LocalSlot | None:
        if slot is None:
            return None
        zone = self.scenario.executive.zone
        return LocalSlot(to_local(slot.start, zone), to_local(slot.end, zone))
