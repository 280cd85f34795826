"""Profiles tables and runs code with the project's harness and native pandas, for native.mjs.

Speaks JSON, one line a message: {"open": path} answers with the table's profile, {"run": code,
"seconds": limit} with an outcome, {"close": true} with null. Each table is opened in a process of
its own, forked from this one after the libraries are imported, so that no question sees what an
earlier one left behind. Code that exceeds `seconds` ends that process, which is the outcome
`killed`. Images are replaced by their size.
"""

import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HARNESS = ROOT / "web" / "kernel" / "harness"
sys.path[:0] = [
    str(ROOT / os.environ.get("INSITU_PYTHONPATH", "target/python")),
    str(HARNESS),
    str(HARNESS / "tests"),
]
os.environ["MPLBACKEND"] = "module://insitu.backend"

import fixtures  # noqa: E402 - the harness's own fixture: a kernel in a temporary folder.

# The page's limits (`Limits` in `crates/kernel`).
LIMITS = {
    "streamBytes": 1 << 20,
    "results": 100,
    "figures": 20,
    "tableRows": 100,
    "imageBytes": 10 << 20,
    "newFiles": 200,
}


def without_images(outcome: dict[str, Any]) -> dict[str, Any]:
    for result in outcome["results"]:
        result["mime"] = {
            kind: f"{len(form)} characters" if kind.startswith("image/") else form
            for kind, form in result["mime"].items()
        }
    return outcome


def profile(session: fixtures.Session, source: Path) -> dict[str, Any]:
    """Returns the profile of a copy of the table in the kernel's folder, under the path that it has
    in the page.
    """
    shutil.copy(source, session.out)
    described = json.loads(session.kernel.profile(str(Path(session.out, source.name))))
    return described | {"path": f"/data/{source.name}"}


def killed() -> dict[str, Any]:
    """Returns the outcome of code that was ended from outside."""
    about = {
        "name": "Killed",
        "value": "The code exceeded its time limit, or ended the interpreter.",
        "traceback": "",
    }
    streams = {"stdout": "", "stderr": ""}
    return {
        "status": "killed",
        "executionCount": 1,
        **streams,
        "results": [],
        "error": about,
        "files": [],
        "removed": [],
        "durationMs": 0.0,
    }


class Channel:
    """The messages, on file descriptors that the code's own input and output do not reach."""

    def __init__(self) -> None:
        self.lines = os.fdopen(os.dup(0), "rb")
        self.out = os.fdopen(os.dup(1), "wb")
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)

    def receive(self) -> dict[str, Any] | None:
        line = self.lines.readline()
        return json.loads(line) if line else None

    def send(self, message: Any) -> None:
        self.out.write(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        self.out.flush()


def serve(channel: Channel, source: Path, message: dict[str, Any]) -> None:
    """Answers the messages about one table, from this one on, until it is closed."""
    with fixtures.Session(**LIMITS) as session:
        described = profile(session, source)
        following: dict[str, Any] | None = message
        while following is not None and "close" not in following:
            if "open" in following:
                channel.send(described)
            else:
                signal.alarm(int(following["seconds"]))
                outcome = session.run(following["run"])
                signal.alarm(0)
                channel.send(without_images(outcome))
            following = channel.receive()
        channel.send(None)


def forked(work: Callable[[], None]) -> bool:
    """Returns whether the work, in a process of its own, ended without an error."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.__stderr__)
        os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def main() -> None:
    channel = Channel()
    import matplotlib.pyplot  # noqa: F401 - imported before the fork, which makes it cheap.
    import pandas  # noqa: F401

    source = Path()
    with tempfile.TemporaryDirectory() as folder:
        # The folders of processes that were ended are removed with this one.
        tempfile.tempdir = folder
        while (message := channel.receive()) is not None:
            if "close" in message:
                channel.send(None)
                continue
            source = Path(message.get("open", source))
            # After an end from outside, the next code finds its file again, but no variables, as in
            # the page.
            if not forked(partial(serve, channel, source, message)):
                channel.send(killed())


if __name__ == "__main__":
    main()
