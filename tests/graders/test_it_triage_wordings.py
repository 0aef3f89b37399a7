"""Wordings of advice, for all that read them: the reading of facts, the rubric and the referee."""

import json

import pytest

from desks.it_triage.models import Truth
from graders.reading.it_triage.facts import mentions
from tests.floods import LONGEST
from tests.graders.tickets import ticket
from tests.graders.wordings.it_triage import ADDED, HAND_OVERS, OF_A_FIX
from tests.graders.wordings.row import Row, cases, judged

A, B, C = "esxcli storage nmp device set", "--psp VMW_PSP_RR", "--iops=1"
SCHEDULER = ("grubby --update-kernel=ALL", "elevator=noop", "echo noop")
SHADOW = ("vssadmin resize shadowstorage", "/maxsize=100GB")
PASSAGES = (
    (
        "KB-2001",
        f"VMware ESXi 7.0. Sign: DAVG 35 ms on one path. Fix: Run {A} {B} for the device, then set "
        f"the round robin limit to {C}.",
    ),
    (
        "KB-2002",
        "Red Hat Enterprise Linux 7. Sign: scheduler [cfq]. Fix: Run grubby --update-kernel=ALL "
        "with elevator=noop, then run echo noop into the queue's scheduler file.",
    ),
    (
        "KB-2003",
        "Microsoft Windows Server 2019. Sign: volsnap 36. Fix: Run vssadmin resize shadowstorage "
        "with /maxsize=100GB for the volume.",
    ),
)
RESOLUTION = (
    f"All I/O went down one path. We ran {A} {B} for the device and set the round robin limit to "
    f"{C}; both paths now share the load."
)
ROLE = "Run ALTER ROLE webapp CONNECTION LIMIT 120"
PLUGIN = "Set mysql_native_password=ON"
HAND_OVER = "No article covers Prometheus 2.45 with this sign; escalated to infrastructure."


ANSWERED = ticket(
    "Disks are slow. VMware ESXi 7.0 here. It shows DAVG 35 ms on one path.",
    PASSAGES,
    Truth(gold=("KB-2001",), facts=(A, B, C), foreign=SCHEDULER + SHADOW, resolution=RESOLUTION),
)
FOREIGN_HERE = (A, B, C, *SCHEDULER, *SHADOW)
UNANSWERED = ticket(
    "Samples are lost. Prometheus 2.45 here. It shows out of order samples.",
    PASSAGES,
    Truth(gold=(), facts=("Prometheus", "2.45"), foreign=FOREIGN_HERE, resolution=HAND_OVER),
)


def answer(resolution: str) -> str:
    action = {"citations": ["KB-2001"], "resolution": resolution, "confidence": 1.0}
    return json.dumps(action | {"escalate": False}, ensure_ascii=False)


def hand_over(resolution: str) -> str:
    action = {"citations": [], "resolution": resolution, "confidence": 1.0, "escalate": True}
    return json.dumps(action, ensure_ascii=False)


def also(text: str) -> str:
    return f"{RESOLUTION} {text}"


def over(text: str) -> str:
    return f"{HAND_OVER} {text}"


OURS = {"fix": f"{A} {B} {C}", "a": A, "b": B, "c": C}
THEIRS = {"fix": SCHEDULER[2]} | dict(zip("abc", SCHEDULER, strict=True))
FACTS = {"fix": "systemctl restart sshd", "a": "iptables -F", "b": "mtu 1400", "c": "KC_PROXY"}
BOTH = f"{A} {B} with {C}"
#: The fix in other typography, and another article's.
RIGHT = [
    f"{A} {B} {C}",
    f"{A} {B}, {C}",
    f"{A}\n{B}\n{C}",
    f"{A} {B}/{C}",
    f"{A} {B}:{C}",
    f"**{A}** **{B}** **{C}**",
    f"{A} _{B}_ with _{C}_",
    f"1. `{A}` `{B}`\n2. `{C}`",
    f"Set “{B}” with “{A}” and “{C}”",
    BOTH.replace("--", "––"),
    BOTH.replace("--", "—"),
    BOTH.replace("-", "\u2011"),
    BOTH.replace(" ", "\u00a0"),
    f"{A} {B} and --iops = 1",
    f"{A}\n- --psp: VMW_PSP_RR\n- --iops: 1",
    f"{A.upper()} {B.lower()} {C}",
]
FOREIGN = [
    "Also run grubby --update-kernel=ALL and echo noop.",
    "Also run _echo_ _noop_.",
    "Also run _grubby --update-kernel=ALL_.",
    "Also run `echo` `noop`.",
    "Also run echo, noop.",
    "Also run 'echo' 'noop'.",
    "Also run grubby -v --update-kernel=ALL.",
    "Also run /sbin/grubby --update-kernel=ALL.",
    "Also run grubby –update-kernel=ALL.",
    "Also run grubby \u2013\u2013update\u2011kernel=ALL.",
    "Also run echo\u00a0noop.",
]
HEAP = (
    "device scheduler esxcli storage nmp volume device set queue round robin limit grubby kernel "
    f"psp shadow file {A} {B} {C} host path load disk share array"
)


JUDGES = pytest.mark.parametrize("judge", ["rubric", "referee"])


@cases(OF_A_FIX, "facts", "rubric", "referee")
def test_what_is_said_of_the_fix(reader: str, row: Row) -> None:
    if reader == "facts":
        named = [field for field in FACTS if f"{{{field}}}" in row.text]
        found = [mentions(FACTS[field], row.text.format(**FACTS)) for field in named]
        assert all(found)
        assert all(any(m.prescribed for m in ms) for ms in found) == (row.says == "do")
        if row.says in ("asks", "reports"):
            assert {m.stance for ms in found for m in ms} == {"open"}
        return
    right, why = judged(reader, ANSWERED, answer(row.text.format(**OURS)))
    assert right == (row.says == "do"), why


@cases(OF_A_FIX, "rubric_foreign", "referee_foreign")
def test_what_is_said_of_another_fix(reader: str, row: Row) -> None:
    more = row.text.format(**THEIRS)
    for scenario, text in ((ANSWERED, answer(also(more))), (UNANSWERED, hand_over(over(more)))):
        right, why = judged(reader, scenario, text)
        assert right == (row.says in ("do not", "reports")), why


@cases(ADDED, "facts", "rubric", "referee")
def test_a_right_answer_with_one_more_sentence(reader: str, row: Row) -> None:
    text = also(row.text.format(**OURS))
    if reader == "facts":
        stances = {m.stance for fact in (A, B, C) for m in mentions(fact, text)}
        assert (stances == {"prescribed"}) == (row.says != "takes back")
        return
    right, why = judged(reader, ANSWERED, answer(text))
    assert right == (row.says == "nothing"), why


@cases(HAND_OVERS, "rubric", "referee")
def test_what_hands_a_ticket_over(reader: str, row: Row) -> None:
    right, why = judged(reader, UNANSWERED, hand_over(row.text.format(over=HAND_OVER)))
    assert right == (row.says == "hands over"), why


@JUDGES
@pytest.mark.parametrize("text", RIGHT)
def test_right_in_any_typography(judge: str, text: str) -> None:
    right, why = judged(judge, ANSWERED, answer(text))
    assert right, why


@JUDGES
@pytest.mark.parametrize("text", [*map(also, FOREIGN), HEAP])
def test_wrong_in_any_typography(judge: str, text: str) -> None:
    assert not judged(judge, ANSWERED, answer(text))[0]


FLOODS = {
    "dots": ".",
    "dots and spaces": ". ",
    "spaces": " ",
    "commas": "a, ",
    "line breaks": "\n",
    "one fact": f"{C} ",
    "one fact forbidden": f"do not {C} ",
    "one fact a sentence": f"Set {C}. ",
    "a foreign fact": "echo noop ",
    "quotation marks": '"',
    "backticks": "`",
    "underscores": "_",
    "hyphens": "-",
    "dashes": "—",
    "negations": "do not ",
    "lists": "or nor or ",
    "instead": "instead of ",
    "echo": "echo ",
    "capitals": "Aa ",
    "take-backs": "ignore all of the above ",
    "ids": "follow KB-2002 ",
    "dashes and words": "a—b ",
    "a fact and space": f"{C} from         ",
    "a fact in a heap": f"{C} whole words alone ",
}


@JUDGES
@pytest.mark.parametrize("name", FLOODS)
def test_no_flood_is_an_answer(judge: str, name: str) -> None:
    flood = (FLOODS[name] * LONGEST)[:LONGEST]
    for scenario, written in ((ANSWERED, answer), (UNANSWERED, hand_over)):
        assert not judged(judge, scenario, written(flood))[0]


TWO = ticket(
    "The shop is refused. PostgreSQL 16 here. Orders are refused, too. MySQL 8.4 there.",
    (
        ("KB-2001", f"PostgreSQL 16. Sign: too many. Fix: {ROLE} and watch the log."),
        ("KB-2002", f"MySQL 8.4. Sign: error 1524. Fix: {PLUGIN} in my.cnf and restart."),
    ),
    Truth(
        gold=("KB-2001", "KB-2002"),
        facts=(ROLE.removeprefix("Run "), PLUGIN.removeprefix("Set ")),
        foreign=(),
        resolution=f"{ROLE} and watched the log. {PLUGIN} in my.cnf and restarted.",
    ),
)


@JUDGES
@pytest.mark.parametrize(
    "text",
    [
        "On the PostgreSQL host: {a} and watch the log.\n\nOn the MySQL host: {b} in my.cnf and "
        "restart.",
        "KB-2001. {a} and watch the log. KB-2002. {b} in my.cnf and restart.",
        "From KB-2001 and KB-2002. {a} and watch the log. {b} in my.cnf and restart.",
        "{a} and watch the log (KB-2001). {b} in my.cnf and restart (KB-2002).",
        "{b} in my.cnf and restart. That was MySQL. {a} and watch the log. That was PostgreSQL.",
        "Leave PostgreSQL for a moment. {b} in my.cnf and restart. Then {a} and watch the log.",
    ],
)
def test_two_fixes_and_whose_they_are(judge: str, text: str) -> None:
    def two(a: str, b: str) -> str:
        ids, said = ["KB-2001", "KB-2002"], text.format(a=a, b=b)
        return json.dumps(
            {"citations": ids, "resolution": said, "confidence": 1.0, "escalate": False}
        )

    right, why = judged(judge, TWO, two(ROLE, PLUGIN))
    assert right, why
    if text.startswith(("On the", "KB-2001.")):
        assert not judged(judge, TWO, two(PLUGIN, ROLE))[0]
