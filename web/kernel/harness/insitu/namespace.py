"""The session's variables, with the history of its cells and their values under the names that a
notebook uses.
"""

from __future__ import annotations

import builtins
import sys
import types

from . import integers, joins, overflow, selections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Values of earlier executions stay reachable as `Out[n]`; more of them would keep large tables in
# memory.
KEPT_VALUES = 20
# Names of variables that an outcome lists, and characters of each.
MAX_NAMES = 200
MAX_NAME_LENGTH = 100
# Variables that a notebook provides besides the user's own.
GIVEN = {"In", "Out"}


class Namespace:
    """The variables of the module `__main__`. `out` is the folder of the code's files."""

    def __init__(self, out: str) -> None:
        self.out = out
        # Pickled classes and lookups of `__main__` need the module, not only its dictionary.
        self.main = types.ModuleType("__main__")
        self.names = self.main.__dict__
        self.inputs = [""]
        self.outputs: dict[int, Any] = {}
        self.restore()

    def restore(self) -> None:
        """Restores the names that every cell can rely on, if code has deleted them."""
        names = self.names
        given = {
            "__name__": "__main__",
            "In": self.inputs,
            "_ih": self.inputs,
            "Out": self.outputs,
            "_oh": self.outputs,
            "_dh": [self.out],
            "_": "",
            "__": "",
            "___": "",
            "_i": "",
            "_ii": "",
            "_iii": "",
        }
        for name, value in given.items():
            names.setdefault(name, value)
        names["__builtins__"] = builtins
        names["__name__"] = "__main__"
        for module in (integers, overflow, selections, joins):
            names.update(module.given())
        sys.modules["__main__"] = self.main

    def remember(self, code: str, count: int) -> None:
        """Keeps the code of cell number `count`, and resets the registry of shown warnings."""
        names, inputs = self.names, self.inputs
        inputs.append(code)
        names["_i"], names["_ii"], names["_iii"] = [*inputs[:-1][::-1], "", "", ""][:3]
        names[f"_i{count}"] = code
        names.pop(f"_i{count - KEPT_VALUES}", None)
        # The same line number in another cell is a different location.
        names.pop("__warningregistry__", None)

    def keep(self, value: Any, count: int) -> None:
        """Keeps the value of cell number `count`."""
        names, outputs = self.names, self.outputs
        names["__"], names["___"] = names.get("_"), names.get("__")
        names["_"] = names[f"_{count}"] = outputs[count] = value
        while len(outputs) > KEPT_VALUES:
            oldest = next(iter(outputs))
            del outputs[oldest]
            if type(oldest) is int:
                names.pop(f"_{oldest}", None)

    def variables(self) -> list[str]:
        """Returns the names of the user's variables, in the order of their creation."""
        found = []
        for name, value in list(self.names.items()):
            if (
                type(name) is str
                and not name.startswith("_")
                and name not in GIVEN
                and not issubclass(type(value), types.ModuleType)
            ):
                found.append(name[:MAX_NAME_LENGTH])
                if len(found) == MAX_NAMES:
                    break
        return found

    def clear(self) -> None:
        """Removes all variables and values."""
        self.names.clear()
        self.outputs.clear()
