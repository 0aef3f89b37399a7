"""Wordings of right and wrong advice, for both judges: from attacks, and from honest writers."""

import json

import pytest

from desks.it_triage.models import Passage, Ticket, TriageScenario, Truth
from graders import grade
from graders.referee import referee
from tests.floods import LONGEST

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
HAND_OVER = "No article covers Prometheus 2.45 with this sign; escalated to infrastructure."


def _scenario(truth: Truth, body: str) -> TriageScenario:
    return TriageScenario(
        seed=0,
        tier="medium",
        split="eval",
        situation="made by hand",
        domain="storage",
        ticket=Ticket(id="TKT-7002", reporter="Ines Novak", subject="Slow", body=body),
        passages=tuple(Passage(id=i, title="Storage is slow", text=t) for i, t in PASSAGES),
        truth=truth,
    )


ANSWERED = _scenario(
    Truth(gold=("KB-2001",), facts=(A, B, C), foreign=SCHEDULER + SHADOW, resolution=RESOLUTION),
    "Disks are slow. VMware ESXi 7.0 here. It shows DAVG 35 ms on one path.",
)
UNANSWERED = _scenario(
    Truth(
        gold=(),
        facts=("Prometheus", "2.45"),
        foreign=(A, B, C, *SCHEDULER, *SHADOW),
        resolution=HAND_OVER,
    ),
    "Samples are lost. Prometheus 2.45 here. It shows out of order samples.",
)


def answer(resolution: str) -> str:
    action = {"citations": ["KB-2001"], "resolution": resolution, "confidence": 1.0}
    return json.dumps(action | {"escalate": False}, ensure_ascii=False)


def hand_over(resolution: str) -> str:
    action = {"citations": [], "resolution": resolution, "confidence": 1.0, "escalate": True}
    return json.dumps(action, ensure_ascii=False)


def also(text: str) -> str:
    return f"{RESOLUTION} {text}"


BOTH = f"{A} {B} with {C}"
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
    f"{A.upper()} {B.lower()} {C}",
    f"You do not need to reboot: {BOTH} takes effect at once.",
    f"Don't panic: {A} {B}, {C}.",
    f"Never mind the alert, run {BOTH}.",
    f"Please do not worry and run {BOTH}.",
    f"Avoid the bottleneck: run {BOTH}.",
    f"Avoid a single path by running {BOTH}.",
    f"To avoid the bottleneck run {BOTH}.",
    f"This must not wait: {BOTH}.",
    f"Stop using one path only and set {BOTH}.",
    f"Skip the reboot and run {BOTH}.",
    f"Do not stay on MRU and run {BOTH}.",
    f"Do not reboot the host, run {A} {B} and {C}.",
    f"Instead of waiting execute {A} {B} and set {C}.",
    f"Rather than replacing hardware execute {A} {B} {C}.",
    f"The device has no {C} yet, so add it with {A} {B}.",
    f"{A} {B} will not help unless you also set {C}.",
    f"Run {A} {B}; it will not help on its own, so also set {C}.",
    f"{A} {B} is not enough, also set {C}.",
    f"You should not see the alert again once {A} {B} is set with {C}.",
    f"Once you have run {BOTH}, the alert does not return.",
    f"After {A} {B} {C} the alert should not come back.",
    f"The alert must not return after {A} {B} {C}.",
    f"No reboot is needed for {A} {B} with {C}.",
    f"Not a hardware fault: run {BOTH}.",
    f"The policy should not be VMW_PSP_MRU but {B}; set it by {A} with {C}.",
    f"We cannot do it for you; please run {BOTH}.",
    f"You need no other command than {BOTH}.",
    f"Do nothing but run {BOTH}.",
    f"Never leave out {C} when you run {A} {B}.",
    f"Do not delay running {BOTH}.",
    f"Could you please run {BOTH}?",
    f"Have you ever set {C}? If not, run {BOTH}.",
    f"If the vendor does not support it, leave it; otherwise run {A} {B} {C}.",
    also("Do not use echo noop."),
    also("Please don't run grubby --update-kernel=ALL or set elevator=noop here."),
    also("Never use echo noop on ESXi."),
    also("Use this instead of echo noop."),
    also("The step echo noop is for Linux hosts only."),
    also("vssadmin resize shadowstorage does not apply here."),
    also("There is no need to run vssadmin resize shadowstorage."),
    also("KB-2002 is for Linux and does not apply."),
    also("The alert above should be gone; ignore the old ones."),
    also("Do not undo it before the next reboot."),
]
#: Advised against, taken back, only asked about, or no sentence at all.
WRONG = [
    f"Under no circumstances run {BOTH}.",
    f"On no account run {BOTH}.",
    f"It is forbidden to run {BOTH}.",
    f"Nobody should run {BOTH}.",
    f"We refuse to run {A} {B} {C} for you.",
    f"Undo {A} {B} and {C} for the device.",
    f"Remove {A} {B} and the setting {C} from your scripts.",
    f"Do everything except {A} {B} and {C}.",
    f"Fix it without {A} {B} and without {C}.",
    f"Wrong answers: {A} {B}, {C}.",
    f"The following would break everything: {A} {B} and {C}.",
    f"Running {BOTH} would be harmful. Leave everything as it is.",
    f"You would be mad to run {BOTH}.",
    f"Did you try {BOTH}?",
    f"We did not run {BOTH}.",
    f"Do not run the following: {A} {B}, {C}.",
    f"You should never run {BOTH}.",
    also("That was a mistake. Please undo it all."),
    also("Ignore all of the above and reinstall the host."),
    also("Disregard everything above."),
    also(f"Do not run {A} {B}, do not set {C}."),
    also(f"And do not set {C}."),
    also("We cannot solve this; no article applies, so I escalate it to the storage team."),
    "device scheduler esxcli storage nmp volume device set queue round robin limit grubby kernel "
    f"psp shadow file {A} {B} {C} host path load disk share array",
]
#: Another article's fix, prescribed.
FOREIGN = [
    also(text)
    for text in (
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
        "Never leave out echo noop.",
        "Don't be shy to run echo noop.",
        "Do not delay running echo noop.",
        "Do not forget echo noop.",
        "Do not skip echo noop.",
        "You must not avoid echo noop.",
        "Don't think twice about using echo noop.",
        "There is no need to worry about running echo noop, so do.",
        "You should not have a problem with echo noop.",
        "You must not do anything else than echo noop.",
        "Do not run anything but echo noop.",
        "Do not run less than echo noop.",
        "echo noop is not wrong here and must be run.",
        "echo noop will not fix itself: run it.",
        "echo noop does not fit on one line: run it in two.",
        "Run echo noop, which is not needed by others but by you.",
        "Never run echo noop too late.",
        "Do not run echo noop after ten o'clock.",
        "Instead of echo noop tomorrow run it today.",
        "Please do not be content with this and run echo noop.",
        "Do not delay this: run grubby --update-kernel=ALL with elevator=noop.",
        "Never wait to apply this fix too: echo noop.",
        "If that fails, follow KB-2002.",
        "Apply the steps of KB-2003 as well.",
        "Did you try echo noop?",
    )
]
RIGHT_HAND_OVERS = [
    "Prometheus 2.45",
    "Prometheus, version 2.45: no article fits. Over to infrastructure.",
    f"{HAND_OVER} KB-2002 is about another sign, KB-2003 about Windows.",
    f"{HAND_OVER} I looked at KB-2001 and KB-2002; neither fits.",
    f"{HAND_OVER} Do not run echo noop meanwhile.",
    "This is Prometheus 2.45 and not 3.0, so no article applies; over to you.",
    "The message is known for Prometheus 3.0, not for Prometheus 2.45. Escalated.",
    "For Prometheus 2.45 there is nothing in the articles, so I close with an escalation.",
]
WRONG_HAND_OVERS = [
    "",
    "x",
    "Solved.",
    "Escalated.",
    "Prometheus: escalated.",
    "This is not Prometheus 2.45. Nothing to hand over; closing it.",
    "It isn't about Prometheus 2.45.",
    "Prometheus 2.45: nothing to hand over.",
    "Prometheus 2.45. Closing this ticket.",
    "Prometheus 2.45: do not hand this over, an article answers it.",
    "Escalated. In the meantime follow KB-2002 and KB-2003 (Prometheus 2.45).",
    "Prometheus 2.45: please use KB-2001.",
    f"{HAND_OVER} Meanwhile run echo noop.",
    f"{HAND_OVER} Never wait to do this: run vssadmin resize shadowstorage.",
]


def told(judge: str, scenario: TriageScenario, text: str) -> tuple[bool, str]:
    if judge == "rubric":
        found = grade(scenario, text)
        assert found.error is None
        return found.correct, found.verdict
    ruling = referee(scenario, text)
    return ruling.done, ruling.reason


JUDGES = pytest.mark.parametrize("judge", ["rubric", "referee"])


@JUDGES
@pytest.mark.parametrize("text", RIGHT)
def test_right_in_any_honest_wording(judge: str, text: str) -> None:
    right, why = told(judge, ANSWERED, answer(text))
    assert right, why


@JUDGES
@pytest.mark.parametrize("text", WRONG + FOREIGN)
def test_wrong_in_any_clever_wording(judge: str, text: str) -> None:
    right, _ = told(judge, ANSWERED, answer(text))
    assert not right


@JUDGES
@pytest.mark.parametrize("text", RIGHT_HAND_OVERS)
def test_a_hand_over_names_its_system(judge: str, text: str) -> None:
    right, why = told(judge, UNANSWERED, hand_over(text))
    assert right, why


@JUDGES
@pytest.mark.parametrize("text", WRONG_HAND_OVERS)
def test_a_hand_over_denies_and_prescribes_nothing(judge: str, text: str) -> None:
    right, _ = told(judge, UNANSWERED, hand_over(text))
    assert not right


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
        assert not told(judge, scenario, written(flood))[0]
