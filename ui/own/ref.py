"""A case that a visitor brought, as the name by which every event of a tab calls its case.

The name holds the whole case, compressed, so that the server keeps nothing of it between two
events; and a seal, so that it is a case that this server made. It is never put into an address.
"""

import base64
import hmac
import secrets
import zlib
from dataclasses import dataclass

from desks import Scenario
from desks.own.errors import OwnError
from envs import load
from ui.links import LinkError, Ref

PREFIX = "own:"
MAX_NAME = 200_000
"""Characters of a name."""
_KEY = secrets.token_bytes(32)


@dataclass(frozen=True)
class OwnRef:
    """A visitor's case by its name, which is sealed."""

    name: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def of(cls, case: Scenario) -> "OwnRef":
        """The name of a case; OwnError if it is too large to be sent around."""
        packed = base64.urlsafe_b64encode(zlib.compress(case.model_dump_json().encode(), 9))
        name = f"{PREFIX}{_seal(case.desk, packed)}:{packed.decode()}"
        if len(name) > MAX_NAME:
            raise OwnError("the case", None, "less text was expected: shorten it")
        return cls(name)

    @classmethod
    def parse(cls, text: str, desk: str) -> "OwnRef":
        """The case of that name; LinkError unless this server has made it, for this desk."""
        seal, _, packed = text.removeprefix(PREFIX).partition(":")
        if not hmac.compare_digest(seal.encode(), _seal(desk, packed.encode()).encode()):
            raise LinkError("your own case is no longer known: read it again")
        return cls(text)

    def scenario(self, desk: str) -> Scenario:
        """The case itself."""
        packed = self.name.rpartition(":")[2]
        text = zlib.decompress(base64.urlsafe_b64decode(packed)).decode()
        return load(desk).model.model_validate_json(text)


def _seal(desk: str, packed: bytes) -> str:
    return hmac.digest(_KEY, desk.encode() + b":" + packed, "sha256").hex()


def reference(text: str, desk: str) -> Ref | OwnRef:
    """The case of a desk that an event names; LinkError if it names none."""
    return OwnRef.parse(text, desk) if text.startswith(PREFIX) else Ref.parse(text)
