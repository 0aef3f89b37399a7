"""The nouns of the desk: a claim's lines, the claim, the truth, the action. Amounts are cents."""

from datetime import date
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from desks import Scenario
from desks.desk import Frozen

Decision = Literal["approve", "cut", "ask", "refuse"]


class Line(Frozen):
    """One expense and its receipt (empty where there is none), which is paid when it `settles`."""

    id: str
    what: str
    nights: int
    day: date
    claimed: int
    receipt: str
    currency: str
    total: int
    alcohol: int
    settles: date
    paper: str


class Truth(Frozen):
    """What is right; never leaves the server."""

    decision: Decision
    amount: int
    clauses: tuple[str, ...]
    lines: tuple[str, ...]


class Claim(Scenario):
    """A trip's claim; a page of policy by what each clause rules, and the limits on it (`rate` in
    thousandths of the currency for one of the foreign); what was paid earlier, by receipt."""

    desk: ClassVar[str] = "expense_claims"
    company: str
    page: dict[str, str]
    currency: str
    foreign: str
    rate: int
    night: int
    no_receipt: int
    days: int
    employee: str
    city: str
    approved: date
    first: date
    last: date
    handed_in: date
    note: str
    lines: tuple[Line, ...]
    earlier: dict[str, int]
    truth: Truth

    first_name = property(lambda self: self.employee.split()[0])
    total = property(lambda self: sum(line.claimed for line in self.lines))

    def money(self, cents: int) -> str:
        return f"{self.currency} {cents / 100:,.2f}"

    def number(self, about: str) -> str:
        return self.page[about].split()[0]


class ClaimAction(Frozen):
    """The one JSON object that answers a claim; the amount is in the company's currency."""

    decision: Decision
    amount: Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
    clauses: Annotated[list[str], Field(max_length=15)]
    reply: Annotated[str, Field(max_length=8_000)]
