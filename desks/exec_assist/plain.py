"""Emails in plain words: one sentence per statement, drawn from lists.

The pocket models were trained to read these. `voices.py` has emails as people write them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from desks.desk import Split, Tier
from desks.exec_assist.models import Interval
from desks.exec_assist.phrasings import pools
from desks.exec_assist.situations import Intent
from desks.exec_assist.stage import Stage
from desks.exec_assist.wording import day_in_words


@dataclass(frozen=True)
class Writer:
    """Writes the sender's emails; every random choice is drawn from `rng`."""

    rng: Random
    split: Split
    stage: Stage
    intent: Intent
    topic: str

    def emails(self, tier: Tier) -> list[tuple[str, str]]:
        """(subject, body) of one email, or of two in the hard tier; the last is to be answered."""
        return [(self.topic.capitalize(), body) for body in self._bodies(tier)]

    def _bodies(self, tier: Tier) -> list[str]:
        wish = self.wish()
        if tier != "hard":
            return [self.email(*wish)]
        if self.intent.first_slot:
            change = self.change()
            asked = self.email(*wish)
            return [asked, self.email(change, self.colour(besides=wish))]
        if self.rng.random() < 0.5:
            ahead = self.says("heads_up", topic=self.topic)
            return [self.email(ahead, self.colour(besides=wish)), self.email(*wish)]
        asked = self.email(*wish)
        stands = self.says("stands")
        return [asked, self.email(stands, self.colour(besides=wish))]

    def says(self, pool: str, **words: object) -> str:
        """A random sentence from the pool, filled in."""
        return self.rng.choice(pools()[pool][self.split]).format(**words)

    def email(self, *sentences: str) -> str:
        """The sentences between a greeting and a signature."""
        greeting = self.says("greet", name=self.stage.executive.first_name)
        signed = self.says("sign", name=self.stage.sender.first_name)
        return f"{greeting}\n{' '.join(sentences)}\n{signed}"

    def wish(self) -> list[str]:
        """The sentences of the request or the news: time, guests, deadline, and some small talk."""
        intent = self.intent
        if intent.as_last_week:
            found = [self.says("again", topic=self.topic)]
        else:
            pool = "ask" if intent.is_request else "inform"
            when = self._when(intent.first_slot or intent.slot)
            found = [self.says(pool, when=when, topic=self.topic)]
        if intent.guests:
            who = " and ".join(guest.name for guest in intent.guests)
            found.append(self.says("include", who=who))
        if intent.deadline:
            until = intent.as_written(intent.deadline, self.stage)
            deadline = f"{day_in_words(until)}, {until:%H:%M}{self._whose_clock}"
            found.append(self.says("deadline", deadline=deadline))
        return [*found, self.colour(besides=found)]

    def colour(self, besides: Sequence[str]) -> str:
        """A sentence of small talk that is not in `besides`."""
        while (found := self.says("colour")) in besides:
            continue
        return found

    def change(self) -> str:
        """A sentence that changes the first request: another length, or another time."""
        first, slot = self.intent.first_slot, self.intent.slot
        if first.start == slot.start:
            return self.says("length_change", minutes=slot.minutes)
        return self.says("time_change", when=self._when(slot))

    def _when(self, slot: Interval) -> str:
        start, end = (self.intent.as_written(at, self.stage) for at in (slot.start, slot.end))
        before = self.rng.choice((",", " from", f" for {slot.minutes} minutes,"))
        return f"on {day_in_words(start)}{before} {start:%H:%M} to {end:%H:%M}{self._whose_clock}"

    @property
    def _whose_clock(self) -> str:
        if not self.stage.has_two_clocks:
            return ""
        return " my time" if self.intent.own_clock else " your time"
