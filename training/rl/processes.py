"""A run in several processes: each one's share, what they tell each other, what cannot be shared.

`accelerate launch` starts them, with a configuration from `training/presets/accelerate/`. Each
answers an equal share of a step's completions, and learns from an equal share of those that are
learned from. With `share_prompts` a step is the same whatever their number; without it, and with
the loss `bnpo`, which averages over passes, what is sampled or learned differs a little, as do `kl`
and `entropy` where passes differ. The first process writes the record. Alone, a process is the
first and the only one.
"""

import atexit
import os
from collections.abc import Sequence
from typing import TypeVar

import transformers
from accelerate import PartialState
from accelerate.utils import broadcast_object_list, gather_object
from trl.import_utils import is_vllm_available

from envs import MULTI_TURN_DESKS
from training.common.console import CommandError
from training.rl.presets import Preset

SHARDED_ENVS = ("ACCELERATE_USE_FSDP", "ACCELERATE_USE_DEEPSPEED")
"""What `accelerate launch` sets where the weights, too, are divided among the processes."""
VLLM = f"vllm==0.30.0 transformers=={transformers.__version__}"
"""One that TRL takes, and that takes our transformers; what pip gets for `trl[vllm]` does not."""
Item = TypeVar("Item")


def started(on_gpu: bool) -> PartialState:
    """Join the other processes of the run, if there are any, until this one ends."""
    state = PartialState(cpu=not on_gpu)
    atexit.register(state.destroy_process_group)
    return state


def from_first(value: Item) -> Item:
    """The first process's value, in every process; all must call this at the same point."""
    [told] = broadcast_object_list([value])
    return told


def from_all(values: Sequence[Item]) -> list[Item]:
    """The values of all processes, in their order, in every process."""
    return gather_object(list(values))


def own_part(values: Sequence[Item]) -> Sequence[Item]:
    """The values that this process works on, if each takes some: `from_all` of them is in order."""
    state = PartialState()
    each = -(-len(values) // state.num_processes)
    return values[state.process_index * each :][:each]


def sharded() -> bool:
    """Whether the weights are divided among the processes."""
    return any(os.environ.get(name, "").lower() == "true" for name in SHARDED_ENVS)


def micro_batch(preset: Preset, processes: int) -> int:
    """Completions per forward and backward pass of each process: the preset's, or its whole share
    if that is less. CommandError if the preset cannot be shared equally."""
    answered = (preset.prompts + preset.spare_prompts) * preset.generations
    learned = preset.prompts * preset.generations
    for key, count in (("spare_prompts", answered), ("prompts", learned)):
        if count % processes:
            raise CommandError(
                f"{key}: the {count} completions of a step cannot be shared equally by {processes} "
                f"processes: change {key}, generations or the number of processes"
            )
    share = learned // processes
    passed = min(preset.micro_batch, share)
    if share % passed:
        raise CommandError(
            f"micro_batch: {passed} does not divide the {share} completions that each of "
            f"{processes} processes learns from"
        )
    return passed


def check_vllm(preset: Preset, on_gpu: bool) -> None:
    """CommandError, saying what is missing, if vLLM is asked for and cannot be used."""
    if preset.vllm and not on_gpu:
        raise CommandError("vllm: it needs a GPU, and there is none here: leave the key out")
    if preset.vllm and not is_vllm_available():
        raise CommandError(
            f"vllm: the package is not installed here: pip install {VLLM}, which nobody has tried "
            "yet, or leave the key out"
        )


def check_shared(preset: Preset, processes: int, sharded: bool) -> None:
    """CommandError, naming the key to change, if so many processes cannot train the preset."""
    micro_batch(preset, processes)
    turns = preset.desk in MULTI_TURN_DESKS
    if preset.share_prompts and turns and processes > 1:
        raise CommandError(
            "share_prompts: in episodes of several turns each process takes its own number of "
            "turns, and prompts are read together: set share_prompts=false"
        )
    if preset.vllm == "server" and turns and processes > 1:
        raise CommandError(
            "vllm: in episodes of several turns each process takes its own number of turns, and a "
            "server is asked by all together: set vllm=colocate"
        )
    if not sharded:
        return
    if preset.share_prompts:
        raise CommandError(
            "share_prompts: a prompt is read once by a process that has all weights, and here they "
            "are divided: set share_prompts=false"
        )
    if preset.gain_rate:
        raise CommandError(
            "gain_rate: the gain is trained in float32, and divided weights have one precision: "
            "set gain_rate=0"
        )
    if turns:
        raise CommandError(
            f"desk: an episode of {preset.desk} has as many turns as it takes, and processes that "
            "divide the weights must go in step: start it with presets/accelerate/ddp.yaml"
        )
