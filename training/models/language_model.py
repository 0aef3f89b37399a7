"""A language model on this machine: loads a base, perhaps with an adapter merged in, and generates.

Sampling adds Gumbel noise to the logits and takes the argmax, which draws from exactly the
model's distribution at temperature 1 (Gumbel, 1954; the "Gumbel-max trick"). Each prompt has its
own generator, so that its completion depends on the prompt and the seed, not on its batch, and no
other thread's draws can disturb it.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import torch
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from desks import Desk
from desks.desk import Message
from training.common.console import first_line
from training.models.base import adapter_config, check_base, is_adapter
from training.models.generation import (
    SMALL,
    Pick,
    completions_of,
    context_tokens,
    generate,
    greedy,
    threads,
)
from training.models.gpu import gpu_usable
from training.models.loading import DAMAGED, Loaded, load_fetched, load_model
from training.models.policy import Policy, PolicyError, draw_key
from training.models.pretrained import SOURCES, model_folder
from training.models.weights import check_adapter

BATCH_TOKENS = {True: 16_384, False: 65_536}
"""Tokens in a batch, padding included, by whether the model is small. Beyond that, a small model's
KV cache does not fit into a small CPU's caches, and decoding takes half as long again; a large
model's weights never fit into them, and are best read once for many rows."""
MAX_BATCH_ROWS = 64
MAX_PROMPT_CHARACTERS = 200_000
"""Characters of a prompt, at most."""
MAX_TEMPLATE_CHARACTERS = 50_000
"""Characters that a chat template may add to a prompt, at most."""


# -- loading ---


def from_folder(folder: Path, home_base: Path) -> Loaded:
    """The base in a folder, or the adapter there on its base; PolicyError says what is missing.

    An adapter's base is the pretrained model or the folder that its configuration names, if it
    exists, else `home_base`; it must have the hash of the base that the adapter was trained on.
    """
    if not is_adapter(folder):
        if not (folder / "config.json").is_file():
            raise PolicyError(
                f"no model in {folder}: neither config.json nor adapter_config.json is there. "
                "python -m training.warm_start makes a base, python -m training.grpo an adapter"
            )
        return _ready(*load_model(str(folder)))
    base, _ = read_from(folder, home_base)
    check_base(folder, base)
    return _with_adapter(*_ready(*load_model(str(base))), folder)


def read_from(folder: Path, home_base: Path) -> list[Path]:
    """The folders that `from_folder` reads: the base's and, if there is one, the adapter's."""
    return [_base_of(folder) or home_base, folder] if is_adapter(folder) else [folder]


def from_fetched(folder: Path, adapter: Path | None = None) -> Loaded:
    """A model in a folder, perhaps with an adapter in another, from the Hub. Raises PolicyError."""
    model, tokenizer = _ready(*load_fetched(str(folder)))
    if adapter is None:
        return model, tokenizer
    try:
        check_adapter(adapter)
    except DAMAGED as error:
        raise PolicyError(f"cannot put {adapter} on its base: {first_line(error)}") from None
    return _with_adapter(model, tokenizer, adapter)


def _base_of(adapter: Path) -> Path | None:
    named = adapter_config(adapter).get("base_model_name_or_path")
    if not isinstance(named, str):
        return None
    if named in SOURCES:
        return model_folder(named)
    return Path(named) if (Path(named) / "config.json").is_file() else None


def _ready(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> Loaded:
    return model.to("cuda" if gpu_usable() else "cpu").eval(), tokenizer


def _with_adapter(
    model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, adapter: Path
) -> Loaded:
    """A model with an adapter merged in. It is prompted as it was trained: by the adapter's own
    chat template, if there is one."""
    from peft import PeftModel  # slow to import, and a base does not need it

    template = adapter / "chat_template.jinja"
    try:
        adapted = PeftModel.from_pretrained(model, str(adapter), low_cpu_mem_usage=True)
        for name, weights in adapted.named_parameters():
            if ".modules_to_save." in name:  # the gain, which is stored in float32
                weights.data = weights.data.to(model.dtype)
        if template.is_file():
            tokenizer.chat_template = template.read_text(encoding="utf-8")
        return adapted.merge_and_unload(), tokenizer
    except DAMAGED as error:
        raise PolicyError(
            f"cannot put {adapter} on its base: {first_line(error)}. Is it a PEFT adapter, and of "
            "this base?"
        ) from None


# -- writing ---


class LanguageModel(Policy):
    """A causal language model with a chat template; answers prompts in batches, or streams one."""

    def __init__(
        self,
        name: str,
        desk: Desk,
        model: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        limit: int,
        read: Sequence[Path] = (),
    ) -> None:
        super().__init__(name, desk, limit, read)
        self._model, self._tokenizer = model, tokenizer
        self._threads = threads(model)
        # Use only the config's end tokens: its top-k or penalties would change the distribution.
        ends = model.generation_config.eos_token_id
        listed = ends if isinstance(ends, list) else [ends]
        self._stop_ids = {one for one in (*listed, tokenizer.eos_token_id) if one is not None}
        if not self._stop_ids:
            raise PolicyError(f"{name} has no end token: it would never stop writing")

    def complete(self, prompts: Sequence[list[Message]], sample: bool, seed: int) -> list[str]:
        ids = [self.tokens(prompt) for prompt in prompts]
        texts = [""] * len(prompts)
        for batch in self.batches([len(one) for one in ids]):
            keys = [draw_key(prompts[n], seed) for n in batch] if sample else []
            steps = self._steps([ids[n] for n in batch], keys)
            for n, tokens in zip(batch, completions_of(steps, len(batch)), strict=True):
                texts[n] = self._text(tokens)
        return texts

    def stream(self, prompt: list[Message], sample: bool, seed: int) -> Iterator[str]:
        keys = [draw_key(prompt, seed)] if sample else []
        seen, shown = [], None
        for [(_, token)] in self._steps([self.tokens(prompt)], keys):
            seen.append(token)
            text = self._text(seen)
            # A character of several bytes may be split between two tokens: wait for the rest.
            if text != (shown or "") and not text.endswith("\ufffd"):
                yield (shown := text)
        if (text := self._text(seen)) != shown:
            yield text

    def _steps(
        self, ids: Sequence[list[int]], keys: Sequence[int]
    ) -> Iterator[list[tuple[int, int]]]:
        torch.set_num_threads(self._threads)
        pick = _gumbel(keys, self._model.device) if keys else greedy
        return generate(self._model, ids, self.limit, self._stop_ids, pick)

    def tokens(self, prompt: list[Message]) -> list[int]:
        """The token ids of a prompt; PolicyError if it is too long."""
        size = sum(len(message["content"]) for message in prompt)
        if size > MAX_PROMPT_CHARACTERS:
            raise PolicyError(
                f"the prompt has {size:,} characters; at most {MAX_PROMPT_CHARACTERS:,} are read"
            )
        text = self._tokenizer.apply_chat_template(
            prompt, add_generation_prompt=True, tokenize=False
        )
        if len(text) > size + MAX_TEMPLATE_CHARACTERS:
            raise PolicyError(
                f"the chat template makes {len(text):,} characters of {size:,}; it may add at most "
                f"{MAX_TEMPLATE_CHARACTERS:,}"
            )
        ids = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        context = context_tokens(self._model)
        if context is not None and len(ids) + self.limit > context:
            raise PolicyError(
                f"the scenario is too long for {self.name}: its prompt has {len(ids):,} tokens and "
                f"the answer may have {self.limit:,}, but the model reads {context:,} in all. "
                "Shorten it, or take a model with a longer context"
            )
        return ids

    def batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """Batches of prompts that fit, by index, longest first: similar lengths go together."""
        most = BATCH_TOKENS[self._model.num_parameters() < SMALL]
        order = sorted(range(len(lengths)), key=lambda n: -lengths[n])
        while order:
            rows = max(1, min(MAX_BATCH_ROWS, most // (lengths[order[0]] + self.limit)))
            yield order[:rows]
            order = order[rows:]

    def _text(self, tokens: Sequence[int]) -> str:
        written = list(takewhile(lambda token: token not in self._stop_ids, tokens))
        return self._tokenizer.decode(
            written, skip_special_tokens=True, clean_up_tokenization_spaces=False
        )


def _gumbel(keys: Sequence[int], device: torch.device) -> Pick:
    """Sample from the softmax of the logits with the Gumbel-max trick; each row draws from its own
    generator."""
    drawing = [torch.Generator(device).manual_seed(key) for key in keys]

    def pick(logits: Tensor, rows: Sequence[int]) -> Tensor:
        noise = [torch.empty_like(logits[0]).exponential_(generator=drawing[n]) for n in rows]
        return (logits - torch.stack(noise).log()).argmax(-1)

    return pick
