"""Standard output and error: sent while code runs, and kept for the outcome up to a limit."""

from __future__ import annotations

import contextvars
import io
import json
import sys
import time

from .terminal import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from .output_spill import OutputSpill

# The number of the execution that the running code belongs to. Tasks and timers keep the number of
# the execution that created them, even when they run during a later one.
execution: contextvars.ContextVar[int | None] = contextvars.ContextVar("execution", default=None)

# Occasional output is sent line by line at once. After a burst of `BURST` messages, one is sent per
# `PERIOD` seconds, and pending text of `PIECE` characters or more is always sent.
BURST = 40
PERIOD = 0.05
PIECE = 64_000


class RateLimit:
    """Limits how often messages are sent: a burst at once, then one per period."""

    def __init__(
        self, clock: Callable[[], float], burst: int = BURST, period: float = PERIOD
    ) -> None:
        self.clock = clock
        self.burst = burst
        self.period = period
        self.begin()

    def begin(self) -> None:
        self.credit, self.refilled = self.burst, self.clock()

    def allows(self) -> bool:
        """Returns whether a message may be sent now, and counts it."""
        if self.credit > 0:
            self.credit -= 1
            return True
        now = self.clock()
        if now - self.refilled < self.period:
            return False
        # Credit for a new burst builds up while nothing is sent.
        self.credit = min(int((now - self.refilled) / self.period) - 1, self.burst)
        self.refilled = now
        return True


class Truncated:
    """Text up to a limit: its head, its tail, and how many bytes were left out between them."""

    def __init__(self, limit: int) -> None:
        self.half = max(limit // 2, 1)
        self.head: list[str] = []
        self.head_size = 0
        self.tail: list[str] = []
        self.tail_size = 0
        self.total = 0

    def add(self, text: str) -> None:
        size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        self.total += size
        room = self.half - self.head_size
        if room > 0:
            if size <= room:
                self.head.append(text)
                self.head_size += size
                return
            # Cut by characters, which is exact for ASCII and close enough otherwise.
            part = text[: max(room * len(text) // size, 0)]
            self.head.append(part)
            self.head_size = self.half
            text = text[len(part) :]
            size = len(text.encode("utf-8", "surrogatepass"))
        self.tail.append(text)
        self.tail_size += size
        if self.tail_size > 2 * self.half:
            self.trim()

    def trim(self) -> None:
        joined = (
            "".join(self.tail)
            .encode("utf-8", "surrogatepass")[-self.half :]
            .decode("utf-8", "ignore")
        )
        self.tail = [joined]
        self.tail_size = len(joined.encode("utf-8", "surrogatepass"))

    def text(self) -> str:
        """Returns everything, or head and tail with a line between them that states how much is
        missing.
        """
        head = "".join(self.head)
        if self.total <= self.half * 2:
            return head + "".join(self.tail)
        self.trim()
        left_out = max(self.total - self.head_size - self.tail_size, 0)
        return f"{head}\n… {left_out:,} bytes of output left out …\n{''.join(self.tail)}"


class CapturedStream:
    """One stream of an execution as the outcome contains it: what a terminal would show, up to a
    limit.
    """

    def __init__(self, limit: int, spill: OutputSpill | None = None) -> None:
        self.kept = Truncated(limit)
        self.spill = spill
        self.screen = Screen(self.settle)

    def settle(self, text: str) -> None:
        self.kept.add(text)
        if self.spill is not None:
            self.spill.add(text)

    def add(self, text: str) -> None:
        self.screen.write(text)

    def ends_line(self) -> bool:
        return self.screen.ends_line() and (
            not self.kept.total or (self.kept.tail or self.kept.head)[-1].endswith("\n")
        )

    def text(self) -> str:
        self.settle(self.screen.rest())
        self.screen.clear()
        return self.kept.text()


class Writer(io.TextIOBase):
    """Replaces `sys.stdout` or `sys.stderr`."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, name: str, streams: Streams) -> None:
        self._name = name
        self._streams = streams

    @property
    def name(self) -> str:
        return f"<{self._name}>"

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return {"stdout": 1, "stderr": 2}[self._name]

    @property
    def buffer(self) -> Bytes:
        return Bytes(self)

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._streams.write(self._name, text)
        return len(text)

    def flush(self) -> None:
        self._streams.flush_soon()

    def close(self) -> None:
        """Leaves the stream open: the next execution prints here too, and so does any object that
        keeps it, for instance a log handler.
        """
        self.flush()

    def detach(self) -> NoReturn:
        raise io.UnsupportedOperation("The kernel's streams have nothing below them.")


class Bytes(io.RawIOBase):
    """The binary side of a `Writer`."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._writer.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class Streams:
    """Both streams, for one execution at a time. `emit(stream, text)` sends output; `raw()` returns
    output that bypassed Python.
    """

    def __init__(
        self,
        limit: int,
        emit: Callable[[str, str], object],
        raw: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = limit
        self.emit = emit
        self.raw = raw
        self.rate = RateLimit(clock)
        self.number: int | None = None
        self.silent = False
        # Called once, before the next output; see `ResultStore.clear`.
        self.before: Callable[[], object] | None = None
        # Receives all of stdout, beyond the limit of the outcome.
        self.spill: OutputSpill | None = None
        self.kept: dict[str, CapturedStream] = {}
        self.pending: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self.pending_size = 0
        self.pending_name: str | None = None
        self.writers = (Writer("stdout", self), Writer("stderr", self))
        self.facts = [dict(vars(writer)) for writer in self.writers]
        self.open()

    def open(
        self, number: int | None = None, silent: bool = False, spill: OutputSpill | None = None
    ) -> None:
        """Starts an execution: discards what was kept, and reinstalls the streams if code replaced
        them. Output of code from another execution is dropped. The output of a silent execution is
        not sent. `spill` receives all of stdout.
        """
        self.number = number
        self.spill = spill
        self.before = None
        execution.set(number)
        self.raw()
        self.kept = {
            "stdout": CapturedStream(self.limit, spill),
            "stderr": CapturedStream(self.limit),
        }
        self.silent = silent
        sent = self.limit if silent else 0
        self.sent = {"stdout": sent, "stderr": sent}
        self.pending = {"stdout": [], "stderr": []}
        self.pending_size = 0
        for writer, facts in zip(self.writers, self.facts):
            if vars(writer) != facts:
                vars(writer).clear()
                vars(writer).update(facts)
        sys.stdout, sys.stderr = self.writers
        self.rate.begin()

    def foreign(self) -> bool:
        """Returns whether the running code was started by another execution."""
        return execution.get() != self.number

    def write(self, name: str, text: str) -> None:
        if not text or execution.get() != self.number:
            return
        if self.before is not None:
            self.before, before = None, self.before
            before()
        if self.pending_name != name:
            # Keeps both streams in order, as far as the rate limit allows.
            if self.pending_size and self.rate.allows():
                self.flush()
            self.pending_name = name
        self.pending[name].append(text)
        self.pending_size += len(text)
        # `print` writes its arguments one by one and the line end last.
        if self.pending_size >= PIECE or (text[-1] == "\n" and self.rate.allows()):
            self.flush()

    def flush_soon(self) -> None:
        """Flushes within the rate limit; this is what `flush()` in the user's code does."""
        if self.rate.allows():
            self.flush()

    def flush(self) -> None:
        if self.pending_size:
            pending, self.pending, self.pending_size = self.pending, {"stdout": [], "stderr": []}, 0
            for name, parts in pending.items():
                self.send(name, "".join(parts))
        for name, text in json.loads(self.raw() or "[]"):
            self.send(name, text)

    def send(self, name: str, text: str) -> None:
        """Keeps the text for the outcome and emits it."""
        if not text:
            return
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        self.kept[name].add(text)
        before = self.sent[name]
        self.sent[name] = before + len(text)
        # The page is sent no more than the outcome keeps.
        if before < self.limit:
            self.emit(name, text[: self.limit - before])

    def note(self, sentence: str) -> None:
        """Writes a note about the execution to its stderr."""
        self.flush()
        self.send("stderr", f"{'' if self.kept['stderr'].ends_line() else chr(10)}{sentence}\n")

    def forget(self) -> None:
        """Removes from the outcome what was printed so far."""
        self.before = None
        self.flush()
        if self.spill is not None:
            self.spill.clear()
        self.kept = {
            "stdout": CapturedStream(self.limit, self.spill),
            "stderr": CapturedStream(self.limit),
        }

    def close(self) -> tuple[str, str]:
        """Ends an execution. Returns the texts of stdout and stderr."""
        for stream in (sys.stdout, sys.stderr):
            try:
                if stream not in self.writers:
                    stream.flush()
            except Exception:
                pass
        self.flush()
        return self.kept["stdout"].text(), self.kept["stderr"].text()
