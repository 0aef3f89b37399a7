"""GGUF files for llama.cpp: a base in eight bits, and LoRA adapters; each is converted once.

    eight_bits(file), converted(Path("assets/models/exec_assist/pretrained/trained"))

Eight bits (Q8_0) are enough for a base that was quantized to four, and a CPU reads prompts with
them 1.7 times as fast as with Q4_1. Only adapters of Llama models are converted: as in llama.cpp's
own converters, the rows of queries and keys are reordered from halves to pairs.
"""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from huggingface_hub.constants import HF_HOME
from safetensors import SafetensorError

from training.common.console import first_line
from training.models.base import BaseError, adapter_config, adapter_hash, file_hash

CACHE = Path(HF_HOME) / "rewarddesk-gguf"
LINEAR_LAYERS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""The linear layers of a Llama: PEFT's names and GGUF's."""
HEAD_SIZE = 64
"""Of the attention of `training.models.pretrained.MODEL`."""
REORDERED = frozenset({"self_attn.q_proj", "self_attn.k_proj"})
_NAME = re.compile(r"base_model\.model\.model\.layers\.(\d+)\.(.+)\.lora_([AB])\.weight")
_ADDED = frozenset({"general.architecture", "general.file_type", "general.quantization_version"})
"""Fields that a GGUF writer adds by itself."""
_DAMAGED = (LookupError, OSError, RuntimeError, SafetensorError, TypeError, ValueError)
"""What is raised for files that are not an adapter; `loading.DAMAGED` needs torch."""


def eight_bits(file: Path) -> Path:
    """The same base with eight-bit weights; BaseError if it is not a GGUF file."""
    path = CACHE / f"{file_hash(file)}.Q8_0.gguf"
    if not path.exists():
        try:
            _write(path, _requantised, file)
        except (OSError, ValueError) as error:
            raise BaseError(f"cannot read {file}: {error}") from None
    return path


def converted(adapter: Path) -> Path:
    """The adapter in a folder as one GGUF file; BaseError if llama.cpp cannot apply it."""
    path = CACHE / f"{adapter_hash(adapter)}.gguf"
    if not path.exists():
        try:
            _write(path, _adapter, adapter)
        except BaseError:
            raise
        except _DAMAGED as error:
            raise BaseError(f"cannot convert {adapter}: {first_line(error)}") from None
    return path


def _write(path: Path, fill: Any, *what: Any) -> None:
    """Write a GGUF file, whole or not at all."""
    from gguf import GGUFWriter

    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent) as folder:  # its own: two may convert at once
        partial = Path(folder) / path.name
        writer = GGUFWriter(partial, "llama")
        fill(writer, *what)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        partial.replace(path)


def _requantised(writer: Any, file: Path) -> None:
    from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, LlamaFileType, quants

    read, kind = GGUFReader(file), GGMLQuantizationType.Q8_0
    for field in read.fields.values():
        if field.name not in _ADDED and not field.name.startswith("GGUF."):
            whole, *inner = field.types
            inner = inner[0] if whole == GGUFValueType.ARRAY else None
            writer.add_key_value(field.name, field.contents(), whole, inner)
    writer.add_file_type(LlamaFileType.MOSTLY_Q8_0)
    writer.add_quantization_version(2)
    for tensor in read.tensors:
        weights = quants.dequantize(tensor.data, tensor.tensor_type)
        weights = weights.reshape(tuple(map(int, reversed(tensor.shape))))
        if weights.ndim == 1:
            writer.add_tensor(tensor.name, weights)
        else:
            writer.add_tensor(tensor.name, quants.quantize(weights, kind), raw_dtype=kind)


def _adapter(writer: Any, adapter: Path) -> None:
    from safetensors.torch import load_file

    config = adapter_config(adapter)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(config["lora_alpha"]))
    for name, weights in load_file(adapter / "adapter_model.safetensors").items():
        match = _NAME.fullmatch(name)
        if not match or match[2] not in LINEAR_LAYERS:
            raise BaseError(f"{adapter}: llama.cpp puts on LoRA of linear layers, not {name}")
        layer, part, side = match.groups()
        if side == "B" and part in REORDERED:
            rows, rank = weights.shape
            halves = weights.view(rows // HEAD_SIZE, 2, HEAD_SIZE // 2, rank)
            weights = halves.transpose(1, 2).reshape(rows, rank)
        numbers = weights.float().contiguous().numpy()
        writer.add_tensor(f"blk.{layer}.{LINEAR_LAYERS[part]}.weight.lora_{side.lower()}", numbers)
