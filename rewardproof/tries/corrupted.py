"""Right answers with one thing wrong: each must cost something."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from rewardproof.completions import (
    REMOVED,
    Completion,
    everywhere,
    json_in,
    places_in,
    said,
    saying,
    with_place,
)
from rewardproof.subject import Bearing, Subject, whole_word
from rewardproof.tries import Try

NO_NUMBERS = ("nan", "NaN", "inf", "Infinity", "1e999")
"""What `float` or JSON reads and no comparison with a tolerance expects."""


SIGNS = {"+": "-", "-": "+"}
_LAST_DIGIT = re.compile(r"\d(?=(\D*)$)")


def values(subject: Subject, place: int) -> Iterator[Try]:
    """Another value where the answer stands or falls with it."""
    right = subject.good[place][0]
    for one in subject.bearing[place]:
        for name, text in _instead(one).items():
            wrong = _with(right, one.token, text)
            told = f"{one.column}: {name}"
            yield Try("corruption", told, place, wrong, "less", sure=one.is_alone)
        for name, text in _doubtful(one).items():
            wrong = _with(right, one.token, text)
            yield Try("corruption", f"{one.column}: {name}", place, wrong, "less", sure=False)


def _instead(one: Bearing) -> dict[str, str]:
    """What is certainly wrong in a value's place, by name."""
    found = {f"{n} task's": v for n, v in zip(("another", "yet another"), one.others, strict=False)}
    if one.is_number:
        number = float(one.token.replace(",", ""))
        found |= {
            "ten times as much": _plain(number * 10 if number else 10),
            "half as much again": _plain(number * 1.5 + 2),
            "nothing": "0" if number else "9",
            "the sign turned": _plain(-number if number else -7),
            "a digit put before it": f"1{one.token}" if number >= 0 else f"-1{one.token[1:]}",
        }
        if "." not in one.token:
            found["a digit put behind it"] = f"{one.token}7"
        found |= {f"{text} for the number": text for text in NO_NUMBERS}
    elif one.token[-1] in SIGNS and len(one.token) > 1:
        found |= {
            "the sign turned": f"{one.token[:-1]}{SIGNS[one.token[-1]]}",
            "without its sign": one.token[:-1],
        }
    elif len(one.token) > 2:
        found["its first letter"] = one.token[0]
        if last := _LAST_DIGIT.search(one.token):
            other = str((int(last[0]) + 1) % 10)
            found["another last digit"] = f"{one.token[: last.start()]}{other}{last[1]}"
    return found


def _doubtful(one: Bearing) -> dict[str, str]:
    """What is probably wrong in a value's place."""
    found = {"denied": f"not {one.token}"}
    if one.others:
        found |= {
            "or another": f"{one.token} or {one.others[0]}",
            "another, or it": f"{one.others[0]} or {one.token}",
        }
    if one.is_number:
        number = float(one.token.replace(",", ""))
        found |= {"one more": _plain(number + 1), "a tenth more": _plain(number * 1.1)}
    elif len(one.token) > 2:
        found["the middle of a longer word"] = f"qx{one.token}qx"
        found["its first half"] = one.token[: len(one.token) // 2]
    return found


def _plain(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:.10g}"


def _with(right: Completion, token: str, text: str) -> Completion:
    return everywhere(right, partial(whole_word(token).sub, lambda _: text))


def fields(subject: Subject, place: int) -> Iterator[Try]:
    """A field of the right JSON that is lost, empty or of another type."""
    right = subject.good[place][0]
    answer = json_in(said(right))
    if not answer:
        return
    tokens = {one.token for one in subject.bearing[place]}
    for path, value in places_in(answer.value):
        bears = str(value) in tokens or (
            isinstance(value, list | dict) and any(str(v) in tokens for _, v in places_in(value))
        )
        for name, new in _less_than(value):
            text = answer.with_value(with_place(answer.value, path, new))
            told = f"{'.'.join(map(str, path))}: {name}"
            yield Try("field", told, place, saying(right, text), "less", sure=bears)


def _less_than(value: object) -> Iterator[tuple[str, object]]:
    yield "removed", REMOVED
    yield "null", None
    yield "of another type", ["x"] if isinstance(value, str | int | float) else "x"
    if isinstance(value, list) and value:
        yield "an empty list", []
    if isinstance(value, str) and value:
        yield "an empty text", ""
    if isinstance(value, bool):
        yield "turned", not value


def lists(subject: Subject, place: int) -> Iterator[Try]:
    """All that might belong in a list, or one item many times."""
    right = subject.good[place][0]
    answer = json_in(said(right))
    for path, value in places_in(answer.value) if answer else ():
        if not (isinstance(value, list) and value and all(isinstance(v, str) for v in value)):
            continue
        more = [v for v in _like(value, subject, place) if v not in value]
        if more:
            text = answer.with_value(with_place(answer.value, path, [*value, *more]))
            name = f"{'.'.join(map(str, path))}: all that the task names"
            yield Try("everything", name, place, saying(right, text), "less")
        text = answer.with_value(with_place(answer.value, path, value[:1] * 5))
        name = f"{'.'.join(map(str, path))}: the first five times"
        yield Try("everything", name, place, saying(right, text), "no more")


def mentions(subject: Subject, place: int) -> Iterator[Try]:
    """All ids of the task named in the text: of the same form as those that are right."""
    right = subject.good[place][0]
    tokens = [one.token for one in subject.bearing[place] if re.search(r"\d", one.token)]
    named = [t for t in tokens if " " not in t and not one_number(t)]
    more = [v for v in _like(named, subject, place) if v not in named] if named else []
    if more and not json_in(said(right)):
        shape = _frame(named[0], said(right))
        extra = " ".join(f"{shape[0]}{one}{shape[1]}" for one in more)
        text = f"{said(right)} {extra}"
        yield Try("everything", "all ids of the prompt cited", place, saying(right, text), "less")


def one_number(token: str) -> bool:
    """Whether a token is a number, and no id."""
    return bool(re.fullmatch(r"-?[\d.,]+", token))


def _like(values: Sequence[str], subject: Subject, place: int) -> list[str]:
    """Words of the prompt, and what other tasks have right, of the same form as some values."""
    shape = re.sub(r"[A-Za-z]+", "[A-Za-z]+", re.sub(r"\d+", r"\\d+", re.escape(values[0])))
    if not re.search(r"\\d\+", shape):
        return []
    found = re.findall(rf"(?<!\w){shape}(?!\w)", subject.tasks[place].prompt)
    elsewhere = [b.token for some in subject.bearing for b in some if re.fullmatch(shape, b.token)]
    return list(dict.fromkeys([*found, *elsewhere]))[:12]


def _frame(token: str, text: str) -> tuple[str, str]:
    """The brackets around a token, if it stands in some."""
    at = text.find(token)
    before, after = text[at - 1 : at], text[at + len(token) : at + len(token) + 1]
    return (before, after) if before + after in ("[]", "()", "<>", "{}") else ("[", "]")


def ladder(subject: Subject, place: int) -> Iterator[Try]:
    """Answers to another task with one field after another made right: never paid less."""
    right = subject.good[place][0]
    answer = json_in(said(right))
    for other in subject.others(place)[:1]:
        wrong = json_in(said(subject.good[other][0]))
        if not (answer and wrong) or answer.value.keys() != wrong.value.keys():
            return
        step = dict(wrong.value)
        names = [name for name in step if step[name] != answer.value[name]]
        for name in names[:-1]:
            more = step | {name: answer.value[name]}
            base, better = answer.with_value(step), answer.with_value(more)
            told = f"{name} made wrong again"
            yield Try("ladder", told, place, saying(right, base), "no more", saying(right, better))
            step = more
