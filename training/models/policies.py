"""Load policies by spec: models, services and scripts, behind one interface.

    pretrained:base                 SmolLM2-135M-Instruct as it comes, run by llama.cpp
    pretrained:warm                 with the warm start, an adapter trained on demonstrations
    pretrained:trained              with the adapter that GRPO made from the warm start
    pretrained:PATH                 with the adapter in a folder
    pretrained:trained,json         any of these, held to the desk's JSON by a grammar
    pocket:base                     the desk's pocket model, of 2 million parameters
    pocket:trained                  the same with the adapter that GRPO made for it
    folder:PATH                     a base or an adapter on this machine, run by transformers
    hub:OWNER/NAME[+OWNER/ADAPTER]  a model on the Hub, with or without an adapter
    api:MODEL@BASE_URL              any OpenAI-compatible endpoint
    scripted:NAME                   the oracle, `best_constant`, `always_none`, ...

    load_policy("pretrained:trained", desk).answer(scenarios, sample=True, seed=0)

Importing this module loads no torch: what a policy needs is imported when it is loaded.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from desks import Desk, Scenario, Tier, Voices
from envs import MULTI_TURN_DESKS, agents, grade, load
from graders import grading
from graders.attacks.ascent import best_constant
from training.models import policy
from training.models.base import REPOSITORY
from training.models.policy import (
    BASE,
    CONCURRENT_REQUESTS,
    POCKET,
    PRETRAINED,
    TRAINED,
    WARM,
    Policy,
    PolicyError,
    ScenarioPolicy,
)

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from training.models.llama_cpp.policy import LlamaCppPolicy

MAX_NEW_TOKENS = 320
"""Tokens that a policy without a worksheet may write; a run is evaluated with its preset's limit. A
test checks that a pocket model has room for this many after its longest prompt in plain voices, and
that the best answers need fewer."""
MAX_AFTER_WORKSHEET = 1_000
"""The same for a taught pretrained model, which writes a worksheet before its answer. A test checks
that hardly any of the best answers need more."""
SEARCHED = 40
"""Training scenarios per tier on which the best constant is searched for."""
JSON_SUFFIX = ",json"
"""The suffix of a pretrained model's spec that holds it to the desk's JSON by a grammar."""


class Scripted(ScenarioPolicy):
    """A function from a scenario to a completion."""

    def __init__(self, name: str, desk: Desk, act: Callable[[Scenario], str]) -> None:
        super().__init__(name, desk)
        self._act = act

    def answer(self, scenarios: Sequence[Scenario], sample: bool, seed: int) -> list[str]:
        return [self._act(s) for s in scenarios]


def load_policy(
    spec: str,
    desk: Desk,
    limit: int | None = None,
    key: str = "",
    public: bool = False,
    concurrency: int = CONCURRENT_REQUESTS,
) -> Policy:
    """The policy that a spec names, for a desk; PolicyError says what is wrong with spec or files.

    `limit` is how many tokens a model may write per prompt, if not as many as its kind usually
    may; `key` is an endpoint's key, and `concurrency` how many prompts it is sent at a time.
    `public` marks an endpoint as named by a stranger: it must be on the public internet.
    """
    kind, _, what = spec.partition(":")
    taught = kind == PRETRAINED and what.removesuffix(JSON_SUFFIX) != BASE
    if desk.name in MULTI_TURN_DESKS and (kind == "api" or what.endswith(JSON_SUFFIX)):
        raise PolicyError(f"{spec!r} gives one answer, and {desk.name} is of several turns")
    limit = limit or (MAX_AFTER_WORKSHEET if taught else MAX_NEW_TOKENS)
    if kind == "scripted":
        if what not in (known := scripts(desk)):
            raise PolicyError(f"no scripted policy {what!r}; there are {', '.join(known)}")
        return Scripted(spec, desk, known[what])
    if kind == "api":
        from training.models.endpoints.endpoint import Endpoint

        model, _, address = what.rpartition("@")
        return Endpoint(spec, desk, model, address, limit, key, public, concurrency)
    if kind == "hub":
        from training.models.from_hub import fetch
        from training.models.language_model import from_fetched

        name, plus, adapter = what.partition("+")
        names = (name, adapter) if plus else (name,)
        for one in names:
            if not REPOSITORY.fullmatch(one):
                raise PolicyError(f"{spec!r}: {one!r} is no OWNER/NAME of the Hub")
        folders = [fetch(one) for one in names]
        return policy_from_model(spec, desk, *from_fetched(*folders), limit, folders)
    if kind == PRETRAINED and what:
        home, who = policy.MODELS / desk.name / PRETRAINED, what.removesuffix(JSON_SUFFIX)
        adapter = home / who if who in (WARM, TRAINED) else Path(who)
        adapter = None if who == BASE else adapter
        return _run_by_llama_cpp(desk).load(spec, desk, adapter, limit, who != what)
    if (kind == POCKET and what in (BASE, TRAINED)) or (kind == "folder" and what):
        home = policy.MODELS / desk.name
        folder = home / what if kind == POCKET else Path(what)
        return policy_from_folder(spec, desk, folder, home / BASE, limit)
    raise PolicyError(
        f"no policy {spec!r}; there are pretrained:base, pretrained:warm, pretrained:trained and "
        "pretrained:PATH, pocket:base and pocket:trained, folder:PATH, hub:OWNER/NAME, "
        "api:MODEL@BASE_URL and scripted:NAME"
    )


def _run_by_llama_cpp(desk: Desk) -> "type[LlamaCppPolicy]":
    if desk.name in MULTI_TURN_DESKS:
        from training.models.llama_cpp.player import LlamaCppPlayer

        return LlamaCppPlayer
    from training.models.llama_cpp.policy import LlamaCppPolicy

    return LlamaCppPolicy


def policy_from_folder(name: str, desk: Desk, folder: Path, home_base: Path, limit: int) -> Policy:
    """The base in a folder, or the adapter there on its base, as a policy; PolicyError as from
    `from_folder`."""
    from training.models.language_model import from_folder, read_from

    model, read = from_folder(folder, home_base), read_from(folder, home_base)
    return policy_from_model(name, desk, *model, limit, read)


def policy_from_model(
    name: str,
    desk: Desk,
    model: "PreTrainedModel",
    tokenizer: "PreTrainedTokenizerBase",
    limit: int,
    read: Sequence[Path] = (),
) -> Policy:
    """A loaded model as a policy that answers or, on a desk of several turns, plays episodes;
    `read` is where it was loaded from."""
    if desk.name in MULTI_TURN_DESKS:
        from training.models.player import Player

        return Player(name, desk, model, tokenizer, limit, read)
    from training.models.language_model import LanguageModel

    return LanguageModel(name, desk, model, tokenizer, limit, read)


def scripts(desk: Desk) -> dict[str, Callable[[Scenario], str]]:
    """The scripted policies of a desk by name: the best one, the best that ignores the case, and
    those that try to score without doing the work."""
    if desk.name in MULTI_TURN_DESKS:
        return {"oracle": desk.oracle} | agents(desk.name)
    return {
        "oracle": desk.oracle,
        "best_constant": lambda s: _fixed(desk.name, s.tier, s.voices),
    } | {policy.name: policy.act for policy in grading(desk.name).policies}


@lru_cache
def _fixed(desk_name: str, tier: Tier, voices: Voices) -> str:
    """The fixed completion that scores best on training scenarios of a tier."""
    desk = load(desk_name)
    train = [desk.scenario(n, tier, "train", voices) for n in range(SEARCHED)]
    fixed = [policy.act(s) for policy in grading(desk_name).policies for s in train[:2]]
    best, _ = best_constant(
        [*map(desk.oracle, train), *fixed],
        lambda text: fmean(grade(s, text).total for s in train),
        f"{desk_name}/{tier}",
        sweeps=1,
    )
    return best
