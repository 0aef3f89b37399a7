"""A model small enough to train in a test: two layers of Qwen2, Qwen's own chat template, and a few
fixed answers learned by heart, good and bad, so that its completions earn different rewards."""

import json
import re
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp

import torch
from tokenizers import AddedToken
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

from desks import TIERS
from envs import MULTI_TURN_DESKS, load
from envs.it_triage_tools.schemas import SCHEMAS
from tests.tiny_model import byte_level
from training.models.base import write_hashes
from training.models.loading import load_tokenizer

CHATML = files("trl") / "chat_templates" / "qwen2_5.jinja"
"""The chat template of Qwen2.5-Instruct, byte for byte: TRL knows it by that."""
_BARE = {"conflicts": [], "meeting_details": None, "proposed_slots": [], "reschedule": None}
ANSWERS = {
    "exec_assist": (
        _BARE | {"calendar_action": "none", "email_reply": "Noted."},
        _BARE | {"calendar_action": "decline", "email_reply": "Thank you, I have read it all."},
        _BARE | {"calendar_action": "rest", "email_reply": ""},
    ),
    "it_triage": (
        {"citations": [], "resolution": "Over to them.", "confidence": 0.2, "escalate": True},
        {"citations": [], "resolution": "Restart it.", "confidence": 0.9, "escalate": False},
        {"citations": [], "resolution": "", "confidence": 2, "escalate": True},
    ),
    "it_triage_tools": (
        {"name": "search_kb", "arguments": {"query": "error"}},
        {
            "name": "submit_resolution",
            "arguments": {
                "citations": [],
                "resolution": "Over to them.",
                "confidence": 0.2,
                "escalate": True,
            },
        },
        {"name": "get_article", "arguments": {"id": "KB-1"}},
    ),
}


def taught(folder: Path, desk: str) -> Path:
    """A base for that desk in a folder, with its base.json."""
    copytree(_made(desk), folder, dirs_exist_ok=True)
    return folder


@cache
def _made(desk: str) -> Path:
    one = load(desk)
    scenarios = [one.scenario(n, tier, "train", "plain") for n in range(2) for tier in TIERS]
    prompts = [one.prompt(s) for s in scenarios]
    answers = [_written(desk, answer) for answer in ANSWERS[desk]]
    tools = SCHEMAS if desk in MULTI_TURN_DESKS else None
    texts = [message["content"] for prompt in prompts for message in prompt]
    texts += [json.dumps(tools)] if tools else []
    tokenizer = byte_level(texts, 1_500, CHATML.read_text())
    tokenizer.add_tokens([AddedToken(one, normalized=False) for a in answers for one in _cut(a)])
    torch.manual_seed(0)
    model = Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer),
            hidden_size=48,
            intermediate_size=96,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=1,
            max_position_embeddings=4_096,
            tie_word_embeddings=True,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )
    _teach(model, tokenizer, prompts, answers, tools)
    folder = Path(mkdtemp())
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    # transformers gives every Qwen2 Qwen's own pre-tokenizer, whatever tokenizer.json says. Saved
    # again, the file says the same.
    load_tokenizer(str(folder)).save_pretrained(folder)
    write_hashes(folder, folder)
    return folder


def _written(desk: str, answer: dict) -> str:
    """An answer as a model writes it; on a desk of several turns it is a call."""
    text = json.dumps(answer)
    return f"<tool_call>\n{text}\n</tool_call>" if desk in MULTI_TURN_DESKS else text


def _cut(answer: str) -> list[str]:
    """The fields of an answer: one token each, so that a model of this size learns in seconds which
    follows which; a call is one token."""
    if answer.startswith("<"):
        return [answer]
    return re.split(r'(?<=, )(?=")', answer)


def _teach(
    model: Qwen2ForCausalLM,
    tokenizer: PreTrainedTokenizerFast,
    prompts: list,
    answers: list[str],
    tools: list | None,
) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    drawn = torch.Generator().manual_seed(0)
    render = partial(tokenizer.apply_chat_template, add_generation_prompt=True, return_dict=True)
    before = [render(prompt, tools=tools)["input_ids"] for prompt in prompts]
    ends = [tokenizer(text + tokenizer.eos_token)["input_ids"] for text in answers]
    for _ in range(160):
        *start, last = before[int(torch.randint(len(prompts), (), generator=drawn))]
        with torch.no_grad():  # a prompt is read once, and to read it is not learned
            read = model(torch.tensor([start]), logits_to_keep=1).past_key_values
        read.batch_repeat_interleave(len(answers))
        rows = torch.tensor([[last, *end] for end in ends])
        logits, wanted = model(rows, past_key_values=read).logits[:, :-1], rows[:, 1:]
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten()).backward()
        optimizer.step()
        optimizer.zero_grad()
