"""How the words that say what something is for are looked for."""

import re


def any_of(*alternatives: str) -> re.Pattern[str]:
    """One of these, as whole words."""
    return re.compile(rf"\b(?:{'|'.join(alternatives)})(?!\w)")
