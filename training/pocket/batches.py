"""Exercises as batches: token ids, and the training targets at each token."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor
from transformers import PreTrainedTokenizerFast

from desks import TIERS, Tier, load
from desks.desk import seeded_rng
from training.pocket import lessons
from training.pocket.lessons import COPIED, ExerciseForm, Shares
from training.pocket.recipes import Recipe

DECISION_WEIGHT = 4.0
"""Weight of a completion's tokens until everything is decided; the others weigh 1."""


class Row(NamedTuple):
    """An exercise: token ids, how many are the prompt's, the token by which everything is decided.

    Labels are (question, token, value), pointers (kind, token that looks, token to look at).
    """

    ids: list[int]
    prompt: int
    decision_end: int
    labels: list[tuple[str, int, int]]
    pointers: list[tuple[str, int, int]]


@dataclass(frozen=True)
class Batch:
    """Rows padded on the right.

    `ids` (rows, tokens); `weights` (rows, tokens) of the completions' tokens, 0 elsewhere; `labels`
    question -> (n, 3) of row, token and class; `pointers` kind -> (n, 3) of row, the token that
    looks and the token that it should look at.
    """

    ids: Tensor
    weights: Tensor
    labels: dict[str, Tensor]
    pointers: dict[str, Tensor]


@dataclass(frozen=True)
class Demonstrations(torch.utils.data.Dataset):
    """A recipe's batches by step: demonstrations, and later briefs beside them. Each batch is of
    one tier, so that its rows have similar lengths.

    A batch depends on its step alone, so that a resumed run sees the same batches.
    """

    recipe: Recipe
    tokenizer: PreTrainedTokenizerFast

    def __getitem__(self, step: int) -> list[Batch]:
        recipe = self.recipe
        lesson = lessons.load(recipe.desk)
        shares = lesson.good if step < recipe.reading else lesson.mixed
        form: ExerciseForm = "drill" if step < recipe.drills else "whole"
        first, tier = 2 * recipe.rows * step, self.tier_of(step)
        numbers = range(first, first + self.rows_of(step))
        batches = [self.batch([self.row(number, tier, shares, form) for number in numbers])]
        if recipe.briefs is not None and step >= recipe.briefs:
            tier, count = (("medium", 4), ("hard", 2))[step % 2]
            numbers = range(first, first + count * recipe.rows)
            rows = [self.row(number, tier, shares, "brief") for number in numbers]
            batches.append(self.batch(rows))
        return batches

    def tier_of(self, step: int) -> Tier:
        """The tier of a step's batch."""
        recipe = self.recipe
        simple = step < recipe.drills // 3 or recipe.drills <= step < recipe.basics
        basics, later = lessons.load(recipe.desk).tiers
        shares = basics if simple else later
        [tier] = seeded_rng("warm_start", recipe.desk, step).choices(TIERS, shares)
        return tier

    def rows_of(self, step: int) -> int:
        """How many rows a step's batch has."""
        long = self.tier_of(step) == "hard" and step >= self.recipe.drills
        return self.recipe.rows if long else 2 * self.recipe.rows

    def row(self, number: int, tier: Tier, shares: Shares, form: ExerciseForm) -> Row:
        """The exercise of that number, on the train scenario of the same number."""
        desk = self.recipe.desk
        rng = seeded_rng("warm_start", desk, number)
        s = load(desk).scenario(number, tier, "train", "plain")
        template = self.tokenizer.apply_chat_template
        render = partial(template, add_generation_prompt=True, tokenize=False)
        exercise = lessons.load(desk).exercise(rng, s, render, shares, form)
        prompt, completion = (
            self.tokenizer(one, add_special_tokens=False, return_offsets_mapping=True)
            for one in (exercise.prompt, exercise.completion)
        )
        length, before = len(prompt.input_ids), len(exercise.prompt)
        later = [(start + before, end + before) for start, end in completion["offset_mapping"]]
        token = token_at([*prompt["offset_mapping"], *later])
        others = (p for p in exercise.pointers if p.kind != COPIED)
        looks = [(p.kind, token(p.at) - p.ahead, token(p.to)) for p in others]
        copied = lessons.copies(prompt.input_ids, completion.input_ids)
        source = {length + at - 1: place for at, place in copied}
        source |= {token(p.at) - 1: token(p.to) for p in exercise.pointers if p.kind == COPIED}
        return Row(
            ids=prompt.input_ids + completion.input_ids,
            prompt=length,
            decision_end=token(before + exercise.decision_end),
            labels=[(label.question, token(label.at), label.value) for label in exercise.labels],
            pointers=looks + [(COPIED, at, to) for at, to in source.items()],
        )

    def batch(self, rows: list[Row]) -> Batch:
        """Rows padded to the longest."""
        longest = max(len(row.ids) for row in rows)
        ids = torch.full((len(rows), longest), self.tokenizer.pad_token_id)
        weights = torch.zeros(len(rows), longest)
        for number, row in enumerate(rows):
            ids[number, : len(row.ids)] = torch.tensor(row.ids)
            weights[number, row.prompt : len(row.ids)] = 1.0
            weights[number, row.prompt : row.decision_end] = DECISION_WEIGHT
        labels, pointers = [row.labels for row in rows], [row.pointers for row in rows]
        return Batch(ids, weights, _by_kind(labels), _by_kind(pointers))


def _by_kind(rows: Iterable[list[tuple[str, int, int]]]) -> dict[str, Tensor]:
    """kind -> (n, 3) of row and the two values of each entry of that kind."""
    by_kind: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for row, entries in enumerate(rows):
        for kind, at, value in entries:
            by_kind[kind].append((row, at, value))
    return {kind: torch.tensor(entries) for kind, entries in by_kind.items()}


def token_at(offsets: Sequence[tuple[int, int]]) -> Callable[[int], int]:
    """A function from a character to its token, given each token's characters [start, end)."""
    starts = [start for start, _ in offsets]
    return lambda at: bisect_right(starts, at) - 1
