"""How a pocket base uses tools: its single-turn tokenizer, extended with calls and results.

A call is written as Qwen writes it, `<tool_call>` with a JSON object in it, so that one parser
reads both. Each part of a call that never changes is one token: a call costs the model only its
values. The prompt begins with the names of the tools and of their parameters, from their schemas.
"""

import re

import torch
from tokenizers import AddedToken
from transformers import Lfm2ForCausalLM, PreTrainedTokenizerFast

from envs.it_triage_tools.episode import TOOLS
from training.models.tool_calls import response_template
from training.pocket.tokens import ASSISTANT, END, PLAN, USER

TOOLS_TOKEN, RESULT_TOKEN = "<|tools|>", "<|result|>"
CALL_OPENS, CALL_CLOSES = "<tool_call>\n", "\n</tool_call>"
HEAD = f"{PLAN}{ASSISTANT}"
_TEMPLATE = (
    "{% if tools %}" + TOOLS_TOKEN + "{% for t in tools %}{% set f = t.function %}"
    "{{ f.name }}({{ f.parameters.properties | list | join(', ') }}) {% endfor %}"
    + END
    + "{% endif %}"
    "{% for m in messages %}"
    "{% if m.role == 'user' %}" + USER + "{{ m.content }}" + END + "{% endif %}"
    "{% if m.role == 'assistant' %}" + HEAD + "{{ m.content }}"
    "{% for c in m.tool_calls or [] %}{% set f = c.function %}"
    '<tool_call>\n{"name": "{{ f.name }}", "arguments": {{ f.arguments | tojson }}}\n</tool_call>'
    "{% endfor %}" + END + "{% endif %}"
    "{% if m.role == 'tool' %}" + RESULT_TOKEN + "{{ m.content }}" + END + "{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}" + HEAD + "{% endif %}"
)


def _opening(tool: str, first: str) -> str:
    return f'{CALL_OPENS}{{"name": "{tool}", "arguments": {{"{first}": '


def extend_for_tools(
    model: Lfm2ForCausalLM, tokenizer: PreTrainedTokenizerFast
) -> tuple[Lfm2ForCausalLM, PreTrainedTokenizerFast]:
    """A single-turn triage base and its tokenizer, extended to use tools.

    A new token that begins or ends an answer as an old one did starts with that one's embedding;
    the others are drawn from torch's generator.
    """
    submit = _opening("submit_resolution", "citations")
    like = {
        f'{submit}["': '{"citations": ["',
        f'{submit}[], "resolution": "': '{"citations": [], "resolution": "',
        f', "escalate": false}}}}{CALL_CLOSES}': ', "escalate": false}',
        f', "escalate": true}}}}{CALL_CLOSES}': ', "escalate": true}',
    }
    whole = [
        *like,
        *(_opening(name, "query") + '"' for name in TOOLS[:3]),
        *(_opening(name, "id") + '"' for name in TOOLS[3:6]),
        f'"}}}}{CALL_CLOSES}',
        *(f"{name}(" for name in TOOLS),
    ]
    tokenizer.add_special_tokens(
        {"additional_special_tokens": [USER, PLAN, ASSISTANT, TOOLS_TOKEN, RESULT_TOKEN]}
    )
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in whole])
    tokenizer.chat_template = _TEMPLATE
    tokenizer.response_template = response_template(ASSISTANT, END)
    known = model.get_input_embeddings().weight
    spread = known.std().item()
    model.resize_token_embeddings(-(-len(tokenizer) // 64) * 64, mean_resizing=False)
    weights = model.get_input_embeddings().weight
    with torch.no_grad():
        added = range(len(tokenizer) - len(whole) - 2, len(tokenizer))
        weights[list(added)] = spread * torch.randn(len(added), weights.shape[1])
        new, old = map(tokenizer.convert_tokens_to_ids, (list(like), list(like.values())))
        weights[new] = weights[old]
    return model, tokenizer


def written_spans(text: str) -> list[tuple[int, int]]:
    """Where the assistant writes in a rendered conversation, as (start, end), end tokens
    included."""
    heads = [match.end() for match in re.finditer(re.escape(HEAD), text)]
    return [(start, text.index(END, start) + len(END)) for start in heads]
