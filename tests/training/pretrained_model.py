"""Whether the pretrained model is on this machine."""

import pytest

from training.models import pretrained
from training.models.pretrained import MODEL, SOURCES


def is_at_hand() -> bool:
    """Whether the model is available without the network."""
    source = SOURCES[MODEL]
    return (pretrained.CACHE / source.sha256).exists() or bool(pretrained._here(source))


needs_pretrained = pytest.mark.skipif(not is_at_hand(), reason="make installs the pretrained model")
