"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Put a file in place in one step: until then, and after any failure, what was there stays.

    OSError where the folder is missing, closed to us or full.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)  # mkstemp lets nobody else read it
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
