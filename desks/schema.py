"""The JSON schema of an action, short enough for a small model's prompt."""

from typing import Any

from pydantic import BaseModel

_KEPT = ("enum", "pattern", "minimum", "maximum", "maxItems", "required")


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The model's JSON schema, its fields in order, without references, titles or descriptions.

    A nullable field lists both types ("type": ["object", "null"]) instead of an `anyOf`.
    """
    whole = model.model_json_schema()
    return {**_bare(whole, whole.get("$defs", {})), "additionalProperties": False}


def _bare(given: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in given:
        return _bare(named[given["$ref"].rpartition("/")[2]], named)
    if "anyOf" in given:
        one, null = (_bare(choice, named) for choice in given["anyOf"])
        return {**one, "type": [one["type"], null["type"]]}
    found = {"type": given["type"]}
    if "items" in given:
        found["items"] = _bare(given["items"], named)
    if "properties" in given:
        found["properties"] = {n: _bare(f, named) for n, f in given["properties"].items()}
    return found | {key: given[key] for key in _KEPT if key in given}
