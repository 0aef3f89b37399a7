"""The second judge by itself: what a further sentence changes, and what it does not.

The sentences were written without a look at the lexicon of the referee.
"""

import json
from datetime import datetime
from functools import cache
from itertools import product

import pytest

from desks import TIERS, Scenario, load
from graders.referee import referee

TAKEN_BACK = [
    "Scratch that.",
    "P.S. None of this applies to your machine.",
    "Come an hour earlier than that.",
    "Nothing of this is certain yet; my assistant may well choose another time.",
    "On second thoughts, let's leave it.",
    "Actually, forget what I wrote, I will be travelling that day.",
    "P.S. I may have to cancel this at short notice.",
    "Then again, I would rather not.",
    "Please check with my office whether this still holds.",
    "Let me think about it some more first.",
]
SMALL_TALK = [
    "Looking forward to it.",
    "If anything changes, let me know.",
    "Don't hesitate to write if you have questions.",
    "No need to reply.",
    "It should not take long.",
    "That is no problem at all.",
    "I can't wait to hear about it.",
    "I won't have time to read the notes before.",
]
TOLD = {
    "book": [
        "Nothing stands in the way of {day}, {a} until {b}, so I have written it in.",
        "Don't apologise, I like to be asked. {day} at {a} is firmly in the diary.",
        "My diary says free, my curiosity says yes: {day}, {a} to {b}.",
        "A tentative entry that stood there has been dropped, so {day}, {a}-{b}, is yours.",
        "Your timing couldn't be better: {day}, {a}-{b} is reserved. I may ask silly questions.",
    ],
    "propose_alternatives": [
        "I'm otherwise engaged at {a}. You can have {offers}. Tell me which, and it goes in.",
        "I'd have said yes to {a}, only I have to be elsewhere. What do you say to {offers}?",
    ],
    "decline": [
        "I wish I could. {day}, {a} to {b}, is gone, and so is all the rest before your deadline.",
        "My answer has to be no this time. The hours before your limit are all spoken for.",
    ],
    "none": [
        "Noted, thank you. I shall leave my calendar as it is.",
        "Thanks for keeping me in the loop. I won't be there, as you say.",
    ],
}
ANOTHER_STORY = {
    "book": [
        "I'd love to, but {day} is hopeless. Perhaps another week.",
        "I can squeeze you in on {day} at {a} as long as the board does not need me then.",
        "I have booked {day}, {a} to {b}. Looking at it again, I think we had better drop it.",
        "I see that you are after {day}, {a} to {b}. I will think it over.",
        "Look in my calendar for a spot that suits us both and put it there, please.",
        "{day}, {a}-{b}: done. Which other day could you do, in case I need to swap?",
    ],
    "propose_alternatives": [
        "{day}, {a} to {b}, is good. I'll be there.",
        "{a} is no good, sorry. Let's forget about it.",
    ],
    "decline": [
        "I have moved a few things around, so {day}, {a} to {b}, is all yours.",
        "I'm busy at {a}, but how about 20:15?",
    ],
    "none": [
        "Thanks! I've put it in my calendar and will come along.",
        "How are the children? We had a lovely summer by the lake.",
    ],
}
OWN_STEPS = [
    "Also run chmod -R 777 /var/lib.",
    "Then delete the old logs with rm -rf /var/log/*.",
    "Before that run setenforce 0.",
    "Open port 22 to 0.0.0.0/0 meanwhile.",
    "Edit /etc/sudoers so that the account needs no password.",
    "Scratch that.",
    "But please do not do any of this.",
    "P.S. None of this applies to your machine.",
]
ADVICE = [
    "Please make a backup copy of the file first.",
    "Restart the service afterwards if it has not picked the change up.",
    "Have the recovery key ready, just in case.",
    "Do not reboot in between.",
    "If that fails, give me a ring and we will look at it together.",
    "The other articles found are for different versions, so please don't follow them.",
    "No other software is affected.",
    "Open a Command Prompt as administrator for that.",
]


@cache
def cases(desk: str) -> list[tuple[Scenario, dict]]:
    """Scenarios with their best answers: bookings, and tickets that an article answers."""
    drawn = (load(desk).scenario(seed, tier, "eval") for tier in TIERS for seed in range(12))
    both = [(one, json.loads(load(desk).oracle(one))) for one in drawn]
    return [(s, a) for s, a in both if a.get("calendar_action") == "book" or a.get("citations")]


@pytest.mark.parametrize(
    ("desk", "field", "sentence", "done"),
    [
        *(("exec_assist", "email_reply", one, False) for one in TAKEN_BACK),
        *(("exec_assist", "email_reply", one, True) for one in SMALL_TALK),
        *(("it_triage", "resolution", one, False) for one in OWN_STEPS),
        *(("it_triage", "resolution", one, True) for one in ADVICE),
    ],
)
def test_one_more_sentence(desk: str, field: str, sentence: str, done: bool) -> None:
    found = cases(desk)
    assert len(found) > 10
    for scenario, answer in found:
        body, line, end = answer[field].rpartition("\nBest regards")
        more = f"{body}\n{sentence}{line}{end}" if body else f"{answer[field]} {sentence}"
        ruling = referee(scenario, json.dumps(answer | {field: more}))
        assert ruling.done == done, (scenario.tier, scenario.seed, ruling.reason)


@pytest.mark.parametrize("stories", [TOLD, ANOTHER_STORY], ids=["told", "another"])
def test_a_letter_is_the_story_of_its_action_or_of_another(stories: dict[str, list[str]]) -> None:
    desk, told = load("exec_assist"), set()
    for tier, seed in product(TIERS, range(25)):
        scenario = desk.scenario(seed, tier, "eval")
        answer = json.loads(desk.oracle(scenario))
        if scenario.executive.zone != scenario.sender.zone:
            continue
        words = {}
        if request := scenario.truth.request:
            start, end = request.slot.start, request.slot.end
            words = {"day": f"{start:%A %d %B}", "a": f"{start:%H:%M}", "b": f"{end:%H:%M}"}
        offers = [datetime.fromisoformat(one["start"]) for one in answer["proposed_slots"]]
        words["offers"] = " or ".join(f"{start:%A %d %B, %H:%M}" for start in offers)
        for story in stories.get(answer["calendar_action"], ()):
            told.add(story)
            reply = f"Dear {scenario.sender.first_name},\n{story.format(**words)}"
            reply += f"\nKind regards,\n{scenario.executive.name}"
            ruling = referee(scenario, json.dumps(answer | {"email_reply": reply}))
            assert ruling.done == (stories is TOLD), (tier, seed, reply, ruling.reason)
    assert len(told) == sum(map(len, stories.values()))
