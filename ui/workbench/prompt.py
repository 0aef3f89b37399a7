"""The prompt that models get for a case, word for word."""

from desks import Desk, Scenario
from ui.drawing import escaped


def messages(desk: Desk, scenario: Scenario) -> tuple[str, str]:
    """The system message and the user message."""
    system, user = (message["content"] for message in desk.prompt(scenario))
    return system, user


def user_message(desk: Desk, scenario: Scenario) -> str:
    """The user message, into which prompt evidence points."""
    return messages(desk, scenario)[1]


def told(desk: Desk, scenario: Scenario) -> str:
    """Both messages, folded, as HTML."""
    rules, case = map(escaped, messages(desk, scenario))
    return (
        '<details class="block-section told"><summary>What the model was told</summary>'
        '<p class="hint">Word for word. A pocket model is given the case alone: it learned the '
        "rules in training.</p>"
        f'<h4>Rules, for every case</h4><pre tabindex="0">{rules}</pre>'
        f'<h4>This case</h4><pre tabindex="0">{case}</pre></details>'
    )
