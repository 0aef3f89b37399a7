"""What a desk's model writes down before it answers: the steps that the answer stands on.

A small model that has to name the action at once cannot have looked at the calendar. So its
demonstrations begin with a worksheet between `<think>` and `</think>`, made from the truth by the
module here that is named after the desk; the reader of completions leaves it out.
"""

from importlib import import_module

from desks import Scenario


def worksheet(scenario: Scenario) -> str:
    """The worksheet of a scenario, a line a step."""
    return import_module(f"{__name__}.{scenario.desk}").worksheet(scenario)


def shown(scenario: Scenario, answer: str) -> str:
    """An answer behind its worksheet, as a model is taught to write it."""
    return f"<think>\n{worksheet(scenario)}\n</think>\n{answer}"
