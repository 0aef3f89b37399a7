"""The special tokens of the pocket model's tokenizer, and its pattern for dates."""

import re

PAD, END, USER, PLAN, ASSISTANT = "<|pad|>", "<|end|>", "<|user|>", "<|plan|>", "<|assistant|>"
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
