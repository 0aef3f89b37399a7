"""The words of the pocket model's tokenizer that have a meaning of their own."""

import re

PAD, END, USER, PLAN, ASSISTANT = "<|pad|>", "<|end|>", "<|user|>", "<|plan|>", "<|assistant|>"
SPECIAL = (PAD, END, USER, PLAN, ASSISTANT)
DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
