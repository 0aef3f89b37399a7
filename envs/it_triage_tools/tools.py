"""The seven tools as a model is told of them: JSON schemas in the form that chat templates take."""

from typing import Any

from desks.it_triage.models import TriageAction
from desks.schema import schema_of
from envs.it_triage_tools.episode import LONGEST_QUERY, SHOWN, TOOLS

_ABOUT = {
    "search_kb": f"Search the knowledge base; shows the {SHOWN} articles that fit best.",
    "search_tickets": f"Search past tickets; shows the {SHOWN} that fit best.",
    "search_incidents": f"Search past incidents; shows the {SHOWN} that fit best.",
    "get_article": "Read a whole article of the knowledge base.",
    "get_ticket": "Read a past ticket, and which articles solved it.",
    "get_incident": "Read a past incident, and which articles solved it.",
    "submit_resolution": "Resolve the ticket or escalate it. Ends the episode.",
}
_QUERY = {
    "type": "string",
    "description": f"Words to look for, at most {LONGEST_QUERY:,} characters",
}
_ID = {"type": "string", "description": "The id of the record, as a search shows it"}


def _parameters(tool: str) -> dict[str, Any]:
    if tool == "submit_resolution":
        return schema_of(TriageAction)
    name, value = ("query", _QUERY) if tool.startswith("search_") else ("id", _ID)
    return {
        "type": "object",
        "properties": {name: value},
        "required": [name],
        "additionalProperties": False,
    }


SCHEMAS: list[dict[str, Any]] = [
    {
        "type": "function",
        "function": {"name": tool, "description": _ABOUT[tool], "parameters": _parameters(tool)},
    }
    for tool in TOOLS
]
