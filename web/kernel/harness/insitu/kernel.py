"""The session's interpreter: the execution of code, with an outcome for each."""

from __future__ import annotations

import asyncio
import builtins
import inspect
import json
import sys
import types

# `egress` is imported here so that the self-test works even if code has deleted the harness's
# folder.
from . import (  # noqa: F401
    answers,
    egress,
    errors,
    figures,
    folder,
    integers,
    library_defaults,
    locales,
    missing,
    not_numbers,
    own_modules,
    pools,
    readings,
    recursion,
    renewal,
    selections,
    sleep,
    source,
    sql_engine,
    tables,
)
from .display import ipython, publish
from .display.shell import get_ipython, shell
from .lineage import Lineage
from .namespace import Namespace
from .output_spill import OutputSpill
from .repair import Repair
from .result_store import ResultStore
from .stdin import Asking, Stdin
from .streams import Streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

    from .source import Cell

# Characters of an exception's name if it cannot be described.
MAX_NAME_LENGTH = 100


class Kernel:
    """The session's interpreter. `bridge` is the worker's interface, see `bridge.ts`."""

    def __init__(self, limits: dict[str, int], bridge: Any, out: str) -> None:
        self.limits = limits
        self.listen = bridge.listen
        self.troubles = bridge.troubles
        # Under CPython there is no watcher.
        self.watch, self.changed = getattr(bridge, "watch", None), getattr(bridge, "changed", None)
        self.count = 0
        self.out = out
        self.cancelled = False
        # What code has imported from `__future__`; applies to later cells too.
        self.features = 0
        self.pending: Cell | None = None
        self.task: asyncio.Task[BaseException | None] | None = None
        # None between executions; the methods that use them run inside one.
        self.store: ResultStore = None  # pyright: ignore[reportAttributeAccessIssue]
        self.spill: OutputSpill = None  # pyright: ignore[reportAttributeAccessIssue]
        self.repair: Repair | None = None
        self.streams = Streams(limits["streamBytes"], bridge.emit, bridge.raw)
        self.asking = Asking(bridge, self.streams)
        self.stdin = Stdin(self.asking)
        ipython.install()
        self.namespace = Namespace(out)
        self.names = shell.user_ns = self.namespace.names
        self.lineage = Lineage()
        self.code = ""

    def settle(self) -> None:
        """Records the interpreter's current state, which is restored before each execution. Raises
        RuntimeError if integers would overflow.
        """
        integers.require()
        self.repair = Repair(self.out, self.watch, self.changed)

    def restore(self) -> None:
        if self.repair is not None:
            self.repair.restore()
        self.namespace.restore()
        builtins.input = self.asking.input
        sys.stdin = self.stdin

    def begin(
        self, code: str, interactive: bool = False, readings_json: str | None = None
    ) -> str | None:
        """Runs `code`. Returns the outcome as JSON, or None if the code awaits; `finish` runs it
        then. `readings_json` has how the profiles say that the session's files are read; see
        `readings`.
        """
        self.restore()
        self.count += 1
        answers.forget()
        self.spill = OutputSpill()
        self.streams.open(self.count, spill=self.spill)
        self.troubles()
        self.asking.interactive = interactive
        self.store = ResultStore(self.limits, self.streams)
        builtins.display, builtins.get_ipython = publish.display, get_ipython  # pyright: ignore[reportAttributeAccessIssue] - as in a notebook.
        publish.attach(self.store)
        figures.attach(self.store)
        readings.current.begin(readings_json)
        code = readings.current.complete(code, self.names)
        selections.current.begin()
        self.namespace.remember(code, self.count)
        self.code = code
        self.before = folder.snapshot(self.out)
        if self.cancelled:
            # Stop was pressed between the request and its start.
            return self.close(KeyboardInterrupt())
        try:
            cell = source.compile_cell(code, self.count, self.features)
            self.features |= cell.features
        except BaseException as error:
            return self.close(error)
        if not cell.awaits:
            return self.close(self.run(cell))
        self.pending = cell
        return None

    def run(self, cell: Cell) -> BaseException | None:
        """Runs a cell that awaits nothing. Returns the exception that ended it, or None."""
        try:
            self.listen(True)
            try:
                if cell.body is not None:
                    exec(cell.body, self.names)
                value = None if cell.last is None else eval(cell.last, self.names)
                self.ensure_builtins()
                self.value(value, cell)
                self.store.figures_left_open()
            finally:
                self.listen(False)
                self.ensure_builtins()
        except BaseException as error:
            return error
        return None

    async def finish(self) -> str:
        """Runs the cell that `begin` did not run. Returns the outcome as JSON."""
        # Set by `begin`.
        cell: Cell = self.pending  # pyright: ignore[reportAssignmentType]
        self.pending = None

        async def guarded() -> BaseException | None:
            # Nothing may escape from the task: the event loop would handle it as its own error.
            try:
                self.listen(True)
                try:
                    if cell.body is not None:
                        await self.step(cell.body)
                    value = None if cell.last is None else await self.step(cell.last)
                    self.ensure_builtins()
                    self.value(value, cell)
                    self.store.figures_left_open()
                finally:
                    self.listen(False)
                    self.ensure_builtins()
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

    def ensure_builtins(self) -> None:
        """Restores builtins that code has deleted; without them not even exception handlers work."""
        if self.repair is not None:
            self.repair.restore_builtins()

    async def step(self, code: CodeType) -> Any:
        result = eval(code, self.names)
        return await result if code.co_flags & inspect.CO_COROUTINE else result

    def interrupt(self) -> None:
        """Cancels code that awaits. Code that computes is interrupted by the signal instead."""
        self.cancelled = True
        if self.task is not None:
            self.task.cancel()
        elif self.pending is None:
            # Not if a cell is pending: the caller of `finish` would get the cancellation instead
            # of an outcome, and `finish` checks the flag.
            for task in asyncio.all_tasks(asyncio.get_event_loop()):
                task.cancel()

    def value(self, value: Any, cell: Cell) -> None:
        """Keeps and shows the value of the last expression, unless the cell ends with `;`."""
        if value is None or cell.silent:
            return
        value = tables.shown(value)
        self.namespace.keep(value, self.count)
        self.store.main(value)

    def close(self, error: BaseException | None) -> str:
        """Builds the outcome, as JSON."""
        if self.repair is not None:
            # The code's hooks would run here too, and what it replaced is needed now.
            self.repair.restore()
            self.repair.record_modules()
        # By type here and below, since `__class__` may be overridden.
        interrupted = issubclass(type(error), KeyboardInterrupt) or (
            self.cancelled and issubclass(type(error), asyncio.CancelledError)
        )
        sentences = json.loads(self.troubles())
        described = None
        if error is not None:
            described = self.describe(error, interrupted, sentences)
        after = folder.snapshot(self.out)
        files = folder.changes(self.before, after)
        notes = self.store.left_out()
        most = self.limits["newFiles"]
        if len(files) > most:
            notes.append(
                f"{len(files)} files in {self.out} are new or changed; the first {most} are offered for download."
            )
        for sentence in notes + (sentences if error is None else []):
            self.streams.note(sentence)
        stdout, stderr = self.streams.close()
        outcome = {
            "status": "interrupted" if interrupted else "error" if error is not None else "ok",
            "executionCount": self.count,
            "stdout": stdout,
            "stderr": stderr,
            "results": self.store.results,
            "error": described,
            "files": files[:most],
            "removed": folder.removed(self.before, after),
            "output": self.spill.write(self.out, self.count),
            "durationMs": 0.0,
            "variables": self.namespace.variables(),
            "lineage": self.lineage.read(self.code),
            **readings.current.said(),
            **self.findings(error),
        }
        self.store = self.spill = None  # pyright: ignore[reportAttributeAccessIssue]
        publish.attach(None)
        figures.attach(None)
        self.cancelled = False
        # The frames of a traceback keep every local variable alive.
        error = None
        return to_json(outcome)

    def describe(
        self, error: BaseException, interrupted: bool, sentences: list[str]
    ) -> dict[str, str]:
        """Returns the exception as data. Its methods are the user's code, so Stop can interrupt
        them.
        """
        try:
            self.listen(True)
            try:
                self.store.figures_left_open(only_drawn=True)
            except Exception:
                pass
            finally:
                self.listen(False)
        except BaseException:
            pass
        try:
            self.listen(True)
            try:
                return errors.describe(error, interrupted, sentences)
            finally:
                self.listen(False)
        except BaseException as failure:
            name = type(error).__name__[:MAX_NAME_LENGTH]
            text = f"The exception could not be described: {type(failure).__name__}."
            return {"name": name, "value": text, "traceback": f"{name}: {text}"}

    def findings(self, error: BaseException | None) -> dict[str, Any]:
        """Returns what the outcome has of the data; see `selections`, `joins` and `not_numbers`. Nothing of
        a failure if Stop is pressed meanwhile.
        """
        found = list(selections.current.found)
        if error is not None and issubclass(type(error), (TypeError, ValueError)):
            try:
                # The methods of what it looks at are the user's code.
                self.listen(True)
                try:
                    found += not_numbers.find(error, self.code, self.names)
                finally:
                    self.listen(False)
            except BaseException:
                pass
        return {"findings": found} if found else {}

    def flush(self) -> None:
        """Sends pending output and results before the code pauses."""
        self.streams.flush()
        if self.store is not None:
            self.store.live.flush(resting=True)

    def probe(self, token: str) -> str:
        """Runs a small piece of code like any other, but in a separate namespace. Returns its
        output and results as JSON.
        """
        self.streams.open(silent=True)
        store = ResultStore(self.limits, self.streams)
        names = {"__builtins__": builtins, "__name__": "__main__", "token": token}
        cell = source.compile_cell(
            "import sys, json\nprint(token)\nprint(token + '!', file=sys.stderr)\n6 * 7", 0
        )
        if cell.body is not None and cell.last is not None:
            exec(cell.body, names)
            store.main(eval(cell.last, names))
        stdout, stderr = self.streams.close()
        return json.dumps(
            {
                "stdout": stdout,
                "stderr": stderr,
                "results": [item["text"] for item in store.results],
            },
            separators=(",", ":"),
        )

    def fault(self) -> str:
        """Returns what is wrong with numpy's integers, for the self-test, and otherwise an empty
        text.
        """
        return integers.fault()

    def imports(self, code: str) -> str:
        """Returns the modules that `code` needs and that cannot be imported, as JSON."""
        from . import imports

        self.restore()
        return json.dumps(imports.missing(code))

    def profile(self, path: str, encoding: str = "", choices: str = "[]") -> str:
        """Returns the file's profile as JSON. `encoding` is what the user has chosen, if anything,
        `choices` how else the user has its tables read, as JSON.
        """
        # Imported late, since users wait for the start.
        from . import profile

        self.restore()
        self.troubles()
        described = profile.describe(path, encoding or None, json.loads(choices))
        if described["error"] and (sentences := json.loads(self.troubles())):
            described["error"] = " ".join(sentences)
        return to_json(described)

    def answer(self, kind: str, request_json: str) -> str:
        """Answers a request of the page about results and documents, as JSON; see `answers`."""
        self.restore()
        self.streams.open(silent=True)
        try:
            # The values' methods are the user's code: Stop can interrupt them, and what they print
            # is discarded.
            self.listen(True)
            try:
                answer = answers.answer(kind, json.loads(request_json), (self.out, "/data"))
            finally:
                self.listen(False)
        except KeyboardInterrupt:
            answer = {"failed": answers.STOPPED}
        except BaseException:
            answer = {"failed": answers.DAMAGED}
        self.restore()
        self.streams.close()
        return to_json(answer)

    def warm(self, module: str) -> None:
        """Imports a module before it is used. A failure shows when code imports it."""
        try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
            __import__(module)
        except Exception:
            pass


def to_json(value: Any) -> str:
    """Serializes to JSON; lone surrogates, which code can put into strings, are replaced."""
    return (
        json.dumps(value, allow_nan=False, ensure_ascii=False)
        .encode("utf-8", "replace")
        .decode("utf-8")
    )


def prepare(limits_json: str, bridge: Any, catalog_json: str, out: str = "/out") -> Kernel:
    """Creates the kernel; see `Kernel` and, for the catalog, `missing.install`."""
    if out not in sys.path:
        # Modules that the user's code writes can be imported, as those next to a script.
        sys.path.insert(0, out)
    kernel = Kernel(json.loads(limits_json), bridge, out)
    missing.install(json.loads(catalog_json), bridge.has, bridge.provide)
    own_modules.install((out, "/data"))
    sleep.install(bridge, kernel.flush)
    figures.install()
    pools.install()
    locales.install()
    recursion.install(kernel.limits.get("recursion", 0))
    source.switching = getattr(bridge, "switching", True)
    library_defaults.memory = bridge.memory
    sql_engine.ask = getattr(bridge, "sql", None)
    builtins.input = kernel.asking.input
    sys.stdin = kernel.stdin
    return kernel


def start(
    limits_json: str,
    bridge: Any,
    catalog_json: str,
    environment_json: str | None = None,
    out: str = "/out",
) -> Kernel:
    """Creates the kernel that executes the user's code. Call `settle` when all modules that belong
    to the start are imported.

    `environment_json` is passed if this interpreter comes from a snapshot, and holds its
    environment variables; see `renewal.renew`.
    """
    if environment_json is not None:
        renewal.renew(json.loads(environment_json))
    kernel = prepare(limits_json, bridge, catalog_json, out)
    if sys.platform == "emscripten":
        # An interrupt between two steps of a task, or an exit in one of the code's own tasks, would
        # otherwise be an uncaught error, which the page has to treat as the worker's crash.
        loop = asyncio.get_event_loop()
        loop._keyboard_interrupt_handler = lambda: kernel.store is not None and kernel.interrupt()
        loop._system_exit_handler = lambda code: None
        # `pyodide_js` exposes all of Pyodide's JavaScript. The event loop still reads one setting
        # there.
        sys.modules.pop("pyodide_js", None)
        rest = types.ModuleType("pyodide_js._api")
        rest.config = types.SimpleNamespace(enableRunUntilComplete=True)
        sys.modules["pyodide_js._api"] = rest
    return kernel
