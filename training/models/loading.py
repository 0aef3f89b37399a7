"""Load a model and its tokenizer from files, whole or not at all."""

from collections.abc import Callable
from logging import ERROR, getLogger
from pathlib import Path
from typing import Literal

import torch
from huggingface_hub.errors import StrictDataclassError
from safetensors import SafetensorError
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils.logging import disable_progress_bar

from training.common.console import first_line
from training.models.base import BaseError, is_adapter
from training.models.gpu import gpu_usable
from training.models.untrusted_tokenizer import tokenizer_of
from training.models.weights import check_weights

disable_progress_bar()  # weights on this machine load in a moment
getLogger("transformers.integrations.hub_kernels").setLevel(ERROR)  # it warns without a GPU

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
"""What transformers raises for files that are not a model."""
SAFELY = {"local_files_only": True, "trust_remote_code": False}
Loaded = tuple[PreTrainedModel, PreTrainedTokenizerBase]


def load_fetched(folder: str) -> Loaded:
    """Like `load_model`, for untrusted files, which are checked first. Raises BaseError."""
    if is_adapter(Path(folder)):
        raise BaseError(f"{folder} is an adapter: name its base before it")
    try:
        check_weights(Path(folder))
    except DAMAGED as error:
        raise BaseError(f"cannot load {folder}: {first_line(error)}") from None
    return load_model(folder, tokenizer_of)


def load_tokenizer(folder: str) -> PreTrainedTokenizerBase:
    """The tokenizer in a folder of our own, which is trusted."""
    return AutoTokenizer.from_pretrained(folder, **SAFELY)


def load_model(
    folder: str, tokenizer_in: Callable[[str], PreTrainedTokenizerBase] = load_tokenizer
) -> Loaded:
    """The chat model and tokenizer in a folder; none of its code is run.

    BaseError if they cannot be loaded, weights are missing or there is no chat template.
    """
    try:
        tokenizer = tokenizer_in(folder)
        model, info = AutoModelForCausalLM.from_pretrained(
            folder,
            **SAFELY,
            use_safetensors=True,  # no pickles
            dtype=precision(),
            output_loading_info=True,
        )
    except DAMAGED as error:
        raise BaseError(f"cannot load {folder}: {first_line(error)}") from None
    if absent := sorted(info["missing_keys"]):
        raise BaseError(
            f"{folder} is not whole: {len(absent)} weights are missing, as {absent[0]}. Get it "
            "again"
        )
    if tokenizer.chat_template is None:
        raise BaseError(f"{folder} has no chat template: take a model made for chat (Instruct)")
    return model, tokenizer


def precision() -> torch.dtype | Literal["auto"]:
    """The dtype to load weights in: the stored one on a CPU that multiplies bfloat16 natively,
    float32 on any other; bfloat16 on a GPU, or float16 on an old one."""
    if not gpu_usable():
        return "auto" if torch.ops.mkldnn._is_mkldnn_bf16_supported() else torch.float32
    return torch.bfloat16 if torch.cuda.is_bf16_supported(False) else torch.float16
