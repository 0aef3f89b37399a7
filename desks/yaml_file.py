"""YAML files of plain values, read safely and fast."""

from pathlib import Path
from typing import Any

import yaml

# libyaml is ten times as fast; PyYAML is sometimes built without it.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """What the file holds; ValueError: it is not UTF-8 or not YAML."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except yaml.YAMLError as error:
        raise ValueError(error) from None
