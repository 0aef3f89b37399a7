"""Rewards of OpenEnv: environments, and rubrics alone.

An environment is reset with the row's columns that `reset` names, or with the column `reset` where
there is one; then each message of the model's is an action, and the rewards add up. Where the
action has one text to fill in, it is what the model says, unless that is an object with the
action's fields; all other actions are JSON objects. What is no action is not paid, as the
environment never gets it.
"""

import inspect
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, get_args, get_origin, get_type_hints

from rewardproof.adapters import as_chat
from rewardproof.completions import from_json
from rewardproof.scorer import Asked, Scorer, SignatureError, awaited, name_of
from rewardproof.tasks import content_of, text_of


def scorer(reward: Any) -> Scorer:
    """The scorer of an environment or a rubric, or of the class of one."""
    name = reward.__name__ if isinstance(reward, type) else name_of(reward)
    if hasattr(reward, "forward"):
        rubric = reward() if isinstance(reward, type) else reward
        return Scorer(
            lambda batch: [_by_rubric(rubric, row, completion) for row, completion in batch],
            f"{name}: forward(action, observation), a rubric of OpenEnv",
        )
    model = _action_of(reward)

    def score(batch: Sequence[Asked]) -> list[Any]:
        return [_played(reward, model, row, completion) for row, completion in batch]

    return Scorer(score, f"{name}: an environment of OpenEnv, {model.__name__} as its action")


def _by_rubric(rubric: Any, row: Mapping[str, Any], completion: Any) -> Any:
    hints = _hints(rubric.forward)
    model, seen = hints.get("action"), hints.get("observation")
    action = _action(model, text_of(completion)) if _is_model(model) else _loose(completion)
    if action is None:
        return None
    if _is_model(seen):
        known = {name: row[name] for name in row if name in seen.model_fields}
        observation = seen.model_construct(**known)
    else:
        observation = SimpleNamespace(**row)
    rubric.reset()
    return awaited(rubric(action, observation))


def _loose(completion: Any) -> Any:
    """An action of no known model: an object with fields, or what was said."""
    value = from_json(text_of(completion))
    return text_of(completion) if value is None else SimpleNamespace(**value)


def _played(reward: Any, model: Any, row: Mapping[str, Any], completion: Any) -> Any:
    """The sum of an episode's rewards; None if there was none."""
    environment = reward() if isinstance(reward, type) else reward
    awaited(environment.reset(**begins_with(environment, row)))
    paid = []
    for message in as_chat(completion, "assistant"):
        if message.get("role", "assistant") != "assistant":
            continue
        action = _action(model, content_of(message))
        if action is None:
            break
        observation = awaited(environment.step(action))
        paid.append(observation.reward)
        if observation.done:
            break
    if isinstance(reward, type) and hasattr(environment, "close"):
        environment.close()
    known = [float(one) for one in paid if one is not None]
    return sum(known) if known else None


def begins_with(environment: Any, row: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `reset` for a task."""
    if isinstance(row.get("reset"), Mapping):
        return dict(row["reset"])
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    takes = inspect.signature(environment.reset).parameters.values()
    names = {one.name for one in takes if one.kind in kinds}
    return {name: value for name, value in row.items() if name in names}


def _action_of(environment: Any) -> Any:
    """The action's model: what `step` takes, the class is declared with, or an attribute holds."""
    kind = environment if isinstance(environment, type) else type(environment)
    told = [_hints(kind.step).get("action")]
    told += [arg for base in kind.__mro__ for arg in _declared(base)]
    told += [getattr(kind, name, None) for name in ("ACTION", "action_cls", "action_type")]
    for one in told:
        if _is_model(one) and one.__name__ not in ("Action", "Observation", "State"):
            return one
    raise SignatureError(
        f"{kind.__name__}: step(action: ...) with the action's model was expected, or the model as "
        "its attribute ACTION"
    )


def _declared(base: type) -> list[Any]:
    """The first argument of Environment[action, observation, state]."""
    bases = base.__dict__.get("__orig_bases__", ())
    return [get_args(one)[0] for one in bases if get_origin(one) and get_args(one)]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "model_validate")


def _hints(function: Any) -> dict[str, Any]:
    try:
        return get_type_hints(function)
    except Exception:  # an annotation that cannot be read is no annotation
        return {}


def _action(model: Any, text: str) -> Any:
    """The action that a text is; None if it is none."""
    fields = {name: one for name, one in model.model_fields.items() if name != "metadata"}
    needed = [name for name, one in fields.items() if one.is_required()] or list(fields)
    value = from_json(text)
    is_text = len(needed) == 1 and fields[needed[0]].annotation is str
    is_whole = value is not None and len(fields) > 1 and {*needed} <= {*value} <= {*fields}
    if is_text and not is_whole:
        value = {needed[0]: text}
    try:
        return None if value is None else model.model_validate(value)
    except (ValueError, RecursionError):
        return None
