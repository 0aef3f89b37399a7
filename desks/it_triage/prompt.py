"""The prompt for a scenario, and the oracle's answer."""

import json

from desks.desk import Message
from desks.it_triage.models import TriageAction, TriageScenario
from desks.schema import schema_of


def prompt(scenario: TriageScenario) -> list[Message]:
    """A system message (task, rules, JSON schema) and a user message of some 150 to 500 words."""
    return [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": user_message(scenario)},
    ]


def user_message(scenario: TriageScenario) -> str:
    """The ticket, then the passages, one per line."""
    passages = "\n".join(f"[{passage.id}] {passage.text}" for passage in scenario.passages)
    return f"{opening(scenario)}\n\nArticles found:\n{passages}"


def opening(scenario: TriageScenario) -> str:
    """The ticket alone, which is all that an agent with tools is shown."""
    ticket = scenario.ticket
    return f"Ticket {ticket.id} from {ticket.reporter}\nSubject: {ticket.subject}\n{ticket.body}"


def oracle(scenario: TriageScenario) -> str:
    """The right answer, from the hidden truth: bare JSON on one line, at most 120 words."""
    truth = scenario.truth
    return json.dumps(
        {
            "citations": list(truth.gold),
            "resolution": truth.resolution,
            "confidence": 1.0,  # it knows
            "escalate": not truth.answerable,
        }
    )


_RULES = """\
You are the triage agent of an IT help desk. You read a ticket and the knowledge-base articles
that a search found, and answer with one JSON object and nothing else.

- An article applies only if its product, version and sign all fit the ticket.
- Cite exactly the articles that apply. Mostly one; a ticket with two faults needs two.
- resolution: tell the reporter what the cited articles say to do, in their order, commands,
  values and paths word for word. No steps of other articles, no commands or settings of your
  own; looking is free.
- If no article applies: escalate is true, citations is empty, and the resolution names the
  product and the version for the hand-over. Otherwise escalate is false.
- confidence: the probability, from 0 to 1, that this whole action is right."""

_SYSTEM = f"{_RULES}\n\nJSON schema: {json.dumps(schema_of(TriageAction))}"
