"""What is wrong with a file that somebody brought."""


class OwnError(ValueError):
    """A file that is refused as a whole; the message names it, the line, and what was expected."""

    def __init__(self, name: str, line: int | None = None, expected: str = "") -> None:
        where = name if line is None else f"{name}, line {line}"
        super().__init__(f"{where}: {expected}" if expected else where)
