"""`input()` and `sys.stdin`: they ask the user for a line, in interactive executions."""

from __future__ import annotations

import io
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .streams import Streams

NOBODY = "input() is not available here, because nobody is there to type. Put the value into the code instead."
UNABLE = "input() is not available here: this page has no shared memory, so Python cannot wait for what you type. Put the value into the code instead."


class Asking:
    """Asks the user through the worker. `interactive` is set for each execution and allows it."""

    def __init__(self, bridge: Any, streams: Streams) -> None:
        self._ask = bridge.ask
        self._able = bridge.canWait()
        self._streams = streams
        self.interactive = False

    def line(self, prompt: str) -> str | None:
        """Returns the line without its line end, or None if the user entered none. Raises
        EOFError if asking is not possible.
        """
        if not self.interactive:
            raise EOFError(NOBODY)
        if not self._able:
            raise EOFError(UNABLE)
        self._streams.flush()
        answer = self._ask(prompt)
        if answer == "":
            raise KeyboardInterrupt
        line = json.loads(answer)
        # As it would appear in a terminal.
        self._streams.write("stdout", f"{prompt}{line or ''}\n")
        return line

    def input(self, prompt: object = "", /) -> str:
        """Asks the user for a line."""
        line = self.line(str(prompt))
        if line is None:
            raise EOFError("No answer was given.")
        return line


class Stdin(io.TextIOBase):
    """Replaces `sys.stdin`."""

    encoding = "utf-8"
    errors = "strict"
    name = "<stdin>"

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    def readable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return 0

    def close(self) -> None:
        """Leaves the stream open, since later executions use it."""

    def readline(self, size: Any = -1, /) -> str:
        line = self._asking.line("")
        return "" if line is None else line + "\n"

    def read(self, size: Any = -1, /) -> str:
        lines = []
        while text := self.readline():
            lines.append(text)
        return "".join(lines)
