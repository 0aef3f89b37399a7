"""The pocket model's own tokenizer: byte-level BPE, learned from a desk's train split.

A small model copies most of what it writes, so whatever it copies is one token wherever it occurs:
clock times, dates, what a completion writes between its values. Names are the opposite: they are
made of syllables, learned from invented names, so that an unseen one costs no more than others.

The chat template leaves out the system message, since rules and schema never change on a desk, and
ends the prompt with the desk's planner (`training/pocket/lessons/`): a text that is always the
same, as a place to think.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from training.pocket.tokens import ASSISTANT, DATE, END, PAD, PLAN, USER

_WHOLE = re.compile(rf"{DATE.pattern}|\b[0-2]\d:(?:00|15|30|45)\b")
QUARTERS = tuple(f"{minute // 60:02d}:{minute % 60:02d}" for minute in range(0, 24 * 60, 15))
_ID = re.compile(r"(?<=[ \"])[a-z]\d{1,2}(?=[ \"])")
"""The id of an entry, such as e7."""
MIN_COUNT = 3
"""How often a piece of structure must be seen; single characters are tokens already."""
MARGIN = timedelta(days=40)
"""Tokens for days reach this far before the first and after the last date in the corpus."""
_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"(?!:)|-?\d[\d.]*|"[^"]*":')
_PIECES = "|".join(
    (
        r" ?[+-]?\d{1,2}",
        r"[A-Z][a-z]*(?: \z)?",  # without a space before it: a name is the same after a quote
        r" ?[a-z]+(?: (?=[A-Z]|\z))?",  # with the space before a name, or before a time
        r"\\n",
        r" ?[^\sA-Za-z0-9\\]+(?: (?=[A-Z]|\z))?",
        r"\\|\s",
    )
)


def structure(completion: str) -> Iterator[str]:
    """What a JSON completion writes between its values: brackets, keys, quotes and commas."""
    at = 0
    for match in _VALUE.finditer(completion):
        if match[0].endswith(":"):
            continue  # a key belongs to the structure
        quoted = match[0].startswith('"')
        yield completion[at : match.start() + quoted]
        at = match.end() - quoted
    yield completion[at:]


def learn(
    texts: Sequence[str], completions: Sequence[str], planner: Sequence[str], vocabulary: int
) -> PreTrainedTokenizerFast:
    """A tokenizer for prompts and completions like these, with its chat template.

    `vocabulary` counts what byte-level BPE learns, single bytes included; ids, times, dates, the
    structure of completions and the planner's words come on top.
    """
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_PIECES), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    bpe.decoder = decoders.ByteLevel()
    bpe.train_from_iterator(
        [piece for text in texts for piece in _WHOLE.split(text)],
        trainers.BpeTrainer(
            vocab_size=vocabulary,
            special_tokens=[PAD, END, USER, PLAN, ASSISTANT],
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bpe,
        pad_token=PAD,
        eos_token=END,
        additional_special_tokens=[USER, PLAN, ASSISTANT],
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )
    ids = sorted({one for text in texts for one in _ID.findall(text)})
    tokenizer.add_tokens([AddedToken(one, single_word=True, normalized=False) for one in ids])
    seen = Counter(piece for one in completions for piece in structure(one))
    frequent = [piece for piece, count in seen.items() if count >= MIN_COUNT and len(piece) > 1]
    whole = [
        *(f" {one}" for one in ids),
        *planner,
        *QUARTERS,
        *_days(texts),
        *sorted(frequent),
    ]
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in whole])
    tokenizer.chat_template = _template("".join(planner))
    return tokenizer


def _days(texts: Iterable[str]) -> list[str]:
    """Every day in the texts' range of dates and `MARGIN` around it; [] if they have no dates."""
    shown = [date.fromisoformat(day) for text in texts for day in DATE.findall(text)]
    if not shown:
        return []
    first, last = min(shown) - MARGIN, max(shown) + MARGIN
    return [str(first + timedelta(days=n)) for n in range((last - first).days + 1)]


def _template(planner: str) -> str:
    """User and assistant messages, with the planner before each answer."""
    head = f"{PLAN}{planner}{ASSISTANT}"
    return (
        "{% for m in messages %}"
        f"{{% if m['role'] == 'user' %}}{USER}{{{{ m['content'] }}}}{END}{{% endif %}}"
        f"{{% if m['role'] == 'assistant' %}}{head}{{{{ m['content'] }}}}{END}{{% endif %}}"
        "{% endfor %}"
        f"{{% if add_generation_prompt %}}{head}{{% endif %}}"
    )
