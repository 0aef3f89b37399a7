"""A desk's rubric as a tree for OpenEnv's trainers, with a leaf per part and penalty.

    for name, leaf in environment.rubric.named_rubrics():
        print(name, leaf.last_score)      # what it contributed to the reward; they add up to it

Grading happens once, in `graders`; the tree only reports the result.
"""

from typing import Any

from openenv.core.rubrics import Rubric as Tree

from graders.score import Grade, Rubric


class Leaf(Tree):
    """One part or penalty of a rubric; its score is its contribution to the total."""

    contribution = 0.0

    def forward(self, action: Any, observation: Any) -> float:
        """Its contribution to the current grade; below 0 for a penalty."""
        return self.contribution


class GradeTree(Tree):
    """A whole rubric; its score is the grade's total."""

    def __init__(self, rubric: Rubric) -> None:
        super().__init__()
        self.grade: Grade | None = None
        """The grade of the episode to be scored."""
        for name in [*rubric.parts, *rubric.penalties]:
            setattr(self, name, Leaf())

    def forward(self, action: Any, observation: Any) -> float:
        """The total of the current grade, after every leaf has been given its contribution."""
        if self.grade is None:
            raise ValueError("the episode is not graded yet, and there is no score without a grade")
        for name, contribution in self.grade.contributions.items():
            leaf = self.get_rubric(name)
            leaf.contribution = contribution
            leaf(action, observation)
        return self.grade.total

    def reset(self) -> None:
        """Forget the last episode."""
        self.grade, self.last_score = None, None
        for leaf in self.children():
            leaf.last_score = None
