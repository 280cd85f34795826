"""What code prints: told while it runs, and kept for the outcome within a limit."""

import contextvars
import io
import json
import sys
import time

from .terminal import Screen

# Which execution the running code belongs to. Tasks and timers keep the number of the one that made them, also when they go on
# under a later one.
execution = contextvars.ContextVar("execution", default=None)

# A program that prints now and then has each line shown at once. One that floods is told in pieces: at most this many
# per `PERIOD` seconds, each of up to `PIECE` characters.
BURST = 40
PERIOD = 0.05
PIECE = 64_000


class Pace:
    """Says when something may be told: a burst at once, then so often."""

    def __init__(self, clock, burst=BURST, period=PERIOD):
        self.clock = clock
        self.burst = burst
        self.period = period
        self.begin()

    def begin(self):
        self.credit, self.refilled = self.burst, self.clock()

    def may(self):
        if self.credit > 0:
            self.credit -= 1
            return True
        now = self.clock()
        if now - self.refilled < self.period:
            return False
        # After a flood each period brings one piece, until the program has been quiet for a while.
        self.credit = min(int((now - self.refilled) / self.period) - 1, self.burst)
        self.refilled = now
        return True


class Keep:
    """Text within a limit: the head, the tail, and how much was between them."""

    def __init__(self, limit):
        self.half = max(limit // 2, 1)
        self.head = []
        self.head_size = 0
        self.tail = []
        self.tail_size = 0
        self.total = 0

    def add(self, text):
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

    def trim(self):
        joined = "".join(self.tail).encode("utf-8", "surrogatepass")[-self.half :].decode("utf-8", "ignore")
        self.tail = [joined]
        self.tail_size = len(joined.encode("utf-8", "surrogatepass"))

    def text(self):
        """Everything, or head and tail with a line between them that says what is missing."""
        head = "".join(self.head)
        if self.total <= self.half * 2:
            return head + "".join(self.tail)
        self.trim()
        left_out = max(self.total - self.head_size - self.tail_size, 0)
        return f"{head}\n… {left_out:,} bytes of output left out …\n{''.join(self.tail)}"


class Told:
    """One stream of an execution as the outcome will have it: what a terminal would show, within a limit."""

    def __init__(self, limit, spill=None):
        self.keep = Keep(limit)
        self.spill = spill
        self.screen = Screen(self.settle)

    def settle(self, text):
        self.keep.add(text)
        if self.spill is not None:
            self.spill.add(text)

    def add(self, text):
        self.screen.write(text)

    def ends_line(self):
        return self.screen.ends_line() and (not self.keep.total or (self.keep.tail or self.keep.head)[-1].endswith("\n"))

    def text(self):
        self.settle(self.screen.rest())
        self.screen.clear()
        return self.keep.text()


class Writer(io.TextIOBase):
    """Stands for `sys.stdout` or `sys.stderr`."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, name, streams):
        self._name = name
        self._streams = streams

    @property
    def name(self):
        return f"<{self._name}>"

    def writable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        return {"stdout": 1, "stderr": 2}[self._name]

    @property
    def buffer(self):
        return Bytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._streams.write(self._name, text)
        return len(text)

    def flush(self):
        self._streams.flush_soon()

    def close(self):
        """Stays open: the next execution prints here too, and so does whatever keeps this object, a log handler for instance."""
        self.flush()

    def detach(self):
        raise io.UnsupportedOperation("The kernel's streams have nothing below them.")


class Bytes(io.RawIOBase):
    """The binary side of a `Writer`."""

    def __init__(self, writer):
        self._writer = writer

    def writable(self):
        return True

    def write(self, data):
        self._writer.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class Streams:
    """Both streams of one execution after the other. `emit(stream, text)` tells; `raw()` gives what bypassed Python."""

    def __init__(self, limit, emit, raw, clock=time.monotonic):
        self.limit = limit
        self.emit = emit
        self.raw = raw
        self.pace = Pace(clock)
        self.number = None
        self.silent = False
        # Called when something is about to be printed, once; see `ResultStore.clear`.
        self.before = None
        # Takes the whole of stdout, beyond what the outcome holds.
        self.spill = None
        self.kept = {}
        self.pending = {"stdout": [], "stderr": []}
        self.pending_size = 0
        self.pending_name = None
        self.writers = (Writer("stdout", self), Writer("stderr", self))
        self.facts = [dict(vars(writer)) for writer in self.writers]
        self.open()

    def open(self, number=None, silent=False, spill=None):
        """Starts an execution: nothing kept, and the streams in place even if code replaced them. What code of another
        execution prints is left out. Of a silent one nobody is told. `output_spill` takes all of stdout."""
        self.number = number
        self.spill = spill
        self.before = None
        execution.set(number)
        self.raw()
        self.kept = {"stdout": Told(self.limit, spill), "stderr": Told(self.limit)}
        self.silent = silent
        told = self.limit if silent else 0
        self.told = {"stdout": told, "stderr": told}
        self.pending = {"stdout": [], "stderr": []}
        self.pending_size = 0
        for writer, facts in zip(self.writers, self.facts):
            if vars(writer) != facts:
                vars(writer).clear()
                vars(writer).update(facts)
        sys.stdout, sys.stderr = self.writers
        self.pace.begin()

    def foreign(self):
        """Whether the code that runs was left behind by another execution."""
        return execution.get() != self.number

    def write(self, name, text):
        if not text or execution.get() != self.number:
            return
        if self.before is not None:
            self.before, before = None, self.before
            before()
        if self.pending_name != name:
            # So that both streams stay in order, as far as a flood lets them.
            if self.pending_size and self.pace.may():
                self.flush()
            self.pending_name = name
        self.pending[name].append(text)
        self.pending_size += len(text)
        # `print` writes its parts one by one, and its end last.
        if self.pending_size >= PIECE or (text[-1] == "\n" and self.pace.may()):
            self.flush()

    def flush_soon(self):
        """What code's own `flush()` does: code that floods is not allowed to do so line by line."""
        if self.pace.may():
            self.flush()

    def flush(self):
        if self.pending_size:
            pending, self.pending, self.pending_size = self.pending, {"stdout": [], "stderr": []}, 0
            for name, parts in pending.items():
                self.tell(name, "".join(parts))
        for name, text in json.loads(self.raw() or "[]"):
            self.tell(name, text)

    def tell(self, name, text):
        if not text:
            return
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        self.kept[name].add(text)
        before = self.told[name]
        self.told[name] = before + len(text)
        # Whoever watches need not be sent more than the outcome will keep.
        if before < self.limit:
            self.emit(name, text[: self.limit - before])

    def note(self, sentence):
        """Says something about the execution on its stderr."""
        self.flush()
        self.tell("stderr", f"{'' if self.kept['stderr'].ends_line() else chr(10)}{sentence}\n")

    def forget(self):
        """Takes back what was printed, as far as the outcome is concerned."""
        self.before = None
        self.flush()
        if self.spill is not None:
            self.spill.clear()
        self.kept = {"stdout": Told(self.limit, self.spill), "stderr": Told(self.limit)}

    def close(self):
        """Ends an execution: the texts of stdout and stderr."""
        for stream in (sys.stdout, sys.stderr):
            try:
                if stream not in self.writers:
                    stream.flush()
            except Exception:
                pass
        self.flush()
        return self.kept["stdout"].text(), self.kept["stderr"].text()
