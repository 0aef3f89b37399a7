"""The data models of the IT-triage desk: fault families, tickets, scenario, truth and action."""

from operator import not_
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from desks.desk import Frozen, Scenario, Split

Domain = Literal[
    "networking",
    "security",
    "identity",
    "cloud",
    "databases",
    "storage",
    "endpoint",
    "infrastructure",
]
RecordId = Annotated[str, StringConstraints(pattern=r"^(KB|TKT|INC)-[0-9]{4}$")]


# -- written by hand, in faults/*.yaml ---


class Case(Frozen):
    """One variant of a fault: a product, a version, a sign, and the fix for exactly that.

    Each case becomes one article. The cases of a family share the symptom and differ in product,
    version or cause, so that only a careful reader finds the one that applies.
    """

    product: str
    version: str
    never_on: tuple[str, ...] = ()
    """Other versions of the product that cannot show this sign, so that no ticket reports it."""
    sign: str
    """The evidence (log line, error code, observation) that tells this case from the others."""
    told: tuple[str, ...]
    """The sign in a reporter's own words, not quoted: two versions, each a sentence of at most 25
    words that tells this case from the others and names no fact."""
    cause: str
    fix: str
    """What the article says to do, at most 32 words; contains every required fact verbatim."""
    resolution: str
    """The gold resolution: the fix in a technician's words, at most 45, with every fact."""
    facts: dict[str, str]
    """Required facts by kind (command, parameter, value, path): what an answer must name."""
    verify: str
    """How to check that the fix worked; one sentence of the article."""
    source: str = ""
    """A reference for the fix, where it was in doubt."""


class Family(Frozen):
    """A fault as it occurs in the world: one symptom with several look-alike causes."""

    family: str
    domain: Domain
    split: Split
    title: str
    symptoms: tuple[str, ...]
    """The same symptom as different reporters would put it; no product, version or sign."""
    background: str
    """60 to 110 words for the article: what happens technically, and why."""
    cases: tuple[Case, ...]
    lookalikes: tuple[str, ...]
    """Families of the same domain and split whose symptom is easily mistaken for this one."""


# -- what a scenario shows ---


class Ticket(Frozen):
    """A ticket as the help desk receives it."""

    id: RecordId
    reporter: str
    subject: str
    body: str

    @property
    def text(self) -> str:
        """Its subject and, below, its body."""
        return f"{self.subject}\n{self.body}"


class Passage(Frozen):
    """What retrieval shows of an article: at most 60 words."""

    id: RecordId
    title: str
    text: str

    @property
    def applies_to(self) -> str:
        """The product and version, the first part of its text; "" if no sign follows."""
        first, sign, _ = self.text.partition(". Sign: ")
        return first if sign else ""

    @property
    def fix(self) -> str:
        """What it says to do, the last part of its text."""
        return self.text.rpartition("Fix:")[2].strip()


class Truth(Frozen):
    """The ground truth; never leaves the server."""

    known: Annotated[bool, Field(exclude_if=bool)] = True
    """False if nobody has said which articles apply: then only `forbidden` means anything."""
    gold: tuple[str, ...]
    """Ids of the articles that answer the ticket, in any order; empty if none does."""
    facts: tuple[str, ...]
    """What the resolution must name; if no article answers, the product and the version."""
    foreign: tuple[str, ...]
    """Facts of the other passages: prescribing one contradicts the answer."""
    forbidden: Annotated[tuple[str, ...], Field(exclude_if=not_)] = ()
    """What a passage warns of: prescribing it is wrong, whatever applies."""
    resolution: str
    """The gold resolution, the reference for ROUGE-L."""

    @property
    def answerable(self) -> bool:
        return bool(self.gold)


class TriageScenario(Scenario):
    """A ticket and retrieved articles in; one grounded, cited, calibrated resolution out."""

    desk: ClassVar[str] = "it_triage"

    domain: str
    ticket: Ticket
    passages: tuple[Passage, ...]
    truth: Truth

    @property
    def applying(self) -> list[Passage]:
        """The passages that answer the ticket, in the order in which they are read."""
        return [one for one in self.passages if one.id in self.truth.gold]


# -- what a model answers ---


class TriageAction(Frozen):
    """The one JSON object that answers a ticket. All four fields are required."""

    citations: Annotated[list[RecordId], Field(max_length=10)]
    resolution: Annotated[str, Field(max_length=8_000)]
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    """The stated probability that this whole action is right."""
    escalate: bool
