"""The seven tools as JSON schemas, in the form that chat templates take.

They are made from the functions' signatures and docstrings, and sorted by name, which is the order
in which TRL finds them.
"""

import inspect
import re
from typing import Any, get_type_hints

from pydantic import TypeAdapter

from envs.it_triage_tools.episode import TOOLS
from envs.it_triage_tools.tools import Tools

_ARGUMENT = re.compile(r"^ +(\w+): (.+)$", re.MULTILINE)


def _schema(tool: str) -> dict[str, Any]:
    function = getattr(Tools, tool)
    about, _, arguments = inspect.getdoc(function).partition("\n\nArgs:\n")
    types = get_type_hints(function)
    properties = {
        name: {**TypeAdapter(types[name]).json_schema(), "description": text}
        for name, text in _ARGUMENT.findall(arguments)
    }
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    schema = {"name": tool, "description": about, "parameters": parameters}
    schema["return"] = TypeAdapter(types["return"]).json_schema()
    return {"type": "function", "function": schema}


SCHEMAS: list[dict[str, Any]] = [_schema(tool) for tool in sorted(TOOLS)]
