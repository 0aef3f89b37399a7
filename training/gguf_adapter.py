"""A LoRA adapter as llama.cpp reads it: one GGUF file, made of what PEFT keeps.

    path = converted(Path("assets/models/exec_assist/pretrained/trained"))

Of Llama models. GGUF orders the rows of queries and keys by halves and not by pairs, so these rows
are put in that order here (llama.cpp's `convert_lora_to_gguf.py` does the same).
"""

import json
import re
from pathlib import Path

from huggingface_hub.constants import HF_HOME

from training.base import BaseError, adapter_hash

KEPT = Path(HF_HOME) / "rewarddesk-gguf"
PARTS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_NAME = re.compile(r"base_model\.model\.model\.layers\.(\d+)\.(.+)\.lora_([AB])\.weight")


def converted(adapter: Path, head_size: int = 64) -> Path:
    """The adapter of a folder as a GGUF file, written once; BaseError where it is none that
    llama.cpp can put on."""
    path = KEPT / f"{adapter_hash(adapter)}.gguf"
    if not path.exists():
        _write(adapter, path, head_size)
    return path


def _write(adapter: Path, path: Path, head_size: int) -> None:
    from gguf import GGUFWriter
    from safetensors.torch import load_file

    told = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    writer = GGUFWriter(partial, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(told["lora_alpha"]))
    for name, weights in load_file(adapter / "adapter_model.safetensors").items():
        found = _NAME.fullmatch(name)
        if not found or found[2] not in PARTS:
            raise BaseError(
                f"{adapter}: llama.cpp cannot put on {name}, only LoRA of linear layers"
            )
        layer, part, side = found.groups()
        if side == "B" and part in ("self_attn.q_proj", "self_attn.k_proj"):
            rows, rank = weights.shape
            halves = weights.view(rows // head_size, 2, head_size // 2, rank)
            weights = halves.transpose(1, 2).reshape(rows, rank)
        numbers = weights.float().contiguous().numpy()
        writer.add_tensor(f"blk.{layer}.{PARTS[part]}.weight.lora_{side.lower()}", numbers)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    partial.replace(path)
