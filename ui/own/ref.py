"""A case that a visitor brought, as the name by which every event of a tab calls its case.

The name holds the whole case, compressed: so the server keeps nothing of it between two events. It
is never put into an address.
"""

import base64
import binascii
import zlib
from dataclasses import dataclass

from desks import Scenario
from desks.cases import CaseError, read_model
from envs import load
from ui.links import LinkError, Ref

PREFIX = "own:"
MAX_NAME, MAX_CASE = 100_000, 400_000
"""Characters of a name; bytes of the case in it."""


@dataclass(frozen=True)
class OwnRef:
    """A visitor's case by its name."""

    name: str

    def __str__(self) -> str:
        return self.name

    @classmethod
    def of(cls, case: Scenario) -> "OwnRef":
        """The name of a case."""
        packed = zlib.compress(case.model_dump_json().encode(), 9)
        return cls(f"{PREFIX}{base64.urlsafe_b64encode(packed).decode()}")

    def scenario(self, desk: str) -> Scenario:
        """The case; LinkError if the name holds none of this desk."""
        try:
            if len(self.name) > MAX_NAME:
                raise CaseError("it is too long")
            packed = base64.b64decode(self.name[len(PREFIX) :], b"-_", validate=True)
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(packed, MAX_CASE)
            if not unpacking.eof:
                raise CaseError("it is too long, or breaks off")
            return read_model(load(desk).model, data.decode(), "case")
        except (CaseError, binascii.Error, zlib.error, UnicodeDecodeError) as error:
            raise LinkError(f"your own case cannot be read: {str(error)[:200]}") from None


def reference(text: str) -> Ref | OwnRef:
    """The case that an event names; LinkError if it names none."""
    return OwnRef(text) if text.startswith(PREFIX) else Ref.parse(text)
