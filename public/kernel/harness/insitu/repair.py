"""Puts the interpreter back together before each execution, where earlier code took parts of it away or replaced them.

What a session keeps on purpose stays: variables, imported modules, filters that silence warnings, options of libraries. What is
put back is what the next piece of code takes for granted: builtins, the standard library's functions, streams, hooks, the working
directory, environment variables (those that code sets hold for one execution). Code that goes looking for this file's own state (through `gc`, say) can still spoil
it; the worker therefore has something computed after each execution, and restarts where that fails.

That is some 6,000 names and functions, which would all be looked at twice for each execution. The worker has Python tell which dictionaries
and functions have changed (`watch.js`), so only those are looked at. Where nobody watches, as under CPython, all are.
"""

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

# Modules whose functions this package, pyodide's event loop and the import system call.
STANDARD = (
    "_asyncio _collections_abc _frozen_importlib _frozen_importlib_external _io _json _warnings abc ast asyncio asyncio.base_events "
    "asyncio.coroutines asyncio.events asyncio.exceptions asyncio.futures asyncio.tasks base64 binascii codecs collections "
    "contextlib contextvars copyreg dataclasses encodings encodings.utf_8 enum functools gc importlib importlib._bootstrap "
    "importlib._bootstrap_external importlib.abc importlib.machinery importlib.util inspect io itertools json json.decoder "
    "json.encoder json.scanner keyword linecache marshal math operator os posix posixpath re re._compiler re._parser signal stat "
    "sys textwrap time token tokenize traceback types warnings weakref zipimport"
).split()
OWN = ("insitu", "pyodide", "_pyodide", "_pyodide_core")
# Modules whose classes' methods are put back too. What a user is meant to replace is left to them.
CLASSES = ("insitu", "json.encoder", "json.decoder", "pyodide.webloop")
MEANT = {"default"}
# Values of these kinds are put back where they were replaced; numbers and the like a module may change in the course of its
# work, and they are put back where they are gone.
KEPT = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, dict, list, set)
VOLATILE = {"sys": {"modules", "path", "meta_path", "path_hooks", "argv", "stdin", "stdout", "stderr"}}
MISSING = object()


class Repair:
    """What the interpreter was like when this was made. `watch` is told, as JSON, at which addresses the dictionaries are that matter and at
    which the functions; `changed` then gives the address of each one that has changed, and 0 after the last."""

    def __init__(self, out, watch=None, changed=None):
        self.out = out
        self.changed = changed
        self.builtins = (vars(builtins), [(name, value) for name, value in vars(builtins).items() if name != "_"])
        # By address: what puts it back, and what it was.
        self.dicts = {}
        self.functions = {}
        for name, module in list(sys.modules.items()):
            own = name.partition(".")[0] in OWN
            if own or name in STANDARD:
                self.keep(name, module)
            if name in CLASSES or name.partition(".")[0] in CLASSES:
                self.keep_inside(module)
        self.modules = sys.modules
        self.known = {}
        self.unknown = True
        self.learn()
        self.dicts[id(self.modules)] = (self.restore_known, ())
        self.lists = [(name, getattr(sys, name), list(getattr(sys, name))) for name in ("path", "meta_path", "path_hooks")]
        self.environment = os.environ
        self.variables = dict(os.environ)
        self.encoded = dict(os.environ._data)
        self.filters = list(warnings.filters)
        self.recursion = sys.getrecursionlimit()
        self.callbacks = list(gc.callbacks)
        self.threshold = gc.get_threshold()
        self.loop = asyncio.get_event_loop() if sys.platform == "emscripten" else None
        self.loop_facts = set(vars(self.loop)) if self.loop is not None else set()
        self.monitoring = getattr(sys, "monitoring", None)
        if watch is not None:
            watch(json.dumps(list(self.dicts)), json.dumps(list(self.functions)))

    def keep(self, name, module):
        left_out = VOLATILE.get(name, ())
        kept = [(key, value, isinstance(value, KEPT)) for key, value in vars(module).items() if key not in left_out and key != "__builtins__"]
        self.dicts[id(vars(module))] = (self.restore_namespace, (vars(module), kept))

    def keep_inside(self, module):
        for value in list(vars(module).values()):
            if isinstance(value, types.FunctionType):
                self.keep_function(value)
            elif isinstance(value, type) and value.__module__ == module.__name__:
                kinds = (types.FunctionType, classmethod, property)
                members = [(key, member) for key, member in vars(value).items() if isinstance(member, kinds) and key not in MEANT]
                # The dictionary behind the view of it; a class keeps the one that it has.
                (inside,) = gc.get_referents(vars(value))
                self.dicts[id(inside)] = (self.restore_class, (value, inside, members))
                for _key, member in members:
                    if isinstance(member, types.FunctionType):
                        self.keep_function(member)

    def keep_function(self, function):
        self.functions[id(function)] = (self.restore_function, (function, function.__code__, function.__defaults__, function.__kwdefaults__))

    def learn(self):
        """Remembers the modules that are there, but for the user's own, which they may well want to import anew."""
        if not self.unknown:
            return
        self.unknown = self.changed is None
        known, out = self.known, self.out
        for name, module in list(self.modules.items()):
            if name not in known and isinstance(module, types.ModuleType) and name != "__main__":
                place = getattr(module, "__file__", None)
                if not (isinstance(place, str) and place.startswith(out + "/")):
                    known[name] = module

    def untrace(self, settrace=sys.settrace, setprofile=sys.setprofile, limit=sys.setrecursionlimit, now=sys.getrecursionlimit):
        """Takes away what would run inside the harness's own functions. A hook that raises is taken off by Python itself."""
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

    def restore_builtins(self, missing=MISSING):
        """Puts back what everything else here is written with; so this uses none of it."""
        namespace, kept = self.builtins
        for name, value in kept:
            if namespace.get(name, missing) is not value:
                namespace[name] = value

    def restore(self):
        """Puts back what is not as it was."""
        self.restore_builtins()
        self.untrace()
        addresses = self.addresses()
        # What puts the dictionaries back is itself made of functions.
        for parts in (self.functions, self.dicts):
            for address in addresses:
                if address in parts:
                    put_back, before = parts[address]
                    put_back(*before)
        self.restore_search()
        self.restore_process()

    def addresses(self):
        """Where something may not be as it was. What changes again while it is put back is a matter of the next time."""
        changed = self.changed
        if changed is None:
            return [*self.functions, *self.dicts]
        found = []
        while address := changed():
            found.append(address)
        return found

    def restore_function(self, function, code, defaults, keywords):
        if function.__code__ is not code:
            function.__code__ = code
        if function.__defaults__ is not defaults:
            function.__defaults__ = defaults
        if function.__kwdefaults__ is not keywords:
            function.__kwdefaults__ = keywords

    def restore_class(self, owner, found, members, missing=MISSING):
        for name, value in members:
            if found.get(name, missing) is not value:
                setattr(owner, name, value)

    def restore_namespace(self, namespace, kept, missing=MISSING):
        for name, value, firm in kept:
            found = namespace.get(name, missing)
            if found is not value and (firm or found is missing):
                namespace[name] = value

    def restore_known(self):
        present = self.modules
        for name, module in self.known.items():
            if present.get(name) is not module:
                present[name] = module
        self.unknown = True

    def restore_search(self):
        sys.modules = self.modules
        for name, found, entries in self.lists:
            if getattr(sys, name, None) is not found:
                setattr(sys, name, found)
            for entry in entries:
                if not any(entry is other or (isinstance(entry, str) and entry == other) for other in found):
                    # The finder that explains what is missing has to stay last.
                    found.insert(entries.index(entry), entry) if name != "path" else found.append(entry)
        # Finders that libraries add stay; one from a cell can hold up or forge every import from here on.
        sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "__main__" and getattr(finder, "__module__", "") != "__main__"]

    def restore_process(self, handler=_signal.getsignal):
        os.environ = self.environment
        if self.environment._data != self.encoded:
            for name in [name for name in self.environment if name not in self.variables]:
                del self.environment[name]
            for name, value in self.variables.items():
                if self.environment.get(name) != value:
                    self.environment[name] = value
        try:
            here = os.getcwd()
        except OSError:
            here = None
        if here != self.out:
            os.makedirs(self.out, exist_ok=True)
            os.chdir(self.out)
        # `signal.getsignal` looks for a name of what it finds, by way of an exception.
        if handler(signal.SIGINT) is not signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if any(entry[0] == "error" and entry not in self.filters for entry in warnings.filters):
            # Meant for one piece of code; with them every library's advice would end the next one.
            kept = [entry for entry in warnings.filters if entry[0] != "error" or entry in self.filters]
            # Emptying them is what tells Python that they changed.
            warnings.resetwarnings()
            warnings.filters[:] = kept
        gc.enable()
        gc.set_debug(0)
        gc.callbacks[:] = self.callbacks
        if gc.get_threshold() != self.threshold:
            gc.set_threshold(*self.threshold)
        if self.loop is not None:
            asyncio.set_event_loop(self.loop)
            # Methods that hide those of its class.
            for name in [name for name in vars(self.loop) if name not in self.loop_facts]:
                delattr(self.loop, name)
