"""Completes names in code that is being written, and describes the function that it calls, from the
session's live objects.

Nothing of the code is executed, and no object's own methods run: attributes are read from the
dictionaries of instances and classes, properties are named and not called, and values are
represented only if their type is built in. So a request has no effect on the session. Only the
columns of pandas' own tables are asked for. Positions count code points. Knows neither the page nor
the worker.
"""

from __future__ import annotations

import keyword
import re
import sys
import types
from time import perf_counter

from . import calls
from .text import Text
from .values import Unknown, columns, detail, dictionary, kind, members, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# Candidates of an answer, and the seconds that their collection may take.
MOST = 400
SECONDS = 0.1
# Characters of code that is looked at, and of a candidate.
MAX_CODE_LENGTH = 200_000
MAX_LABEL_LENGTH = 200

IMPORT = re.compile(r"^[ \t]*import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*([\w.]*)$")
FROM = re.compile(r"^[ \t]*from\s+([\w.]*)$")
MEMBERS = re.compile(
    r"^[ \t]*from\s+([\w.]+)\s+import\s+\(?\s*(?:\w+(?:\s+as\s+\w+)?\s*,\s*)*(\w*)$"
)


def complete(
    code: str, cursor: int, names: dict[str, Any], available: Iterable[str] = ()
) -> dict[str, Any] | None:
    """Returns the candidates at a position as `{ from, to, candidates, more }`, or None if there
    are none. `available` are modules that can be imported besides those that are there.
    """
    if len(code) > MAX_CODE_LENGTH or not 0 <= cursor <= len(code):
        return None
    text = Text(code[:cursor])
    if text.comment:
        return None
    if text.string is not None:
        return in_string(text, cursor, names)
    start = text.word()
    prefix = text.code[start:]
    if prefix[:1].isdigit():
        return None
    found = Collection(prefix)
    line = text.line()
    if match := MEMBERS.match(line):
        of_module(match[1], found)
    elif match := IMPORT.match(line) or FROM.match(line):
        of_modules(match[1], available, found)
    elif text.code[:start].rstrip(" \t").endswith("."):
        value = resolve(
            text.before(
                start - 1
                if text.code[start - 1 : start] == "."
                else len(text.code[:start].rstrip(" \t")) - 1
            ),
            names,
        )
        of_value(value, found)
    else:
        of_call(text, start, names, found)
        of_scope(names, found)
    return found.answer(start, cursor)


def signature(code: str, cursor: int, names: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the signature of the innermost call at a position as `{ text, active, doc }`, or
    None.
    """
    if len(code) > MAX_CODE_LENGTH or not 0 <= cursor <= len(code):
        return None
    text = Text(code[:cursor])
    if text.comment or (call := text.call()) is None:
        return None
    value = resolve(text.before(call.at), names)
    return calls.describe(value, call)


class Collection:
    """The candidates of one answer, each label once."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.candidates: dict[str, dict[str, str]] = {}
        self.more = False
        self.end = perf_counter() + SECONDS

    def add(self, label: Any, what: str, about: str = "") -> bool:
        """Adds a candidate. Returns False if no more are taken."""
        if len(self.candidates) >= MOST or perf_counter() > self.end:
            self.more = True
            return False
        if (
            type(label) is str
            and 0 < len(label) <= MAX_LABEL_LENGTH
            and label not in self.candidates
        ):
            self.candidates[label] = {
                "label": label,
                "type": what,
                **({"detail": about} if about else {}),
            }
        return True

    def wanted(self, name: Any) -> bool:
        """Whether a name is listed: private ones only if one is being written."""
        return (
            type(name) is str
            and name.isidentifier()
            and (not name.startswith("_") or self.prefix.startswith("_"))
        )

    def answer(self, start: int, cursor: int) -> dict[str, Any] | None:
        if not self.candidates:
            return None
        return {
            "from": start,
            "to": cursor,
            "candidates": list(self.candidates.values()),
            "more": self.more,
        }


def in_string(text: Text, cursor: int, names: dict[str, Any]) -> dict[str, Any] | None:
    """Completes the names of columns and keys in a subscript, or in a list or a call within one."""
    string = text.string
    if string is None or string.prefix or len(string.quote) != 1:
        return None
    found = Collection("")
    for value in text.subscripted(names, resolve):
        for label, about in keys(value):
            if not found.add(quoted(label, string.quote), "column", about):
                break
    return found.answer(string.start, cursor)


def quoted(label: str, quote: str) -> str:
    """Returns what stands between such quotes in a literal of the label."""
    # With both quotes in the text, `repr` escapes the single ones and leaves the double ones.
    inner = repr(f"\"'{label}")[1:-1].removeprefix("\"\\'")
    return inner if quote == "'" else inner.replace("\\'", "'").replace('"', '\\"')


def keys(value: Any) -> list[tuple[str, str]]:
    """Returns the texts that a value may be subscripted with, and a description of each."""
    if type(value) is dict:
        labels = [label for label in list(value)[:MOST] if type(label) is str]
        return [(label, detail(value[label])) for label in labels]
    return columns(value)


def of_value(value: Any, found: Collection) -> None:
    if value is Unknown:
        return
    for label, about in columns(value):
        if label.isidentifier() and not keyword.iskeyword(label):
            found.add(label, "column", about)
    listed = members(value)
    for name in sorted(name for name in listed if found.wanted(name)):
        if not found.add(name, kind(listed[name]), detail(listed[name])):
            return


def of_scope(names: dict[str, Any], found: Collection) -> None:
    for name, value in list(names.items())[::-1]:
        if found.wanted(name) and not found.add(name, kind(value), detail(value)):
            return
    for name in keyword.kwlist:
        found.add(name, "keyword")
    given = names.get("__builtins__")
    given = (
        dictionary(given)
        if type(given) is types.ModuleType
        else given
        if type(given) is dict
        else {}
    )
    for name in sorted(name for name in given if found.wanted(name)):
        if not found.add(name, kind(given[name])):
            return


def of_call(text: Text, start: int, names: dict[str, Any], found: Collection) -> None:
    """Adds the keyword arguments of a call where an argument begins."""
    call = text.call()
    if (
        call is None
        or not text.code[:start].rstrip().endswith(("(", ","))
        or text.innermost() != call.at
    ):
        return
    for parameter in calls.parameters(resolve(text.before(call.at), names)) or []:
        if parameter.keyword and parameter.name not in call.given:
            found.add(f"{parameter.name}=", "parameter", parameter.default)


def of_modules(path: str, available: Iterable[str], found: Collection) -> None:
    """Adds modules: those at the top, or the loaded ones of a package."""
    package, _, _ = path.rpartition(".")
    inside = f"{package}." if package else ""
    names = {
        name for name in (*sys.modules, *available) if type(name) is str and name.startswith(inside)
    }
    if not package:
        names |= sys.stdlib_module_names
    for name in sorted({name[len(inside) :].split(".")[0] for name in names}):
        if found.wanted(name) and not found.add(name, "module"):
            return


def of_module(path: str, found: Collection) -> None:
    """Adds what can be imported from a module that is loaded; no module is imported for this."""
    module = sys.modules.get(path)
    if type(module) is types.ModuleType or issubclass(type(module), types.ModuleType):
        of_value(module, found)
    of_modules(f"{path}.", (), found)
