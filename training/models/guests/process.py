"""The process of a `training.models.guests.guest.Guest`: loads a stranger's model and uses it.

Whatever the model's files make it do, the system ends it if a stage takes too long (an alarm that
nothing here catches), limits its memory to what the weights need and, unless there is a GPU, lets
it read only the model's files and those of libraries.
"""

import json
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from desks import load
from desks.strict_json import MAX_BYTES
from training.common.console import first_line, log
from training.models.gpu import gpu_usable
from training.models.guests.sandbox import confine, libraries
from training.models.policies import policy_from_model
from training.models.policy import PolicyError

BYTES_PER_SECOND = 100_000_000
"""Loading may take another second for each so many bytes of weights."""
SECONDS_PER_PROMPT = 40
"""Writing may take so many more for each prompt."""
EXTRA_BYTES = {False: 2_000_000_000, True: 12_000_000_000}
"""Bytes of memory beyond the weights, without and with a GPU."""
WEIGHT_COPIES = 3
"""How many times the weights' bytes may be in memory: as float32, and while they are loaded."""


class Server:
    """Answers requests over a pipe."""

    def __init__(
        self,
        link: Connection,
        name: str,
        desk: str,
        folders: list[str],
        limit: int,
        seconds: dict[str, int],
    ):
        self._link, self._name, self._folders = link, name, [Path(one) for one in folders]
        self._seconds = seconds
        with self._stage("load", seconds["load"] + weights(folders) // BYTES_PER_SECOND):
            from training.models.language_model import from_fetched

            work = load(desk)
            readable = [*libraries(), *map(real_folder, self._folders)]
            if not gpu_usable() and not confine(readable):  # GPU drivers need files of their own
                log(f"this system has no Landlock: {name} runs, and may read all that we may")
            self._policy: Any = policy_from_model(name, work, *from_fetched(*self._folders), limit)

    def serve(self) -> None:
        """Answer requests until the link is closed."""
        while True:
            request = json.loads(self._link.recv_bytes())
            for text in self._texts(**request):
                if len(text) > MAX_BYTES:
                    raise PolicyError(f"the completion is over {MAX_BYTES:,} characters")
                self._tell(text=text)
            self._tell(end=True)

    def _texts(self, prompts: list[Any], sample: bool, seed: int, streamed: bool) -> Iterator[str]:
        with self._stage("read the prompt", self._seconds["read"]):
            for prompt in prompts:
                self._policy.tokens(prompt)
        with self._stage("write", self._seconds["write"] + SECONDS_PER_PROMPT * len(prompts)):
            if streamed:
                yield from self._policy.stream(prompts[0], sample, seed)
            else:
                yield from self._policy.complete(prompts, sample, seed)

    @contextmanager
    def _stage(self, name: str, seconds: int) -> Iterator[None]:
        self._tell(stage=name, seconds=seconds)
        signal.alarm(seconds)
        yield
        signal.alarm(0)

    def _tell(self, **message: Any) -> None:
        self._link.send_bytes(json.dumps(message).encode())


def real_folder(folder: Path) -> Path:
    """Where a model's files really are: in the Hub's cache its folder holds only links to them."""
    return folder.parents[1] if folder.parent.name == "snapshots" else folder


def weights(folders: list[str]) -> int:
    """Bytes of the weights in these folders."""
    files = [file for one in folders for file in Path(one).glob("*.safetensors")]
    return sum(file.stat().st_size for file in files)


def explained(error: Exception, name: str, folders: list[str]) -> str:
    """An error message that names the model as the user did, and no path of this machine."""
    if isinstance(error, MemoryError):
        return f"{name} takes more memory than its weights do: take another model"
    message = first_line(error)
    for folder, repository in zip(folders, name.partition(":")[2].split("+"), strict=False):
        message = message.replace(folder, repository)
    return message if isinstance(error, PolicyError) else f"{name}: {message}"


def main() -> None:
    """Run a `Server` on the link and with the arguments (as JSON) that the command line gives."""
    link, arguments = Connection(int(sys.argv[1])), json.loads(sys.argv[2])
    try:
        most = EXTRA_BYTES[gpu_usable()] + WEIGHT_COPIES * weights(arguments["folders"])
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        Server(link, **arguments).serve()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # a stranger's files may raise anything
        why = explained(error, arguments["name"], arguments["folders"])
        link.send_bytes(json.dumps({"error": why}).encode())


if __name__ == "__main__":
    main()
