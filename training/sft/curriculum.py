"""What a pretrained model is taught in one course, as settings."""

from typing import Annotated

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from desks import Tier
from desks.desk import Frozen
from envs import desk_names
from training.pocket.lessons import has_lesson

LESSONS = {"it_triage_tools": "it_triage"}
"""Desks that take the names of another's disguise."""
TAUGHT = sorted(name for name in desk_names() if has_lesson(LESSONS.get(name, name)))
"""Desks that there are worksheets and names for."""
SURE = ("it_triage",)
"""Single-turn desks whose answers state a confidence."""


class Curriculum(Frozen):
    """Everything that determines how a model is taught."""

    desk: str
    drills: NonNegativeInt = 200
    """Made-up cases with nothing to read, at the beginning, if the desk has some."""
    series_drills: NonNegativeInt = 0
    """Made-up cases of fortnightly series alone, after the drills, if the desk has some."""
    reading_cases: NonNegativeInt = 600
    """Cases of which only the text is read, after the drills, if the desk has some."""
    examples: NonNegativeInt = 900
    mixed: bool = False
    """Whether all of these are shuffled together. After hundreds of drills at a stretch a model
    answered worse: `eighth_course` among the emails' adapters."""
    tiers: Annotated[tuple[Tier, ...], Field(min_length=1)] = ("easy", "medium", "medium", "hard")
    """Cycled through."""
    situations: tuple[str, ...] = ()
    """Of the examples, if any are named; each tier is shown with each, so that rare ones are shown
    as often as others."""
    learning_rate: float = 1e-3
    batch: PositiveInt = 1
    lora_rank: PositiveInt = 24
    """At 32 the file is above the 10 MiB that a Space takes without LFS."""
    frozen: NonNegativeInt = 10
    """Layers at the bottom that are not trained."""
    asked: NonNegativeInt = 6
    """Questions, or series, per drill."""
    self_assessed: NonNegativeInt = 0
    """Cases that the model answers itself, to learn how sure it may be: `own_answers.py`. In a
    course of its own, since other examples would change how often it is right."""
    passes: PositiveInt = 1
    """How often it is shown its own answers."""
    what_ifs: NonNegativeInt = 2
    """Other questions per case, if the desk has some."""
    freely_written: bool = False
    """Whether cases that were written freely are mixed among disguised ones, besides the number of
    examples; they are the same for every seed."""
    disguised: bool = False
    """Whether cases have invented names, and answers copy what they can from the prompt; what the
    train split says is soon known by heart, and other splits say something else."""
    adapter: str = ""
    """A folder with the adapter to continue from; without one, a new one is begun."""
    seed: Annotated[int, Field(ge=0, lt=10)] = 0
    """Of the order and the scenarios: a curriculum that goes on from an adapter needs another one,
    or it shows the same cases again."""

    @model_validator(mode="after")
    def _the_desk_has_what_is_asked_for(self) -> "Curriculum":
        if self.desk not in TAUGHT:
            raise ValueError(f"desk: only {', '.join(TAUGHT)} can be taught, not {self.desk!r}")
        if self.freely_written and not self.disguised:
            raise ValueError("freely_written: only among disguised cases")
        if self.self_assessed and not (self.adapter and self.desk in SURE):
            raise ValueError(f"self_assessed: an adapter of {' or '.join(SURE)} was expected")
        if self.self_assessed and self.examples:
            raise ValueError("self_assessed: only with examples 0, in a course of its own")
        return self
