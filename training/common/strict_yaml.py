"""YAML without two of its traps: 1e-6 is a number, and a duplicate key is an error."""

import re
from typing import Any

import yaml


def read_strictly(text: str) -> Any:
    """What a YAML text holds; raises yaml.YAMLError, TypeError, ValueError or RecursionError."""
    return yaml.load(text, Loader=_Loader)


class _Loader(yaml.SafeLoader):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if twice := [key for n, key in enumerate(keys) if key in keys[:n]]:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {twice[0]!r} stands twice", node.start_mark
            )
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?\d+(?:\.\d*)?[eE][-+]?\d+$"),
    list("-+0123456789"),
)
