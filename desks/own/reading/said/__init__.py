"""What words of an email name: days, times of day, lengths, zones, people."""

import unicodedata


def plain(text: str) -> str:
    """Without capitals, and with straight apostrophes."""
    return text.replace("’", "'").lower()


def folded(text: str) -> str:
    """Without capitals and accents."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()
