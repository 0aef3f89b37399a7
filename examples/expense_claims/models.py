"""The data models of the desk. Amounts of money are in cents, so that sums are exact."""

from datetime import date
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field

from desks import Scenario
from desks.desk import Frozen

Decision = Literal["approve", "cut", "ask", "refuse"]
DECISIONS: tuple[Decision, ...] = get_args(Decision)


class Policy(Frozen):
    """The company's travel policy: its text, and the figures in that text."""

    clauses: dict[str, str]
    """The text, clause by clause: {"hotel": "4.2 Hotels are paid up to ..."}."""
    currency: str
    foreign: str
    rate_of_100: int
    night_limit: int
    receipt_limit: int
    days_limit: int

    def number(self, rule: str) -> str:
        return self.clauses[rule].split()[0]

    def money(self, cents: int) -> str:
        return f"{self.currency} {cents / 100:,.2f}"


class Line(Frozen):
    """One expense. The receipt is 0 if there is none; if `foreign`, it is in that currency."""

    what: str
    claimed: int
    receipt: int = 0
    foreign: bool = False


class Truth(Frozen):
    """The right answer, hidden from the model."""

    decision: Decision
    amount: int
    clauses: tuple[str, ...]


class Claim(Scenario):
    """An employee's claim after a trip, and the policy that applies to it."""

    desk: ClassVar[str] = "expense_claims"
    policy: Policy
    employee: str
    nights: int
    last: date
    handed_in: date
    lines: tuple[Line, ...]
    truth: Truth

    @property
    def total(self) -> int:
        return sum(line.claimed for line in self.lines)


class ClaimAction(Frozen):
    """The JSON object that answers a claim. The amount is in the company's currency."""

    decision: Decision
    amount: Annotated[float, Field(ge=0, le=1_000_000)]
    clauses: Annotated[list[str], Field(max_length=10)]
    reply: Annotated[str, Field(max_length=600)]
