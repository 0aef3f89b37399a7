"""Who may play a ticket with tools: the scripted agents, the shipped models, or the visitor."""

import re
from functools import lru_cache

from envs import agents
from envs.it_triage_tools.desk import replay
from envs.it_triage_tools.episode import Episode
from training.models.policy import BASE, POCKET, PRETRAINED, TRAINED, WARM
from ui import inference
from ui.drawing import humanized
from ui.links import Ref, known
from ui.tools.episodes import DESK

YOU, HONEST = "you", "honest_searcher"
SEED = 0
"""The sampling seed of pocket models, fixed so that a link shows everybody the same episode."""
_MODELS = {
    f"{PRETRAINED}:{WARM}": "SmolLM2-135M-Instruct after demonstrations, greedy.",
    f"{PRETRAINED}:{TRAINED}": "SmolLM2-135M-Instruct trained by GRPO after that, greedy.",
    f"{POCKET}:{BASE}": "The pocket model before GRPO, sampled once at temperature 1.",
    f"{POCKET}:{TRAINED}": "The pocket model after GRPO, sampled once at temperature 1.",
}
MAX_CACHED = 256
"""Maximum episodes cached; a model takes seconds to play one."""


def scripted() -> dict[str, str]:
    """The scripted agents, each with the first sentence of its docstring."""
    summaries = {name: " ".join((act.__doc__ or "").split()) for name, act in agents(DESK).items()}
    return {name: re.split(r"(?<=\.)\s", text, maxsplit=1)[0] for name, text in summaries.items()}


def models() -> dict[str, str]:
    """The models shipped for this desk, each with what it is; there may be none."""
    there = inference.shipped(DESK)
    return {who: what for who, what in _MODELS.items() if who in there}


def offered() -> dict[str, str]:
    """Every player that can be watched."""
    return scripted() | models()


def named(player: str) -> str:
    """Its name on the page."""
    return inference.named(player) if player in _MODELS else humanized(player)


def parse(name: str) -> str:
    """The name if it is a player's; LinkError if not."""
    return known(name, (*offered(), YOU), "player")


@lru_cache(maxsize=MAX_CACHED)
def played(ref: Ref, name: str) -> Episode:
    """A player's finished and graded episode on a ticket; PolicyError if a model cannot run."""
    scenario = ref.scenario(DESK)
    if name not in _MODELS:
        return replay(scenario, agents(DESK)[name](scenario))
    return replay(scenario, transcript(ref, name))


def transcript(ref: Ref, name: str) -> str:
    """What a model writes as it plays a ticket; PolicyError if it cannot run."""
    sample = name.startswith(POCKET)
    [text] = inference.model(DESK, name).answer([ref.scenario(DESK)], sample, seed=SEED)
    return text
