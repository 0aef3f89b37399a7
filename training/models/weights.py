"""Check that safetensors hold what a configuration describes, before anything is allocated.

A few kilobytes of configuration may describe a model larger than any machine's memory. So the model
is built on torch's `meta` device, which has shapes but no memory, and compared with the files'
headers.
"""

from math import prod
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors import safe_open
from transformers import AutoConfig, AutoModelForCausalLM

from training.models.base import BaseError, adapter_config

PLAIN_DTYPES = frozenset({"F32", "F16", "BF16"})
"""The dtypes in which weights may be stored, none of them packed."""
MAX_RANK = 1_024
"""The highest rank of an adapter."""


class Header(NamedTuple):
    """What a file says about one of its tensors."""

    kind: str
    shape: tuple[int, ...]


def headers(folder: Path) -> dict[str, Header]:
    """The tensors in a folder's safetensors by name; none of their data is read."""
    found = {}
    for file in sorted(folder.glob("*.safetensors")):
        with safe_open(file, "pt") as held:
            for name in held.keys():  # noqa: SIM118 - no mapping
                one = held.get_slice(name)
                found[name] = Header(one.get_dtype(), tuple(one.get_shape()))
    return found


def check_weights(folder: Path) -> None:
    """BaseError unless the files in a folder hold as many weights as its configuration describes,
    unpacked, and tensors of the same name have the same shape."""
    held = headers(folder)
    config = AutoConfig.from_pretrained(folder, trust_remote_code=False)
    layers = getattr(config.get_text_config(), "num_hidden_layers", 0)
    if layers > len(held):
        raise BaseError(f"its configuration has {layers:,} layers, its files {len(held):,} weights")
    with torch.device("meta"):
        described = dict(AutoModelForCausalLM.from_config(config).named_parameters())
    for name, weights in described.items():
        shape = tuple(weights.shape)
        found = held.get(name, Header("F32", shape))  # absent ones may be fused or split on loading
        if found.shape != shape or found.kind not in PLAIN_DTYPES:
            raise BaseError(
                f"{name} is {found.kind} {list(found.shape)} in its files, and should be "
                f"{list(shape)} by its configuration, of {', '.join(sorted(PLAIN_DTYPES))}"
            )
    wanted = sum(weights.numel() for weights in described.values())
    there = sum(prod(one.shape) for one in held.values())
    if wanted > there:
        raise BaseError(
            f"its configuration describes {wanted:,} weights, and its files hold {there:,}"
        )


def check_adapter(folder: Path) -> None:
    """BaseError unless the adapter in a folder is plain LoRA of a reasonable rank."""
    config = adapter_config(folder)
    ranks = [config["r"], *(config.get("rank_pattern") or {}).values()]
    if config["peft_type"] != "LORA" or config.get("megatron_config"):
        raise BaseError("no adapter but plain LoRA is put on a model here")
    if not all(type(rank) is int and 0 < rank <= MAX_RANK for rank in ranks):
        raise BaseError(f"its rank is not from 1 to {MAX_RANK:,}")
