"""Functions that code registers for types of others: each returns a form of a value.

Replaces IPython's `display_formatter.formatters[…].for_type`. Registrations last for the session,
like the types.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

# A function for lists, as sympy registers one, looks at every item, so longer containers are not
# passed to it.
MAX_ITEMS = 1000


class Formatter:
    """The functions for one MIME type, by class."""

    def __init__(self) -> None:
        self.type_printers = {}
        self.deferred_printers = {}

    def for_type(self, kind: type | str, function: Callable[..., Any] | None = None) -> Any:
        """Registers a function for a class (or its "module.name"). Returns the previous one."""
        if isinstance(kind, str):
            module, _, name = kind.rpartition(".")
            return self.for_type_by_name(module, name, function)
        before = self.type_printers.get(kind)
        if function is not None:
            self.type_printers[kind] = function
        return before

    def for_type_by_name(
        self, module: str, name: str, function: Callable[..., Any] | None = None
    ) -> Any:
        """Registers a function for a class that may not have been imported yet. Returns the
        previous one.
        """
        before = self.deferred_printers.get((module, name))
        if function is not None:
            self.deferred_printers[(module, name)] = function
        return before

    def pop(self, kind: type, default: Any = None) -> Any:
        """Removes a function and returns it."""
        return self.type_printers.pop(kind, default)

    def of(self, value: Any) -> Callable[..., Any] | None:
        """Returns the function for this value, or None."""
        if not self.type_printers and not self.deferred_printers:
            return None
        if issubclass(type(value), (list, tuple, dict, set, frozenset)) and len(value) > MAX_ITEMS:
            return None
        for kind in type(value).__mro__:
            if kind in self.type_printers:
                return self.type_printers[kind]
            found = self.deferred_printers.get((kind.__module__, kind.__name__))
            if found is not None:
                return found
        return None


KINDS = (
    "text/plain",
    "text/html",
    "text/markdown",
    "text/latex",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "application/pdf",
    "application/json",
    "application/javascript",
)
registered = {kind: Formatter() for kind in KINDS}
# Always empty: for forms that do not accept registrations.
NONE = Formatter()


def formatters(kind: str) -> Formatter:
    """Returns the functions for a MIME type."""
    return registered.get(kind, NONE)


def loaded(name: str) -> ModuleType | None:
    """Returns a module if it has been imported already. Nothing here imports a library by itself."""
    return sys.modules.get(name)
