"""What a run is paid for, as TRL reward functions.

    rubric             what our graders give
    as_reported        what those of the desk's report would have given
    MODULE:FUNCTION    a function of your own, called as TRL calls it; FILE.py:FUNCTION, if it is
                       in no package

With graders there is one function for each part and each penalty. It returns what its part
contributes to the total, so that their sum is `Grade.total` and every part is logged by itself. A
part of weight 0 in the rubric contributes nothing: its function returns the value instead, under a
reward weight of 0 that a preset may raise. A completion is read and graded once, however many
functions ask. An unreadable completion earns 0 rather than None, which TRL would give no advantage,
as if it had earned the group's mean.

A function of your own returns a list, an array or a tensor with a number for each completion; in a
list, None says nothing of one. It is given what follows by name, mostly lists with an entry for
each completion, and has to take what it does not use as well (`**_`). `examples/right_action.py`
has such a function.

    completions        the messages that the model wrote: of one turn, [{"role": "assistant",
                       "content": TEXT}]; of several, the tools' results too
    prompts            the messages before them
    completion_ids     the tokens of the completion
    scenario           the id of the case: `get_scenario` returns the case, with what is right in
                       it in `truth`
    model_answer       the completion as an `Answer`: its `text` or, of several turns, the
                       transcript of its calls. It is what the model wrote, not what is right
    environments       only where there are several turns: each one's `ToolEnvironment`
    trainer_state, log_extra, log_metric    one of each, TRL's: how far the run is; to log more

Only the case says what is right. `python -m training.tasks` writes cases as tasks for
`rewardproof`, which finds what such a function pays for.

A scenario's id is DESK/TIER/SEED if it is of the train split in plain voices, DESK/TIER/SEED/all if
in all voices; `/disguised` after either is the same with invented names
(`training/pocket/lessons/disguise.py`). DESK/own/N/HASH is case N, from 0, of a case file that is
held in memory.
"""

import math
import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from hashlib import sha256
from inspect import iscoroutinefunction
from numbers import Real
from pathlib import Path
from typing import Any, Literal

from desks import TIERS, Scenario
from desks.cases import CaseError, has_key, read_cases
from envs import MULTI_TURN_DESKS, grade, grading, load, outcome
from envs.it_triage_tools.desk import finish, transcript
from envs.it_triage_tools.episode import Episode
from graders import Grade, as_reported
from rewardproof import named
from training.common.console import CommandError
from training.models.tool_calls import parse_call
from training.pocket.lessons.disguise import disguised

OWN_TIER = "own"
"""In place of the tier: a case of a case file."""
OURS, REPORTED = "rubric", "as_reported"
SPLIT = "train"
CACHED_GRADES = 1_024
"""Entries in each cache: several steps' worth."""
Completion = Sequence[Mapping[str, Any]]
"""The messages after a conversational prompt, as TRL gives them."""
Wording = Literal["plain", "disguised", "all", "all/disguised"]
RewardFunction = Callable[..., list[float | None]]


def scenario_id(desk: str, tier: str, seed: int, wording: Wording = "plain") -> str:
    """The id of a training scenario worded in that way."""
    return f"{desk}/{tier}/{seed}" + (f"/{wording}" if wording != "plain" else "")


_OWN: dict[str, list[Scenario]] = {}
"""Cases of case files, by the file's hash: an id gives away neither its name nor what is in it."""


def own_ids(file: Path, desk: str) -> list[str]:
    """The ids of the cases in a file, which is held from then on. CaseError if it cannot be read,
    holds another desk's, or one without a key."""
    cases = read_cases(file, desk)
    if not all(map(has_key, cases)):
        raise CaseError(f"{file}: training takes cases that say what is right")
    digest = sha256(file.read_bytes()).hexdigest()[:16]
    _OWN[digest] = cases
    return [f"{desk}/{OWN_TIER}/{number}/{digest}" for number in range(len(cases))]


def get_scenario(name: str) -> Scenario:
    """The training scenario with that id."""
    desk, tier, seed, *how = name.split("/")
    if tier == OWN_TIER:
        cases = _OWN[how[0]]
        return cases[int(seed) % len(cases)]  # the one after the last is the first
    s = load(desk).scenario(int(seed), tier, SPLIT, "all" if "all" in how else "plain")
    return disguised(s) if "disguised" in how else s


def text_of(name: str, completion: Completion) -> str:
    """The answer to the scenario with that id: the assistant's text ("" if it has none) or, on a
    multi-turn desk, the transcript of its calls."""
    if name.split("/")[0] not in MULTI_TURN_DESKS:
        return completion[-1].get("content") or ""
    calls, said = [], ""
    for message in completion:
        calls += [parse_call(call) for call in message.get("tool_calls") or []]
        if message["role"] == "assistant" and not message.get("tool_calls"):
            said = message.get("content") or ""
    return transcript(calls, said)


@dataclass(frozen=True)
class Answer:
    """An answer to the training scenario whose id is `name`."""

    name: str
    text: str
    episode: Episode | None = field(default=None, compare=False)
    """The episode that `text` is the transcript of, finished; None unless it was played here."""

    @property
    def outcome(self) -> tuple[Scenario, str]:
        """The scenario and the final answer, as on a single-turn desk."""
        return self.episode.outcome if self.episode else outcome(get_scenario(self.name), self.text)


def answers(
    names: Sequence[str], completions: Sequence[Completion], environments: Sequence[Any] | None
) -> list[Answer]:
    """The completions as answers to the scenarios with these ids; `environments` are TRL's."""
    texts = list(map(text_of, names, completions))
    if environments is None:
        return list(map(Answer, names, texts))
    played = [finish(one.episode, text) for one, text in zip(environments, texts, strict=True)]
    return list(map(Answer, names, texts, played))


@lru_cache(maxsize=CACHED_GRADES)
def rubric_grade(answer: Answer) -> Grade:
    """The grade by our rubric."""
    return answer.episode.grade if answer.episode else grade(get_scenario(answer.name), answer.text)


@lru_cache(maxsize=CACHED_GRADES)
def reported_grade(answer: Answer) -> Grade:
    """The grade that the desk's report would have given."""
    return as_reported.grade(get_scenario(answer.name), answer.text)


Judge = Callable[[Answer], Grade]
JUDGES: dict[str, Judge] = {OURS: rubric_grade, REPORTED: reported_grade}


class RewardError(CommandError):
    """A reward that does not exist or cannot be used; the message says what was expected."""


def components(desk: str, reward: str) -> dict[str, bool]:
    """The names of a reward's functions, and whether each pays or is only logged.

    Does not import a MODULE:FUNCTION. RewardError if no report on the desk was rebuilt.
    """
    if reward not in JUDGES:
        return {reward.rpartition(":")[2]: True}
    judges = grading(load(desk).scenario(0, TIERS[0], SPLIT))
    rubric = judges.rubric if reward == OURS else judges.reported
    if rubric is None:
        raise RewardError(f"reward: no report on {desk} was rebuilt")
    return {name: part.weight > 0 for name, part in (rubric.parts | rubric.penalties).items()}


def reward_functions(desk: str, reward: str = OURS) -> list[RewardFunction]:
    """A function for each part and penalty, in the rubric's order and with its names; or the one
    that MODULE:FUNCTION names. RewardError if that is not usable."""
    if reward not in JUDGES:
        return [_own(reward)]
    judge = JUDGES[reward]
    return [_function(name, paid, judge) for name, paid in components(desk, reward).items()]


def reward_weights(desk: str, changed: Mapping[str, float], reward: str = OURS) -> list[float]:
    """The weight of each function: 1, or 0 for what is only logged, unless `changed`."""
    return [changed.get(name, float(paid)) for name, paid in components(desk, reward).items()]


def _function(name: str, paid: bool, judge: Judge) -> RewardFunction:
    def reward(model_answer: Sequence[Answer], **_: Any) -> list[float]:
        scores = [(one.parts | one.penalties)[name] for one in map(judge, model_answer)]
        return [score.contribution if paid else score.value for score in scores]

    reward.__name__ = name
    return reward


def _own(spec: str) -> RewardFunction:
    """The function of that name, checked to return what TRL takes, as a list: a finite number or
    None for each completion."""
    try:
        function = named.load(spec)
    except named.NamingError as error:
        raise RewardError(f"reward: {spec} cannot be imported: {error}") from None
    if not callable(function):
        raise RewardError(f"reward: {spec} is no function")
    if iscoroutinefunction(function):
        return function  # TRL awaits it, and checks what it returns

    @wraps(function)
    def reward(completions: Sequence[Completion], **columns: Any) -> list[float | None]:
        returned = _plain(function(completions=completions, **columns))
        rewards = list(map(_plain, returned)) if isinstance(returned, list | tuple) else None
        numeric = rewards is not None and all(
            one is None or (isinstance(one, Real) and math.isfinite(one)) for one in rewards
        )
        if not numeric or len(rewards) != len(completions):
            raise RewardError(
                f"reward: {spec} was given {len(completions)} completions; a list with a finite "
                f"number, or None, for each was expected, not {reprlib.repr(returned)}"
            )
        return [None if one is None else float(one) for one in rewards]

    return reward


def _plain(value: Any) -> Any:
    """An array, a tensor or a number of numpy as Python's own lists and numbers; else the same."""
    return value.tolist() if hasattr(value, "tolist") else value
