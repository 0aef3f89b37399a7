"""Presets: the settings of GRPO runs, as short YAML files in training/presets/, strictly parsed.

    read_preset("exec_assist_pocket", {"steps": "100"})

A preset that `extends: NAME` inherits the settings that it does not give itself. An unknown key, or
a value of the wrong type or out of range, is an error that names it and what was expected. Only the
defaults below are filled in silently, and a run records them all.
"""

import json
from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import AfterValidator, ConfigDict, Field, ValidationError, model_validator

from desks import TIERS, Tier, Voices
from desks.desk import Frozen
from envs import desk_names, load
from training.common import ROOT
from training.common.console import CommandError, complaint
from training.common.strict_yaml import read_strictly
from training.pocket.lessons import has_lesson
from training.rl.rewards import JUDGES, OURS, Wording, components

FOLDER = ROOT / "training" / "presets"

Count = Annotated[int, Field(ge=1, le=1_000_000)]
Natural = Annotated[int, Field(ge=0, le=1_000_000)]
Rank = Annotated[int, Field(ge=1, le=4_096)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_IN = r"([A-Za-z_][\w.]{0,100}|[A-Za-z0-9_./-]{1,200}\.py)"
REWARD = rf"^(rubric|as_reported|{_IN}:[A-Za-z_]\w{{0,40}})$"


def _known(desk: str) -> str:
    if desk not in desk_names():
        raise ValueError(f"no desk {desk!r}; there are {', '.join(desk_names())}")
    return desk


class PresetError(CommandError):
    """A preset that cannot be used; the message names the file, the key and what was expected."""


class Preset(Frozen):
    """Everything that determines a GRPO run."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    desk: Annotated[str, AfterValidator(_known)]
    base: Annotated[str, Field(min_length=1)]
    """A folder with a base, or a model on the Hub (OWNER/NAME)."""
    revision: str = "main"
    """For a model on the Hub: a branch or, better, a commit."""
    base_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    """What `base_hash` must return; by default, what the base's own base.json says."""

    adapter: str = ""
    """A folder with an adapter for that base, of the rank below, that the run starts from and keeps
    training: a warm start, such as one from `training/teach.py`."""

    scenarios: Count
    """Training scenarios, cycling through the tiers: seeds 0, 1, ... of the train split."""
    cases: str = ""
    """A case file (`desks/cases.py`) to train on instead, for as many as `scenarios`; tiers and
    wording are then its own."""
    held_out: Annotated[float, Field(gt=0, lt=1)] = 0.2
    """Share of those cases that no step uses; `training.evaluate --run` is on them."""
    tiers: Annotated[list[Tier], Field(min_length=1, default_factory=lambda: list(TIERS))]
    voices: Voices = "plain"
    """The wording of the cases; a pocket base can read plain ones only."""
    disguised: bool = False
    """Whether names, words and numbers are invented, as in the warm start of a pocket base."""
    steps: Count
    prompts: Count
    """Prompts that a step learns from."""
    spare_prompts: Natural = 0
    """Prompts answered beyond those, so that flat groups can be set aside."""
    generations: Annotated[int, Field(ge=2)]
    """Completions per prompt: a group."""
    micro_batch: Count
    """Completions per forward and backward pass of a process. TRL shuffles those of a step before
    it splits them up, so `share_prompts` reads each prompt only once if this holds them all."""
    share_prompts: bool = False
    """Whether a group's prompt is read once for all its completions: several times as fast on a
    CPU, but without gradient checkpointing. An episode then takes no turn after its end either."""

    learning_rate: Positive
    gain_rate: NotNegative = 0.0
    """Learning rate of the last norm's gain, by which a model learns how certain to be; at 0 the
    gain stays unchanged, as with plain LoRA."""
    schedule: Literal["constant", "constant_with_warmup", "linear", "cosine"] = "constant"
    warmup_steps: Natural = 0
    beta: NotNegative
    """Weight of the KL divergence from what the run began with; 0 lets the policy drift."""
    loss_type: Literal["grpo", "bnpo", "dr_grpo", "dapo"] = "dapo"
    scale_rewards: Literal["group", "batch", "none"] = "group"
    max_grad_norm: Positive = 1.0
    reward: Annotated[str, Field(pattern=REWARD)] = OURS
    """What pays: `rubric`, `as_reported`, MODULE:FUNCTION or FILE.py:FUNCTION; see
    `training/rl/rewards.py`. In any case our grade and the referee are monitored and recorded."""
    reward_weights: Annotated[dict[str, NotNegative], Field(default_factory=dict)]
    """Weights of the reward functions; by default 1 for what pays, 0 for what is only logged."""
    counterfactual: Literal["", "confidence"] = ""
    """A field whose tokens are credited with its own effect on the graders' total, which has to be
    what pays: no `reward_weights` beside it; see `training/rl/credit.py`."""

    vllm: Literal["", "colocate", "server"] = ""
    """Whether vLLM writes the completions: on the GPUs that train, or as a server of its own."""
    vllm_server: Annotated[str, Field(pattern=r"^(https?://\S+)?$")] = ""
    """That server's address; http://localhost:8000 if none is given."""
    temperature: Positive = 1.0
    max_completion_length: Count
    """Tokens of an answer; on a desk of several turns, of the whole episode after its prompt, tool
    results included."""
    max_turn_length: Natural = 0
    """Tokens of a single turn; 0 for as many as an episode."""
    max_turns: Natural = 0
    """Rounds of calls whose results are shown. The turn after them is the last, and calls in it are
    still carried out; 0 for as many as the desk allows."""
    lora_rank: Rank
    lora_alpha: Count
    save_every: Count = 25
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0

    @property
    def wording(self) -> Wording:
        """The wording of the training scenarios."""
        if not self.disguised:
            return self.voices
        return "disguised" if self.voices == "plain" else "all/disguised"

    @property
    def turn_limit(self) -> int:
        """Tokens that a model may write in one turn."""
        return self.max_turn_length or self.max_completion_length

    @model_validator(mode="after")
    def _fits_together(self) -> "Preset":
        batch = self.prompts * self.generations
        if batch % self.micro_batch:
            raise ValueError(
                f"micro_batch: {self.micro_batch} does not divide prompts x generations = {batch}"
            )
        if self.scenarios < self.prompts + self.spare_prompts:
            raise ValueError(
                f"scenarios: {self.scenarios} are fewer than prompts + spare_prompts of a step"
            )
        if self.vllm and self.share_prompts:
            raise ValueError(
                "share_prompts: with vllm, which reads a group's prompt once, set false"
            )
        if self.vllm and self.max_turn_length:
            raise ValueError("max_turn_length: vllm limits an episode, not its turns: set 0")
        if self.vllm_server and self.vllm != "server":
            raise ValueError("vllm_server: goes with vllm: server")
        desk = load(self.desk)
        case = desk.scenario(0, "easy", "train")
        known = components(self.desk, self.reward)
        if self.disguised and not has_lesson(self.desk):
            raise ValueError(f"disguised: no names can be invented for {self.desk}")
        if len(set(self.tiers)) < len(self.tiers):
            raise ValueError("tiers: each stands once")
        if unknown := sorted(set(self.reward_weights) - set(known)):
            raise ValueError(
                f"reward_weights: {self.desk} has no part {unknown[0]!r}; there are "
                f"{', '.join(known)}"
            )
        if self.counterfactual and self.reward not in JUDGES:
            raise ValueError(
                f"counterfactual: graders were expected as the reward, not {self.reward}"
            )
        if self.counterfactual and self.reward_weights:
            raise ValueError(
                "counterfactual: what a field gains is measured in the graders' own weights: set "
                "reward_weights={}"
            )
        if self.counterfactual and self.counterfactual not in json.loads(desk.oracle(case)):
            raise ValueError(f"counterfactual: {self.desk} has no field {self.counterfactual!r}")
        return self


def names() -> list[str]:
    """The names of all presets."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def setting(text: str) -> tuple[str, str]:
    """Parse KEY=VALUE from a command line; a `type` for argparse."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ArgumentTypeError(f"{text!r}: KEY=VALUE was expected")
    return key, value


def read_preset(name: str, changes: Mapping[str, str | int] | None = None) -> Preset:
    """The preset of that name, or in that .yaml file, with some keys changed.

    `changes` maps keys to values; a string is read as YAML, as it would be in the file.
    """
    settings = _settings(name)
    for key, value in (changes or {}).items():
        settings[key] = _read_yaml(value, f"--set {key}") if isinstance(value, str) else value
    try:
        return Preset.model_validate(settings)
    except ValidationError as error:
        told = "; ".join(_complaint(one) for one in error.errors(include_url=False))
        raise PresetError(f"{Path(name).stem}.yaml: {told}") from None


def _settings(name: str, extended_by: Sequence[str] = ()) -> dict[str, Any]:
    """The settings in a preset's file, on top of those of the preset that it extends."""
    path = Path(name) if name.endswith(".yaml") else FOLDER / f"{name}.yaml"
    try:
        settings = _read_yaml(path.read_text(encoding="utf-8"), str(path))
    except (FileNotFoundError, NotADirectoryError):
        raise PresetError(f"no preset {name!r}; there are {', '.join(names())}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PresetError(f"{path} cannot be read: {error}") from None
    if not isinstance(settings, dict):
        raise PresetError(f"{path}: keys with values were expected, as in `steps: 100`")
    if "extends" not in settings:
        return settings
    extended, users = settings.pop("extends"), [*extended_by, name]
    if not isinstance(extended, str) or extended in users:
        raise PresetError(f"{path.name}: extends: another preset was expected, not {extended!r}")
    return _settings(extended, users) | settings


def recorded(config: Mapping[str, Any]) -> Preset:
    """The preset in a run's record, with the hash of the base that the run started from."""
    try:
        settings = {**config["settings"], "base_sha256": config["base_sha256"]}
        return Preset.model_validate(settings)
    except (KeyError, TypeError, ValidationError) as error:
        raise PresetError(f"a record that this version does not read: {error}") from None


def _complaint(one: Mapping[str, Any]) -> str:
    key = ".".join(map(str, one["loc"]))
    if one["type"] == "extra_forbidden":
        near = get_close_matches(key, Preset.model_fields, n=1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        return f"unknown key {key!r}; {meant}There are {', '.join(Preset.model_fields)}"
    if one["type"] == "missing":
        return f"{key} is missing"
    return complaint(one)


def _read_yaml(text: str, where: str) -> Any:
    try:
        return read_strictly(text)
    # TypeError: an unhashable key; ValueError: an impossible date or number
    except (yaml.YAMLError, TypeError, ValueError, RecursionError) as error:
        raise PresetError(f"{where}: not YAML: {' '.join(str(error).split())}") from None
