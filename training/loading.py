"""A model and its tokenizer from files, whole or not at all."""

from logging import ERROR, getLogger

import torch
from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError, StrictDataclassError
from safetensors import SafetensorError
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils.logging import disable_progress_bar

from training.base import BaseError
from training.gpu import usable
from training.messages import first_line

disable_progress_bar()  # of weights, which are there in a moment once they are on this machine
getLogger("transformers.integrations.hub_kernels").setLevel(ERROR)  # it misses a GPU's kernels

LARGEST = {False: 2e9, True: 20e9}
"""Bytes of the weights of a Hub's model that a visitor may load, without a GPU and with one."""
DAMAGED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    OSError,
    RuntimeError,
    SafetensorError,
    StrictDataclassError,
    TypeError,
    ValueError,
)
"""What transformers raises over files that are no model."""
Loaded = tuple[PreTrainedModel, PreTrainedTokenizerBase]


def load_model(name: str, offline: bool) -> Loaded:
    """A model made for chat, in a folder or, unless `offline`, on the Hub; none of its code is run.

    BaseError where it cannot be loaded, lacks weights or has no chat template.
    """
    safely = {"local_files_only": offline, "trust_remote_code": False}
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, **safely)
        model, found = AutoModelForCausalLM.from_pretrained(
            name,
            **safely,
            use_safetensors=True,  # no pickles
            dtype=precision(),
            output_loading_info=True,
        )
    except DAMAGED as error:
        raise BaseError(f"cannot load {name}: {first_line(error)}") from None
    if absent := sorted(found["missing_keys"]):
        raise BaseError(
            f"{name} is not whole: {len(absent)} weights are missing, as {absent[0]}. Get it again"
        )
    if tokenizer.chat_template is None:
        raise BaseError(f"{name} has no chat template: take a model made for chat (Instruct)")
    return model, tokenizer


def precision() -> torch.dtype:
    """What weights are loaded in: float32 on a CPU; on a GPU bfloat16, or float16 on an old one."""
    if not usable():
        return torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(False) else torch.float16


def check_size(name: str) -> None:
    """BaseError unless a model of the Hub has safetensors, and no more than fit on this machine."""
    try:
        files = HfApi().model_info(name, files_metadata=True).siblings or []
    except (HfHubHTTPError, OSError, ValueError) as error:  # ValueError: no name, or no JSON
        raise BaseError(f"{name} cannot be had from the Hub: {first_line(error)}") from None
    size = sum(one.size or 0 for one in files if one.rfilename.endswith(".safetensors"))
    most = LARGEST[torch.cuda.is_available()]
    if not 0 < size <= most:
        raise BaseError(
            f"{name} has {size / 1e9:.1f} GB of safetensors; here a model has some, and at most "
            f"{most / 1e9:.0f} GB. Take a smaller one, or an endpoint"
        )
