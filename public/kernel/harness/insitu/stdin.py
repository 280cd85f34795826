"""`input()` and `sys.stdin`: they ask the user for a line, in interactive executions."""

import io
import json

NOBODY = "input() is not available here, because nobody is there to type. Put the value into the code instead."
UNABLE = (
    "input() is not available here: this page has no shared memory, so Python cannot wait for what you type. "
    "Put the value into the code instead."
)


class Asking:
    """Asks the user through the worker. `interactive` is set for each execution and allows it."""

    def __init__(self, bridge, streams):
        self._ask = bridge.ask
        self._able = bridge.canWait()
        self._streams = streams
        self.interactive = False

    def line(self, prompt):
        """Returns the line without its line end, or None where the user entered none. Raises EOFError where asking is not possible."""
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

    def input(self, prompt="", /):
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

    def __init__(self, asking):
        self._asking = asking

    def readable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return 0

    def close(self):
        """Leaves the stream open, since later executions use it."""

    def readline(self, size=-1, /):
        line = self._asking.line("")
        return "" if line is None else line + "\n"

    def read(self, size=-1, /):
        lines = []
        while text := self.readline():
            lines.append(text)
        return "".join(lines)
