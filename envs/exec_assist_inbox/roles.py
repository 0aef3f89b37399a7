"""Which cases make up a morning, how urgent each is, and in which order they arrive.

Two situations exist only in a morning: a mail that asks for a slot already given to a more urgent
one, and a mail that asks for the time right before or after such a booking. For both, the right
answer depends on what the agent has booked.
"""

from dataclasses import dataclass, replace
from random import Random

from desks.desk import Split, Tier, deal
from desks.exec_assist.calendar import open_starts, rank
from desks.exec_assist.models import CalendarAction, Priority
from desks.exec_assist.situations import (
    Intent,
    Situation,
    back_to_back,
    clash_on_another_day,
    fixed_event,
    information_only,
    late_change,
    movable_in_the_way,
    no_slot_in_time,
    not_confirmed_there,
    one_of,
    outside_hours,
    recurring_meeting,
    same_as_last_week,
    several_people,
    slot_is_free,
    time_zone,
)
from desks.exec_assist.stage import Stage
from envs.exec_assist_inbox.models import BOOKED

GRANTS: tuple[CalendarAction, ...] = ("book", "reschedule")


def contested(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, except for what the agent has booked this morning."""
    own = [block for block in stage.taken if block.id.startswith(BOOKED)]
    rest = [block for block in stage.taken if not block.id.startswith(BOOKED)]
    before = open_starts(stage.calendar, rest, stage.length)
    return one_of(rng, stage, (at for at in before if stage.overlapping(at, own)))


def beside(rng: Random, stage: Stage, action: CalendarAction) -> Intent | None:
    """Free, right before or after what the agent has booked this morning."""
    own = [block for block in stage.taken if block.id.startswith(BOOKED)]
    edges = {block.end for block in own} | {block.start - stage.length for block in own}
    return one_of(rng, stage, (at for at in stage.open if at in edges))


@dataclass(frozen=True)
class Role:
    """A kind of mail: a situation, and the actions and priorities of which one each is drawn; the
    action drawn will be the right one."""

    situation: Situation
    actions: tuple[CalendarAction, ...]
    priorities: tuple[Priority, ...] = ("high", "normal", "normal", "low")
    arrival_bias: float = 0.0
    """How much later than the others it tends to arrive, as a share of the morning."""


@dataclass(frozen=True)
class ScheduledRole(Role):
    """A role with its priority drawn, and its number in the order of arrival, from 1."""

    priority: Priority = "normal"
    number: int = 0

    @property
    def contests(self) -> bool:
        return self.situation is contested

    @property
    def precedence(self) -> tuple[int, int]:
        """Sort key, like `Mail.precedence`."""
        return -rank(self.priority), self.number

    def overtakes(self, other: "ScheduledRole") -> bool:
        """Whether it is more urgent although it came later."""
        return rank(self.priority) > rank(other.priority) and self.number > other.number


# In a contest the more urgent mail, which came later, gets the slot. Cases without a contest lean
# the other way, so that neither priority nor position gives the answer away.
_URGENT: tuple[Priority, ...] = ("high", "high", "normal")
_PATIENT: tuple[Priority, ...] = ("normal", "low", "low")
_EITHER: tuple[CalendarAction, ...] = ("book", "propose_alternatives")
_FREE = Role(slot_is_free, ("book",))
_CONTESTED = Role(contested, ("propose_alternatives",))
_BESIDE = Role(beside, ("book",), _PATIENT, -0.3)
_NEWS = Role(information_only, ("none",))
_LOOKS_TAKEN = (
    Role(back_to_back, ("book",)),
    Role(not_confirmed_there, ("book",)),
    Role(clash_on_another_day, ("book",)),
)
_TAKEN = (
    Role(fixed_event, ("propose_alternatives",), _URGENT, 0.3),
    Role(outside_hours, ("propose_alternatives",), _URGENT, 0.3),
)
_TRICKY = (
    Role(time_zone, _EITHER),
    Role(several_people, _EITHER),
    Role(recurring_meeting, _EITHER),
    Role(late_change, _EITHER),
    Role(same_as_last_week, _EITHER),
    _BESIDE,
)
_MOVE = Role(movable_in_the_way, ("reschedule",), ("high",))
_TOO_LATE = Role(no_slot_in_time, ("decline",))

SIZES: dict[Tier, tuple[int, ...]] = {"easy": (3,), "medium": (4, 5), "hard": (6, 7, 8)}
"""Possible numbers of mails in a morning, each equally often."""


def _roles(rng: Random, tier: Tier, size: int) -> list[Role]:
    if tier == "easy":
        return [_FREE, _CONTESTED, rng.choice((_FREE, _BESIDE))]
    if tier == "medium":
        found = [rng.choice(_LOOKS_TAKEN), _CONTESTED, _NEWS, rng.choice((*_TAKEN, _BESIDE))]
        return [*found, rng.choice((*_LOOKS_TAKEN, *_TAKEN, _BESIDE))][:size]
    found = [replace(rng.choice(_TRICKY[:4]), actions=("book",)), _CONTESTED, _CONTESTED, _MOVE]
    rest = [one for one in _TRICKY if one.situation is not found[0].situation]
    return [*found, _TOO_LATE, _NEWS, *rng.sample(rest, 2)][:size]


def schedule_roles(rng: Random, seed: int, tier: Tier, split: Split) -> list[ScheduledRole]:
    """The roles of a morning in order of arrival.

    In medium and hard a contested slot is asked for first by a less urgent mail, so that answering
    in order of arrival gives it to the wrong one; in easy the contested mail may also be the later
    of two equally urgent ones.
    """
    size = deal(SIZES[tier], seed, "exec_assist_inbox", split, tier)
    while True:
        roles = _roles(rng, tier, size)
        roles.sort(key=lambda role: rng.random() + role.arrival_bias)
        found = [
            ScheduledRole(**vars(role), priority=rng.choice(role.priorities), number=number)
            for number, role in enumerate(roles, 1)
        ]
        if len({role.priority for role in found}) > 1 and _is_feasible(found, tier):
            return found


def _is_feasible(found: list[ScheduledRole], tier: Tier) -> bool:
    """Whether, for each mail that depends on a booking by the agent, a mail of higher precedence
    leads to one, with room beside it if the mail needs that."""
    grants = [role for role in found if role.actions[0] in GRANTS]

    def has_one(role: ScheduledRole) -> bool:
        if role.contests and tier != "easy":
            return any(one.overtakes(role) for one in grants)
        fitting = [one for one in grants if role.contests or one.situation is not back_to_back]
        return any(one.precedence < role.precedence for one in fitting)

    return all(has_one(role) for role in found if role.situation in (contested, beside))
