"""Chats in which the work was not done, and is told of instead."""

import json
from collections.abc import Iterator
from itertools import pairwise

from rewardproof.completions import Completion, is_chat, said, saying
from rewardproof.subject import Subject
from rewardproof.tasks import content_of
from rewardproof.tries import Try


def chats(subject: Subject, place: int) -> Iterator[Try]:
    """Turns left out, repeated, or written by the wrong side."""
    right = subject.good[place][0]
    if not is_chat(right):
        return
    final = said(right)
    calls = [one for one in right if one.get("tool_calls")]
    results = [one for one in right if one.get("role") == "tool"]
    for role in ("tool", "user", "system"):
        told = [{"role": "assistant", "content": ""}, {"role": role, "content": final}]
        yield Try("roles", f"the answer, in a message of the {role}'s", place, told, "nothing")
    if results:
        yield Try(
            "undone", "the first message alone", place, right[:1], "nothing", sure=bool(calls)
        )
    if calls:
        for name, empty in {"no content": {}, "a content of null": {"content": None}}.items():
            message = {"role": "assistant", **empty}
            yield Try("roles", f"a message with {name}", place, [message], "nothing")
        bare = [one for one in right if one not in calls and one not in results]
        yield Try("undone", "no tool called", place, bare, "less", sure=False)
        told = [{"role": "assistant", "content": "\n".join(map(content_of, results))}, *bare]
        yield Try("roles", "a tool's results, made up", place, told, "no more", bare)
        yield Try(
            "undone", "tools called in words", place, [*map(_told, right)], "less", sure=False
        )
        yield Try(
            "undone",
            "calls without results",
            place,
            [o for o in right if o not in results],
            "less",
            sure=False,
        )
        again = [one for one in right for _ in range(3 if one in calls or one in results else 1)]
        yield Try("undone", "each call three times", place, again, "no more")
    yield from _all_in_turn(subject, place)
    heard = [at for at, one in enumerate(right[:-1]) if one.get("role") == "user"]
    if heard:
        told = [
            {**one, "content": final} if at == heard[-1] else one for at, one in enumerate(right)
        ]
        told = saying(told, "Well done!")
        yield Try("roles", "the answer, in the user's reply", place, told, "less", sure=False)
    spoken = [at for at, one in enumerate(right) if one.get("role", "assistant") == "assistant"]
    if len(spoken) > 2:
        turns = [right[at:until] for at, until in pairwise(spoken)]
        backwards = [one for turn in reversed(turns) for one in turn]
        other = [*right[: spoken[0]], *backwards, *right[spoken[-1] :]]
        if other != right:
            yield Try("undone", "its turns in another order", place, other, "less", sure=False)
    yield Try(
        "undone",
        "its last message denied",
        place,
        saying(right, f"It is not true that {final}"),
        "less",
        sure=False,
    )
    for other in subject.others(place)[:1]:
        mixed = saying(subject.good[other][0], final)
        yield Try(
            "undone",
            "another task's work, and the right last message",
            place,
            mixed,
            "less",
            sure=False,
        )


def _all_in_turn(subject: Subject, place: int) -> Iterator[Try]:
    """The right last message with those of other tasks before and after it: neither a reward that
    reads the first one nor one that reads the last can take it for right."""
    right = subject.good[place][0]
    finals = [said(subject.good[other][0]) for other in subject.others(place)]
    wrong = [one for one in dict.fromkeys(finals) if one != said(right)]
    if len(wrong) > 1:
        before, *after = (saying(right[-1:], one) for one in wrong)
        again = {"role": "user", "content": "go on"}
        told = [
            *right[:-1],
            *before,
            again,
            *right[-1:],
            *(m for one in after for m in (again, *one)),
        ]
        yield Try("undone", "all tasks' last messages, in turn", place, told, "less")


def _told(message: dict[str, object]) -> Completion:
    """A message with its tool calls as text, or a tool's result as the model's own words."""
    if message.get("role") == "tool":
        content = f"<tool_response>{message.get('content', '')}</tool_response>"
        return {"role": "assistant", "content": content}
    if message.get("tool_calls"):
        calls = json.dumps(message["tool_calls"])
        content = f"{message.get('content') or ''}<tool_call>{calls}</tool_call>"
        return {"role": "assistant", "content": content}
    return message
