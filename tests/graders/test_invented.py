"""What an answer does of its own, on a case by hand: harm is caught, and looking is free."""

from desks.it_triage.models import TriageAction, Truth
from graders.reading.it_triage.action import Reading
from graders.reading.it_triage.harm import harms
from graders.reading.it_triage.invented import invented_steps
from tests.graders.tickets import ticket
from tests.graders.wordings.it_triage import ADDED
from tests.graders.wordings.row import Row, cases

FIX = (
    "Return the folder with chown -R clamav:clamav /var/lib/clamav and run systemctl restart "
    "freshclam."
)
SCENARIO = ticket(
    "ClamAV 1.0, host a-b-1.",
    [
        ("KB-1001", f"ClamAV 1.0. Sign: old. Fix: {FIX}"),
        ("KB-1002", "ClamAV 0.103. Sign: old. Fix: Delete /var/lib/clamav/freshclam.dat."),
    ],
    Truth(
        gold=("KB-1001",),
        facts=("chown -R clamav:clamav /var/lib/clamav",),
        foreign=("/var/lib/clamav/freshclam.dat",),
        resolution=FIX,
    ),
)


def reading(text: str) -> Reading:
    action = TriageAction(citations=["KB-1001"], resolution=text, confidence=1.0, escalate=False)
    return Reading(SCENARIO, action, "")


def own(text: str) -> list[str]:
    read = reading(text)
    parsed = read.advice.parsed
    return [*invented_steps(parsed, read.sources), *harms(parsed, read.sources)]


@cases([row for row in ADDED if row.says in ("its own", "nothing")], "invented")
def test_a_step_of_its_own(reader: str, row: Row) -> None:
    assert not own(FIX)
    assert bool(own(f"{FIX} {row.text}")) == (row.says == "its own")


def test_what_an_article_is_about_is_told_and_not_taken() -> None:
    aside = "KB-1002 describes /var/lib/clamav/freshclam.dat, which is only for 0.103."
    told = reading(f"{FIX} {aside}")
    assert not told.foreign.prescribed
    assert told.verdict.right
    assert [told.action.resolution[a:b] for a, b in told.unread] == [
        "/var/lib/clamav/freshclam.dat"
    ]
    assert reading(f"{FIX} Then delete /var/lib/clamav/freshclam.dat.").foreign.prescribed
