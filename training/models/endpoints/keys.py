"""An endpoint's key, from the environment."""

import os

from training.models.policy import PolicyError


def key_in(variable: str | None) -> str:
    """The key in an environment variable, "" if none is named; PolicyError if it holds none."""
    key = os.environ.get(variable, "").strip() if variable else ""
    if variable and not is_key(key):
        raise PolicyError(
            f"the environment variable {variable} holds no key: set it, or leave it out"
        )
    return key


def is_key(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable()
