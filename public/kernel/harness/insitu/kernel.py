"""One persistent interpreter: its variables, its history, and how one piece of code becomes one outcome."""

import asyncio
import builtins
import inspect
import json
import sys
import types

from . import errors, figures, folder, missing, sleep, source
from .shown import Shelf
from .streams import Streams

# Values of earlier executions stay reachable as `Out[n]`; more of them would keep large tables in memory.
KEPT_VALUES = 20


class Kernel:
    """The session's interpreter. `bridge` is what the worker offers: emit, raw, listen, canWait, wait."""

    def __init__(self, limits, bridge, out="/out"):
        self.limits = limits
        self.bridge = bridge
        self.count = 0
        self.out = out
        self.cancelled = False
        self.pending = None
        self.task = None
        self.shelf = None
        self.streams = Streams(limits["streamBytes"], bridge.emit, bridge.raw)
        self.finder = missing.install()
        # Pickled classes and `__main__` look-ups need the module, not just its dictionary.
        self.main = types.ModuleType("__main__")
        self.names = self.main.__dict__
        self.names.update(__builtins__=builtins, In=[""], Out={}, _=None, __=None, ___=None)
        sys.modules["__main__"] = self.main

    def begin(self, code, missing_json="{}"):
        """Runs `code`. Returns the outcome as JSON, or None where the code awaits something; then call `finish`."""
        self.count += 1
        self.streams.open()
        self.shelf = Shelf(self.limits)
        builtins.display = self.shelf.display
        figures.attach(self.shelf)
        self.finder.sentences = json.loads(missing_json)
        self.names["In"].append(code)
        self.before = folder.snapshot(self.out)
        if self.cancelled:
            # Stop was pressed between the request and its beginning.
            return self.close(KeyboardInterrupt())
        try:
            cell = source.compile_cell(code, self.count)
        except BaseException as error:
            return self.close(error)
        if not cell.awaits:
            return self.close(self.run(cell))
        self.pending = cell
        return None

    def run(self, cell):
        """Runs a cell that awaits nothing. Returns the exception that ended it, or None."""
        try:
            self.bridge.listen(True)
            try:
                if cell.body is not None:
                    exec(cell.body, self.names)
                if cell.last is not None:
                    self.value(eval(cell.last, self.names), cell)
                self.shelf.figures_left_open()
            finally:
                self.bridge.listen(False)
        except BaseException as error:
            return error
        return None

    async def finish(self):
        """Runs the cell that `begin` left. Returns the outcome as JSON."""
        cell, self.pending = self.pending, None

        async def guarded():
            # Nothing may escape from the task: the event loop would take it for an error of its own.
            try:
                self.bridge.listen(True)
                try:
                    if cell.body is not None:
                        await self.step(cell.body)
                    if cell.last is not None:
                        self.value(await self.step(cell.last), cell)
                    self.shelf.figures_left_open()
                finally:
                    self.bridge.listen(False)
            except BaseException as error:
                return error
            return None

        self.task = asyncio.ensure_future(guarded())
        if self.cancelled:
            self.task.cancel()
        try:
            error = await self.task
        except BaseException as escaped:
            error = escaped
        finally:
            self.task = None
        return self.close(error)

    async def step(self, code):
        result = eval(code, self.names)
        return await result if code.co_flags & inspect.CO_COROUTINE else result

    def interrupt(self):
        """Ends code that awaits. Code that computes is interrupted by the signal instead."""
        self.cancelled = True
        if self.task is not None:
            self.task.cancel()
        else:
            for task in asyncio.all_tasks(asyncio.get_event_loop()):
                task.cancel()

    def value(self, value, cell):
        """Keeps and shows the value of the last expression."""
        if value is None:
            return
        names = self.names
        names["__"], names["___"] = names["_"], names["__"]
        names["_"] = names["Out"][self.count] = value
        while len(names["Out"]) > KEPT_VALUES:
            del names["Out"][next(iter(names["Out"]))]
        if not cell.silent:
            self.shelf.main(value)

    def close(self, error):
        """Turns what happened into the outcome, as JSON."""
        interrupted = isinstance(error, KeyboardInterrupt) or (self.cancelled and isinstance(error, asyncio.CancelledError))
        if error is not None:
            try:
                self.shelf.figures_left_open(only_drawn=True)
            except BaseException:
                pass
        stdout, stderr = self.streams.close()
        outcome = {
            "status": "interrupted" if interrupted else "error" if error is not None else "ok",
            "executionCount": self.count,
            "stdout": stdout,
            "stderr": stderr,
            "results": self.shelf.results,
            "error": None if error is None else errors.describe(error, interrupted),
            "files": folder.changes(self.before, folder.snapshot(self.out)),
            "durationMs": 0.0,
        }
        self.shelf = None
        self.cancelled = False
        # The frames of a traceback keep every local variable alive.
        error = None
        return json.dumps(outcome, allow_nan=False)

    def imports(self, code):
        """The modules that `code` wants and that cannot be imported, as JSON."""
        from . import imports

        return json.dumps(imports.missing(code))

    def profile(self, path):
        """What the file holds, as JSON."""
        # Not needed for the start, which people wait for.
        from . import profile

        return json.dumps(profile.describe(path), allow_nan=False)

    def warm(self, module):
        """Imports a module ahead of its use. Whether that works is seen when code uses it."""
        try:
            __import__(module)
        except Exception:
            pass

    def refresh(self):
        """Makes packages visible that were unpacked just now."""
        import importlib

        importlib.invalidate_caches()


def start(limits_json, bridge=None, out="/out"):
    """Makes the kernel. Without a bridge it takes the worker's."""
    if bridge is None:
        import _insitu_bridge as bridge
    sleep.install(bridge)
    figures.install()
    builtins.input = refuse_input
    if out not in sys.path:
        # A module that the person's code writes can be imported like one beside a script.
        sys.path.insert(0, out)
    kernel = Kernel(json.loads(limits_json), bridge, out)
    if sys.platform == "emscripten":
        # An interrupt that strikes between two steps of a task, or an exit in a task of the code's own, would otherwise
        # end as an error that nothing catches, which the page has to take for the worker's death.
        loop = asyncio.get_event_loop()
        loop._keyboard_interrupt_handler = lambda: kernel.shelf is not None and kernel.interrupt()
        loop._system_exit_handler = lambda code: None
    return kernel


def refuse_input(prompt=""):
    """Stands for `input`, which has nobody to ask."""
    raise EOFError("input() is not available here, because nobody is there to type. Put the value into the code instead.")
