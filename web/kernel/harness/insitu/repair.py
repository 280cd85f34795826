"""Restores the interpreter before each execution, if earlier code has deleted or replaced parts
of it.

State that a session keeps on purpose stays: variables, imported modules, filters that silence
warnings, options of libraries. Restored is what later code relies on: builtins, the standard
library's functions, streams, hooks, the working directory, environment variables that are missing.
Code that looks for this module's state (for instance through `gc`) can still damage it; the worker
therefore runs a probe after each execution, and restarts if that fails.

These are about 6,000 names and functions, which would be checked twice per execution. The worker
makes Python report which dictionaries and functions have changed (`watch.ts`), so only those are
checked. Without a watcher, as under CPython, all are.
"""

from __future__ import annotations

import _signal
import asyncio
import builtins
import gc
import json
import os
import signal
import sys
import types
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Modules whose functions this package, Pyodide's event loop and the import system call.
STANDARD = (  # noqa: SIM905 - a list would take a line per word.
    "_asyncio _collections_abc _frozen_importlib _frozen_importlib_external _io _json _warnings abc ast asyncio asyncio.base_events "
    "asyncio.coroutines asyncio.events asyncio.exceptions asyncio.futures asyncio.tasks base64 binascii codecs collections "
    "contextlib contextvars copyreg dataclasses encodings encodings.utf_8 enum functools gc importlib importlib._bootstrap "
    "importlib._bootstrap_external importlib.abc importlib.machinery importlib.util inspect io itertools json json.decoder "
    "json.encoder json.scanner keyword linecache marshal math operator os posix posixpath re re._compiler re._parser signal stat "
    "sys textwrap time token tokenize traceback types warnings weakref zipimport"
).split()
OWN = ("insitu", "pyodide", "_pyodide", "_pyodide_core")
# Modules whose classes' methods are restored too, except those that users are meant to replace.
CLASSES = ("insitu", "json.encoder", "json.decoder", "pyodide.webloop")
REPLACEABLE = {"default"}
# Values of these types are restored if they were replaced. Others, such as numbers, may be
# changed by the module itself, and are only restored if they are missing.
KEPT = (
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    dict,
    list,
    set,
)
VOLATILE = {
    "sys": {"modules", "path", "meta_path", "path_hooks", "argv", "stdin", "stdout", "stderr"}
}
# Environment variables that code cannot change for later executions: without this backend no figure
# is shown.
FIXED = {"MPLBACKEND"}
MISSING = object()


class Repair:
    """The state of the interpreter at the time of creation. `watch` receives, as JSON, the
    addresses of the dictionaries and of the functions to watch; `changed` then returns the address
    of each one that has changed, and 0 after the last.
    """

    def __init__(
        self,
        out: str,
        watch: Callable[[str, str], object] | None = None,
        changed: Callable[[], int] | None = None,
    ) -> None:
        self.out = out
        self.changed = changed
        self.builtins: tuple[dict[str, Any], list[tuple[str, Any]]] = (
            builtins.__dict__,
            [(name, value) for name, value in vars(builtins).items() if name != "_"],
        )
        # By address: the method that restores it, and its arguments.
        self.dicts: dict[int, tuple[Callable[..., None], tuple[Any, ...]]] = {}
        self.functions: dict[int, tuple[Callable[..., None], tuple[Any, ...]]] = {}
        for name, module in list(sys.modules.items()):
            own = name.partition(".")[0] in OWN
            if own or name in STANDARD:
                self.keep(name, module)
            if name in CLASSES or name.partition(".")[0] in CLASSES:
                self.keep_inside(module)
        self.modules = sys.modules
        self.known: dict[str, types.ModuleType] = {}
        self.modules_changed = True
        self.record_modules()
        self.dicts[id(self.modules)] = (self.restore_known, ())
        self.lists = [
            (name, getattr(sys, name), list(getattr(sys, name)))
            for name in ("path", "meta_path", "path_hooks")
        ]
        self.environment: Any = os.environ
        self.variables = dict(os.environ)
        self.encoded = dict(os.environ._data)  # pyright: ignore[reportAttributeAccessIssue] - private.
        self.filters = list(warnings.filters)
        self.recursion = sys.getrecursionlimit()
        self.callbacks = list(gc.callbacks)
        self.threshold = gc.get_threshold()
        self.loop = asyncio.get_event_loop() if sys.platform == "emscripten" else None
        self.loop_facts = set(vars(self.loop)) if self.loop is not None else set()
        self.monitoring = getattr(sys, "monitoring", None)
        if watch is not None:
            watch(json.dumps(list(self.dicts)), json.dumps(list(self.functions)))

    def keep(self, name: str, module: types.ModuleType) -> None:
        left_out = VOLATILE.get(name, ())
        kept = [
            (key, value, isinstance(value, KEPT))
            for key, value in vars(module).items()
            if key not in left_out and key != "__builtins__"
        ]
        self.dicts[id(vars(module))] = (self.restore_namespace, (vars(module), kept))

    def keep_inside(self, module: types.ModuleType) -> None:
        for value in list(vars(module).values()):
            if isinstance(value, types.FunctionType):
                self.keep_function(value)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                kinds = (types.FunctionType, classmethod, property)
                members = [
                    (key, member)
                    for key, member in vars(value).items()
                    if isinstance(member, kinds) and key not in REPLACEABLE
                ]
                # The dictionary behind the mapping proxy; a class keeps the same one for its
                # lifetime.
                (inside,) = gc.get_referents(vars(value))
                self.dicts[id(inside)] = (self.restore_class, (value, inside, members))
                for _key, member in members:
                    if isinstance(member, types.FunctionType):
                        self.keep_function(member)

    def keep_function(self, function: types.FunctionType) -> None:
        self.functions[id(function)] = (
            self.restore_function,
            (function, function.__code__, function.__defaults__, function.__kwdefaults__),
        )

    def record_modules(self) -> None:
        """Records the imported modules, except the user's own, which may be deleted in order to
        import them again.
        """
        if not self.modules_changed:
            return
        self.modules_changed = self.changed is None
        known, out = self.known, self.out
        for name, module in list(self.modules.items()):
            if name not in known and isinstance(module, types.ModuleType) and name != "__main__":
                place = getattr(module, "__file__", None)
                if not (isinstance(place, str) and place.startswith(out + "/")):
                    known[name] = module

    def untrace(
        self,
        settrace: Callable[..., Any] = sys.settrace,
        setprofile: Callable[..., Any] = sys.setprofile,
        limit: Callable[[int], object] = sys.setrecursionlimit,
        now: Callable[[], int] = sys.getrecursionlimit,
    ) -> None:
        """Removes hooks that would run inside the harness's functions. Python itself removes a hook
        that raises.
        """
        for _ in range(2):
            try:
                settrace(None)
                setprofile(None)
            except BaseException:
                continue
        if now() < self.recursion:
            limit(self.recursion)
        monitoring = self.monitoring
        if monitoring is not None:
            for tool in range(6):
                if monitoring.get_tool(tool) is not None:
                    monitoring.set_events(tool, 0)
                    monitoring.free_tool_id(tool)

    def restore_builtins(self, missing: Any = MISSING) -> None:
        """Restores the builtins. Uses none of them, since they may be missing."""
        namespace, kept = self.builtins
        for name, value in kept:
            if namespace.get(name, missing) is not value:
                namespace[name] = value

    def restore(self) -> None:
        """Restores everything that has changed."""
        self.restore_builtins()
        self.untrace()
        addresses = self.addresses()
        # Functions first, since the dictionaries are restored by functions.
        for parts in (self.functions, self.dicts):
            for address in addresses:
                if address in parts:
                    restore, arguments = parts[address]
                    restore(*arguments)
        self.restore_search()
        self.restore_process()

    def addresses(self) -> list[int]:
        """Returns the addresses of what may have changed. Changes during the restoration are
        handled by the next one.
        """
        changed = self.changed
        if changed is None:
            return [*self.functions, *self.dicts]
        found = []
        while address := changed():
            found.append(address)
        return found

    def restore_function(
        self,
        function: types.FunctionType,
        code: types.CodeType,
        defaults: tuple[Any, ...] | None,
        keywords: dict[str, Any] | None,
    ) -> None:
        if function.__code__ is not code:
            function.__code__ = code
        if function.__defaults__ is not defaults:
            function.__defaults__ = defaults
        if function.__kwdefaults__ is not keywords:
            function.__kwdefaults__ = keywords

    def restore_class(
        self,
        owner: type,
        found: dict[str, Any],
        members: list[tuple[str, Any]],
        missing: Any = MISSING,
    ) -> None:
        for name, value in members:
            if found.get(name, missing) is not value:
                setattr(owner, name, value)

    def restore_namespace(
        self, namespace: dict[str, Any], kept: list[tuple[str, Any, bool]], missing: Any = MISSING
    ) -> None:
        for name, value, firm in kept:
            found = namespace.get(name, missing)
            if found is not value and (firm or found is missing):
                namespace[name] = value

    def restore_known(self) -> None:
        present = self.modules
        for name, module in self.known.items():
            if present.get(name) is not module:
                present[name] = module
        self.modules_changed = True

    def restore_search(self) -> None:
        sys.modules = self.modules
        for name, found, entries in self.lists:
            if getattr(sys, name, None) is not found:
                setattr(sys, name, found)
            for entry in entries:
                if not any(
                    entry is other or (isinstance(entry, str) and entry == other) for other in found
                ):
                    # The finder that explains missing modules has to stay last.
                    found.insert(entries.index(entry), entry) if name != "path" else found.append(
                        entry
                    )
        # Finders of libraries stay; one from a cell could block or forge all later imports.
        sys.meta_path[:] = [
            finder
            for finder in sys.meta_path
            if type(finder).__module__ != "__main__"
            and getattr(finder, "__module__", "") != "__main__"
        ]

    def restore_environment(self) -> None:
        """Restores `os.environ` and the variables that are missing. What code has set stays, as in
        a notebook.
        """
        os.environ = environment = self.environment
        found = environment._data
        if type(found) is not dict or any(
            type(part) is not bytes for pair in found.items() for part in pair
        ):
            environment._data = dict(self.encoded)
        for name, value in self.variables.items():
            if name not in environment or (name in FIXED and environment[name] != value):
                environment[name] = value

    def restore_process(self, handler: Callable[[int], Any] = _signal.getsignal) -> None:
        self.restore_environment()
        try:
            here = os.getcwd()
        except OSError:
            here = None
        if here != self.out:
            os.makedirs(self.out, exist_ok=True)
            os.chdir(self.out)
        # `_signal.getsignal`, since `signal.getsignal` converts the handler to an enum and raises
        # an exception internally.
        if handler(signal.SIGINT) is not signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if any(entry[0] == "error" and entry not in self.filters for entry in warnings.filters):
            # Filters that raise were meant for one cell; in the next one every warning of a library
            # would be an error.
            kept = [
                entry for entry in warnings.filters if entry[0] != "error" or entry in self.filters
            ]
            # Only `resetwarnings` invalidates Python's cache of the filters.
            warnings.resetwarnings()
            warnings.filters[:] = kept  # pyright: ignore[reportIndexIssue] - a list.
        gc.enable()
        gc.set_debug(0)
        gc.callbacks[:] = self.callbacks
        if gc.get_threshold() != self.threshold:
            gc.set_threshold(*self.threshold)
        if self.loop is not None:
            asyncio.set_event_loop(self.loop)
            # Attributes that shadow the methods of its class.
            for name in [name for name in vars(self.loop) if name not in self.loop_facts]:
                delattr(self.loop, name)
