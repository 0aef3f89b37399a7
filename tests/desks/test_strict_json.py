"""The reader of completions: each way to be malformed has its own message."""

import json
import time

import pytest
from pydantic import BaseModel, ConfigDict

from desks import ActionError
from desks.strict_json import MAX_BYTES, has_raw_newline, read_action


class Note(BaseModel):
    model_config = ConfigDict(extra="forbid")
    word: str
    number: float = 0.0
    deep: list | None = None


def nested(levels: int) -> str:
    return '{"word": "a", "deep": ' + "[" * levels + "]" * levels + "}"


@pytest.mark.parametrize(
    "text",
    [
        '{"word": "a"}',
        '  \n{"word": "a"}\n',
        '```json\n{"word": "a"}\n```',
        '```\n{"word": "a"}\n```',
        '<think>\nb, {"word": "b"}?\n</think>\n{"word": "a"}',
        '<think></think>```json\n{"word": "a"}\n```',
        '{"word": "two\nlines"}',
        '{"word": "tab\\tand \\u00e9"}',
        '{"word": "braces } ] { inside"}',
        '{"word": "a quote \\" inside"}',
        '{"word": "caf\u00e9 \u2013 na\u00efve \u20ac"}',
        nested(18),
        '{"word": "a' + "\u0301" * 30 + '"}',
        '{"word": "\u00b5s, 3 \u2126, n\u00ba 5, \u00bd h, \u201cso\u201d \u2026 \U0001f642"}',
    ],
)
def test_reads(text: str) -> None:
    assert read_action(text, Note).word


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ('<think>\n{"word": "a"}', "not closed"),
        ("<think>b</think>", "empty"),
        ('<think>b</think><think>c</think>{"word": "a"}', "not JSON"),
        ('b</think>{"word": "a"}', "not JSON"),
        ('{"word": "a"}<think>b</think>', "text stands after"),
        ('<think>\u200b</think>{"word": "a"}', "200B"),
        ("   ", "empty"),
        ("Sure, here it is:", "not JSON"),
        ('Here: {"word": "a"}', "not JSON"),
        ('{"word": "a"} I hope this helps', "text stands after"),
        ('{"word": "a"}{"word": "b"}', "text stands after"),
        ('{"word": "a"}, {"word": "b"}', "text stands after"),
        ('[{"word": "a"}]', "not an array"),
        ('"word"', "not a string"),
        ("null", "not null"),
        ('{"word": "a", "word": "b"}', "given twice"),
        ('{"word": "a", "number": NaN}', "NaN"),
        ('{"word": "a", "number": Infinity}', "Infinity"),
        ('{"word": "a", "number": -Infinity}', "Infinity"),
        ('{"word": "a", "number": "1"}', "number"),
        ('{"word": "a", "number": true}', "number"),
        ('{"word": 1}', "word"),
        ("{}", "word"),
        ('{"word": "a", "extra": 1}', "extra"),
        (
            "Hello Astrid, thank you.",
            "not JSON: one JSON object was expected, which begins with {$",
        ),
        (" [1", "not JSON: one JSON object was expected, which begins with {$"),
        ("{'word': 'a'}", "not JSON: a field's name in double quotes was .* line 1, column 2$"),
        ('{"word": "a",}', "not JSON: a field's name in double quotes was .* line 1, column"),
        ('{"word": }', "not JSON: a value was expected at line 1, column 10$"),
        ('{\n"word" "a"}', "not JSON: a colon was expected at line 2, column 8$"),
        ('```json\n{"word": }\n```', "not JSON: a value was expected at line 2, column 10$"),
        ('<think>\n</think> {"word": }', "not JSON: a value was expected at line 2, column 19$"),
        (' {"word": "a"} b', "text stands after the JSON object, at character 14$"),
        ('{"word": "a"', "not JSON: a comma or the end of what was begun was expected at line 1"),
        ('{"word": "a', "not JSON: the closing quote of the text that begins was expected at"),
        ('{"word": "\\x"}', "not JSON: it cannot be read on at line 1, column 11$"),
        ('```json\n{"word": "a"}', "code fence"),
        ('```json\n{"word": "a"}\n``` done', "code fence"),
        ('```json\n{"word": "a"}\n```\n```json\n{"word": "a"}\n```', "not JSON|after"),
        (nested(25), "nests deeper"),
        ("[" * 100_000, "nests deeper|bytes"),
        ("{" * 30_000, "nests deeper"),
        ('{"word": "' + "a" * MAX_BYTES + '"}', "bytes"),
        ("a" * 1_000_000, "bytes"),
        ('{"word": "a", "number": ' + "9" * 5_000 + "}", "not JSON"),
        ('{"word": "\ud800"}', "U\\+D800"),
        ('{"word": "\\ud800"}', "U\\+D800"),
        ('{"word": "zero\u200bwidth"}', "U\\+200B"),
        ('{"word": "zero\\u200bwidth"}', "U\\+200B"),
        ('{"wo\u200brd": "a"}', "U\\+200B"),
        ('\ufeff{"word": "a"}', "U\\+FEFF"),
        ('{"word": "\u202egnp.exe"}', "U\\+202E"),
        ('{"word": "\u05e9\u05dc\u05d5\u05dd"}', "U\\+05E9"),
        ('{"word": "\\u0000"}', "U\\+0000"),
        ('{"word": "bell\x07"}', "U\\+0007"),
        ('{"word": "\\u009b31m"}', "U\\+009B"),
        ('{"word": "\u3164"}', "U\\+3164"),
        ('{"word": "a\ufe00b"}', "U\\+FE00"),
        ('{"word": "a\ufe0fb"}', "U\\+FE0F"),
        ('{"word": "\ufe0f"}', "U\\+FE0F"),
        ('{"word": "14\ufe0f00"}', "U\\+FE0F"),
        ('{"word": "14\\ufe0f00"}', "U\\+FE0F"),
        ('{"word": "--for\ufe0fce"}', "U\\+FE0F"),
        ('{"word": "\u2757\ufe0f\ufe0f"}', "U\\+FE0F"),
        ('{"word": "1\ufe0e\u20e3"}', "U\\+FE0E"),
        ('{"word": "a\u034fb"}', "U\\+034F"),
        ('{"word": "p\u0430ypal"}', "U\\+0430"),
        ('{"word": "\uff52\uff55\uff4e"}', "U\\+FF52"),
        ('{"word": "\U0001d42b"}', "U\\+1D42B"),
        ('{"word": "\u0661\u0660:00"}', "U\\+0661"),
        ('{"word": "03\uff1a15"}', "U\\+FF1A .*; lookalikes of the colon are refused"),
        ('{"' + '\\"' * 32_000, "not JSON"),
        ('{"word": "a' + "\u0301\u0323" * 10_000 + '"}', "completion has more than 30 marks"),
        ('{"word": "a' + "\\u0301" * 31 + '"}', "'word' has more than 30 marks"),
        ("{" + ", ".join(f'"{n}": 0' for n in range(5_000)) + ', "0": 0}', "given twice"),
        ('{"word": "' + "\\ud835\\udfcf" * 5_000 + '"}', "U\\+1D7CF"),
    ],
)
def test_refuses_and_says_why(text: str, says: str) -> None:
    assert min(_took(text, says) for _ in range(3)) < 0.05


def _took(text: str, says: str) -> float:
    began = time.process_time()
    with pytest.raises(ActionError, match=says):
        read_action(text, Note)
    return time.process_time() - began


@pytest.mark.parametrize(
    "word", ["1\ufe0f\u20e3 go", "#\ufe0f\u20e3", "\u2757\ufe0f", "\u26a0\ufe0f!"]
)
def test_emoji_are_read(word: str) -> None:
    assert read_action(json.dumps({"word": word}), Note).word == word
    assert read_action(json.dumps({"word": word}, ensure_ascii=False), Note).word == word


def test_a_raw_newline_is_noticed() -> None:
    assert has_raw_newline('{"word": "two\nlines"}')
    assert not has_raw_newline(json.dumps({"word": "two\nlines"}))
